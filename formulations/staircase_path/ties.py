r"""The partitions that are as good as the best one, or nearly so.

With F_i the length of the best path from 0 to the cut point i, and B_i of that from i to n, a block
{i, ..., j − 1} is on a path that falls short of the best by L − (F_i + μ(i, j) − uλ + B_j). Where
that is 0 the block is tight under every dual vector, and the prefix sums of c are F at its ends.
Where it is little they are between F and L − B: the middle is feasible for all blocks, as F and
L − B are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from formulations.formulation import Array
from formulations.staircase_path.letters import Index, Letters
from formulations.staircase_path.partition import Partition, arcs_by_end, lengths

_MOST = 300


@dataclass(frozen=True, eq=False)
class Ties:
    """What near-optimal partitions have in common.

    Attributes:
        blocks: start and end of each of their blocks, shape (m, 2); at most 300, the best.
        cuts: all their cut points, from 0 to n.
        sums: the sums of c between these, shape (len(cuts) − 1,).
    """

    blocks: Index
    cuts: Index
    sums: Array


def near_ties(partition: Partition, levels: Sequence[float]) -> Iterator[Ties]:
    """The ties of an optimal partition at each of some rising relative levels.

    Args:
        partition: an optimal one.
        levels: how much worse, relative to the best, is as good.
    """
    letters, price = partition.letters, partition.letters.u * partition.value
    n = len(letters)
    forward, _ = lengths(n, price, arcs_by_end(letters))
    backward = lengths(n, price, arcs_by_end(_reversed(letters)))[0][::-1]
    middle = 0.5 * (forward + (forward[-1] - backward))
    short, blocks = _near(partition, forward, backward, price, levels[-1] * partition.value)
    for level in levels:
        kept = blocks[short <= level * partition.value]
        cuts = np.unique(np.append(kept, partition.cuts))
        own = np.column_stack([partition.cuts[:-1], partition.cuts[1:]])
        yield Ties(np.unique(np.vstack([own, kept]), axis=0), cuts, np.diff(middle[cuts]))


def _near(
    partition: Partition, forward: Array, backward: Array, price: float, most: float
) -> tuple[Array, Index]:
    """By how much the best path through a block is short, and the block, for the best blocks."""
    shorts, blocks = [], []
    for end, arc in enumerate(arcs_by_end(partition.letters), start=1):
        short = forward[-1] - (forward[end - 1 :: -1] + arc - price + backward[end])
        near = np.flatnonzero(short <= most)
        shorts.append(short[near])
        blocks.append(np.column_stack([end - 1 - near, np.full(len(near), end)]))
    short, block = np.concatenate(shorts), np.concatenate(blocks)
    best = np.argsort(short, kind="stable")[:_MOST]
    return short[best], block[best]


def _reversed(letters: Letters) -> Letters:
    p0, p1, gap = (v[::-1] for v in (letters.p0, letters.p1, letters.gap))
    return replace(letters, p0=p0, p1=p1, gap=gap)
