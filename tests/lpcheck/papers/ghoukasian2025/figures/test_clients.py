"""Figures 4, 10 and 11 on a few clients."""

from __future__ import annotations

import numpy as np
import pytest

from formulations.trade_off import read_privacy
from lpcheck.figures import Series, find
from lpcheck.figures.comparison import DIVERGENCES
from lpcheck.mechanisms.clipped_sampler import class_risk
from lpcheck.mechanisms.linear_sampler import linear_risk, linear_weight
from lpcheck.papers.ghoukasian2025.clients import (
    GLOBAL,
    LEVELS,
    LINE,
    LINE_GAUSSIAN,
    LOCAL,
    PLANE,
)
from lpcheck.papers.ghoukasian2025.section_62 import FIGURES as CLAIMS

EXPERIMENTS = {4: LINE, 10: LINE_GAUSSIAN, 11: PLANE}


@pytest.fixture(scope="module", params=EXPERIMENTS)
def pair(request):
    experiment = EXPERIMENTS[request.param]
    levels = (1.0, 2.0) if request.param == 11 else LEVELS
    few = 2 if request.param == 11 else 6
    return find(f"ghoukasian2025.figure-{request.param}"), experiment.rows(few, levels)


def test_no_loss_exceeds_the_minimax_risk(pair):
    """The risk of Theorems 5.1 and 4.1 is a bound for every client, and so is the global one's."""
    figure, series = pair
    level = series.columns[1]
    assert series.values("divergence") == list(DIVERGENCES)
    for row in series:
        for column, gamma in (("local", LOCAL), ("global", GLOBAL)):
            band = 1 / gamma, gamma
            if level == "epsilon":
                risk = class_risk(*band, row["epsilon"], row["divergence"])
            else:
                weight = linear_weight(*band, read_privacy(None, None, row["nu"], None))
                risk = linear_risk(*band, weight, row["divergence"])
            assert -1e-9 <= row[column] <= risk + 1e-6, figure.name


def test_seeds_and_clients(pair):
    _, series = pair
    assert {(r["seed"], r[series.columns[1]]) for r in series} <= set(enumerate(LEVELS, 1))
    assert ((series.column("least") >= 1 / 3) & (series.column("most") <= 3)).all()
    assert series.where(client=0, divergence="tv").values("least") != series.values("least")


def test_statements_turn_with_the_numbers(pair, perturbed):
    figure, series = pair
    for statement in figure.statements:
        worse = series
        if "universe" in statement.text:
            worse = perturbed(series, "most", lambda v: 3.1)
            assert statement.check(series).agrees is True
        elif "at least as close" in statement.text:
            worse = perturbed(series, "local", lambda v: v + 1.0)
            assert statement.check(series).agrees is True
        else:
            worse = perturbed(series, "global", lambda v: 1e-4 * v)
            ahead = perturbed(series, "global", lambda v: 2.0)
            assert statement.check(ahead).agrees is True
        wrong = statement.check(worse)
        assert wrong.agrees is False
        assert wrong.off > 0


def test_nearly_all_allows_one_level():
    figure = find("ghoukasian2025.figure-11")
    nearly = figure.statements[0]
    rows = [
        (f, e, 1, 0, 0.0, 1.0, 1.1 if e in behind else 0.5, 1.0, 1.0)
        for behind in [(0.1,)]
        for f in DIVERGENCES
        for e in LEVELS
    ]
    columns = (
        "divergence", "epsilon", "seed", "client", "local", "global", "local_linear", "least",
        "most",
    )  # fmt: skip
    found = nearly.check(Series.of(columns, rows))
    assert found.agrees is True
    assert found.measured == "at 3 of 4 ε"
    worse = [(*r[:6], 1.1 if r[1] <= 0.5 else 0.5, *r[7:]) for r in rows]
    found = nearly.check(Series.of(columns, worse))
    assert found.agrees is False
    assert found.off == pytest.approx(0.1, rel=1e-12)


def test_the_linear_sampler_mixes_with_the_larger_weight():
    """Under Gaussian LDP: TV to p is (1 − λ) TV(p, h), so the two samplers differ by a factor."""
    series = LINE_GAUSSIAN.rows(3, (0.5,)).where(divergence="tv")
    asked = read_privacy(None, None, 0.5, None)
    kept = [linear_weight(1 / g, g, asked) for g in (LOCAL, GLOBAL)]
    ratio = series.column("local") / series.column("global")
    assert np.allclose(ratio, (1 - kept[0]) / (1 - kept[1]), rtol=1e-7)


def test_drawings_have_labels(pair):
    figure, series = pair
    drawing = figure.plot(Series.from_csv(series.to_csv(), series.note))
    assert len(drawing.axes) == 3
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in drawing.axes)
    names = [t.get_text() for t in drawing.legends[0].get_texts()]
    assert names[0].startswith("local minimax")
    assert figure.image(series).startswith(b"\x89PNG")


def test_claims_read_what_the_figures_read():
    """One implementation: a figure's statement and the claim that it names cannot contradict."""
    for number, experiment in ((4, LINE), (10, LINE_GAUSSIAN)):
        series = experiment.rows(5)
        statement = find(f"ghoukasian2025.figure-{number}").statements[0]
        claim = next(c for c in CLAIMS if c.id == statement.claim)
        found, read = claim.test(kept=5), statement.check(series)
        assert (found.holds, found.gap) == (read.agrees, read.off)
        assert claim.test(kept=5, slip=claim.slip).holds is False
