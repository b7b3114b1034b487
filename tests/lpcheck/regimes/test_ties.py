"""Letters of equal, mirrored or nearly equal ratios: partitions that tie are proved anyway."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lpcheck.regimes import regimes
from lpcheck.regimes.curvature import curvature
from lpcheck.regimes.patterns import Patterns
from lpcheck.regimes.prices import Frame
from lpcheck.regimes.proof import prove

MIRRORED = [Fraction(n, 200) for n in (5, 17, 22, 24, 26, 28, 33, 45)]
EVEN = [Fraction(1, 8)] * 8
RANGE = {"least": "3.34", "most": "3.36"}
"""Where four blocks and their mirror image are best, for the χ² divergence."""


def rounded(p):
    """In doubles that are not quite mirrored any more."""
    p = np.array([float(x) for x in p])
    p = p * (1 + 1e-16 * np.arange(len(p)))
    return p / p.sum()


def pieces(p, parts):
    """Every letter of p in so many equal ones."""
    return [x / n for x, n in zip(p, parts, strict=True) for _ in range(n)]


def test_a_partition_that_ties_with_its_mirror_image_is_proved():
    found = regimes(MIRRORED, EVEN, "chi2", **RANGE)
    (interval,) = found.intervals
    assert found.proved
    assert interval.within == 0.0
    sizes = [len(b) for b in interval.partition]
    assert sizes != sizes[::-1]


def test_mirrored_but_for_rounding_is_proved_but_for_rounding():
    p = rounded(MIRRORED)
    assert any(a + b != Fraction(1, 4) for a, b in zip(p, p[::-1], strict=True))
    found = regimes(p, EVEN, "chi2", **RANGE)
    (interval,) = found.intervals
    assert found.proved
    assert 0 < interval.within < 2e-11
    assert interval.partition == regimes(MIRRORED, EVEN, "chi2", **RANGE).intervals[0].partition


def test_without_the_mirror_image_nothing_is_proved(monkeypatch):
    monkeypatch.setattr(Patterns, "twin", lambda self, cuts: cuts)
    monkeypatch.setattr("lpcheck.regimes.find.prove", lambda *a: prove(*a, most_parts=60))
    found = regimes(rounded(MIRRORED), EVEN, "chi2", **RANGE)
    assert not found.proved
    assert found.intervals[0].regret > 0


def test_a_tie_that_is_lost_by_1e_9_is_not_proved():
    """What is allowed for rounding hides no partition that is worse by more."""
    p = rounded(MIRRORED)
    whole = regimes(p, EVEN, "chi2", least="3.35", most="3.4")
    change = whole.changes[0]
    before, after = (
        tuple(np.cumsum([0, *(len(b) for b in blocks)]).tolist())
        for blocks in (change.before, change.after)
    )
    exact = [Fraction(repr(float(x))) for x in p]
    patterns = Patterns([x / sum(exact) for x in exact], EVEN, curvature("chi2"))
    low, high = change.epsilon.lower, change.epsilon.upper
    held = prove(patterns, low - 1e-3, low, before, [after], lambda _: False, 200)
    assert held.holes == ()
    moved = prove(patterns, high, high + 1e-6, before, [after], lambda _: False, 60)
    assert [(h.lower, h.upper) for h in moved.holes] == [(high, high + 1e-6)]


@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "alpha:3"])
def test_letters_in_pieces_change_where_the_whole_does(name):
    p0, p1 = ([Fraction(n, 10) for n in row] for row in ((1, 3, 6), (5, 4, 1)))
    whole = regimes(p0, p1, name, least=1)
    found = regimes(pieces(p0, (2, 1, 3)), pieces(p1, (2, 1, 3)), name, least=1)
    assert found.proved
    assert all(i.within == 0 for i in found.intervals)
    assert [c.epsilon for c in found.changes] == [c.epsilon for c in whole.changes]


@pytest.mark.parametrize("name", ["kl", "chi2"])
def test_letters_in_pieces_that_rounding_tells_apart(name):
    generator = np.random.default_rng(14)
    p0, p1 = (
        np.repeat(row, 2) * (1 + 1e-15 * generator.standard_normal(4))
        for row in ([0.1, 0.4], [0.3, 0.2])
    )
    found = regimes(p0 / p0.sum(), p1 / p1.sum(), name, least=1)
    assert found.proved
    assert max(i.within for i in found.intervals) < 1e-11
    assert [len(b) for b in found.partitions[0]] == [2, 2]


def test_an_own_mirror_image_has_none():
    patterns = Patterns(MIRRORED, EVEN, curvature("chi2"))
    assert patterns.twin((0, 4, 8)) == (0, 4, 8)
    assert patterns.twin((0, 2, 5, 8)) == (0, 3, 6, 8)
    assert Patterns(MIRRORED, EVEN, curvature("kl")).twin((0, 2, 5, 8)) == (0, 2, 5, 8)


def test_slacks_of_a_mirror_image_are_exactly_nothing():
    patterns = Patterns(MIRRORED, EVEN, curvature("chi2"))
    where, middle = patterns.over(3.0, 3.5), patterns.over(3.2, 3.2)
    twin = Frame(patterns, (0, 2, 5, 8), ((0, 3, 6, 8),)).at(where, middle)
    assert not twin.slacks.lo.any()
    assert not twin.slacks.hi.any()
    other = Frame(patterns, (0, 2, 5, 8), ((0, 3, 7, 8),)).at(where, middle)
    assert other.slacks.lo.any()
