"""Gaussian mixtures: a few clients, the largest loss."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.continuous import gaussian_clients, gaussian_mixture
from lpcheck.figures import Series, comparison, find
from lpcheck.papers.park2024.figures.figure_04 import of_clients
from lpcheck.papers.park2024.section_05_2 import FIRST, INTERVAL, LEVELS, baseline, below, proposed

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


def test_the_statement_turns_with_the_numbers(series, perturbed):
    (lower,) = FIGURE.statements
    assert lower.check(perturbed(series, "baseline", lambda v: 1e3 * v + 1.0)).agrees is True
    behind = lower.check(perturbed(series, "baseline", lambda v: 1e-3 * v))
    assert behind.agrees is False
    assert behind.off > 1


def test_the_statement_is_the_test_of_the_claim(series):
    """At each ε and in each divergence, over the same clients."""
    (lower,) = FIGURE.statements
    clients = gaussian_clients(CLIENTS, FIRST)
    normal = gaussian_mixture([0.0], interval=INTERVAL)
    ours = [proposed(c.target, c.reference, c.c2, 1.0) for c in clients]
    theirs = [baseline(c.target, normal, 1.0) for c in clients]
    found = below(np.max(ours, axis=0), np.max(theirs, axis=0))
    assert lower.check(series.where(epsilon=1.0)).agrees is found.holds


def test_the_drawing(series):
    drawing = FIGURE.plot(Series.from_csv(series.to_csv(), series.note))
    ticks = [t.get_text() for t in drawing.axes[0].get_xticklabels()]
    assert ticks == ["0.1", "0.5", "1", "2", "5"]
    assert drawing.axes[0].get_ylabel() == "KL divergence (nats)"
    assert FIGURE.image(series).startswith(b"\x89PNG")
