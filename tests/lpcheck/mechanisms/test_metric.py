"""Geometric noise with a remap, and the exponential mechanism, against the best of all kernels."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import InputError, Loss, MetricPrivacy
from lpcheck.compare import check
from lpcheck.mechanisms import exponential_mechanism, geometric_with_remap


def count(n, epsilon):
    return np.abs(np.arange(n)[:, None] - np.arange(n)) * epsilon


def monotone(rng, n):
    steps = np.cumsum(rng.exponential(size=n) * rng.integers(0, 2, n))
    return steps[np.abs(np.arange(n)[:, None] - np.arange(n))]


@pytest.mark.parametrize("seed", range(10))
def test_geometric_noise_with_a_remap_is_optimal_for_monotone_losses(seed):
    rng = np.random.default_rng([9, seed])
    n, epsilon = int(rng.integers(2, 8)), float(rng.choice([0.2, 0.7, 2.0]))
    loss, prior = monotone(rng, n), rng.dirichlet(np.ones(n))
    notion = MetricPrivacy(count(n, epsilon).tolist())
    stated = Loss(loss=loss.tolist(), prior=prior.tolist(), privacy=notion)
    kernel = geometric_with_remap(n, epsilon, loss, prior / prior.sum())
    assert check(stated, kernel).verdict == "optimal"


def test_it_is_not_for_some_losses_that_are_not_monotone():
    n, epsilon, rng = 5, 0.7, np.random.default_rng(0)
    notion = MetricPrivacy(count(n, epsilon).tolist())
    verdicts = []
    for _ in range(12):
        loss, prior = rng.integers(0, 4, (n, n)), rng.dirichlet(np.ones(n))
        stated = Loss(loss=loss.tolist(), prior=prior.tolist(), privacy=notion)
        verdicts.append(check(stated, geometric_with_remap(n, epsilon, loss, prior)).verdict)
    assert set(verdicts) == {"optimal", "suboptimal"}


def test_the_exponential_mechanism_is_private_and_not_optimal_on_a_grid():
    places = np.array([(i, j) for i in range(4) for j in range(4)], dtype=float)
    d = np.linalg.norm(places[:, None] - places, axis=2)
    kernel = exponential_mechanism(d)
    stated = Loss(loss=d.tolist(), prior=[1 / 16] * 16, privacy=MetricPrivacy(d.tolist()))
    found = check(stated, kernel)
    assert found.verdict == "suboptimal"
    assert found.value == pytest.approx(1.54, abs=0.005)
    assert found.solution.value == pytest.approx(1.09, abs=0.005)
    assert found.violations == ()
    assert check(stated, exponential_mechanism(2.5 * d)).verdict == "infeasible"


def test_bad_input():
    with pytest.raises(InputError, match="distances"):
        exponential_mechanism([[0, 1]])
    with pytest.raises(InputError, match="distances"):
        exponential_mechanism([[0, -1], [1, 0]])
    with pytest.raises(InputError, match="loss"):
        geometric_with_remap(3, 1.0, [[0, 1]], [1 / 3] * 3)
    assert geometric_with_remap(1, 1.0, [[2.0, 1.0]], [1.0]).tolist() == [[0.0, 1.0]]
