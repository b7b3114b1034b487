"""Randomized response spends its δ, and no more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from formulations.privacy import true_delta
from lpcheck.papers.holohan2017.statements import response


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 3.0])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 7), Fraction(1)])
def test_it_is_private_with_nothing_left(epsilon, delta):
    assert true_delta(response(epsilon, delta), epsilon) == pytest.approx(float(delta), abs=1e-14)
    if delta < 1:
        more = response(epsilon, delta, slip=-1e-6)
        assert true_delta(more, epsilon) > float(delta) + 1e-7
