"""Binned Laplace and Gaussian noise, against integrals and against the notions that they keep."""

from __future__ import annotations

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from formulations import ApproximateLDP, InputError, MetricPrivacy
from formulations.privacy import true_delta, true_epsilon
from lpcheck.mechanisms import (
    gaussian_binned,
    gaussian_delta,
    gaussian_scale,
    laplace_binned,
)

EDGES = (-3.0, -1.0, -0.5, 0.5, 0.25 + 1.5, 4.0)
POINTS = (-2.0, 0.0, 0.25, 3.5)


def exact(density, points, edges):
    """Each entry as an integral, from 120 digits."""
    with mpmath.workdps(120):
        ends = [-mpmath.inf, *map(mpmath.mpf, edges), mpmath.inf]
        return np.array([
            [float(density(mpmath.mpf(x), a, b)) for a, b in pairwise(ends)]
            for x in points
        ])  # fmt: skip


def laplace(rate):
    def mass(x, a, b):
        def below(z):
            t = rate * (z - x)
            return mpmath.exp(t) / 2 if t < 0 else 1 - mpmath.exp(-t) / 2

        return below(b) - below(a)

    return mass


def gaussian(scale):
    return lambda x, a, b: mpmath.ncdf(b, x, scale) - mpmath.ncdf(a, x, scale)


@pytest.mark.parametrize("rate", [0.01, 0.7, 3.0])
def test_entries_are_the_integrals(rate):
    with mpmath.workdps(120):
        wanted = exact(laplace(mpmath.mpf(rate)), POINTS, EDGES)
    np.testing.assert_allclose(laplace_binned(POINTS, rate, EDGES), wanted, rtol=1e-13)
    with mpmath.workdps(120):
        wanted = exact(gaussian(1 / mpmath.mpf(rate)), POINTS, EDGES)
    np.testing.assert_allclose(gaussian_binned(POINTS, 1 / rate, EDGES), wanted, rtol=1e-11)


@pytest.mark.parametrize("rate", [0.0, 0.3, 2.0, 50.0])
def test_laplace_noise_keeps_metric_privacy(rate):
    kernel = laplace_binned(POINTS, rate, EDGES)
    distances = rate * np.abs(np.subtract.outer(POINTS, POINTS))
    notion = MetricPrivacy(distances.tolist())
    assert notion.violations(kernel, 1e-12) == ()
    assert true_epsilon(kernel) <= distances.max() + 1e-12
    if rate:  # with what binning gives away as slack, a level of 90 % is broken
        fine = laplace_binned(POINTS, rate, np.linspace(-9, 9, 301))
        assert MetricPrivacy((0.9 * distances).tolist()).violations(fine, 1e-12)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 1e-2), (1.0, 1e-5), (4.0, 1e-9)])
def test_gaussian_noise_keeps_approximate_privacy(epsilon, delta):
    distance = max(POINTS) - min(POINTS)
    scale = gaussian_scale(distance, epsilon, delta)
    fine = np.linspace(-60, 60, 4001) * scale / 5
    kernel = gaussian_binned(POINTS, scale, fine)
    assert ApproximateLDP(epsilon, delta).violations(kernel, 1e-12) == ()
    # As fine bins show, no smaller noise would do.
    less = gaussian_binned(POINTS, 0.99 * scale, fine)
    assert true_delta(less, epsilon) > delta
    assert gaussian_delta(distance, scale, epsilon) <= delta
    assert gaussian_delta(distance, 0.999999 * scale, epsilon) > delta


@pytest.mark.parametrize(
    ("distance", "scale", "epsilon"), [(1, 1, 1), (3, 0.5, 0.1), (1, 4, 2.5), (9, 1, 40)]
)
def test_delta_against_many_digits(distance, scale, epsilon):
    with mpmath.workdps(60):
        r, e = mpmath.mpf(distance) / mpmath.mpf(scale), mpmath.mpf(epsilon)
        wanted = mpmath.ncdf(r / 2 - e / r) - mpmath.exp(e) * mpmath.ncdf(-r / 2 - e / r)
    assert gaussian_delta(distance, scale, epsilon) == pytest.approx(float(wanted), rel=1e-10)
    assert gaussian_delta(0, scale, epsilon) == 0.0


def test_the_edges_are_in_the_middle():
    default = laplace_binned([5, 1, 2], 1.0)
    np.testing.assert_array_equal(default, laplace_binned([5, 1, 2], 1.0, [1.5, 3.5]))
    assert default.argmax(axis=1).tolist() == [2, 0, 1]


def test_far_tails_lose_no_digits():
    (row,) = laplace_binned([0.0], 1.0, [100.0, 100.0 + 1e-3])
    assert row[1] == pytest.approx(0.5 * math.exp(-100.0) * -math.expm1(-1e-3), rel=1e-11)
    (row,) = gaussian_binned([0.0], 1.0, [30.0, 31.0])
    assert row[2] == pytest.approx(float(mpmath.ncdf(-31)), rel=1e-11)


@pytest.mark.parametrize(
    "call",
    [
        lambda: laplace_binned([1, 1], 1.0),
        lambda: laplace_binned([[1, 2]], 1.0),
        lambda: laplace_binned([0, 1], -1.0),
        lambda: laplace_binned([0, math.inf], 1.0),
        lambda: laplace_binned([0, 1], 1.0, [2, 1]),
        lambda: gaussian_binned([0, 1], 0.0),
        lambda: gaussian_delta(-1, 1, 1),
        lambda: gaussian_scale(1, 1, 0.0),
    ],
)
def test_bad_input_is_refused(call):
    with pytest.raises(InputError):
        call()
