"""Sets of letters of one size, fewer than all, that are as good as all of them together.

With each pair of letters in the same share of the sets, the information of the reports is that of
all sets. Translates modulo k cover a pair by its difference only: weights for a few base sets have
to even out ⌊k/2⌋ numbers, where all sets would be too many to be written down.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from formulations.formulation import Array

_EVEN = 1e-12
"""Relative differences of the shares of pairs that are rounding."""

_BASES, _TRIES = 3, 4


def cyclic_blocks(k: int, size: int) -> tuple[Array, Array] | None:
    """Weighted sets in which every pair of letters has the same share.

    Args:
        k: the number of letters, at least 2.
        size: of the sets, 1 to k − 1.

    Returns:
        membership as 0 and 1, shape (k, m) with m at most k (⌊k/2⌋ + 1), and weights that sum to 1;
        None where no such weights were found among the sets that were drawn.

    >>> blocks, weights = cyclic_blocks(7, 3)
    >>> shares = (blocks * weights) @ blocks.T
    >>> bool(np.allclose(shares[~np.eye(7, dtype=bool)], 1 / 7))  # 3·2 of 7·6 pairs
    True
    """
    from scipy.optimize import nnls

    half = k // 2
    wanted = size * (size - 1.0) / (k - 1.0)
    generator = np.random.default_rng([k, size])
    for attempt in range(_TRIES):
        count = (_BASES + 2 * attempt) * (half + 1)
        bases = np.zeros((count, k))
        for row in bases:
            row[generator.choice(k, size, replace=False)] = 1.0
        spectrum = np.abs(np.fft.rfft(bases)) ** 2
        shared = np.rint(np.fft.irfft(spectrum, k))[:, 1 : half + 1].T  # pairs of each difference
        system = np.vstack([shared, np.full(count, max(wanted, 1.0))])
        weights, _ = nnls(system, np.append(np.full(half, wanted), max(wanted, 1.0)))
        kept = weights > 0
        apart = np.abs(shared[:, kept] @ weights[kept] - wanted).max(initial=0.0)
        if apart <= _EVEN * max(wanted, 1.0) and abs(weights.sum() - 1.0) <= _EVEN:
            return _translates(bases[kept]), np.repeat(weights[kept] / weights.sum(), k) / k
    return None


def _translates(bases: Array) -> Array:
    """All translates modulo k of each row, as columns."""
    k = bases.shape[1]
    at = (np.arange(k)[:, None] - np.arange(k)) % k
    return np.concatenate([base[at] for base in bases], axis=1)


def blocks_within(k: int, size: int, entries: int) -> tuple[Array, Array] | None:
    """All sets, or else translates, with their weights, where so many entries hold them.

    Args:
        k: the number of letters, at least 2.
        size: of the sets, 1 to k − 1.
        entries: the most that a kernel over the sets may have.
    """
    if min(size, k - size) == 1 or k <= 60:
        every = math.comb(k, size)
        if k * every <= entries:
            blocks = np.zeros((k, every))
            for y, block in enumerate(combinations(range(k), size)):
                blocks[list(block), y] = 1.0
            return blocks, np.full(every, 1.0 / every)
    return cyclic_blocks(k, size) if k * k * (k // 2 + 1) <= entries else None
