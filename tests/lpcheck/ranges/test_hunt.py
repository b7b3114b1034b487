"""Wrong variants of printed formulas are refuted; right ones are not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import lpcheck
from formulations import Information, InputError, PublicPrior, Staircase
from lpcheck.cli import main
from lpcheck.mechanisms import binary_hypothesis, public_prior_kernel, randomized_response
from lpcheck.ranges import hunt


def two_columns(high, epsilon):
    u = np.exp(-epsilon)
    return np.where(np.column_stack([high, ~high]), 1.0, u) / (1 + u)


def heavy_under_p0(p0, epsilon):
    """The binary mechanism with P0(x) ≥ 1/k where P0(x) ≥ P1(x) is printed."""
    return two_columns(p0 >= 1 / len(p0), epsilon)


def first_half(prior, epsilon):
    """The binary mechanism with half of the letters where half of the mass is printed."""
    return two_columns(np.arange(len(prior)) < max(len(prior) // 2, 1), epsilon)


def one_letter_too_many(k, epsilon):
    """Randomized response with e^ε + k where e^ε + k − 1 is printed."""
    total = np.exp(epsilon) + k
    kernel = np.full((k, k), 1 / total)
    np.fill_diagonal(kernel, 1 - (k - 1) / total)
    return kernel


WRONG = {
    "randomized response at every ε": (Information, randomized_response, {}),
    "binary at every ε": (Staircase, binary_hypothesis, {"divergence": "kl"}),
    "half of the letters": (Information, first_half, {}),
    "P0 against 1/k": (Staircase, heavy_under_p0, {"divergence": "tv"}),
    "k for k − 1": (Information, one_letter_too_many, {}),
}
RIGHT = {
    "binary for total variation": (Staircase, binary_hypothesis, {"divergence": "tv"}),
    "public prior": (PublicPrior, public_prior_kernel, {}),
}


def has_two_digits(value):
    if isinstance(value, Fraction):
        return len(str(float(value)).replace(".", "").strip("0")) <= 2
    entries = getattr(value, "exact", ())
    return all(x.denominator < 100 for x in entries)


def assert_refuted(name, tries):
    problem, formula, fixed = WRONG[name]
    found = hunt(problem, formula, fixed=fixed, tries=tries, seconds=60)
    one = found.counterexample
    assert one is not None
    assert one.shrunk
    assert one.loss >= max(one.largest / 2, 1e-6)
    assert all(map(has_two_digits, one.finding.problem.parameters.values()))
    # Stated anew, from its printed numbers alone.
    again = problem(**one.finding.problem.parameters)
    verdict = lpcheck.check(again, one.finding.mechanism).verdict
    assert verdict == one.finding.verdict
    assert verdict in ("suboptimal", "infeasible")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_variant_is_refuted(name):
    assert_refuted(name, 25)


@pytest.mark.full
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_variant_is_refuted_by_a_longer_search(name):
    assert_refuted(name, 400)


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_optimal_everywhere_is_not_refuted(name):
    problem, formula, fixed = RIGHT[name]
    found = hunt(problem, formula, fixed=fixed, tries=25)
    assert found.counterexample is None
    assert found.tried == 25


def test_a_seed_hunts_the_same():
    first, second = (hunt(Information, first_half, tries=8, seed=3) for _ in range(2))
    parameters = [h.counterexample.finding.problem.parameters for h in (first, second)]
    assert parameters[0] == parameters[1]


def test_a_formula_that_always_raises_is_bad_input():
    with pytest.raises(InputError, match="raised"):
        hunt(Information, lambda prior: 1 / 0, tries=3)


def test_what_is_given_is_not_searched():
    fixed = {"prior": ["1/6"] * 6}
    found = hunt(Information, randomized_response, fixed=fixed, tries=12).counterexample
    assert found.finding.problem.parameters["prior"].exact == (Fraction(1, 6),) * 6
    assert found.finding.problem.parameters["epsilon"] < Fraction("1.71")
    with pytest.raises(InputError, match="nothing to search"):
        hunt(Information, randomized_response, fixed={**fixed, "epsilon": 1})


def test_the_command_prints_a_command_that_shows_it(capsys):
    formula = "lpcheck.mechanisms:randomized_response"
    given = ["--mechanism", formula, "--tries", "12", "--letters", "3..4", "--epsilon", "0.1..2"]
    assert main(["hunt", "information", *given]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("suboptimal: the formula loses ")
    line = next(x for x in shown.splitlines() if x.startswith("  lpcheck check "))
    assert main(line.split()[1:]) == 1


def test_the_command_says_when_nothing_is_found(capsys):
    given = ["--mechanism", "lpcheck.mechanisms:binary_hypothesis", "--divergence", "tv"]
    assert main(["hunt", "staircase", *given, "--tries", "5"]) == 0
    assert capsys.readouterr().out.startswith("no counterexample among 5 instances")
