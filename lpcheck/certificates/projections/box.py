r"""Certificates of projections onto a box: clip(p/C) with the rational C that makes it sum to 1.

The bounds are rounded inwards where they are irrational. The dual has one number: C, at which the
multiplier of the sum is f(C) − C f'(C); or None where no C exists, because even the upper bound on
supp p leaves mass over. Then the rest costs f(0) a unit, wherever it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import TypeAlias

from formulations.projections.box import BoxProjection
from lpcheck.certificates.exact.numbers import decimal
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal

Vector = list[Fraction]
Box: TypeAlias = tuple[Vector, Vector]
"""Lower and upper bounds of each letter; the upper ones at most 1."""

_FAR = Fraction(10**100)
"""Stands for C → ∞, where every letter with a positive lower bound is at it."""


def propose(problem: BoxProjection, box: Box) -> Proposal:
    """The projection, and its C; the box is that of the problem, rounded inwards."""
    getcontext().prec = 130
    p, (low, high) = list(problem.target.exact), box
    f = read_terms(problem.divergence)
    c = _normaliser(p, low, high)
    if c is None:
        if not f.at_zero.is_finite():
            return Proposal([fill(list(low), high)])
        full = [h if a else b for a, b, h in zip(p, low, high, strict=True)]
        x = fill(drain(full, low), high)
    else:
        x = list(low) if c == _FAR else fill(drain(_clip(p, c, low, high), low), high)
    infinite = any(
        (a > 0 and y == 0 and not f.slope.is_finite())
        or (a == 0 and y > 0 and not f.at_zero.is_finite())
        for a, y in zip(p, x, strict=True)
    )
    dual = None if c is None else (Decimal(1) if infinite else decimal(c))
    return Proposal([x], {} if infinite else {"normaliser": dual})


def breach(
    entries: Rows, constraint: str, where: dict[str, int], side: Callable[[str, int], Fraction]
) -> Breach:
    """How far the sum is from 1, or an entry outside its bounds.

    Args:
        entries: the distribution, one row.
        constraint: `sum`, `lower` or `upper`.
        where: the `column`.
        side: the bound of a letter, `lower` or `upper`, rounded outwards.
    """
    (x,) = entries
    if constraint == "sum":
        return Breach(abs(sum(x, Fraction(-1))), {})
    i = where["column"]
    bound = side(constraint, i)
    return Breach(bound - x[i] if constraint == "lower" else x[i] - bound, {})


def into(entries: Rows, box: Box) -> Rows:
    """The distribution of the box that is next to the entries, as far as simple."""
    low, high = box
    clipped = [min(max(v, lo), hi) for v, lo, hi in zip(entries[0], low, high, strict=True)]
    return [fill(drain(clipped, low), high)]


def _clip(p: Sequence[Fraction], c: Fraction, low: Vector, high: Vector) -> Vector:
    return [min(max(a / c, lo), hi) for a, lo, hi in zip(p, low, high, strict=True)]


def _normaliser(p: Sequence[Fraction], low: Vector, high: Vector) -> Fraction | None:
    """The C at which clip(p/C; low, high) sums to 1, by its break points; None where none is."""
    live = [i for i, x in enumerate(p) if x > 0 and high[i] > 0]
    breaks = sorted({p[i] / b for i in live for b in (low[i], high[i]) if b > 0})
    if not breaks or sum(_clip(p, breaks[0], low, high)) < 1:
        return None
    # The sum falls in C. The last break point where it is still at least 1 opens the piece.
    first, last = 0, len(breaks) - 1
    while first < last:
        middle = (first + last + 1) // 2
        if sum(_clip(p, breaks[middle], low, high)) >= 1:
            first = middle
        else:
            last = middle - 1
    start = breaks[first]
    inside = start * (1 + Fraction(1, 10**60))
    if first + 1 < len(breaks):
        inside = (start + breaks[first + 1]) / 2
    moving = [i for i in live if low[i] < p[i] / inside < high[i]]
    fixed = sum(
        (x for i, x in enumerate(_clip(p, inside, low, high)) if i not in moving), Fraction(0)
    )
    if not moving:
        return start
    if fixed >= 1:
        return _FAR
    return sum((p[i] for i in moving), Fraction(0)) / (1 - fixed)


def fill(x: Vector, high: Vector) -> Vector:
    """Entries raised below their caps until the sum is 1."""
    missing = 1 - sum(x)
    for i, cap in enumerate(high):
        step = min(max(missing, Fraction(0)), cap - x[i])
        x[i] += step
        missing -= step
    return x


def drain(x: Vector, low: Vector) -> Vector:
    """Entries lowered above their bounds until the sum is at most 1."""
    surplus = sum(x) - 1
    for i in sorted(range(len(x)), key=lambda i: low[i] - x[i]):
        step = min(max(surplus, Fraction(0)), x[i] - low[i])
        x[i] -= step
        surplus -= step
    return x
