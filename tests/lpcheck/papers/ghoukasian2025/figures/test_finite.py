"""Figures 3 and 5 to 9: closed forms, programs at k = 10, statements and their controls."""

from __future__ import annotations

import math

import numpy as np
import pytest

from formulations.divergences import read_divergence
from formulations.trade_off import read_privacy
from lpcheck.figures import Series, find
from lpcheck.figures.comparison import DIVERGENCES
from lpcheck.mechanisms.clipped_sampler import class_risk, global_risk
from lpcheck.mechanisms.linear_sampler import linear_risk, linear_weight
from lpcheck.papers.ghoukasian2025.figures import finite

FIGURES = {3: 20, 5: 10, 6: 100, 7: 10, 8: 20, 9: 100}
GRID = (0.05, 0.1, 0.5, 0.8, 1.0, 1.5, 2.0)


def level_of(number):
    return "epsilon" if number < 7 else "nu"


def statement(figure, text):
    return next(s for s in figure.statements if text in s.text)


@pytest.fixture(scope="module")
def ten():
    """k = 10 with its programs, under both requirements."""
    return {
        level: Series.of(finite.columns(level), finite.rows(10, level, finite.LEVELS), "k = 10")
        for level in ("epsilon", "nu")
    }


@pytest.mark.parametrize("number", FIGURES)
def test_values_are_those_of_the_mechanisms_and_fall(number):
    level, k = level_of(number), FIGURES[number]
    gamma = k / 2 - 1
    rows = finite.rows(k, level, GRID, solved=())
    series = Series.of(finite.columns(level), rows)
    for name in DIVERGENCES:
        mine = series.where(divergence=name)
        local, everywhere = mine.column("local"), mine.column("global")
        assert (np.diff(local) < 0).all()
        assert (np.diff(everywhere) < 0).all()
        assert (local < everywhere).all()
        for x, a, b in zip(GRID, local, everywhere, strict=True):
            if level == "epsilon":
                expected = class_risk(1 / gamma, gamma, x, name), global_risk(k, x, name)
            else:
                asked = read_privacy(None, None, x, None)
                expected = tuple(
                    linear_risk(*band, linear_weight(*band, asked), name)
                    for band in ((1 / gamma, gamma), (0.0, float(k)))
                )
            assert (a, b) == pytest.approx(expected, rel=1e-9)


def test_without_output_the_global_risk_is_that_of_uniform():
    """As ε → 0 the answer to a point mass is uniform."""
    for name in DIVERGENCES:
        row = finite.rows(10, "epsilon", [1e-9], solved=())
        value = next(r for r in row if r[1] == name)[4]
        expected = read_divergence(name).between(np.eye(10)[0], np.full(10, 0.1))
        assert value == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("number", [5, 7])
def test_statements_agree_and_a_perturbed_series_differs(number, ten, perturbed):
    figure, series = find(f"ghoukasian2025.figure-{number}"), ten[level_of(number)]
    for text, column, change in (
        ("below", "local", lambda v: 60 * v),
        ("optima", "local", lambda v: v * (1 + 1e-7)),
        ("optima", "global", lambda v: v * (1 - 1e-7)),
        ("natural", "k", lambda v: 7),
    ):
        found = statement(figure, text)
        assert found.check(series).agrees is True
        wrong = found.check(perturbed(series, column, change))
        assert wrong.agrees is False
        assert wrong.off > 0


def test_nothing_solved_cannot_be_told(ten, perturbed):
    blind = perturbed(ten["epsilon"], "local_upper", lambda v: math.inf)
    blind = perturbed(blind, "global_upper", lambda v: math.inf)
    figure = find("ghoukasian2025.figure-5")
    assert statement(figure, "optima").check(blind).agrees is None


def test_the_gap_falls_from_20_to_100_and_not_from_10_to_20(perturbed):
    rows = {k: finite.rows(k, "epsilon", finite.LEVELS, solved=()) for k in (10, 20, 100)}
    for number, k, agrees in ((5, 10, False), (6, 100, True)):
        figure = find(f"ghoukasian2025.figure-{number}")
        series = Series.of(finite.columns("epsilon"), [*rows[k], *rows[20]])
        found = statement(figure, "gap").check(series)
        assert found.agrees is agrees
        if number == 5:
            assert "KL at ε = 2" in found.remark
            assert found.measured == "at 10 of 12 points"
        swapped = perturbed(series, "k", lambda v, k=k: 20 if v == k else k)
        assert statement(figure, "gap").check(swapped).agrees is False
    small = [[r for r in rows[k] if r[2] <= 1.0] for k in (10, 20)]
    series = Series.of(finite.columns("epsilon"), [*small[0], *small[1]])
    assert statement(find("ghoukasian2025.figure-5"), "gap").check(series).agrees is True


@pytest.mark.parametrize("number", FIGURES)
def test_drawings_have_labels(number):
    figure, level = find(f"ghoukasian2025.figure-{number}"), level_of(number)
    rows = finite.rows(FIGURES[number], level, [0.1, 1.0, 2.0], solved=())
    series = Series.of(finite.columns(level), rows, "a note")
    drawing = figure.plot(Series.from_csv(series.to_csv(), series.note))
    label = "ε (nats)" if level == "epsilon" else "ν"
    assert [axes.get_xlabel() for axes in drawing.axes] == [label] * 3
    assert figure.image(series).startswith(b"\x89PNG")


def test_a_whole_figure():
    """The default run of Figure 5: its k first, programs at its four levels, 20 for comparison."""
    figure = find("ghoukasian2025.figure-5")
    series = figure.compute()
    assert series.values("k") == [10, 20]
    assert np.isfinite(finite.main(series).column("local_upper")).sum() == 12
    assert [s.check(series).agrees for s in figure.statements] == [True, True, True, False]
