"""Functions of ε on an interval: every value is within the enclosure, and that is narrow."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from formulations.expressions import UndecidedError, read_expression
from lpcheck.ranges.enclosed import Functions, operations
from lpcheck.rechecker.interval import Decimals

LEAST, MOST = Fraction("1.5"), Fraction("1.6")

TEXTS = [
    "e^ε/(e^ε + 4)",
    "ln(1 + e^-ε) - sqrt(ε)/(2 + ε^3)",
    "sqrt(ε^2 + 1/3)^(1/3)",
    "(ε - 1)^-3 + pi*ln 2",
    "exp(-ε^2)*ln(ε)/sqrt(1 + exp(ε))",
    "max(ε, 1)*min(ε, 2)*abs(1 - ε)",
    "max(ε, 31/20)",
]


def values(text, arithmetic, epsilon):
    expression = read_expression("formula", text.replace("ln 2", "ln(2)"), ["epsilon"])
    return expression.evaluate({"epsilon": epsilon}, operations(arithmetic))


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("order", [1, 2, 5, 12])
def test_every_value_is_enclosed(text, order):
    F, A = Functions(LEAST, MOST, order), Decimals(60)
    found = values(text, F, F.epsilon)
    for step in range(11):
        level = LEAST + (MOST - LEAST) * Fraction(step, 10)
        value = values(text, A, A.number(level))
        assert found.lower <= A.upper(value)
        assert A.lower(value) <= found.upper


@pytest.mark.parametrize(
    "text",
    [
        "e^ε/(e^ε + 4) + 4/(e^ε + 4) - 1",
        "ln(e^ε/(1 + e^ε)) + ln(1 + e^ε) - ε",
        "sqrt(1 + e^ε)^2 - 1 - e^ε",
        "exp(-ε)*exp(ε)*pi/pi - 1",
    ],
)
def test_what_is_identically_0_is_enclosed_narrowly(text):
    F = Functions(LEAST, LEAST + Fraction(1, 40))
    found = values(text, F, F.epsilon)
    assert found.lower <= 0 <= found.upper
    assert found.upper - found.lower < 1e-15


@pytest.mark.parametrize("text", ["e^ε/(e^ε + 4) - 0.5", "ln(ε) - 0.44"])
def test_what_is_not_0_is_not_called_so(text):
    F = Functions(LEAST, LEAST + Fraction(1, 40))
    found = values(text, F, F.epsilon)
    assert not found.lower <= 1e-6 <= found.upper or found.upper - found.lower > 1e-3


def test_numpy_works_on_functions():
    F = Functions(LEAST, MOST)
    u = np.exp(-F.epsilon)
    kernel = np.full((3, 3), u)
    np.fill_diagonal(kernel, 1.0)
    sums = (kernel / (1 + 2 * u)).sum(axis=1) - 1
    assert all(abs(float(x.upper)) < 1e-12 for x in sums)


def test_what_depends_on_where_is_undecided():
    F = Functions(LEAST, MOST)
    assert F.epsilon > 1
    assert F.epsilon != 2
    assert bool(F.epsilon)
    for asked in (
        lambda: F.epsilon > 1.55,
        lambda: F.epsilon == 1.55,
        lambda: bool(F.epsilon - 1.55),
        lambda: values("(1 if ε > 1.55 else 2)", F, F.epsilon),
    ):
        with pytest.raises(UndecidedError):
            asked()


def test_a_quotient_by_what_may_be_0_is_refused():
    F = Functions(LEAST, MOST)
    with pytest.raises(ArithmeticError):
        1 / (F.epsilon - Fraction("1.55"))
    with pytest.raises(ArithmeticError):
        (F.epsilon - Fraction("1.55")).log()
