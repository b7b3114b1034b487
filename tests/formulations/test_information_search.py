"""Mutual information beyond the plain model: both ways agree, and every bound is true."""

import math
from fractions import Fraction

import numpy as np
import pytest

from formulations import Information, solve
from formulations.information_search import column_generation, fluid_prices, input_sets, search
from formulations.patterns import ColumnProblem
from formulations.privacy import true_epsilon
from lpcheck import check
from lpcheck.mechanisms import randomized_response

F = Fraction


def normalised(weights):
    total = sum(F(w) for w in weights)
    return [F(w) / total for w in weights]


def prior_of(kind, k):
    generator = np.random.default_rng(k)
    return {
        "generic": lambda: generator.dirichlet(np.ones(k)).tolist(),
        "sparse": lambda: generator.dirichlet(np.full(k, 0.2)).tolist(),
        "uniform": lambda: [F(1, k)] * k,
        "ties": lambda: normalised(generator.integers(1, 4, k).tolist()),
        "zeros": lambda: normalised([1, *generator.integers(0, 3, k - 1).tolist()]),
        "point mass": lambda: [1] + [0] * (k - 1),
        "two big": lambda: normalised([300, 301, *generator.integers(1, 20, k - 2).tolist()]),
        "one big": lambda: normalised([10**4, *generator.integers(1, 300, k - 1).tolist()]),
        "powers of two": lambda: normalised([2**x for x in range(k)]),
        "nearly equal": lambda: normalised(generator.integers(10**6, 10**6 + 10**3, k).tolist()),
        "partition": lambda: normalised(generator.integers(10**6, 10**7, k).tolist()),
        "power law": lambda: normalised([F(1, x) for x in range(1, k + 1)]),
    }[kind]()


KINDS = ["generic", "sparse", "uniform", "ties", "zeros", "point mass", "two big", "one big",
         "powers of two", "nearly equal", "partition", "power law"]  # fmt: skip
LEVELS = [1e-6, 1e-3, 0.5, 2.0, 6.0, 100.0, 700.0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 5, 9, 12])
def test_the_bounds_meet_over_all_patterns_listed(kind, k):
    for epsilon in LEVELS:
        problem = Information(prior=prior_of(kind, k), epsilon=epsilon)
        found = problem.search_proposal()
        assert true_epsilon(found.mechanism) <= epsilon * (1 + 1e-9) + 1e-14
        assert not problem.violations(found.mechanism, 1e-12)
        value = problem.value(found.mechanism)
        bound = problem.dual_bound(found.duals, {})  # brute force for k ≤ 16
        scale = problem.natural_scale
        # Entries that differ by a factor 1 + ε fix the value to 1e-16/ε only.
        allowed = (1e-12 + 2e-15 / epsilon) * value + 2e-14 * scale
        assert -allowed <= bound - value <= allowed
        lower = {"stochastic": found.duals["stochastic"] * (1 - 1e-6)}
        if value > 1e-9 * scale:  # a vector that is too low is no bound, and costs more
            assert problem.dual_bound(lower, {}) >= bound - allowed
            assert problem.dual_infeasibility(lower["stochastic"]) > 0


@pytest.mark.parametrize("kind", ["generic", "nearly equal", "powers of two", "two big", "zeros"])
@pytest.mark.parametrize(("k", "epsilon"), [(10, 0.5), (13, 2.0), (14, 4.0)])
def test_the_plain_model_agrees(kind, k, epsilon, monkeypatch):
    problem = Information(prior=prior_of(kind, k), epsilon=epsilon)
    found = problem.search_proposal()
    value, bound = problem.value(found.mechanism), problem.dual_bound(found.duals, {})
    monkeypatch.setattr(Information, "proposal", lambda self: None)
    plain = solve(problem)
    assert plain.status == "optimal"
    assert "HiGHS" in plain.solver
    assert value >= plain.bounds.lower * (1 - 1e-12)
    assert bound <= plain.bounds.upper * (1 + 1e-12)


