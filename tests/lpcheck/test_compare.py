"""The four verdicts, and that nothing slightly wrong is ever called optimal."""

import math
from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    solve,
)
from lpcheck.compare import Comparison, check

F = Fraction
LEVELS = [1e-4, 1e-2, 0.5, 1.0, 5.0, 20.0]
P0, P1 = [0.5, 0.3, 0.2], [0.1, 0.4, 0.5]


def kernel_problems(epsilon):
    return [
        Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence="kl"),
        Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence="tv"),
        Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence="chi2"),
        Staircase(p0=[1, 0], p1=[0, 1], epsilon=epsilon, divergence="hellinger"),
        Information(prior=P0, epsilon=epsilon),
        ApproximateBinary(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=epsilon, delta=0, divergence="kl"),
        ApproximateBinary(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=epsilon, delta=0.1),
        PublicPrior(prior=P1, epsilon=epsilon, divergence="tv"),
        PublicPrior(prior=P1, epsilon=epsilon, divergence="kl"),
        PublicPrior(prior=[0.25] * 4, epsilon=epsilon, divergence="chi2"),
    ]


def with_epsilon(problem, epsilon):
    return type(problem)(**{**problem.parameters, "epsilon": epsilon})


@pytest.mark.parametrize("epsilon", [0, 1e-9, *LEVELS, 100.0, 600.0])
def test_the_optimum_is_optimal(epsilon):
    for problem in kernel_problems(epsilon):
        comparison = check(problem, solve(problem).mechanism)
        assert isinstance(comparison, Comparison)
        assert comparison.verdict == "optimal", comparison.explanation
        assert comparison.gap <= comparison.tolerance
        assert comparison.rigor == "numerical"
        assert comparison.violations == ()
        assert comparison.improved_mechanism is None
        assert comparison.true_epsilon <= epsilon + 1e-9


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("slip", [1e-6, -1e-6])
def test_a_kernel_with_one_entry_off_is_never_optimal(epsilon, slip):
    for problem in kernel_problems(epsilon):
        solution = solve(problem)
        for index in np.ndindex(*solution.mechanism.shape):
            wrong = solution.mechanism.copy()
            wrong[index] += slip
            comparison = check(problem, wrong, solution=solution)
            assert comparison.verdict == "infeasible"
            assert comparison.violations


@pytest.mark.parametrize("epsilon", LEVELS)
def test_mass_moved_within_a_row_is_never_optimal(epsilon):
    """1e-6 from one entry to another: rows still sum to 1."""
    for problem in kernel_problems(epsilon):
        solution = solve(problem)
        k, m = solution.mechanism.shape
        for x in range(k):
            for y in range(m):
                z = (y + 1) % m
                wrong = solution.mechanism.copy()
                step = min(1e-6, wrong[x, y] / 2)
                wrong[x, y] -= step
                wrong[x, z] += step
                if step < 1e-8:  # a relative change that a value of order 1 cannot show
                    continue
                comparison = check(problem, wrong, solution=solution)
                if problem.parameters.get("delta") and comparison.verdict == "optimal":
                    # Between two outputs that reveal the input alike, nothing is lost.
                    assert comparison.value == pytest.approx(solution.value, rel=1e-9)
                    continue
                assert comparison.verdict in ("infeasible", "suboptimal"), (problem.slug, x, y)


def level(kernel, delta):
    """The ε of a kernel, from exact ratios and sums."""
    exact, delta = [[F(x) for x in row] for row in kernel], F(delta)
    worst = F(1)
    for row in exact:
        for other in exact:
            # Rising t, past the ratios whose outputs leave more than δ in Σ (row − t·other)₊.
            by_ratio = sorted(
                (
                    (a / b, a, b) if b else (F(10**400), a, b)
                    for a, b in zip(row, other, strict=True)
                    if a
                ),
                reverse=True,
            )
            above, below = F(0), F(0)
            for (_, a, b), (lower, *_) in zip(by_ratio, [*by_ratio[1:], (F(0), 0, 0)], strict=True):
                above, below = above + a, below + b
                if below and (t := (above - delta) / below) >= lower:
                    worst = max(worst, t)
                    break
    return math.log1p(float(worst - 1))


