"""Neighbourhoods N_γ(P0): the program, inputs inside and outside, privacy of many answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import LocalMinimax
from formulations.kernels import privacy_violations
from formulations.samplers.profiles import all_pairs, profile_excess
from lpcheck.claims.claim import Outcome
from lpcheck.claims.divergences import read as f_named
from lpcheck.mechanisms.projection import project
from lpcheck.papers.ghoukasian2025._trade_off import read

Array = NDArray[np.float64]
F = Fraction

DECOMPOSABLE: tuple[tuple[str, list[Fraction], int], ...] = (
    ("three letters, γ = 2", [F(1, 3)] * 3, 2),
    ("four letters, γ = 3", [F(1, 4)] * 4, 3),
    ("six letters, γ = 2", [F(1, 6)] * 6, 2),
    ("P0 = (1/3, 1/3, 1/6, 1/6), γ = 2", [F(1, 3), F(1, 3), F(1, 6), F(1, 6)], 2),
    ("a letter of probability 0, γ = 2", [F(1, 3), F(1, 3), F(1, 3), F(0)], 2),
)
"""References that split into γ + 1 sets of equal measure."""


def local_problem(
    level: dict[str, Any], reference: Any, gamma: Any, divergence: str
) -> LocalMinimax:
    """The local program (8), over all samplers, at any requirement."""
    f = f_named(divergence)
    if set(level) == {"epsilon"}:
        return LocalMinimax(reference=reference, gamma=gamma, divergence=f, **level)
    found = LocalMinimax(reference=reference, gamma=gamma, epsilon=0, divergence=f)
    found.privacy = read(level)
    return found


def inside(points: Array, count: int, seed: int) -> Array:
    """Random convex combinations of extreme points, and the extreme points."""
    generator = np.random.default_rng([2025, seed])
    weights = generator.dirichlet(np.full(len(points), 0.3), count)
    return np.concatenate([points, weights @ points])


def outside(reference: Array, gamma: float, seed: int) -> Array:
    """Point masses and random distributions, and where they land in N_γ(P0): shape (2, B, k)."""
    generator = np.random.default_rng([4, seed])
    k = len(reference)
    away = np.concatenate([np.eye(k), generator.dirichlet(np.full(k, 0.2), 5)])
    near = [project(p, reference / gamma, gamma * reference).distribution for p in away]
    return np.stack([away, np.array(near)])


def private(rows: Array, level: dict[str, Any]) -> Outcome:
    """Whether the answers are private for every ordered pair, to 1e-9."""
    if set(level) == {"epsilon"}:
        broken = privacy_violations(rows, float(level["epsilon"]), 1e-9)
        amount = max((v.amount for v in broken), default=0.0)
        return Outcome(not broken, amount, "; ".join(v.explanation for v in broken))
    first, second = all_pairs(len(rows), own=False)
    worst = max(
        float(profile_excess(rows[first], rows[second], profile)[0].max())
        for profile in read(level).profiles
    )
    return Outcome(worst <= 1e-11, max(worst, 0.0), f"δ is exceeded by {worst:.3g}")
