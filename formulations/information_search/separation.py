r"""Which pattern breaks a dual vector the most: branch and bound whose bound is always true.

Wanted is max_T g(P(T)) − c(T) − uΣα, c = (1 − u)α. This contains PARTITION (g peaks near 1/2), so
nothing polynomial is known. Letters are decided by falling mass; what the others can add is
relaxed (:mod:`.relaxations`). A node whose bound is at most what is allowed is left, and when the
budget of nodes ends the bounds of all open nodes are part of the answer. Where the sets of half
the letters can be listed (:mod:`.halves`), as those of up to 40 letters can, the answer is exact to
rounding, which is part of it. Beside a letter of nearly all the mass the others are summed alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.information_search.halves import Halves, listed
from formulations.information_search.letters import Index
from formulations.information_search.relaxations import Counts, Layer, Parts, Prices, Relaxation

_BATCH = 1 << 14
_KEPT = 2000
_HEAVY = 0.9
_LEAST, _SETS_A_NODE = 2**14, 16
"""The tree gets no more nodes than take the time of the halves, or very little."""


@dataclass(frozen=True, eq=False)
class Separated:
    """What is known of the largest violation of a dual vector."""

    upper: float
    """No set is violated by more; never below 0, nor below what rounding may hide."""
    amounts: Array
    """The violations of the sets that were met and break it, the worst first."""
    sets: Counts
    """How many inputs of each letter these sets take, shape (found, n)."""
    nodes: int


def separate(prices: Prices, *, allowed: float = 0.0, budget: int = 200_000) -> Separated:
    """Bound max_T g(P(T)) − c(T) − uΣα from above, and collect sets on the way.

    First letters may be taken in part. Where that takes too many nodes the sets of half the letters
    are listed, and if there are too many of these, the sets of each size are searched apart.

    Args:
        prices: the dual vector.
        allowed: a violation of no interest, ≥ 0: branches that cannot pass it are left.
        budget: the most nodes to open, deterministic.
    """
    if len(prices.counts) > 1 and prices.masses[0] > _HEAVY:
        return _join([_separate(prices.beside_heaviest(i), allowed, budget) for i in (0, 1)])
    return _separate(prices, allowed, budget)


def _join(beside: list[Separated]) -> Separated:
    """All sets, of those without and with the heaviest letter."""
    amounts = np.concatenate([found.amounts for found in beside])
    taken = np.repeat([0, 1], [len(found.sets) for found in beside])
    sets = np.column_stack([taken, np.concatenate([found.sets for found in beside])])
    order = np.argsort(-amounts, kind="stable")
    upper, nodes = max(found.upper for found in beside), sum(found.nodes for found in beside)
    return Separated(upper, amounts[order], sets[order].astype(np.int16), nodes)


def _separate(prices: Prices, allowed: float, budget: int) -> Separated:
    size = listed(prices.counts)
    first = min(budget // 4, max(_LEAST, size / _SETS_A_NODE))
    whole = _Tree(prices, allowed, int(first))
    whole.search(Parts(prices))
    if not whole.complete and np.isfinite(size):
        whole.finish(Halves(prices))
    if whole.complete:
        return whole.found()
    layers = _Tree(prices, allowed, budget - whole.nodes)
    for size in range(int(prices.counts.sum()) + 1):
        layers.search(Layer(prices, size))
    best = whole if whole.upper <= layers.upper else layers
    best.kept = whole.kept + layers.kept
    best.nodes = whole.nodes + layers.nodes
    return best.found()


@dataclass(frozen=True, eq=False)
class _Nodes:
    """Sets of which the first `depth` letters are decided, and a bound on how they go on."""

    depth: int
    mass: Array
    cost: Array
    sets: Counts
    bounds: Array

    def __getitem__(self, chosen: Index | NDArray[np.bool_]) -> _Nodes:
        return _Nodes(
            self.depth,
            self.mass[chosen],
            self.cost[chosen],
            self.sets[chosen],
            self.bounds[chosen],
        )


class _Tree:
    """Depth-first in batches, the best of a batch first."""

    def __init__(self, prices: Prices, allowed: float, budget: int) -> None:
        self.prices, self.budget = prices, budget
        self.allowed = max(allowed, 0.0)
        self.upper, self.worst, self.nodes, self.complete = 0.0, 0.0, 0, True
        self.kept: list[Counts] = []

    def search(self, relaxation: Relaxation) -> None:
        """All sets that the relaxation allows."""
        n = len(self.prices.masses)
        empty = np.zeros((1, n), dtype=np.int16)
        stack = [self._nodes(relaxation, 0, np.zeros(1), np.zeros(1), empty)]
        while stack:
            nodes = self._prune(stack.pop())
            if not len(nodes.mass):
                continue
            if self.nodes + len(nodes.mass) > self.budget:
                self.complete = False
                self.upper = max([self.upper, *(float(m.bounds.max()) for m in [nodes, *stack])])
                return
            self.nodes += len(nodes.mass)
            self._complete(relaxation, nodes)
            if nodes.depth < n:
                children = self._prune(self._children(relaxation, nodes))
                order = np.argsort(children.bounds, kind="stable")
                batches = range(0, len(order), _BATCH)
                stack += [children[order[i : i + _BATCH]] for i in batches]

    def _nodes(
        self, relaxation: Relaxation, depth: int, mass: Array, cost: Array, sets: Counts
    ) -> _Nodes:
        bounds = relaxation.bounds(depth, mass, cost, sets.sum(axis=1, dtype=np.intp))
        return _Nodes(depth, mass, cost, sets, bounds)

    def _children(self, relaxation: Relaxation, nodes: _Nodes) -> _Nodes:
        letter, size = nodes.depth, len(nodes.mass)
        numbers = np.repeat(np.arange(int(self.prices.counts[letter]) + 1), size)
        again = np.tile(np.arange(size), int(self.prices.counts[letter]) + 1)
        sets = nodes.sets[again]
        sets[:, letter] = numbers
        mass = nodes.mass[again] + numbers * self.prices.masses[letter]
        cost = nodes.cost[again] + numbers * self.prices.costs[letter]
        return self._nodes(relaxation, letter + 1, mass, cost, sets)

    def _prune(self, nodes: _Nodes) -> _Nodes:
        left = nodes.bounds <= max(self.allowed, self.worst)
        self.upper = max(self.upper, float(nodes.bounds[left].max(initial=0.0)))
        return nodes if not left.any() else nodes[~left]

    def _complete(self, relaxation: Relaxation, nodes: _Nodes) -> None:
        """Keep the completions that break the dual vector."""
        taken = nodes.sets.sum(axis=1, dtype=np.intp)
        sets = nodes.sets.copy()
        sets[:, nodes.depth :] = relaxation.completions(nodes.depth, nodes.mass, taken)
        amounts = self.prices.of(sets)
        self.worst = max(self.worst, float(amounts.max()))
        self.upper = max(self.upper, self.worst)
        good = amounts > self.allowed
        if good.any():
            best = np.argsort(-amounts[good], kind="stable")[:_KEPT]
            self.kept.append(sets[good][best])

    def finish(self, halves: Halves) -> None:
        """What the tree left open, and the worst sets of all."""
        rows = np.argsort(-halves.amounts, kind="stable")[:_KEPT]
        self.kept.append(halves.sets(rows[halves.amounts[rows] > self.allowed]))
        self.upper, self.complete = max(min(self.upper, halves.upper), self.worst), True

    def found(self) -> Separated:
        """The bound, with what rounding may hide, and the sets without repetition."""
        upper = self.upper + self.prices.rounding
        if not self.kept:
            return Separated(upper, np.empty(0), self._none(), self.nodes)
        sets = np.unique(np.concatenate(self.kept), axis=0)
        amounts = self.prices.of(sets)
        order = np.argsort(-amounts, kind="stable")
        return Separated(upper, amounts[order], sets[order], self.nodes)

    def _none(self) -> Counts:
        return np.empty((0, len(self.prices.masses)), dtype=np.int16)
