"""The staircase program against a θ-scale linear program, brute force, and optima by hand."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from formulations import Staircase, solve
from formulations.patterns import subsets
from formulations.privacy import true_epsilon

NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.3", "hockey-stick:4",
         "alpha:-1", "alpha:0.5", "alpha:2", "alpha:3"]  # fmt: skip


def theta_scale_optimum(exact, p0, p1, epsilon, name):
    """max μᵀθ, Sθ = 1 over all 2^k patterns with entries 1 and e^ε, utilities by the formula."""
    t, k = math.exp(epsilon), len(p0)
    columns, utilities = [], []
    for pattern in itertools.product((1.0, t), repeat=k):
        m0 = math.fsum(float(a) * s for a, s in zip(p0, pattern, strict=True))
        m1 = math.fsum(float(a) * s for a, s in zip(p1, pattern, strict=True))
        columns.append(pattern)
        utilities.append(exact(name, [m0], [m1]))
    S = np.array(columns).T
    found = linprog(-np.array(utilities), A_eq=S, b_eq=np.ones(k), method="highs")
    assert found.status == 0
    return -found.fun


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_optimum_is_that_of_the_theta_program(pairs, name, epsilon, exact):
    for p0, p1 in pairs:
        solution = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name))
        expected = theta_scale_optimum(exact, p0, p1, epsilon, name)
        assert solution.status == "optimal"
        assert solution.value == pytest.approx(expected, rel=1e-8, abs=1e-9)
        if expected > 1e-3:
            wrong = theta_scale_optimum(exact, p0, p1, epsilon + 0.01, name)
            assert solution.value != pytest.approx(wrong, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-4, 0.5, 5.0, 20.0, 100.0, 600.0])
@pytest.mark.parametrize("name", ["kl", "tv", "hellinger", "chi2", "js", "alpha:0.5", "alpha:-1"])
def test_two_letters_have_randomized_response(name, epsilon, exact):
    u = Fraction(math.exp(-epsilon))
    for p0, p1 in (([0.25, 0.75], [0.625, 0.375]), ([1, 0], [0, 1]), ([0.5, 0.5], [0.75, 0.25])):
        m0, m1 = ((Fraction(p[0]) + u * Fraction(p[1])) / (1 + u) for p in (p0, p1))
        expected = exact(name, [m0, 1 - m0], [m1, 1 - m1])
        solution = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name))
        assert solution.status == "optimal"
        # ε = 1e-9 is 1 − 1e-9 in a kernel's entries, which have 16 digits.
        assert solution.value == pytest.approx(expected, rel=1e-9 + 4e-16 / (epsilon or 1), abs=0)


@pytest.mark.parametrize("epsilon", [1e-4, 0.3, 2.0, 20.0])
def test_total_variation_is_tanh(pairs, epsilon):
    """max TV(M0, M1) = (e^ε − 1)/(e^ε + 1) TV(P0, P1), for every k."""
    for p0, p1 in pairs:
        distance = sum(abs(Fraction(a) - Fraction(b)) for a, b in zip(p0, p1, strict=True)) / 2
        expected = math.tanh(epsilon / 2) * float(distance)
        value = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv")).value
        assert value == pytest.approx(expected, rel=1e-11, abs=1e-17)
        if expected:
            assert value != pytest.approx(expected * (1 + 1e-6), rel=1e-9)


def test_the_mechanism_is_private_and_has_the_value(pairs, exact):
    for p0, p1 in pairs:
        for epsilon in (1e-4, 1.0, 20.0):
            problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="hellinger")
            Q = solve(problem).mechanism
            assert true_epsilon(Q) <= epsilon + 1e-14
            assert np.allclose(Q.sum(axis=1), 1, atol=1e-14)
            assert Q.shape[1] <= max(len(p0), 1)
            m0 = [sum(Fraction(a) * Fraction(x) for a, x in zip(p0, c, strict=True)) for c in Q.T]
            m1 = [sum(Fraction(a) * Fraction(x) for a, x in zip(p1, c, strict=True)) for c in Q.T]
            assert problem.value(Q) == pytest.approx(
                exact("hellinger", m0, m1), rel=1e-6, abs=1e-14
            )


def test_value_of_any_kernel_is_the_plain_sum(exact):
    generator = np.random.default_rng(8)
    for name in NAMES:
        p0, p1 = generator.dirichlet(np.ones(4), 2)
        Q = generator.dirichlet(np.ones(5), 4)
        problem = Staircase(p0=p0.tolist(), p1=p1.tolist(), epsilon=1, divergence=name)
        assert problem.value(Q) == pytest.approx(exact(name, p0 @ Q, p1 @ Q), rel=1e-9, abs=1e-13)


def test_no_random_private_kernel_is_better():
    generator = np.random.default_rng(9)
    p0, p1 = generator.dirichlet(np.ones(3), 2).tolist()
    for name in ("kl", "chi2", "hockey-stick:1.3"):
        problem = Staircase(p0=p0, p1=p1, epsilon=0.8, divergence=name)
        best = solve(problem).value
        values = []
        for _ in range(300):
            S = np.where(generator.random((3, 6)) < 0.5, math.exp(0.8), 1.0)
            theta, *_ = np.linalg.lstsq(S, np.ones(3), rcond=None)
            if theta.min() > 0 and np.allclose(S @ theta, 1):
                values.append(problem.value(S * theta))
        assert values
        assert max(values) <= best * (1 + 1e-12)
    assert problem.value(np.eye(3)) > best, "a kernel that is not private is better"


@pytest.mark.parametrize("k", [9, 11])
def test_larger_alphabets_agree_with_the_theta_program(k, exact):
    p0, p1 = np.random.default_rng(k).dirichlet(np.ones(k), 2).tolist()
    solution = solve(Staircase(p0=p0, p1=p1, epsilon=1.0, divergence="kl"))
    assert solution.value == pytest.approx(theta_scale_optimum(exact, p0, p1, 1.0, "kl"), rel=1e-8)


def test_the_largest_alphabet():
    p0, p1 = np.random.default_rng(16).dirichlet(np.ones(16), 2).tolist()
    solution = solve(Staircase(p0=p0, p1=p1, epsilon=1.0, divergence="tv"))
    expected = math.tanh(0.5) * math.fsum(abs(a - b) for a, b in zip(p0, p1, strict=True)) / 2
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-10)


def test_a_custom_f_has_the_named_optimum(pairs):
    for p0, p1 in pairs[:6]:
        mine = solve(Staircase(p0=p0, p1=p1, epsilon=1, divergence=lambda x: (x - 1) ** 2))
        theirs = solve(Staircase(p0=p0, p1=p1, epsilon=1, divergence="chi2"))
        assert mine.status == "optimal"
        assert mine.value == pytest.approx(theirs.value, rel=1e-9, abs=1e-14)


def test_the_dual_program_has_the_same_value():
    p0, p1 = np.random.default_rng(3).dirichlet(np.ones(4), 2).tolist()
    problem = Staircase(p0=p0, p1=p1, epsilon=1.5, divergence="kl")
    program = problem.dual()
    program.problem.solve(solver="HIGHS")
    value = solve(problem).value
    assert program.scale * program.problem.value == pytest.approx(value, rel=1e-8)
    alpha = program.scale * program.variables["alpha"].value
    assert problem.dual_infeasibility(alpha) <= 1e-9
    assert problem.dual_infeasibility(alpha * 0.999) > 1e-6


def test_subsets_are_all_of_them_and_the_first_is_empty():
    columns = {tuple(c) for c in subsets(3).T.tolist()}
    assert len(columns) == 8
    assert subsets(3)[:, 0].max() == 0


def test_identical_hypotheses_cannot_be_told_apart():
    for epsilon in (0, 1, 100):
        solution = solve(Staircase(p0=[0.3, 0.7], p1=[0.3, 0.7], epsilon=epsilon))
        assert (solution.status, solution.value) == ("optimal", 0.0)
        assert solution.bounds.upper <= 1e-14


@pytest.mark.parametrize("epsilon", [1e-10, 1e-12])
@pytest.mark.parametrize("name", ["kl", "tv", "chi2", "alpha:3"])
def test_tiny_levels_are_settled_though_no_solver_resolves_them(name, epsilon):
    """The value is near ε TV(P0, P1)/2, or f''(1) (ε TV)²/8 where f is smooth."""
    p0, p1 = [0.5, 0.3, 0.2, 0.0], [0.1, 0.2, 0.3, 0.4]
    solution = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name))
    curvature = {"kl": 1.0, "chi2": 2.0, "alpha:3": 1.0}.get(name)
    expected = 0.25 * epsilon if curvature is None else curvature * (0.5 * epsilon) ** 2 / 2
    assert solution.status == "optimal"
    assert solution.bounds.lower == pytest.approx(expected, rel=1e-15 / epsilon)
    assert solution.bounds.upper == pytest.approx(expected, rel=1e-15 / epsilon)
