r"""Which of all 2^n patterns breaks a dual vector the most, exactly, in O(n²).

The utility φ is the largest of its tangents, one for each slope s: with the conjugate f*

.. math:: \max_T \mu_T - S_T^T\alpha
          = \max_s \Big( u (s - f^*(s)) + \sum_x \max(s p_{0x} - f^*(s) p_{1x} - c_x, 0) \Big)
            - u 1^T\alpha,

c = (1 − u)α. As f* is convex, a letter x belongs to the best set for slope s exactly while s is
between the slopes of two tangents of f: those that pass through the point (p0/p1, c/p1). So all
best sets are met by sweeping s over 2n events: 2n + 1 candidates instead of 2^n. The slopes are
minima of chord slopes, found from values of f alone, so that f may have kinks. A set that
rounding puts in the wrong place is still a set: no candidate is ever false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.staircase_path.letters import Letters

_GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0
_STEPS, _SMOOTH_STEPS = 68, 44
_PIECE = 8.0
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
        """The sets worse than `least` and than both neighbours; `more` others, evenly spread."""
        padded = np.concatenate([[-np.inf], self.amounts, [-np.inf]])
        higher = (self.amounts >= padded[:-2]) & (self.amounts >= padded[2:])
        chosen = higher & (self.amounts > least)
        if more:
            chosen[np.linspace(0, len(chosen) - 1, more).astype(np.intp)] = True
        return self.inside[chosen]


def shortfall(letters: Letters, alpha: Array) -> float:
    """max_T (μ_T − S_Tᵀα) over all patterns T, for any vector α over the k inputs.

    Inputs of one letter need not share its price by mass here, so they are told apart again.
    """
    apart = letters.apart()
    prices = np.empty(len(apart))
    prices[apart.place] = letters.rest * alpha
    return separate(apart, prices, float(alpha.sum())).worst


def separate(letters: Letters, prices: Array, level: float) -> Violated:
    """The candidates for max_T (μ_T − c(T)) − uλ.

    Args:
        letters: the sorted alphabet.
        prices: c = (1 − u)α by letter, shape (n,); any real numbers.
        level: λ = 1ᵀα.
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


def entry_and_exit(letters: Letters, prices: Array) -> tuple[Array, Array]:
    """The slopes between which each letter is in the best set; low > high where it never is."""
    p0, p1 = letters.p0, letters.p1
    first, last = _range_of_ratios(letters)
    with np.errstate(divide="ignore", invalid="ignore"):
        own = np.log(p0) - np.log(p1)
        own[(p0 <= 0) & (p1 <= 0)] = np.nan
    start, stop = np.full(len(p0), first), np.full(len(p0), last)

    # Both sides of each letter at once: first those for `low`, with the sign changed.
    side = np.repeat([-1.0, 1.0], len(p0))
    mass, c, own_gap = np.tile(p1, 2), np.tile(prices, 2), np.tile(letters.gap, 2)

    def chords(w: Array) -> Array:
        """Slopes of the lines from the letter's point to the graph of f at e^w, times the side."""
        a, b = np.exp(np.minimum(w, 0.0)), np.exp(-np.maximum(w, 0.0))
        gap = np.copysign(-np.expm1(-np.abs(w)), w)  # a − b
        rise = mass * letters.divergence.terms(a, b, gap) - c * b
        run = side * (mass * gap - own_gap * b)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(run > 0, rise / run, np.inf)

    split = np.clip(np.nan_to_num(own), first, last)
    # At a smooth minimum the error is of second order.
    known_smooth = letters.divergence.smooth and letters.divergence.price is not None
    slopes = _smallest(
        chords,
        np.concatenate([start, split]),
        np.concatenate([split, stop]),
        _SMOOTH_STEPS if known_smooth else _STEPS,
    )
    low, high = -slopes[: len(p0)], slopes[len(p0) :]
    low[own <= first], high[own >= last] = -np.inf, np.inf
    inner = (own > first) & (own < last)
    # A point on or above the graph: no tangent passes below f through it.
    never = inner & (prices >= letters.divergence.terms(p0, p1, letters.gap))
    empty = np.isnan(own)
    low[empty], high[empty] = -np.inf, np.inf
    never |= empty & (prices >= 0)
    low[never], high[never] = np.inf, -np.inf
    return low, high


def _range_of_ratios(letters: Letters) -> tuple[float, float]:
    """The smallest and the largest log m0/m1 of a pattern: those of a prefix and of a suffix."""
    found = []
    for step in (1, -1):
        m0, m1 = (letters.u + np.cumsum(v[::step]) for v in (letters.p0, letters.p1))
        found.append(np.log(m0) - np.log(m1))
    return min(float(found[0].min()), 0.0), max(float(found[1].max()), 0.0)


def _smallest(chords: Callable[[Array], Array], low: Array, high: Array, steps: int) -> Array:
    """The smallest value of a quasiconvex function on [low, high], elementwise.

    Far out in log r chords differ by less than rounding: a grid finds the part where they do not.
    """
    pieces = 2 + int(np.max(high - low, initial=0.0) / _PIECE)
    grid = low + (high - low) * np.linspace(0.0, 1.0, pieces + 1)[:, None]
    values = np.array([chords(w) for w in grid])
    least = values.argmin(axis=0)
    best, column = values.min(axis=0), np.arange(len(low))
    low = grid[np.maximum(least - 1, 0), column]
    high = grid[np.minimum(least + 1, pieces), column]
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = chords(left), chords(right)
    for _ in range(steps):
        best = np.minimum(best, np.minimum(at_left, at_right))
        down = at_left < at_right
        high, low = np.where(down, right, high), np.where(down, low, left)
        new = np.where(down, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
        at_new = chords(new)
        left, right = np.where(down, new, right), np.where(down, left, new)
        at_left, at_right = np.where(down, at_new, at_right), np.where(down, at_left, at_new)
    return np.asarray(np.minimum(best, np.minimum(at_left, at_right)))
