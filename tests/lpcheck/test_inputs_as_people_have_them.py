"""Logarithms, named vectors, counts, and what other packages call a number or a matrix."""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import lpcheck
from formulations import Information, InputError
from formulations.parameters import read_number, read_vector
from lpcheck.cli import main
from lpcheck.inputs import normalized, read_vector_text
from lpcheck.mechanisms import randomized_response


@pytest.mark.parametrize("text", ["ln 3", "ln(3)", "LN 3/1", "ln  3.0"])
def test_a_logarithm_has_forty_digits(text):
    known = Fraction("1.098612288668109691395245236922525704647490557822749451734694333")
    assert 0 < abs(read_number("epsilon", text) - known) < Fraction(1, 10**38)


def test_a_logarithm_of_a_fraction_may_be_negative():
    assert float(read_number("x", "ln 1/2")) == pytest.approx(-math.log(2), rel=1e-15)
    assert read_number("x", "ln 1") == 0


@pytest.mark.parametrize(
    "text", ["ln", "ln 0", "ln -2", "ln(3", "ln x", "ln ln 3", "ln 1/0", "log 3"]
)
def test_what_is_no_logarithm_is_refused(text):
    with pytest.raises(InputError):
        read_number("epsilon", text)


def test_named_vectors_are_exact():
    assert read_vector_text("prior", "uniform:3").numbers == ["1/3"] * 3
    assert read_vector_text("prior", "zipf:3").numbers == ["6/11", "3/11", "2/11"]


@pytest.mark.parametrize(
    "text", ["uniform:0", "uniform:", "zipf:-1", "zipf:1e3", "zipf:99999", "even:3"]
)
def test_what_is_no_named_vector_is_refused(text):
    with pytest.raises(InputError):
        Information(prior=read_vector_text("prior", text).numbers, epsilon=1)


def test_counts_are_divided_by_their_sum():
    assert normalized("prior", ["1", 2, 3.0]) == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    for wrong in ([0, 0], [-1, 2], ["x"]):
        with pytest.raises(InputError):
            normalized("prior", wrong)


def test_the_command_line_takes_them(capsys):
    assert main(["solve", "information", "--prior", "3,1", "--normalize", "--epsilon", "ln 3"]) == 0
    counts = capsys.readouterr().out.splitlines()[1]
    assert main(["solve", "information", "--prior", "3/4,1/4", "--epsilon", "ln 3"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == counts
    assert main(["solve", "information", "--prior", "3,1", "--epsilon", "ln 3"]) == 2
    assert main(["solve", "information", "--prior", "uniform:2", "--epsilon", "ln 4"]) == 0
    assert capsys.readouterr().out.splitlines()[1] != counts


def test_rationals_of_other_packages():
    sympy = pytest.importorskip("sympy")
    assert read_number("x", sympy.Rational(1, 3)) == Fraction(1, 3)
    assert read_vector("v", [sympy.Rational(1, 3), sympy.Integer(2)]) == (Fraction(1, 3), 2)
    with pytest.raises(InputError):
        read_number("x", sympy.Symbol("a"))
    with pytest.raises(InputError):
        read_number("x", Decimal("NaN"))


class Third:
    """A rational of another package, as SymPy registers its own."""

    numerator, denominator = 1, 3


class Series:
    """What a column of a data frame offers."""

    def to_numpy(self):
        return np.array([0.25, 0.75])


def test_what_is_rational_or_a_column_needs_no_package():
    numbers.Rational.register(Third)
    assert read_number("x", Third()) == Fraction(1, 3)
    assert read_vector("prior", Series()) == (Fraction(1, 4), Fraction(3, 4))


def test_a_series_is_a_vector():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([0.25, 0.75], index=["yes", "no"])
    assert read_vector("prior", series) == (Fraction(1, 4), Fraction(3, 4))


def test_a_sparse_matrix_is_a_kernel():
    from scipy import sparse

    problem = Information(prior=["1/2", "1/2"], epsilon=1)
    kernel = randomized_response(2, 1)
    assert lpcheck.check(problem, sparse.csr_array(kernel)).verdict == "optimal"
    assert lpcheck.check(problem, sparse.csr_array(np.diag([1.0, 1.0]))).verdict == "infeasible"


def test_single_precision_is_judged_as_such():
    problem = Information(prior=["1/6"] * 6, epsilon=2)
    kernel = randomized_response(6, 2)
    found = lpcheck.check(problem, kernel.astype(np.float32))
    assert found.verdict == "optimal"
    assert "single precision" in found.explanation
    assert "single precision" not in lpcheck.check(problem, kernel).explanation
    # The control: the same numbers as doubles, and an entry that is off by more.
    as_doubles = kernel.astype(np.float32).astype(float)
    assert lpcheck.check(problem, as_doubles).verdict == "infeasible"
    kernel[0, 0] += 1e-5
    assert lpcheck.check(problem, kernel.astype(np.float32)).verdict == "infeasible"


def test_doubles_from_single_precision_get_a_hint(capsys, tmp_path):
    kernel = randomized_response(6, 2).astype(np.float32)
    given = ["check", "information", "--prior", "uniform:6", "--epsilon", "2", "--mechanism"]
    np.save(tmp_path / "double.npy", kernel.astype(float))
    assert main([*given, str(tmp_path / "double.npy")]) == 1
    assert "single precision: compute them in double" in capsys.readouterr().out
    np.save(tmp_path / "single.npy", kernel)
    assert main([*given, str(tmp_path / "single.npy")]) == 0
    assert "single precision, so it is judged to 1e-06" in capsys.readouterr().out
