"""Ways to decide a statement at one instance. Every one of them can say no."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from formulations.formulation import Array, Formulation, Solution
from lpcheck.claims.claim import Outcome
from lpcheck.claims.trace import note_remainder, note_sides
from lpcheck.compare import Comparison, check

_HOLDS = {"optimal": True, "suboptimal": False, "infeasible": False, "inconclusive": None}


def optimal(
    problem: Formulation,
    mechanism: Any,
    *,
    value: float | None = None,
    solution: Solution | None = None,
) -> Outcome:
    """The mechanism is optimal over all mechanisms (and its value is the printed one)."""
    comparison = check(problem, mechanism, solution=solution)
    outcome = from_comparison(comparison)
    if value is None or not outcome.holds:
        return outcome
    return both(outcome, equal(comparison.value, value, scale=problem.natural_scale))


def from_comparison(comparison: Comparison) -> Outcome:
    """Optimal holds, suboptimal and infeasible do not, inconclusive is undecided."""
    gap = comparison.gap
    if comparison.violations:
        gap = max(v.amount for v in comparison.violations)
    loss = None
    if comparison.verdict == "suboptimal":
        loss = _share(gap, comparison.solution.value)
    return Outcome(_HOLDS[comparison.verdict], float(gap), comparison.explanation, loss)


def optimum_equals(problem: Formulation, solution: Solution, claimed: float) -> Outcome:
    """The claimed value is the optimum, to the width of the bounds."""
    if solution.status != "optimal":
        return Outcome(None, math.inf, solution.message)
    slack = 2.0 * (solution.bounds.width if math.isfinite(solution.bounds.width) else 0.0)
    return equal(solution.value, claimed, scale=problem.natural_scale, slack=slack)


def equal(
    found: float,
    claimed: float,
    *,
    scale: float = 1.0,
    slack: float = 0.0,
    relative: float = 1e-9,
) -> Outcome:
    """Two numbers agree: relative 1e-9, plus rounding at the given scale, plus slack."""
    note_sides(found, claimed, "=")
    if found == claimed:
        return Outcome(True, 0.0, f"both are {found:.12g}")
    gap = abs(found - claimed)
    size = abs(found) if math.isfinite(found) else 0.0
    holds = bool(gap <= relative * size + 1e-14 * scale + slack)
    detail = f"computed {found:.12g}, claimed {claimed:.12g}"
    return Outcome(holds, float(gap), detail, None if holds else _share(gap, claimed))


def at_most(left: float, right: float, *, scale: float = 1.0, slack: float = 0.0) -> Outcome:
    """Left ≤ right, up to rounding; the gap is the excess (negative: the room left)."""
    note_sides(left, right, "≤")
    excess = left - right if left != right else 0.0
    size = abs(right) if math.isfinite(right) else 0.0
    holds = bool(excess <= 1e-9 * size + 1e-14 * scale + slack)
    detail = f"{left:.12g} against at most {right:.12g}"
    return Outcome(holds, float(excess), detail, None if holds else _share(excess, right))


def _share(gap: float, of: float) -> float | None:
    """The gap relative to a number; None where that is 0 or not finite."""
    finite = math.isfinite(gap) and math.isfinite(of) and of != 0
    return abs(gap / of) if finite else None


def both(*outcomes: Outcome) -> Outcome:
    """All hold; the first that does not is the one reported."""
    for outcome in outcomes:
        if outcome.holds is False:
            return outcome
    for outcome in outcomes:
        if outcome.holds is None:
            return outcome
    return max(outcomes, key=lambda outcome: outcome.gap)


def vanishes(
    error: Callable[[float], float], steps: Sequence[float], order: float, *, margin: float = 0.2
) -> Outcome:
    r"""error(h) = O(h^order) as h → 0, measured as the slope of log|error| between steps.

    Args:
        error: the remainder at h; give it to full relative precision.
        steps: falling positive h.
        order: the claimed order.
        margin: how far below it the last measured slope may be.
    """
    sizes = [abs(error(h)) for h in steps]
    note_remainder(steps, sizes, order)
    if sizes[-1] == 0.0:
        return Outcome(True, 0.0, "the remainder is exactly 0")
    if sizes[-2] == 0.0:
        return Outcome(None, math.inf, "the remainder is 0 and then is not")
    rate = math.log(sizes[-2] / sizes[-1]) / math.log(steps[-2] / steps[-1])
    return Outcome(
        rate >= order - margin,
        order - rate,
        f"measured order {rate:.3f} at h = {steps[-1]:.3g}, claimed {order:g}",
    )


def nudged(mechanism: Array, slip: float, index: tuple[int, ...] | int = 0) -> Array:
    """A copy with one entry (by default the first) off by `slip`: a negative control."""
    copy = np.array(mechanism, dtype=float)
    copy[(0,) * copy.ndim if index == 0 else index] += slip
    return copy
