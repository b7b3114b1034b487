"""Text reports round, but hide nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lpcheck
from formulations import PublicPrior, Staircase
from lpcheck.claims import catalogue
from lpcheck.report import console
from lpcheck.report import text as _text


@given(st.floats(-2, 2))
def test_an_entry_is_never_shown_as_0_or_1_unless_it_is(x):
    shown = _text.entry(x)
    assert (float_of(shown) == 0) == (x == 0)
    assert (shown in ("1", "1.0000")) == (x == 1)
    assert (float_of(shown) < 0) == (x < 0)


def float_of(shown: str) -> float:
    """Also `1-3e-07`."""
    for sign in "+-":
        head, _, tail = shown.partition(f"1{sign}")
        if head == "" and tail:
            return 1.0 + float(sign + tail)
    return float(shown)


@given(st.floats(1e-300, 1e300))
def test_gaps_keep_their_size(x):
    assert float(_text.small(x)) == pytest.approx(x, rel=6e-3)
    assert float(_text.exact(x)) == x


def test_values_that_are_no_numbers():
    assert [f(math.inf) for f in (_text.number, _text.exact, _text.small)] == ["∞"] * 3
    assert [f(-math.inf) for f in (_text.number, _text.exact, _text.small)] == ["−∞"] * 3
    assert [f(math.nan) for f in (_text.number, _text.exact, _text.small)] == ["unknown"] * 3


@pytest.mark.parametrize(
    ("kernel", "says"),
    [
        ([[0.5, 0.3], [0.5, 0.7]], "its columns sum to 1: if it is transposed, make a row of each"),
        ([[50, 50], [40, 60]], "all rows sum to 100: divide by it"),
        ([[0.5, 0.4], [0.5, 0.5]], None),
    ],
)
def test_what_probably_happened_to_rows_that_do_not_sum_to_1(kernel, says):
    finding = lpcheck.check(Staircase(p0=[1, 0], p1=[0, 1], epsilon=1), kernel)
    text, words = console.of_comparison(finding), " ".join(console.explained(finding))
    hints = ("transposed", "divide by it")
    if says is None:
        assert not any(hint in text + words for hint in hints)
    else:
        assert says in text
        assert says in words


def test_a_matrix_has_its_letters():
    text = _text.matrix(np.array([[0.25, 0.75], [3e-7, 1 - 3e-7]]), ["yes", "no"], ["Y", "N"])
    head, first, second = (line.split() for line in text.splitlines())
    assert (head, first) == (["Y", "N"], ["yes", "0.2500", "0.7500"])
    assert second == ["no", "3e-07", "1-3e-07"]


def test_letters_of_another_length_are_left_out():
    text = _text.matrix(np.eye(2), ["a", "b", "c"])
    assert [line.split()[0] for line in text.splitlines()[1:]] == ["0", "1"]


@pytest.mark.parametrize("shape", [(13, 13), (3, 40), (100,)])
def test_large_matrices_are_summarised(shape):
    text = _text.matrix(np.full(shape, 0.125))
    assert "from 0.1250 to 0.1250" in text
    assert "--json" in text
    assert len(text.splitlines()) == 2


def test_a_small_gap_is_not_shown_as_none():
    problem = Staircase(p0=["1/3", "2/3"], p1=["3/4", "1/4"], epsilon=1, divergence="tv")
    solution = lpcheck.solve(problem)
    kernel = 0.999999 * solution.mechanism + 0.0000005
    text = console.of_comparison(lpcheck.check(problem, kernel, solution=solution))
    (gap,) = [line for line in text.splitlines() if line.startswith("  gap")]
    assert float(gap.split()[1]) == pytest.approx(1e-6 * solution.value, rel=0.01)
    assert text.startswith("suboptimal: a feasible mechanism is better by 1.9")


def test_the_verdict_comes_first_and_names_what_is_broken():
    problem = PublicPrior(prior=["1/4", "3/4"], epsilon=1, divergence="tv")
    text = console.of_comparison(lpcheck.check(problem, np.eye(2)), ["a", "b"], ["a", "b"])
    lines = text.splitlines()
    assert lines[0].startswith("infeasible: the mechanism breaks privacy")
    assert "infinitely many" in lines[1]
    assert "row 0 is 'a', other row 1 is 'b', column 0 is 'a'" in lines[2]
    assert any(line.split()[:3] == ["true", "ε", "∞"] for line in lines)


def test_claims_fit_a_terminal():
    claims = catalogue()
    assert max(map(len, console.of_claims(claims, 80).splitlines())) <= 80
    assert console.of_claims([]) == "no claims"
