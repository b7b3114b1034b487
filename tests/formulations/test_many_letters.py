"""Beyond two thousand letters: cuts that are moved, and sets that are summed in one sweep."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import Staircase, solve
from formulations.staircase_path import (
    best_partition,
    certify,
    partition,
    separate,
    separation,
    slopes,
)


def drawn(k, epsilon, divergence, seed=0):
    p0, p1 = np.random.default_rng([seed, k]).dirichlet(np.ones(k), 2)
    return Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence)


@pytest.mark.parametrize("divergence", ["kl", "hellinger", "chi2"])
@pytest.mark.parametrize("epsilon", [0.5, 2, 4, 6])
def test_moved_cuts_are_those_of_all_letters(divergence, epsilon, monkeypatch):
    letters = drawn(700, epsilon, divergence).letters
    monkeypatch.setattr(partition, "_REFINED", 600)
    found = best_partition(letters)
    monkeypatch.setattr(partition, "_REFINED", 10**9)
    assert found.value == pytest.approx(best_partition(letters).value, rel=1e-14)


def test_many_blocks_are_sought_on_a_grid_that_has_room_for_them(monkeypatch):
    letters = drawn(3000, 10, "kl", seed=2).letters
    found = best_partition(letters)
    monkeypatch.setattr(partition, "_A_BLOCK", 1)  # the control: a grid too coarse
    coarse = best_partition(letters)
    monkeypatch.setattr(partition, "_REFINED", 10**9)
    best = best_partition(letters)
    assert best.blocks > 24
    assert found.value == pytest.approx(best.value, rel=1e-14)
    assert coarse.value < best.value * (1 - 1e-9)


def test_roots_by_halving_are_those_by_grids(monkeypatch):
    """Of a sum of exponentials, with some that have none in their range."""
    generator = np.random.default_rng(2)
    level, far = generator.uniform(-3, 3, 50), np.repeat([-2.0, 2.0], 25)
    found = []
    for many in (10**9, 0):
        monkeypatch.setattr(slopes, "_MANY", many)
        found.append(slopes._roots(lambda w: np.exp(-(w**2)) - np.exp(level), far, np.zeros(50)))
    one, other = (roots[2] for roots in found)
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-11)
    inside = (level > -4) & (level < 0)
    np.testing.assert_allclose(np.abs(one[inside]), np.sqrt(-level[inside]), rtol=1e-9)


@pytest.mark.parametrize("divergence", ["kl", "tv", "alpha:3"])
def test_a_sweep_sums_what_all_sets_sum(divergence, monkeypatch):
    letters = drawn(300, 3, divergence).letters
    best = best_partition(letters)
    prices = letters.rest * certify(best)[np.argsort(letters.place)]
    prices[::7] *= 0.9  # so that some sets are violated, and not only just
    found = []
    for swept in (10**9, 0):
        monkeypatch.setattr(separation, "_SWEPT", swept)
        found.append(separate(letters, prices, best.value))
    assert found[0].worst > 1e-6
    assert found[0].worst == pytest.approx(found[1].worst, rel=1e-12)
    np.testing.assert_allclose(found[0].amounts, found[1].amounts, rtol=0, atol=1e-14)
    assert np.array_equal(found[0].inside, found[1].inside)


def test_ten_thousand_mirrored_letters_close():
    p = np.random.default_rng(1).dirichlet(np.ones(10_000))
    mirrored = Staircase(p0=p, p1=p[::-1].copy(), epsilon=4, divergence="hellinger")
    found = solve(mirrored)
    assert found.status == "optimal"
    assert found.bounds.width <= 1e-12 * found.value


def test_five_thousand_letters_close():
    found = solve(drawn(5000, 2, "kl"))
    assert found.status == "optimal"
    assert found.bounds.width <= 1e-12 * found.value


@pytest.mark.full
@pytest.mark.parametrize("divergence", ["kl", "hellinger"])
def test_a_hundred_thousand_letters_close(divergence):
    found = solve(drawn(100_000, 4, divergence))
    assert found.status == "optimal"
    assert found.bounds.width <= 1e-9 * found.value
