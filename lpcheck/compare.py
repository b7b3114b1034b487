"""Is this mechanism optimal? The one comparison that claims, users and notebooks go through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import FLOOR, Bounds, Formulation, Solution, Violation
from formulations.gate import resolved, solve, unresolved
from formulations.parameters import refuse_unheld
from formulations.shown import Shown
from formulations.watching import Watch

Verdict: TypeAlias = Literal["optimal", "suboptimal", "infeasible", "inconclusive"]

TOLERANCE = 1e-9
"""What feasibility and the relative gap are measured with, where nothing else is asked for."""


SINGLE = 1e-6
"""What a mechanism is measured with, at least, whose entries have single precision."""


@dataclass(frozen=True)
class Comparison(Shown):
    """A verdict on one mechanism, and what it rests on.

    Attributes:
        problem: the problem that the mechanism was checked against.
        mechanism: the mechanism, in the problem's shape.
        verdict: `optimal`, `suboptimal`, `infeasible` or `inconclusive`.
        rigor: `numerical` (doubles, both sides recomputed) or `certified`.
        value: the mechanism's own objective (NaN where it has negative entries, or overflows).
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


watched: Watch[Comparison] = Watch("compared")
"""The comparisons that are made inside a block, in order."""


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
        tolerance: what feasibility and the relative gap are measured with, in (0, 0.1]; 1e-6 at
            least for an array of single precision, as the explanation then says.
        solution: the problem's solution, where the caller has it already.

    Raises:
        InputError: the mechanism does not have the problem's shape, or the tolerance is no
            positive number below 0.1.
    """
    if not 0 < tolerance <= 0.1:
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
    refuse_unheld(problem.parameters)
    single = "float32" in str(getattr(mechanism, "dtype", ""))
    tolerance = max(tolerance, SINGLE) if single else tolerance
    candidate = problem.read_mechanism(mechanism)
    violations = problem.violations(candidate, tolerance)
    solution = solve(problem) if solution is None else solution
    value, overflow = math.nan, ""
    if candidate.min() >= 0:
        try:
            with np.errstate(all="ignore"):
                value = problem.value(candidate)
        except OverflowError as error:
            overflow = str(error)
    sign = 1.0 if problem.sense == "minimize" else -1.0
    far_side = solution.bounds.lower if sign > 0 else solution.bounds.upper
    gap = 0.0 if value == far_side else sign * (value - far_side)
    rounding = _rounding(problem, candidate, value, solution)
    allowed = tolerance * _finite(solution.value) + rounding
    allowed = max(allowed, 2.0 * _finite(solution.bounds.width))
    improvement = 0.0 if value == solution.value else sign * (value - solution.value)
    if overflow and not violations:
        verdict, explanation = _judge_overflow(overflow, problem, solution)
    else:
        verdict, explanation = _judge(
            problem, violations, solution, gap, improvement, allowed, rounding
        )
    if single:
        explanation += f"; its entries have single precision, so it is judged to {SINGLE:g}"
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
    watched.note(comparison)
    return comparison


def _judge(
    problem: Formulation,
    violations: tuple[Violation, ...],
    solution: Solution,
    gap: float,
    improvement: float,
    allowed: float,
    rounding: float,
) -> tuple[Verdict, str]:
    if violations:
        return "infeasible", "; ".join(v.explanation for v in violations)
    if improvement > allowed:
        return "suboptimal", f"a feasible mechanism is better by {improvement:.6g}"
    if solution.status != "optimal":
        return "inconclusive", f"the optimum is not known: {solution.message}"
    if gap < -allowed:
        return "inconclusive", f"the value passes the bound on the optimum by {-gap:.3g}"
    if not _told(problem, rounding, solution.value):
        return "inconclusive", unresolved(rounding, solution.value)
    if gap <= allowed:
        return "optimal", f"within {abs(gap):.3g} of the optimum ({allowed:.3g} is allowed)"
    return "inconclusive", f"the gap {gap:.3g} is below what the bounds can resolve"


def _told(problem: Formulation, rounding: float, optimum: float) -> bool:
    """Whether rounding leaves enough of an optimum; of 0, whether it is no more than rounding."""
    if optimum == 0:
        return rounding <= FLOOR * max(problem.natural_scale, 1.0)
    return resolved(problem, rounding, optimum)


def _judge_overflow(overflow: str, problem: Formulation, solution: Solution) -> tuple[Verdict, str]:
    """What no double holds is more than what one holds, and where less is better, worse."""
    if problem.sense == "minimize" and math.isfinite(solution.value):
        return "suboptimal", f"{overflow}, and a feasible one has {solution.value:.6g}"
    return "inconclusive", overflow


def _rounding(
    problem: Formulation, candidate: NDArray[np.float64], value: float, solution: Solution
) -> float:
    """How far rounding may have moved the value of the candidate, or that of the solution."""
    if not math.isfinite(value) or not math.isfinite(solution.value):
        return 0.0
    # An optimum of 0 is exact, whatever the mechanism is that has it.
    best = solution.mechanism if solution.value != 0 else None
    return max(problem.rounding(m) for m in (candidate, best) if m is not None)


def _finite(x: float) -> float:
    return abs(x) if math.isfinite(x) else 0.0