@pytest.mark.parametrize("epsilon", LEVELS)
def test_a_kernel_private_only_at_a_larger_epsilon_is_infeasible(epsilon):
    for problem in kernel_problems(epsilon):
        for extra in (0.01, 1e-5 * epsilon):
            looser = solve(with_epsilon(problem, F(epsilon) + F(extra))).mechanism
            comparison = check(problem, looser)
            assert comparison.verdict == "infeasible"
            assert [v.constraint for v in comparison.violations] == ["privacy"]
            assert comparison.true_epsilon == pytest.approx(
                level(looser, problem.parameters.get("delta", 0)), rel=1e-9, abs=1e-13
            )
            # How near to the level it was made for depends on the solver.
            assert epsilon + extra / 2 < comparison.true_epsilon < epsilon + extra + 1e-9


@pytest.mark.parametrize("epsilon", [0.02, 0.5, 1.0, 5.0])
def test_a_kernel_for_a_smaller_epsilon_is_suboptimal(epsilon):
    for problem in kernel_problems(epsilon):
        stricter = solve(with_epsilon(problem, F(epsilon) - F(1, 100))).mechanism
        comparison = check(problem, stricter)
        assert comparison.verdict == "suboptimal"
        better = comparison.improved_mechanism
        assert not problem.violations(better, 1e-9)
        sign = 1 if problem.sense == "minimize" else -1
        assert sign * problem.value(better) < sign * comparison.value
        assert comparison.gap > comparison.tolerance


@pytest.mark.parametrize("epsilon", [1e-4, 1.0, 20.0])
def test_a_constant_kernel_is_private_and_suboptimal(epsilon):
    for problem in kernel_problems(epsilon):
        if isinstance(problem, PublicPrior):
            constant = np.tile(problem.prior.array, (problem.n, 1))
        else:
            constant = np.ones((len(solve(problem).mechanism), 1))
        comparison = check(problem, constant)
        assert comparison.verdict == "suboptimal"
        assert comparison.true_epsilon == 0.0


def test_every_feasible_mechanism_is_compared_with_an_infinite_optimum():
    """Where the optimum is infinite, only an infinite value is optimal."""
    problem = ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=1, delta=0.1, divergence="kl")
    assert check(problem, solve(problem).mechanism).verdict == "optimal"
    for kernel in ([[1.0], [1.0]], [[0.6, 0.4], [0.4, 0.6]]):
        comparison = check(problem, kernel)
        assert comparison.verdict == "suboptimal"
        assert problem.value(comparison.improved_mechanism) == math.inf
    public = PublicPrior(prior=[0.5, 0.5], epsilon=1, divergence="alpha:0")
    assert check(public, [[0.5, 0.5]] * 2).verdict == "optimal"
    assert check(public, [[0.6, 0.4]] * 2).verdict == "infeasible"


def test_known_mechanisms():
    u = math.exp(-1)
    response = np.array([[1, u], [u, 1]]) / (1 + u)
    problem = Staircase(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=1, divergence="kl")
    assert check(problem, response).verdict == "optimal"
    assert check(problem, response[:, ::-1]).verdict == "optimal"
    assert check(problem, np.eye(2)).verdict == "infeasible"
    assert check(problem, np.full((2, 2), 0.5)).verdict == "suboptimal"
    exact = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    log3 = Staircase(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=math.log(3), divergence="kl")
    assert check(log3, exact).verdict == "optimal"
    assert check(log3, [["3/4", "1/4"], ["1/4", "3/4"]]).verdict == "optimal"


def test_projections():
    relative = RelativeMollifier(target=[0.9, 0.1], reference=[0.5, 0.5], epsilon=1)
    low = math.exp(-0.5) / 2
    top = 1 - low
    best = [top, low]
    assert check(relative, best).verdict == "optimal"
    assert check(relative, [top - 1e-6, 1 - top + 1e-6]).verdict == "suboptimal"
    assert check(relative, [top + 1e-6, 1 - top - 1e-6]).verdict == "infeasible"
    assert check(relative, [top, 1 - top + 1e-6]).verdict == "infeasible"
    box = Mollifier(target=[1, 0], lower=[0, 0], upper=[0, 1], divergence="kl")
    assert check(box, [0, 1]).verdict == "optimal"
    assert check(box, [1, 0]).verdict == "infeasible"


