r"""Which of all 2^n patterns breaks a dual vector the most, exactly, in O(n²).

The utility φ is the largest of its tangents, one for each slope s: with the conjugate f*

.. math:: \max_T \mu_T - S_T^T\alpha
          = \max_s \Big( u (s - f^*(s)) + \sum_x \max(s p_{0x} - f^*(s) p_{1x} - c_x, 0) \Big)
            - u 1^T\alpha,

c = (1 − u)α. As f* is convex, a letter x belongs to the best set for slope s exactly while s is
between the slopes of two tangents of f: those that pass through the point (p0/p1, c/p1), found by
:mod:`.slopes`. So all best sets are met by sweeping s over 2n events: 2n + 1 candidates instead of
2^n. A set that rounding puts in the wrong place is still a set: no candidate is ever false.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.staircase_path.letters import Letters
from formulations.staircase_path.slopes import entry_and_exit

_CHUNK = 4_000_000
_SWEPT = 2000
"""Letters from which on sets are summed in one sweep."""


@dataclass(frozen=True, eq=False)
class Violated:
    """Candidate sets in order of slope, and μ_T − S_Tᵀα of each.

    Attributes:
        low: the slope from which on a letter is in the set, shape (n,).
        high: the slope up to which it is, shape (n,).
        slopes: one a set, shape (candidates,).
        amounts: one a set, shape (candidates,).
    """

    low: Array
    high: Array
    slopes: Array
    amounts: Array

    @property
    def inside(self) -> NDArray[np.bool_]:
        """All sets, shape (candidates, n)."""
        return self._sets(self.slopes)

    def _sets(self, slopes: Array) -> NDArray[np.bool_]:
        return np.asarray((self.low <= slopes[:, None]) & (slopes[:, None] <= self.high))

    @property
    def worst(self) -> float:
        """max_T (μ_T − S_Tᵀα) over all sets T; the constant pattern of ∅ aside."""
        return float(self.amounts.max(initial=-np.inf))

    def peaks(self, least: float, more: int = 0) -> NDArray[np.bool_]:
        """The sets worse than `least` and than both neighbours; `more` others, evenly spread.

        Args:
            least: sets whose amount is at most this are left out.
            more: how many others; shape (found, n) in all.
        """
        padded = np.concatenate([[-np.inf], self.amounts, [-np.inf]])
        higher = (self.amounts >= padded[:-2]) & (self.amounts >= padded[2:])
        chosen = higher & (self.amounts > least)
        if more:
            chosen[np.linspace(0, len(chosen) - 1, more).astype(np.intp)] = True
        return self._sets(self.slopes[chosen])


def dual_infeasibility(letters: Letters, alpha: Array) -> float:
    """max_T (μ_T − S_Tᵀα) over all patterns T, for any vector α over the k inputs.

    Inputs of one letter need not share its price by mass here, so they are told apart again.
    It is +∞, hence no bound, where the slopes of f overflow (order −1 from ε = 355 on).

    Args:
        letters: the sorted alphabet.
        alpha: a price for each input, shape (k,).
    """
    apart = letters.apart()
    prices = np.empty(len(apart))
    prices[apart.place] = letters.rest * alpha
    try:
        return separate(apart, prices, float(alpha.sum())).worst
    except OverflowError:
        return np.inf


def separate(letters: Letters, prices: Array, level: float) -> Violated:
    """The candidates for max_T (μ_T − c(T)) − uλ.

    Args:
        letters: the sorted alphabet.
        prices: c = (1 − u)α by letter, shape (n,); any real numbers.
        level: λ = 1ᵀα.

    Raises:
        OverflowError: a slope of f at the ratio of some pattern is beyond a double.
    """
    low, high = entry_and_exit(letters, prices)
    events = np.unique(np.concatenate([low, high]))
    events = events[np.isfinite(events)]
    if len(events):
        ends = events[[0, -1]] + (1.0 + np.abs(events[[0, -1]])) * [-1.0, 1.0]
        middles = events[:-1] + 0.5 * np.diff(events)
        slopes = np.concatenate([ends[:1], middles, ends[1:]])
    else:
        slopes = np.zeros(1)
    columns = np.stack([letters.p0, letters.p1, letters.gap, prices], axis=1)
    sums, some = (_swept if len(letters) > _SWEPT else _summed)(low, high, slopes, columns)
    slopes, sums = slopes[some], sums[some]
    amounts = letters.utility(sums[:, 0], sums[:, 1], sums[:, 2]) - sums[:, 3] - letters.u * level
    return Violated(low, high, slopes, amounts)


def _summed(
    low: Array, high: Array, slopes: Array, columns: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """The sums over each set, and which sets are not empty: O(n²)."""
    size = max(_CHUNK // max(len(low), 1), 1)
    sums: list[Array] = [np.empty((0, columns.shape[1]))]
    some: list[NDArray[np.bool_]] = [np.empty(0, dtype=bool)]
    for i in range(0, len(slopes), size):
        part = slopes[i : i + size, None]
        inside = (low <= part) & (part <= high)
        sums.append(inside @ columns)
        some.append(np.asarray(inside.any(axis=1)))
    return np.concatenate(sums), np.concatenate(some)


def _swept(
    low: Array, high: Array, slopes: Array, columns: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """What :func:`_summed` gives, by sums over those that came less sums over those that went.

    O(n log n); in extended precision, where the machine has it, so that little is lost.
    """
    never = low > high
    low, high = np.where(never, np.inf, low), np.where(never, np.inf, high)
    parts, counts = [], []
    for edges, side in ((low, "right"), (high, "left")):
        order = np.argsort(edges, kind="stable")
        start = np.zeros((1, columns.shape[1]), dtype=np.longdouble)
        running = np.cumsum(columns[order].astype(np.longdouble), axis=0)
        count = np.searchsorted(edges[order], slopes, side=side)  # type: ignore[call-overload]
        parts.append(np.concatenate([start, running])[count])
        counts.append(count)
    return (parts[0] - parts[1]).astype(float), counts[0] > counts[1]
