"""The clip that sums to one, against exact arithmetic."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lpcheck.mechanisms._clip import clip_to_sum, sum_slack

F = Fraction


def exact_clip(p, low, high, found):
    """The exact answer, from which side each entry of `found` is on; checked to be the answer."""
    at_low, at_high = found == low, found == high
    free = ~(at_low | at_high)
    held = sum((F(x) for x in p[free]), F(0))
    rest = 1 - sum((F(x) for x in found[~free]), F(0))
    factor = rest / held
    exact = [min(max(factor * F(x), F(a)), F(b)) for x, a, b in zip(p, low, high, strict=True)]
    assert sum(exact) == 1  # S is non-decreasing, so this is a solution
    return factor, exact


def clients(k):
    generator = np.random.default_rng(k)
    heavy = generator.pareto(0.3, k)
    return {
        "Dirichlet(1)": generator.dirichlet(np.ones(k)),
        "Dirichlet(0.1)": generator.dirichlet(np.full(k, 0.1)),
        "power law": 1 / np.arange(1.0, k + 1) / (1 / np.arange(1.0, k + 1)).sum(),
        "heavy": heavy / heavy.sum(),
        "ties": np.resize([1.0, 2.0, 5.0], k) / np.resize([1.0, 2.0, 5.0], k).sum(),
    }


@pytest.mark.parametrize("kind", clients(3))
def test_ten_thousand_entries_to_the_last_digits(kind):
    p = clients(10_000)[kind]
    mu = np.random.default_rng(1).dirichlet(np.ones(10_000))
    for down, up in ((0.5, 2.0), (0.9, 1.2), (0.01, 30.0)):
        low, high = down * mu, up * mu
        (q,), (r,) = clip_to_sum(p[None], low[None], high[None])
        factor, exact = exact_clip(p, low, high, q)
        error = max(abs(F(x) / y - 1) for x, y in zip(q, exact, strict=True))
        assert error <= 1e-15
        assert abs(F(r) * factor - 1) <= 1e-15
        assert abs(math.fsum(q) - 1) <= 4e-16
        nudged = np.clip(p / r * (1 + 1e-12), low, high)
        assert abs(math.fsum(nudged) - 1) > 1e-14


@pytest.mark.parametrize("kind", clients(3))
def test_a_million_entries_sum_to_one(kind):
    p, mu = clients(10**6)[kind], np.full(10**6, 1e-6)
    (q,), _ = clip_to_sum(p[None], 0.5 * mu[None], 2 * mu[None])
    assert abs(math.fsum(q) - 1) <= 4e-16


@settings(deadline=None)
@given(
    st.lists(st.lists(st.integers(-300, 0), min_size=6, max_size=6), min_size=1, max_size=4),
    st.integers(0, 9),
    st.integers(1, 40),
)
@example([[0, 0, 0, 0, -14, -14]], 0, 5)  # the sum is one just short of a break point
@example([[0, 0, 0, 0, -16, -16]], 0, 5)  # ... and at it
def test_a_batch_is_its_rows_over_300_orders_of_magnitude(exponents, down, up):
    p = 10.0 ** np.array(exponents)
    p /= p.sum(axis=1, keepdims=True)
    low, high = np.full(p.shape, down / 60), np.full(p.shape, (1 + up / 10) / 6)
    q, r = clip_to_sum(p, low, high)
    for i, row in enumerate(p):
        (alone,), (factor,) = clip_to_sum(row[None], low[:1], high[:1])
        assert q[i] == pytest.approx(alone, rel=1e-15)
        assert r[i] == pytest.approx(factor, rel=1e-15)
        assert abs(math.fsum(q[i]) - 1) <= 4e-16
        assert q[i] == pytest.approx(np.clip(row / factor, low[0], high[0]), rel=1e-14)
        # The order of the letters does not matter.
        (turned,), _ = clip_to_sum(row[None, ::-1], low[:1], high[:1])
        assert turned[::-1] == pytest.approx(alone, rel=1e-15)


def test_many_sizes_of_batches():
    generator = np.random.default_rng(8)
    for rows, k in ((1, 1), (7, 2), (300, 3), (50, 64), (20, 65), (3, 3000)):
        p, mu = generator.dirichlet(np.ones(k), rows), generator.dirichlet(np.ones(k))
        low, high = (np.tile(x * mu, (rows, 1)) for x in (0.6, 1.5))
        q, r = clip_to_sum(p, low, high)
        assert q == pytest.approx(np.clip(p / r[:, None], low, high), rel=1e-14)
        assert max(abs(math.fsum(row) - 1) for row in q) <= 4e-16


def test_equal_bounds_everywhere():
    """S is one on an interval that holds every point: the multiple nearest to 1 is taken."""
    mu = np.random.default_rng(3).dirichlet(np.ones(1000))
    p = np.random.default_rng(4).dirichlet(np.ones(1000))
    mu /= mu.sum()
    (q,), (r,) = clip_to_sum(p[None], mu[None], mu[None])
    assert (q == mu).all()
    assert r == 1


def test_slack_is_no_more_than_rounding():
    assert sum_slack(2) == 4 * 2.0**-52
    assert sum_slack(10**6) < 2e-14  # 2k units in the last place would be 4e-10
    x = np.random.default_rng(6).dirichlet(np.ones(10**6), 3)
    assert (abs(x.sum(axis=1) - [math.fsum(row) for row in x]) < sum_slack(10**6)).all()
