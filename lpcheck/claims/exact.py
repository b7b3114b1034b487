r"""Evidence in rational arithmetic: t = e^ε is a Fraction, nothing is rounded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from lpcheck.claims.claim import Outcome
from lpcheck.claims.trace import note_sides

F = Fraction
Row: TypeAlias = list[Fraction]
Kernel: TypeAlias = list[Row]


def shares(weights: str) -> Row:
    """A distribution, from weights that are divided by their sum.

    >>> shares("1 0 2")
    [Fraction(1, 3), Fraction(0, 1), Fraction(2, 3)]
    """
    found = [F(w) for w in weights.split()]
    return [w / sum(found) for w in found]


def transported(q: Sequence[Fraction], kernel: Kernel) -> Row:
    """The distribution qK of the output."""
    columns = zip(*kernel, strict=True)
    return [sum((a * x for a, x in zip(q, column, strict=True)), F(0)) for column in columns]


def odds(kernel: Kernel) -> Fraction | float:
    """The largest ratio of two entries of a column: e^ε of the ε that the kernel really has."""
    worst: Fraction | float = F(1)
    for column in zip(*kernel, strict=True):
        high, low = max(column), min(column)
        if high > 0:
            worst = max(worst, high / low if low > 0 else math.inf)
    return worst


def distance(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    """TV(p, q)."""
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), F(0)) / 2


def same(found: Any, claimed: Any) -> Outcome:
    """Two rational numbers, or two lists of them, are equal, with no tolerance."""
    left, right = _flat(found), _flat(claimed)
    if len(left) != len(right):
        return Outcome(False, math.inf, f"{len(left)} numbers against {len(right)}")
    if len(left) == 1:
        note_sides(left[0], right[0], "=")
    gap = max((abs(a - b) for a, b in zip(left, right, strict=True)), default=F(0))
    return Outcome(gap == 0, float(gap), f"the largest difference is {gap}")


def no_more(left: Fraction | float, right: Fraction | float) -> Outcome:
    """Left ≤ right, with no tolerance; the gap is the excess."""
    note_sides(left, right, "≤")
    excess = left - right if left != right else 0
    return Outcome(left <= right, float(excess), f"{left} against at most {right}")


def _flat(value: Any) -> list[Fraction]:
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in _flat(part)]
    return [F(value)]
