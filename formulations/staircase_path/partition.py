r"""The best mechanism that splits the sorted alphabet into blocks and randomizes over the blocks.

.. math:: \lambda = \max_{0 = c_0 < \dots < c_m = n} \frac{\sum_b \mu(c_{b-1}, c_b)}{1 + (m - 1)u}

By Dinkelbach's method λ is the root of a path problem: the longest path over the cut points with
arcs of length μ(i, j) − uλ has length (1 − u)λ. Contiguous blocks suffice among partitions: with
all other blocks fixed, the two blocks that share a set of letters have a utility that is convex
in the masses of one of them, so an extreme split, by a threshold on P0/P1, is as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array
from formulations.privacy import make_private
from formulations.staircase_path.letters import Index, Letters

_COARSE = 160
_KEPT = 1024
_BATCH = 4096
_MOST_ROUNDS = 50

_REFINED, _FINER = 2000, 6
"""Letters from which on cuts are moved, and how much finer each time."""

_A_BLOCK = 20
"""Points of the grid for each block, at least."""


@dataclass(frozen=True, eq=False)
class Partition:
    """Blocks of consecutive letters, and the value of randomized response over them."""

    letters: Letters
    cuts: Index
    """0 = c_0 < ... < c_m = n: block b has the letters c_b, ..., c_{b+1} − 1."""
    value: float

    @property
    def blocks(self) -> int:
        """The number m of blocks."""
        return len(self.cuts) - 1

    @property
    def labels(self) -> Index:
        """The block of each letter, shape (n,)."""
        return np.repeat(np.arange(self.blocks), np.diff(self.cuts))

    def kernel(self, epsilon: float) -> Array:
        """The mechanism, shape (k, m). Inputs without mass go with the first block."""
        u, place = self.letters.u, self.letters.place
        block = np.where(place >= 0, self.labels[place], 0)
        kernel = np.full((len(place), self.blocks), u)
        kernel[np.arange(len(place)), block] = 1.0
        kernel /= kernel.sum(axis=1, keepdims=True)
        return make_private(kernel, np.full(self.blocks, 1.0 / self.blocks), epsilon)


def value_of(letters: Letters, cuts: Index) -> float:
    """The value of randomized response over the blocks.

    Args:
        letters: the sorted alphabet.
        cuts: where blocks begin, and n, shape (m + 1,).
    """
    utilities = letters.block_utilities(cuts)
    return float(utilities.sum() / (1.0 + (len(utilities) - 1) * letters.u))


def best_partition(letters: Letters) -> Partition:
    """The best partition into blocks of consecutive letters.

    O(n²) time a round up to two thousand letters, of which the arcs of the first thousand are kept
    from round to round. Beyond, unless there are very many blocks, cuts are sought on a grid, and
    moved on finer and finer grids about them: that this misses none is for the bound on the other
    side to show.
    """
    n = len(letters)
    if n > _REFINED:
        grid = _grid(n, _COARSE)
        best = _within(letters, grid)
        points = max(_COARSE, _A_BLOCK * best.blocks)
        if n > 4 * points:
            if points > _COARSE:
                grid = _grid(n, points)
                best = _within(letters, grid)
            return _moved(letters, best, grid)
    return _best_of_all(letters)


def _best_of_all(letters: Letters) -> Partition:
    """The best partition, all cut points compared."""
    n = len(letters)
    best = Partition(letters, np.array([0, n]), 0.0)
    if n > 2 * _COARSE:  # start near the end: a coarser alphabet has nearly its value
        best = _within(letters, _grid(n, _COARSE))
    kept = list(arcs_by_end(letters)) if n <= _KEPT else None
    for _ in range(_MOST_ROUNDS):
        arcs = arcs_by_end(letters) if kept is None else kept
        cuts = longest_path(n, letters.u * best.value, arcs)
        value = value_of(letters, cuts)
        if value <= best.value * (1.0 + 1e-15):
            break
        best = Partition(letters, cuts, value)
    return best


def _grid(n: int, points: int) -> Index:
    return np.unique(np.linspace(0, n, points + 1).astype(np.intp))


def _within(letters: Letters, points: Index) -> Partition:
    """The best partition that cuts at some of these points only."""
    cuts = points[_best_of_all(letters.merged(points)).cuts]
    return Partition(letters, cuts, value_of(letters, cuts))


def _moved(letters: Letters, best: Partition, grid: Index) -> Partition:
    """A partition, its cuts moved on grids about them that get finer down to single letters."""
    n = len(letters)
    step = n / (len(grid) - 1)
    while True:
        step = max(step / _FINER, 1.0)
        offsets = np.arange(-2 * _FINER, 2 * _FINER + 1) * step
        near = (best.cuts[:, None] + offsets).round().astype(np.intp).ravel()
        points = np.unique(np.concatenate([grid, best.cuts, near[(near >= 0) & (near <= n)]]))
        found = _within(letters, points)
        better = found.value > best.value * (1.0 + 1e-15)
        best = found if better else best
        if step <= 1.0 and not better:
            return best


def longest_path(n: int, price: float, arcs: Iterable[Array]) -> Index:
    """The cut points of the best path from 0 to n when every block has a price.

    Args:
        n: the number of letters.
        price: of a block.
        arcs: for each end, the utilities of the blocks that end there, shape (end,).
    """
    _, previous = lengths(n, price, arcs)
    cuts = [n]
    while cuts[-1] > 0:
        cuts.append(int(previous[cuts[-1]]))
    return np.array(cuts[::-1])


def lengths(n: int, price: float, arcs: Iterable[Array]) -> tuple[Array, Index]:
    """The length of the best path from 0 to each cut point, and the cut point before it.

    Args:
        n: the number of letters.
        price: of a block.
        arcs: for each end, the utilities of the blocks that end there, shape (end,).
    """
    length, previous = np.zeros(n + 1), np.zeros(n + 1, dtype=np.intp)
    for end, arc in enumerate(arcs, start=1):
        through = arc + length[end - 1 :: -1]
        back = int(through.argmax())
        length[end], previous[end] = through[back] - price, end - 1 - back
    return length, previous


def arcs_by_end(letters: Letters) -> Iterator[Array]:
    """The utilities of the blocks {i, ..., end − 1} for i = end − 1, ..., 0, shape (end,), by end.

    Masses are summed outwards from the end: differences of prefix sums would cancel.
    """
    n, end = len(letters), 0
    masses = np.stack([letters.p0, letters.p1, letters.gap])
    while end < n:
        batch = np.arange(end + 1, min(end + max(_BATCH // n, 1), n) + 1)
        start = batch[:, None] - 1 - np.arange(batch[-1])
        sums = np.where(start >= 0, masses[:, start], 0.0).cumsum(axis=2)
        rows = letters.utility(sums[0], sums[1], sums[2])
        for end, row in zip(batch.tolist(), rows, strict=True):
            yield row[:end]
