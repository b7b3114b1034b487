import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations import InputError, MinimaxSampler, divergence, solve
from formulations.divergences import read_divergence
from lpcheck.mechanisms import project
from lpcheck.mechanisms.clipped_sampler import (
    class_band,
    class_risk,
    class_sampler,
    clipped_sampler,
    global_risk,
    global_sampler,
    local_sampler,
    normaliser,
)

NAMES = ["kl", "tv", "hellinger", "chi2", "hockey-stick:1.5", "alpha:0", "js"]


@st.composite
def batches(draw):
    """Draw a batch and a reference of small integers: zeros, ties, point masses."""
    k = draw(st.integers(1, 7))
    vector = st.lists(st.integers(0, 5), min_size=k, max_size=k).filter(any)
    rows = np.array(draw(st.lists(vector, min_size=1, max_size=5)), dtype=float)
    mu = np.array(draw(vector), dtype=float)
    return rows / rows.sum(axis=1, keepdims=True), mu / mu.sum()


bounds = st.tuples(st.integers(0, 20).map(lambda i: i / 20), st.integers(20, 100)).map(
    lambda pair: (pair[0], pair[1] / 20)
)


@settings(deadline=None, max_examples=200)
@given(batches(), bounds)
def test_batch_is_the_projection_of_each_row(is_nearest, batch, band):
    p, mu = batch
    low, high = band
    q, r = clipped_sampler(p, mu, low, high), normaliser(p, mu, low, high)
    for row, answer, factor in zip(p, q, r, strict=True):
        one = project(row, low * mu, high * mu)
        # Without a normaliser mass off the support of P counts by its total only.
        same = np.full(row.size, True) if one.exists else row > 0
        assert abs(answer - one.distribution)[same].max() <= 1e-14
        assert (answer >= low * mu - 1e-15).all()
        assert (answer <= high * mu + 1e-15).all()
        assert abs(math.fsum(answer) - 1) <= 2e-15
        assert math.isnan(factor) == (not one.exists)
        if one.normaliser is not None:
            assert factor == pytest.approx(one.normaliser, rel=1e-13)
            assert is_nearest(row, low * mu, high * mu, answer)


@pytest.mark.parametrize("k", [2, 10, 1000])
def test_sums_to_the_last_digit(k):
    p = np.random.default_rng(k).dirichlet(np.full(k, 0.3), size=200)
    for q in (global_sampler(p, 1.0), local_sampler(p, np.full(k, 1 / k), 3, 0.7)):
        assert max(abs(math.fsum(row) - 1) for row in q) <= 1e-15


def test_normaliser_control():
    p, mu = np.array([0.6, 0.3, 0.1]), np.full(3, 1 / 3)
    low, high = class_band(0, 3, 1.0)
    r = float(normaliser(p, mu, low, high))
    assert np.clip(p / r, low * mu, high * mu).sum() == pytest.approx(1, abs=1e-15)
    assert abs(np.clip(p / (r * (1 + 1e-6)), low * mu, high * mu).sum() - 1) > 1e-7


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0, 5.0, 30.0])
def test_global_sampler_as_printed(epsilon):
    k, t = 6, math.exp(epsilon)
    p = np.vstack([np.eye(k), np.random.default_rng(1).dirichlet(np.ones(k), size=50)])
    q = global_sampler(p, epsilon)
    # Where the upper bound binds, smaller r do as well for the clip, but not as printed.
    r = np.where(q > 1 / (t + k - 1) * (1 + 1e-12), p / q, 0).max(axis=1)
    r = np.where(r == 0, (t + k - 1) / t, r)
    assert ((r >= 1 - 1e-14) & (r <= (t + k - 1) / t * (1 + 1e-14))).all()
    assert abs(q - np.maximum(p / r[:, None], 1 / (t + k - 1))).max() <= 2e-15
    wrong = np.maximum(p / r[:, None], 1 / (np.exp(epsilon + 0.01) + k - 1))
    assert abs(q - wrong).max() > 1e-15 * t or epsilon == 30


