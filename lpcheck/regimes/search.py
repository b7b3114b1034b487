"""Where the optimal partition changes, by crossing the values of two partitions."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Bounds
from formulations.parameters import LARGEST_EPSILON, Distribution
from formulations.staircase import Staircase
from formulations.staircase_path import Partition, best_partition, certify, value_of
from lpcheck.regimes.regime import Blocks

Cuts = tuple[int, ...]
Crossing = tuple[float, float, Cuts, Cuts]
"""Two levels, and the partitions that are optimal at them."""

WIDTH = 1e-10
"""How wide an enclosure of a change is."""

_GAP, _EQUAL = 1e-11, 1e-14
_DEPTH = 60
_GRID = 24


class Search:
    """Optimal partitions by ε, each computed once."""

    def __init__(self, p0: Distribution, p1: Distribution, divergence: Any) -> None:
        self.p0, self.p1, self.divergence = p0, p1, divergence
        self.problem = lru_cache(maxsize=None)(
            lambda epsilon: Staircase(
                p0=p0, p1=p1, epsilon=Fraction(epsilon), divergence=divergence
            )
        )
        self.best = lru_cache(maxsize=None)(self._best)
        self.place = self.problem(1.0).letters.place
        self.n = len(self.problem(1.0).letters)

    def letters(self) -> tuple[list[Fraction], list[Fraction]]:
        """The exact masses of the letters by rising P0/P1, equal ratios merged."""
        sums = [[Fraction(0)] * self.n, [Fraction(0)] * self.n]
        for mine, p in zip(sums, (self.p0, self.p1), strict=True):
            for x, letter in enumerate(self.place.tolist()):
                if letter >= 0:
                    mine[letter] += p.exact[x]
        return sums[0], sums[1]

    def _best(self, epsilon: float) -> Cuts:
        with np.errstate(all="ignore"):
            letters = self.problem(epsilon).letters
            found = best_partition(letters)
            # Of a partition and its mirror image, where they tie, always the same one.
            twin = self.n - found.cuts[::-1]
            tied = value_of(letters, twin) >= (1.0 - _EQUAL) * found.value
        cuts: list[int] = found.cuts.tolist()
        return tuple(min(cuts, twin.tolist()) if tied else cuts)

    def blocks(self, cuts: Cuts) -> Blocks:
        """Blocks of inputs; those without mass go with the first."""
        owner = np.repeat(np.arange(len(cuts) - 1), np.diff(cuts))
        label = np.where(self.place >= 0, owner[self.place], 0)
        return tuple(tuple(np.flatnonzero(label == b).tolist()) for b in range(len(cuts) - 1))

    def value(self, epsilon: float, cuts: Cuts) -> float:
        """That of randomized response over the blocks."""
        return value_of(self.problem(epsilon).letters, np.array(cuts))

    def lead(self, epsilon: float, old: Cuts, new: Cuts) -> float:
        """The sign of: a partition is better at ε than another.

        Only the blocks that differ are summed, so that the rest does not drown the difference.
        """
        letters = self.problem(epsilon).letters
        shared = set(pairwise(old)) & set(pairwise(new))
        sums = []
        for cuts in (old, new):
            utilities = letters.block_utilities(np.array(cuts)).tolist()
            blocks = zip(utilities, pairwise(cuts), strict=True)
            sums.append(math.fsum(u for u, block in blocks if block not in shared))
        price = letters.u * (len(new) - len(old)) * self.value(epsilon, old)
        return sums[1] - sums[0] - price

    def beaten(self, epsilon: float, cuts: Cuts) -> bool:
        """Whether another partition is better at ε, by more than rounding."""
        if not 0 < epsilon <= LARGEST_EPSILON:
            return False
        other, value = self.best(epsilon), self.value(epsilon, cuts)
        return other != cuts and self.lead(epsilon, cuts, other) > 1e-13 * value

    def ends(self, least: float, most: float) -> tuple[float, float]:
        """Finite levels between which changes are looked for first."""
        high = most
        if math.isinf(most):
            high = max(20.0, 2.0 * least)
            while len(self.best(high)) <= self.n and high < 320.0:
                high *= 2.0
        return (least if least > 0 else min(1e-3, high / 2.0)), high

    def changes(self, low: float, high: float) -> list[Crossing]:
        """The changes between two levels that a grid of levels shows."""
        grid = np.geomspace(low, high, _GRID).tolist()
        grid[0], grid[-1] = low, high
        return [c for a, b in pairwise(grid) for c in self.between(a, b, 0)]

    def between(self, low: float, high: float, depth: int) -> list[Crossing]:
        """The changes between two levels, by crossing the values of the partitions at the ends."""
        first, last = self.best(low), self.best(high)
        if first == last:
            return []
        below, above = self._crossing(low, high)
        lower, upper = self.best(below), self.best(above)
        settled = (lower, upper) == (first, last)
        if settled or depth >= _DEPTH or high - low <= WIDTH:
            return [(below, above, first, last)]
        found = self.between(low, below, depth + 1) if below > low else []
        if lower != upper:
            found.append((below, above, lower, upper))
        return found + (self.between(above, high, depth + 1) if above < high else [])

    def _crossing(self, low: float, high: float) -> tuple[float, float]:
        """Two levels less than WIDTH apart, on both sides of where the lead changes its sign.

        Neither is so near to it that rounding hides which partition is better.
        """
        old, new = self.best(low), self.best(high)
        a, b = low, high
        while b - a > 1e-13 * max(1.0, b):
            middle = 0.5 * (a + b)
            a, b = (a, middle) if self.lead(middle, old, new) > 0 else (middle, b)
        return max(a - 0.45 * WIDTH, low), min(b + 0.45 * WIDTH, high)

    def upper(self, epsilon: float) -> float:
        """A bound that no mechanism passes at ε, in double precision."""
        if math.isinf(epsilon):
            return float(self.divergence.between(self.p0.array, self.p1.array))
        if epsilon > LARGEST_EPSILON:
            return self.upper(math.inf)
        problem = self.problem(epsilon)
        partition: Partition = best_partition(problem.letters)
        return float(problem.dual_bound({"stochastic": certify(partition)}, {}))

    def optimal(self, epsilon: float, cuts: Cuts) -> bool:
        """Whether bounds from both sides meet at one level, in double precision."""
        value = self.value(epsilon, cuts)
        return bool(self.upper(epsilon) - value <= _GAP * value)

    def regret(self, hole: Bounds, cuts: Cuts, steps: int = 32) -> float:
        """What is lost at most by using a partition throughout a range, in double precision.

        The optimum and the value both grow with ε: on a part [a, b] the loss is at most the
        optimum at b less the value at a.
        """
        low = max(hole.lower, hole.upper / 100.0 if hole.lower == 0 else 0.0)
        high = min(hole.upper, max(2.0 * low, 60.0))
        grid = [hole.lower, *np.geomspace(low, high, steps).tolist(), hole.upper]
        worst = 0.0
        for a, b in pairwise(sorted(set(grid))):
            known = self.value(a, cuts) if 0 < a <= LARGEST_EPSILON else 0.0
            try:
                worst = max(worst, self.upper(b) - known)
            except InputError:  # beyond doubles
                return math.inf
        return worst
