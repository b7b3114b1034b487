"""Helpers of the catalogue whose mistakes would make a claim vacuous."""

from __future__ import annotations

from lpcheck.claims.instances import F
from lpcheck.papers.kairouz2016.lemma_24_proof import lower_threshold
from lpcheck.papers.kairouz2016.section_8_1 import _corners
from lpcheck.papers.kairouz2016.theorem_08_merged import merged, shared_ratios


def test_corners_leave_out_what_lies_inside_or_on_a_side():
    square = [(F(x), F(y)) for x in (0, 1) for y in (0, 1)]
    inside, side = (F(1, 3), F(1, 4)), (F(1, 2), F(0))
    assert _corners([*square, inside, side, square[0]]) == set(square)
    assert _corners(square[:3]) == set(square[:3])
    assert _corners([(F(0), F(1)), (F(1, 2), F(1, 2)), (F(1), F(0))]) == {
        (F(0), F(1)),
        (F(1), F(0)),
    }


def test_letters_of_one_ratio_are_merged_and_unseen_ones_join():
    p0, p1 = [F(1, 2), F(1, 4), F(0), F(1, 4)], [F(1, 4), F(3, 8), F(0), F(3, 8)]
    assert merged(p0, p1) == ([F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)])
    assert merged([F(1, 3), F(2, 3)], [F(1, 3), F(2, 3)]) == ([F(1)], [F(1)])


def test_every_pair_with_shared_ratios_but_those_with_zeros_has_a_class_of_two():
    for instance in shared_ratios(False):
        p0, p1 = instance.parameters["p0"], instance.parameters["p1"]
        assert len(merged(p0, p1)[0]) < len(p0) or 0 in p0 or 0 in p1


def test_the_lower_bound_needs_different_distributions():
    fair = [F(1, 2), F(1, 2)]
    assert lower_threshold.test(fair, fair, 0.5).holds is False
