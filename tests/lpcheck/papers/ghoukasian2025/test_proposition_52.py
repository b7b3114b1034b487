"""What minimax-optimal samplers may answer, and distances to a band."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lpcheck.mechanisms.projection import project
from lpcheck.papers.ghoukasian2025.definition_25 import rest_is_covered
from lpcheck.papers.ghoukasian2025.proposition_52 import _class_tv, _range, _tv_to_band

F = Fraction


def test_the_distance_to_a_band_is_that_of_the_projection():
    rng = np.random.default_rng(52)
    for row in rng.integers(1, 20, (20, 3)):
        p = [F(int(x), int(row.sum())) for x in row]
        low = [F(3, 10), F(1, 5), F(1, 10)]
        lower, upper = np.array(low, dtype=float), 2.0 * np.array(low, dtype=float)
        nearest = project(np.array(p, dtype=float), lower, upper).distribution
        apart = np.abs(np.array(p, dtype=float) - nearest).sum() / 2.0
        assert float(_tv_to_band(p, low, F(2))) == pytest.approx(apart, abs=1e-12)


def test_the_worst_of_a_class_is_that_of_its_extreme_points():
    """All distributions on two letters: the point masses, at 1 − 2/3."""
    low = [F(1, 3), F(1, 3)]
    assert _class_tv([F(1, 2)] * 2, F(0), F(2), low, F(2)) == F(1, 3)


def test_at_one_half_the_band_is_forced_too():
    """Four fair letters, sets of two: c1 = 0, c2 = 2 say."""
    for least, most in _range(4, F(1, 2), 2.0):
        assert (least, most) == (pytest.approx(2 / 3, abs=1e-8), pytest.approx(4 / 3, abs=1e-8))


def test_covers_of_the_rest():
    assert rest_is_covered([F(1, 3)] * 3, F(1, 3))
    assert not rest_is_covered([F(2, 7), F(2, 7), F(1, 7), F(1, 7), F(1, 7)], F(3, 7))
