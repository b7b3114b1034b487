"""The closed form of total variation and hockey-sticks against the linear program."""

import math
from fractions import Fraction

import numpy as np
import pytest

from formulations import Staircase
from lpcheck import check
from lpcheck.regimes import regimes

PRIORS = [
    (
        [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)],
        [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)],
    ),
    ([Fraction(1, 2), Fraction(1, 2), 0, 0], [Fraction(1, 4), 0, Fraction(3, 4), 0]),
    (
        [Fraction(1, 10), Fraction(2, 10), Fraction(3, 10), Fraction(4, 10)],
        [Fraction(4, 10), Fraction(1, 10), Fraction(1, 10), Fraction(4, 10)],
    ),
]


def kernel(blocks, k, epsilon):
    result = np.full((k, len(blocks)), math.exp(-epsilon))
    for b, block in enumerate(blocks):
        result[list(block), b] = 1.0
    return result / result.sum(axis=1, keepdims=True)


def verdict(p0, p1, name, blocks, epsilon):
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
    return check(problem, kernel(blocks, len(p0), epsilon)).verdict


@pytest.mark.parametrize("name", ["tv", "hockey-stick:1", "hockey-stick:3/2", "hockey-stick:4"])
@pytest.mark.parametrize("priors", PRIORS)
def test_the_partition_is_optimal_and_one_block_less_is_not(priors, name):
    found = regimes(*priors, name)
    assert found.proved
    assert found.binary_until.lower == math.inf
    for interval in found.intervals:
        low, high = interval.epsilon.lower, min(interval.epsilon.upper, 9.0)
        for epsilon in (low + 0.01 * (high - low), 0.5 * (low + high), high):
            assert verdict(*priors, name, interval.partition, epsilon) == "optimal"
            if len(interval.partition) == 2:
                one = (tuple(range(len(priors[0]))),)
                assert verdict(*priors, name, one, epsilon) == "suboptimal"


def test_the_level_from_which_a_hockey_stick_sees_anything():
    found = regimes(*PRIORS[0], "hockey-stick:3/2")
    (change,) = found.changes
    exact = math.log(1 + 0.5 / 0.2)  # E = 1/2 − 3/2 · 1/5
    assert change.epsilon.lower < change.epsilon.upper
    assert change.epsilon.width < 1e-15
    assert change.epsilon.lower == pytest.approx(exact, rel=1e-14)
    assert change.certified
    moved = {sign: Fraction(exact) + sign * Fraction(1, 10**9) for sign in (-1, 1)}
    p0, p1 = PRIORS[0]
    seen = {
        sign: Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="hockey-stick:1.5").letters
        for sign, epsilon in moved.items()
    }
    assert seen[-1].largest_utility == 0.0 < seen[1].largest_utility
    third = regimes(p0, p1, "hockey-stick:4/3").changes[0].epsilon
    assert third.lower == pytest.approx(math.log(1 + (1 / 3) / (1 / 2 - 4 / 15)), rel=1e-14)


def test_ranges_that_miss_the_change():
    low = regimes(*PRIORS[0], "hockey-stick:3/2", most=1)
    assert low.trivial
    assert low.response_from.lower == 0.0
    high = regimes(*PRIORS[0], "hockey-stick:3/2", least=2)
    assert [len(p) for p in high.partitions] == [2]
    assert high.response_from is None
    assert regimes(*PRIORS[0], "hockey-stick:9").trivial
