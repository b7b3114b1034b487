"""Reading kernels, and saying what they break."""

import math
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations


@pytest.mark.parametrize(
    "value",
    [
        [[0.5, 0.5], [0.25, 0.75]],
        np.array([[0.5, 0.5], [0.25, 0.75]]),
        [["1/2", "0.5"], [Fraction(1, 4), "3/4"]],
        ((0.5, 0.5), (0.25, 0.75)),
    ],
)
def test_kernels_are_read_from_numbers_of_any_kind(value):
    assert read_kernel(value, 2).tolist() == [[0.5, 0.5], [0.25, 0.75]]


def test_a_kernel_is_copied():
    source = np.eye(2)
    read_kernel(source, 2)[0, 0] = 5
    assert source[0, 0] == 1


@pytest.mark.parametrize(
    ("value", "parameter"),
    [
        ([[0.5, 0.5]], "mechanism"),
        ([0.5, 0.5], "mechanism"),
        (0.5, "mechanism"),
        (None, "mechanism"),
        ([[0.5, 0.5], [1.0]], "mechanism"),
        ([[], []], "mechanism"),
        (np.zeros((2, 2, 2)), "mechanism"),
        (np.zeros((10**6, 10)), "mechanism"),
        ("text", "mechanism"),
        ([[0.5, 0.5], [math.nan, 0.5]], "mechanism[1, 0]"),
        ([[0.5, math.inf], [0.5, 0.5]], "mechanism[0, 1]"),
        ([[0.5, "half"], [0.5, 0.5]], "mechanism[0, 1]"),
        ([[0.5, 0.5], [10**400, 0.5]], "mechanism[1, 0]"),
        (np.array([[0.5, 0.5 + 1j], [0.5, 0.5]]), "mechanism[0, 0]"),
        ([[0.5, None], ["x", 0.5]], "mechanism[0, 1]"),
        (np.ma.array([[0.5, 0.5], [0.5, 0.5]], mask=[[0, 1], [0, 0]]), "mechanism"),
    ],
)
def test_what_is_no_kernel_is_refused_by_entry(value, parameter):
    with pytest.raises(InputError) as caught:
        read_kernel(value, 2, 2)
    assert caught.value.parameter == parameter
    assert caught.value.remedy


def test_columns_are_checked_where_they_are_fixed():
    assert read_kernel(np.ones((2, 3)), 2).shape == (2, 3)
    with pytest.raises(InputError, match="3 columns"):
        read_kernel(np.ones((2, 3)), 2, 2)


def test_stochastic_violations_name_the_worst_entry_and_row():
    good = np.array([[0.5, 0.5], [0.25, 0.75]])
    assert stochastic_violations(good, 1e-9) == []
    assert stochastic_violations(good + np.array([[0, 5e-10], [0, 0]]), 1e-9) == []
    (row,) = stochastic_violations(good + np.array([[1e-6, 0], [0, 2e-6]]), 1e-9)
    assert (row.constraint, row.where) == ("stochastic", {"row": 1})
    assert row.amount == pytest.approx(2e-6, rel=1e-6)
    (entry,) = stochastic_violations(np.array([[0.5, 0.5], [1.125, -0.125]]), 1e-9)
    assert (entry.constraint, entry.where) == ("nonnegative", {"row": 1, "column": 1})
    assert entry.amount == 0.125


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_privacy_violations_see_small_breaches_at_every_level(epsilon):
    def response(level):
        u = math.exp(-level)
        return np.array([[1, u], [u, 1]]) / (1 + u)

    assert privacy_violations(response(epsilon), epsilon, 1e-9) == []
    for breach in (0.01, 1e-6 * max(epsilon, 1e-6)):
        (found,) = privacy_violations(response(epsilon + breach), epsilon, 1e-9)
        assert found.constraint == "privacy"
        assert found.amount == pytest.approx(breach, rel=1e-2)
        assert found.where["row"] != found.where["other_row"]


def test_a_zero_against_a_positive_entry_is_an_infinite_breach():
    (found,) = privacy_violations(np.eye(2), 700, 1e-9)
    assert found.amount == math.inf
    assert "infinitely many" in found.explanation
    assert privacy_violations(np.array([[0.0, 1.0], [0.0, 1.0]]), 0, 1e-9) == []
