"""The catalogue: printed statements, one module a place in a paper, tested by computation."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from formulations.errors import InputError
from lpcheck.claims.claim import Claim

PAPERS = ("kairouz2016", "zamanlooy2025", "park2024", "ghoukasian2025")


def catalogue(paper: str | None = None) -> tuple[Claim, ...]:
    """All claims, or those of one paper, in the paper's order.

    Raises:
        InputError: the paper is not in the catalogue.
    """
    if paper is not None and paper not in PAPERS:
        raise InputError("paper", f"'{paper}' is unknown", f"use one of {', '.join(PAPERS)}")
    chosen = PAPERS if paper is None else (paper,)
    return tuple(c for key in chosen for c in import_module(f"lpcheck.papers.{key}").CLAIMS)


def find(claim_id: str) -> Claim:
    """The claim with an id.

    Raises:
        InputError: there is none; the message names the nearest ids.
    """
    known = {c.id: c for c in catalogue()}
    if claim_id in known:
        return known[claim_id]
    near = get_close_matches(claim_id, known, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else "see `lpcheck claims`"
    raise InputError("claim", f"'{claim_id}' is unknown", hint)
