"""Numbers stay exact; whatever states no problem is refused with a parameter and a remedy."""

import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    solve,
)
from formulations.parameters import (
    Distribution,
    read_delta,
    read_distribution,
    read_epsilon,
    read_number,
    read_vector,
)

F = Fraction


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1, F(1, 10)),
        (np.float64(0.1), F(1, 10)),
        (np.int64(3), F(3)),
        (np.array(0.25), F(1, 4)),
        (7, F(7)),
        (F(1, 3), F(1, 3)),
        ("1/3", F(1, 3)),
        (" 0.2 ", F(1, 5)),
        ("-1e-3", F(-1, 1000)),
        (1e-300, F(1, 10**300)),
    ],
)
def test_numbers_are_read_exactly(value, expected):
    assert read_number("x", value) == expected


def test_a_float_is_its_shortest_decimal_and_not_its_binary_expansion():
    assert read_number("x", 0.1) != Fraction(0.1)


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        True,
        np.True_,
        None,
        "",
        "one",
        "1/0",
        "nan",
        "inf",
        "1e999999999",
        "1e²",
        "9" * 5000,
        pytest.param(10**5000, id="5001 digits"),
        "1e400",
        pytest.param(F(10**400, 1001), id="beyond a double"),
        1j,
        [0.5],
        np.array([0.5]),
        Decimal("NaN"),
        "1\n2",
        "\x00",
        np.ma.masked,
    ],
)
def test_what_is_no_finite_number_is_refused(value):
    with pytest.raises(InputError) as caught:
        read_number("epsilon", value)
    assert caught.value.parameter == "epsilon"
    assert caught.value.problem
    assert caught.value.remedy
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.text(max_size=12))
def test_no_text_breaks_the_reader(text):
    try:
        number = read_number("x", text)
    except InputError:
        return
    assert isinstance(number, Fraction)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.fractions(min_value=0, max_value=1, max_denominator=999), min_size=1))
def test_a_distribution_sums_to_exactly_one(weights):
    total = sum(weights)
    if total == 0:
        weights, total = [F(1)], F(1)
    exact = [w / total for w in weights]
    assert read_distribution("p", exact).exact == tuple(exact)
    rounded = read_distribution("p", [float(x) for x in exact])
    assert sum(rounded.exact) == 1
    assert np.allclose(rounded.array, [float(x) for x in exact], rtol=1e-12)


def test_a_distribution_is_read_only_and_passes_through():
    p = read_distribution("p", ["1/3", "2/3"])
    assert p.exact == (F(1, 3), F(2, 3))
    assert read_distribution("q", p) is p
    assert isinstance(p, Distribution)
    with pytest.raises(ValueError, match="read-only"):
        p.array[0] = 1.0


@pytest.mark.parametrize(
    ("value", "parameter"),
    [
        ([], "p"),
        ([0.5, 0.4], "p"),
        ([0, 0], "p"),
        ([0.5, 0.5 + 1e-8], "p"),
        ([0.5, float("nan")], "p[1]"),
        ([-0.1, 1.1], "p[0]"),
        ([[0.5, 0.5]], "p[0]"),
        (np.eye(2), "p"),
        ("0.5,0.5", "p"),
        (None, "p"),
        (1.0, "p"),
        ({0.5, 0.25}, "p"),
        ([10**400, 1], "p[0]"),
        (["0.5", "half"], "p[1]"),
    ],
)
def test_what_is_no_distribution_is_refused_by_name_and_entry(value, parameter):
    with pytest.raises(InputError) as caught:
        read_distribution("p", value)
    assert caught.value.parameter == parameter
    assert caught.value.remedy


def test_a_rounded_sum_is_mended_and_a_wrong_one_is_not():
    assert sum(read_distribution("p", [0.5, 0.5 + 5e-10]).exact) == 1
    with pytest.raises(InputError, match="sums to"):
        read_distribution("p", [0.5, 0.5 + 5e-9])


@pytest.mark.parametrize("value", [np.full(10**7, 1e-7), range(10**7)])
def test_ten_million_entries_are_refused_quickly(value):
    start = time.perf_counter()
    with pytest.raises(InputError, match="10000000 entries"):
        Staircase(p0=value, p1=[1], epsilon=1)
    with pytest.raises(InputError):
        read_vector("p", value)
    assert time.perf_counter() - start < 0.2


