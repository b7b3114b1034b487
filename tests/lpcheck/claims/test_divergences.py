"""Divergences of rational distributions, and the chord between two ratios."""

from __future__ import annotations

import pytest

from lpcheck.claims.divergences import (
    EVERY_F,
    INFINITE_AT_ZERO,
    below_chord,
    between,
    chord,
    read,
)
from lpcheck.claims.exact import F, shares


@pytest.mark.parametrize("name", EVERY_F)
def test_an_f_is_convex_and_0_at_1(name):
    f = read(name)
    assert f.f(1.0) == pytest.approx(0.0, abs=1e-15)
    for x in (0.1, 0.7, 1.3, 4.0):
        assert float(f.f(x)) <= (float(f.f(0.5 * x)) + float(f.f(1.5 * x))) / 2 + 1e-12


@pytest.mark.parametrize("name", INFINITE_AT_ZERO)
def test_these_are_infinite_at_zero(name):
    assert read(name).at_zero == float("inf")


def test_the_chord_of_total_variation():
    """|m − 1| (M − 1)/(M − m) for f(x) = |x − 1|/2."""
    assert chord(read("tv"), F(1, 2), F(3)) == pytest.approx(0.5 * 2 / 2.5, rel=1e-15)


@pytest.mark.parametrize("name", EVERY_F)
def test_a_divergence_is_on_its_chord_if_the_ratio_has_two_values(name):
    p, q = shares("4 1"), shares("1 4")
    assert below_chord(p, q, name).holds
    assert below_chord(p, q, name, slip=1e-6).holds is False
    assert between(read(name), p, q) == pytest.approx(chord(read(name), F(1, 4), F(4)), rel=1e-12)


def test_a_third_ratio_is_strictly_below():
    p, q = shares("5 3 2"), shares("1 3 6")
    assert below_chord(p, q, "kl").holds
    assert between(read("kl"), p, q) < chord(read("kl"), F(1, 3), F(5))
