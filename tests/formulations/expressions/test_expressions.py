"""Formulas have the value that Python gives them, in every arithmetic, and nothing else runs."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulations import InputError
from formulations.expressions import FLOATS, Operations, UndecidedError, read_expression
from lpcheck.rechecker.interval import Decimals

NAMES = ("x", "y", "k", "epsilon", "p")


def value(text, **values):
    return read_expression("formula", text, NAMES).evaluate(values)


LEAVES = st.one_of(
    st.integers(0, 9).map(str), st.sampled_from(["x", "y", "k", "0.25", "1e-3"]), st.just("epsilon")
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda t: f"-({t})"),
        inner.map(lambda t: f"exp(-abs({t}))"),
        inner.map(lambda t: f"sqrt(abs({t}))"),
        st.tuples(inner, st.integers(0, 3)).map(lambda t: f"({t[0]})**{t[1]}"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]} if x < {t[1]} else max(x, {t[1]}))"),
    ),
    max_leaves=8,
)
POINT = {"x": 0.75, "y": -1.5, "k": 4, "epsilon": 0.625}


@given(TREES)
def test_it_is_what_python_says(text):
    known = {"exp": math.exp, "sqrt": math.sqrt, "abs": abs, "max": max}
    try:
        expected = eval(text, {"__builtins__": {}}, {**known, **POINT})
    except ZeroDivisionError:
        return  # an infinity or a refusal, as the arithmetic has it
    found = value(text, **POINT)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def enclosed(arithmetic):
    def less(a, b):
        if arithmetic.upper(a) < arithmetic.lower(b):
            return True
        if arithmetic.upper(b) <= arithmetic.lower(a):
            return False
        raise UndecidedError("they overlap")

    return Operations(
        number=arithmetic.number, exp=arithmetic.exp, ln=arithmetic.ln, sqrt=arithmetic.sqrt,
        power=lambda x, a: arithmetic.exp(a * arithmetic.ln(x)),
        absolute=lambda x: arithmetic.maximum(x, -x),
        maximum=arithmetic.maximum, minimum=arithmetic.minimum, less=less, pi=NotImplemented,
    )  # fmt: skip


def test_intervals_hold_what_doubles_find():
    arithmetic = Decimals()
    text = "(e^epsilon if x == y else 1)/(exp(epsilon) + k - 1) + ln(2)*sqrt(epsilon)^3 - 0.1"
    formula = read_expression("formula", text, NAMES)
    near = formula.evaluate({"x": 1, "y": 1, "k": 3, "epsilon": 0.5})
    wide = arithmetic.between(Fraction("0.49"), Fraction("0.51"))
    for epsilon, width in ((arithmetic.number(Fraction(1, 2)), 1e-60), (wide, 0.05)):
        found = formula.evaluate({"x": 1, "y": 1, "k": 3, "epsilon": epsilon}, enclosed(arithmetic))
        low, high = arithmetic.lower(found), arithmetic.upper(found)
        assert float(low) - 1e-15 <= near <= float(high) + 1e-15
        assert 0 <= high - low <= width
    formula = read_expression("formula", "1 if epsilon < 0.5 else 2", NAMES)
    with pytest.raises(UndecidedError):
        formula.evaluate({"epsilon": wide}, enclosed(arithmetic))


def test_decimals_and_what_is_whole_stay_exact():
    given: list[Fraction] = []
    exact = Operations(**{**vars(FLOATS), "number": lambda x: given.append(x) or float(x)})
    read_expression("formula", "x*(0.1 + k/3)", NAMES).evaluate({"x": 2.0, "k": 1}, exact)
    assert Fraction(13, 30) in given


def test_vectors_go_entry_by_entry():
    p = (0.5, 0.3, 0.2)
    assert value("sum(abs(p - 1/3))/2", p=p) == pytest.approx(1 / 6)
    assert value("max(p) - min(p) + len(p) + p[x]", p=p, x=2) == pytest.approx(3.5)
    assert value("p if x < 1 else 0*p", p=p, x=0) == p
    assert value("sum(p if p > 0.25 else 0)", p=p) == pytest.approx(0.8)
    grid = np.array([0.0, 0.5, 1.0])
    assert value("x*x if x > 0.25 and not x > 0.75 else -1", x=grid).tolist() == [-1, 0.25, -1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("__import__('os')", "is no function"), ("x.real", "attribute is not part"),
        ("lambda: 1", "lambda is not part"), ("[x]", "list is not part"), ("'a'", "is no number"),
        ("True", "is no number"), ("x +", "is no formula"),
        ("1 if x = y else 0", "compare with =="), ("", "is no formula"),
        ("2^10^9", "the power"), ("2^9999^3", "the power"), ("((2^9999)^9999)", "too long"),
        ("1/(k - k)", "divides by 0"), ("p[9]", "index 9 of a vector of 2"), ("x[0]", "no vector"),
        ("exp(1, 2)", "takes 2 arguments"), ("epsilom", "did you mean 'epsilon'"),
        ("sum(x)", "sum of no vector"),
        ("1" * 500, "is no number"),
        ("x+" * 3000 + "x", "6001 char"),
        ("-" * 200 + "x", "nested more than"), ("f(x)(x)", "is no function"),
        ("(x := 1)", "is not part"),
        ("x\ny", "is no formula"), ("p if x else (p, p)", "tuple is not part"),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused_in_one_line(text, problem):
    with pytest.raises(InputError, match=r"^formula: ") as caught:
        value(text, x=1, y=2, k=3, epsilon=1.0, p=(0.5, 0.5))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(exp(epsilon) - 1)/(k + 1)", r"\frac{e^{\varepsilon} - 1}{k + 1}"),
        ("x - (y - k)", r"x - \left(y - k\right)"),
        ("(x + y)^2*3", r"\left(x + y\right)^{2} \cdot 3"),
        ("-(x + y)", r"-\left(x + y\right)"), ("p[x]", "{p}_{x}"),
        ("1 if x == y else 0", r"\begin{cases} 1 & x = y \\ 0 & \text{otherwise} \end{cases}"),
    ],
)  # fmt: skip
def test_latex(text, expected):
    assert read_expression("formula", text, NAMES).latex() == expected
