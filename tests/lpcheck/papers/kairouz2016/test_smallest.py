"""The counterexamples are the smallest: fewest letters, then the smallest common denominator."""

from __future__ import annotations

from itertools import combinations, product
from math import lcm

import numpy as np
import pytest

from lpcheck.claims.instances import F
from lpcheck.papers.kairouz2016.corollary_10_expansion import SKEW, constant, printed_constant
from lpcheck.papers.kairouz2016.hypothesis import EQUAL_RATIOS, TIE
from lpcheck.papers.kairouz2016.section_3_4 import SIX, better_of_two
from lpcheck.papers.kairouz2016.theorem_05 import TIED
from lpcheck.papers.kairouz2016.theorem_08 import distinct


def _positive(k: int, total: int) -> list[tuple[F, ...]]:
    """All positive distributions on k letters with entries that are multiples of 1/total."""
    cuts = combinations(range(1, total), k - 1)
    steps = (np.diff((0, *cut, total)).tolist() for cut in cuts)
    return [tuple(F(x, total) for x in step) for step in steps]


def _pairs(k: int, below: int):
    """Pairs P0 ≠ P1 on k letters with a common denominator below the given one."""
    for total in range(k, below):
        yield from (pair for pair in product(_positive(k, total), repeat=2) if pair[0] != pair[1])


def _common(pair) -> int:
    return lcm(*(x.denominator for p in pair for x in p))


def _tied(pair) -> bool:
    return any(a == b for a, b in zip(*pair, strict=True))


def _skew(pair) -> bool:
    return constant(*pair) < 0.9 * printed_constant(*pair)


@pytest.mark.parametrize(
    ("chosen", "condition"),
    [
        (TIE, _tied),
        (EQUAL_RATIOS, lambda pair: not distinct(*pair)),
        (SKEW, _skew),
        (TIED, _tied),
    ],
    ids=["tie", "equal ratios", "skew", "tie on six letters"],
)
def test_no_smaller_pair_has_the_property(chosen, condition):
    k = len(chosen[0])
    assert condition(chosen)
    assert chosen[0] != chosen[1]
    assert not any(condition(pair) for pair in _pairs(k, _common(chosen)))
    if k == 3:
        assert not any(condition(pair) for pair in _pairs(2, 2 * _common(chosen)))


def test_the_better_of_two_keeps_70_percent_on_six_letters_below_tenths():
    assert _common(SIX) == 10
    assert better_of_two(*SIX)[1] < 0.7
    for total in (7, 8, 9):
        pairs = product(_positive(6, total), repeat=2)
        for p0, p1 in pairs:
            if list(p0) == sorted(p0) and p0 != p1:
                assert better_of_two(list(p0), list(p1))[1] > 0.7
