"""The figures by name; a paper's folder is imported when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches

from formulations.errors import InputError
from lpcheck.claims import registry
from lpcheck.figures.figure import Figure


def catalogue(paper: str | None = None) -> tuple[Figure, ...]:
    """All figures, or those of one paper, in the paper's order.

    Raises:
        InputError: the paper is not known.
    """
    chosen = registry.papers() if paper is None else (registry.paper(paper),)
    return tuple(figure for each in chosen for figure in each.pictures)


def find(name: str) -> Figure:
    """The figure with a name.

    Raises:
        InputError: there is none; the message names the nearest.
    """
    paper = name.partition(".")[0]
    names = {f.name: f for f in catalogue(paper if paper in registry.known() else None)}
    if name in names:
        return names[name]
    near = get_close_matches(name, names, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else "see `lpcheck figure --list`"
    raise InputError("figure", f"'{name}' is unknown", hint)
