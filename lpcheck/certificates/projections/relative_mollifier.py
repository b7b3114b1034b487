"""Certificates of projections onto the box around a reference, whose bounds are irrational."""

from __future__ import annotations

from decimal import getcontext
from fractions import Fraction

from formulations.projections.relative_mollifier import RelativeMollifier
from lpcheck.certificates.breach import exponential_above
from lpcheck.certificates.exact.numbers import digits_for, down, exponential_below, up
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.projections import box
from lpcheck.certificates.proposal import Proposal

_DIGITS = 45


def refuse(problem: RelativeMollifier) -> None:
    """Refuse a divergence of the user's own."""
    read_terms(problem.divergence)


def propose(problem: RelativeMollifier) -> Proposal:
    """The projection, and its C."""
    return box.propose(problem, _bounds(problem))


def breach(
    problem: RelativeMollifier, entries: Rows, constraint: str, where: dict[str, int]
) -> Breach:
    """By how much at least a distribution breaks a constraint."""
    root, q = exponential_above(problem.epsilon / 2), problem.reference.exact

    def side(name: str, i: int) -> Fraction:
        return q[i] / root if name == "lower" else min(Fraction(1), q[i] * root)

    return box.breach(entries, constraint, where, side)


def repair(problem: RelativeMollifier, entries: Rows) -> Rows:
    """A distribution of the box next to the entries."""
    return box.into(entries, _bounds(problem))


def _bounds(problem: RelativeMollifier) -> box.Box:
    """The box, rounded inwards; upper bounds at most 1."""
    getcontext().prec = max(getcontext().prec, digits_for(problem.epsilon))
    q = problem.reference.exact
    if problem.epsilon == 0:
        return list(q), list(q)
    root = exponential_below(problem.epsilon / 2, _DIGITS)
    high = [min(Fraction(1), Fraction(down(x * root, _DIGITS))) for x in q]
    low = [Fraction(up(x / root, _DIGITS)) for x in q]
    return low, high
