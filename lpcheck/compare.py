"""Is this mechanism optimal? The one comparison that claims, users and notebooks go through."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import Bounds, Formulation, Solution, Violation
from formulations.gate import rounding_floor, solve

Verdict: TypeAlias = Literal["optimal", "suboptimal", "infeasible", "inconclusive"]

TOLERANCE = 1e-9
"""What feasibility and the relative gap are measured with, where nothing else is asked for."""


_watched: ContextVar[list[Comparison] | None] = ContextVar("watched", default=None)


@contextmanager
def watched() -> Iterator[list[Comparison]]:
    """The comparisons that are made inside the block, in order."""
    found: list[Comparison] = []
    token = _watched.set(found)
    try:
        yield found
    finally:
        _watched.reset(token)


@dataclass(frozen=True)
class Comparison:
    """A verdict on one mechanism, and what it rests on.

    Attributes:
        problem: the problem that the mechanism was checked against.
        mechanism: the mechanism, in the problem's shape.
        verdict: `optimal`, `suboptimal`, `infeasible` or `inconclusive`.
        rigor: `numerical` (doubles, both sides recomputed) or `certified`.
        value: the mechanism's own objective (NaN where it has negative entries).
        bounds: lower ≤ optimum ≤ upper, from the solution.
        gap: how far the value is from the bound on the other side; ≥ 0 up to rounding.
        tolerance: the gap that was allowed, absolute; derived from the width of the bounds.
        violations: the constraints that it breaks.
        true_epsilon: the ε that it really has, where the problem has one.
        improved_mechanism: a feasible mechanism that is better, when the verdict is `suboptimal`.
        explanation: one sentence.
        solution: the solution that it was compared with.
    """

    problem: Formulation
    mechanism: NDArray[np.float64]
    verdict: Verdict
    rigor: Literal["numerical", "certified"]
    value: float
    bounds: Bounds
    gap: float
    tolerance: float
    violations: tuple[Violation, ...]
    true_epsilon: float | None
    improved_mechanism: NDArray[np.float64] | None
    explanation: str
    solution: Solution


def check(
    problem: Formulation,
    mechanism: Any,
    *,
    tolerance: float = TOLERANCE,
    solution: Solution | None = None,
) -> Comparison:
    """Compare a mechanism with the optimum over all mechanisms.

    Args:
        problem: an instance of a problem.
        mechanism: an array-like in the problem's shape.
        tolerance: what feasibility and the relative gap are measured with, in (0, 0.1].
        solution: the problem's solution, where the caller has it already.

    Raises:
        InputError: the mechanism does not have the problem's shape, or the tolerance is no
            positive number below 0.1.
    """
    if not 0 < tolerance <= 0.1:
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
    candidate = problem.read_mechanism(mechanism)
    violations = problem.violations(candidate, tolerance)
    solution = solve(problem) if solution is None else solution
    value = problem.value(candidate) if candidate.min() >= 0 else math.nan
    sign = 1.0 if problem.sense == "minimize" else -1.0
    far_side = solution.bounds.lower if sign > 0 else solution.bounds.upper
    gap = 0.0 if value == far_side else sign * (value - far_side)
    floor = tolerance * _finite(solution.value) + rounding_floor(problem)
    allowed = max(floor, 2.0 * _finite(solution.bounds.width))
    improvement = 0.0 if value == solution.value else sign * (value - solution.value)
    verdict, explanation = _judge(violations, solution, gap, improvement, floor, allowed)
    comparison = Comparison(
        problem=problem,
        mechanism=candidate,
        verdict=verdict,
        rigor="numerical",
        value=value,
        bounds=solution.bounds,
        gap=gap,
        tolerance=allowed,
        violations=violations,
        true_epsilon=problem.true_epsilon(candidate) if candidate.min() >= 0 else None,
        improved_mechanism=solution.mechanism if verdict == "suboptimal" else None,
        explanation=explanation,
        solution=solution,
    )
    watchers = _watched.get()
    if watchers is not None:
        watchers.append(comparison)
    return comparison


def _judge(
    violations: tuple[Violation, ...],
    solution: Solution,
    gap: float,
    improvement: float,
    floor: float,
    allowed: float,
) -> tuple[Verdict, str]:
    if violations:
        return "infeasible", "; ".join(v.explanation for v in violations)
    if improvement > allowed:
        return "suboptimal", f"a feasible mechanism is better by {improvement:.6g}"
    if solution.status != "optimal":
        return "inconclusive", f"the optimum is not known: {solution.message}"
    if gap < -allowed:
        return "inconclusive", f"the value passes the bound on the optimum by {-gap:.3g}"
    if gap <= allowed:
        return "optimal", f"within {abs(gap):.3g} of the optimum ({allowed:.3g} is allowed)"
    return "inconclusive", f"the gap {gap:.3g} is below what the bounds can resolve"


def _finite(x: float) -> float:
    return abs(x) if math.isfinite(x) else 0.0
