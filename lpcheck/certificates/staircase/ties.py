r"""Prices that make the blocks of every optimal partition tight, not only those of one.

Two priors that mirror each other have several optimal partitions. Among the sets that doubles find
next to tight, those that decimals find violated are made tight, together with the blocks, by the
change :math:`\delta_x = w_x \sum_T \nu_T [x \in T]` of the prices that is smallest relative to
the masses w: δ(T) is what T lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, getcontext

import numpy as np

from formulations.staircase_path import Letters, separate
from lpcheck.certificates.exact.numbers import Row
from lpcheck.certificates.staircase.blocks import Blocks, total

_NEAR = 1e-11
"""What a set may lack of being tight, relative to the value, to be looked at."""

_ROUNDS, _MOST = 6, 100
_ZERO = Decimal(0)


def tightened(blocks: Blocks, letters: Letters, prices: Row, value: Decimal) -> Row:
    """The prices c, changed in the digits that doubles do not have."""
    near = _nearly_tight(letters, prices, value)
    tight = [blocks.inputs(b) for b in range(blocks.count)]
    negligible = value * Decimal(10) ** -(2 * getcontext().prec // 3)

    def lack(inputs: Sequence[int]) -> Decimal:
        return blocks.utility(inputs) - total(prices[x] for x in inputs) - blocks.u * value

    for _ in range(_ROUNDS):
        violated = [inputs for inputs in near if lack(inputs) > negligible]
        tight += [inputs for inputs in violated if inputs not in tight]
        if not violated or len(tight) > _MOST:
            break
        weights = [a + b for a, b in zip(blocks.p0, blocks.p1, strict=True)]
        sets = [set(inputs) for inputs in tight]
        gram = [[total(weights[x] for x in one & other) for other in sets] for one in sets]
        factors = _solve(gram, [lack(inputs) for inputs in tight])
        prices = list(prices)
        for inputs, factor in zip(tight, factors, strict=True):
            for x in inputs:
                prices[x] += factor * weights[x]
    return prices


def _nearly_tight(letters: Letters, prices: Row, value: Decimal) -> list[list[int]]:
    """Among the sets that may be violated the most, those that are nearly tight."""
    apart = letters.apart()
    sorted_prices = np.empty(len(apart))
    sorted_prices[apart.place] = [float(c) for c in prices]
    try:
        found = separate(apart, sorted_prices, float(value))
    except OverflowError:  # a slope of f is beyond a double
        return []
    chosen = found.inside[found.amounts > -_NEAR * float(value)]
    sets = (np.flatnonzero(row[apart.place]).tolist() for row in np.unique(chosen, axis=0))
    return [inputs for inputs in sets if inputs]


def _solve(matrix: list[Row], right: Row) -> Row:
    """A solution of positive semidefinite equations; dependent ones are left out."""
    n = len(matrix)
    rows = [[*row, x] for row, x in zip(matrix, right, strict=True)]
    least = max(matrix[i][i] for i in range(n)) * Decimal(10) ** -(getcontext().prec // 2)
    left, result = set(range(n)), [_ZERO] * n
    while left:
        pivot = max(left, key=lambda i: rows[i][i])
        if rows[pivot][pivot] <= least:
            break
        left.remove(pivot)
        rows[pivot] = [x / rows[pivot][pivot] for x in rows[pivot]]
        for i in range(n):
            if i != pivot and rows[i][pivot]:
                factor = rows[i][pivot]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[pivot], strict=True)]
    for i in range(n):
        if i not in left:
            result[i] = rows[i][n]
    return result
