r"""A lower bound on the minimax risk from any multipliers.

With weights w on the orbits (Σw = 1), the cost of each cell linearised at any point, and prices
for privacy, the Lagrangian is linear in the cells q. Each row of a sampler sums to 1, so its least
value is a constant plus, for each orbit, its cheapest cell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from formulations.divergences import Divergence
from formulations.divergences.divergence import UNIT
from formulations.formulation import Array
from formulations.samplers.cells import Cells
from formulations.samplers.cuts import Cut
from formulations.samplers.weak import shrinkage
from formulations.trade_off import PrivacyLevel


def lagrangian(
    cells: Cells,
    f: Divergence,
    privacy: tuple[float, Array],
    risk: Array,
    planes: Sequence[tuple[Array, Array | None]],
) -> float:
    """The bound at given multipliers.

    Args:
        cells: the cells of the class.
        f: the divergence.
        privacy: the constant and the prices of cells that privacy adds.
        risk: the multiplier of each orbit's risk, shape (orbits,).
        planes: points, one value a cell, at which the costs are linearised, each with the share of
            every cell with p > 0 that is priced there (None: all of it). Costs are ≥ 0, so that a
            share that no plane takes costs nothing.
    """
    weights = np.maximum(risk, 0.0).ravel()
    if not weights.sum() > 0:
        return 0.0
    share = (weights / weights.sum())[cells.orbit] * cells.count
    live = cells.p > 0
    # Where f(0) = ∞ no row with a finite risk has mass on a letter that P lacks, at any weight.
    empty = share * f.centred_at_zero if math.isfinite(f.centred_at_zero) else math.inf
    p, left, slopes = cells.p[live], share[live], np.where(live, 0.0, empty)
    fixed, sizes = np.zeros(len(p)), np.zeros(len(p))
    for at, taken in planes:
        point = np.maximum(at, 1e-6 * np.maximum(cells.p, 1e-6))[live]
        part = left if taken is None else np.clip(taken / weights.sum(), 0.0, left)
        # As t(a, b) = b f(a/b) has t = a t_a + b t_b, a plane's height at b = 0 is a t_a.
        rise, slope = f.slope(p / point), f.cost_slope(p, point)
        fixed += part * (p * rise)
        slopes[live] += part * slope
        sizes += np.where((part > 0) & (p != 1.0), np.abs(part * p * rise), 0.0)
        if not f.linear:  # then the slopes are rounded as well
            lost = p * np.abs(rise) + point * np.abs(slope) + f.terms(p, point)
            sizes += part * lost
            if f.noise is not None:
                sizes += part * f.noise(p, point, p - point) / UNIT
        left = left - part
    orbits, count = len(cells.orbits), cells.count
    constant = np.bincount(cells.orbit[live], fixed, orbits)
    several = np.bincount(cells.orbit[live], fixed != 0.0, orbits) > 1
    sizes += np.where(several[cells.orbit[live]], np.abs(fixed), 0.0)
    doubt = 8.0 * UNIT * np.bincount(cells.orbit[live], sizes, orbits)
    # What is large and cancels comes first: at e^−ε = 1e-17 the prices are no more than that.
    price = (constant[cells.orbit] + slopes / count) + privacy[1] / count
    least = np.full(orbits, np.inf)
    np.minimum.at(least, cells.orbit, price)
    bound = privacy[0] + float((least - doubt).sum())
    return max(bound, 0.0) if math.isfinite(bound) else 0.0


def pure_prices(
    cells: Cells, privacy: PrivacyLevel, duals: Mapping[str, Array]
) -> tuple[float, Array]:
    """Prices of u h ≤ q ≤ h, h ≤ 1: where the reduced cost of h is negative, h is 1.

    Args:
        cells: the cells of the class.
        privacy: pure LDP.
        duals: the multipliers of both inequalities, shape (cells,).
    """
    u = math.exp(-privacy.epsilon) if privacy.epsilon is not None else 0.0
    low, high = np.maximum(duals["privacy_low"], 0.0), np.maximum(duals["privacy_high"], 0.0)
    high = shrinkage(privacy) * high
    reduced = np.bincount(cells.block, u * low - high, len(cells.blocks))
    return float(np.minimum(reduced, 0.0).sum()), high - low


def cut_prices(size: int, cuts: Sequence[Cut], duals: Mapping[str, Array]) -> tuple[float, Array]:
    r"""Prices of Σ n s ≤ uδ with s ≥ u q − q' and s ≥ 0: pay at most n times the total's price.

    Args:
        size: the number of cells.
        cuts: the planes.
        duals: their multipliers, each a total and one a pair of cells, shape (pairs,).
    """
    moved, constant = np.zeros(size), 0.0
    for index, cut in enumerate(cuts):
        if f"cut_{index}_total" not in duals:
            continue
        total = max(float(duals[f"cut_{index}_total"]), 0.0)
        pay = np.clip(duals[f"cut_{index}_over"].ravel(), 0.0, total * cut.letters)
        u = math.exp(-cut.beta)
        np.add.at(moved, cut.first, u * pay)
        np.add.at(moved, cut.second, -pay)
        constant -= total * u * cut.delta
    return constant, moved
