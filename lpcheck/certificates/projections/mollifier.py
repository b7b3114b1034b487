"""Certificates of projections onto a box that is given: its bounds are exact."""

from __future__ import annotations

from fractions import Fraction

from formulations.projections.mollifier import Mollifier
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.projections import box
from lpcheck.certificates.proposal import Proposal


def refuse(problem: Mollifier) -> None:
    """Refuse a divergence of the user's own."""
    read_terms(problem.divergence)


def propose(problem: Mollifier) -> Proposal:
    """The projection, and its C."""
    return box.propose(problem, _bounds(problem))


def breach(problem: Mollifier, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a distribution breaks a constraint."""
    sides = {"lower": problem.exact_lower, "upper": problem.exact_upper}
    return box.breach(entries, constraint, where, lambda side, i: sides[side][i])


def repair(problem: Mollifier, entries: Rows) -> Rows:
    """A distribution of the box next to the entries."""
    return box.into(entries, _bounds(problem))


def _bounds(problem: Mollifier) -> box.Box:
    return list(problem.exact_lower), [min(Fraction(1), x) for x in problem.exact_upper]
