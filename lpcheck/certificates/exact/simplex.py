"""A primal simplex method in decimals of many digits (or rationals), for few rows.

It starts from a basis that the caller knows to be feasible and needs no solver's hint. Floats lose
the basis at extreme ε; ninety digits do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Generic, TypeVar

Number = TypeVar("Number", Decimal, Fraction)

_PIVOTS = 2000
_PATIENCE = 5


@dataclass(frozen=True)
class Vertex(Generic[Number]):
    """A basic solution: the columns, their weights, and the prices of the rows."""

    columns: list[int]
    weights: list[Number]
    prices: list[Number]


def maximise(
    column: Callable[[int], list[Number]],
    utility: Callable[[int], Number],
    reduced: Callable[[list[Number]], list[Number]],
    right: list[Number],
    basis: list[int],
) -> Vertex[Number]:
    """Maximise Σ utility·weight over weights ≥ 0 with Σ column·weight = right.

    Args:
        column: the column of an index.
        utility: the utility of an index.
        reduced: from prices of the rows, utility minus price of every index.
        right: the right-hand side.
        basis: indices of a feasible basis.

    Returns:
        the vertex reached: optimal, or the last one where the pivots ran out.
    """
    basis, stalled = list(basis), 0
    number = type(right[0])
    zero = number(0)
    exact = number is Fraction
    negligible = zero if exact else number(Decimal(10) ** -(2 * getcontext().prec // 3))
    inverse = inverse_of([column(j) for j in basis])
    weights = [_dot(row, right) for row in inverse]
    for _ in range(_PIVOTS):
        costs = [utility(j) for j in basis]
        prices = [_dot(costs, entries) for entries in zip(*inverse, strict=True)]
        gains = reduced(prices)
        floor = negligible * max(*map(abs, prices), *map(abs, costs))
        best = max(gains)
        if best <= floor:
            break
        # Bland's rule once the vertex is degenerate, since the steepest one may cycle there.
        entering = (
            gains.index(best)
            if stalled < _PATIENCE
            else next(j for j, gain in enumerate(gains) if gain > floor)
        )
        entry = column(entering)
        direction = [_dot(row, entry) for row in inverse]
        ratios = [
            (max(w, zero) / d, basis[i], i)
            for i, (w, d) in enumerate(zip(weights, direction, strict=True))
            if d > negligible
        ]
        if not ratios:
            break
        step, _, leaving = min(ratios)
        stalled = stalled + 1 if step <= negligible else 0
        pivot = [x / direction[leaving] for x in inverse[leaving]]
        for i, d in enumerate(direction):
            if i != leaving and d:
                inverse[i] = [x - d * y for x, y in zip(inverse[i], pivot, strict=True)]
                weights[i] -= d * step
        inverse[leaving], weights[leaving], basis[leaving] = pivot, step, entering
    inverse = inverse_of([column(j) for j in basis])
    weights = [_dot(row, right) for row in inverse]
    costs = [utility(j) for j in basis]
    prices = [_dot(costs, entries) for entries in zip(*inverse, strict=True)]
    return Vertex(basis, weights, prices)


def _dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return sum((x * y for x, y in zip(a, b, strict=True) if x and y), type(a[0])(0))


def inverse_of(columns: list[list[Number]]) -> list[list[Number]]:
    """The inverse of the matrix with these columns, by Gauss-Jordan with pivoting."""
    n, number = len(columns), type(columns[0][0])
    rows = [
        [columns[j][i] for j in range(n)] + [number(int(i == j)) for j in range(n)]
        for i in range(n)
    ]
    for c in range(n):
        best = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[best] = rows[best], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            factor = rows[r][c]
            if r != c and factor:
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[c], strict=True)]
    return [row[n:] for row in rows]
