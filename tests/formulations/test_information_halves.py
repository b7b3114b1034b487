"""Meet in the middle against all sets, and the priors that nothing else closes."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from formulations import Information, solve
from formulations.information_search import (
    Curve,
    Prices,
    dual_infeasibility,
    halves,
    separate,
    separation,
)
from formulations.information_search.halves import Halves, listed

F = Fraction
LEVELS = [1e-3, 0.1, 0.99, 1.0, 3.0, 20.0, 700.0]


def priors(k, generator):
    near = generator.choice([1.0, 2.0, 3.3], k)
    yield generator.dirichlet(np.ones(k))
    for digits in (3, 6, 12):
        yield near * (1.0 + 10.0**-digits * generator.random(k))
    yield near
    yield generator.uniform(0.3, 0.95) ** np.arange(k)


def prices_of(masses, counts, epsilon, generator, noise):
    """The tangent of g at 0.4, lowered by a tenth, with noise: sets of nearly all masses count."""
    curve, at = Curve(epsilon), np.array([0.4])
    masses = masses / (masses @ counts)
    slope, peak = float(curve.slope(at)[0]), float(curve.utility(at)[0])
    costs = slope * masses + noise * peak * generator.normal(size=len(masses))
    return Prices(curve, masses, costs, counts, 0.9 * (peak - 0.4 * slope))


def all_sums(values, counts):
    sums = np.zeros(1)
    for value, count in zip(values, counts, strict=True):
        sums = np.add.outer(sums, np.arange(count + 1) * value).ravel()
    return sums


def worst_of_all(prices):
    mass, cost = all_sums(prices.masses, prices.counts), all_sums(prices.costs, prices.counts)
    return float(prices.violations(mass, cost).max())


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("k", [1, 2, 3, 8, 13])
def test_the_worst_of_all_sets_is_found(k, epsilon):
    generator = np.random.default_rng(k)
    for masses in priors(k, generator):
        for noise in (0.0, 1e-9, 1e-3, 1.0):
            counts = generator.choice([1, 1, 2, 4], k) if k < 13 else np.ones(k, dtype=np.intp)
            prices = prices_of(masses, counts, epsilon, generator, noise)
            found, worst = Halves(prices), worst_of_all(prices)
            size = prices.base + np.abs(prices.costs) @ counts
            assert worst - prices.rounding <= found.upper <= worst + 1e-11 * size
            row = np.argmax(found.amounts)
            reached = prices.of(found.sets(np.array([row])))[0]
            assert abs(reached - worst) <= 1e-12 * size
            everything = prices.of(found.sets(np.arange(len(found.amounts))))
            assert np.abs(everything - found.amounts).max() <= 1e-12 * size
            assert everything.max() <= found.upper


@pytest.mark.parametrize("noise", [1e-7, 1e-3])
@pytest.mark.parametrize("epsilon", [0.05, 0.5, 2.0, 8.0])
def test_a_million_sets(epsilon, noise, monkeypatch):
    """Of twenty letters, with a tree that has no nodes to speak of."""
    monkeypatch.setattr(separation, "_LEAST", 10)
    generator = np.random.default_rng(20)
    for masses in priors(20, generator):
        prices = prices_of(masses, np.ones(20, dtype=np.intp), epsilon, generator, noise)
        worst, found = worst_of_all(prices), separate(prices)
        size = prices.base + np.abs(prices.costs).sum()
        assert worst > 0
        assert found.upper == pytest.approx(worst, rel=0, abs=1e-11 * size)
        assert found.amounts[0] == pytest.approx(worst, rel=0, abs=1e-12 * size)
        assert found.amounts == pytest.approx(prices.of(found.sets), rel=1e-12)


def test_the_order_of_the_best_partners_rests_on_concavity():
    generator = np.random.default_rng(0)
    a, b = np.sort(generator.random((2, 200)) / 2, axis=1)
    d = 1e-3 * generator.random(200)
    lost = {}
    for name, sign in (("concave", 1.0), ("convex", -1.0)):

        def utility(mass, sign=sign):
            return sign * mass * (1.0 - mass)

        values, partners = halves._row_maxima(utility, a, b, d)
        table = utility(a[:, None] + b) - d
        assert (values == table[np.arange(200), partners]).all()
        lost[name] = (table.max(axis=1) - values).max()
    assert lost["concave"] <= 1e-15
    assert lost["convex"] > 1e-3


def test_what_is_listed():
    assert listed(np.ones(40, dtype=np.intp)) == 2**21
    assert listed(np.ones(50, dtype=np.intp)) == np.inf
    assert listed(np.array([10**5], dtype=np.intp)) == 10**5 + 2
    for pairs in range(21):  # forty inputs fit, however many letters they are
        assert np.isfinite(listed(np.array([2] * pairs + [1] * (40 - 2 * pairs))))
        assert np.isfinite(listed(np.array([3] * (2 * pairs // 3) + [1] * (40 - 2 * pairs))))


def exact_infeasibility(prior, epsilon, alpha):
    """max_T (μ_T − S_Tᵀα) in 50 digits."""
    k, worst = len(prior), Decimal(0)
    with localcontext() as context:
        context.prec = 50
        u = (-Decimal(epsilon)).exp()
        p = [Decimal(x.numerator) / Decimal(x.denominator) for x in prior]
        a = [Decimal(float(x)) for x in alpha]
        for code in range(1, 2**k):
            inside = [code >> i & 1 for i in range(k)]
            s = sum(x for x, i in zip(p, inside, strict=True) if i)
            m = u + (1 - u) * s
            price = sum(x * (1 if i else u) for x, i in zip(a, inside, strict=True))
            worst = max(worst, -m * m.ln() - (1 - s) * u * Decimal(epsilon) - price)
        return worst


@pytest.mark.parametrize("way", ["tree", "halves"])
def test_the_bound_is_true_to_the_last_digit(way, monkeypatch):
    """Rounding is on the side of the bound: without it, some of these are below the maximum."""
    if way == "halves":
        monkeypatch.setattr(separation, "_LEAST", 0)
        monkeypatch.setattr(separation, "_SETS_A_NODE", np.inf)
    generator = np.random.default_rng(5)
    for heaviest in [1, 10**10, 10**16] * 14:
        k = int(generator.integers(2, 6))
        weights = [F(heaviest), *(F(int(x)) for x in generator.integers(1, 10**6, k - 1))]
        prior = [w / sum(weights) for w in weights]
        epsilon = float(10.0 ** generator.uniform(-2.5, 0.5))
        problem = Information(prior=prior, epsilon=epsilon)
        alpha = problem.letters.spread(problem.found.alpha)
        for vector in (alpha, alpha * (1 - 1e-9), -alpha):
            bound = dual_infeasibility(problem.prior.array, epsilon, vector)
            exact = exact_infeasibility(prior, epsilon, vector)
            assert exact <= Decimal(bound)
            assert bound <= float(exact) + 1e-11 * problem.natural_scale


def groups(k, ratios, noise):
    generator = np.random.default_rng(k)
    masses = [F(ratios[x % len(ratios)] * (1.0 + noise * generator.random())) for x in range(k)]
    return [mass / sum(masses) for mass in masses]


@pytest.mark.parametrize(
    ("k", "ratios", "noise", "epsilon"),
    [
        (20, [1.0, 2.0], 1e-3, 0.5),
        (20, [1.0, 2.0, 3.3], 1e-5, 2.0),
        (30, [1.0, 2.0], 1e-3, 2.0),
        (30, [1.0, 1.7], 1e-2, 0.5),
        (40, [1.0, 2.0], 1e-3, 2.0),
        (40, [1.0, 2.0, 3.3], 1e-3, 0.5),
    ],
)
def test_groups_of_nearly_equal_masses_are_solved(k, ratios, noise, epsilon):
    prior = groups(k, ratios, noise)
    problem = Information(prior=prior, epsilon=epsilon)
    solution = solve(problem)
    assert solution.status == "optimal"
    assert 0 <= solution.bounds.width <= 1e-9 * solution.value
    alpha = solution.duals["stochastic"]
    assert problem.dual_infeasibility(alpha * (1 - 1e-7)) > 1e-8 * solution.value


def test_it_is_the_halves_that_close_the_gap(monkeypatch):
    monkeypatch.setattr(separation, "listed", lambda counts: np.inf)
    solution = solve(Information(prior=groups(40, [1.0, 2.0], 1e-3), epsilon=2.0))
    assert solution.status == "inconclusive"
    assert solution.bounds.width > 1e-5 * solution.value


@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 4.0, 8.0])
@pytest.mark.parametrize("rest", [F(1, 50), F(1, 10**6), F(1, 10**9), F(1, 10**12)])
@pytest.mark.parametrize("k", [24, 40])
def test_nearly_a_point_mass(k, rest, epsilon):
    """Sums with a mass of nearly 1 round to 1e-16: against that, the value would vanish."""
    others = groups(k - 1, [1.0, 2.0], 1e-3)
    problem = Information(prior=[*(rest * x for x in others), 1 - rest], epsilon=epsilon)
    solution = solve(problem)
    assert solution.status == "optimal"
    assert 0 <= solution.bounds.width <= 1e-9 * solution.value
    alpha = solution.duals["stochastic"]
    assert problem.dual_infeasibility(alpha * (1 - 1e-7)) > 1e-9 * solution.value


@pytest.mark.parametrize("k", [17, 40])
@pytest.mark.parametrize("epsilon", [1e-9, 1.0, 700.0])
def test_nothing_is_told_of_a_point_mass(k, epsilon):
    solution = solve(Information(prior=[0] * (k - 1) + [1], epsilon=epsilon))
    assert solution.status == "optimal"
    assert solution.value == solution.bounds.upper == 0
