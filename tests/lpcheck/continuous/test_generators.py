import math

import numpy as np
import pytest

from formulations import InputError
from lpcheck.continuous import (
    clipped_sampler,
    gaussian_clients,
    gaussian_envelope,
    gaussian_mixture,
    gaussian_ring,
    laplace_clients,
    laplace_figure,
)
from lpcheck.continuous.mesh import Mesh


def sizes(clients):
    return np.array([int(c.target.name.split()[-1]) for c in clients])


def test_sizes_seeds_and_classes():
    for make in (laplace_clients, gaussian_clients):
        clients = make(2000, 1)
        assert sizes(clients).max() <= 10
        assert sizes(clients).mean() == pytest.approx(3, abs=0.15)  # Poisson(2) + 1
        x = np.linspace(-4, 4, 801)
        again = make(3, 1)
        for c, d in zip(clients, again, strict=False):
            assert (c.target.at(x) == d.target.at(x)).all()
        for c in clients[:100]:
            ratio = c.target.at(x) / c.reference.at(x)
            assert c.c1 - 1e-12 <= ratio.min()
            assert ratio.max() <= c.c2 + 1e-12


def test_means_fill_the_l1_ball():
    clients = laplace_clients(300, 2, dimension=2)
    means = np.concatenate([np.array(c.target.kinks[0])[:, None] for c in clients])
    assert means.var() == pytest.approx(1 / 6, abs=0.02)  # one coordinate, uniform on the ball
    for c in clients[:20]:
        assert len(Mesh(c.target, c.reference, 1e-11).cells.a) > 0
        assert clipped_sampler(c.target, c.reference, c.c1, c.c2, 0.5).normaliser is not None


def test_envelope_is_the_least():
    x = np.linspace(-4, 4, 2001)
    h, c2 = gaussian_envelope(interval=(-4, 4))
    ends = [gaussian_mixture([m], interval=(-4, 4)).at(x) / h.at(x) for m in (-1, 0.3, 1)]
    assert max(r.max() for r in ends) == pytest.approx(c2, rel=1e-9)
    # As printed, without the truncation, c2 would be smaller, and densities exceed it.
    printed = (
        c2
        * (
            gaussian_mixture([1.0]).at(np.zeros(1))
            / gaussian_mixture([1.0], interval=(-4, 4)).at(np.zeros(1))
        )[0]
    )
    assert max(r.max() for r in ends) > printed * 1.001
    plane, c2 = gaussian_envelope(math.sqrt(0.5), dimension=2)
    ring = gaussian_ring()
    points = np.random.default_rng(0).uniform(-3, 3, (10_000, 2))
    assert (ring.at(points) <= c2 * plane.at(points) * (1 + 1e-12)).all()


def test_figure_and_refusals():
    figure = laplace_figure(6)
    assert (figure.c1, figure.c2) == (1 / 6, 6)
    assert figure.target.at(np.zeros((1, 2)))[0] == pytest.approx(math.exp(-0.5) / 16)
    with pytest.raises(InputError, match="dimension"):
        laplace_clients(1, 0, dimension=3)
    with pytest.raises(InputError, match="ball"):
        gaussian_envelope(interval=(-0.5, 4))
