"""Estimation: against the semidefinite program over all patterns, and at known optima."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from itertools import product

import cvxpy as cp
import numpy as np
import pytest

from formulations import Estimation, InputError, solve
from formulations.estimation import risk, subset_risk, subset_size
from lpcheck.compare import check
from lpcheck.mechanisms import randomized_response, subset_mechanism

F = Fraction


def plain(prior, epsilon):
    """min tr J⁻¹ − ‖P‖² with J = Σ θ_T S_T S_Tᵀ/(P·S_T), as it is written."""
    P, k = np.array(prior, dtype=float), len(prior)
    S = np.array(list(product([1.0, math.exp(epsilon)], repeat=k))).T
    theta = cp.Variable(S.shape[1], nonneg=True)
    J = (S / (P @ S)) @ cp.diag(theta) @ S.T
    problem = cp.Problem(cp.Minimize(cp.tr_inv(J)), [S @ theta == 1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of inaccuracy, which is what is compared here
        problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    return problem.value - P @ P


def random_prior(rng, k, zeros=False):
    prior = np.round(rng.dirichlet(np.ones(k)) * 1000).astype(int) + (0 if zeros else 1)
    if zeros:
        prior[rng.integers(k)] = 0
    return [F(int(p), int(prior.sum())) for p in prior]


@pytest.mark.parametrize("seed", range(12))
def test_against_the_semidefinite_program(seed):
    rng = np.random.default_rng([15, seed])
    prior = random_prior(rng, int(rng.integers(2, 5)), zeros=seed % 4 == 0)
    epsilon = float(rng.choice([0.3, 1.0, 2.5]))
    solution = solve(Estimation(prior=prior, epsilon=epsilon))
    assert solution.status == "optimal", solution.message
    assert solution.bounds.width <= 1e-9 * solution.value
    assert solution.value == pytest.approx(plain(prior, epsilon), rel=1e-6)


@pytest.mark.full
def test_1000_random_instances():
    rng, wrong = np.random.default_rng(1000), []
    for number in range(1000):
        k = int(rng.integers(2, 5))
        prior, epsilon = random_prior(rng, k, zeros=number % 7 == 0), float(rng.uniform(0.2, 3.0))
        solution, other = solve(Estimation(prior=prior, epsilon=epsilon)), plain(prior, epsilon)
        if solution.status != "optimal" or abs(solution.value - other) > 1e-5 * other:
            wrong.append((prior, epsilon, solution.value, other))
    assert not wrong


@pytest.mark.parametrize("k", [2, 3, 5, 9, 12])
@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 5.0, 40.0])
def test_bounds_meet(k, epsilon):
    prior = [F(1, x) for x in range(1, k + 1)]  # Zipf's
    stated = Estimation(prior=[p / sum(prior) for p in prior], epsilon=epsilon)
    solution = solve(stated)
    assert solution.status == "optimal", solution.message
    if epsilon >= 0.1:
        assert solution.bounds.width <= 1e-9 * solution.value
    assert stated.violations(solution.mechanism, 1e-9) == ()


@pytest.mark.parametrize("k", range(2, 13))
def test_subset_selection_is_optimal_at_the_uniform_prior_and_no_other_size_is(k):
    for epsilon in (0.2, 1.0, 2.0, 4.0):
        stated = Estimation(k=k, epsilon=epsilon)
        size = subset_size(k, epsilon)
        # The general method over all sizes, which knows nothing of the closed form.
        found = stated.proposal()
        best = subset_risk(k, epsilon, size)
        assert stated.value(found.mechanism) == pytest.approx(best, rel=1e-9)
        assert stated.dual_bound(found.duals, {}) == pytest.approx(best, rel=1e-9)
        assert check(stated, subset_mechanism(k, epsilon, size)).verdict == "optimal"
        for other in range(1, k):
            kernel = subset_mechanism(k, epsilon, other)
            assert stated.value(kernel) == pytest.approx(subset_risk(k, epsilon, other), rel=1e-10)
            worse = subset_risk(k, epsilon, other) > best * (1 + 1e-9)
            assert check(stated, kernel).verdict == ("suboptimal" if worse else "optimal")


def test_for_a_zipf_prior_subset_selection_is_beaten():
    prior = [F(60, 137), F(30, 137), F(20, 137), F(15, 137), F(12, 137)]
    stated = Estimation(prior=prior, epsilon=1)
    best = min(stated.value(subset_mechanism(5, 1.0, d)) for d in range(1, 5))
    assert best / solve(stated).value == pytest.approx(1.0080, abs=5e-5)


def test_controls():
    stated = Estimation(k=3, epsilon=1)
    kernel = randomized_response(3, 1.0)
    assert check(stated, kernel).verdict == "optimal"
    assert check(stated, randomized_response(3, 0.99)).verdict == "suboptimal"
    assert check(stated, randomized_response(3, 1.01)).verdict == "infeasible"
    moved = kernel.copy()
    moved[0] += [-1e-6, 1e-6, 0.0]
    assert check(stated, moved).verdict == "suboptimal"


@pytest.mark.parametrize("seed", range(5))
def test_a_bound_holds_whatever_the_multipliers_are(seed):
    rng = np.random.default_rng(seed)
    prior = random_prior(rng, 4)
    stated = Estimation(prior=prior, epsilon=1)
    best = solve(stated).value
    good = stated.proposal().duals
    for size in (1e-9, 1e-6, 1e-3, 0.1, 1.0):
        for _ in range(20):
            duals = {
                name: x * (1.0 + size * rng.normal(size=np.shape(x))) for name, x in good.items()
            }
            assert stated.dual_bound(duals, {}) <= best * (1 + 1e-9)
        assert size > 1e-5 or stated.dual_bound(duals, {}) >= best * (1 - 1e-3)
    noise = {"information": rng.normal(size=(4, 4)), "stochastic": rng.normal(size=4)}
    assert stated.dual_bound(noise, {}) <= best


def test_the_model_proves_what_the_method_does():
    from formulations import gate

    class Modelled(Estimation):
        def proposal(self):
            return None

    for prior in (["1/2", "1/4", "1/4"], ["1/2", "1/3", "1/6"]):
        modelled = gate.solve(Modelled(prior=prior, epsilon=1))
        assert modelled.status == "optimal", modelled.message
        own = solve(Estimation(prior=prior, epsilon=1)).value
        assert modelled.value == pytest.approx(own, rel=1e-6)


def test_the_risk_is_that_of_the_best_estimator():
    rng = np.random.default_rng(1)
    Q, P = rng.dirichlet(np.ones(6), 4), rng.dirichlet(np.ones(4))
    m = P @ Q
    best = np.linalg.inv((Q / m) @ Q.T) @ (Q / m)  # a(y), unbiased with least variance
    np.testing.assert_allclose(best @ Q.T, np.eye(4), atol=1e-9)
    assert risk(Q, P) == pytest.approx(m @ (best**2).sum(axis=0) - P @ P, rel=1e-10)
    other = best + rng.normal(size=(4, 6)) @ (np.eye(6) - np.linalg.pinv(Q) @ Q)
    np.testing.assert_allclose(other @ Q.T, np.eye(4), atol=1e-9)
    assert m @ (other**2).sum(axis=0) - P @ P > risk(Q, P)
    assert risk(np.eye(4), P) == pytest.approx(1 - P @ P)
    assert risk(Q[:, :1] / Q[:, :1], P) == math.inf
    assert risk(np.vstack([Q[0], Q[0], Q[1:3]]), P) == math.inf


def test_edges():
    assert solve(Estimation(prior=[1], epsilon=1)).value == 0.0
    assert solve(Estimation(prior=["1/2", "1/2"], epsilon=0)).value == math.inf
    assert solve(Estimation(prior=[1, 0], epsilon=1)).status == "optimal"
    huge = solve(Estimation(k=1_000_000, epsilon=1))
    assert huge.status == "optimal"
    assert huge.mechanism is None
    assert huge.value == pytest.approx(3682687.0114503275, rel=1e-12)
    sizes = np.arange(1, 1000)
    for epsilon in (0.01, 1.0, 3.0, 8.0):
        assert subset_size(1000, epsilon) == 1 + np.argmin(subset_risk(1000, epsilon, sizes))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"epsilon": 1}, "prior"),
        ({"prior": ["1/2", "1/2"], "k": 2, "epsilon": 1}, "beside k"),
        ({"k": 2.5, "epsilon": 1}, "whole number"),
        ({"k": 10**7, "epsilon": 1}, "whole number"),
        ({"prior": [F(2, 101)] * 50 + [F(1, 101)], "epsilon": 1}, "51 letters"),
        ({"prior": [F(2, 41)] * 20 + [F(1, 41)], "privacy": "pml"}, "epsilon"),
        ({"prior": ["1/2", "1/2"], "epsilon": -1}, "epsilon"),
    ],
)
def test_bad_input_is_refused_in_a_line(given, says):
    with pytest.raises(InputError, match=says):
        Estimation(**given)
