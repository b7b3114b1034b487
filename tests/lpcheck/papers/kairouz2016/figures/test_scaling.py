"""Figures 5 and 8: the two ends against the printed scalings."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lpcheck.figures import find


@pytest.fixture(scope="module", params=["kairouz2016.figure-5", "kairouz2016.figure-8"])
def pair(request):
    figure = find(request.param)
    return figure, figure.compute()


def test_the_abscissa_and_the_prediction(pair):
    figure, series = pair
    assert series.values("epsilon") == [0.1, 10.0]
    assert len(series) == 200
    small, large = series.where(epsilon=0.1), series.where(epsilon=10.0)
    x = small.column("abscissa")
    if figure.name.endswith("5"):
        factor = math.expm1(0.1) ** 2 / (math.exp(0.1) + 1)
        assert np.allclose(small.column("predicted"), factor * x**2, rtol=1e-12)
    else:
        assert np.allclose(small.column("predicted"), 0.005 * x, rtol=1e-12)
        loss = large.column("abscissa") - large.column("predicted")
        assert np.allclose(loss, 50 * math.exp(-10), rtol=1e-9)
    assert np.allclose(large.column("abscissa"), large.column("without_privacy"), rtol=1e-9)


def test_what_agrees(pair):
    """Where two likelihood ratios are close, 0.05 % is lost at ε = 10: less than a plot shows."""
    figure, series = pair
    readings = [s.check(series) for s in figure.statements]
    assert [r.agrees for r in readings] == [True] * 6
    exactly = "74 of 100" if figure.name.endswith("5") else "100 of 100"
    assert readings[3].remark == f"exactly on {exactly}"


def test_a_perturbed_series_differs(pair, perturbed):
    figure, series = pair
    for column, places in (("binary", (0, 1)), ("randomized_response", (3, 4))):
        wrong = perturbed(series, column, lambda v: 0.8 * v)
        for place in places:
            reading = figure.statements[place].check(wrong)
            assert reading.agrees is False
            assert reading.off > 0
    ahead = perturbed(series, "geometric", lambda v: 100 * v)
    assert [figure.statements[i].check(ahead).agrees for i in (2, 5)] == [False, False]


def test_drawings_have_labels(pair):
    figure, series = pair
    drawing = figure.plot(series)
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in drawing.axes)
    assert [axes.get_title(loc="left") for axes in drawing.axes] == ["ε = 0.1", "ε = 10"]
    assert figure.image(series).startswith(b"\x89PNG")
