r"""Which partition is optimal at which ε, for given priors: staircase mechanisms as ε grows.

The optimum of hypothesis testing randomizes over the blocks of a partition of the alphabet, from
two blocks (the binary mechanism) at small ε to one a letter (randomized response) at large ε. A
change is enclosed between two levels at which two-sided bounds have been computed: at the lower one
the old partition is optimal, at the upper one the new partition is, and the old one is worse.
What lies between two levels that were looked at and have the same optimal partition is not proved.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from formulations.divergences import read_divergence
from formulations.errors import InputError
from formulations.formulation import Bounds
from formulations.parameters import read_distribution, read_epsilon, same_length
from formulations.staircase import Staircase
from formulations.staircase_path import Partition, best_partition, certify, value_of

Blocks = tuple[tuple[int, ...], ...]

WIDTH = 1e-10
"""How wide an enclosure of a change is."""

_GAP = 1e-11
_DEPTH = 60


@dataclass(frozen=True)
class Change:
    """The optimal partition changes between `epsilon.lower` and `epsilon.upper` (nats)."""

    epsilon: Bounds
    before: Blocks
    after: Blocks
    certified: bool
    """Whether two-sided bounds met at both ends (relative gap ≤ 1e-11) and the values crossed."""


@dataclass(frozen=True)
class Regimes:
    """The optimal partitions as ε grows from `least` to `most`.

    Attributes:
        partitions: in order, each a tuple of blocks of 0-based inputs by rising P0/P1.
        changes: what is between them.
        binary_until: the largest ε up to which a mechanism with two outputs is optimal; `most` on
            both sides if it still is there, None if it is not at `least`.
        response_from: the smallest ε from which randomized response is optimal; `least` on both
            sides if it is already there, None if it is not at `most` (with tied likelihood
            ratios it never is).
        least, most: the range of ε that was looked at.
    """

    partitions: tuple[Blocks, ...]
    changes: tuple[Change, ...]
    binary_until: Bounds | None
    response_from: Bounds | None
    least: float
    most: float


def regimes(
    p0: Any, p1: Any, divergence: Any = "kl", *, least: Any = "1e-3", most: Any = 20
) -> Regimes:
    """The sequence of optimal partitions for ε in [least, most], and where they change.

    Raises :class:`~formulations.errors.InputError` for priors that state no problem, or an empty
    range.
    """
    first, second = read_distribution("p0", p0), read_distribution("p1", p1)
    same_length(("p0", first), ("p1", second))
    low, high = read_epsilon(least, "least"), read_epsilon(most, "most")
    if not 0 < low < high:
        raise InputError("least", "is not between 0 and most", "give 0 < least < most")
    search = _Search(first, second, read_divergence(divergence))
    changes = tuple(search.between(float(low), float(high), 0))
    parts = (search.blocks(float(low)), *(c.after for c in changes))
    ends = (float(low), float(high))
    return Regimes(
        parts, changes, _binary_until(parts, changes, ends),
        _response_from(parts, changes, ends, search.k), *ends,
    )  # fmt: skip


class _Search:
    """Optimal partitions by ε, each computed once."""

    def __init__(self, p0: Any, p1: Any, divergence: Any) -> None:
        self.k = len(p0)
        self.problem = lru_cache(maxsize=None)(
            lambda epsilon: Staircase(
                p0=p0, p1=p1, epsilon=Fraction(epsilon), divergence=divergence
            )
        )
        self.best = lru_cache(maxsize=None)(
            lambda epsilon: best_partition(self.problem(epsilon).letters)
        )

    def blocks(self, epsilon: float) -> Blocks:
        partition: Partition = self.best(epsilon)
        place = partition.letters.place
        label = np.where(place >= 0, partition.labels[place], 0)
        return tuple(tuple(np.flatnonzero(label == b).tolist()) for b in range(partition.blocks))

    def lead(self, epsilon: float, low: float, high: float) -> float:
        """The sign of: the partition of `high` is better at ε than that of `low`.

        Only the blocks that differ are summed, so that the rest does not drown the difference.
        """
        letters = self.problem(epsilon).letters
        old, new = self.best(low).cuts, self.best(high).cuts
        shared = set(pairwise(old.tolist())) & set(pairwise(new.tolist()))
        sums = []
        for cuts in (old, new):
            utilities = letters.block_utilities(cuts)
            mine = [
                u
                for u, b in zip(utilities, pairwise(cuts.tolist()), strict=True)
                if b not in shared
            ]
            sums.append(math.fsum(mine))
        toll = letters.u * (len(new) - len(old)) * value_of(letters, old)
        return sums[1] - sums[0] - toll

    def between(self, low: float, high: float, depth: int) -> list[Change]:
        """The changes between two levels, by crossing the values of the partitions at the ends."""
        if np.array_equal(self.best(low).cuts, self.best(high).cuts):
            return []
        below, above = self._crossing(low, high)
        lower, upper = self.best(below).cuts, self.best(above).cuts
        settled = np.array_equal(lower, self.best(low).cuts) and np.array_equal(
            upper, self.best(high).cuts
        )
        if settled or depth >= _DEPTH or high - low <= WIDTH:
            return [self._change(below, above, low, high)]
        found = self.between(low, below, depth + 1) if below > low else []
        if not np.array_equal(lower, upper):
            found.append(self._change(below, above, below, above))
        return found + (self.between(above, high, depth + 1) if above < high else [])

    def _crossing(self, low: float, high: float) -> tuple[float, float]:
        """Two levels at most WIDTH apart, between which the lead changes its sign."""
        a, b = low, high
        while b - a > 0.9 * WIDTH:
            middle = 0.5 * (a + b)
            if middle in (a, b):
                break
            a, b = (a, middle) if self.lead(middle, low, high) > 0 else (middle, b)
        return a, b

    def _change(self, below: float, above: float, low: float, high: float) -> Change:
        worse = self.lead(below, low, high) <= 0 < self.lead(above, low, high)
        certified = worse and self._optimal(below) and self._optimal(above)
        return Change(Bounds(below, above), self.blocks(below), self.blocks(above), certified)

    def _optimal(self, epsilon: float) -> bool:
        problem, partition = self.problem(epsilon), self.best(epsilon)
        bound = problem.dual_bound({"stochastic": certify(partition)}, {})
        return bool(bound - partition.value <= _GAP * partition.value)


def _binary_until(
    parts: tuple[Blocks, ...], changes: tuple[Change, ...], ends: tuple[float, float]
) -> Bounds | None:
    if len(parts[0]) > 2:
        return None
    for part, change in zip(parts[1:], changes, strict=True):
        if len(part) > 2:
            return change.epsilon
    return Bounds(ends[1], ends[1])


def _response_from(
    parts: tuple[Blocks, ...], changes: tuple[Change, ...], ends: tuple[float, float], k: int
) -> Bounds | None:
    if len(parts[-1]) < k:
        return None
    for part, change in zip(parts[-2::-1], changes[::-1], strict=True):
        if len(part) < k:
            return change.epsilon
    return Bounds(ends[0], ends[0])
