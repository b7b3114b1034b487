"""Formulas over ranges of ε: grids, thresholds and whole intervals."""

from __future__ import annotations

import numpy as np
import pytest

import lpcheck
from formulations import Information, InputError, Staircase
from lpcheck.mechanisms import randomized_response
from lpcheck.ranges import check_grid, read_levels, thresholds
from lpcheck.testing import assert_optimal_on
from tests.formulations.test_ties import quantile_bins

SIX = Information(prior=["1/6"] * 6, epsilon=1)


def sign(k, epsilon):
    """One bit: which half of the line the input is in."""
    u = np.exp(-epsilon)
    kernel = np.full((k, 2), u / (1 + u))
    kernel[: k // 2, 0] = kernel[k // 2 :, 1] = 1 / (1 + u)
    return kernel


def response_for_a_little_less(k, epsilon):
    return randomized_response(k, max(epsilon - 0.01, 0))


def test_a_grid_has_a_verdict_a_level():
    grid = lpcheck.check_grid(SIX, randomized_response, read_levels("1:2:5"))
    assert [f.verdict for f in grid.findings] == ["suboptimal"] * 3 + ["optimal"] * 2
    assert [float(e) for e in grid.epsilons] == [1, 1.25, 1.5, 1.75, 2]
    assert (grid.verdict, grid.worst) == ("suboptimal", 1)  # the largest gap


def test_a_family_may_be_a_function():
    grid = check_grid(lambda e: Information(prior=[0.5, 0.5], epsilon=e), randomized_response, [1])
    assert grid.verdict == "optimal"


def test_a_formula_for_another_level_is_noticed():
    assert check_grid(SIX, response_for_a_little_less, [2, 3]).verdict == "suboptimal"


@pytest.mark.parametrize(
    "text", ["1:2", "1:2:0", "2:1:3", "1:2:3:4", "1:2:x", "1:2:1", "0:1:1000000"]
)
def test_what_is_no_grid_is_refused(text):
    with pytest.raises(InputError):
        read_levels(text)


def test_levels_are_exact():
    assert [str(e) for e in read_levels("0:1:4")] == ["0", "1/3", "2/3", "1"]
    assert read_levels("2:2:1") == (2,)


def test_randomized_response_starts_to_be_optimal_for_six_letters():
    (change,) = thresholds(SIX, randomized_response, least=1, most=3, levels=5)
    assert change.starts
    assert change.certified
    assert 0 < change.epsilon.width <= 1e-9
    assert change.epsilon.lower == pytest.approx(1.7102733554, abs=1e-9)
    assert change.lower.verdict == "suboptimal"
    assert change.lower.loss.lower > 1e-12
    assert change.upper.verdict == "optimal"
    assert change.upper.loss.upper < 1e-14


def test_the_sign_stops_to_be_optimal_for_a_gaussian_mean():
    p0, p1 = quantile_bins(100)
    problem = Staircase(p0=p0, p1=p1, epsilon=1, divergence="chi2")
    (change,) = thresholds(problem, sign, least=1, most=4, levels=5, certified=False)
    assert not change.starts
    assert not change.certified
    assert change.epsilon.width <= 1e-9
    assert change.epsilon.lower == pytest.approx(2.00755, abs=1e-5)


def test_no_change_is_no_threshold():
    assert thresholds(SIX, response_for_a_little_less, least=2, most=3, levels=3) == ()


@pytest.mark.parametrize(
    "wrong", [{"least": 0}, {"least": 2, "most": 1}, {"levels": 1}, {"width": 0}]
)
def test_bad_ranges_are_refused(wrong):
    with pytest.raises(InputError):
        thresholds(SIX, randomized_response, **wrong)


def test_the_assertion_names_the_levels_that_fail():
    assert assert_optimal_on(SIX, randomized_response, [2, 3]).verdict == "optimal"
    with pytest.raises(AssertionError, match=r"at 1 of 2 levels\nat ε = 1.5: "):
        assert_optimal_on(SIX, randomized_response, ["1.5", 2])
