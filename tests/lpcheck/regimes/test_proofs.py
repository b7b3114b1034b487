"""Thresholds against a brute force over all set partitions in 50 digits, and moved by 1e-9."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from lpcheck.regimes import WIDTH, regimes
from lpcheck.regimes.curvature import curvature
from lpcheck.regimes.patterns import Patterns
from lpcheck.regimes.proof import prove

THREE = (
    [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)],
    [Fraction(1, 2), Fraction(2, 5), Fraction(1, 10)],
)
FOUR = (
    [Fraction(1, 10), Fraction(3, 20), Fraction(1, 4), Fraction(1, 2)],
    [Fraction(2, 5), Fraction(3, 10), Fraction(1, 5), Fraction(1, 10)],
)


def set_partitions(items):
    """All of them, contiguous or not."""
    if not items:
        yield ()
        return
    first, *rest = items
    for smaller in set_partitions(rest):
        yield ((first,), *smaller)
        for i, block in enumerate(smaller):
            yield (*smaller[:i], (first, *block), *smaller[i + 1 :])


def utility(name, a, b):
    if name == "kl":
        return a * (a / b).ln()
    if name == "hellinger":
        return (a.sqrt() - b.sqrt()) ** 2
    return (a - b) ** 2 / b


def value(name, priors, blocks, epsilon):
    """Randomized response over the blocks, from its definition."""
    u = (-epsilon).exp()
    masses = [
        [sum((Decimal(p[x].numerator) / p[x].denominator for x in b), Decimal(0)) for b in blocks]
        for p in priors
    ]
    total = 1 + (len(blocks) - 1) * u
    rows = [[(u + (1 - u) * m) / total for m in row] for row in masses]
    return sum(utility(name, a, b) for a, b in zip(*rows, strict=True))


def best(name, priors, epsilon):
    choices = list(set_partitions(list(range(len(priors[0])))))
    return frozenset(max(choices, key=lambda b: value(name, priors, b, epsilon)))


def same(blocks):
    return frozenset(tuple(sorted(b)) for b in blocks)


@pytest.mark.parametrize(("name", "priors"), [("kl", THREE), ("hellinger", THREE), ("chi2", FOUR)])
def test_brute_force_in_fifty_digits_agrees(name, priors):
    found = regimes(*priors, name)
    assert found.proved
    assert found.certified
    assert (found.least, found.most) == (0.0, math.inf)
    with localcontext() as context:
        context.prec = 50
        for interval in found.intervals:
            low, high = interval.epsilon.lower, min(interval.epsilon.upper, 30.0)
            for share in (0.001, 0.3, 0.7, 1.0):
                epsilon = Decimal(low) + Decimal(share) * (Decimal(high) - Decimal(low))
                assert same(best(name, priors, epsilon)) == same(interval.partition)
        for change in found.changes:
            a, b = Decimal(change.epsilon.lower), Decimal(change.epsilon.upper)
            assert 0 < b - a <= Decimal(WIDTH)
            gains = [
                value(name, priors, change.after, e) - value(name, priors, change.before, e)
                for e in (a, b)
            ]
            assert gains[0] < 0 < gains[1]
            measured = gains[1] / value(name, priors, change.before, b)
            assert 0 < Decimal(change.margin) <= measured
            assert Decimal(change.margin) >= measured / 2


def contiguous(blocks):
    """Cuts of a partition whose letters are sorted already."""
    return tuple(np.cumsum([0, *(len(b) for b in blocks)]).tolist())


@pytest.mark.parametrize("name", ["kl", "hellinger"])
def test_a_threshold_moved_by_1e_9_is_not_proved(name):
    found, patterns = regimes(*THREE, name), Patterns(*THREE, curvature(name))
    (change,) = found.changes
    before, after = (contiguous(b) for b in (change.before, change.after))
    low, high = change.epsilon.lower, change.epsilon.upper

    def attempt(a, b, cuts, near):
        return prove(patterns, a, b, cuts, [near], lambda epsilon: False, 200)

    assert attempt(low - 1e-3, low, before, after).holes == ()
    assert attempt(high, high + 1e-3, after, before).holes == ()
    (hole,) = attempt(low - 1e-3, low + 1e-9, before, after).holes
    assert hole.upper == low + 1e-9
    assert attempt(high - 1e-9, high + 1e-3, after, before).holes[0].lower == high - 1e-9


def test_a_partition_that_is_not_optimal_is_nowhere_proved():
    patterns = Patterns(*THREE, curvature("kl"))
    proof = prove(patterns, 0.5, 0.6, (0, 1, 3), [], lambda epsilon: False, 60)
    assert [(h.lower, h.upper) for h in proof.holes] == [(0.5, 0.6)]
    stopped = prove(patterns, 0.5, 0.6, (0, 1, 3), [], lambda epsilon: True)
    assert 0.5 < stopped.better_at < 0.6


def test_order_three_loses_the_binary_mechanism_and_has_it_back():
    """Binary, all three letters, binary again, all three: neither count of blocks only rises."""
    p0, p1 = (
        [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)],
        [Fraction(97, 100), Fraction(29, 1000), Fraction(1, 1000)],
    )
    found = regimes(p0, p1, "alpha:3", least=3, most=8)
    assert [len(p) for p in found.partitions] == [2, 3, 2, 3]
    assert found.partitions[0] != found.partitions[2]
    assert found.certified
    assert all(i.proved for i in found.intervals[:3])
    # "Up to which" is for all smaller ε, and "from which" for all larger.
    assert found.binary_until == found.changes[0].epsilon
    assert found.response_from == found.changes[2].epsilon


def test_a_letter_that_says_nothing_is_proved_at_zero_but_for_rounding():
    """As ε → 0 the letter may be in either block."""
    found = regimes([0.5, 0.3, 0.2], [0.2, 0.3, 0.5], least=0, most=1)
    assert found.proved
    assert 0 < found.intervals[0].within < 1e-11
    beyond = regimes([0.5, 0.3, 0.2], [0.2, 0.3, 0.5], least="1e-3", most=1)
    assert beyond.proved
    assert beyond.intervals[0].within == 0.0


def test_a_part_that_is_not_looked_at_is_a_hole_with_its_regret(monkeypatch):
    monkeypatch.setattr(
        "lpcheck.regimes.find.prove", lambda *arguments: prove(*arguments, most_parts=9)
    )
    found = regimes([0.5, 0.3, 0.2], [0.2, 0.3, 0.5], least=0, most=1)
    (hole,) = found.intervals[0].holes
    # The optimum itself is at most D(ε) there.
    assert 0 < found.intervals[0].regret < 0.1 * hole.upper


def test_zeros_one_letter_and_equal_priors():
    found = regimes([0.5, 0.3, 0.2], [0.7, 0.3, 0.0])
    assert found.certified
    assert found.intervals[-1].epsilon.upper == math.inf
    assert found.intervals[-1].proved
    singular = regimes([1, 0], [0, 1])
    assert singular.proved
    assert singular.partitions == (((1,), (0,)),)
    for p in ([1], [0.5, 0.5]):
        same_priors = regimes(p, p)
        assert same_priors.trivial
        assert same_priors.response_from.lower == 0.0
        assert same_priors.binary_until.upper == math.inf


def test_without_proofs_the_regret_bounds_hold_and_shrink():
    priors = np.random.default_rng(12).dirichlet(np.ones(12), 2)
    found = regimes(*priors, "kl", least=0.5, most=1.5)
    assert not found.proved
    wide = max(i.regret for i in found.intervals)
    narrow = max(i.regret for i in regimes(*priors, "kl", least=1.0, most=1.01).intervals)
    assert 0 < narrow < 0.1 * wide