def test_negative_entries_are_never_optimal():
    problem = Staircase(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=1, divergence="tv")
    for entry in (-1e-3, -1e-12):
        kernel = np.array([[0.5, 0.5 - entry, entry], [0.5, 0.5, 0.0]])
        comparison = check(problem, kernel)
        assert comparison.verdict in ("infeasible", "inconclusive")
        assert math.isnan(comparison.value)
        assert comparison.true_epsilon is None


@pytest.mark.parametrize("epsilon", [1e-4, 1.0, 20.0])
def test_a_failed_solver_is_inconclusive(epsilon, monkeypatch):
    """Infeasible is still infeasible: no solver is needed to see it."""
    mechanisms = [(p, solve(p).mechanism) for p in kernel_problems(epsilon)]

    def refuse(self, *arguments, **options):
        raise cp.SolverError("out of order")

    monkeypatch.setattr(cp.Problem, "solve", refuse)
    monkeypatch.setattr(Staircase, "proposal", lambda self: None)  # which would ask no solver
    for problem, mechanism in mechanisms:
        comparison = check(problem, mechanism)
        assert comparison.verdict == "inconclusive"
        assert "out of order" in comparison.explanation
        wrong = mechanism.copy()
        wrong[0, 0] += 1e-3
        assert check(problem, wrong).verdict == "infeasible"


def test_a_solution_that_was_given_is_used():
    problem = kernel_problems(1.0)[0]
    solution = solve(problem)
    assert check(problem, solution.mechanism, solution=solution).solution is solution


@pytest.mark.parametrize("tolerance", [0, -1e-9, 0.2, math.nan, math.inf])
def test_tolerances_without_sense_are_refused(tolerance):
    with pytest.raises(InputError) as caught:
        check(kernel_problems(1.0)[0], np.eye(3), tolerance=tolerance)
    assert caught.value.parameter == "tolerance"
    assert caught.value.remedy


def test_a_looser_tolerance_forgives_more():
    problem = Staircase(p0=[0.9, 0.1], p1=[0.3, 0.7], epsilon=1, divergence="tv")
    nearly = solve(with_epsilon(problem, 1 - F(1, 10**5))).mechanism
    assert check(problem, nearly).verdict == "suboptimal"
    assert check(problem, nearly, tolerance=1e-3).verdict == "optimal"


@pytest.mark.parametrize(
    ("problem", "mechanism"),
    [
        (kernel_problems(1.0)[0], np.eye(2)),
        (kernel_problems(1.0)[0], [0.5, 0.3, 0.2]),
        (kernel_problems(1.0)[0], [[math.nan] * 3] * 3),
        (kernel_problems(1.0)[6], np.eye(3)),
        (kernel_problems(1.0)[7], np.ones((3, 2)) / 2),
        (RelativeMollifier(target=[0.5, 0.5], reference=[0.5, 0.5], epsilon=1), [1.0]),
        (RelativeMollifier(target=[0.5, 0.5], reference=[0.5, 0.5], epsilon=1), "half"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(problem, mechanism):
    with pytest.raises(InputError) as caught:
        check(problem, mechanism)
    assert caught.value.parameter.startswith("mechanism")
    assert caught.value.remedy


@pytest.mark.parametrize("epsilon", [1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5])
@pytest.mark.parametrize("name", ["kl", "tv", "hellinger", "alpha:3"])
def test_rounding_of_a_closed_form_is_no_loss_at_small_epsilon(name, epsilon):
    """Entries of one double differ by 1e-16, that is by 1e-16/ε of what they are there for."""
    t, e = math.exp(epsilon), 0.5 * math.tanh(epsilon / 2)
    inside = np.array(P0) >= np.array(P1)
    likely = np.where(inside[:, None], [t / (1 + t), 1 / (1 + t)], [1 / (1 + t), t / (1 + t)])
    other = 0.5 + e * np.where(inside[:, None], [1.0, -1.0], [-1.0, 1.0])
    problem = Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence=name)
    for kernel in (likely, other):
        finding = check(problem, kernel)
        assert finding.verdict == "optimal", finding.explanation
    slip = max(1e-6, 1e-14 / epsilon)
    worse = check(problem, 0.5 + (1 - slip) * (other - 0.5))
    assert worse.verdict != "optimal"
