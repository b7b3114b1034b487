"""The mechanism at one input: exact answers, limits, bounds."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.park2024.figures.figure_02 import EPSILONS, INPUT, SMALL, K

FIGURE = find("park2024.figure-2")


@pytest.fixture(scope="module")
def series():
    return FIGURE.compute()


def test_input_and_outputs_are_distributions(series):
    assert sum(INPUT) == 1
    assert series.values("epsilon") == [*SMALL, *EPSILONS]
    outputs = series.column("output").reshape(-1, K)
    assert np.allclose(outputs.sum(axis=1), 1.0, rtol=1e-12)
    distance = np.abs(outputs - np.array([float(p) for p in INPUT])).sum(axis=1)
    assert (np.diff(distance) < 0).all()


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (0, lambda v: v + 1e-3),
        (1, lambda v: v + 1e-9),
        (2, lambda v: 0.999 * v),
    ],
)
def test_statements_agree_and_a_perturbed_series_differs(series, perturbed, place, change):
    statement = FIGURE.statements[place]
    assert statement.check(series).agrees is True
    wrong = statement.check(perturbed(series, "output", change))
    assert wrong.agrees is False
    assert wrong.off > 0


def test_the_drawing(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    assert [a.get_title(loc="left") for a in drawing.axes] == [f"ε = {e:g}" for e in EPSILONS]
    assert FIGURE.image(series).startswith(b"\x89PNG")
