"""Public prior: a dense pairwise linear program over K, the converse by hand, and SLSQP."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from formulations import PublicPrior, solve
from formulations.privacy import true_epsilon

F = Fraction
NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "hockey-stick:3",
         "alpha:0.5", "alpha:2", "alpha:3"]  # fmt: skip
PRIORS = [
    [F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)], [F(1, 4)] * 4, [F(1, 2), F(1, 8), F(1, 4), F(1, 8)],
    [F(998, 1000), F(1, 1000), F(1, 1000)], [F(k, 15) for k in range(1, 6)],
]  # fmt: skip


def pairwise_optimum(q, epsilon):
    """max s over K ≥ 0 with s ≤ K_ii, K1 = 1, qK = q and K_xy ≤ e^ε K_x'y for all x, x', y."""
    q, n, t = np.array([float(x) for x in q]), len(q), math.exp(epsilon)
    cell = np.arange(n * n).reshape(n, n)
    equal, right, below = [], [], []
    for i in range(n):
        row, column = np.zeros(n * n + 1), np.zeros(n * n + 1)
        row[cell[i]], column[cell[:, i]] = 1, q
        equal += [row, column]
        right += [1, q[i]]
        diagonal = np.zeros(n * n + 1)
        diagonal[cell[i, i]], diagonal[-1] = -1, 1
        below.append(diagonal)
        for x in range(n):
            for other in range(n):
                if x != other:
                    ratio = np.zeros(n * n + 1)
                    ratio[cell[x, i]], ratio[cell[other, i]] = 1, -t
                    below.append(ratio)
    cost = np.zeros(n * n + 1)
    cost[-1] = -1
    found = linprog(
        cost, A_eq=equal, b_eq=right, A_ub=below, b_ub=np.zeros(len(below)), method="highs"
    )
    assert found.status == 0
    return -found.fun


def converse(q, epsilon):
    """K_ii (q_i + e^{−ε}(1 − q_i)) ≤ Σ_x q_x K_xi = q_i, exactly, for the rarest letter."""
    rare, u = min(F(x) for x in q), F(math.exp(-epsilon))
    return rare / (rare + u * (1 - rare))


def risk(exact, name, diagonal):
    """D_f of a point mass against a row with K_ii on it and the rest elsewhere."""
    return exact(name, [1, 0], [diagonal, 1 - diagonal])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon", [1e-4, 0.1, 1.0, 5.0])
def test_the_optimum_is_that_of_the_pairwise_program(exact, name, epsilon):
    for q in PRIORS:
        problem = PublicPrior(prior=q, epsilon=epsilon, divergence=name)
        solution = solve(problem)
        expected = risk(exact, name, F(pairwise_optimum(q, epsilon)))
        assert solution.status == "optimal"
        assert solution.value == pytest.approx(expected, rel=1e-6, abs=1e-9)
        if expected > 1e-3 and epsilon > 0.01:
            wrong = risk(exact, name, F(pairwise_optimum(q, epsilon + 0.01)))
            assert solution.value != pytest.approx(wrong, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_the_optimum_meets_the_converse(exact, name, epsilon):
    for q in PRIORS:
        solution = solve(PublicPrior(prior=q, epsilon=epsilon, divergence=name))
        assert solution.status == "optimal"
        expected = risk(exact, name, converse(q, epsilon))
        assert solution.value == pytest.approx(expected, rel=1e-6, abs=2e-14)


@pytest.mark.parametrize("rare", [1e-6, 1e-9])
@pytest.mark.parametrize("name", ["tv", "kl", "chi2", "hellinger", "js"])
def test_rare_letters(exact, name, rare):
    for q in ([1 - rare, rare], [0.5, 0.5 - rare, rare]):
        for epsilon in (0.1, 1.0, 5.0):
            solution = solve(PublicPrior(prior=q, epsilon=epsilon, divergence=name))
            expected = risk(exact, name, converse([F(str(x)) for x in q], epsilon))
            assert solution.status == "optimal"
            assert solution.value == pytest.approx(expected, rel=1e-6)


def test_the_model_agrees_with_a_general_solver():
    """SLSQP on K itself, minimising a bound on every row's KL risk."""
    q, epsilon = np.array([0.2, 0.3, 0.5]), 1.0
    t = math.exp(epsilon)

    def private(x):
        K = x[:9].reshape(3, 3)
        return (t * K[None, :, :] - K[:, None, :]).ravel()

    constraints = [
        {"type": "eq", "fun": lambda x: x[:9].reshape(3, 3).sum(axis=1) - 1},
        {"type": "eq", "fun": lambda x: (q @ x[:9].reshape(3, 3) - q)[:2]},
        {"type": "ineq", "fun": private},
        {"type": "ineq", "fun": lambda x: x[9] + np.log(np.diag(x[:9].reshape(3, 3)))},
    ]
    start = np.append(np.tile(q, (3, 1)).ravel(), 2.0)
    found = minimize(
        lambda x: x[9], start, bounds=[(1e-9, 1)] * 9 + [(0, 9)], constraints=constraints,
        method="SLSQP", options={"maxiter": 500, "ftol": 1e-12},
    )  # fmt: skip
    assert found.success
    value = solve(PublicPrior(prior=q.tolist(), epsilon=1, divergence="kl")).value
    assert value == pytest.approx(found.fun, rel=1e-6)


