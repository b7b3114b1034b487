"""By how much a formula breaks its constraints on an interval of ε: bounds on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations

from lpcheck.ranges.enclosed.formula import Rows
from lpcheck.ranges.enclosed.function import Function, Functions


def broken(F: Functions, rows: Rows, kept: Iterable[Function] = ()) -> tuple[Fraction, Fraction]:
    r"""Bounds on the largest breach anywhere on the interval: at least somewhere, at most anywhere.

    A breach is a negative entry, a row sum's distance from 1, the relative excess of an entry over
    :math:`e^\varepsilon` times another one of its column, and each of `kept`, which are to be 0.
    """
    least = most = Fraction(0)
    for low, high in _breaches(F, rows, kept):
        least, most = max(least, low), max(most, high)
    return least, most


def _breaches(
    F: Functions, rows: Rows, kept: Iterable[Function]
) -> Iterator[tuple[Fraction, Fraction]]:
    one, t = F.number(1), F.exp(F.epsilon)
    for entry in {x.key: x for row in rows for x in row}.values():
        yield -entry.upper, -entry.lower
    sums = [F.sum(row) - one for row in rows]
    for zero in {x.key: x for x in (*sums, *kept)}.values():
        yield max(zero.lower, -zero.upper), max(zero.upper, -zero.lower)
    seen = set()
    for column in zip(*rows, strict=True):
        entries = {x.key: x for x in column}
        for pair in permutations(entries, 2):
            if pair in seen:
                continue
            seen.add(pair)
            x, y = (entries[key] for key in pair)
            if x.upper <= y.lower:
                continue
            allowed = t * y
            excess = x - allowed
            if excess.upper <= 0:
                continue
            if allowed.lower > 0:
                yield excess.lower / allowed.upper, excess.upper / allowed.lower
            else:
                yield excess.lower, Fraction(1)
