"""The gate believes nothing: solvers that fail or lie never give `optimal` or a false bound."""

import math
from collections.abc import Mapping

import cvxpy as cp
import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    Information,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    solve,
)
from formulations.gate import ACCEPTED
from formulations.projections.box import BoxProjection

P0, P1 = [0.5, 0.3, 0.2], [0.1, 0.3, 0.6]
PROBLEMS = {
    "staircase": Staircase(p0=P0, p1=P1, epsilon=1, divergence="kl"),
    "staircase-tv": Staircase(p0=P0, p1=P1, epsilon=0.01, divergence="tv"),
    "information": Information(prior=P0, epsilon=2),
    "approximate-binary": ApproximateBinary(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=1, delta=0.1),
    "public-prior-tv": PublicPrior(prior=P0, epsilon=1, divergence="tv"),
    "public-prior-kl": PublicPrior(prior=P1, epsilon=1, divergence="kl"),
    "public-prior-chi2": PublicPrior(prior=P1, epsilon=3, divergence="chi2"),
    "relative-mollifier": RelativeMollifier(target=P0, reference=P1, epsilon=1, divergence="kl"),
    "relative-mollifier-tv": RelativeMollifier(target=P0, reference=P1, epsilon=1, divergence="tv"),
    "mollifier": Mollifier(target=P0, lower=[0.2] * 3, upper=[0.4] * 3, divergence="hellinger"),
}
KERNELS = [name for name in PROBLEMS if "mollifier" not in name]


@pytest.fixture(params=sorted(PROBLEMS))
def problem(request, monkeypatch):
    """What asks a solver: nothing is proposed here, though two kinds of problem could."""
    for kind in (BoxProjection, Staircase):
        monkeypatch.setattr(kind, "proposal", lambda self: None)
    return PROBLEMS[request.param]


@pytest.fixture(scope="module")
def optima():
    return {name: solve(problem) for name, problem in PROBLEMS.items()}


def name_of(problem):
    return next(name for name, other in PROBLEMS.items() if other is problem)


def is_true_bound(problem, solution, optimum):
    """Whether the bounds enclose the optimum, up to rounding."""
    slack = 1e-9 * abs(optimum.value) + 1e-13
    lower, upper = solution.bounds.lower, solution.bounds.upper
    return lower <= optimum.bounds.upper + slack and upper >= optimum.bounds.lower - slack


def test_solutions_are_optimal_feasible_and_enclosed(problem):
    solution = solve(problem)
    assert solution.status == "optimal"
    assert not problem.violations(solution.mechanism, 1e-9)
    assert solution.value == problem.value(solution.mechanism)
    assert solution.value in (solution.bounds.lower, solution.bounds.upper)
    assert solution.bounds.width <= 1e-9 * abs(solution.value) + 1e-14
    assert solution.message == ""
    assert solution.solver
    assert solution.seconds >= 0
    assert all(residual <= 1e-6 for residual in solution.residuals.values())


def test_a_solver_that_raises_is_inconclusive(problem, optima, monkeypatch):
    def refuse(self, *arguments, **options):
        raise cp.SolverError("no licence\nand more")

    monkeypatch.setattr(cp.Problem, "solve", refuse)
    solution = solve(problem)
    assert solution.status == "inconclusive"
    assert math.isnan(solution.value)
    assert solution.mechanism is None
    assert "no licence" in solution.message
    assert "\n" not in solution.message
    assert is_true_bound(problem, solution, optima[name_of(problem)])


def test_a_solver_that_returns_nothing_is_inconclusive(problem, monkeypatch):
    monkeypatch.setattr(cp.Problem, "solve", lambda self, *a, **o: None)
    monkeypatch.setattr(cp.Variable, "value", property(lambda self: None))
    solution = solve(problem)
    assert solution.status == "inconclusive"
    assert solution.mechanism is None


GARBAGE = {
    "zeros": lambda shape, rng: np.zeros(shape),
    "ones": lambda shape, rng: np.ones(shape),
    "negative": lambda shape, rng: np.full(shape, -1.0),
    "nan": lambda shape, rng: np.full(shape, np.nan),
    "infinite": lambda shape, rng: np.full(shape, np.inf),
    "huge": lambda shape, rng: np.full(shape, 1e300),
    "tiny": lambda shape, rng: np.full(shape, 5e-324),
    "noise": lambda shape, rng: rng.normal(size=shape),
    "one-hot": lambda shape, rng: np.eye(1, int(np.prod(shape)), 0).reshape(shape),
}


@pytest.mark.parametrize("kind", sorted(GARBAGE))
def test_a_solver_that_returns_garbage_is_believed_only_where_it_is_right(
    problem, optima, monkeypatch, kind
):
    """Garbage primal and dual values: `optimal` only if the measured bounds do meet."""
    generator, optimum = np.random.default_rng(3), optima[name_of(problem)]

    def lie(self, *arguments, **options):
        for variable in self.variables():
            variable.save_value(GARBAGE[kind](variable.shape, generator))
        for constraint in self.constraints:
            for dual in constraint.dual_variables:
                dual.save_value(GARBAGE[kind](dual.shape, generator))

    monkeypatch.setattr(cp.Problem, "solve", lie)
    solution = solve(problem)
    assert is_true_bound(problem, solution, optimum)
    if solution.mechanism is not None:
        assert not problem.violations(solution.mechanism, 1e-9)
        assert solution.value == problem.value(solution.mechanism)
    if solution.status == "optimal":
        assert solution.value == pytest.approx(optimum.value, rel=2 * ACCEPTED, abs=1e-14)
    else:
        assert solution.message
    if name_of(problem) in KERNELS:
        assert solution.status == "inconclusive"


