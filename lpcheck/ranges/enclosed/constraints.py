"""By how much a formula breaks its constraints on an interval of ε: bounds on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

from lpcheck.ranges.enclosed.formula import Rows
from lpcheck.ranges.enclosed.function import Function, Functions

Breach: TypeAlias = tuple[Fraction, Fraction]
"""At least somewhere, at most anywhere."""


def broken(F: Functions, rows: Rows, kept: Iterable[Function] = ()) -> Breach:
    r"""Bounds on the largest breach anywhere on the interval: at least somewhere, at most anywhere.

    A breach is a negative entry, a row sum's distance from 1, the relative excess of an entry over
    :math:`e^\varepsilon` times another one of its column, and each of `kept`, which are to be 0.
    """
    return _largest([*_sums(F, rows, kept), *_ratios(F, rows)])


def broken_approximately(F: Functions, rows: Rows, delta: Fraction) -> Breach:
    r"""As :func:`broken`, under (ε, δ)-LDP: by how much :math:`E_{e^\varepsilon}` is above δ."""
    t, zero = F.exp(F.epsilon), F.number(0)
    found = list(_sums(F, rows))
    for first, second in permutations(rows, 2):
        over = [F.maximum(a - t * b, zero) for a, b in zip(first, second, strict=True)]
        excess = F.sum(over) - F.number(delta)
        found.append((excess.lower, excess.upper))
    return _largest(found)


def _largest(found: Iterable[Breach]) -> Breach:
    least = most = Fraction(0)
    for low, high in found:
        least, most = max(least, low), max(most, high)
    return least, most


def _sums(F: Functions, rows: Rows, kept: Iterable[Function] = ()) -> Iterator[Breach]:
    one = F.number(1)
    for entry in {x.key: x for row in rows for x in row}.values():
        yield -entry.upper, -entry.lower
    sums = [F.sum(row) - one for row in rows]
    for zero in {x.key: x for x in (*sums, *kept)}.values():
        yield max(zero.lower, -zero.upper), max(zero.upper, -zero.lower)


def _ratios(F: Functions, rows: Rows) -> Iterator[Breach]:
    t = F.exp(F.epsilon)
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
