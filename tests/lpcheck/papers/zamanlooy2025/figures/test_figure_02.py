"""Figure 2: both losses against closed forms, and the statements."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.mechanisms import public_prior_kernel
from lpcheck.papers.zamanlooy2025 import section_5_2
from lpcheck.papers.zamanlooy2025.figures import figure_02

FIGURE = find("zamanlooy2025.figure-2")
COLUMNS = ("divergence", "p1", "run", "kernel", "mollifier_lower", "mollifier_upper")


@pytest.fixture(scope="module")
def series():
    rows = [
        (name, first, run, *figure_02.losses(name, section_5_2.local(first), q))
        for name in ("tv", "kl")
        for first in (0.01, 0.5, 1.0)
        for run, q in enumerate(section_5_2.priors(figure_02.SEED)[:5])
    ]
    return Series.of(COLUMNS, rows, "five runs")


def test_the_priors_are_those_of_the_catalogue(series):
    losses = section_5_2.losses(figure_02.SEED, 0.5, "tv", 5)
    mine = series.where(divergence="tv", p1=0.5)
    assert np.allclose(mine.column("kernel"), losses[:, 0], rtol=1e-12)
    assert np.allclose(mine.column("mollifier_upper"), losses[:, 1], rtol=1e-9)


def test_at_the_ends_both_are_known(series):
    """At p¹ = 1: TV = 1 − K_11, and 1 − the largest p̂_1 of the mollifier. KL = −log of these."""
    u = math.exp(-section_5_2.EPSILON / 2)
    for run, q in enumerate(section_5_2.priors(figure_02.SEED)[:5]):
        kept = public_prior_kernel(q, section_5_2.EPSILON)[0, 0]
        allowed = min(1.0, q[0] / u, 1.0 - u * (1.0 - q[0]))
        for name, loss in (("tv", lambda x: 1.0 - x), ("kl", lambda x: -math.log(x))):
            row = next(iter(series.where(divergence=name, p1=1.0, run=run)))
            assert row["kernel"] == pytest.approx(loss(kept), rel=1e-9, abs=1e-12)
            assert row["mollifier_lower"] == pytest.approx(loss(allowed), rel=1e-8, abs=1e-12)


def test_bounds_meet_and_losses_grow(series):
    lower, upper = series.column("mollifier_lower"), series.column("mollifier_upper")
    assert (upper - lower <= 1e-9 * upper + 1e-12).all()
    for name in ("tv", "kl"):
        _, mean, error = figure_02.mean_and_error(series, name, "mollifier_upper")
        assert (np.diff(mean) > 0).all()
        assert (error > 0).any()


def test_statements_and_their_control(series, perturbed):
    assert [s.check(series).agrees for s in FIGURE.statements] == [True] * 4
    worse = perturbed(series, "kernel", lambda v: v + 3.0)
    assert [s.check(worse).agrees for s in FIGURE.statements] == [True, False] * 2
    better = perturbed(series, "mollifier_upper", lambda v: v + 3.0)
    readings = [s.check(better) for s in FIGURE.statements]
    assert [r.agrees for r in readings] == [False, True] * 2
    assert readings[0].off > 2.0


def test_drawings_have_labels(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    assert [axes.get_ylabel() for axes in drawing.axes] == [
        "mean total variation", "mean KL divergence (nats)",
    ]  # fmt: skip
    assert all(axes.get_xlabel() for axes in drawing.axes)
    assert FIGURE.image(series).startswith(b"\x89PNG")