@pytest.mark.parametrize("value", [-1e-9, -1, 701, "1e3", float("inf"), float("nan"), None, "x"])
def test_epsilon_is_refused_outside_its_range(value):
    with pytest.raises(InputError) as caught:
        read_epsilon(value)
    assert caught.value.parameter == "epsilon"


def test_epsilon_and_delta_keep_their_ends():
    assert (read_epsilon(0), read_epsilon(700), read_epsilon("1e-9")) == (0, 700, F(1, 10**9))
    assert (read_delta(0), read_delta(1), read_delta("1e-6")) == (0, 1, F(1, 10**6))
    for value in (-1e-12, 1.0000001, "nan"):
        with pytest.raises(InputError) as caught:
            read_delta(value)
        assert caught.value.parameter == "delta"


HALF = [0.5, 0.5]


@pytest.mark.parametrize(
    ("problem", "arguments", "parameter"),
    [
        (Staircase, {"p0": [1], "p1": HALF, "epsilon": 1}, "p1"),
        (Staircase, {"p0": HALF, "p1": HALF, "epsilon": -1}, "epsilon"),
        (Staircase, {"p0": HALF, "p1": HALF, "epsilon": 1, "divergence": "kld"}, "divergence"),
        (Staircase, {"p0": HALF, "p1": [0.5, -0.5], "epsilon": 1}, "p1[1]"),
        (Information, {"prior": [0.5], "epsilon": 1}, "prior"),
        (Information, {"prior": HALF, "epsilon": "1e5"}, "epsilon"),
        (ApproximateBinary, {"p0": [1], "p1": HALF, "epsilon": 1, "delta": 0}, "p0"),
        (ApproximateBinary, {"p0": HALF, "p1": [1, 0, 0], "epsilon": 1, "delta": 0}, "p1"),
        (ApproximateBinary, {"p0": HALF, "p1": HALF, "epsilon": 1, "delta": 2}, "delta"),
        (PublicPrior, {"prior": [0.5, "x"], "epsilon": 1}, "prior[1]"),
        (RelativeMollifier, {"target": HALF, "reference": [1], "epsilon": 1}, "reference"),
        (Mollifier, {"target": HALF, "lower": [0], "upper": [1, 1]}, "lower"),
        (Mollifier, {"target": HALF, "lower": [0, -1], "upper": [1, 1]}, "lower[1]"),
        (Mollifier, {"target": HALF, "lower": [0, 0.6], "upper": [1, 0.5]}, "lower[1]"),
        (Mollifier, {"target": HALF, "lower": [0.6, 0.6], "upper": [1, 1]}, "lower"),
        (Mollifier, {"target": HALF, "lower": [0, 0], "upper": [0.4, 0.4]}, "upper"),
    ],
)
def test_problems_name_the_parameter_that_is_wrong(problem, arguments, parameter):
    with pytest.raises(InputError) as caught:
        problem(**arguments)
    assert caught.value.parameter == parameter
    assert caught.value.remedy
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("build", "parameter"),
    [
        (lambda: Staircase(p0=[F(1, 17)] * 17, p1=[F(1, 17)] * 17, epsilon=1).program(), "p0"),
        (lambda: Information(prior=[F(1, 17)] * 17, epsilon=1).program(), "prior"),
        (lambda: PublicPrior(prior=[F(1, 301)] * 301, epsilon=1).program(), "prior"),
        (lambda: PublicPrior(prior=[F(1, 2001)] * 2001, epsilon=1), "prior"),
    ],
)
def test_models_that_are_too_large_are_refused_before_they_are_built(build, parameter):
    start = time.perf_counter()
    with pytest.raises(InputError, match="give at most") as caught:
        build()
    assert caught.value.parameter == parameter
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize("divergence", ["alpha:3", lambda x: x**3 - 1])
def test_a_level_at_which_the_value_overflows_is_refused(divergence):
    for problem in (
        Staircase(p0=[1, 0], p1=[0, 1], epsilon=600, divergence=divergence),
        ApproximateBinary(p0=[1, 0], p1=[0, 1], epsilon=600, delta=0, divergence=divergence),
    ):
        with pytest.raises(InputError, match="overflows"):
            solve(problem)
