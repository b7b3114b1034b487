"""The printed risk, classes and neighbourhoods that split, and checks that theorems share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Divergence, LocalMinimax
from formulations.formulation import Array
from formulations.gate import solve
from formulations.kernels import privacy_violations
from formulations.samplers.profiles import all_pairs, profile_excess
from lpcheck.claims.claim import Instance, Outcome
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, optimal
from lpcheck.claims.instances import at, explicit, labelled
from lpcheck.compare import Comparison, check
from lpcheck.mechanisms.linear_sampler import linear_weight, printed_linear_weight
from lpcheck.mechanisms.projection import project
from lpcheck.papers.ghoukasian2025.trade_off import BENT, problem, read

F = Fraction

PURE, APPROXIMATE = {"epsilon": 0.25}, {"epsilon": 0.5, "delta": F(1, 10)}
GAUSSIAN, FUNCTIONAL = {"nu": 0.5}, {"nodes": BENT}


def printed_risk(c1: Any, c2: Any, weight: float, f: Divergence) -> float:
    r"""Equation (5), literally; at λ = 1, where r1 = r2 = 1 and it is 0/0, its limit 0."""
    r1 = float(c1) / (1.0 - (1.0 - float(c1)) * weight) if c1 else 0.0
    r2 = float(c2) / ((float(c2) - 1.0) * weight + 1.0)
    return two_points(r1, r2, f)


def two_points(r1: float, r2: float, f: Divergence) -> float:
    """(1 − r1)/(r2 − r1) f(r2) + (r2 − 1)/(r2 − r1) f(r1)."""
    if r2 in (r1, 1.0):
        return 0.0
    first = f.at_zero if r1 == 0 else float(f.f(r1))
    return (1.0 - r1) / (r2 - r1) * float(f.f(r2)) + (r2 - 1.0) / (r2 - r1) * first


def mix(weight: float, reference: Any) -> Callable[[Any], Any]:
    """P ↦ λP + (1 − λ)μ."""
    return lambda p: weight * p + (1.0 - weight) * np.asarray(reference)


def linear_is_optimal(
    level: dict[str, Any],
    c1: Any,
    c2: Any,
    divergence: str,
    slip: float,
    *,
    weight: float | None = None,
    valued: bool = True,
    **of_class: Any,
) -> Outcome:
    """The linear sampler with the printed λ (+ slip) is optimal, and has the printed value."""
    f = f_named(divergence)
    stated = problem(level, c1=c1, c2=c2, divergence=f, **of_class)
    share = linear_weight(c1, c2, read(level)) if weight is None else weight
    claimed = printed_risk(c1, c2, share, f) if valued else None
    sampler = mix(share + slip, stated.reference.array)
    return optimal(stated, sampler, value=claimed, solution=solve(stated))


def linear_is_beaten(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, **of_class: Any
) -> Outcome:
    """The linear sampler with the printed λ is private, and some other sampler has a lower risk."""
    stated = problem(level, c1=c1, c2=c2, divergence=f_named(divergence), **of_class)
    share = printed_linear_weight(c1, c2, read(level))
    return beaten(check(stated, mix(share, stated.reference.array)))


def beaten(found: Comparison) -> Outcome:
    """The mechanism is private and not optimal; optimal or not private fails."""
    holds = {"suboptimal": True, "inconclusive": None}.get(found.verdict, False)
    return Outcome(holds, float(found.gap), found.explanation)


def linear_stays_below(
    level: dict[str, Any],
    c1: Any,
    c2: Any,
    divergence: str,
    slip: float,
    *,
    designed_for: Any,
    **of_class: Any,
) -> tuple[Outcome, float]:
    """The linear sampler made for c2 = `designed_for` on a class: private, with risk at most (5).

    Returns:
        the outcome, and the bound: (5) for `designed_for`, lowered by the share `slip`.
    """
    f = f_named(divergence)
    stated = problem(level, c1=c1, c2=c2, divergence=f, **of_class)
    weight = linear_weight(c1, designed_for, read(level))
    rows = stated.read_mechanism(mix(weight, stated.reference.array))
    broken = stated.violations(rows, 1e-9)
    private = Outcome(not broken, 0.0, "; ".join(v.explanation for v in broken))
    bound = printed_risk(c1, designed_for, weight, f) * (1.0 - slip)
    return both(private, at_most(stated.value(rows), bound, scale=10.0)), bound


DECOMPOSABLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("two letters, c1 = 0, c2 = 2", {"k": 2, "c1": F(0), "c2": F(2)}),
    ("two letters, c1 = 1/2, c2 = 3/2", {"k": 2, "c1": F(1, 2), "c2": F(3, 2)}),
    ("four letters, c1 = 0, c2 = 2", {"k": 4, "c1": F(0), "c2": F(2)}),
    ("six letters, 1/α = 3", {"k": 6, "c1": F(1, 4), "c2": F(5, 2)}),
    ("μ = (1/2, 1/4, 1/4)", {"reference": [F(1, 2), F(1, 4), F(1, 4)], "c1": F(0), "c2": F(2)}),
    (
        "μ = (1/3, 1/3, 1/6, 1/6), 1/α = 3",
        {"reference": [F(1, 3), F(1, 3), F(1, 6), F(1, 6)], "c1": F(1, 4), "c2": F(5, 2)},
    ),
    ("a letter of probability 0", {"reference": [F(1, 2), F(1, 2), F(0)], "c1": F(0), "c2": F(2)}),
)
"""Classes under Assumption 3.2 whose reference splits into 1/α sets of measure α."""


def decomposable(*levels: dict[str, Any], divergences: tuple[str, ...]) -> Any:
    """Each class at each level, the divergences taken in turn (all of them in the full run)."""
    each = (
        at(f"{label}; {', '.join(level)} = {next(iter(level.values()))}", level=level, **of_class)
        if "nodes" not in level
        else at(f"{label}; a bent g", level=level, **of_class)
        for label, of_class in DECOMPOSABLE
        for level in levels
    )
    return labelled(explicit(*each), divergences, rotate=True)


def draws(seed: int, *sizes: int) -> Any:
    """Three seeds for each size, twenty in the full run."""

    def instances(full: bool) -> Iterator[Instance]:
        for k in sizes:
            for n in range(20 if full else 3):
                yield Instance(f"random {n}, k = {k}", {"k": k, "seed": seed + n}, "random")

    return instances


NEIGHBOURHOODS: tuple[tuple[str, list[Fraction], int], ...] = (
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
