"""Rational evidence: equality and order without tolerance, privacy, invariance, distances."""

from __future__ import annotations

import math

import pytest

from lpcheck.claims.exact import F, distance, no_more, odds, same, shares, transported

COIN = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]


def test_weights_are_divided_by_their_sum():
    assert shares("1 0 2") == [F(1, 3), F(0), F(2, 3)]
    with pytest.raises(ZeroDivisionError):
        shares("0 0")


def test_equality_has_no_tolerance():
    assert same([[F(1, 3)], F(2)], [F(1, 3), [F(2)]]).holds
    off = same(F(1, 3), F(1, 3) + F(1, 10**30))
    assert off.holds is False
    assert off.gap == pytest.approx(1e-30)
    assert same([F(1)], [F(1), F(1)]).holds is False


def test_order_has_no_tolerance():
    assert no_more(F(1, 3), F(1, 3)).holds
    assert no_more(F(1, 3) + F(1, 10**30), F(1, 3)).holds is False
    assert no_more(math.inf, math.inf).holds
    assert no_more(math.inf, F(1)).holds is False


def test_the_worst_ratio_of_a_column():
    assert odds(COIN) == 2
    assert odds([[F(1), F(0)], [F(0), F(1)]]) == math.inf
    assert odds([[F(1, 3), F(0), F(2, 3)]] * 2) == 1  # an output that is never used


def test_outputs_and_distances():
    assert transported(shares("1 0"), COIN) == COIN[0]
    assert transported(shares("1 1"), COIN) == shares("1 1")
    assert distance(shares("1 0"), COIN[0]) == F(1, 3)
    assert distance(COIN[0], COIN[0]) == 0
