"""Formulas in files: read and never executed, enclosed, and proved convex or not at all."""

import ast
import math
import random
from fractions import Fraction

import pytest

from lpcheck.rechecker import recheck
from lpcheck.rechecker.convexity import convex
from lpcheck.rechecker.formula import read_formula
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.own import ASSUMES, read_own
from lpcheck.rechecker.refusal import Refusal

THIRD, THREE = Fraction(1, 3), Fraction(3)
DOCUMENT = {
    "format": "lpcheck-certificate",
    "version": 1,
    "problem": "staircase",
    "parameters": {
        "p0": ["1", "0"],
        "p1": ["1/4", "3/4"],
        "epsilon": "1",
        "divergence": "f:abs(x-1)/2",
    },
    "bounds": {"lower": "0.346499", "upper": "0.346589"},
    "primal": [["0.731", "0.269"], ["0.269", "0.731"]],
    "dual": {"alpha": ["0.173294", "0.173294"]},
    "mechanism": None,
}


def stated(text, **more):
    parameters = {**DOCUMENT["parameters"], "divergence": text}
    return {**DOCUMENT, "parameters": parameters, **more}


VALUES = [
    ("x*ln(x)", lambda x: x * math.log(x)),
    ("-ln(x)^2", lambda x: -(math.log(x) ** 2)),
    ("2^-1*x**2 - e^x/pi", lambda x: x * x / 2 - math.exp(x) / math.pi),
    ("(x^2.5 - 1)/(2.5*1.5)", lambda x: (x**2.5 - 1) / 3.75),
    ("max(x - 1.5, 0, -x) + min(1, x)", lambda x: max(x - 1.5, 0) + min(1, x)),
    ("abs(sqrt(x) - 1)^3*exp(-x)", lambda x: abs(math.sqrt(x) - 1) ** 3 * math.exp(-x)),
    ("x^-3 - x^x", lambda x: x**-3 - x**x),
    ("e^(x^2)", lambda x: math.exp(x * x)),
    ("abs(x - 0.9)^1.5", lambda x: abs(x - 0.9) ** 1.5),
]


@pytest.mark.parametrize(("text", "f"), VALUES)
@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
def test_values(text, f, arithmetic):
    A = Decimals()
    if arithmetic == "flint":
        pytest.importorskip("flint")
        from lpcheck.rechecker.balls import Balls

        A = Balls()
    formula = read_formula("f:" + text, "f")
    for x in ("0.01", "0.9", "2.5", "7"):
        found = formula.at(A, A.number(Fraction(x)))
        assert float(A.lower(found)) == pytest.approx(f(float(x)), rel=1e-13, abs=1e-13)
        assert 0 <= A.upper(found) - A.lower(found) < Fraction(1, 10**50)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')", "x.real", "x if x else 1", "lambda", "x[0]", "(x,x)", "x(1)", "abs",
        "f(x)", "print(x)", "ln(x,x)", "max(x)", "max(*x)", "ln(x=1)", "9^9^9", "9^1000^1000",
        "x^1001 - 1", "1e5", "0x1", "1_0", "2x", "x-1#", "x\n", "", "1.2.3", "0.1234567890123456",
        "x==1", "x<1", "not x", "x%2", "x//2", "x@x", "~x", "x|x", "x:=1", "True", "1j", "...",
        "(" * 90 + "x" + ")" * 90 + "()", "-" * 60 + "x", "x+" * 120 + "x", "ｘ - 1", "y - 1",
        "epsilon", "await x", "yield", "1/(1 - 1)", "0^-1",
    ],
)  # fmt: skip
def test_what_is_not_the_language_is_refused_in_one_line(text):
    with pytest.raises(Refusal) as refused:
        read_own("f:" + text, THREE)
    assert "\n" not in str(refused.value)
    assert not recheck(stated("f:" + text))


def test_random_text_raises_nothing_but_a_refusal():
    pieces = ["x", "1", "2", "0.5", "+", "-", "*", "/", "^", "(", ")", "ln(", "exp(", "sqrt(",
              "abs(", "max(", "min(", ",", "e", "pi", " ", ".", "if", "[", "x-1", ")"]  # fmt: skip
    rng, read = random.Random(7), 0
    for _ in range(3000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 12)))
        try:
            tree = read_formula("f:" + text, "f").tree
        except Refusal:
            continue
        read += 1
        allowed = (ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.Call, ast.operator,
                   ast.unaryop, ast.expr_context)  # fmt: skip
        assert all(isinstance(node, allowed) for node in ast.walk(tree))
        found = recheck(stated("f:" + text))
        assert "\n" not in found.reason
    assert read > 100


