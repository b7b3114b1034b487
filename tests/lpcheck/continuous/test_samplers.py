import math

import numpy as np
import pytest
from scipy.stats import chisquare, kstest

from formulations import InputError
from formulations.trade_off import read_privacy
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_clients,
    gaussian_envelope,
    gaussian_mixture,
    laplace_clients,
    laplace_figure,
    laplace_mixture,
    linear_sampler,
)

TARGET = laplace_mixture([-0.5, 0.3, 0.9], [0.2, 0.3, 0.5])
H = laplace_mixture([0.0])


def test_a_million_points():
    answer = clipped_sampler(TARGET, H, 1 / 3, 3, 0.5)
    points, rate = answer.sample(1_000_000, np.random.default_rng(1))
    assert points.shape == (1_000_000,)
    assert kstest(points, answer.cdf).pvalue > 1e-3
    assert rate == pytest.approx(1 / answer.largest, abs=5e-3)
    wrong = clipped_sampler(TARGET, H, 1 / 3, 3, 0.51)
    assert kstest(points, wrong.cdf).pvalue < 1e-3
    assert kstest(points, TARGET.cdf).pvalue < 1e-12


@pytest.mark.parametrize("level", [{"epsilon": 0.5}, {"nu": 1.0}])
def test_linear_and_gaussian_points(level):
    rng = np.random.default_rng(2)
    privacy = read_privacy(level.get("epsilon"), None, level.get("nu"), None)
    client = gaussian_clients(1, 3)[0]
    for target, h, c1, c2 in (
        (TARGET, H, 1 / 3, 3),
        (client.target, client.reference, client.c1, client.c2),
    ):
        answer = linear_sampler(target, h, c1, c2, privacy)
        points, _ = answer.sample(50_000, rng)
        assert kstest(points, answer.cdf).pvalue > 1e-3
        points, _ = clipped_sampler(target, h, c1, c2, 0.5).sample(50_000, rng)
        assert kstest(points, clipped_sampler(target, h, c1, c2, 0.5).cdf).pvalue > 1e-3


def test_points_of_the_families():
    rng = np.random.default_rng(3)
    envelope, _ = gaussian_envelope(interval=(-4, 3))
    truncated = gaussian_mixture([-1, 1], [0.3, 0.7], interval=(-2, 4))
    for density in (TARGET, envelope, truncated, gaussian_mixture([0.0, 2.0])):
        points = density.draw(50_000, rng)
        assert kstest(points, density.cdf).pvalue > 1e-3
        shifted = kstest(points + 0.05, density.cdf).pvalue
        assert shifted < 1e-3


def test_points_in_the_plane(plane):
    client = laplace_figure()
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.3)
    points, rate = answer.sample(200_000, np.random.default_rng(4))
    weight, p, q = plane(answer)
    v = (np.arange(1600) + 0.5) * 2 / 1600 - 1
    axis = answer.mesh.first
    cut = [axis.point(np.array(x)) for x in (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75)]
    cell = np.searchsorted(cut, points[:, 0]) * 8 + np.searchsorted(cut, points[:, 1])
    grid = np.searchsorted(cut, axis.point(v))
    of = (grid[:, None] * 8 + grid).ravel()
    counts = np.bincount(cell, minlength=64)
    expected = np.bincount(of, weight * q, 64)
    assert chisquare(counts, expected / expected.sum() * counts.sum()).pvalue > 1e-3
    raw = np.bincount(of, weight * p, 64)
    assert chisquare(counts, raw / raw.sum() * counts.sum()).pvalue < 1e-6
    assert rate == pytest.approx(1 / answer.largest, abs=5e-3)


def test_ring_envelope_points():
    density, _ = gaussian_envelope(math.sqrt(0.5), dimension=2)
    radius = np.hypot(*density.draw(100_000, np.random.default_rng(5)).T)
    grid = np.linspace(0, 8, 100_001)
    mass = np.cumsum(grid * density.pdf(grid, np.zeros_like(grid))) * 2 * np.pi * grid[1]
    assert mass[-1] == pytest.approx(1, abs=1e-6)
    assert kstest(radius, lambda x: np.interp(x, grid, mass)).pvalue > 1e-3


