import math
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations.errors import InputError
from lpcheck.mechanisms import binary_hypothesis, binary_information, most_balanced_subset

counts = st.lists(st.integers(0, 20), min_size=1, max_size=9).filter(any)


def normalised(weights):
    return [Fraction(weight, sum(weights)) for weight in weights]


def best_mask(prior):
    """Return the documented choice by enumeration: symbol 0 in T, then the smallest integer."""

    def key(mask):
        inside = sum(p for i, p in enumerate(prior) if mask >> i & 1)
        return abs(2 * inside - 1), mask

    return min(range(1, 2 ** len(prior), 2), key=key)


@settings(deadline=None)
@given(counts)
def test_subset_is_the_documented_one(weights):
    prior = normalised(weights)
    chosen = most_balanced_subset(prior)
    assert chosen.dtype == np.bool_
    assert sum(1 << int(i) for i in np.flatnonzero(chosen)) == best_mask(prior)


def test_fractions_are_exact():
    # In floats the distances from 1/2 of {0} and {0, 2} both round to zero.
    tiny = Fraction(1, 10**30)
    prior = [Fraction(1, 2) - tiny, Fraction(1, 2) - tiny, 2 * tiny]
    assert most_balanced_subset(prior).tolist() == [True, False, False]
    prior = [Fraction(1, 2) - 3 * tiny, Fraction(1, 2) + tiny, 2 * tiny]
    assert most_balanced_subset(prior).tolist() == [True, False, True]


def test_floats_stand_for_their_decimals():
    values = [0.1, 0.2, 0.3, 0.15, 0.25]
    exact = [Fraction(repr(value)) for value in values]
    assert (most_balanced_subset(values) == most_balanced_subset(exact)).all()


def test_large_alphabets_are_quick():
    prior = np.random.default_rng(1).dirichlet(np.ones(30))
    start = time.perf_counter()
    chosen = most_balanced_subset(prior)
    assert time.perf_counter() - start < 2
    assert abs(prior[chosen].sum() - 0.5) < 1e-8
    with pytest.raises(InputError):
        most_balanced_subset(np.full(41, 1 / 41))


@settings(deadline=None)
@given(counts, st.sampled_from([0.1, 1.0, 5.0, 300.0]))
def test_information_is_private_at_epsilon(is_tight, is_stochastic, weights, epsilon):
    kernel = binary_information(normalised(weights), epsilon)
    assert kernel.shape == (len(weights), 2)
    both_sides_used = 0 < most_balanced_subset(normalised(weights)).sum() < len(weights)
    assert is_tight(kernel, epsilon) if both_sides_used else is_stochastic(kernel)
    if both_sides_used:
        assert not is_tight(binary_information(normalised(weights), epsilon + 0.01), epsilon)


def test_hypothesis_takes_ties_into_t(is_tight):
    t = math.exp(2.0)
    kernel = binary_hypothesis([0.5, 0.25, 0.25], [0.25, 0.25, 0.5], 2.0)
    expected = np.array([[t, 1], [t, 1], [1, t]]) / (1 + t)
    np.testing.assert_allclose(kernel, expected, rtol=1e-15)
    assert is_tight(kernel, 2.0)
    assert abs(kernel - expected[:, ::-1]).max() > 0.5
    assert not is_tight(kernel + np.array([1e-6, -1e-6]), 2.0)


def test_degenerate(is_stochastic):
    assert (binary_information([1], 1.0) == binary_hypothesis([1], [1], 1.0)).all()
    assert is_stochastic(binary_information([1], 1.0))
    assert (binary_hypothesis([1, 0], [0, 1], 800) == np.eye(2)).all()
    assert (binary_hypothesis([1, 0], [0, 1], 0) == 0.5).all()
    assert most_balanced_subset([0, 0, 1, 0]).tolist() == [True, False, False, False]


@pytest.mark.parametrize(
    ("p0", "p1"), [([], []), ([1.0], [0.5, 0.5]), ([0.5, 0.6], [0.5, 0.5]), ([2, -1], [0, 1])]
)
def test_refuses(p0, p1):
    with pytest.raises(InputError):
        binary_hypothesis(p0, p1, 1.0)
