"""Even covers by sets of one mass."""

from __future__ import annotations

import pytest

from lpcheck.claims.covers import evenly_covered, sets_of_mass
from lpcheck.claims.exact import F, shares


@pytest.mark.parametrize(
    ("weights", "alpha", "expected"),
    [
        ("1 1 1", F(2, 3), True),  # pairs, each letter twice
        ("1 1 1 1 1", F(2, 5), True),
        ("2 1 1", F(1, 2), True),
        ("1 0 1", F(1, 2), True),  # a letter without mass need not be covered
        ("1 1", F(2, 3), False),  # no set has that mass
        ("4 2 1 1", F(1, 4), False),  # sets exist and miss a letter
        ("3 2 1", F(1, 2), True),
        ("3 2 1", F(1, 3), False),
    ],
)
def test_even_covers(weights, alpha, expected):
    assert evenly_covered(shares(weights), alpha) is expected
    assert evenly_covered(shares(weights), alpha + F(1, 10**6)) is False


def test_sets_have_exactly_the_mass_and_the_smallest_come_first():
    assert list(sets_of_mass(shares("3 2 1"), F(1, 2))) == [(0,), (1, 2)]
    assert list(sets_of_mass(shares("3 2 1"), F(1, 2) + F(1, 10**9))) == []
