"""A utility of one's own: against problems that have it, and functions that are not sublinear."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import Fisher, Information, InputError, Utility, solve

P = np.array([0.5, 0.3, 0.2])


def information(column):
    return float(sum(p * c * np.log(c / (P @ column)) for p, c in zip(P, column, strict=True)))


def informations(columns):
    return (P[:, None] * columns * np.log(columns / (P @ columns))).sum(axis=0)


@pytest.mark.parametrize("mu", [information, informations])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_information_as_one_s_own(mu, epsilon):
    own = solve(Utility(mu=mu, k=3, epsilon=epsilon))
    known = solve(Information(prior=P.tolist(), epsilon=epsilon))
    assert own.status == "optimal"
    assert own.value == pytest.approx(known.value, rel=1e-9)


@pytest.mark.full
def test_1000_random_instances():
    """The largest of random linear functions, against a kernel with an output a function."""
    import cvxpy as cp

    rng, wrong = np.random.default_rng(1000), []
    for _ in range(1000):
        k, m = int(rng.integers(2, 5)), int(rng.integers(2, 5))
        A, epsilon = rng.integers(-3, 4, (m, k)).astype(float), float(rng.uniform(0.1, 3.0))
        solution = solve(Utility(mu=lambda c, A=A: (A @ c).max(axis=0), k=k, epsilon=epsilon))
        Q = cp.Variable((k, m), nonneg=True)
        private = [Q[x] <= np.exp(epsilon) * Q[z] for x in range(k) for z in range(k) if x != z]
        best = cp.Problem(cp.Maximize(cp.trace(A @ Q)), [cp.sum(Q, axis=1) == 1, *private])
        best.solve(solver=cp.HIGHS)
        told = solution.status == "optimal" or abs(best.value) < 1e-9
        if not told or abs(solution.value - best.value) > 1e-7 * (1 + abs(best.value)):
            wrong.append((A, epsilon, solution, best.value))
    assert not wrong, wrong[0]


def test_fisher_information_as_one_s_own():
    score = np.array([1.0, -0.5, -0.5])
    own = Utility(mu=lambda c: (score @ c) ** 2 / (P @ c), k=3, epsilon=1)
    known = Fisher(density=P.tolist(), score=score.tolist(), epsilon=1)
    assert solve(own).value == pytest.approx(solve(known).value, rel=1e-9)
    assert "not proved" in own.unverified


@pytest.mark.parametrize(
    ("mu", "says"),
    [
        (min, "not subadditive"),
        (lambda c: sum(c) ** 2, "not subadditive"),
        (lambda c: max(c) + 1.0, "times a column"),
        (lambda c: -max(c), "not subadditive"),
        (lambda c: np.sqrt(max(c)), "times a column"),
        (lambda c: 1 / 0, "ZeroDivisionError"),
        (lambda c: float("nan"), "not finite"),
        (lambda c: "x", "ValueError"),
        (lambda c: np.ones((2, 2)), "shape"),
        (3, "no function"),
    ],
)
def test_what_is_no_sublinear_function_is_refused_in_a_line(mu, says):
    with pytest.raises(InputError, match=says) as refused:
        Utility(mu=mu, k=3, epsilon=1)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("k", [0, 17, 1.5, "x"])
def test_a_number_of_letters_that_is_none(k):
    with pytest.raises(InputError, match="k"):
        Utility(mu=max, k=k, epsilon=1)


@pytest.mark.parametrize(
    ("formula", "mu"),
    [
        ("max(c)/k", lambda c: c.max(axis=0) / 3),
        ("abs(c[0] - c[1]) + max(c[2], 2*c[0])",
         lambda c: abs(c[0] - c[1]) + np.maximum(c[2], 2 * c[0])),
        ("(c[0] - 0.5*c[1] - 0.5*c[2])^2/(0.5*c[0] + 0.3*c[1] + 0.2*c[2])",
         lambda c: (np.array([1.0, -0.5, -0.5]) @ c) ** 2 / (P @ c)),
        ("sum(c*ln(c)) - sum(c)*ln(sum(c))",
         lambda c: (c * np.log(c)).sum(0) - c.sum(0) * np.log(c.sum(0))),
        ("1*0", lambda c: 0.0 * c[0]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("epsilon", ["0.2", "2"])
def test_a_formula_is_the_function_that_it_writes(formula, mu, epsilon):
    own, known = (Utility(mu=given, k=3, epsilon=epsilon) for given in (formula, mu))
    assert own.parameters["mu"] == formula
    C = np.random.default_rng(3).uniform(0.1, 1.0, (3, 7))
    assert own.column_utility(C) == pytest.approx(known.column_utility(C), rel=1e-12, abs=1e-15)
    solution = solve(own)
    assert solution.value == pytest.approx(solve(known).value, rel=1e-9, abs=1e-12)
    assert "not proved" in solution.message


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("min(c)", "not subadditive"),
        ("max(c)^2", "not subadditive|times a column"),
        ("max(c) + 1", "times a column"),
        ("c", "is a vector"),
        ("c[3]", "index 3"),
        ("ma(c)", "no function"),
        ("max(d)", "not known"),
        ("ln(0*c[0])", "not finite"),
        ("max(c", "no formula"),
        ("__import__('os')", "no function"),
    ],
)
def test_what_is_no_formula_of_a_utility_is_refused_in_a_line(formula, says):
    with pytest.raises(InputError, match=says) as refused:
        Utility(mu=formula, k=3, epsilon=1)
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith("mu: ")