def test_samplers_are_private_and_the_control_is_not():
    rng = np.random.default_rng(2)
    mu = rng.dirichlet(np.ones(8))
    p = rng.dirichlet(np.full(8, 0.2), size=300)  # far outside the neighbourhood
    for epsilon in (0.1, 1.0, 2.0, 3.0):
        q = local_sampler(p, mu, 3, epsilon)
        spent = float(np.log(q.max(axis=0) / q.min(axis=0)).max())
        assert spent <= epsilon + 1e-12
        if epsilon < 2 * math.log(3):
            assert spent > epsilon - 0.01  # a claim of ε − 0.01 would be false
        assert q == pytest.approx(local_sampler(clipped_sampler(p, mu, 1 / 3, 3), mu, 3, epsilon))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("k", "c1", "c2", "epsilon"), [(4, 0, 4, 1.0), (6, 0.5, 2, 0.5)])
def test_risk_is_optimal_over_all_samplers(name, k, c1, c2, epsilon):
    risk = class_risk(c1, c2, epsilon, name)
    problem = MinimaxSampler(k=k, c1=c1, c2=c2, epsilon=epsilon, divergence=name)
    points = problem.extreme_points
    f = read_divergence(name)
    mine = class_sampler(points, np.full(k, 1 / k), c1, c2, epsilon)
    attained = max(f.between(p, q) for p, q in zip(points, mine, strict=True))
    assert attained == pytest.approx(risk, abs=1e-14)
    if math.isfinite(risk):
        assert solve(problem).value == pytest.approx(risk, abs=1e-7)
        assert abs(class_risk(c1, c2, epsilon + 0.01, name) - risk) > 1e-5 or risk == 0
    else:
        assert name == "alpha:0"
        assert c1 == 0


@pytest.mark.parametrize("name", NAMES)
def test_global_risk_as_printed(name):
    f = read_divergence(name)
    for k, epsilon in ((2, 0.3), (10, 1.0), (20, 4.0)):
        t = math.exp(epsilon)
        high = float(f.f(np.array((t + k - 1) / t)))
        printed = t / (t + k - 1) * high + (k - 1) / (t + k - 1) * f.at_zero
        assert global_risk(k, epsilon, f) == pytest.approx(printed, rel=1e-12)


def test_trivial_classes():
    mu = np.array([0.2, 0.3, 0.5])
    p = np.array([0.25, 0.3, 0.45])
    for c1, c2, epsilon in ((0.5, 1.5, math.log(3)), (0.8, 1.25, 1.0)):
        assert class_band(c1, c2, epsilon) is None
        assert (class_sampler(p, mu, c1, c2, epsilon) == p).all()
        assert class_risk(c1, c2, epsilon, "kl") == 0
    assert class_band(0.5, 1.5, math.log(3) - 0.01) is not None
    assert class_risk(1, 1, 0.0, "kl") == class_risk(1, 5, 1.0, "tv") == 0
    assert global_risk(1, 1.0, "kl") == 0
    assert global_sampler([1.0], 1.0).tolist() == [1.0]
    assert local_sampler(p, mu, 1, 1.0) == pytest.approx(mu, abs=1e-15)


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 700.0])
def test_extreme_levels(epsilon):
    q = global_sampler(np.eye(5), epsilon)
    assert np.isfinite(q).all()
    assert q == pytest.approx(np.full((5, 5), 0.2) if epsilon < 1 else np.eye(5), abs=1e-9)
    kl = divergence(lambda x: x * math.log(x) if x > 0 else 0.0)
    for f in ("kl", kl):
        assert global_risk(5, epsilon, f) == pytest.approx(
            math.log(5) if epsilon < 1 else 0, abs=1e-8
        )


def test_refusals():
    mu = [0.5, 0.5]
    with pytest.raises(InputError, match=r"row 1 is 0\.9"):
        class_sampler([[0.5, 0.5], [0.9, 0.1]], mu, 0.5, 1.5, 0.1)
    for bad in ([[0.5, 0.6]], [[-0.1, 1.1]], [[0.2, 0.3, 0.5]]):
        with pytest.raises(InputError):
            clipped_sampler(bad, mu, 0.5, 2)
    with pytest.raises(InputError, match="upper"):
        clipped_sampler([[0.5, 0.5]], mu, 0.5, 0.9)
    with pytest.raises(InputError, match="gamma"):
        local_sampler([[0.5, 0.5]], mu, 0.5, 1)
