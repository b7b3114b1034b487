"""Thresholds against verdicts of the plain model on both sides of them."""

import math
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError, Staircase
from lpcheck import check
from lpcheck.regimes import WIDTH, regimes


def kernel(blocks, k, epsilon):
    """Randomized response over the blocks."""
    result = np.full((k, len(blocks)), math.exp(-epsilon))
    for b, block in enumerate(blocks):
        result[list(block), b] = 1.0
    return result / result.sum(axis=1, keepdims=True)


def verdict(p0, p1, name, blocks, epsilon):
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
    return check(problem, kernel(blocks, len(p0), epsilon)).verdict


PRIORS = [
    ([0.5, 0.3, 0.2], [0.2, 0.3, 0.5]),
    tuple(np.random.default_rng(0).dirichlet(np.ones(5), 2)),
    tuple(np.random.default_rng(7).dirichlet(np.ones(8), 2)),
]


@pytest.mark.parametrize(
    ("name", "priors"),
    [("kl", 0), ("hellinger", 1), ("chi2", 0), ("js", 1), ("js", 2), ("alpha:0.3", 2)],
)
def test_each_change_is_where_the_model_sees_it(priors, name):
    p0, p1 = PRIORS[priors]
    found = regimes(p0, p1, name)
    assert len(found.partitions) == len(found.changes) + 1
    assert found.changes
    for change in found.changes:
        assert 0 <= change.epsilon.width <= WIDTH
        step = 0.01
        below, above = change.epsilon.lower - step, change.epsilon.upper + step
        near = [c for c in found.changes if abs(c.epsilon.lower - change.epsilon.lower) < 2 * step]
        if len(near) > 1:
            continue
        assert verdict(p0, p1, name, change.before, below) == "optimal"
        assert verdict(p0, p1, name, change.after, above) == "optimal"
        assert verdict(p0, p1, name, change.after, below) == "suboptimal"
        assert verdict(p0, p1, name, change.before, above) == "suboptimal"
    assert sum(c.certified for c in found.changes) >= len(found.changes) - 1


def test_the_thresholds_of_binary_and_of_randomized_response():
    p0, p1 = PRIORS[1]
    found = regimes(p0, p1, "kl")
    assert len(found.partitions[0]) == 2
    assert len(found.partitions[-1]) == 5
    assert found.binary_until == found.changes[0].epsilon
    assert found.response_from == found.changes[-1].epsilon
    binary = found.partitions[0]
    assert verdict(p0, p1, "kl", binary, found.binary_until.lower - 1e-3) == "optimal"
    assert verdict(p0, p1, "kl", binary, found.binary_until.upper + 1e-3) == "suboptimal"


def test_binary_is_optimal_for_total_variation_at_every_level():
    found = regimes(*PRIORS[1], "tv")
    assert found.changes == ()
    assert (found.binary_until.lower, found.binary_until.upper) == (math.inf, math.inf)
    assert found.response_from is None


def test_two_letters_have_one_regime():
    found = regimes([0.3, 0.7], [0.6, 0.4], "kl", least=0.5, most=3)
    assert found.partitions == (((0,), (1,)),)
    assert (found.response_from.lower, found.binary_until.upper) == (0.5, 3.0)


def test_tied_letters_are_never_told_apart():
    F = Fraction
    found = regimes([F(1, 4)] * 4, [F(3, 8), F(1, 8), F(1, 4), F(1, 4)], "kl")
    assert found.partitions[-1] == ((0,), (2, 3), (1,))
    assert found.response_from is None


def test_an_enclosure_is_the_same_from_another_range():
    """Bisection from elsewhere ends at the same crossing; one moved by 1e-9 would not overlap."""
    p0, p1 = PRIORS[0]
    one, two = (regimes(p0, p1, "kl", least=a, most=b) for a, b in ((0.1, 20), (1.3, 1.9)))
    a, b = one.binary_until, two.binary_until
    assert max(a.lower, b.lower) <= min(a.upper, b.upper) + 1e-12


def test_sixty_letters():
    p0, p1 = np.random.default_rng(60).dirichlet(np.ones(60), 2)
    found = regimes(p0, p1, "kl", least=0.1, most=4)
    assert [len(p) for p in found.partitions] == sorted(len(p) for p in found.partitions)
    assert all(c.certified for c in found.changes)


def test_what_is_refused_and_frozen():
    for least, most in ((0, 0), (2, 1), (1, 1)):
        with pytest.raises(InputError, match="least"):
            regimes([0.5, 0.5], [0.2, 0.8], least=least, most=most)
    found = regimes([0.5, 0.5], [0.2, 0.8], least=1, most=2)
    with pytest.raises(FrozenInstanceError):
        found.least = 0.0
