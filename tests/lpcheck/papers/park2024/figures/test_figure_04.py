"""Gaussian mixtures: a few clients, the largest loss, the class."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.figures import Series, comparison, find
from lpcheck.papers.park2024.figures.figure_04 import main, of_clients
from lpcheck.papers.park2024.section_05_2 import LEVELS

FIGURE = find("park2024.figure-4")
CLIENTS = 8


@pytest.fixture(scope="module")
def series():
    return of_clients(CLIENTS)


def test_losses_are_divergences_and_fall_with_epsilon(series):
    assert len(series) == 3 * len(LEVELS) * CLIENTS
    for column in ("proposed", "baseline"):
        for name, most in (("kl", np.inf), ("tv", 1.0), ("hellinger", 2.0)):
            mine = series.where(divergence=name)
            values = mine.column(column).reshape(CLIENTS, len(LEVELS))
            assert (values >= 0).all()
            assert (values <= most).all()
            assert (np.diff(values, axis=1) <= 1e-9).all()


def test_the_largest_is_over_the_clients(series):
    levels, most = comparison.largest(series, "tv", "epsilon", "proposed")
    assert levels.tolist() == list(LEVELS)
    found = series.where(divergence="tv", epsilon=1.0).column("proposed")
    assert most[2] == max(found)


def test_statements_turn_with_the_numbers(series, perturbed):
    lower, much, _, inside = FIGURE.statements
    ahead = perturbed(series, "baseline", lambda v: 1e3 * v + 1.0)
    assert lower.check(ahead).agrees is True
    assert much.check(ahead).agrees is True
    near = Series.of(
        series.columns,
        [(*r[:5], 1.05 * r[4] + 1e-12, r[6]) for r in series.rows],
    )
    assert lower.check(near).agrees is True
    assert much.check(near).agrees is False
    behind = lower.check(perturbed(series, "baseline", lambda v: 1e-3 * v))
    assert behind.agrees is False
    assert behind.off > 1
    assert inside.check(series).agrees is bool(series.column("most").max() <= 1)
    assert inside.check(perturbed(series, "most", lambda v: 0.99)).agrees is True
    assert inside.check(perturbed(series, "most", lambda v: 1.01)).agrees is False


def test_another_draw_may_refute_every_draw(series, perturbed):
    """Two clients of each seed: the second seed is read, and the first one is drawn."""
    any_draw = FIGURE.statements[2]
    assert any_draw.check(perturbed(series, "baseline", lambda v: v + 1.0)).agrees is None
    two = of_clients(2, (1, 12))
    first = tuple((*r[:4], 1.0, 2.0, r[6]) if r[0] == 1 else r for r in two.rows)
    assert main(two).rows == tuple(r for r in two.rows if r[0] == 1)
    for baseline, agrees in ((9.0, None), (0.0, False)):
        rows = [r if r[0] == 1 else (*r[:5], baseline, r[6]) for r in first]
        changed = Series.of(two.columns, rows)
        assert any_draw.check(changed).agrees is agrees
        assert FIGURE.statements[0].check(changed).agrees is True


def test_one_truncated_gaussian_is_above_its_bound(series):
    """A client with one component has p/h = 1/(its mass on [−4, 4]) at its mean, which is > 1."""
    most = series.column("most")
    assert most.max() > 1
    assert most.max() <= 1.00135 + 1e-5


def test_the_drawing(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    ticks = [t.get_text() for t in drawing.axes[0].get_xticklabels()]
    assert ticks == ["0.1", "0.5", "1", "2", "5"]
    assert drawing.axes[0].get_ylabel() == "KL divergence (nats)"
    assert FIGURE.image(series).startswith(b"\x89PNG")
