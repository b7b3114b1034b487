"""The ring: densities against the grid, and the divergences that decide."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.park2024.figures.figure_01 import EPSILON, HALF, SAMPLERS, SETTING

FIGURE = find("park2024.figure-1")


@pytest.fixture(scope="module")
def series():
    return FIGURE.compute()


def by_grid(series, sampler):
    """Total variation by the trapezoidal rule on the square that is drawn."""
    mine = series.where(sampler=sampler)
    n = len(mine.values("x"))
    gap = np.abs(mine.column("input") - mine.column("output")).reshape(n, n)
    return 0.5 * np.trapezoid(np.trapezoid(gap, axis=1), axis=0) * (2 * HALF / (n - 1)) ** 2


def test_the_divergences_are_those_of_the_densities_drawn(series):
    """The grid has steps of 0.15 and leaves out the tails; both cost less than 0.005."""
    for sampler in SAMPLERS:
        exact = series.where(sampler=sampler).column("tv")
        assert np.ptp(exact) == 0
        assert by_grid(series, sampler) == pytest.approx(exact[0], abs=5e-3)


def test_both_answers_are_clips(series):
    """Between the ends of the band output/input is one constant."""
    for sampler in SAMPLERS:
        mine = series.where(sampler=sampler)
        level = mine.column("output") / mine.column("reference")
        inner = (level > level.min() * (1 + 1e-6)) & (level < level.max() * (1 - 1e-6))
        kept = (mine.column("output") / mine.column("input"))[inner]
        assert inner.any()
        assert np.ptp(kept) <= 1e-9 * kept.mean()
    ends = series.where(sampler="baseline")
    level = ends.column("output") / ends.column("reference")
    assert level.max() <= math.exp(EPSILON / 2) * (1 + 1e-9)
    assert level.min() >= math.exp(-EPSILON / 2) * (1 - 1e-9)


def test_the_exact_projection_is_closer_and_the_statement_turns(series, perturbed):
    closer, budget = FIGURE.statements
    found = closer.check(series)
    assert found.agrees is False
    assert found.off > 0.5
    better = series
    for name in ("kl", "tv", "hellinger"):
        rows = [
            tuple(
                v / 10 if c == name and row[series.columns.index("sampler")] == "proposed" else v
                for c, v in zip(series.columns, row, strict=True)
            )
            for row in better.rows
        ]
        better = Series(series.columns, tuple(rows))
    assert closer.check(better).agrees is True
    assert budget.check(series).agrees is True
    for column in ("output", "lower", "upper"):
        wider = perturbed(series, column, lambda v: v**1.01)
        assert budget.check(wider).agrees is False


def test_the_drawing(series):
    drawing = FIGURE.plot(series)
    titles = [axes.get_title(loc="left") for axes in drawing.axes[:5]]
    assert titles[0] == "input"
    assert titles[3:] == ["baseline − input", "proposed − input"]
    assert all(axes.images for axes in drawing.axes[:5])
    assert FIGURE.image(series).startswith(b"\x89PNG")
    assert series.values("setting") == [SETTING]
