"""The path solver against the CVXPY model, and its dual vector against all patterns."""

import math
from fractions import Fraction

import numpy as np
import pytest

import lpcheck
from formulations import InputError, Staircase, solve
from formulations.gate import rounding_floor
from formulations.patterns import ColumnProblem
from formulations.staircase_path import best_partition, certify, dual, sort_letters

NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.3", "hockey-stick:4",
         "alpha:-1", "alpha:0", "alpha:0.5", "alpha:3"]  # fmt: skip
EPSILONS = [0.0, 1e-4, 0.5, 5.0, 20.0, 300.0]


def tied(k, generator):
    """Priors with zeros and ties, as fractions."""
    rows = [generator.integers(0, 4, k) + np.eye(k, dtype=int)[0] for _ in range(2)]
    return [[Fraction(int(x), int(row.sum())) for x in row] for row in rows]


def instances(k, seed):
    generator = np.random.default_rng(seed)
    uniform = [Fraction(1, k)] * k
    shifted = [Fraction(3, 2 * k), Fraction(1, 2 * k), *uniform[2:]]
    yield tuple(generator.dirichlet(np.ones(k), 2).tolist())
    yield tuple(tied(k, generator))
    yield uniform, shifted
    yield [1] + [0] * (k - 1), [0] * (k - 1) + [1]


def same(problem, ours, theirs):
    """Within 1e-12, and what 16 digits of a kernel's entries leave of a small ε."""
    epsilon = float(problem.epsilon)
    allowed = (1e-12 + 2e-15 / (epsilon or 1.0)) * abs(theirs) + rounding_floor(problem)
    return abs(ours - theirs) <= allowed


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 7, 9, 12])
def test_the_path_agrees_with_the_model(k, monkeypatch):
    monkeypatch.setattr(Staircase, "proposal", lambda self: None)  # the gate asks CVXPY, at any k
    cases = [(p, n, e) for p in instances(k, k) for n in NAMES for e in EPSILONS]
    overflown = 0
    for (p0, p1), name, epsilon in cases[:: 2 if k < 6 else 7 if k < 9 else 41]:
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        try:
            reference = solve(problem)
        except InputError:
            with pytest.raises(InputError):
                problem.path_proposal()
            overflown += 1
            continue
        found = problem.path_proposal()
        value = problem.value(found.mechanism)
        bound = problem.dual_bound(found.duals, {})
        where = (p0, p1, name, epsilon)
        assert reference.status == "optimal"
        noise = reference.bounds.width  # at ε = 300 the model itself is good to 1e-10 only
        assert abs(value - reference.value) <= noise or same(problem, value, reference.value), where
        assert bound >= value or same(problem, bound, value), where
        assert bound - value <= 1e-10 * abs(value) + rounding_floor(problem), where
        assert not problem.violations(found.mechanism, 1e-9)
    assert overflown < len(cases) / 20


def drawn(seed, k):
    """A random problem: ties and zeros in half of them, ε from 1e-4 to 600."""
    generator = np.random.default_rng(seed)
    spread = generator.choice([0.2, 1.0, 5.0])
    p0, p1 = tied(k, generator) if seed % 2 else generator.dirichlet(np.full(k, spread), 2)
    name = ("kl", "hellinger", "tv", "js", "alpha:0.5", "hockey-stick:1.3")[seed % 6]
    epsilon = (1e-4, 0.03, 0.5, 2.0, 4.0, 60.0, 600.0)[seed % 7]
    return Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)


@pytest.mark.parametrize("seed", range(14))
def test_random_problems_agree_with_the_model(seed, monkeypatch):
    problem = drawn(seed, 11 + seed % 3)
    ours = solve(problem)
    monkeypatch.setattr(Staircase, "proposal", lambda self: None)
    theirs = solve(Staircase(**problem.parameters))
    assert ours.solver == "path over cut points"
    assert theirs.solver != ours.solver
    noise = theirs.bounds.width  # what the model itself is good to
    for mine, other in ((ours.bounds.lower, theirs.bounds.lower),
                        (ours.bounds.upper, theirs.bounds.upper)):  # fmt: skip
        assert abs(mine - other) <= noise or same(problem, mine, other)


