"""Readings: what agrees, and by how much not."""

from __future__ import annotations

import pytest

from lpcheck.figures.statement import at_least, at_most, holds, near, percent, untold


@pytest.mark.parametrize(
    ("reading", "agrees", "off"),
    [
        (at_least(0.71, 0.7), True, 0.0),
        (at_least(0.7, 0.7), True, 0.0),
        (at_least(0.66, 0.7), False, 0.04),
        (at_most(0.29, 0.3), True, 0.0),
        (at_most(0.31, 0.3), False, 0.01),
        (near(0.414, 0.41, 0.005), True, 0.0),
        (near(0.40, 0.41, 0.005), False, 0.01),
        (near(0.42, 0.41, 0.005), False, 0.01),
        (holds(True, "all", "all", 3.0), True, 0.0),
        (holds(False, "97 of 100", "all", 3.0), False, 3.0),
        (untold("9-fold", "no data"), None, 0.0),
    ],
)
def test_readings(reading, agrees, off):
    assert reading.agrees is agrees
    assert reading.off == pytest.approx(off, abs=1e-15)


def test_words():
    reading = at_least(0.516, 0.55, percent).remarked("k = 12")
    assert (reading.measured, reading.printed, reading.remark) == ("51.6 %", "≥ 55.0 %", "k = 12")
