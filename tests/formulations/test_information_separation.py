"""The largest violation of a dual vector against brute force over all subsets."""

import numpy as np
import pytest

from formulations import Information
from formulations.information_search import Prices, dual_infeasibility, separate, separation
from formulations.information_search.relaxations import Layer, Parts
from formulations.patterns import ColumnProblem


def priors(k, generator):
    near = 1.0 + 1e-3 * generator.random(k)
    whole = generator.integers(1, 4, k).astype(float)
    yield generator.dirichlet(np.ones(k))
    yield near / near.sum()
    yield whole / whole.sum()
    yield np.append(0.0, generator.dirichlet(np.ones(k - 1)))


def vectors(problem, generator):
    """Good vectors, nearly good ones, and wrong ones of either sign."""
    alpha = problem.letters.spread(problem.found.alpha)
    size = np.abs(alpha).max()
    yield alpha
    yield alpha * (1 - 1e-9)
    yield alpha * (1 + 1e-3 * generator.normal(size=len(alpha)))
    yield alpha + 0.3 * size * generator.normal(size=len(alpha))
    yield -alpha


@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 2.0, 6.0, 30.0])
@pytest.mark.parametrize("k", [3, 6, 12])
def test_the_worst_of_all_patterns_is_found(k, epsilon, monkeypatch):
    generator = np.random.default_rng(k)
    broken = 0
    for prior in priors(k, generator):
        problem = Information(prior=prior.tolist(), epsilon=epsilon)
        scale = problem.natural_scale
        for alpha in vectors(problem, generator):
            brute = max(ColumnProblem.dual_infeasibility(problem, alpha), 0.0)
            found = dual_infeasibility(problem.prior.array, epsilon, alpha)
            assert brute - 1e-14 * scale <= found <= brute + 3e-12 * scale
            broken += brute > 1e-11 * scale
            with monkeypatch.context() as patch:  # as of letters that are too many
                patch.setattr(separation, "listed", lambda counts: np.inf)
                for budget in (1, 5, 50):  # whatever is left open is part of the bound
                    cut = dual_infeasibility(problem.prior.array, epsilon, alpha, budget)
                    assert cut >= brute - 1e-14 * scale
    assert broken >= 8


def nodes(k, generator):
    """Random nodes of the search: the first letters decided."""
    for depth in range(k + 1):
        sets = np.zeros((6, k), dtype=np.int16)
        sets[:, :depth] = generator.integers(0, 2, (6, depth))
        yield depth, sets


@pytest.mark.parametrize("epsilon", [0.1, 2.0, 6.0])
def test_relaxations_bound_every_completion(epsilon):
    k, generator = 8, np.random.default_rng(1)
    everything = ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).astype(np.int16)
    for prior in priors(k, generator):
        problem = Information(prior=prior.tolist(), epsilon=epsilon)
        masses = np.maximum(np.sort(prior)[::-1], 1e-9)
        alpha = problem.natural_scale * generator.normal(1.0, 1.0, k) * masses
        curve = problem.letters.curve
        costs, base = curve.rest * alpha, curve.u * alpha.sum()
        prices = Prices(curve, masses, costs, np.ones(k, dtype=np.intp), base)
        amounts, sizes = prices.of(everything), everything.sum(axis=1)
        tight = 0
        for relaxation in [Parts(prices), *(Layer(prices, j) for j in range(k + 1))]:
            allowed = np.ones(2**k, dtype=bool)
            if isinstance(relaxation, Layer):
                allowed = sizes == relaxation.size
            for depth, sets in nodes(k, generator):
                taken = sets.sum(axis=1)
                mass, cost = sets @ masses, sets @ costs
                bounds = relaxation.bounds(depth, mass, cost, taken)
                ends = relaxation.completions(depth, mass, taken)
                for row, bound, end in zip(sets, bounds, ends, strict=True):
                    below = allowed & (everything[:, :depth] == row[:depth]).all(axis=1)
                    if not below.any():
                        assert bound == -np.inf
                        continue
                    best = amounts[below].max()
                    assert bound >= best - 1e-14
                    reached = prices.of(np.concatenate([row[:depth], end])[None, :])[0]
                    assert reached <= best + 1e-14
                    tight += bound <= best + 1e-12
        assert tight > 50  # not merely infinite


def test_sets_that_are_reported_break_the_vector():
    prior = np.random.default_rng(3).dirichlet(np.ones(12))
    problem = Information(prior=prior.tolist(), epsilon=2)
    letters, curve = problem.letters, problem.letters.curve
    alpha = problem.found.alpha * 0.99
    base = curve.u * float(alpha @ letters.counts)
    prices = Prices(curve, letters.masses, curve.rest * alpha, letters.counts, base)
    found = separate(prices)
    assert len(found.sets) > 0
    assert (found.amounts > 0).all()
    assert found.amounts[0] == pytest.approx(found.upper, rel=1e-12)
    inside = found.sets[:, letters.place].astype(float)
    utilities = curve.utility(inside @ prior)
    spread = letters.spread(alpha)
    weights = curve.u + curve.rest * inside
    assert utilities - weights @ spread == pytest.approx(found.amounts, rel=1e-9, abs=1e-14)


def test_a_vector_lowered_by_a_millionth_is_caught_at_forty_inputs():
    prior = np.random.default_rng(4).dirichlet(np.ones(40))
    problem = Information(prior=prior.tolist(), epsilon=4)
    alpha = problem.letters.spread(problem.found.alpha)
    scale = problem.natural_scale
    assert problem.dual_infeasibility(alpha) <= 1e-11 * scale
    assert problem.dual_infeasibility(alpha * (1 - 1e-6)) > 1e-10 * scale
    bent = alpha.copy()
    bent[7] -= 1e-5 * scale
    assert problem.dual_infeasibility(bent) > 1e-10 * scale


def test_inputs_without_mass_may_have_any_price():
    prior = [0.0, 0.5, 0.3, 0.2, 0.0]
    problem = Information(prior=prior, epsilon=1)
    good = problem.letters.spread(problem.found.alpha)
    for prices in ([0.1, 0.1], [-0.1, 0.05], [-0.2, -0.1]):
        alpha = good + np.array([prices[0], 0, 0, 0, prices[1]])
        brute = max(ColumnProblem.dual_infeasibility(problem, alpha), 0.0)
        assert dual_infeasibility(problem.prior.array, 1.0, alpha) == pytest.approx(
            brute, abs=1e-12
        )
