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


@dataclass(frozen=True, eq=False)
class Violated:
    """Candidate sets in order of slope, and μ_T − S_Tᵀα of each."""

    inside: NDArray[np.bool_]
    """Shape (candidates, n)."""
    amounts: Array

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
        return self.inside[chosen]


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
    inside = (low <= slopes[:, None]) & (slopes[:, None] <= high)
    inside = inside[inside.any(axis=1)]
    columns = np.stack([letters.p0, letters.p1, letters.gap, prices], axis=1)
    size = max(_CHUNK // max(len(letters), 1), 1)
    parts = [inside[i : i + size] @ columns for i in range(0, len(inside), size)]
    sums = np.concatenate(parts) if parts else np.empty((0, 4))
    amounts = letters.utility(sums[:, 0], sums[:, 1], sums[:, 2]) - sums[:, 3] - letters.u * level
    return Violated(inside, amounts)
