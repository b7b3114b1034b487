r"""Bounds on all sets below a node: what the undecided letters can add at most.

Decided are the letters before `depth`; the decided part of a set has a mass a and a cost. Both
relaxations are Lagrangian bounds, so that they hold wherever their multiplier is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.information_search.letters import Curve, Index

Counts = NDArray[np.int16]

_THIRDS = 40


@dataclass(frozen=True, eq=False)
class Prices:
    """A dual vector as separation sees it: g(P(T)) − c(T) − base is how much T breaks it.

    Attributes:
        curve: g.
        masses: the mass of one input of each letter, positive and falling.
        costs: c by input of each letter, c = (1 − u)α; any real numbers.
        counts: the number of inputs of each letter.
        base: uΣα, the price of the empty set.
    """

    curve: Curve
    masses: Array
    costs: Array
    counts: Index
    base: float

    @property
    def mass(self) -> float:
        """The mass of all letters."""
        return float(self.masses @ self.counts)

    def beside_heaviest(self, taken: int) -> Prices:
        """The prices of the other letters, beside one input of the first letter or none."""
        curve = Curve(
            self.curve.epsilon, float(self.masses[1:] @ self.counts[1:]) if taken else 1.0
        )
        base = self.base + taken * float(self.costs[0])
        return Prices(curve, self.masses[1:], self.costs[1:], self.counts[1:], base)

    @property
    def peak(self) -> float:
        """The largest utility of any mass up to that of all letters."""
        at = min(self.curve.peak, self.mass)
        return float(self.curve.utility(np.array([at]))[0])

    @property
    def rounding(self) -> float:
        """By how much a computed violation may be wrong.

        Sums of masses and costs are wrong by k units and a few, relative, and for masses s up to r
        s|g'(s)| ≤ max g + r|g'(r)|. The terms of g are (1 + x) log(1 + x) − x, which is wrong by
        units of x where x is large and no series is used.
        """
        curve, mass = self.curve, self.mass
        size = self.peak + mass * float(np.abs(curve.slope(np.array([mass]))[0]))
        size += float(np.abs(self.costs) @ self.counts) + abs(self.base)
        terms = 4.0 * mass * curve.rest * min(1.0, 60.0 * curve.rest)
        units = float(self.counts.sum()) + 4.0
        return 0.5 * float(np.finfo(float).eps) * (units * size + terms)

    def violations(self, mass: Array, cost: Array) -> Array:
        """The violation of sets of the given masses and costs.

        Args:
            mass: P(T), any shape.
            cost: c(T), the same shape.
        """
        return self.curve.utility(np.minimum(mass, self.curve.missing)) - cost - self.base

    def of(self, sets: Counts) -> Array:
        """The violation of sets given by counts, shape (sets, n)."""
        return self.violations(sets @ self.masses, sets @ self.costs)


class Relaxation(Protocol):
    """A bound on the violation of every completion of a node, and a good completion."""

    prices: Prices

    def bounds(self, depth: int, mass: Array, cost: Array, taken: Index) -> Array:
        """A bound for each node, shape (nodes,); −∞ where nothing completes.

        Args:
            depth: the letters before it are decided.
            mass: of the decided part, shape (nodes,).
            cost: of the decided part, shape (nodes,).
            taken: inputs in the decided part, shape (nodes,).
        """

    def completions(self, depth: int, mass: Array, taken: Index) -> Counts:
        """Counts of the letters from `depth` on, shape (nodes, n − depth).

        Args:
            depth: the letters before it are decided.
            mass: of the decided part, shape (nodes,).
            taken: inputs in the decided part, shape (nodes,).
        """


class Parts:
    r"""A set may take any part of a letter.

    The cheapest way Φ(s) to take the mass s fills up letters by rising cost by mass, and
    :math:`\max_s g(a + s) - \Phi(s)` is where g' passes the ratio of the letter being filled.
    """

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        ratios = prices.costs / prices.masses
        rising = np.argsort(ratios, kind="stable")
        turns = prices.curve.mass_of_slope(ratios)
        self._levels = [
            self._level(rising[rising >= depth], ratios, turns) for depth in range(len(ratios) + 1)
        ]

    def _level(self, order: Index, ratios: Array, turns: Array) -> tuple[Any, ...]:
        prices = self.prices
        masses = np.append(0.0, np.cumsum((prices.masses * prices.counts)[order]))
        costs = np.append(0.0, np.cumsum((prices.costs * prices.counts)[order]))
        # A node of at most this mass takes the letter whole.
        limits = np.minimum.accumulate(turns[order] - masses[1:])
        rank = np.argsort(order, kind="stable")  # of the letters depth, depth + 1, ...
        return masses, costs, ratios[order], turns[order], -limits, rank

    def bounds(self, depth: int, mass: Array, cost: Array, taken: Index) -> Array:
        """g(a + s) − Φ(s) at the best s, shape (nodes,)."""
        masses, costs, ratios, turns, limits, _ = self._levels[depth]
        if not len(ratios):
            return self.prices.violations(mass, cost)
        filling = np.minimum(np.searchsorted(limits, -mass, side="right"), len(ratios) - 1)
        added = np.clip(turns[filling] - mass, masses[filling], masses[filling + 1])
        paid = costs[filling] + ratios[filling] * (added - masses[filling])
        return self.prices.violations(mass + added, cost + paid)

    def completions(self, depth: int, mass: Array, taken: Index) -> Counts:
        """The letters that are taken whole, shape (nodes, n − depth)."""
        *_, limits, rank = self._levels[depth]
        whole = np.searchsorted(limits, -mass, side="right")
        chosen = np.where(rank < whole[:, None], self.prices.counts[depth:], 0)
        return np.asarray(chosen, dtype=np.int16)


class Layer:
    r"""Sets of a given number of inputs: for letters of nearly one mass, whose parts say little.

    For any slope σ, with the r inputs that are still to come,

    .. math:: \max_T g(P(T)) - c(T) \le \max_s (g(s) - \sigma s) + \sigma a - c(a)
              + \max_{|R| = r} (\sigma P - c)(R),

    s between the masses that a set of r more inputs can have.
    """

    def __init__(self, prices: Prices, size: int) -> None:
        self.prices, self.size = prices, size
        self._ends = np.array([self._least(0)[size], self._most(prices.masses, 0)[size]])
        self.slope = self._best_slope()
        gains = self.slope * prices.masses - prices.costs
        self._gains = [self._most(gains, 0)]
        self._low, self._high = [self._least(0)], [self._most(prices.masses, 0)]
        self._falling = np.argsort(-gains, kind="stable")
        self._turn = prices.curve.mass_of_slope(np.array([self.slope]))[0]

    def _most(self, values: Array, depth: int) -> Array:
        """The sum of the r largest of the values of the inputs from `depth` on, r = 0, 1, ..."""
        each = np.repeat(values[depth:], self.prices.counts[depth:])
        return np.append(0.0, np.cumsum(-np.sort(-each)))

    def _least(self, depth: int) -> Array:
        return -self._most(-self.prices.masses, depth)

    def _best_slope(self) -> float:
        """The slope of the least bound at the root, which is convex in σ."""
        low, high = self.prices.curve.slope(np.clip(self._ends[::-1], 1e-300, 1.0))
        for _ in range(_THIRDS):
            left, right = low + (high - low) / 3.0, high - (high - low) / 3.0
            if self._root(left) <= self._root(right):
                high = right
            else:
                low = left
        return float(0.5 * (low + high))

    def _root(self, slope: float) -> float:
        prices = self.prices
        at = np.clip(prices.curve.mass_of_slope(np.array([slope])), *self._ends)
        gains = self._most(slope * prices.masses - prices.costs, 0)[self.size]
        return float(prices.violations(at, slope * at)[0] + gains)

    def _deepen(self, depth: int) -> None:
        """Make the tables down to a depth: most layers are left at their root."""
        prices = self.prices
        for d in range(len(self._low), depth + 1):
            self._low.append(self._least(d))
            self._high.append(self._most(prices.masses, d))
            self._gains.append(self._most(self.slope * prices.masses - prices.costs, d))

    def bounds(self, depth: int, mass: Array, cost: Array, taken: Index) -> Array:
        """The bound at the layer's own slope, the best at the root, shape (nodes,)."""
        self._deepen(depth)
        left = self.size - taken
        fits = (left >= 0) & (left < len(self._low[depth]))
        r = np.where(fits, left, 0)
        at = np.clip(self._turn, mass + self._low[depth][r], mass + self._high[depth][r])
        gain = self._gains[depth][r] - self.slope * (at - mass)
        return np.where(fits, self.prices.violations(at, cost - gain), -np.inf)

    def completions(self, depth: int, mass: Array, taken: Index) -> Counts:
        """The r inputs of the largest σp − c as counts, shape (nodes, n − depth)."""
        counts = self.prices.counts
        order = self._falling[self._falling >= depth]
        before = np.append(0, np.cumsum(counts[order]))[:-1]
        chosen = np.zeros((len(mass), len(counts)), dtype=np.int16)
        chosen[:, order] = np.clip((self.size - taken)[:, None] - before, 0, counts[order])
        return chosen[:, depth:]
