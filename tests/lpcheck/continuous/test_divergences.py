import math

import numpy as np
import pytest

from formulations.trade_off import read_privacy
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_clients,
    gaussian_envelope,
    gaussian_mixture,
    gaussian_ring,
    laplace_clients,
    laplace_figure,
    laplace_mixture,
    linear_sampler,
)
from lpcheck.mechanisms.clipped_sampler import class_risk

NAMES = ["kl", "tv", "hellinger", "chi2", "hockey-stick:1.05"]
THREE = ["kl", "tv", "hellinger"]


@pytest.mark.parametrize("make", [laplace_clients, gaussian_clients])
def test_line_by_plain_quadrature(make, plain):
    client = make(3, 1)[2]
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.5)
    wrong = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.51)
    values, others = answer.divergences(NAMES), wrong.divergences(NAMES)
    for name, value, other in zip(NAMES, values, others, strict=True):
        slow = plain(answer, name)
        assert value == pytest.approx(slow, abs=1e-9)
        assert abs(other - slow) > 1e-5


def test_linear_by_plain_quadrature(plain):
    client = laplace_clients(2, 4)[1]
    privacy = read_privacy(None, None, 1.0, None)
    answer = linear_sampler(client.target, client.reference, client.c1, client.c2, privacy)
    for name, value in zip(NAMES, answer.divergences(NAMES), strict=True):
        assert value == pytest.approx(plain(answer, name), abs=1e-9)


@pytest.mark.parametrize("axis", [0, 1])
def test_plane_equals_line_where_one_axis_says_nothing(axis):
    means, weights = np.array([-0.6, 0.1, 0.9]), [0.5, 0.2, 0.3]
    flat = np.zeros((3, 2))
    flat[:, axis] = means
    h1, h2 = laplace_mixture([0.0]), laplace_mixture([(0.0, 0.0)])
    line = clipped_sampler(laplace_mixture(means, weights), h1, 1 / 3, 3, 0.3)
    plane = clipped_sampler(laplace_mixture(flat, weights), h2, 1 / 3, 3, 0.3)
    assert plane.normaliser == pytest.approx(line.normaliser, rel=1e-8)
    assert plane.divergences(NAMES) == pytest.approx(line.divergences(NAMES), abs=1e-8)
    wrong = clipped_sampler(laplace_mixture(means, weights), h1, 1 / 3, 3, 0.31)
    assert abs(wrong.divergences(["kl"])[0] - plane.divergences(["kl"])[0]) > 1e-5


def check_plane(answer, plane, tolerance):
    weight, p, q = plane(answer)
    slow = [
        (weight * p * np.log(p / q)).sum(),
        (weight * np.abs(p - q)).sum() / 2,
        (weight * (np.sqrt(p) - np.sqrt(q)) ** 2).sum(),
    ]
    assert (weight * q).sum() == pytest.approx(1, abs=tolerance)
    assert answer.divergences(THREE) == pytest.approx(slow, abs=tolerance)


@pytest.mark.parametrize("gamma", [2, 6])
def test_figure_in_the_plane(gamma, plane):
    client = laplace_figure(gamma)
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.5)
    check_plane(answer, plane, 1e-6)


def test_random_client_in_the_plane(plane):
    client = laplace_clients(1, 5, dimension=2)[0]
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.2)
    check_plane(answer, plane, 1e-6)


def test_gaussian_ring(plane):
    reference, c2 = gaussian_envelope(math.sqrt(0.5), dimension=2)
    answer = clipped_sampler(gaussian_ring(), reference, 0, c2, 0.5)
    check_plane(answer, plane, 1e-6)


def test_finer_panels_change_nothing():
    client = laplace_clients(4, 5, dimension=2)[3]
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.1)
    coarse = answer.divergences(THREE)
    answer.mesh.halve(np.arange(len(answer.mesh.panels)))
    assert answer.divergences(THREE) == pytest.approx(coarse, abs=1e-7)


def test_below_the_minimax_risk_and_the_linear_sampler():
    for client in laplace_clients(10, 6) + gaussian_clients(5, 6):
        target, h, c1, c2 = client.target, client.reference, client.c1, client.c2
        clip = clipped_sampler(target, h, c1, c2, 0.8).divergences(THREE)
        line = linear_sampler(target, h, c1, c2, read_privacy(0.8, None, None, None))
        for name, value, other in zip(THREE, clip, line.divergences(THREE), strict=True):
            assert value <= other + 1e-12  # park2024, Proposition 3.4
            assert other <= class_risk(c1, c2, 0.8, name) + 1e-12


def test_extreme_density_attains_the_risk():
    # c2 h on a set of h-mass α = (1 − c1)/(c2 − c1), c1 h off it.
    c1, c2 = 0.5, 2.0
    alpha = (1 - c1) / (c2 - c1)
    p = Density("p", lambda x: np.where(x < alpha, c2, c1), ((0.0, 1.0),), ((alpha,),))
    flat = Density("flat", np.ones_like, ((0.0, 1.0),))
    values = clipped_sampler(p, flat, c1, c2, 0.5).divergences(NAMES)
    assert values == pytest.approx([class_risk(c1, c2, 0.5, f) for f in NAMES], abs=1e-12)
    assert abs(values[0] - class_risk(c1, c2, 0.49, "kl")) > 1e-4


def test_infinite_and_zero():
    spike = Density("spike", lambda x: np.where(x < 0.5, 2.0, 0.0), ((0.0, 1.0),), ((0.5,),))
    flat = Density("flat", np.ones_like, ((0.0, 1.0),))
    answer = clipped_sampler(spike, flat, 0, 2, 1.0)
    kl, reverse = answer.divergences(["kl", "alpha:0"])
    assert math.isfinite(kl)
    assert reverse == math.inf
    client = laplace_clients(1, 2)[0]
    free = clipped_sampler(client.target, client.reference, 1 / 3, 3, 2 * math.log(3) + 1e-9)
    assert free.divergences(THREE) == [0, 0, 0]
    assert free.normaliser is None


def test_a_kink_of_a_hockey_stick_that_no_node_sees():
    """Where p passes 1.4 q near the end of a cell; against the midpoint rule on 2 10^6 cells."""
    target = gaussian_mixture([0.134, 0.2, 0.051], None, 0.05, (-1.05, 1.05))
    reference, c2 = gaussian_envelope(0.05, 0.2, (-1.05, 1.05))
    for weight_of in (0.1, 0.5):
        privacy = read_privacy(weight_of, None, None, None)
        answer = linear_sampler(target, reference, 0, c2, privacy)
        x = 1.05 * ((2 * np.arange(2_000_000) + 1) / 2_000_000 - 1)
        p, q = target.at(x), answer.at(x)
        for gamma in (1.0, 1.05, 1.4, 2.5):
            slow = float(np.maximum(p - gamma * q, 0).mean() * 2.1)
            assert answer.divergences([f"hockey-stick:{gamma}"])[0] == pytest.approx(slow, abs=1e-9)