@pytest.mark.parametrize("seed", range(42))
def test_random_problems_close_and_do_not_change_when_letters_are_split(seed):
    """An input in two parts of one ratio, in any order, gives nothing away and hides nothing."""
    k = 11 + seed * 29 // 41
    problem = drawn(seed, k)
    found = solve(problem)
    assert found.status == "optimal"
    assert found.bounds.width <= 1e-10 * found.value + rounding_floor(problem)
    assert not problem.violations(found.mechanism, 1e-9)
    generator = np.random.default_rng(seed)
    order = generator.permutation(2 * k)
    parts = [(Fraction(1, 3), Fraction(2, 3))[i % 2] for i in range(2 * k)]
    p0, p1 = ([p.exact[i // 2] * parts[i] for i in order] for p in (problem.p0, problem.p1))
    split = Staircase(p0=p0, p1=p1, epsilon=problem.epsilon, divergence=problem.divergence)
    assert same(problem, solve(split).value, found.value)


def test_a_letter_that_is_split_unevenly_is_noticed():
    """The control: parts of different ratios say more."""
    problem = drawn(2, 14)
    p0, p1 = ([x / 2 for x in p.exact for _ in range(2)] for p in (problem.p0, problem.p1))
    even = solve(Staircase(p0=p0, p1=p1, epsilon=4, divergence="kl")).value
    heavy = 2 * int(np.argmax(problem.p0.array))
    moved = p0[heavy] / 2
    p0[heavy], p0[heavy + 1] = p0[heavy] + moved, p0[heavy + 1] - moved
    assert solve(Staircase(p0=p0, p1=p1, epsilon=4, divergence="kl")).value > even * 1.001


@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "tv", "js"])
@pytest.mark.parametrize("k", [11, 20, 60])
def test_the_gate_takes_the_path_by_itself(k, name):
    generator = np.random.default_rng(k)
    for epsilon in (0.5, 2.0, 4.0):
        p0, p1 = generator.dirichlet(np.ones(k), 2)
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        solution = lpcheck.solve(problem)
        assert (solution.status, solution.solver) == ("optimal", "path over cut points")
        assert solution.bounds.width <= 1e-11 * solution.value
        assert lpcheck.check(problem, solution.mechanism).verdict == "optimal"


def test_a_few_hundred_letters():
    generator = np.random.default_rng(300)
    for prior in (generator.dirichlet(np.ones(300)), 1 / np.arange(1, 301)):
        p0, p1 = prior / prior.sum(), generator.permutation(prior / prior.sum())
        for name in ("kl", "hellinger"):
            solution = solve(Staircase(p0=p0, p1=p1, epsilon=2.0, divergence=name))
            assert solution.status == "optimal"
            assert solution.bounds.width <= 1e-11 * solution.value
            assert solution.seconds < 20


def test_total_variation_of_a_thousand_letters_is_tanh():
    p0, p1 = np.random.default_rng(2).dirichlet(np.ones(1000), 2)
    solution = solve(Staircase(p0=p0, p1=p1, epsilon=1.5, divergence="tv"))
    expected = math.tanh(0.75) * 0.5 * np.abs(p0 - p1).sum()
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-9)


def test_the_dual_vector_is_feasible_for_all_patterns_and_a_lower_one_is_not():
    generator = np.random.default_rng(4)
    for k in (4, 8, 12):
        for name in ("kl", "chi2", "js"):
            p0, p1 = generator.dirichlet(np.ones(k), 2)
            problem = Staircase(p0=p0, p1=p1, epsilon=1.7, divergence=name)
            alpha = certify(best_partition(problem.letters))
            brute = ColumnProblem.dual_infeasibility(problem, alpha)
            assert brute <= 1e-13 * problem.natural_scale
            lower = alpha - 1e-9 * problem.natural_scale
            assert ColumnProblem.dual_infeasibility(problem, lower) > 1e-10 * problem.natural_scale


def test_a_perturbed_mechanism_is_suboptimal():
    p0, p1 = np.random.default_rng(5).dirichlet(np.ones(40), 2)
    problem = Staircase(p0=p0, p1=p1, epsilon=4.0, divergence="kl")
    best = solve(problem).mechanism
    assert best.shape[1] > 2
    merged = np.column_stack([best[:, 0] + best[:, 1], best[:, 2:]])
    noisy = (1 - 1e-6) * best + 1e-6 / best.shape[1]
    for worse in (merged, noisy):
        finding = lpcheck.check(problem, worse)
        assert finding.verdict == "suboptimal"
    assert lpcheck.check(problem, best @ np.eye(best.shape[1])[::-1]).verdict == "optimal"


def test_letters_of_one_ratio_are_merged_exactly():
    F = Fraction
    p0, p1 = [F(1, 9), F(3, 9), F(5, 9), 0], [F(1, 6), F(3, 6), F(2, 6), 0]
    problem = Staircase(p0=p0, p1=p1, epsilon=1, divergence="kl")
    letters = sort_letters(problem.p0, problem.p1, 1.0, problem.divergence)
    assert letters.place.tolist() == [0, 0, 1, -1]
    assert letters.share.tolist() == [0.25, 0.75, 1.0, 0.0]


