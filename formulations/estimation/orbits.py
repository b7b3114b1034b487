r"""Letters of equal mass are alike: patterns by how many letters of each class they favour.

The risk is convex in the weights, so that an optimum may be averaged over permutations of equal
letters. What is left of the information matrix is a block over the averages of the classes, and a
number a class; a pattern is told by its counts. One class gives a pattern a size, and all
different letters the 2^k patterns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from formulations.estimation.master import Columns, mended
from formulations.estimation.risk import contrasts
from formulations.formulation import Array
from formulations.parameters import Distribution
from formulations.patterns import patterns, subsets
from formulations.privacy import make_private

_NEGLIGIBLE = 1e-13

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Orbits:
    """The classes of a prior's letters."""

    prior: Distribution
    epsilon: float

    @cached_property
    def place(self) -> Counts:
        """The class of each letter, shape (k,)."""
        order = {p: i for i, p in enumerate(sorted(set(self.prior.exact), reverse=True))}
        return np.array([order[p] for p in self.prior.exact])

    @cached_property
    def sizes(self) -> Counts:
        """The letters of each class."""
        return np.bincount(self.place)

    @property
    def number(self) -> int:
        """How many counts there are."""
        return math.prod(int(n) + 1 for n in self.sizes)

    @cached_property
    def counts(self) -> Counts:
        """All counts, shape (classes, number); the first is the constant pattern's."""
        grids = np.indices([n + 1 for n in self.sizes]).reshape(len(self.sizes), -1)
        return np.asarray(grids, dtype=np.int64)

    @cached_property
    def representatives(self) -> Array:
        """One pattern for each count, largest entry 1, shape (k, number)."""
        k = len(self.place)
        rank = np.array([int((self.place[:x] == self.place[x]).sum()) for x in range(k)])
        inside = rank[:, None] < self.counts[self.place]
        found = np.where(inside, 1.0, math.exp(-self.epsilon))
        found[:, 0] = 1.0
        return found

    def average(self, matrix: Array, alpha: Array) -> tuple[Array, Array]:
        """A symmetric matrix and a vector averaged over permutations of equal letters.

        Args:
            matrix: over the letters, shape (k, k).
            alpha: one number a letter, shape (k,).
        """
        place, n = self.place, self.sizes
        one = (place[:, None] == np.arange(len(n))).astype(float)
        block = one.T @ matrix @ one
        own = one.T @ np.diag(matrix)
        pairs = n[:, None] * n - np.diag(n)
        inner = block - np.diag(own)
        level = np.where(pairs > 0, inner / np.maximum(pairs, 1), 0.0)
        found = level[np.ix_(place, place)]
        np.fill_diagonal(found, (own / n)[place])
        return found, (one.T @ alpha / n)[place]

    @cached_property
    def columns(self) -> Columns:
        """All counts but the constant one as columns of the reduced program."""
        n, u, rest = self.sizes, math.exp(-self.epsilon), -math.expm1(-self.epsilon)
        masses = np.array([float(p) for p in sorted(set(self.prior.exact), reverse=True)])
        share = self.counts[:, 1:] / n[:, None]
        mean = u + rest * share
        mass = u + rest * ((n * masses) @ share)
        root = np.sqrt(n)[:, None]
        telling = contrasts(np.sqrt(n)).T @ (root * share)
        several = n > 1
        within = (share * (1.0 - share))[several] * (n / np.maximum(n - 1, 1))[several, None]
        rows = np.vstack([n @ mean / n.sum(), telling])
        return Columns(
            telling / np.sqrt(mass), within / mass, np.asarray(n[several] - 1.0, dtype=float), rows
        )

    @property
    def resolution(self) -> float:
        """By what part of its largest entry a column varies."""
        return -math.expm1(-self.epsilon)

    def shared(self, weights: Array) -> Array:
        """Each weight spread over all patterns with the same counts, shape (2^k − 1,)."""
        weights, sizes = mended(self.columns, weights), self.sizes
        one = (self.place[:, None] == np.arange(len(sizes))).astype(float)
        counts = np.rint(one.T @ subsets(len(self.place))[:, 1:]).astype(np.int64)
        index = np.ravel_multi_index(tuple(counts), tuple(int(n) + 1 for n in sizes))
        found = weights[index - 1] / np.bincount(index, minlength=self.number)[index]
        return np.asarray(found, dtype=float)

    def kernel(self, weights: Array) -> Array:
        """The mixture of all patterns with the shared weights, shape (k, m)."""
        columns = patterns(len(self.place), self.epsilon)[:, 1:]
        return mixture(columns, self.shared(weights), self.epsilon)

    def spread(self, alpha: Array) -> Array:
        """Multipliers of the rows as one a letter, shape (k,)."""
        n, rest = self.sizes, -math.expm1(-self.epsilon)
        found = alpha[0] / n.sum() + contrasts(np.sqrt(n)) @ alpha[1:] / np.sqrt(n) / rest
        return np.asarray(found[self.place])

    def expand(self, block: Array, within: Array) -> Array:
        """The k × k matrix of a block over the averages and a number a class of several.

        Args:
            block: over the averages, shape (q, q).
            within: a number a class of several, shape (s,).
        """
        n, place = self.sizes, self.place
        basis = contrasts(np.sqrt(n))
        averages = basis @ block @ basis.T / np.sqrt(np.outer(n, n))
        found = averages[np.ix_(place, place)]
        for number, i in zip(within, np.nonzero(n > 1)[0], strict=True):
            inside = np.nonzero(place == i)[0]
            found[np.ix_(inside, inside)] += number * (np.eye(n[i]) - 1.0 / n[i])
        return np.asarray(found)


def mixture(columns: Array, weights: Array, epsilon: float) -> Array:
    """The kernel of weights that are not negligible, stochastic and private.

    Args:
        columns: patterns, shape (k, n).
        weights: one a pattern, shape (n,).
        epsilon: privacy level in nats.
    """
    used = weights > _NEGLIGIBLE * weights.max()
    kernel = columns[:, used] * weights[used]
    kernel = kernel / kernel.sum(axis=1, keepdims=True)
    return make_private(kernel, kernel.mean(axis=0), epsilon)
