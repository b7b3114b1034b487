"""The figures by name; a paper's folder is imported when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from formulations.errors import InputError
from lpcheck.claims import PAPERS
from lpcheck.figures.figure import Figure


def catalogue(paper: str | None = None) -> tuple[Figure, ...]:
    """All figures, or those of one paper, in the paper's order.

    Raises:
        InputError: the paper is not known.
    """
    if paper is not None and paper not in PAPERS:
        raise InputError("paper", f"'{paper}' is unknown", f"use one of {', '.join(PAPERS)}")
    chosen = PAPERS if paper is None else (paper,)
    return tuple(
        f for key in chosen for f in import_module(f"lpcheck.papers.{key}.figures").FIGURES
    )


def find(name: str) -> Figure:
    """The figure with a name.

    Raises:
        InputError: there is none; the message names the nearest.
    """
    paper = name.partition(".")[0]
    known = {f.name: f for f in catalogue(paper if paper in PAPERS else None)}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else "see `lpcheck figure --list`"
    raise InputError("figure", f"'{name}' is unknown", hint)
