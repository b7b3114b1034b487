import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from formulations import InputError, MinimaxSampler, solve
from formulations.divergences import read_divergence
from formulations.privacy import true_delta
from formulations.trade_off import read_privacy
from lpcheck.mechanisms.clipped_sampler import class_risk, clipped_sampler
from lpcheck.mechanisms.linear_sampler import (
    linear_risk,
    linear_sampler,
    linear_weight,
    printed_linear_weight,
)


def level(epsilon=None, delta=None, nu=None, g=None):
    return read_privacy(epsilon, delta, nu, g)


CLASSES = [(0.0, 4.0), (0.5, 2.0), (1 / 3, 3.0), (1 / 9, 9.0)]


@pytest.mark.parametrize(("c1", "c2"), CLASSES)
@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 0), (1, 0.05), (0.0, 0.1)])
def test_closed_weights_as_printed(c1, c2, epsilon, delta):
    t, kappa = math.exp(epsilon), (c2 - c1) / (1 - c1)
    printed = (t + kappa * delta - 1) / ((1 - c1) * t + c2 - 1)
    weight = linear_weight(c1, c2, level(epsilon, delta))
    assert weight == pytest.approx(min(printed, 1), rel=1e-14)
    assert abs(linear_weight(c1, c2, level(epsilon + 0.01, delta)) - weight) > 1e-4 or weight == 1
    # The same level, given as its trade-off function.
    u = 1 / t
    g = level(g=lambda x: max(0.0, 1 - delta - t * x, u * (1 - delta - x)))
    assert linear_weight(c1, c2, g) == pytest.approx(weight, abs=1e-7)


@pytest.mark.parametrize(("c1", "c2"), CLASSES)
@pytest.mark.parametrize("nu", [0.1, 0.5, 1.5])
def test_gaussian_weight_by_a_dense_grid(c1, c2, nu):
    beta = np.linspace(0, 12 * nu + nu**2, 400_001)
    t = np.exp(beta)
    delta = ndtr(nu / 2 - beta / nu) - t * ndtr(-nu / 2 - beta / nu)
    top = t + (c2 - c1) / (1 - c1) * delta - 1
    dense = min(1.0, float((top / ((1 - c1) * t + c2 - 1)).min()))
    weight = linear_weight(c1, c2, level(nu=nu))
    assert dense - 1e-9 <= weight <= dense + 1e-14
    assert printed_linear_weight(c1, c2, level(nu=nu)) == pytest.approx(weight) or weight == 1
    wrong = linear_weight(c1, c2, level(nu=nu + 0.01))
    assert wrong - weight > 1e-4 or weight == 1


def test_gaussian_weight_by_its_trade_off_function():
    g = level(g=lambda x: float(ndtr(ndtri(1 - x) - 0.8)))
    expected = linear_weight(0.5, 2, level(nu=0.8))
    assert linear_weight(0.5, 2, g) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("k", [2, 4])
def test_asymmetric_function_binds_in_both_orders(k):
    # For k = 2 by hand: T(Q, Q') has its corner at ((1 − λ)/2, (1 − λ)/2), and g fixes 1/3, so
    # that λ = 1/3 is the most; the paper's infimum, over one order only, is 3/7 (at β = 0).
    g = level(g=lambda x: max(0.0, 1 - 4 * x, 0.5 * (1 - x)))
    both, one = linear_weight(0, k, g), printed_linear_weight(0, k, g)
    if k == 2:
        assert (both, one) == (pytest.approx(1 / 3, abs=1e-6), pytest.approx(3 / 7, abs=1e-6))
    assert one - both > 0.05
    levels = np.linspace(0, 2, 201)
    for weight, private in ((both, True), (one, False)):
        Q = linear_sampler(np.eye(k), np.full(k, 1 / k), weight)
        spent = [true_delta(Q, b) for b in levels]
        allowed = [min(float(q.delta(b)) for q in g.profiles) for b in levels]
        assert bool((np.array(spent) <= np.array(allowed) + 1e-6).all()) == private


