"""(ε, δ)-LDP for two inputs: a linear program over a grid of column directions, and by hand."""

import math

import numpy as np
import pytest
from scipy.optimize import linprog

from formulations import ApproximateBinary, InputError, Staircase, solve

NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "alpha:0.5", "alpha:3"]
PAIRS = [([0.25, 0.75], [0.625, 0.375]), ([0.9, 0.1], [0.2, 0.8]), ([0.5, 0.5], [0.01, 0.99])]
LEVELS = [(0.5, 0.1), (1.0, 0.01), (3.0, 0.3), (0.0, 0.2), (1.0, 1.0), (0.7, 0.0)]


def grid_optimum(exact, p0, p1, epsilon, delta, name, directions):
    """All columns (cos, sin) of the quadrant; privacy as Σ max(a − e^ε b, 0) ≤ δ, both ways."""
    t = math.exp(epsilon)
    angles = np.linspace(0, math.pi / 2, directions)
    a, b = np.cos(angles), np.sin(angles)
    a[-1] = b[0] = 0.0
    rays = np.array([[1, 1 / t], [1 / t, 1]])  # on the edges of the cones
    a, b = np.append(a, rays[0]), np.append(b, rays[1])
    m0, m1 = p0[0] * a + p0[1] * b, p1[0] * a + p1[1] * b
    utilities = [exact(name, [x], [y]) for x, y in zip(m0, m1, strict=True)]
    found = linprog(
        -np.array(utilities),
        A_eq=[a, b],
        b_eq=[1, 1],
        A_ub=[np.maximum(a - t * b, 0), np.maximum(b - t * a, 0)],
        b_ub=[delta, delta],
        method="highs",
    )
    assert found.status == 0
    return -found.fun


@pytest.mark.parametrize("name", NAMES)
def test_no_other_direction_of_a_column_is_needed(exact, name):
    for p0, p1 in PAIRS:
        for epsilon, delta in LEVELS:
            problem = ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=name)
            solution = solve(problem)
            assert solution.status == "optimal"
            expected = grid_optimum(exact, p0, p1, epsilon, delta, name, 60)
            assert solution.value == pytest.approx(expected, rel=1e-8, abs=1e-9)
            assert not problem.violations(solution.mechanism, 1e-9)
    other = ApproximateBinary(p0=p0, p1=p1, epsilon=0.71, delta=0, divergence=name)
    assert solve(other).value != pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("epsilon", [0, 1e-9, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_without_delta_it_is_the_staircase_problem(epsilon):
    for p0, p1 in PAIRS:
        for name in ("kl", "tv", "chi2"):
            with_delta = solve(
                ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=0, divergence=name)
            )
            pure = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name))
            assert with_delta.status == "optimal"
            assert with_delta.value == pytest.approx(pure.value, rel=1e-7, abs=1e-18)
            assert with_delta.bounds.width <= 1e-7 * with_delta.value


@pytest.mark.parametrize("delta", [0.0, 1e-9, 1e-4, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_total_variation_by_hand(epsilon, delta):
    """TV(M0, M1) ≤ |P0[0] − P1[0]| TV(Q0, Q1), and TV(Q0, Q1) ≤ δ + (1 − δ) tanh(ε/2)."""
    solution = solve(
        ApproximateBinary(
            p0=[0.9, 0.1], p1=[0.2, 0.8], epsilon=epsilon, delta=delta, divergence="tv"
        )
    )
    expected = 0.7 * (delta + (1 - delta) * math.tanh(epsilon / 2))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-9 + 4e-16 / (epsilon or 1), abs=0)


def test_delta_one_reveals_everything(exact):
    for p0, p1 in PAIRS:
        for name in NAMES:
            problem = ApproximateBinary(p0=p0, p1=p1, epsilon=0.3, delta=1, divergence=name)
            assert solve(problem).value == pytest.approx(exact(name, p0, p1), rel=1e-9)


def test_the_mechanism_keeps_delta(brute_delta):
    for epsilon, delta in [*LEVELS, (20.0, 1e-6), (5.0, 1e-9)]:
        for p0, p1 in [*PAIRS, ([1, 0], [0, 1])]:
            problem = ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence="tv")
            Q = solve(problem).mechanism
            assert brute_delta(Q, epsilon) <= delta + 1e-15
            assert np.allclose(Q.sum(axis=1), 1, rtol=1e-14)


