"""Both worst cases on ten letters: closed forms, programs, the ε at which they meet."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.park2024.figures.figure_03 import COLUMNS, K, row
from lpcheck.papers.park2024.section_05_1 import FIGURE_3, LEVELS

FIGURE = find("park2024.figure-3")
TOUCH = 2 * math.log(K - 1)


@pytest.fixture(scope="module")
def series():
    levels = sorted({*LEVELS, 1e-9, 0.7, 1.5, 2.2, 2.9, 3.5, TOUCH, 6.0})
    return Series.of(COLUMNS, [row(name, e) for name in FIGURE_3 for e in levels], "thirteen ε")


def statement(text):
    return next(s for s in FIGURE.statements if text in s.text)


def test_ends_and_order(series):
    """Near ε = 0 both are at the divergence of a point mass from uniform; they meet at 2 log 9."""
    whole = {"kl": math.log(K), "tv": 1 - 1 / K, "hellinger": 2 - 2 / math.sqrt(K)}
    for name in FIGURE_3:
        mine = series.where(divergence=name)
        for column in ("proposed", "baseline"):
            values = mine.column(column)
            assert (np.diff(values) < 0).all()
            assert values[0] == pytest.approx(whole[name], rel=1e-8)
        at = mine.where(epsilon=TOUCH)
        assert at.column("proposed")[0] == pytest.approx(at.column("baseline")[0], rel=1e-12)


def test_programs_bound_the_closed_forms(series):
    for column in ("proposed", "baseline"):
        low, high = series.column(f"{column}_lower"), series.column(f"{column}_upper")
        kept = np.isfinite(high)
        assert kept.sum() == 15
        assert (high[kept] - low[kept] <= 1e-8 * high[kept]).all()


@pytest.mark.parametrize(
    ("text", "column", "change"),
    [
        ("lower worst-case", "proposed", lambda v: 1.01 * v),
        ("significant", "proposed", lambda v: v**0.2),
        ("theoretical worst cases", "proposed", lambda v: v * (1 + 1e-7)),
        ("theoretical worst cases", "baseline", lambda v: v * (1 - 1e-7)),
        ("Uniform Q₀", "best_other", lambda v: 0.9 * v),
    ],
)
def test_statements_agree_and_a_perturbed_series_differs(series, perturbed, text, column, change):
    assert statement(text).check(series).agrees is True
    wrong = statement(text).check(perturbed(series, column, change))
    assert wrong.agrees is False
    assert wrong.off > 0


def test_without_programs_the_optimum_cannot_be_told(series, perturbed):
    blind = perturbed(perturbed(series, "proposed_upper", lambda v: math.inf), "baseline_upper",
                      lambda v: math.inf)  # fmt: skip
    assert statement("theoretical worst cases").check(blind).agrees is None
    wide = perturbed(series, "proposed_upper", lambda v: 1.1 * v)
    assert statement("theoretical worst cases").check(wide).agrees is None


def test_the_drawing(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    assert [axes.get_xlabel() for axes in drawing.axes] == ["ε (nats)"] * 3
    assert drawing.axes[1].get_ylabel() == "worst-case total variation"
    assert [t.get_text() for t in drawing.legends[0].get_texts()][-1] == "convex program"
    assert FIGURE.image(series).startswith(b"\x89PNG")
