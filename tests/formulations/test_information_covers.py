"""Covers: private mixtures without a program, beside the bound that no mixture passes."""

from fractions import Fraction

import numpy as np
import pytest

from formulations import Information, solve
from formulations.information_search import fluid_prices, read_letters
from formulations.information_search.column_generation import search
from formulations.information_search.covers import best_cover
from formulations.parameters import read_distribution


def zipf(k):
    weights = [Fraction(1, x) for x in range(1, k + 1)]
    return [w / sum(weights) for w in weights]


def letters_of(prior, epsilon):
    return read_letters(read_distribution("prior", prior), epsilon)


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 4.0, 30.0])
@pytest.mark.parametrize("prior", [zipf(400), [Fraction(1, 300)] * 300, zipf(7)], ids=len)
def test_it_is_a_private_kernel_below_the_bound(prior, epsilon):
    letters = letters_of(prior, epsilon)
    sets, weights, value = best_cover(letters)
    u = np.exp(-epsilon)
    shares = weights @ sets / letters.counts  # how often one input of each letter is covered
    rows = u * weights.sum() + (1 - u) * shares
    assert rows == pytest.approx(np.ones(len(letters)), abs=1e-12)
    assert (weights > 0).all()
    assert value == pytest.approx(float(weights @ letters.utilities(sets)), rel=1e-13)
    assert value <= fluid_prices(letters)[0] * (1 + 1e-12)


def test_of_many_light_letters_it_is_as_good_as_anything():
    letters = letters_of(zipf(2000), 1.0)
    bound, value = fluid_prices(letters)[0], best_cover(letters)[2]
    assert bound - value <= 1e-7 * bound
    few = letters_of(zipf(7), 1.0)  # of few letters none has the best mass
    assert fluid_prices(few)[0] - best_cover(few)[2] > 1e-3 * best_cover(few)[2]


def test_a_program_that_is_given_up_leaves_a_feasible_mixture(monkeypatch):
    monkeypatch.setattr("formulations.information_search.master._WORK", 3e5)
    letters = letters_of(zipf(120), 3.0)
    found = search(letters)
    stated = Information(prior=zipf(120), epsilon=3)
    solution = solve(stated)
    assert float(found.weights @ letters.utilities(found.sets)) >= best_cover(letters)[2]
    assert solution.bounds.lower < solution.bounds.upper
    assert not stated.violations(solution.mechanism, 1e-9)
