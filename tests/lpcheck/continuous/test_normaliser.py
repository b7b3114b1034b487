import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations import InputError
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_clients,
    gaussian_mixture,
    laplace_clients,
    laplace_mixture,
)
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.normaliser import clipped, clipped_total
from lpcheck.mechanisms.clipped_sampler import class_band, normaliser

H = laplace_mixture([0.0])
FLAT = Density("flat", np.ones_like, ((0.0, 1.0),))


def normalised(mesh, lower, upper):
    return math.exp(clipped(mesh, lower, upper).log_r)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.floats(-1, 1), st.floats(0.01, 1)), min_size=1, max_size=6),
    st.floats(0.02, 2.0),
)
def test_integrates_to_one(components, epsilon):
    means, weights = np.array(components).T
    p = laplace_mixture(means, weights / weights.sum())
    mesh = Mesh(p, H)
    low, high = class_band(1 / 3, 3, epsilon)
    r = normalised(mesh, low, high)
    assert abs(clipped_total(mesh, low, high, math.log(r)) - 1) <= 2e-15
    # r₁ ≤ r ≤ r₂ (park2024, Theorem 3.3)
    assert 1 / 3 / low <= r * (1 + 1e-12)
    assert r <= 3 / high * (1 + 1e-12)


def test_closed_form_of_one_laplace():
    # For p = L(m, 1), h = L(0, 1) the ratio is e^{-m}, e^{2x − m}, e^m on x < 0, 0 < x < m, x > m.
    m, low, high = 0.8, 0.7, 1.6
    r = normalised(Mesh(laplace_mixture([m]), H), low, high)
    a, b = (m + math.log(low * r)) / 2, (m + math.log(high * r)) / 2
    assert 0 < a < b < m
    below = low * (1 - math.exp(-a) / 2)
    between = (math.exp(b - m) - math.exp(a - m)) / 2 / r
    assert below + between + high * math.exp(-b) / 2 == pytest.approx(1, abs=1e-14)
    r *= 1 + 1e-6
    between = (math.exp(b - m) - math.exp(a - m)) / 2 / r
    assert abs(below + between + high * math.exp(-b) / 2 - 1) > 1e-7


@pytest.mark.parametrize("make", [laplace_clients, gaussian_clients])
def test_by_plain_quadrature(make, plain):
    client = make(1, 7)[0]
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.5)
    assert plain(answer, "mass") == pytest.approx(1, abs=1e-10)
    wrong = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.51)
    low, _, high = wrong.response.constants
    assert abs(clipped_total(answer.mesh, low, high, answer.log_normaliser) - 1) > 1e-4


def test_many_bumps_and_hidden_kinks():
    wave = Density("wave", lambda x: 1 + 0.9 * np.sin(40 * np.pi * x), ((0.0, 1.0),))
    mesh = Mesh(wave, FLAT)
    assert len(mesh.cells.a) >= 40  # one a monotone piece
    r = normalised(mesh, 0.8, 1.3)
    x = (np.arange(2_000_000) + 0.5) / 2_000_000
    assert np.clip(wave.pdf(x) / r, 0.8, 1.3).mean() == pytest.approx(1, abs=1e-9)
    mass = 3 - (1.3**2 + 2.7**2) / 8
    tent = Density("tent", lambda x: (3 - np.abs(4 * x - 1.3)) / mass, ((0.0, 1.0),))
    r = normalised(Mesh(tent, FLAT), 0.8, 1.2)
    assert np.clip(tent.pdf(x) / r, 0.8, 1.2).mean() == pytest.approx(1, abs=1e-9)
    assert abs(np.clip(tent.pdf(x) / (r + 1e-6), 0.8, 1.2).mean() - 1) > 1e-7