def test_privacy_of_densities():
    x = np.linspace(-6, 6, 2001)
    for epsilon in (0.2, 1.0):
        q = [
            clipped_sampler(c.target, c.reference, c.c1, c.c2, epsilon).at(x)
            for c in laplace_clients(20, 8)
        ]
        spent = float(np.log(np.max(q, axis=0) / np.min(q, axis=0)).max())
        assert spent <= epsilon + 1e-12
    assert spent > 0.5


def test_outside_the_class_is_refused_with_the_place():
    with pytest.raises(InputError, match=r"exceeds c2 h at \(.*\): p/h = 1.75.*against 1.5"):
        clipped_sampler(TARGET, H, 0, 1.5, 1.0)
    with pytest.raises(InputError, match="falls below c1 h"):
        clipped_sampler(TARGET, H, 0.9, 3, 1.0)
    low, high = Density.at(TARGET, np.array([0.0])) / H.at(np.array([0.0])), 0.0
    far = np.array([-30.0, 0.9, 30.0])
    high = float((TARGET.at(far) / H.at(far)).max())
    assert clipped_sampler(TARGET, H, float(low[0]), high, 0.1).normaliser is not None
    with pytest.raises(InputError, match="exceeds"):
        clipped_sampler(TARGET, H, 0, high * (1 - 1e-6), 0.1)
    flat = Density("flat", np.ones_like, ((0.0, 1.0),))
    answer = clipped_sampler(flat, flat, 0.5, 2, 0.1)
    with pytest.raises(InputError, match="draw"):
        answer.sample(3, np.random.default_rng(0))


def test_cdf_is_the_integral_of_the_density():
    answer = clipped_sampler(TARGET, H, 1 / 3, 3, 0.5)
    x = np.linspace(-5, 5, 200_001)
    middle = 0.5 * (x[1:] + x[:-1])
    inside = answer.cdf(x[[-1]]) - answer.cdf(x[[0]])
    assert answer.at(middle).sum() * (x[1] - x[0]) == pytest.approx(float(inside[0]), abs=1e-9)
    assert answer.cdf(np.array([-800.0, 800.0])) == pytest.approx([0, 1], abs=1e-15)


def test_whole_numbers_are_numbers():
    """Ends and kinks given as integers: places between them are not rounded to integers."""
    for whole in (int, float):
        target = gaussian_mixture([1], None, 3, (whole(-4), whole(4)))
        reference, c2 = gaussian_envelope(3, whole(1), (whole(-4), whole(4)))
        answer = clipped_sampler(target, reference, 0, c2, 4.0)
        x = (np.arange(800_000) + 0.5) / 100_000 - 4
        assert answer.at(x).sum() / 100_000 == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("mean", [1.0, -0.3, 0.0])
@pytest.mark.parametrize("end", [4.0, 8.0])
def test_densities_that_underflow(mean, end):
    """Far from narrow components p and h lose their digits, then vanish."""
    target = gaussian_mixture([mean, 0.2], [1 - 1e-8, 1e-8], 0.05, (-end, end))
    reference, c2 = gaussian_envelope(0.05, 1.0, (-end, end))
    answer = clipped_sampler(target, reference, 0, c2, 0.5)
    x = (np.arange(2_000_000) + 0.5) / 1_000_000 - 1
    inside = answer.at(np.concatenate([x - 1, x + 1])).sum() / 1_000_000
    assert inside == pytest.approx(1, abs=1e-9)
    local = gaussian_mixture([0.0], None, 0.05, (-end, end))
    assert clipped_sampler(local, local, 0.5, 2, 0.1).divergences(["kl"]) == [0.0]
    with pytest.raises(InputError, match="exceeds c2"):
        clipped_sampler(target, reference, 0, 0.99 * c2, 0.5)
