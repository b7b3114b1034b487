"""Verdicts on mechanisms, and what must never be called optimal."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    solve,
)
from lpcheck.certificates import certify
from lpcheck.rechecker import recheck

P0, P1 = ["1/2", "3/10", "1/5"], ["1/10", "3/10", "3/5"]
Q = ["1/2", "1/3", "1/6"]


def staircase(epsilon, **more):
    return Staircase(p0=P0, p1=P1, epsilon=epsilon, **more)


def information(epsilon):
    return Information(prior=Q, epsilon=epsilon)


def binary(epsilon):
    return ApproximateBinary(p0=["3/4", "1/4"], p1=["1/4", "3/4"], epsilon=epsilon, delta="1/10")


def public_prior(epsilon):
    return PublicPrior(prior=Q, epsilon=epsilon, divergence="tv")


def mollifier(epsilon):
    return RelativeMollifier(target=P0, reference=P1, epsilon=epsilon)


def sampler(epsilon):
    return MinimaxSampler(k=3, epsilon=epsilon, divergence="tv")


def local(epsilon):
    return LocalMinimax(reference=Q, gamma=6, epsilon=epsilon, divergence="hellinger")


def approximate_sampler(epsilon):
    return MinimaxSampler(k=3, epsilon=epsilon, delta="1/20", divergence="tv")


PROBLEMS = (
    staircase,
    information,
    binary,
    public_prior,
    mollifier,
    sampler,
    local,
    approximate_sampler,
)
LEVELS = (0.1, 1.0, 3.0)


def part(certificate):
    assert recheck(certificate.data)
    return certificate.data["mechanism"]


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_gate_s_mechanism_is_optimal(problem, epsilon):
    # A conic solver's point is off by a few 1e-9 of a small optimum, and 1e-9 would say so.
    tolerance = 1e-7 if problem is local else 1e-9
    best = solve(problem(epsilon)).mechanism
    certificate = certify(problem(epsilon), best, tolerance=tolerance)
    found = part(certificate)
    assert certificate.verdict == found["verdict"] == "optimal"
    assert Decimal(found["distance"]) < Decimal("1e-12")
    assert Decimal(found["gap"]["upper"]) <= Decimal(found["tolerance"]) < Decimal("1e-7")


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_mechanism_of_a_slightly_larger_epsilon_is_infeasible(problem, epsilon):
    certificate = certify(problem(epsilon), solve(problem(epsilon + 0.01)).mechanism)
    assert certificate.verdict == "infeasible"
    assert Decimal(part(certificate)["breach"]["amount"]) > Decimal("1e-5")


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_an_entry_off_by_a_millionth_is_never_optimal(problem, epsilon):
    """One entry raised, the next of its row lowered: rows still sum to 1.

    In a sampler of several orbits a row may have room: there `optimal` must be the plain truth.
    """
    instance = problem(epsilon)
    solution = solve(instance)
    best = np.atleast_2d(solution.mechanism)
    caught = 0
    for row in range(len(best)):
        for sign in (1, -1):
            off = best.copy()
            off[row, :2] += sign * np.array([1e-6, -1e-6])
            if off.min() < 0:
                continue
            certificate = certify(instance, off if len(best) > 1 else off[0])
            caught += certificate.verdict in ("infeasible", "suboptimal")
            if certificate.verdict == "optimal":
                assert problem is local
                assert not instance.violations(off, 1e-9)
                assert abs(instance.value(off) - solution.value) < 1e-9 * solution.value
    assert caught
    assert caught >= len(best) or problem is local


def test_off_by_a_millionth_in_a_mollifier_costs_the_square():
    """Inside its box a projection is stationary: 1e-6 costs 1e-12, and the verdict says so."""
    problem = Mollifier(target=P0, lower=["0", "0", "1/4"], upper=["1", "1", "1"])
    best = solve(problem).mechanism
    found = part(certify(problem, best + np.array([1e-6, -1e-6, 0.0])))
    assert found["verdict"] == "optimal"
    assert Decimal("1e-13") < Decimal(found["gap"]["lower"]) < Decimal("1e-11")


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_constant_mechanism_is_suboptimal(problem):
    instance = problem(1.0)
    shape = np.shape(solve(instance).mechanism)
    if len(shape) == 1:
        constant = [float(Fraction(x)) for x in P1]
    else:
        constant = np.tile([float(Fraction(x)) for x in Q], (shape[0], 1))[:, : shape[1]]
        constant = constant / constant.sum(axis=1, keepdims=True)
    if problem in (sampler, approximate_sampler):
        constant = np.full(shape, 1 / 3)
    certificate = certify(instance, constant)
    found = part(certificate)
    assert certificate.verdict == "suboptimal"
    assert Decimal(found["gap"]["lower"]) > Decimal("1e-3")


def test_rationals_are_taken_exactly():
    """Randomized response at e^ε = 3 − 1e-30, ε = log 3: doubles could not tell it from 3."""
    t = Fraction(3) - Fraction(1, 10**30)
    kernel = [[(t if x == y else 1) / (t + 2) for y in range(3)] for x in range(3)]
    problem = Information(prior=["1/3", "1/3", "1/3"], epsilon="1.0986122886681098")
    found = part(certify(problem, kernel))
    assert found["entries"][0][0] == str(t / (t + 2))
    floats = part(certify(problem, [[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]]))
    assert floats["entries"][0] == ["0.6", "0.2", "0.2"]


@pytest.mark.parametrize(
    ("kernel", "constraint"),
    [
        ([[0.5, 0.6], [0.5, 0.5], [0.5, 0.5]], "stochastic"),
        ([[1.1, -0.1], [0.5, 0.5], [0.5, 0.5]], "nonnegative"),
        ([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]], "privacy"),
    ],
)
def test_what_is_broken_is_named(kernel, constraint):
    certificate = certify(staircase(1), kernel)
    assert certificate.verdict == "infeasible"
    breach = part(certificate)["breach"]
    assert breach["constraint"] == constraint
    assert Decimal(breach["amount"]) > Decimal("0.09")


def test_what_other_problems_break_is_named():
    drifting = np.tile([0.4, 0.3, 0.3], (3, 1))
    assert part(certify(public_prior(1), drifting))["breach"]["constraint"] == "invariance"
    found = part(certify(mollifier("1/10"), P0))
    assert found["breach"]["constraint"] in ("lower", "upper")
    assert part(certify(mollifier(1), [0.5, 0.3, 0.3]))["breach"]["constraint"] == "sum"
    gaussian = MinimaxSampler(k=3, nu="1/2", divergence="tv")
    breach = part(certify(gaussian, np.eye(3)))["breach"]
    assert breach["constraint"] == "privacy"
    assert Decimal(breach["beta"]) >= 0


def test_a_gaussian_sampler_is_judged():
    problem = MinimaxSampler(k=3, nu=1, divergence="tv")
    assert certify(problem, solve(problem).mechanism).verdict == "optimal"
    assert certify(problem, np.full((3, 3), 1 / 3)).verdict == "suboptimal"


def test_where_every_mechanism_is_infinitely_far_any_private_one_is_optimal():
    problem = PublicPrior(prior=Q, epsilon=1, divergence="alpha:0")
    certificate = certify(problem, np.tile([1 / 2, 1 / 3, 1 / 6], (3, 1)))
    assert certificate.bounds == ("inf", "inf")
    assert certificate.verdict == "optimal"


def test_bad_arguments_are_named():
    with pytest.raises(InputError, match="mechanism"):
        certify(staircase(1), [[0.5, 0.5]])
    with pytest.raises(InputError, match="tolerance"):
        certify(staircase(1), tolerance=1.0)