def test_ratios_that_differ_by_less_than_a_double_shows_are_two_letters():
    tiny, half = Fraction(1, 10**20), Fraction(1, 2)
    problem = Staircase(p0=[half + tiny, half - tiny], p1=[half, half], epsilon=1)
    assert problem.p0.array.tolist() == problem.p1.array.tolist()
    assert problem.letters.place.tolist() == [1, 0]
    rest = -math.expm1(-1)
    assert problem.letters.gap == pytest.approx([-rest * 1e-20, rest * 1e-20], rel=1e-14)
    assert solve(problem).value > 0


def test_a_function_of_the_users_own_and_one_without_a_limit_on_k():
    p0, p1 = np.random.default_rng(6).dirichlet(np.ones(24), 2)
    mine = solve(Staircase(p0=p0, p1=p1, epsilon=2, divergence=lambda x: (x - 1) ** 2))
    theirs = solve(Staircase(p0=p0, p1=p1, epsilon=2, divergence="chi2"))
    kinked = solve(Staircase(p0=p0, p1=p1, epsilon=2, divergence=lambda x: abs(x - 1) / 2))
    distance = 0.5 * np.abs(p0 - p1).sum()
    assert mine.status == theirs.status == kinked.status == "optimal"
    assert mine.value == pytest.approx(theirs.value, rel=1e-11)
    assert kinked.value == pytest.approx(math.tanh(1) * distance, rel=1e-9)


def test_the_plain_model_still_refuses_seventeen_letters():
    problem = Staircase(p0=[Fraction(1, 17)] * 17, p1=[1] + [0] * 16, epsilon=1)
    for refused in (problem.program, problem.dual, lambda: problem.utilities):
        with pytest.raises(InputError, match="at most 16"):
            refused()
    assert solve(problem).status == "optimal"


@pytest.mark.parametrize("epsilon", [0, 1])
def test_equal_hypotheses_and_no_privacy_budget(epsilon):
    uniform, shifted = [Fraction(1, 30)] * 30, [Fraction(1, 60), Fraction(1, 20)] * 15
    for p1 in (uniform, shifted) if epsilon == 0 else (uniform,):
        solution = solve(Staircase(p0=uniform, p1=p1, epsilon=epsilon))
        assert (solution.status, solution.value) == ("optimal", 0.0)
        assert solution.bounds.upper <= 1e-15


@pytest.mark.parametrize("name", ["tv", "hellinger", "hockey-stick:1.3"])
def test_no_privacy_to_speak_of(name):
    """At ε = 300 the price of a block, e^{−ε}, is far below rounding."""
    generator = np.random.default_rng(9)
    for p1 in generator.dirichlet(np.ones(20), 5):
        problem = Staircase(p0=[Fraction(1, 20)] * 20, p1=p1, epsilon=300, divergence=name)
        solution = solve(problem)
        assert solution.status == "optimal"
        without = problem.divergence.between(problem.p0.array, problem.p1.array)
        assert solution.value == pytest.approx(without, rel=1e-9)


def test_a_path_that_fails_leaves_the_question_open(monkeypatch):
    """Beyond the model's size nothing is left to ask: never `optimal`, never an exception."""
    problem = Staircase(
        p0=[Fraction(1, 20)] * 20, p1=[Fraction(i, 210) for i in range(1, 21)], epsilon=1
    )
    assert solve(problem).status == "optimal"

    def fail(self):
        raise np.linalg.LinAlgError("made to fail")

    monkeypatch.setattr(Staircase, "proposal", fail)
    found = solve(problem)
    assert found.status == "inconclusive"
    assert "made to fail" in found.message


def test_projections_find_what_the_program_finds(monkeypatch):
    """For few letters a point is projected; the program gives the same bounds."""
    problem = Staircase(p0=[0.5, 0.25, 0.25], p1=[0.25, 0.25, 0.5], epsilon=1, divergence="kl")
    best = best_partition(problem.letters)
    found = []
    for small in (16, 0):
        monkeypatch.setattr(dual, "_SMALL", small)
        found.append(problem.dual_bound({"stochastic": certify(best)}, {}))
    np.testing.assert_allclose(found, best.value, rtol=1e-13)


def test_a_projection_keeps_part_of_the_slack():
    A, b = np.array([[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]]), np.array([-1.0, 3.0, 2.0])
    point = dual._projected(A, b)
    assert (A @ point <= b - 0.03 + 1e-12).all()
    assert dual._projected(np.vstack([A, -A]), np.append(b, -b - 1.0)) is None
