"""Separation over all patterns against brute force."""

from fractions import Fraction

import numpy as np
import pytest

from formulations import Staircase
from formulations.patterns import ColumnProblem
from formulations.staircase_path import (
    best_partition,
    certify,
    dual_infeasibility,
    separate,
    slopes,
)

NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.3", "hockey-stick:4",
         "alpha:-1", "alpha:0", "alpha:0.5", "alpha:3"]  # fmt: skip


def problem_of(k, kind, epsilon, name, generator):
    if kind == "generic":
        p0, p1 = generator.dirichlet(np.full(k, generator.choice([0.2, 1.0, 5.0])), 2)
    else:
        rows = [generator.integers(0, 4, k) + np.eye(k, dtype=int)[0] for _ in range(2)]
        p0, p1 = [[Fraction(int(x), int(r.sum())) for x in r] for r in rows]
    return Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)


def vectors(problem, generator):
    """Good vectors, nearly good ones, and bad ones of either sign."""
    k, good = problem.k, certify(best_partition(problem.letters))
    size = np.abs(good).max(initial=0.0)
    yield good
    yield good * (1 - 1e-9)
    yield good + 1e-4 * size * generator.normal(size=k)
    yield np.abs(generator.normal(size=k)) * size
    yield generator.normal(size=k) * problem.natural_scale


@pytest.mark.parametrize("kind", ["generic", "ties and zeros"])
@pytest.mark.parametrize("epsilon", [1e-9, 1e-4, 0.5, 2.0, 20.0, 60.0, 150.0, 230.0])
def test_the_worst_of_all_patterns_is_found(kind, epsilon):
    generator = np.random.default_rng(int(epsilon * 10) + len(kind))
    violated = 0
    for name in NAMES:
        for k in (2, 3, 5, 8):
            problem = problem_of(k, kind, epsilon, name, generator)
            for alpha in vectors(problem, generator):
                brute = max(ColumnProblem.dual_infeasibility(problem, alpha), 0.0)
                fast = max(dual_infeasibility(problem.letters, alpha), 0.0)
                assert abs(fast - brute) <= 2e-13 * problem.natural_scale
                violated += brute > 1e-12 * problem.natural_scale
    assert violated > 50


def test_slopes_beyond_a_double_bound_nothing():
    """f'(e^−400) = −e^800 for the order −1: no bound rather than a false one."""
    p0, p1 = [0, Fraction(3, 10), Fraction(7, 10)], [Fraction(1, 3)] * 3
    for epsilon, lost in ((300, False), (400, True)):
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="alpha:-1")
        alpha = np.full(3, 2.0 * problem.natural_scale)
        assert ColumnProblem.dual_infeasibility(problem, alpha) < 0
        assert np.isposinf(dual_infeasibility(problem.letters, alpha)) == lost


@pytest.mark.parametrize("name", ["kl", "hellinger", "js", "alpha:3"])
@pytest.mark.parametrize("epsilon", [1e-3, 1.0, 40.0])
def test_both_ways_to_the_slopes_agree(name, epsilon, monkeypatch):
    """Roots of tangents where f is smooth, and minima of chords, which need values of f alone."""
    generator = np.random.default_rng(16)
    for kind in ("generic", "ties and zeros"):
        problem = problem_of(16, kind, epsilon, name, generator)
        for alpha in vectors(problem, generator):
            by_roots = dual_infeasibility(problem.letters, alpha)
            with monkeypatch.context() as patch:
                patch.setattr(slopes, "_RANGE", (1.0, 0.0))
                by_chords = dual_infeasibility(problem.letters, alpha)
            assert abs(by_roots - by_chords) <= 2e-13 * problem.natural_scale


def test_twelve_letters():
    generator = np.random.default_rng(12)
    for name in ("kl", "hockey-stick:1.3", "js"):
        problem = problem_of(12, "generic", 1.5, name, generator)
        for alpha in vectors(problem, generator):
            brute = ColumnProblem.dual_infeasibility(problem, alpha)
            assert (
                abs(dual_infeasibility(problem.letters, alpha) - brute)
                <= 1e-13 * problem.natural_scale
            )


def test_a_user_made_function():
    generator = np.random.default_rng(13)
    p0, p1 = generator.dirichlet(np.ones(7), 2)
    for f in (lambda x: x**4 - 1, lambda x: max(x - 1.3, 0.2 * (1 - x), 0.0)):
        problem = Staircase(p0=p0, p1=p1, epsilon=1.5, divergence=f)
        for alpha in vectors(problem, generator):
            brute = max(ColumnProblem.dual_infeasibility(problem, alpha), 0.0)
            fast = max(dual_infeasibility(problem.letters, alpha), 0.0)
            assert abs(fast - brute) <= 1e-12 * problem.natural_scale


def test_a_vector_lowered_by_a_billionth_is_caught():
    p0, p1 = np.random.default_rng(14).dirichlet(np.ones(200), 2)
    problem = Staircase(p0=p0, p1=p1, epsilon=2.0, divergence="kl")
    alpha = certify(best_partition(problem.letters))
    scale = problem.natural_scale
    assert problem.dual_infeasibility(alpha) <= 1e-14 * scale
    assert problem.dual_infeasibility(alpha - 1e-9 * scale / 200) > 1e-10 * scale / 200
    bent = alpha.copy()
    bent[7] -= 1e-9 * scale
    assert problem.dual_infeasibility(bent) > 1e-10 * scale


def test_candidates_are_few():
    p0, p1 = np.random.default_rng(15).dirichlet(np.ones(50), 2)
    problem = Staircase(p0=p0, p1=p1, epsilon=2.0, divergence="kl")
    alpha = certify(best_partition(problem.letters))
    prices = np.zeros(50)
    prices[problem.letters.place] = alpha * problem.letters.rest
    found = separate(problem.letters, prices, float(alpha.sum()))
    assert len(found.amounts) <= 2 * 50 + 1