def test_jumps_that_were_not_named():
    # Two levels each, so that the finite closed form has the answer.
    steps = Density("steps", lambda x: np.where(x % 0.2 < 0.0712, 1.8, 0.0), ((0.0, 1.0),))
    mass = 5 * 0.0712
    p = Density("p", lambda x: (0.3 + steps.pdf(x)) / (0.3 + 1.8 * mass), ((0.0, 1.0),))
    low, high = class_band(0.2, 4, 0.5)
    r = normalised(Mesh(p, FLAT), low, high)
    levels = np.array([2.1, 0.3]) / (0.3 + 1.8 * mass)
    share = np.array([mass, 1 - mass])
    assert r == pytest.approx(float(normaliser(levels * share, share, low, high)), rel=1e-9)
    square = ((0.0, 1.0), (0.0, 1.0))
    half = Density("half", lambda x, y: np.where(x + y < 1, 1.5, 0.5), square, ((), ()))
    flat = Density("flat", lambda x, y: np.ones_like(x + y), square, ((), ()))
    answer = clipped_sampler(half, flat, 0.5, 2, 0.3)
    expected = normaliser([0.75, 0.25], [0.5, 0.5], *class_band(0.5, 2, 0.3))
    assert answer.normaliser == pytest.approx(float(expected), rel=1e-7)
    assert abs(answer.normaliser - expected * (1 + 1e-6)) > 1e-7


def test_tails_and_scales():
    short = Density("short", H.pdf, H.support, H.kinks, 0.5)
    long = Density("long", H.pdf, H.support, H.kinks, 4.0)
    p = laplace_mixture([-0.5, 0.9])
    r = normalised(Mesh(p, H), 0.7, 1.4)
    for other in (short, long):
        assert normalised(Mesh(p, other), 0.7, 1.4) == pytest.approx(r, rel=1e-12)
    heavy = Density("heavy", lambda x: 0.25 * (1 + np.abs(x)) ** -1.5, H.support, ((0.0,),))
    with pytest.raises(InputError, match="falls too slowly"):
        Mesh(heavy, heavy)
    half = ((0.0, math.inf),)
    gamma = Density("gamma", lambda x: 0.5 * (1 + x) * np.exp(-x), half)
    wide = Density("wide", lambda x: 0.5 * np.exp(-x / 2), half, scale=2.0)
    mesh = Mesh(gamma, wide)
    r = normalised(mesh, 0.6, 1.2)
    x = -2 * np.log((np.arange(1_000_000) + 0.5) / 1_000_000)
    ratio = gamma.pdf(x) / wide.pdf(x)
    assert np.clip(ratio / r, 0.6, 1.2).mean() == pytest.approx(1, abs=1e-9)


def test_without_a_normaliser():
    spike = Density("spike", lambda x: np.where(x < 0.1, 10.0, 0.0), ((0.0, 1.0),), ((0.1,),))
    mesh = Mesh(spike, FLAT)
    response = clipped(mesh, 0.5, 2.0)
    assert len(response.levels) == 1  # 2·0.1 + 0.5·0.9 < 1
    assert response(np.array([10.0, 0.0])) == pytest.approx([2.0, 0.8 / 0.9])
    r = normalised(mesh, 0.9, 2.0)  # 2·0.1 + 0.9·0.9 > 1
    assert clipped_total(mesh, 0.9, 2.0, math.log(r)) == pytest.approx(1, abs=1e-14)


def test_refusals():
    bad = [
        (Density("half", lambda x: 0.5 * np.ones_like(x), ((0.0, 1.0),)), "integrates to 0.5"),
        (Density("minus", lambda x: 2 * x - 1 + np.ones_like(x) * 0.5, ((0.0, 1.0),)), "is -0"),
        (Density("wide", np.ones_like, ((0.0, 2.0),)), "one support"),
        (Density("pole", lambda x: 0.5 / np.sqrt(np.abs(x - 0.3)), ((0.0, 1.0),)), "is inf at"),
    ]
    for density, message in bad:
        with pytest.raises(InputError, match=message):
            Mesh(density, FLAT)
    half = Density("left", lambda x: np.where(x < 0.5, 2.0, 0.0), ((0.0, 1.0),), ((0.5,),))
    with pytest.raises(InputError, match="where h is 0"):
        Mesh(FLAT, half)
    with pytest.raises(InputError, match="enclose 1"):
        clipped(Mesh(FLAT, FLAT), 1.1, 2)
    with pytest.raises(InputError, match="weights"):
        laplace_mixture([0, 1], [0.5, 0.6])
    with pytest.raises(InputError, match="means"):
        gaussian_mixture([])
