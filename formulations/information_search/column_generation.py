r"""Column generation: the program over few patterns, and the search for those it lacks.

Every round solves the program over the patterns met so far and looks for sets that break its dual
vector, first near the sets in use (:mod:`.neighbourhood`), and where those add nothing, everywhere
(:mod:`.separation`). It ends when the bounds meet or when a budget of rounds or nodes runs out,
never by the clock. Two bounds from above are kept: that of the closed form (:mod:`.fluid`), and
the best of the dual vectors separated so far, A + k/(1 + (k − 1)u) times the largest violation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from formulations.formulation import Array
from formulations.information_search.covers import best_cover, best_mass
from formulations.information_search.fluid import fluid_prices
from formulations.information_search.letters import Letters
from formulations.information_search.master import Master, Mixture
from formulations.information_search.neighbourhood import neighbours
from formulations.information_search.relaxations import Counts
from formulations.information_search.separation import separate

_CLOSED, _CLOSED_IF_SMALL = 1e-10, 2e-13
"""Relative gaps at which the search ends; the second where there are few patterns anyway."""

_SMALL = 2**16
_ROUNDS, _STARTS, _KEPT = 200, 40, 150
_NODES, _ALL_NODES = 400_000, 8_000_000
_SEED = 2016
_MANY, _PROGRAM = 100, 1000
"""Inputs from which on covers are tried first, since of fewer what is best is no cover; letters up
to which the program is tried too, dense as it is."""


@dataclass(frozen=True, eq=False)
class Found:
    """A mixture of patterns, and a dual vector.

    Attributes:
        sets: how many inputs of each letter a pattern takes, shape (patterns, n).
        weights: of these patterns, shape (patterns,).
        alpha: the dual vector by input of each letter, shape (n,).
        rounds, nodes: what the search took; sets that are listed are no nodes.
    """

    sets: Counts
    weights: Array
    alpha: Array
    rounds: int
    nodes: int


def search(letters: Letters) -> Found:
    """The best mixture and the best dual vector that the budgets allow."""
    if letters.curve.epsilon == 0 or letters.counts.sum() == 1:  # nothing can be told
        everything = letters.counts[None, :].astype(np.int16)
        return Found(everything, np.ones(1), np.zeros(len(letters)), 0, 0)
    return _Search(letters).run()


class _Search:
    def __init__(self, letters: Letters) -> None:
        self.letters, self.master = letters, Master(letters)
        self.generator = np.random.default_rng(_SEED)
        k, curve = int(letters.counts.sum()), letters.curve
        self.weight = k / (1.0 + (k - 1) * curve.u)
        self.bound, self.alpha = fluid_prices(letters)
        small = np.prod(letters.counts + 1.0) <= _SMALL
        self.closed = _CLOSED_IF_SMALL if small else _CLOSED
        self.nodes = 0
        self.separated: Mixture | None = None

    def run(self) -> Found:
        """The search; where its program is given up, a cover may be better than what it has."""
        if int(self.letters.counts.sum()) < _MANY:
            return self._generate()[0]
        sets, weights, value = best_cover(self.letters)
        cover = Found(sets, weights, self.alpha, 0, 0)
        if self.bound - value <= self.closed * value or len(self.letters) > _PROGRAM:
            return cover
        found, reached = self._generate(sets)
        return found if reached >= value else replace(cover, alpha=found.alpha)

    def _generate(self, *more: Counts) -> tuple[Found, float]:
        """Column generation from the first sets and some more; what it found, and its value."""
        self.master.add(np.concatenate([_first_sets(self.letters, self.generator), *more]))
        best, rounds = None, 0
        while rounds < _ROUNDS and self.nodes < _ALL_NODES:
            mixture = self.master.solve()
            if mixture is None:
                break
            best, rounds = mixture, rounds + 1
            if self.master.exhausted or self._closed(mixture):
                break
            if not (self._improve(mixture) or self._separate(mixture)):
                break
        if best is None:
            everything = self.letters.counts[None, :].astype(np.int16)
            return Found(everything, np.ones(1), self.alpha, rounds, self.nodes), 0.0
        told = self.separated is best or self.master.exhausted
        if not self._closed(best) and not told:
            self._separate(best)
        found = Found(best.sets, best.weights, self.alpha, rounds, self.nodes)
        return found, best.value

    def _closed(self, mixture: Mixture) -> bool:
        return self.bound - mixture.value <= self.closed * mixture.value

    def _improve(self, mixture: Mixture) -> bool:
        """Sets near those in use; whether they promise more than what counts as closed."""
        used = self.generator.permutation(len(mixture.sets))[:_STARTS]
        sets = [neighbours(mixture.prices, mixture.sets[i], self.generator) for i in used]
        found = np.concatenate(sets)
        prices = mixture.prices
        amounts = self.letters.utilities(found) - found @ prices.costs - prices.base
        allowed = self.closed * mixture.value / self.weight
        added = self.master.add(found[amounts > 0.01 * allowed])
        return added > 0 and float(amounts.max()) > allowed

    def _separate(self, mixture: Mixture) -> bool:
        """Bound the optimum by this dual vector; whether that leaves a gap and new sets."""
        allowed = 0.1 * self.closed * mixture.value / self.weight
        found = separate(mixture.prices, allowed=allowed, budget=_NODES)
        self.nodes, self.separated = self.nodes + found.nodes, mixture
        bound = mixture.level + self.weight * found.upper
        if bound < self.bound:
            self.bound, self.alpha = bound, mixture.prices.costs / self.letters.curve.rest
        return not self._closed(mixture) and self.master.add(found.sets[:_KEPT]) > 0


def _first_sets(letters: Letters, generator: np.random.Generator) -> Counts:
    """All inputs, each letter alone or missing, and random sets of the mass that is best."""
    n = len(letters)
    one = np.eye(n, dtype=np.int16)
    full = letters.counts.astype(np.int16)
    mass = best_mass(letters)
    sets = np.zeros((4 * n, n), dtype=np.int16)
    for i, row in enumerate(sets):
        others = generator.permutation(n)
        left = mass
        for letter in np.append(i % n, others[others != i % n]):
            least = 1 if letter == i % n else 0
            fits = int(max(left, 0.0) / letters.masses[letter] + 1e-9)
            row[letter] = min(max(fits, least), letters.counts[letter])
            left -= row[letter] * letters.masses[letter]
    return np.concatenate([full[None, :], one, full - one, sets])