def test_an_outcome_that_gives_one_hypothesis_away_is_worth_infinity():
    infinite = ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=1, delta=1e-6, divergence="kl")
    solution = solve(infinite)
    assert (solution.status, solution.value) == ("optimal", math.inf)
    assert infinite.value(solution.mechanism) == math.inf
    assert not infinite.violations(solution.mechanism, 1e-9)
    for changed in ({"delta": 0}, {"divergence": "hellinger"}, {"p1": [0.5, 0.5]}):
        parameters = {"p0": [1, 0], "p1": [0, 1], "epsilon": 1, "delta": 1e-6, "divergence": "kl"}
        solution = solve(ApproximateBinary(**{**parameters, **changed}))
        assert solution.status == "optimal"
        assert math.isfinite(solution.value)
    reverse = ApproximateBinary(
        p0=[0.5, 0.5], p1=[0, 1], epsilon=1, delta=0.1, divergence="alpha:-1"
    )
    assert math.isfinite(solve(reverse).value)
    forward = ApproximateBinary(
        p0=[0, 1], p1=[0.5, 0.5], epsilon=1, delta=0.1, divergence="alpha:-1"
    )
    assert solve(forward).value == math.inf


def test_violations_say_which_delta_the_kernel_has():
    problem = ApproximateBinary(p0=[0.9, 0.1], p1=[0.2, 0.8], epsilon=1, delta=0.1)
    leak = 0.1 + 1e-6
    u = math.exp(-1)
    inner = (1 - leak) / (1 + u)
    Q = np.array([[leak, inner, u * inner, 0], [0, u * inner, inner, leak]])
    (violation,) = problem.violations(Q, 1e-9)
    assert violation.constraint == "privacy"
    assert violation.amount == pytest.approx(1e-6, rel=1e-6)
    assert not problem.violations(Q, 1e-4)


@pytest.mark.parametrize("epsilon", [1e-4, 1.0, 20.0])
def test_at_delta_zero_a_rare_output_counts_as_in_pure_privacy(epsilon):
    u = math.exp(-epsilon)
    good = np.array([[1, u], [u, 1]]) / (1 + u)
    problem = ApproximateBinary(p0=[0.9, 0.1], p1=[0.2, 0.8], epsilon=epsilon, delta=0)
    assert not problem.violations(good, 1e-9)
    rare = np.hstack([good * (1 - 1e-13), [[1e-13], [0.0]]])
    assert [v.constraint for v in problem.violations(rare, 1e-9)] == ["privacy"]


def test_value_of_any_kernel_is_the_plain_sum(exact):
    generator = np.random.default_rng(1)
    for name in NAMES:
        p0, p1 = generator.dirichlet(np.ones(2), 2)
        Q = generator.dirichlet(np.ones(4), 2)
        problem = ApproximateBinary(
            p0=p0.tolist(), p1=p1.tolist(), epsilon=1, delta=0.1, divergence=name
        )
        assert problem.value(Q) == pytest.approx(exact(name, p0 @ Q, p1 @ Q), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("delta", [1e-280, "1e-290"])
def test_a_small_delta_makes_nothing_infinite_but_disjoint_outcomes(delta):
    p0, p1 = [1 / 3, 2 / 3], [1 / 2, 1 / 2]
    pure = solve(ApproximateBinary(p0=p0, p1=p1, epsilon=1, delta=0))
    solution = solve(ApproximateBinary(p0=p0, p1=p1, epsilon=1, delta=delta))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(pure.value, rel=1e-12)
    disjoint = ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=1, delta=delta)
    assert solve(disjoint).value == math.inf


@pytest.mark.parametrize("delta", [5e-324, 1e-320, "1/1" + "0" * 400, "0.99999999999999999"])
def test_a_delta_that_no_double_holds_is_refused(delta):
    """It would be 0, or 1, and the value finite where it is infinite or the other way round."""
    with pytest.raises(InputError, match="delta") as raised:
        solve(ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=1, delta=delta))
    assert "\n" not in str(raised.value)


def test_an_infinite_value_is_no_overflow():
    problem = ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=700, delta=1e-9, divergence="alpha:3")
    assert solve(problem).value == math.inf


@pytest.mark.parametrize("epsilon", [1e-290, 1e-17])
def test_levels_that_no_double_resolves(epsilon):
    solution = solve(ApproximateBinary(p0=[0.9, 0.1], p1=[0.2, 0.8], epsilon=epsilon, delta=0.1))
    zero = solve(ApproximateBinary(p0=[0.9, 0.1], p1=[0.2, 0.8], epsilon=0, delta=0.1))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(zero.value, rel=1e-12)
