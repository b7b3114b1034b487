r"""A private sampler near a solver's point: mixed with as little of a constant as needed.

A sampler that answers every P alike is private at every level, and what a mixture exceeds a
profile by is convex in the weight, so that the weight is found by bisection.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from formulations.divergences import Divergence
from formulations.divergences.divergence import UNIT
from formulations.formulation import Array
from formulations.samplers.cells import Cells
from formulations.samplers.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel


def made_private(cells: Cells, privacy: PrivacyLevel, f: Divergence, q: Array) -> Array:
    """One value a cell: non-negative, rows that sum to 1, private.

    Args:
        cells: the cells of the class.
        privacy: what is asked of every pair of rows.
        f: the divergence that is paid.
        q: one value a cell, shape (cells,).
    """
    q = np.maximum(q, 0.0)
    q = q / (cells.member @ q)[cells.orbit]
    short = _short(cells, privacy, q)
    if short <= 0:
        return q
    constant = _constant(cells, f, q)
    if privacy.epsilon is not None:
        weight = _pure_weight(cells, privacy.epsilon, q, constant)
        return (1.0 - weight) * q + weight * constant

    def mixed(weight: float) -> Array:
        return (1.0 - weight) * q + weight * constant

    low, high = 1e-300, 1.0  # the weight is tiny as a rule: its size is sought
    while high > 1.001 * low:
        middle = math.sqrt(low) * math.sqrt(high)
        if _short(cells, privacy, mixed(middle)) <= 0:
            high = middle
        else:
            low = middle
    return mixed(high)


def _pure_weight(cells: Cells, epsilon: float, q: Array, constant: Array) -> float:
    """The least weight w with u max ≤ min on every block of (1 − w) q + w constant, u = e^{−ε}."""
    u, rest, worst = math.exp(-epsilon), -math.expm1(-epsilon), 0.0
    for b in range(len(cells.blocks)):
        mine = q[cells.block == b]
        high, low = float(mine.max()), float(mine.min())
        excess = (high - low) - rest * high if epsilon < 1.0 else u * high - low
        room = rest * float(constant[cells.block == b][0])
        if excess > 0:
            worst = max(worst, excess / room if room > 0 else math.inf)
    return worst / (1.0 + worst) if math.isfinite(worst) else 1.0


def missed_blocks(cells: Cells) -> NDArray[np.bool_]:
    """Blocks with a letter that some P lacks, shape (blocks,)."""
    missed = np.bincount(cells.block, cells.p <= 0, len(cells.blocks))
    return np.asarray(missed > 0)


def _constant(cells: Cells, f: Divergence, q: Array) -> Array:
    """A row that answers every P alike: where privacy leaves no choice, as good as any row.

    Where a letter that P lacks costs ∞, it avoids the letters that some P lacks, if it can.
    """
    total = np.bincount(cells.block, cells.count * q, len(cells.blocks))
    if math.isinf(f.centred_at_zero):
        kept = np.where(missed_blocks(cells), 0.0, total)
        total = kept if kept.sum() > 0 else total
    sizes = np.array([len(letters) for letters in cells.blocks])
    return np.asarray((total / total.sum() / sizes)[cells.block])


def _short(cells: Cells, privacy: PrivacyLevel, q: Array) -> float:
    """By how much the cells break privacy (≤ 0: they do not)."""
    if privacy.epsilon is not None:
        u = math.exp(-privacy.epsilon)
        worst = -math.inf
        for b in range(len(cells.blocks)):
            mine = q[cells.block == b]
            worst = max(worst, u * float(mine.max()) - float(mine.min()))
        return worst
    falling, rising = cells.arranged(q)
    first, second = all_pairs(len(cells.orbits), own=True)
    left, right = q[falling[first]], q[rising[second]]
    # Where a Gaussian level is near 1 the last digits of δ are all that the answer hangs on.
    margin = 8.0 * UNIT if privacy.name == "gaussian" else 0.0
    return margin + max(
        float(profile_excess(left, right, profile, levels=False)[0].max())
        for profile in privacy.profiles
    )