def test_the_mechanism_is_private_and_keeps_the_prior():
    for q in PRIORS:
        exact_q = np.array([float(x) for x in q])
        for epsilon in (0.0, 1e-9, 1e-4, 1.0, 20.0, 100.0):
            for name in ("tv", "kl"):
                K = solve(PublicPrior(prior=q, epsilon=epsilon, divergence=name)).mechanism
                assert true_epsilon(K) <= epsilon + 1e-14
                assert np.allclose(K.sum(axis=1), 1, atol=1e-13)
                assert np.allclose(exact_q @ K, exact_q, rtol=1e-11)


@pytest.mark.parametrize("name", [*NAMES, "alpha:-1", "alpha:0"])
def test_a_letter_that_never_occurs_costs_everything(exact, name):
    for q in ([0.5, 0, 0.5], [1, 0, 0]):
        for epsilon in (0, 1, 100):
            problem = PublicPrior(prior=q, epsilon=epsilon, divergence=name)
            solution = solve(problem)
            assert solution.status == "optimal"
            assert solution.value == pytest.approx(exact(name, [1, 0], [0, 1]))
            assert problem.value(solution.mechanism) == pytest.approx(solution.value)
            assert not problem.violations(solution.mechanism, 1e-9)


def test_an_f_with_infinite_f0_costs_infinity_unless_there_is_one_letter():
    for name in ("alpha:-1", "alpha:0"):
        assert solve(PublicPrior(prior=[0.5, 0.5], epsilon=3, divergence=name)).value == math.inf
        assert solve(PublicPrior(prior=[1], epsilon=3, divergence=name)).value == 0.0


def test_a_custom_f_is_solved_by_the_linear_program():
    for q in PRIORS[:4]:
        mine = PublicPrior(prior=q, epsilon=1, divergence=lambda x: x * math.log(x))
        theirs = solve(PublicPrior(prior=q, epsilon=1, divergence="kl"))
        solution = solve(mine)
        assert solution.status == "optimal"
        assert solution.value == pytest.approx(theirs.value, rel=1e-8)


@pytest.mark.parametrize("n", [31, 50, 100])
@pytest.mark.parametrize("name", ["tv", "kl"])
def test_many_letters(name, n, exact):
    q = np.random.default_rng(n).dirichlet(np.ones(n)).tolist()
    solution = solve(PublicPrior(prior=q, epsilon=1.0, divergence=name))
    exact_q = [F(str(x)) for x in q]
    expected = risk(exact, name, converse([x / sum(exact_q) for x in exact_q], 1.0))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-8)


def test_value_is_the_worst_row(exact):
    generator = np.random.default_rng(6)
    for name in NAMES:
        K = generator.dirichlet(np.ones(4), 4)
        seen = PublicPrior(prior=[F(1, 4)] * 4, epsilon=1, divergence=name).value(K)
        rows = [exact(name, np.eye(4)[i], K[i]) for i in range(4)]
        assert seen == pytest.approx(max(rows), rel=1e-11)


def test_the_worst_input_is_a_point_mass(exact):
    """Random p do no worse than the value, and a point mass attains it."""
    generator = np.random.default_rng(7)
    problem = PublicPrior(prior=[0.2, 0.3, 0.5], epsilon=1, divergence="hellinger")
    solution = solve(problem)
    K = solution.mechanism
    inputs = [*generator.dirichlet(np.full(3, 0.3), 200), *np.eye(3)]
    seen = [exact("hellinger", p, p @ K) for p in inputs]
    assert max(seen) == pytest.approx(solution.value, rel=1e-9)
    assert max(seen[:-3]) < solution.value


def test_violations_are_relative_to_the_prior():
    q = [1 - 1e-10, 1e-10]
    problem = PublicPrior(prior=q, epsilon=1, divergence="kl")
    constant = np.tile(q, (2, 1))
    assert not problem.violations(constant, 1e-9)
    tenfold = np.tile([1 - 1e-9, 1e-9], (2, 1))
    assert [v.constraint for v in problem.violations(tenfold, 1e-9)] == ["invariance"]


@pytest.mark.parametrize(("rarest", "epsilon"), [(1e-12, 50), (1e-11, 20), (1e-11, 300)])
@pytest.mark.parametrize("name", ["alpha:2", "alpha:3", "kl", "tv"])
def test_rare_letters_at_high_levels(rarest, epsilon, name, exact):
    rest = [10.0**-i for i in range(1, 9)]
    q = [F(repr(x)) for x in (rarest, *rest)]
    q.append(1 - sum(q))
    solution = solve(PublicPrior(prior=q, epsilon=epsilon, divergence=name))
    least, u = q[0], F(math.exp(-epsilon))
    kept = least / (least + u * (1 - least))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(exact(name, [1, 0], [kept, 1 - kept]), rel=1e-9)
