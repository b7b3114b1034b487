"""The one gate through which everything is solved.

A solver only proposes. Its point is made feasible and evaluated by the formulation itself; its
multipliers give a bound that holds whatever they are. `optimal` means that the two sides meet.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import (
    FLOOR,
    Array,
    Bounds,
    Formulation,
    Method,
    Program,
    Solution,
)
from formulations.parameters import in_one_line, refuse_unheld
from formulations.watching import Watch

TARGET = 1e-10
"""A relative gap at which no further solver is asked."""

ACCEPTED = 1e-6
"""The largest relative gap that is still called optimal (the bounds say what it was)."""

RESOLVED = 2e-2
"""The largest share of the optimum that rounding may hide where anything is called optimal."""

_ROUNDS, _PATIENCE = 60, 6

_SIMPLEX: dict[str, Any] = {
    "solver": "simplex",
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
    "small_matrix_value": 1e-12,
}
_CLARABEL: dict[str, Any] = {
    "tol_gap_abs": 1e-12,
    "tol_gap_rel": 1e-12,
    "tol_feas": 1e-12,
    "reduced_tol_gap_abs": 1e-6,
    "reduced_tol_gap_rel": 1e-6,
    "reduced_tol_feas": 1e-6,
    "max_iter": 400,
}


@dataclass(frozen=True)
class _Attempt:
    solver: str
    package: str
    program: Program
    options: Mapping[str, Any]


watched: Watch[Formulation] = Watch("solved")
"""The problems that are solved inside a block, in order."""

_MODELS = threading.RLock()
"""Models are cached, and CVXPY numbers its variables from one counter: one thread at a time."""


def solve(formulation: Formulation) -> Solution:
    """Solve a problem to two-sided bounds.

    HiGHS (simplex) takes linear programs, Clarabel conic ones; where the bounds do not meet, the
    next one is asked: HiGHS without presolve, HiGHS with tangent planes, Clarabel. A problem
    may first propose a solution of its own, and then have no model where it is large.
    A failure of all of them is a `Solution` with status `inconclusive`, never an exception.
    """
    watched.note(formulation)
    return answer(formulation)


def answer(formulation: Formulation) -> Solution:
    """What :func:`solve` finds, of a problem that is only a step of another one's solution."""
    refuse_unheld(formulation.parameters)
    with np.errstate(all="ignore"):  # what overflows is looked for in the results
        found = _answer(formulation)
        notes = [found.message, formulation.unverified or ""]
        return replace(found, problem=formulation, message="; ".join(filter(None, notes)))


def _answer(formulation: Formulation) -> Solution:
    start = time.perf_counter()
    known = formulation.settled()
    if known is not None:
        return known
    best = _Best(formulation)
    best.consider()
    if best.gap > best.allowed(TARGET):
        with _MODELS:
            for attempt in _attempts(formulation):
                best.take(attempt)
                if best.gap <= best.allowed(TARGET):
                    break
    return best.solution(time.perf_counter() - start)


def rounding_floor(formulation: Formulation) -> float:
    """Differences in value below this are rounding, where no mechanism says more."""
    return FLOOR * formulation.natural_scale * formulation.sensitivity


def resolved(formulation: Formulation, rounding: float, value: float) -> bool:
    """Whether rounding is a small part of an optimum, or the optimum is 0 as far as can be seen."""
    if rounding <= RESOLVED * abs(value):
        return True
    return formulation.vanishes and abs(value) <= rounding


def unresolved(rounding: float, value: float) -> str:
    """Why nothing is called optimal where rounding is a large part of the optimum.

    Args:
        rounding: how far a value may be off.
        value: the optimum as far as it is known.
    """
    return (
        f"rounding moves values by {rounding:.3g}, too much to tell what has the value {value:.3g}"
    )


