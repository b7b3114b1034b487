"""Formulas are proved optimal at every ε of an interval, or it is said where they are not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import lpcheck
from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    PublicPrior,
    RelativeMollifier,
    Staircase,
)
from lpcheck.mechanisms import (
    binary_hypothesis,
    binary_kernel,
    public_prior_kernel,
    randomized_response,
    subset_mechanism,
)
from lpcheck.ranges import prove_whole, thresholds
from lpcheck.testing import assert_proved_on

RESPONSE = "(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)"
BINARY = "(1 if p0[x] >= p1[x] else e^-ε)/(1 + e^-ε); (1 if p0[x] < p1[x] else e^-ε)/(1 + e^-ε)"
THIRDS, SIX = Information(prior=["1/3"] * 3, epsilon=1), Information(prior=["1/6"] * 6, epsilon=1)


def pair(divergence):
    p0, p1 = ["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]
    return Staircase(p0=p0, p1=p1, epsilon=1, divergence=divergence)


NAMED = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:2", "alpha:3/2", "alpha:0"]


@pytest.mark.parametrize("divergence", NAMED)
def test_randomized_response_is_proved_for_named_divergences(divergence):
    # Where f bends, it is optimal at large ε; where f is linear, it is not.
    found = prove_whole(pair(divergence), RESPONSE, "6", "6.1")
    bends = divergence not in ("tv", "hockey-stick:2")
    assert found.proved == bends
    assert found.refuted != bends
    if bends:
        assert found.parts[0].loss <= 1e-9
        assert found.parts[0].breach <= 1e-9


@pytest.mark.parametrize("mechanism", [BINARY, binary_hypothesis])
def test_the_binary_mechanism_is_proved_for_total_variation(mechanism):
    assert prove_whole(pair("tv"), mechanism, "0.1", "0.5").proved


def test_information_is_proved_from_text_and_from_functions():
    assert prove_whole(THIRDS, RESPONSE, "2", "2.5").proved
    assert prove_whole(THIRDS, randomized_response, "2", "2.5").proved

    def three(k, epsilon):
        return subset_mechanism(k, epsilon, 3)

    # Subsets of three of six letters are best at small ε.
    assert prove_whole(SIX, three, "0.2", "0.21").proved


def algorithm_1(prior, epsilon):
    """Algorithm 1 of zamanlooy2025 for an increasing prior, in any arithmetic."""
    u, n = np.exp(-epsilon), len(prior)
    tail = [sum(prior[i + 1 :]) for i in range(n)]
    level, product, off = [], 1.0, []
    for i in range(n):
        level.append(prior[i] + u * tail[i])
        off.append(u * product / level[i])
        product = product * (1 - u * prior[i] / level[i])
    rows = [[prior[j] * off[min(i, j)] for j in range(n)] for i in range(n)]
    for i, row in enumerate(rows):
        row[i] = 1 - (sum(row) - row[i])
    return rows


@pytest.mark.parametrize("divergence", ["tv", "kl", "js"])
def test_a_kernel_that_keeps_a_prior_is_proved(divergence):
    problem = PublicPrior(prior=["1/8", "3/8", "1/2"], epsilon=1, divergence=divergence)
    q = problem.prior.array
    assert np.allclose(algorithm_1(q, 1.0), public_prior_kernel(q, 1.0), atol=1e-15)
    assert prove_whole(problem, algorithm_1, "1", "1.5").proved


QUATERNARY = (
    "(δ if x == 0 else 0); (0 if x == 0 else δ);"
    "(1 - δ)*(1 if x == 0 else e^ε)/(1 + e^ε); (1 - δ)*(e^ε if x == 0 else 1)/(1 + e^ε)"
)


@pytest.mark.parametrize("divergence", ["kl", "tv", "hellinger"])
def test_one_bit_under_approximate_privacy_is_proved(divergence):
    pair_of_bits = {"p0": ["3/4", "1/4"], "p1": ["1/3", "2/3"], "delta": "1/10"}
    problem = ApproximateBinary(**pair_of_bits, epsilon=1, divergence=divergence)
    assert prove_whole(problem, QUATERNARY, "1", "1.1").proved
    for wrong in ("(δ + 1e-6)", "(δ - 1/100)"):
        assert prove_whole(problem, QUATERNARY.replace("δ", wrong), "1", "1.01").refuted
    assert prove_whole(problem, QUATERNARY.replace("e^ε", "e^(ε - 0.01)"), "1", "1.01").refuted


def off_by_a_millionth(k, epsilon):
    kernel = randomized_response(k, epsilon)
    kernel[0, 0] = kernel[0, 0] - 1e-6
    kernel[0, 1] = kernel[0, 1] + 1e-6
    return kernel


def for_a_little_less(k, epsilon):
    return randomized_response(k, epsilon - 0.01)


@pytest.mark.parametrize("wrong", [off_by_a_millionth, for_a_little_less])
def test_a_slightly_wrong_formula_is_refuted(wrong):
    found = prove_whole(THIRDS, wrong, "2", "2.02")
    assert not found.proved
    assert found.refuted


def test_a_formula_that_is_wrong_by_a_billionth_is_not_proved_to_less():
    text = f"{RESPONSE} + (1e-8 if x == y else -1e-8/(k - 1))"
    assert not prove_whole(THIRDS, text, "2", "2.05", tolerance=1e-9).proved
    assert prove_whole(THIRDS, text, "2", "2.05", tolerance=1e-6).proved


def test_a_kernel_that_loses_its_prior_is_refuted():
    problem = PublicPrior(prior=["1/4", "3/4"], epsilon=1, divergence="tv")
    assert prove_whole(problem, lambda epsilon: binary_at(epsilon, "1/4"), "1", "1.2").proved
    assert prove_whole(problem, lambda epsilon: binary_at(epsilon, "1/5"), "1", "1.2").refuted
    assert binary_kernel(0.25, 1.0) == pytest.approx(np.array(binary_at(np.float64(1), "1/4")))


def binary_at(epsilon, alpha):
    a = float(Fraction(alpha))
    t = np.exp(epsilon)
    total = t * a + 1 - a
    return [[t * a / total, (1 - a) / total], [a / total, ((t - 1) * a + 1 - a) / total]]


@pytest.mark.full
def test_a_threshold_within_is_left_open_and_what_lies_beside_it_is_settled():
    four = Information(prior=["1/4"] * 4, epsilon=1)
    (change,) = thresholds(four, randomized_response, least="0.5", most=2, levels=2)
    found = prove_whole(four, RESPONSE, "0.82", "0.83", narrowest=1e-4)
    assert [part.standing for part in found.parts] == ["refuted", "open", "proved"]
    _, gap, after = found.parts
    assert gap.most - gap.least < 3e-3
    assert gap.least < change.epsilon.lower <= change.epsilon.upper < gap.most
    assert after.most == Fraction("0.83")


@pytest.mark.full
def test_the_threshold_of_six_letters_is_left_open():
    found = prove_whole(SIX, RESPONSE, "1.709", "1.712", narrowest=1e-4)
    assert [part.standing for part in found.parts] == ["refuted", "open", "proved"]
    assert found.parts[1].least < Fraction("1.7102733554") < found.parts[1].most
    assert found.parts[1].most - found.parts[1].least < 2e-3


def test_every_level_of_a_proved_interval_is_optimal():
    found = prove_whole(pair("js"), RESPONSE, "6", "6.2")
    assert found.proved
    for level in ("6", "6.07", "6.2"):
        at = Staircase(**{**pair("js").parameters, "epsilon": level})
        kernel = randomized_response(3, float(level))
        assert lpcheck.check(at, kernel).verdict == "optimal"


def test_the_assertion_shows_the_parts():
    assert assert_proved_on(pair("kl"), RESPONSE, "4", "4.1").proved
    with pytest.raises(AssertionError, match=r"4 to 4\.02: proved not optimal"):
        assert_proved_on(pair("kl"), for_a_little_less, "4", "4.02")


@pytest.mark.parametrize(
    ("problem", "mechanism", "least", "most", "named"),
    [
        (THIRDS, RESPONSE, 0, 1, "begin above 0"),
        (THIRDS, RESPONSE, 2, 2, "is not below most"),
        (THIRDS, "(1 if x == y", 1, 2, "is no formula"),
        (THIRDS, "prior", 1, 2, "is no number"),
        (THIRDS, lambda epsilon: [float(epsilon)], 1, 2, "does not take an interval"),
        (Information(prior=[1] + [0] * 10, epsilon=1), RESPONSE, 1, 2, "too many patterns"),
        (
            RelativeMollifier(target=["1/4", "3/4"], reference=["1/2", "1/2"], epsilon=1),
            "1/2",
            1,
            2,
            "nothing is proved of relative",
        ),
        (
            PublicPrior(prior=["0", "1"], epsilon=1, divergence="kl"),
            "prior[y]",
            1,
            2,
            "does not depend",
        ),
    ],
)
def test_what_cannot_be_proved_is_refused_in_one_line(problem, mechanism, least, most, named):
    with pytest.raises(InputError, match=named):
        prove_whole(problem, mechanism, least, most)