CONVEX = [
    "x*ln(x)", "abs(x-1)/2", "(x-1)^2", "(sqrt(x)-1)^2", "x*ln(2*x/(x+1))+ln(2/(1+x))",
    "max(x-1.5,0)", "(x^2.5-1)/3.75", "-ln(x)", "(x-1)^2/(x+1)", "(x-1)^4", "abs(x-1)^3",
    "max(0,x-1.5)^2", "-min(x,1)", "e^x-e", "x^x-1", "1/x-1", "0*x", "3-3*x", "x^2-1",
    "x*ln(x)+abs(x-1)+max(0,2*(x-1),x^2-1)", "-(0-2)*(x-1)^2", "sqrt(1+(x-1)^2)-1",
]  # fmt: skip
BENT_DOWN = [
    "ln(x)", "1-x^3", "sqrt(x)-1", "(x-1)^3", "-abs(x-1)", "min(x,1)-1", "(x-1)^2-abs(x-1)",
    "ln(x)^2", "0-x*ln(x)", "(x^2-1)^2", "abs(x-1)^0.5", "(x-1)^2/(x+1)-0.2*(x-1)^2",
]  # fmt: skip


@pytest.mark.parametrize("text", CONVEX)
def test_convex_ones_are_proved_to_be(text):
    assert convex(read_formula("f:" + text, "f"), THIRD, THREE) == "convex"


@pytest.mark.parametrize("text", BENT_DOWN)
def test_others_are_never_called_convex(text):
    assert convex(read_formula("f:" + text, "f"), THIRD, THREE) == "not convex"


@pytest.mark.parametrize("text", ["sqrt(abs(x-1)^3)", "(x-1.1)^3*(x-1.1)+0.1^3*(x-1.1)"])
def test_what_is_left_open_is_said(text):
    assert convex(read_formula("f:" + text, "f"), THIRD, THREE) == "open"
    assert read_own("f:" + text, THREE)[1] == ASSUMES


def test_bent_outside_the_ratios_of_private_outputs_does_not_matter():
    cube = "f:x^3-3*x^2+3*x-1"  # (x − 1)³, and (x − 1/10)³ is convex from 1/10 on
    assert convex(read_formula(cube, "f"), THIRD, THREE) == "not convex"
    shifted = read_formula("f:(x-0.1)^3-0.729", "f")
    assert convex(shifted, THIRD, THREE) == "convex"
    assert convex(shifted, Fraction(1, 20), THREE) == "not convex"
    assert read_own("f:(x-0.1)^3-0.729", THREE)[1] is None


def test_f_is_0_at_1_exactly():
    for text in ("sqrt(x)", "x*ln(x)+0.00000000000001", "exp(x)-e", "abs(x-0.99999999999999)"):
        with pytest.raises(Refusal, match="exactly 0"):
            read_own("f:" + text, THREE)


@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
def test_a_file_says_what_it_assumes_and_no_more(arithmetic):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    assert recheck(DOCUMENT, arithmetic).assumes is None
    assert not recheck({**DOCUMENT, "assumes": ASSUMES}, arithmetic)
    wide = {"lower": "0", "upper": "9"}
    open_one = stated("f:sqrt(abs(x-1)^3)", bounds=wide)
    assert "assumes" in recheck(open_one, arithmetic).reason
    for wrong in (None, "", "f is convex", True, [ASSUMES]):
        assert not recheck({**open_one, "assumes": wrong}, arithmetic)
    found = recheck({**open_one, "assumes": ASSUMES}, arithmetic)
    assert found
    assert found.assumes == ASSUMES
    assert found.reason.startswith("assuming that f is convex")


def test_another_formula_is_another_problem():
    assert recheck(DOCUMENT)
    for text in ("f:abs(x-1)/2.0001", "f:abs(x-1)", "f:(x-1)^2", "f:max(x-1,0)^1.0001", "tv:x"):
        assert not recheck(stated(text))
    assert recheck(stated("f:max(x-1,0)", dual={"alpha": ["0.548294", "-0.201706"]}))


@pytest.mark.parametrize("slug", ["public-prior", "approximate-binary", "mollifier"])
def test_only_the_staircase_problem_takes_one(slug):
    parameters = {"prior": ["1/2", "1/2"], "epsilon": "1", "divergence": "f:(x-1)^2"}
    found = recheck({**DOCUMENT, "problem": slug, "parameters": parameters})
    assert not found
