"""Projection onto a relative mollifier against a dual bisection, a dense search and SLSQP."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import brentq, linprog, minimize_scalar

from formulations import RelativeMollifier, solve

F = Fraction
NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "alpha:0.5", "alpha:2",
         "alpha:3", "alpha:0", "alpha:-1"]  # fmt: skip
INSTANCES = [
    ([F(1, 2), F(1, 2)], [F(1, 2), F(1, 2)]),
    ([F(9, 10), F(1, 10)], [F(1, 3), F(2, 3)]),
    ([F(7, 10), F(2, 10), F(1, 10)], [F(1, 10), F(1, 10), F(8, 10)]),
    ([F(1, 4)] * 4, [F(97, 100), F(1, 100), F(1, 100), F(1, 100)]),
    ([F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]),
    ([F(1)], [F(1)]),
]


def clipped(p, low, high):
    """clip(p/C; l, u) with the C that makes it sum to 1, by a root finder on log C."""

    def excess(c):
        return float(np.clip(p * math.exp(-c), low, high).sum()) - 1

    c = brentq(excess, -600, 600, xtol=1e-15, rtol=1e-15)
    return np.clip(p * math.exp(-c), low, high)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon", [1e-4, 0.1, 1.0, 3.0, 20.0])
def test_the_optimum_is_at_the_clip(exact, name, epsilon):
    for target, reference in INSTANCES:
        solution = solve(
            RelativeMollifier(target=target, reference=reference, epsilon=epsilon, divergence=name)
        )
        p, q = (np.array([float(x) for x in v]) for v in (target, reference))
        low, high = math.exp(-epsilon / 2) * q, np.minimum(1, math.exp(epsilon / 2) * q)
        x = clipped(p, low, high)
        assert solution.status == "optimal"
        expected = exact(name, target, [F(v) / sum(map(F, x)) for v in x])
        assert solution.value == pytest.approx(expected, rel=1e-7, abs=1e-13)


@pytest.mark.parametrize("name", NAMES)
def test_two_letters_by_a_search_over_the_segment(exact, name):
    p = [0.9, 0.1]
    for q, epsilon in (([0.3, 0.7], 0.5), ([0.6, 0.4], 0.2), ([0.05, 0.95], 2.0)):
        a, b = (
            max(math.exp(-epsilon / 2) * q[0], 1 - math.exp(epsilon / 2) * q[1]),
            min(math.exp(epsilon / 2) * q[0], 1 - math.exp(-epsilon / 2) * q[1]),
        )
        found = minimize_scalar(
            lambda x: exact(name, p, [x, 1 - x]), bounds=(a, b), method="bounded",
            options={"xatol": 1e-12},
        )  # fmt: skip
        best = min(found.fun, exact(name, p, [a, 1 - a]), exact(name, p, [b, 1 - b]))
        solution = solve(RelativeMollifier(target=p, reference=q, epsilon=epsilon, divergence=name))
        assert solution.value == pytest.approx(best, rel=1e-8)
        assert best == 0 or solution.value != pytest.approx(best * 1.0001, rel=1e-8)


@pytest.mark.parametrize("epsilon", [0.0, 1e-4, 1.0, 5.0, 100.0, 600.0])
def test_total_variation_by_an_independent_linear_program(epsilon):
    generator = np.random.default_rng(4)
    for n in (2, 3, 6):
        for concentration in (1.0, 0.1):
            p, q = generator.dirichlet(np.full(n, concentration), 2)
            low, high = math.exp(-epsilon / 2) * q, np.minimum(1, math.exp(epsilon / 2) * q)
            # x = p + a − b, TV = Σ(a + b)/2
            signs = np.hstack([np.eye(n), -np.eye(n)])
            found = linprog(
                np.full(2 * n, 0.5),
                A_eq=[signs.sum(axis=0)],
                b_eq=[1 - p.sum()],
                A_ub=np.vstack([signs, -signs]),
                b_ub=np.concatenate([high - p, p - low]),
                method="highs",
                options={
                    "primal_feasibility_tolerance": 1e-10,
                    "dual_feasibility_tolerance": 1e-10,
                },
            )
            assert found.status == 0
            solution = solve(
                RelativeMollifier(
                    target=p.tolist(), reference=q.tolist(), epsilon=epsilon, divergence="tv"
                )
            )
            assert solution.status == "optimal"
            assert solution.value == pytest.approx(found.fun, rel=1e-8, abs=1e-9)


def test_the_printed_program_has_the_same_value():
    for target, reference in INSTANCES:
        problem = RelativeMollifier(
            target=target, reference=reference, epsilon=0.7, divergence="tv"
        )
        program = problem.husain_program()
        program.problem.solve(solver="HIGHS")
        assert program.problem.value == pytest.approx(solve(problem).value, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_no_feasible_point_is_better(exact, name):
    generator = np.random.default_rng(5)
    for _ in range(5):
        p, q = generator.dirichlet(np.ones(4), 2)
        problem = RelativeMollifier(
            target=p.tolist(), reference=q.tolist(), epsilon=1.0, divergence=name
        )
        solution = solve(problem)
        x = solution.mechanism
        assert not problem.violations(x, 1e-12)
        tried = 0
        for _ in range(300):
            step = generator.normal(size=4)
            y = x + generator.choice([1e-1, 1e-3]) * (step - step.mean())
            if (y >= problem.lower).all() and (y <= problem.upper).all():
                tried += 1
                assert exact(name, p, y) >= solution.value - 1e-12
        assert tried or not solution.value > 0


def test_a_target_inside_is_its_own_projection():
    for name in NAMES:
        for epsilon in (0.5, 20, 100, 600):
            solution = solve(
                RelativeMollifier(
                    target=[0.5, 0.5], reference=[0.55, 0.45], epsilon=epsilon, divergence=name
                )
            )
            assert solution.status == "optimal"
            assert solution.value == pytest.approx(0, abs=1e-14)


def test_epsilon_zero_leaves_the_reference(exact):
    p, q = [0.7, 0.2, 0.1], [0.2, 0.3, 0.5]
    for name in NAMES:
        solution = solve(RelativeMollifier(target=p, reference=q, epsilon=0, divergence=name))
        assert solution.status == "optimal"
        assert solution.value == pytest.approx(exact(name, p, q), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_zeros_in_the_target_and_the_reference(exact, name):
    """Where p vanishes x stays at its lower bound; what q never has costs f'(∞)."""
    cases = [
        ([1, 0], [0, 1], [0, 1]),
        ([1, 0, 0], [0.5, 0.25, 0.25], None),
        ([0, 0.5, 0.5], [0.2, 0.4, 0.4], None),
        ([0.5, 0.5, 0], [0, 0.5, 0.5], None),
    ]
    for p, q, forced in cases:
        for epsilon in (0.5, 20):
            problem = RelativeMollifier(target=p, reference=q, epsilon=epsilon, divergence=name)
            solution = solve(problem)
            assert solution.status == "optimal"
            low, high = problem.lower, problem.upper
            inside = np.where(np.array(p) > 0, np.minimum(1.0, high), low)
            if forced is None and inside.sum() > 1:
                x = clipped(np.array(p, dtype=float), low, high)
            else:
                room = high - inside
                x = inside + room * max(0.0, 1 - inside.sum()) / (room.sum() or 1)
            assert solution.value == pytest.approx(exact(name, p, x), rel=1e-7, abs=1e-13)


def test_a_custom_f_is_solved_with_tangent_planes():
    for target, reference in INSTANCES:
        for name, f in (("kl", lambda x: x * math.log(x)), ("tv", lambda x: abs(x - 1) / 2)):
            mine = solve(
                RelativeMollifier(target=target, reference=reference, epsilon=0.5, divergence=f)
            )
            theirs = solve(
                RelativeMollifier(target=target, reference=reference, epsilon=0.5, divergence=name)
            )
            assert mine.status == "optimal"
            assert mine.value == pytest.approx(theirs.value, rel=1e-8, abs=1e-12)


def test_true_epsilon_is_that_of_the_smallest_mollifier():
    problem = RelativeMollifier(target=[0.5, 0.5], reference=[0.25, 0.75], epsilon=1)
    assert problem.true_epsilon(np.array([0.5, 0.5])) == pytest.approx(2 * math.log(2))
    assert problem.true_epsilon(np.array([0.25, 0.75])) == 0.0
    assert problem.true_epsilon(np.array([0.0, 1.0])) == math.inf
