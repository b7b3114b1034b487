"""Zipf's prior, and subset selection where it is and is not optimal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lpcheck.papers.ye2018.statements import other_priors, subset_selection, zipf


def test_zipf():
    assert zipf(3) == [Fraction(6, 11), Fraction(3, 11), Fraction(2, 11)]


def test_at_zipf_over_five_letters_and_not_over_three():
    assert other_priors.test(prior=zipf(5), epsilon=1.0).loss == pytest.approx(0.0080, abs=5e-5)
    assert other_priors.test(prior=zipf(3), epsilon=1.0).holds is False


def test_the_control_is_near():
    assert subset_selection.test(k=4, epsilon=1.0).holds
    assert subset_selection.test(k=4, epsilon=1.0, slip=1e-6).holds is False
