"""Four Laplaces: what is closer, in which class, and the condition that fails."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.ghoukasian2025.figures.figure_01 import GAMMAS, LEVELS

FIGURE = find("ghoukasian2025.figure-1")


@pytest.fixture(scope="module")
def series():
    return FIGURE.compute()


def test_what_is_drawn(series):
    assert series.values("setting") == list(LEVELS)
    assert series.values("sampler") == list(GAMMAS)
    same = series.where(setting="gaussian", sampler="local")
    assert same.column("output") == pytest.approx(same.column("input"), rel=1e-12)
    mixed = series.where(setting="gaussian", sampler="global")
    weight = mixed.column("printed_weight")
    expected = weight * mixed.column("input") + (1 - weight) * mixed.column("reference")
    assert mixed.column("output") == pytest.approx(expected, rel=1e-9)


def test_statements(series):
    assert [s.check(series).agrees for s in FIGURE.statements] == [True] * 5 + [False]
    assert FIGURE.statements[-1].check(series).off == pytest.approx(0.0633, abs=1e-4)


@pytest.mark.parametrize(
    ("place", "column", "change"),
    [
        (0, "kl", lambda v: 1.0),
        (1, "tv", lambda v: 1.0),
        (2, "output", lambda v: v**1.5),
        (2, "upper", lambda v: 1.01 * v),
        (3, "input", lambda v: 4 * v),
        (4, "gamma", lambda v: v + 0.5),
    ],
)
def test_a_perturbed_series_differs(series, perturbed, place, column, change):
    wrong = FIGURE.statements[place].check(perturbed(series, column, change))
    assert wrong.agrees is False


def test_the_budget_is_that_of_the_class_not_of_one_answer(series):
    """One answer is in a narrower band, which says nothing of the others."""
    assert FIGURE.statements[2].check(series).measured == "1"
    for sampler in GAMMAS:
        mine = series.where(setting="pure", sampler=sampler)
        level = mine.column("output") / mine.column("reference")
        assert np.log(level.max() / level.min()) < 0.9


def test_a_smaller_weight_meets_the_condition(series, perturbed):
    smaller = perturbed(series, "printed_weight", lambda v: 0.9 * v)
    assert FIGURE.statements[-1].check(smaller).agrees is True


def test_the_drawing(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    maps = [axes for axes in drawing.axes if axes.images]
    assert len(maps) == 10
    change = maps[3].images[0].get_array()
    assert np.abs(change).max() < 2e-3
    assert FIGURE.image(series).startswith(b"\x89PNG")