@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 2.0, 6.0])
def test_the_closed_form_dual_is_feasible_for_every_pattern(epsilon):
    for kind in KINDS:
        for k in (2, 5, 12):
            problem = Information(prior=prior_of(kind, k), epsilon=epsilon)
            level, prices = fluid_prices(problem.letters)
            alpha = problem.letters.spread(prices)
            scale = problem.natural_scale
            assert alpha.sum() == pytest.approx(level, rel=1e-12, abs=1e-300)
            assert ColumnProblem.dual_infeasibility(problem, alpha) <= 1e-13 * scale
            if kind == "point mass":  # nothing is bounded where nothing can be told
                continue
            value = problem.value(problem.search_proposal().mechanism)
            assert level >= value * (1 - 1e-12)
            low = alpha * (value / level) * (1 - 1e-6)  # a sum below the optimum
            assert ColumnProblem.dual_infeasibility(problem, low) > 0


@pytest.mark.parametrize("k", [17, 24, 30, 40])
@pytest.mark.parametrize("epsilon", [0.5, 2.0, 4.0])
@pytest.mark.parametrize("kind", ["generic", "ties", "uniform", "power law", "zeros"])
def test_beyond_the_plain_model_the_bounds_meet(kind, k, epsilon):
    problem = Information(prior=prior_of(kind, k), epsilon=epsilon)
    solution = solve(problem)
    assert solution.status == "optimal"
    assert solution.solver == "column generation"
    assert solution.bounds.width <= 1e-9 * solution.value
    assert true_epsilon(solution.mechanism) <= epsilon + 1e-12
    assert problem.value(solution.mechanism) == solution.value
    looser = Information(prior=prior_of(kind, k), epsilon=epsilon - 1e-6)
    assert looser.violations(solution.mechanism, 1e-9)


@pytest.mark.parametrize(
    ("k", "kind"), [(24, "nearly equal"), (24, "powers of two"), (30, "partition"), (30, "two big")]
)
def test_priors_that_look_like_partition(k, kind):
    for epsilon in (0.1, 3.0):
        solution = solve(Information(prior=prior_of(kind, k), epsilon=epsilon))
        assert solution.status == "optimal"
        assert solution.bounds.width <= 1e-9 * solution.value


