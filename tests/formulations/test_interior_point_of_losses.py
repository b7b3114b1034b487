"""Losses by the interior point method by outputs: against the simplex method, for any priors."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import Loss, MetricPrivacy, interior_point, loss, solve


def stated(seed, worst):
    """Places in a plane, some losses, and one prior, several, or all."""
    rng = np.random.default_rng([31, seed])
    n, m = int(rng.integers(4, 10)), int(rng.integers(2, 8))
    places = rng.uniform(0, 3, (n, 2))
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    costs = rng.integers(-3, 4, (n, m)) if seed % 2 else rng.uniform(0, 2, (n, m))
    chances = {"one": rng.dirichlet(np.ones(n)), "all": None}.get(worst)
    if worst == "several":
        chances = [list(rng.dirichlet(np.ones(n))) for _ in range(3)]
        chances[0] = [0.5, 0.5] + [0.0] * (n - 2)
    return {"loss": costs.tolist(), "prior": chances, "privacy": MetricPrivacy(apart.tolist())}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("worst", ["one", "several", "all"])
def test_both_methods_find_the_same(monkeypatch, worst, seed):
    given = stated(seed, worst)
    simplex = solve(Loss(**given))
    monkeypatch.setattr(loss, "_MANY", 0)
    problem = Loss(**given)
    found = solve(problem)
    assert found.solver == "interior point by outputs" or found.message
    assert found.status == simplex.status == "optimal"
    size = max(abs(simplex.value), 1.0)
    assert abs(found.value - simplex.value) <= 1e-8 * size
    assert found.bounds.width <= 1e-8 * size
    assert problem.violations(found.mechanism, 1e-12) == ()


def test_a_wrong_mixture_of_priors_proves_less():
    problem = Loss(**stated(2, "all"))
    inequalities = problem.privacy.inequalities(len(problem.costs))
    found = interior_point.minimise(problem.costs, problem._priors, inequalities)
    duals = {"risk": found.mixture, "stochastic": found.alpha, "privacy": found.weights}
    best = problem.dual_bound(duals, {})
    value = problem.value(problem.recover({"kernel": found.kernel}))
    assert best <= value <= best + 1e-8
    other = found.mixture + np.where(np.arange(len(found.mixture)) % 2, 0.01, 0.0)
    assert problem.dual_bound({**duals, "risk": other}, {}) < best - 1e-6


@pytest.mark.full
def test_the_worst_case_on_a_grid_of_places():
    places = np.array([(i, j) for i in range(6) for j in range(6)], dtype=float)
    d = np.linalg.norm(places[:, None] - places, axis=2)
    problem = Loss(loss=d.tolist(), privacy=MetricPrivacy((0.7 * d).tolist()))
    found = solve(problem)
    assert found.solver == "interior point by outputs"
    assert found.status == "optimal"
    assert found.bounds.width <= 1e-9 * found.value
