"""Figures 3 and 6 on a few of their instances."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.kairouz2016.experiment import (
    BEYOND,
    COLUMNS,
    INFORMATION,
    TESTING,
    grid,
)
from lpcheck.papers.kairouz2016.figures.regimes import WITNESSES, at_worst, averages, share, shown

LEVELS = [0.1, 0.12, 1.0, 3.0, 10.0, *BEYOND]
EXPERIMENTS = {"kairouz2016.figure-3": TESTING, "kairouz2016.figure-6": INFORMATION}


@pytest.fixture(scope="module", params=EXPERIMENTS)
def pair(request):
    rows = EXPERIMENTS[request.param].rows(6, 8, LEVELS)
    return find(request.param), Series.of(COLUMNS, rows)


def reading(figure, series, text):
    found = [s.check(series) for s in figure.statements if text in s.text]
    assert len(found) >= 1, text
    return found[0]


def test_values_are_between_zero_and_the_optimum(pair):
    _, series = pair
    lower, upper = series.column("optimum_lower"), series.column("optimum_upper")
    assert len(series) == 8 * len(LEVELS)
    assert (upper - lower <= 1e-9 * upper).all()
    assert (upper <= series.column("without_privacy") * (1 + 1e-9)).all()
    for mechanism in ("binary", "randomized_response", "geometric"):
        values = series.column(mechanism)
        assert (values >= 0).all()
        assert (values <= upper * (1 + 1e-9)).all()
    by_level = upper.reshape(len(LEVELS), -1)
    assert (np.diff(by_level, axis=0) > 0).all()


def test_the_share_of_randomized_response_at_small_epsilon():
    """Σ(P0 − P1)²/(k TV²) for the divergence, to first order in ε."""
    for instance in range(3):
        pair = TESTING.instances(6)[instance]
        p0, p1 = map(np.array, pair.values())
        limit = ((p0 - p1) ** 2).sum() / (6 * (0.5 * np.abs(p0 - p1).sum()) ** 2)
        assert TESTING.shares(pair, 1e-3)[1] == pytest.approx(limit, rel=0.01)


def test_averages_are_of_the_normalised_values(pair):
    _, series = pair
    levels, mean = averages(series, "optimum_upper")
    assert levels.tolist() == LEVELS
    first = series.where(epsilon=0.1)
    expected = np.mean(first.column("optimum_upper") / first.column("without_privacy"))
    assert mean[0] == pytest.approx(expected, rel=1e-12)
    assert mean[-1] == pytest.approx(1.0, abs=1e-6)
    assert max(shown(series).column("epsilon")) == 10.0


@pytest.mark.parametrize(
    ("text", "column", "change"),
    [
        ("In all instances", "binary", lambda v: 0.999 * v),
        ("In all instances", "randomized_response", lambda v: 0.999 * v),
        ("to 1|to one", "randomized_response", lambda v: 0.999 * v),
        ("quadratically", "binary", lambda v: v**0.9),
    ],
)
def test_statements_agree_and_a_perturbed_series_differs(pair, perturbed, text, column, change):
    figure, series = pair
    text = next((t for t in text.split("|") if any(t in s.text for s in figure.statements)), None)
    if text is None:  # Figure 6 has no statement on the order
        assert figure.name.endswith("6")
        return
    assert reading(figure, series, text).agrees is True
    wrong = reading(figure, perturbed(series, column, change), text)
    assert wrong.agrees is False
    assert wrong.off > 0


def test_the_geometric_mechanism(pair, perturbed):
    """It is behind in the divergence up to ε = 10, and ahead of binary in the information there."""
    figure, series = pair
    found = reading(figure, series, "In all regimes")
    _, geometric = averages(shown(series), "geometric")
    both = [averages(shown(series), m)[1] / geometric for m in ("binary", "randomized_response")]
    assert found.measured == f"× {np.min(both):.3f}"
    assert (np.min(both) > 1) is np.bool_(figure.name.endswith("3"))
    for factor, agrees in ((1.2, False), (0.8, True)):  # of the least that is significant
        scaled = perturbed(series, "geometric", lambda v, x=factor: v * x * np.min(both) / 1.1)
        assert reading(figure, scaled, "In all regimes").agrees is agrees


def test_as_bad_as_reads_the_worst_share(pair, perturbed):
    figure, series = pair
    statement = next(s for s in figure.statements if "binary" in s.text and "bad" in s.text)
    worst = share(shown(series), "binary").min()
    assert statement.check(series).measured == f"{100 * worst:.1f} %"
    assert statement.check(perturbed(series, "binary", lambda v: 0.01 * v)).agrees is True
    assert statement.check(perturbed(series, "binary", lambda v: 1e6 * v)).agrees is False


@pytest.mark.parametrize(("experiment", "limit"), [(TESTING, 1 / 9), (INFORMATION, 0.3465)])
def test_a_witness_reaches_the_printed_share(experiment, limit):
    """10 % rounds the infimum 1/9, which equal gaps attain as ε → 0; 35 % is near 1/3."""
    response = experiment.shares(WITNESSES[experiment], 1e-3)[1]
    assert response == pytest.approx(limit, rel=1e-3)
    row = at_worst(experiment)
    assert row[:3] == (6, "witness", 0.1)
    assert row[4] / row[7] == pytest.approx(limit, rel=0.1)


def test_a_witness_counts_where_no_draw_reaches_the_share(pair):
    figure, series = pair
    experiment = EXPERIMENTS[figure.name]
    statement = next(s for s in figure.statements if "andomized" in s.text and "bad" in s.text)
    widened = Series.of(COLUMNS, [*series.rows, at_worst(experiment)])
    assert statement.check(series).agrees is False
    assert statement.check(widened).agrees is True
    assert len(shown(widened)) == len(shown(series))


def test_the_grid():
    levels = grid(15)
    assert (levels[0], levels[-1], len(levels)) == (0.1, 10.0, 15)
    assert np.all(np.diff(levels) > 0)


def test_drawings_have_labels(pair):
    figure, series = pair
    drawing = figure.plot(series)
    assert len(drawing.axes) == 2
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in drawing.axes)
    assert drawing.legends[0].get_texts()[0].get_text() == "optimum"
    assert figure.image(series).startswith(b"\x89PNG")
