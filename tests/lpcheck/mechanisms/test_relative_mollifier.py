import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from formulations.errors import InputError
from lpcheck.mechanisms import (
    husain_worst_case_diagonal,
    normaliser_exists,
    relative_mollifier,
    tv_projection_value,
)

epsilons = st.sampled_from([0.0, 1e-4, 0.2, 1.0, 2 * math.log(3), 6.0, 300.0, 1600.0])


@st.composite
def pairs(draw):
    """Draw two distributions of one size; small integers give zeros, ties and point masses."""
    k = draw(st.integers(1, 8))
    vector = st.lists(st.integers(0, 6), min_size=k, max_size=k).filter(any)
    p, q = draw(vector), draw(vector)
    return np.array(p) / sum(p), np.array(q) / sum(q)


def bounds(q, epsilon):
    u = math.exp(-epsilon / 2)
    return u * q, np.minimum(1, q / u)


@settings(deadline=None)
@given(pairs(), epsilons)
def test_projection_is_optimal_for_kl_and_tv(is_nearest, pair, epsilon):
    p, q = pair
    assume(epsilon < 700)
    low, high = bounds(q, epsilon)
    result = relative_mollifier(p, q, epsilon)
    found = result.distribution
    assert abs(found.sum() - 1) <= 1e-15 * p.size
    assert (found >= low * (1 - 1e-15)).all()
    assert (found <= high * (1 + 1e-15)).all()
    assert is_nearest(p, low, high, found)
    distance = abs(p - found).sum() / 2
    assert distance == pytest.approx(tv_projection_value(p, low, high), abs=1e-15 * p.size)


@settings(deadline=None)
@given(pairs(), epsilons)
@example((np.array([0.0, 1.0]), np.array([1.0, 0.0])), 1600.0)
def test_clip_form_and_existence(pair, epsilon):
    p, q = pair
    result = relative_mollifier(p, q, epsilon)
    threshold = 1 / (1 + math.exp(min(epsilon, 1400) / 2))
    inside = q[p > 0].sum()
    expected = epsilon == 0 or inside >= threshold * (1 - 1e-15 * p.size)
    assert result.exists == (result.normaliser is not None) == expected
    assert normaliser_exists(p, q, epsilon) == expected
    if result.exists and epsilon < 700:
        clipped = np.clip(p / result.normaliser, *bounds(q, epsilon))
        assert abs(clipped - result.distribution).max() <= 1e-15 * p.size
        assert abs(clipped.sum() - 1) <= 1e-15 * p.size


@pytest.mark.parametrize("mass", [0.0, 0.05, 0.2, 0.26, 0.3])
def test_existence_by_a_scan_over_c(mass):
    """The clipped sum reaches 1 for some C on a wide grid if and only if the condition holds."""
    epsilon = 2.0  # threshold 1 / (1 + e) = 0.2689...
    p, q = np.array([1.0, 0, 0]), np.array([mass, (1 - mass) / 2, (1 - mass) / 2])
    low, high = bounds(q, epsilon)
    sums = [np.clip(p / c, low, high).sum() for c in np.logspace(-8, 8, 400)]
    assert (max(sums) >= 1) == normaliser_exists(p, q, epsilon) == (mass > 0.2689415)


def test_projection_controls(is_nearest):
    p, q, epsilon = np.array([0.7, 0.2, 0.1]), np.array([0.2, 0.3, 0.5]), 1.0
    low, high = bounds(q, epsilon)
    found = relative_mollifier(p, q, epsilon).distribution
    wrong = found + np.array([-1e-6, 1e-6, 0])
    assert is_nearest(p, low, high, found)
    assert not is_nearest(p, low, high, wrong)
    assert abs(p - wrong).sum() / 2 > tv_projection_value(p, low, high) + 9e-7
    other = relative_mollifier(p, q, epsilon + 0.01).distribution
    assert (other > high * (1 + 1e-15)).any()


def test_threshold_is_included():
    # e^(eps/2) = 3, so the threshold is 1/4, the mass of one of four symbols.
    uniform, epsilon = [Fraction(1, 4)] * 4, 2 * math.log(3)
    assert relative_mollifier([1, 0, 0, 0], uniform, epsilon).exists
    assert not relative_mollifier([1, 0, 0, 0], uniform, epsilon - 1e-9).exists
    assert relative_mollifier([0.5, 0.5, 0, 0], uniform, epsilon - 1e-9).exists


@pytest.mark.parametrize("seed", range(4))
def test_kl_against_slsqp(seed):
    p, q = np.random.default_rng(seed).dirichlet(np.ones(5), size=2)
    low, high = bounds(q, 1.0)
    result = minimize(
        lambda x: -(p * np.log(x)).sum(),
        q,
        jac=lambda x: -p / x,
        bounds=list(zip(low, high, strict=True)),
        constraints={"type": "eq", "fun": lambda x: x.sum() - 1, "jac": np.ones_like},
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    found = relative_mollifier(p, q, 1.0).distribution
    assert result.success
    assert abs(result.x - found).max() < 1e-6
    assert abs(relative_mollifier(p, q, 1.01).distribution - result.x).max() > 1e-4


def test_without_a_normaliser():
    result = relative_mollifier([1, 0, 0], [0.1, 0.3, 0.6], 1.0)
    assert result.normaliser is None
    high = 0.1 * math.exp(0.5)
    expected = [high, (1 - high) / 3, (1 - high) * 2 / 3]
    np.testing.assert_allclose(result.distribution, expected, rtol=1e-15)
    # Point masses at different points: nothing may move.
    result = relative_mollifier([1, 0], [0, 1], 1.0)
    assert not result.exists
    assert result.distribution.tolist() == [0, 1]


def test_extremes():
    assert relative_mollifier([1, 0], [1, 0], 900).distribution.tolist() == [1, 0]
    assert relative_mollifier([0.3, 0.7], [0.9, 0.1], 3000).distribution.tolist() == [0.3, 0.7]
    assert relative_mollifier([1], [1], 1.0).distribution.tolist() == [1]
    assert relative_mollifier([1 - 1e-310, 1e-310], [0.5, 0.5], 1.0).exists
    p, q = np.random.default_rng(0).dirichlet(np.ones(10**5), size=2)
    found = relative_mollifier(p, q, 2.0)
    assert abs(math.fsum(found.distribution) - 1) <= 1e-15


@pytest.mark.parametrize("n", [1, 2, 3, 10])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 2.0, 4.0, 6.0, 300.0])
def test_husain_worst_case(n, epsilon):
    point = np.eye(n)[0]
    found = relative_mollifier(point, np.full(n, 1 / n), epsilon).distribution[0]
    value = husain_worst_case_diagonal(n, epsilon)
    assert value == pytest.approx(found, rel=1e-15 * n)
    if n > 1:
        assert value != pytest.approx(husain_worst_case_diagonal(n, epsilon + 0.01), rel=1e-7) or (
            epsilon > 100
        )
    others = np.random.default_rng(n).dirichlet(np.full(n, 0.3), size=20)
    low, high = bounds(np.full(n, 1 / n), epsilon)
    assert all(tv_projection_value(p, low, high) <= 1 - value + 1e-15 * n for p in others)


def test_refuses():
    with pytest.raises(InputError):
        relative_mollifier([0.5, 0.5], [1.0], 1.0)
    with pytest.raises(InputError):
        normaliser_exists([0.5, 0.5], [0.5, 0.5], -1.0)
    with pytest.raises(InputError):
        husain_worst_case_diagonal(0, 1.0)
