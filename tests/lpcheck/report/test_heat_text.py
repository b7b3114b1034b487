"""Heat maps on a terminal: legible without colour, no wider than asked, nothing unsaid."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lpcheck
from formulations import PublicPrior, RelativeMollifier, Staircase
from lpcheck.mechanisms import public_prior_kernel, randomized_response
from lpcheck.report import console
from lpcheck.report.heat.text import side_by_side
from lpcheck.report.panels import panels

CODES = re.compile(r"\x1b\[[0-9;]*m")
P0, P1 = ["1/2", "1/3", "1/6"], ["1/6", "1/4", "7/12"]


@pytest.fixture(scope="module")
def small():
    problem = Staircase(p0=P0, p1=P1, epsilon=1)
    return lpcheck.check(problem, randomized_response(3, 1.0))


def uniform(n: int) -> lpcheck.Comparison:
    problem = PublicPrior(prior=[f"1/{n}"] * n, epsilon=1, divergence="tv")
    return lpcheck.check(problem, np.full((n, n), 1 / n))


def broken(n: int) -> lpcheck.Comparison:
    problem = PublicPrior(prior=[f"1/{n}"] * n, epsilon=1, divergence="tv")
    kernel = public_prior_kernel(np.full(n, 1 / n), 1.0)
    kernel[[3, 5]] = kernel[[5, 3]]
    kernel[3, [0, 3]] = 0.0, kernel[3, 0] + kernel[3, 3]
    return lpcheck.check(problem, kernel)


def test_a_small_one_has_every_number(small):
    lines, whole = side_by_side(panels(small), 80)
    assert whole
    text = "\n".join(lines)
    for x in small.improved_mechanism.flat:
        assert f"{x:.4f}" in text
    assert "█0.7311" in text
    assert "scale · 0, ░▒▓█ up to" in text


@pytest.mark.parametrize("width", [56, 80, 120])
@pytest.mark.parametrize("n", [4, 13, 26, 40])
def test_it_fits_the_terminal(n, width):
    lines, _ = side_by_side(panels(uniform(n)), width)
    drawn = [line for line in lines if not line.startswith(("  scale", "  too large"))]
    assert len(drawn) <= 34
    assert max(map(len, drawn)) <= width


def test_26_letters_are_a_character_each():
    both = panels(uniform(26), [chr(ord("a") + i) for i in range(26)])
    lines, whole = side_by_side(both, 80)
    assert not whole
    assert lines[1].split() == ["abcdefghijklmnopqrstuvwxyz"] * 2
    assert len(lines) == 26 + 3


def test_a_large_one_is_put_together_and_says_so():
    text = console.of_comparison(uniform(120))
    assert "too large to draw whole: a cell is 4 inputs averaged, 4 outputs added up" in text
    assert "0–3" in text


def test_what_breaks_a_constraint_is_marked_without_colour():
    finding = broken(8)
    (privacy,) = [v for v in finding.violations if v.constraint == "privacy"]
    text = console.of_comparison(finding)
    assert text.startswith("infeasible")
    arrows = [line for line in text.splitlines() if line.startswith("▶")]
    assert {privacy.where["row"], privacy.where["other_row"]} <= {int(a.split()[1]) for a in arrows}
    assert all("!" in line for line in arrows if int(line.split()[1]) in
               (privacy.where["row"], privacy.where["other_row"]))  # fmt: skip
    assert "▼" in text
    assert "▶ ▼ ! what breaks a constraint" in text


def test_nothing_is_marked_where_nothing_is_broken(small):
    text = console.of_comparison(small)
    assert not set("▶▼!") & set(text)


def test_an_optimal_one_has_no_figure():
    problem = Staircase(p0=P0, p1=P1, epsilon=1)
    text = console.of_comparison(lpcheck.check(problem, lpcheck.solve(problem).mechanism))
    assert "side by side" not in text


@pytest.mark.parametrize("colours", ["256", "truecolor"])
def test_colours_add_nothing_that_is_not_there_without(colours, small):
    plain, _ = side_by_side(panels(small), 80)
    painted, _ = side_by_side(panels(small), 80, colours)
    assert any("\x1b[" in line for line in painted)
    numbers = [re.findall(r"\d\.\d{4}", line) for line in plain[2:-2]]
    assert [re.findall(r"\d\.\d{4}", CODES.sub("", line)) for line in painted[2:-2]] == numbers
    assert not any("\n" in line for line in painted)


def test_no_code_where_no_colour_is_asked_for(small):
    assert "\x1b" not in console.of_comparison(small)


def test_a_distribution_is_drawn_downwards():
    problem = RelativeMollifier(target=P0, reference=["1/3"] * 3, epsilon=1)
    text = console.of_comparison(lpcheck.check(problem, np.full(3, 1 / 3)), ["a", "b", "c"])
    assert "yours (3 letters)" in text
    assert re.search(r"a ▓0\.3333 +█0\.4787", text)


def test_letters_of_outputs_are_in_the_words_too(small):
    text = console.of_comparison(small, None, ["no", "perhaps", "yes"])
    assert "outputs 'no' and 'perhaps' are merged" in text