class _Best:
    """The best feasible mechanism and the best dual bound seen so far."""

    def __init__(self, formulation: Formulation) -> None:
        self.formulation = formulation
        self.sign = 1.0 if formulation.sense == "minimize" else -1.0
        self.value = self.sign * np.inf
        self.bound = -self.sign * np.inf
        self.rounding = 0.0
        self.mechanism: Array | None = None
        self.duals: Mapping[str, Array] = {}
        self.residuals: Mapping[str, float] = {}
        self.point: Mapping[str, Array] = {}
        self.solvers: list[str] = []
        self.failures: list[str] = []

    @property
    def gap(self) -> float:
        gap = self.sign * (self.value - self.bound)
        return float(gap) if np.isfinite(gap) else np.inf

    def allowed(self, relative: float) -> float:
        """The gap that counts as closed; nothing does while there is no finite value."""
        if not np.isfinite(self.value):
            return -np.inf
        return relative * abs(self.value) + self.rounding / self.formulation.sensitivity

    def take(self, attempt: _Attempt) -> None:
        """Ask one solver. Whatever it returns or raises, at worst the bounds do not meet."""
        self.solvers.append(f"{attempt.solver} {version(attempt.package)}")
        try:
            self._ask_repeatedly(attempt)
        except Exception as error:  # numbers of any kind, or none, or multipliers missing
            self.failures.append(f"{attempt.solver}: {in_one_line(error)}")

    def consider(self) -> None:
        """Judge what the problem proposes for itself, like what a solver does."""
        try:
            proposal = self.formulation.proposal()
            if proposal is not None:
                self.solvers.append(proposal.method)
                self._judge(proposal.mechanism, {})
                self._bound(proposal.duals, {})
        except InputError:  # the parameters are at fault, and the message says how
            raise
        except Exception as error:
            self.failures.append(f"proposal: {in_one_line(error)}")

    def _ask_repeatedly(self, attempt: _Attempt) -> None:
        """Ask once; with cutting planes, until there are none or they add nothing."""
        program, refine, gaps = attempt.program, attempt.program.refine, [np.inf]
        if refine is not None and self.point:
            program = _with_planes(program, refine(self.point))
        for _ in range(_ROUNDS):
            values, duals = self._ask(attempt, program)
            if not values:
                return
            self._improve(values, duals, _residuals(program))
            gaps.append(self.gap)
            stalled = gaps[-_PATIENCE:][0] <= 1.001 * self.gap < np.inf and len(gaps) > _PATIENCE
            if refine is None or stalled or self.gap <= self.allowed(TARGET):
                return
            planes = refine(values)
            if not planes:
                return
            program = _with_planes(program, planes)

    def _ask(
        self, attempt: _Attempt, program: Program
    ) -> tuple[dict[str, Array], dict[str, Array]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # CVXPY warns of what is measured here anyway
            # Cold, so that an answer does not depend on what was solved before it.
            program.problem.solve(warm_start=False, **attempt.options)
        values, duals = _read(program)
        if not values:
            self.failures.append(f"{attempt.solver}: {program.problem.status}")
        return values, duals

    def _improve(
        self,
        values: Mapping[str, Array],
        duals: Mapping[str, Array],
        residuals: Mapping[str, float],
    ) -> None:
        with np.errstate(all="ignore"):
            mechanism = self.formulation.recover(values)
        if self._judge(mechanism, residuals):
            self.point = values
        self._bound(duals, values)

    def _judge(self, mechanism: Array, residuals: Mapping[str, float]) -> bool:
        """Keep a mechanism if it is feasible and better; whether it was kept."""
        formulation = self.formulation
        sound = np.isfinite(mechanism).all() and mechanism.min() >= 0
        if not sound or formulation.violations(mechanism, ACCEPTED * 1e-3):
            self.failures.append("the solver's point could not be made feasible")
            return False
        value = formulation.value(mechanism)
        if math.isnan(value) or (
            self.mechanism is not None and self.sign * value >= self.sign * self.value
        ):
            return False
        self.value, self.mechanism, self.residuals = value, mechanism, residuals
        self.rounding = formulation.rounding(mechanism)
        return True

    def _bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> None:
        with np.errstate(all="ignore"):
            bound = self.formulation.dual_bound(duals, values)
        if self.sign * bound == np.inf:  # it overflowed: what is infinite has been settled
            bound = self.sign * np.finfo(float).max
        if self.sign * bound > self.sign * self.bound:
            self.bound, self.duals = bound, duals

    def solution(self, seconds: float) -> Solution:
        allowed = max(self.allowed(ACCEPTED), self.rounding)
        # A value beyond its own bound is rounding, or else something is wrong: say so.
        met = bool(np.isfinite(self.value)) and -allowed <= self.gap <= allowed
        closed = met and resolved(self.formulation, self.rounding, self.value)
        message = "; ".join(dict.fromkeys(self.failures))
        if met and not closed:
            message = unresolved(self.rounding, self.value)
        elif not closed and not message:
            message = f"the bounds are {self.gap:.3g} apart"
        return Solution(
            "optimal" if closed else "inconclusive",
            float(self.value) if self.mechanism is not None else float("nan"),
            Bounds(*sorted((float(self.value), float(self.bound)))),
            self.mechanism,
            self.duals,
            self.residuals,
            ", ".join(self.solvers),
            seconds,
            "" if closed else message,
        )


def _attempts(formulation: Formulation) -> Iterator[_Attempt]:
    """Solvers in the order in which they are believed, or on a large program are fast."""
    if not formulation.asks_model:
        return
    program, second, method = (
        formulation.program(),
        formulation.second_program(),
        formulation.method,
    )
    linear, interior = program.problem.is_lp(), method == "interior point"
    clarabel = {"solver": "CLARABEL", **_CLARABEL}
    if interior:
        for each in (program, second):
            if each is not None and each.refine is None:
                yield _Attempt("Clarabel", "clarabel", each, clarabel)
    if linear:
        yield from _highs(program, method)
    if (program.refine is None or not linear) and not interior:
        yield _Attempt("Clarabel", "clarabel", program, clarabel)
    if second is not None:
        yield from _highs(second, method)


def _highs(program: Program, method: Method) -> Iterator[_Attempt]:
    if method == "interior point":
        inner = _with_highs({**_SIMPLEX, "solver": "ipm"})
        yield _Attempt("HiGHS interior point", "highspy", program, inner)
    first = {**_SIMPLEX, "simplex_strategy": 4 if method == "primal simplex" else 1}
    yield _Attempt("HiGHS", "highspy", program, _with_highs(first))
    bare = {**_SIMPLEX, "presolve": "off"}
    yield _Attempt("HiGHS without presolve", "highspy", program, _with_highs(bare))


def _with_highs(options: Mapping[str, Any]) -> dict[str, Any]:
    return {"solver": "HIGHS", "highs_options": dict(options)}


def _with_planes(program: Program, planes: Mapping[str, Any]) -> Program:
    import cvxpy as cp

    constraints = {**program.constraints, **planes}
    problem = cp.Problem(program.problem.objective, list(constraints.values()))
    return replace(program, problem=problem, constraints=constraints)


def _read(program: Program) -> tuple[dict[str, Array], dict[str, Array]]:
    values = {
        name: np.asarray(variable.value, dtype=float)
        for name, variable in program.variables.items()
        if variable.value is not None
    }
    complete = len(values) == len(program.variables)
    if not complete or not all(np.isfinite(v).all() for v in values.values()):
        return {}, {}
    duals = {
        name: program.scale * np.asarray(constraint.dual_value, dtype=float)
        for name, constraint in program.constraints.items()
        if constraint.dual_value is not None
    }
    return values, duals


def _residuals(program: Program) -> dict[str, float]:
    return {
        name: float(np.max(constraint.violation(), initial=0.0))
        for name, constraint in program.constraints.items()
    }