@pytest.mark.parametrize("delta", [0.0, 0.03])
def test_narrow_class_has_more_room_than_printed(delta):
    # c1 + c2 < 2, which Assumption 3.2 excludes: α = 2/3, and 1 − α decides.
    c1, c2, epsilon, mu = 0.5, 1.25, 0.3, np.full(3, 1 / 3)
    problem = MinimaxSampler(k=3, c1=c1, c2=c2, epsilon=epsilon, delta=delta)
    weight = linear_weight(c1, c2, level(epsilon, delta))
    printed = printed_linear_weight(c1, c2, level(epsilon, delta))
    assert weight - printed > 0.01
    Q = linear_sampler(problem.extreme_points, mu, weight)
    assert true_delta(Q, epsilon) == pytest.approx(delta, abs=1e-14)
    assert true_delta(linear_sampler(problem.extreme_points, mu, weight + 1e-6), epsilon) > delta


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.floats(0.01, 1), min_size=2, max_size=6),
    st.floats(0.05, 0.95),
    st.floats(1.05, 6),
    st.floats(0.05, 2),
    st.floats(0, 0.2),
)
def test_private_on_every_alphabet(weights, c1, c2, epsilon, delta):
    mu = np.array(weights) / sum(weights)
    raw = np.random.default_rng(0).dirichlet(np.full(mu.size, 0.1), size=30)
    rows = clipped_sampler(raw, mu, c1, c2)
    Q = linear_sampler(rows, mu, linear_weight(c1, c2, level(epsilon, delta)))
    assert true_delta(Q, epsilon) <= delta + 1e-12


@pytest.mark.parametrize("name", ["kl", "tv", "hellinger", "chi2", "alpha:0", "js"])
def test_risk_as_printed(name):
    f = read_divergence(name)
    for c1, c2 in CLASSES:
        for weight in (0.0, 0.3, 0.9):
            r1, r2 = c1 / (1 - (1 - c1) * weight), c2 / ((c2 - 1) * weight + 1)
            low = f.at_zero if r1 == 0 else float(f.f(np.array(r1)))
            printed = (1 - r1) * float(f.f(np.array(r2))) + (r2 - 1) * low
            assert linear_risk(c1, c2, weight, f) == pytest.approx(printed / (r2 - r1), rel=1e-11)
        assert linear_risk(c1, c2, 1, f) == 0
        assert (linear_risk(c1, c2, 0.5, f) == math.inf) == (name == "alpha:0" and c1 == 0)


def test_pure_risk_is_that_of_the_clip():
    for c1, c2 in CLASSES:
        weight = linear_weight(c1, c2, level(0.4))
        risk = class_risk(c1, c2, 0.4, "kl")
        assert linear_risk(c1, c2, weight, "kl") == pytest.approx(risk, rel=1e-13)


def test_risk_is_optimal_over_all_samplers():
    privacy = level(0.5, 0.05)
    for name in ("tv", "kl"):
        risk = linear_risk(0.5, 2, linear_weight(0.5, 2, privacy), name)
        problem = MinimaxSampler(k=6, c1=0.5, c2=2, epsilon=0.5, delta=0.05, divergence=name)
        assert solve(problem).value == pytest.approx(risk, abs=1e-6)
        wrong = linear_risk(0.5, 2, linear_weight(0.5, 2, level(0.51, 0.05)), name)
        assert abs(wrong - risk) > 1e-4


def test_trivial_and_refused():
    assert linear_weight(0.5, 1.5, level(math.log(3) + 1e-9)) == 1
    assert linear_weight(1, 1, level(0.0)) == linear_weight(0.5, 1, level(0.0)) == 1
    assert linear_risk(1, 1, 0.5, "kl") == 0
    assert linear_weight(0, 5, level(700)) == pytest.approx(1)
    with pytest.raises(InputError, match="weight"):
        linear_sampler([0.5, 0.5], [0.5, 0.5], 1.1)
    with pytest.raises(InputError, match="letters"):
        linear_sampler([0.5, 0.5], [1.0], 0.5)
