"""Assertions for tests: they pass what holds, and their messages stand on their own."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import formulations
from formulations import Bounds, Formulation, InputError, PublicPrior, Solution, Staircase
from formulations.privacy import true_epsilon
from lpcheck.claims import find
from lpcheck.mechanisms import public_prior_kernel, quaternary, randomized_response
from lpcheck.testing import (
    InconclusiveError,
    assert_matches,
    assert_optimal,
    assert_private,
    take_checks,
)

PRIOR = PublicPrior(prior=["1/10", "3/10", "3/5"], epsilon=1, divergence="tv")
CLAIM = "kairouz2016.theorem-6"
REFUTED = "zamanlooy2025.equation-53"


@pytest.fixture(autouse=True)
def fresh():
    take_checks()


def test_a_private_kernel_passes_with_its_true_level():
    assert assert_private(randomized_response(4, 0.8), epsilon=1) == pytest.approx(0.8)
    assert assert_private(randomized_response(4, 1.0), epsilon="1") == pytest.approx(1.0)
    exact = [[Fraction(2, 3), Fraction(1, 3)], ["1/3", "2/3"]]
    assert assert_private(exact, epsilon=math.log(2)) == pytest.approx(math.log(2))


def test_a_breach_names_row_output_factor_and_remedy():
    kernel = [[0.5, 0.2, 0.3], [0.25, 0.25, 0.5], [0.1, 0.3, 0.6]]
    with pytest.raises(AssertionError) as caught:
        assert_private(kernel, epsilon=1)
    text = str(caught.value)
    assert "output 0 is 5 times as likely from input 0 as from input 2" in text
    assert "e^ε = 2.7182818 is allowed" in text
    assert f"state epsilon={math.log(5):.10g}" in text


@pytest.mark.parametrize("share", [1e-4, 0.1, 0.5, 0.99])
@pytest.mark.parametrize("seed", range(3))
def test_the_remedy_works_and_asks_for_no_more_than_it_must(share, seed):
    kernel = np.random.default_rng(seed).dirichlet(np.full(4, 0.5), 5)
    epsilon = share * true_epsilon(kernel)
    with pytest.raises(AssertionError, match="remedy") as caught:
        assert_private(kernel, epsilon=epsilon)
    weight = float(re.search(r"with probability ([\d.]+)", str(caught.value))[1])
    mixed = (1 - weight) * kernel + weight * kernel.mean(axis=0)
    assert true_epsilon(mixed) <= epsilon
    less = (1 - weight + 2e-6) * kernel + (weight - 2e-6) * kernel.mean(axis=0)
    assert true_epsilon(less) > epsilon


def test_an_infinite_breach_offers_no_infinite_level():
    with pytest.raises(AssertionError, match="infinitely many times") as caught:
        assert_private(np.eye(2), epsilon=3)
    assert "state epsilon" not in str(caught.value)


def test_delta_is_taken():
    kernel = quaternary(1.0, 0.1)
    assert assert_private(kernel, epsilon=1, delta=0.1) == pytest.approx(1.0)
    with pytest.raises(
        AssertionError, match=r"loses δ = 0\.1, where 0\.09 is allowed: outputs? \d"
    ):
        assert_private(kernel, epsilon=1, delta="0.09")
    with pytest.raises(AssertionError, match="remedy"):
        assert_private(kernel, epsilon=1)


@pytest.mark.parametrize("real", [1.01e-12, 1.9e-12, 1e-9, 1e-3])
def test_a_small_delta_is_kept_to_its_own_size(real):
    kernel = quaternary(1.0, real)
    assert assert_private(kernel, epsilon=1, delta=real) == pytest.approx(1.0, abs=1e-9)
    assert assert_private(kernel, epsilon=1, delta=1.01 * real) == pytest.approx(1.0, abs=0.02)
    with pytest.raises(AssertionError, match="loses δ"):
        assert_private(kernel, epsilon=1, delta=real / 1.01)


def test_a_kernel_that_passes_has_a_finite_level():
    """What is alone in an output is δ but for rounding: ε is the level asked for, not ∞."""
    slightly = 1e-3 * (1 + 1e-11)
    kernel = np.array([[slightly, 0, 0.6, 0.4 - slightly], [0, slightly, 0.4 - slightly, 0.6]])
    assert assert_private(kernel, epsilon=1, delta=1e-3) <= 1 + 1e-9
    with pytest.raises(AssertionError):
        assert_private(kernel, epsilon=1, delta=1e-3 * (1 - 1e-8))


@pytest.mark.parametrize("small", ["1e-400", "1e-310", Fraction(1, 10**350)])
def test_entries_that_a_double_cannot_hold_are_refused(small):
    kernel = [[small, "1"], ["0", "1"]]
    with pytest.raises(InputError, match=r"mechanism\[0, 0\].*too small for a double"):
        assert_private(kernel, epsilon=700)
    with pytest.raises(InputError, match="too small for a double"):
        assert_optimal(Staircase(p0=["1/2", "1/2"], p1=["1/4", "3/4"], epsilon=1), kernel)
    assert assert_private([[2.0**-1070, 1], [2.0**-1071, 1]], epsilon=1) == pytest.approx(
        math.log(2)
    )


@pytest.mark.parametrize("divergence", ["alpha:0", "alpha:-3"])
def test_where_every_mechanism_is_optimal_nothing_is_asserted(divergence):
    problem = PublicPrior(prior=["1/5", "3/10", "1/2"], epsilon=1, divergence=divergence)
    for kernel in (public_prior_kernel(problem.prior.array, 1.0), np.tile([0.2, 0.3, 0.5], (3, 1))):
        with pytest.raises(InputError, match=r"problem: has the value \+∞ for every mechanism"):
            assert_optimal(problem, kernel)


@pytest.mark.parametrize(
    ("kernel", "says"),
    [
        ([[0.5, 0.4], [0.5, 0.5]], "row 0 sums to 0.9, not 1"),
        ([[1.5, -0.5], [0.5, 0.5]], r"entry \[0, 1\] is -0.5, below 0"),
    ],
)
def test_what_is_no_kernel_is_not_private(kernel, says):
    with pytest.raises(AssertionError, match=says):
        assert_private(kernel, epsilon=1)


@pytest.mark.parametrize("kernel", [[], 3, [1.0, 2.0], [[math.nan]], "abc", [[1], [1, 2]], None])
def test_what_is_no_matrix_is_bad_input(kernel):
    with pytest.raises(InputError, match="mechanism"):
        assert_private(kernel, epsilon=1)


@pytest.mark.parametrize("level", [{"epsilon": -1}, {"epsilon": 1, "delta": 2}])
def test_levels_out_of_range_are_bad_input(level):
    with pytest.raises(InputError):
        assert_private(np.eye(2), **level)


def test_a_tolerance_cannot_hide_anything():
    with pytest.raises(InputError, match="tolerance"):
        assert_private(np.eye(2), epsilon=1, tolerance=1.0)
    with pytest.raises(AssertionError):
        assert_private(randomized_response(3, 1 + 1e-6), epsilon=1)


def test_an_optimal_mechanism_passes():
    finding = assert_optimal(PRIOR, public_prior_kernel(PRIOR.prior.array, 1.0))
    assert (finding.verdict, finding.problem) == ("optimal", PRIOR)


def test_a_suboptimal_one_shows_the_better():
    pair = Staircase(p0=["1/2", "1/4", "1/4"], p1=["1/4", "1/4", "1/2"], epsilon=1)
    with pytest.raises(AssertionError) as caught:
        assert_optimal(pair, randomized_response(3, 1.0))
    text = str(caught.value)
    assert text.startswith("suboptimal: a feasible mechanism is better by")
    assert "a better one (3 × 2)" in text
    assert "remedy: use the better mechanism" in text
    assert not isinstance(caught.value, InconclusiveError)


class Largest(Formulation):
    """An outside problem: the best mechanism is given, and others may have any shape."""

    slug, sense, source = "largest", "maximize", "a test"
    parameters = {}
    program = recover = None

    def __init__(self, best):
        self.best = np.asarray(best, dtype=float)

    def value(self, mechanism):
        return float(mechanism.size + mechanism.flat[0])

    def violations(self, mechanism, tolerance):
        return ()

    def dual_bound(self, duals, values):
        return self.value(self.best)

    def read_mechanism(self, mechanism):
        return np.asarray(mechanism, dtype=float)

    def settled(self):
        value = self.value(self.best)
        return Solution("optimal", value, Bounds(value, value), self.best)


Largest.__abstractmethods__ = frozenset()


@pytest.mark.parametrize("outputs", ["named", "free", "letters"])
@pytest.mark.parametrize(
    ("best", "mine"),
    [((2, 3), (2, 2)), ((2, 5), (2, 2)), ((3, 3), (2, 2)), ((2, 2, 3), (2, 2, 2)), ((4,), (3,))],
)
def test_a_suboptimal_one_of_another_shape_is_told_whatever_the_problem(
    best, mine, outputs, monkeypatch
):
    monkeypatch.setattr(Largest, "outputs", outputs)
    with pytest.raises(AssertionError, match="suboptimal: a feasible mechanism is better"):
        assert_optimal(Largest(np.full(best, 0.5)), np.full(mine, 0.5))
    assert assert_optimal(Largest(np.full(best, 0.5)), np.full(best, 0.5)).verdict == "optimal"


def test_an_infeasible_one_says_where():
    with pytest.raises(AssertionError, match=r"(?s)infeasible.*times as likely from input.*remedy"):
        assert_optimal(PRIOR, public_prior_kernel(PRIOR.prior.array, 1.01))


def test_an_unknown_optimum_is_never_a_pass(monkeypatch):
    solve = formulations.gate.solve

    def fail(problem):
        return replace(
            solve(problem), status="inconclusive", bounds=Bounds(0.0, 1.0), message="it stopped"
        )

    monkeypatch.setattr("lpcheck.compare.solve", fail)
    with pytest.raises(InconclusiveError, match="it stopped"):
        assert_optimal(PRIOR, public_prior_kernel(PRIOR.prior.array, 1.0))
    (check,) = take_checks()
    assert check.verdict == "inconclusive"


def test_claims_still_hold_and_still_fail():
    verified, refuted = assert_matches(CLAIM, REFUTED)
    assert (verified.verdict, refuted.verdict) == ("verified", "refuted")


@pytest.mark.parametrize(
    ("changed", "error"), [("refuted", AssertionError), ("inconclusive", InconclusiveError)]
)
def test_a_changed_verdict_is_told_with_its_instance(changed, error, monkeypatch):
    from lpcheck.testing import assertions

    real = assertions.run_claim(find(REFUTED))
    monkeypatch.setattr(
        assertions,
        "run_claim",
        lambda claim, full: replace(real, claim=claim, verdict=changed),
    )
    with pytest.raises(AssertionError) as caught:
        assert_matches(CLAIM)
    assert type(caught.value) is error
    text = str(caught.value)
    assert f"UNEXPECTED {CLAIM} (Theorem 6): {changed}, expected verified" in text
    assert "fails at p = q" in text
    assert f"`lpcheck verify {CLAIM}` repeats this" in text


@pytest.mark.parametrize(
    "call",
    [
        lambda: assert_private([[1, math.nan]], epsilon=1),
        lambda: assert_optimal(PRIOR, [[0.5, 0.5]]),
        lambda: assert_matches("none.such"),
    ],
)
def test_bad_input_is_told_at_the_users_line(call):
    with pytest.raises(InputError) as caught:
        call()
    files = [entry.path.name for entry in caught.traceback]
    assert files[-1] == "assertions.py"  # which pytest hides
    assert set(files) == {"test_testing.py", "assertions.py"}


def test_claims_must_be_named():
    with pytest.raises(InputError, match="did you mean"):
        assert_matches("kairouz2016.theorem-66")
    with pytest.raises(InputError, match="none is given"):
        assert_matches()


def test_every_assertion_is_recorded_once():
    assert_private(randomized_response(2, 1.0), epsilon=1)
    assert_optimal(PRIOR, public_prior_kernel(PRIOR.prior.array, 1.0))
    assert_matches(CLAIM)
    assert [(c.subject, c.verdict) for c in take_checks()] == [
        ("private, ε = 1, 2 × 2", "private"),
        ("public-prior, ε = 1", "optimal"),
        (CLAIM, "verified"),
    ]
    assert take_checks() == []
