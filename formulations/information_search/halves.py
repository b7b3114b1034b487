r"""Which pattern breaks a dual vector the most: meet in the middle, exact for every vector.

The letters are split in two halves. Their sets, listed by mass, have masses a₁ ≤ a₂ ≤ … at costs c
and b₁ ≤ b₂ ≤ … at costs d; wanted is the largest g(a_i + b_j) − c_i − d_j. As g is concave,

.. math:: g(a_i + b_j) + g(a_{i'} + b_{j'}) \le g(a_i + b_{j'}) + g(a_{i'} + b_j)
          \qquad (i < i',\ j < j'),

so that the heavier a row, the lighter its best partner, and the best partner of one row bounds
those of all others. Level by level the middle rows of what is left are solved: for halves of N
sets all rows cost O(N log N), where there are N² sets.

Rounding: let the values that are compared each be wrong by at most η. The column that is taken for
a row is within 2η of the best, and a column that is thereby excluded for another row is there
within 2η of one that stays. After L levels no row's value is short by more than 2(L + 1)η, which
is added to the bound.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.polynomial import Chebyshev, Polynomial
from numpy.polynomial.polynomial import polyval

from formulations.formulation import Array
from formulations.information_search.letters import Curve, Index
from formulations.information_search.relaxations import Counts, Prices

_LARGEST = 2**21
"""The most sets of a half. Halves of 2^20, as of 40 letters, take about 100 MB."""

_CHUNK = 2**17
_ETA = 2.0**-47
"""η relative to the peak of g and the largest costs: 64 units of rounding."""

_DEGREE = 30
"""g is a polynomial of this degree to the last digits if its singularity, at m = 0, is far."""

_NARROW = 0.02


class Halves:
    """The best set of every row.

    Attributes:
        amounts: how much these sets break the dual vector, shape (rows,).
        upper: no set breaks it by more.
    """

    def __init__(self, prices: Prices) -> None:
        counts, curve = prices.counts, prices.curve
        self._counts, self._parts = counts, _split(counts)
        mass, cost = (
            [_sums(values, counts, part) for part in self._parts]
            for values in (prices.masses, prices.costs)
        )
        self._orders = [np.argsort(each, kind="stable") for each in mass]
        a, b = (each[order] for each, order in zip(mass, self._orders, strict=True))
        c, d = (each[order] for each, order in zip(cost, self._orders, strict=True))
        best, self._partners = _row_maxima(_quick(curve, prices.mass), a, b, d)
        self.amounts = best - c - prices.base
        eta = _ETA * (prices.peak + float(np.abs(c).max() + np.abs(d).max()))
        self.upper = float(self.amounts.max()) + 2.0 * (len(a).bit_length() + 1) * eta

    def sets(self, rows: Index) -> Counts:
        """The best sets of some rows, shape (rows, n)."""
        sets = np.zeros((len(rows), len(self._counts)), dtype=np.int16)
        places = rows, self._partners[rows]
        for part, order, place in zip(self._parts, self._orders, places, strict=True):
            if part:
                digits = np.unravel_index(order[place], self._counts[part] + 1)
                sets[:, part] = np.array(digits).T
        return sets


def listed(counts: Index) -> float:
    """The number of sets of the two halves; ∞ where they do not fit in memory."""
    sizes = [float(np.prod(counts[part] + 1.0)) for part in _split(counts)]
    return sum(sizes) if max(sizes) <= _LARGEST else np.inf


def _split(counts: Index) -> tuple[list[int], list[int]]:
    """Two lists of letters with about as many sets, the one with fewer first."""
    parts: tuple[list[int], list[int]] = ([], [])
    sizes = [0.0, 0.0]
    for letter in np.argsort(-counts, kind="stable"):
        half = int(sizes[1] < sizes[0])
        parts[half].append(int(letter))
        sizes[half] += float(np.log1p(counts[letter]))
    return parts if sizes[0] <= sizes[1] else parts[::-1]


def _sums(values: Array, counts: Index, part: list[int]) -> Array:
    """The sums of all sets of some letters, their counts read as digits."""
    sums = np.zeros(1)
    for letter in part:
        sums = np.add.outer(sums, np.arange(counts[letter] + 1) * values[letter]).ravel()
    return sums


def _quick(curve: Curve, most: float) -> Callable[[Array], Array]:
    """The curve in few operations, to a few units of rounding of its peak."""
    u, rest, epsilon = curve.u, curve.rest, curve.epsilon
    if rest * most <= 2.0 * float(curve.mean(np.zeros(1))[0]):
        fit = Chebyshev.interpolate(curve.utility, _DEGREE, domain=[0, most])
        powers = fit.convert(kind=Polynomial, domain=[0, most], window=[-1, 1]).coef
        return lambda mass: np.asarray(polyval(2.0 * mass / most - 1.0, powers))
    if most < _NARROW:  # the sum below would cancel
        return curve.utility

    def utility(mass: Array) -> Array:
        mean = u + rest * mass
        return np.asarray((mass - 1.0) * (u * epsilon) - mean * np.log(mean))

    return utility


def _row_maxima(
    utility: Callable[[Array], Array], a: Array, b: Array, d: Array
) -> tuple[Array, Index]:
    """The largest g(a_i + b_j) − d_j of every row i, and a j that has it."""
    size = 1 << len(a).bit_length()
    values = np.empty(len(a))
    partners = np.zeros(size + 1, dtype=np.intp)  # row i at i + 1, between the extremes
    partners[0] = len(b) - 1
    half = size // 2
    while half:
        rows = np.arange(half, len(a) + 1, 2 * half)
        low, high = partners[rows + half], partners[rows - half]
        for chunk in _chunks(high - low + 1):
            places = rows[chunk]
            found = _best(utility, a[places - 1], low[chunk], high[chunk], b, d)
            values[places - 1], partners[places] = found
        half //= 2
    return values, partners[1 : len(a) + 1]


def _chunks(lengths: Index) -> list[slice]:
    """Runs of rows with about as much work as stays in the cache."""
    block = np.cumsum(lengths) // _CHUNK
    ends = np.append(np.flatnonzero(np.diff(block)) + 1, len(lengths))
    starts = np.append(0, ends[:-1])
    return [slice(i, j) for i, j in zip(starts.tolist(), ends.tolist(), strict=True)]


def _best(
    utility: Callable[[Array], Array], a: Array, low: Index, high: Index, b: Array, d: Array
) -> tuple[Array, Index]:
    """The maxima of some rows, each with a range of columns of its own."""
    lengths = high - low + 1
    starts = np.cumsum(lengths) - lengths
    columns = np.arange(int(lengths.sum())) + np.repeat(low - starts, lengths)
    scores = utility(b[columns] + np.repeat(a, lengths)) - d[columns]
    values = np.maximum.reduceat(scores, starts)
    hits = np.flatnonzero(scores == np.repeat(values, lengths))
    partners = np.empty_like(low)
    partners[np.searchsorted(starts, hits, side="right") - 1] = columns[hits]
    return values, partners