def test_infeasible_points_with_true_multipliers_are_not_optimal(problem, optima, monkeypatch):
    """The solver's own answer with its primal values spoilt after each solve."""
    honest, generator = cp.Problem.solve, np.random.default_rng(1)

    def spoil(self, *arguments, **options):
        honest(self, *arguments, **options)
        for variable in self.variables():
            noise = generator.uniform(-0.5, 0.5, variable.shape)
            variable.save_value(np.asarray(variable.value) + noise)

    monkeypatch.setattr(cp.Problem, "solve", spoil)
    solution, optimum = solve(problem), optima[name_of(problem)]
    assert is_true_bound(problem, solution, optimum)
    if solution.status == "optimal":
        assert solution.value == pytest.approx(optimum.value, rel=2 * ACCEPTED)
    if name_of(problem) in KERNELS and problem.slug != "approximate-binary":
        # (There, weights clipped to [0, 1] may happen to be the optimal ones.)
        assert solution.status == "inconclusive"
        assert abs(solution.value - optimum.value) > 1e-6 * abs(optimum.value)


@pytest.mark.parametrize("scale", [1e-6, 1e-2, 1.0, 100.0])
def test_wrong_multipliers_never_give_a_false_bound(problem, optima, scale):
    optimum = optima[name_of(problem)]
    generator = np.random.default_rng(int(1e6 * scale))
    sign = 1 if problem.sense == "minimize" else -1
    values = {"density": np.ones((3, 3)), "x": np.full(3, 1 / 3), "highest": np.ones((1, 3))}
    tight = problem.dual_bound(optimum.duals, values)
    assert abs(tight - optimum.value) <= 1e-6 * abs(optimum.value) or "risk" in optimum.duals
    for draw in range(250):
        duals: Mapping[str, np.ndarray] = {
            name: np.asarray(dual) * (draw % 2) + scale * generator.normal(size=np.shape(dual))
            for name, dual in optimum.duals.items()
        }
        with np.errstate(all="ignore"):
            bound = problem.dual_bound(duals, values)
        assert math.isnan(bound) or sign * bound <= sign * optimum.value + 1e-9 * abs(optimum.value)


def test_dual_signs_on_a_problem_solved_by_hand():
    """Two letters, TV: α solves αᵀS_T = μ_T for T = {0}, {1}: each is tanh(ε/2)·TV/2 here."""
    problem = Staircase(p0=[1, 0], p1=[0, 1], epsilon=1, divergence="tv")
    alpha = solve(problem).duals["stochastic"]
    value = math.tanh(0.5)
    assert alpha == pytest.approx([value / 2, value / 2], rel=1e-9)
    assert problem.dual_infeasibility(alpha) <= 1e-12
    assert problem.dual_bound({"stochastic": alpha}, {}) == pytest.approx(value, rel=1e-12)
    assert problem.dual_bound({"stochastic": alpha * [1, -1]}, {}) > value + 0.1


def test_dual_signs_of_the_public_prior_program():
    """At q = (1/2, 1/2): multipliers ≥ 0 on inequalities, and the bound they give is tight."""
    problem = PublicPrior(prior=[0.5, 0.5], epsilon=1, divergence="tv")
    solution = solve(problem)
    assert (solution.duals["risk"] >= -1e-9).all()
    assert solution.duals["risk"].sum() == pytest.approx(1)
    assert solution.bounds.lower == pytest.approx(1 / (math.e + 1), rel=1e-12)
    assert solution.bounds.upper == pytest.approx(1 / (math.e + 1), rel=1e-9)


def test_an_interior_point_of_the_pattern_program_is_not_thrown_away(monkeypatch):
    """A repair keeps the solver's weights: Clarabel alone comes near, with all columns in use."""
    honest = cp.Problem.solve

    def only_clarabel(self, *arguments, **options):
        if options.get("solver") != "CLARABEL":
            raise cp.SolverError("not here")
        return honest(self, *arguments, **options)

    expected = solve(PROBLEMS["staircase"]).value
    monkeypatch.setattr(cp.Problem, "solve", only_clarabel)
    solution = solve(PROBLEMS["staircase"])
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-7)


def test_known_answers_ask_no_solver(monkeypatch):
    def refuse(self, *arguments, **options):
        raise AssertionError("a solver was asked")

    monkeypatch.setattr(cp.Problem, "solve", refuse)
    for settled in (
        PublicPrior(prior=[1], epsilon=1),
        PublicPrior(prior=[0.5, 0, 0.5], epsilon=1),
        ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=1, delta=0.1),
        Mollifier(target=[1, 0], lower=[0, 0], upper=[0, 1]),
    ):
        assert solve(settled).status == "optimal"
    assert solve(PROBLEMS["information"]).status == "inconclusive"