@pytest.mark.parametrize("k", [17, 40, 300])
@pytest.mark.parametrize("epsilon", [1e-4, 0.5, 2.0, 5.0, 50.0])
def test_a_uniform_prior_selects_subsets_of_one_size(k, epsilon):
    """One row is left of the program, Σ w m = 1, so that its optimum is max_j g(j/k)/m(j/k)."""
    u = math.exp(-epsilon)

    def value(j):
        m = u + -math.expm1(-epsilon) * j / k
        log = math.log1p(math.expm1(-epsilon) * (k - j) / k) if m > 0.5 else math.log(m)
        return (-m * log - (1 - j / k) * u * epsilon) / m

    expected = max(value(j) for j in range(1, k + 1))
    solution = solve(Information(prior=[F(1, k)] * k, epsilon=epsilon))
    assert solution.status == "optimal"
    tolerance = 1e-11 + 4e-16 / epsilon**2  # the sum above cancels at small ε
    assert solution.value == pytest.approx(expected, rel=tolerance, abs=0)
    assert solution.value != pytest.approx(value(k // 7), rel=1e-3)


def test_inputs_of_a_letter_are_covered_equally():
    letters = Information(prior=prior_of("ties", 15), epsilon=1).letters
    n = len(letters)
    generator = np.random.default_rng(0)
    sets = np.array([generator.integers(0, letters.counts + 1) for _ in range(4)], dtype=np.int16)
    inside, weights = input_sets(letters, sets, np.array([0.1, 0.2, 0.3, 0.4]))
    cover = inside @ weights
    for letter in range(n):
        mean = np.array([0.1, 0.2, 0.3, 0.4]) @ sets[:, letter] / letters.counts[letter]
        assert cover[letters.place == letter] == pytest.approx(mean, rel=1e-13, abs=1e-15)
    assert weights.sum() == pytest.approx(1.0, rel=1e-14)
    masses = {round(float(m), 12) for m in sets @ letters.masses}
    exact = Information(prior=prior_of("ties", 15), epsilon=1).prior.array
    assert {round(float(m), 12) for m in exact @ inside} == masses


@pytest.fixture(scope="module")
def thirty():
    problem = Information(prior=prior_of("generic", 30), epsilon=1.5)
    return problem, solve(problem)


def test_a_kernel_is_judged_at_thirty_inputs(thirty):
    problem, solution = thirty
    finding = check(problem, solution.mechanism, solution=solution)
    assert finding.verdict == "optimal"
    assert finding.gap <= 1e-9 * solution.value

    worse = check(problem, randomized_response(30, 1.5), solution=solution)
    assert worse.verdict == "suboptimal"
    assert problem.value(worse.improved_mechanism) > worse.value * 1.5
    assert not problem.violations(worse.improved_mechanism, 1e-12)

    slightly = solution.mechanism * (1 - 1e-6) + 1e-6 * solution.mechanism.mean(axis=0)
    assert check(problem, slightly, solution=solution).verdict == "suboptimal"

    tighter = Information(prior=problem.prior.exact, epsilon=1.499)
    found = check(tighter, solution.mechanism, solution=solve(tighter))
    assert found.verdict == "infeasible"


def test_an_interval_is_said_to_be_one(monkeypatch):
    """With no rounds to speak of the bounds do not meet: neither solve nor check says optimal."""
    prior = prior_of("generic", 30)
    whole = solve(Information(prior=prior, epsilon=4))
    monkeypatch.setattr(column_generation, "_ROUNDS", 2)
    monkeypatch.setattr(column_generation, "_NODES", 200)
    problem = Information(prior=prior, epsilon=4)
    solution = solve(problem)
    assert whole.status == "optimal"
    assert solution.status == "inconclusive"
    assert "apart" in solution.message
    assert solution.bounds.lower <= whole.bounds.upper
    assert solution.bounds.upper >= whole.bounds.lower
    assert solution.bounds.width > 1e-6 * solution.value
    assert check(problem, whole.mechanism, solution=solution).verdict == "inconclusive"
    assert check(problem, solution.mechanism, solution=solution).verdict == "inconclusive"
    assert check(problem, np.ones((30, 1)), solution=solution).verdict == "suboptimal"


def test_two_groups_of_nearly_equal_masses_beyond_forty_are_an_interval():
    """Half the letters are too many to be listed, and the relaxations see one group's sizes."""
    generator = np.random.default_rng(47)
    masses = [*generator.integers(1000000, 1001000, 30), *generator.integers(1700000, 1701700, 30)]
    prior = normalised([int(x) for x in masses])
    problem = Information(prior=prior, epsilon=0.5)
    solution = solve(problem)
    assert solution.bounds.lower <= solution.bounds.upper
    assert solution.bounds.width <= 1e-4 * solution.value
    closed = solution.bounds.width <= 1e-6 * solution.value
    assert (solution.status == "optimal") == closed
    finding = check(problem, solution.mechanism, solution=solution)
    assert finding.verdict == ("optimal" if closed else "inconclusive")


def test_large_alphabets_have_true_bounds():
    problem = Information(prior=prior_of("generic", 80), epsilon=1)
    solution = solve(problem)
    assert solution.bounds.lower == solution.value == problem.value(solution.mechanism)
    assert solution.bounds.upper >= solution.bounds.lower
    # No pattern has more utility by its mean probability than the best mass.
    u = math.exp(-1.0)
    m = u / (1.0 - u)  # where −log m − εu(1 − s)/m is largest, ε = 1
    best = -math.log(m) - u * (1.0 - (m - u) / (1.0 - u)) / m
    assert solution.bounds.upper <= best * (1 + 1e-12)
    assert solution.bounds.lower >= best * (1 - 1e-6)


def test_the_same_search_twice_is_the_same():
    letters = Information(prior=prior_of("generic", 20), epsilon=2).letters
    first, second = search(letters), search(letters)
    assert first.rounds == second.rounds
    assert (first.sets == second.sets).all()
    assert (first.alpha == second.alpha).all()


def test_the_plain_model_still_refuses_what_it_cannot_hold():
    problem = Information(prior=prior_of("generic", 17), epsilon=1)
    assert not problem.asks_model
    with pytest.raises(ValueError, match="at most 16"):
        problem.program()
