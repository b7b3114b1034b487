"""Mutual information against a linear program in the θ-scale and optima by hand."""

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from formulations import Information, solve
from formulations.privacy import true_epsilon

F = Fraction
PRIORS = [
    [1],
    [F(1, 2), F(1, 2)],
    [1, 0],
    [F(3, 10), F(7, 10)],
    [F(1, 4)] * 4,
    [F(1, 2), F(1, 4), F(1, 4)],
    [F(998, 1000), F(1, 1000), F(1, 1000)],
    [F(1, 2), 0, F(1, 2)],
    [F(k, 15) for k in range(1, 6)],
]


def information(prior, kernel):
    """Σ P(x) Q(y|x) log(Q(y|x)/M(y)) in 60 digits."""
    with localcontext() as context:
        context.prec = 60
        P = [Decimal(F(p).numerator) / Decimal(F(p).denominator) for p in prior]
        Q = [[Decimal(float(x)) for x in row] for row in kernel]
        total = Decimal(0)
        for y in range(len(Q[0])):
            m = sum(p * row[y] for p, row in zip(P, Q, strict=True))
            total += sum(
                p * row[y] * (row[y] / m).ln()
                for p, row in zip(P, Q, strict=True)
                if p > 0 and row[y] > 0
            )
        return float(total)


def theta_scale_optimum(prior, epsilon):
    t, P = math.exp(epsilon), [float(p) for p in prior]
    columns = list(itertools.product((1.0, t), repeat=len(P)))
    utilities = []
    for s in columns:
        m = math.fsum(p * x for p, x in zip(P, s, strict=True))
        utilities.append(math.fsum(p * x * math.log(x / m) for p, x in zip(P, s, strict=True)))
    found = linprog(
        -np.array(utilities), A_eq=np.array(columns).T, b_eq=np.ones(len(P)), method="highs"
    )
    assert found.status == 0
    return -found.fun


@pytest.mark.parametrize("prior", PRIORS, ids=str)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_optimum_is_that_of_the_theta_program(prior, epsilon):
    solution = solve(Information(prior=prior, epsilon=epsilon))
    expected = theta_scale_optimum(prior, epsilon)
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-8, abs=1e-10)
    if expected > 1e-3:
        wrong = theta_scale_optimum(prior, epsilon + 0.01)
        assert solution.value != pytest.approx(wrong, rel=1e-8, abs=1e-10)


@pytest.mark.parametrize("epsilon", [1e-9, 1e-4, 0.5, 5.0, 20.0, 100.0, 600.0])
def test_a_fair_coin_has_the_capacity_of_a_binary_symmetric_channel(epsilon):
    solution = solve(Information(prior=[0.5, 0.5], epsilon=epsilon))
    with localcontext() as context:
        context.prec = 60
        t = Decimal(-epsilon).exp()
        flip, keep = t / (1 + t), 1 / (1 + t)
        expected = float(Decimal(2).ln() + flip * flip.ln() + keep * keep.ln())
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(expected, rel=1e-9 + 4e-16 / epsilon, abs=0)


@pytest.mark.parametrize("prior", PRIORS, ids=str)
@pytest.mark.parametrize("epsilon", [0, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_the_mechanism_is_private_and_has_the_value(prior, epsilon):
    problem = Information(prior=prior, epsilon=epsilon)
    solution = solve(problem)
    assert solution.status == "optimal"
    assert true_epsilon(solution.mechanism) <= epsilon + 1e-14
    seen = information(prior, solution.mechanism)
    assert solution.value == pytest.approx(seen, rel=1e-6, abs=1e-15)
    assert solution.bounds.width <= 1e-9 * solution.value + 1e-14 * problem.natural_scale


@pytest.mark.parametrize("epsilon", [100.0, 600.0])
def test_without_privacy_the_information_is_the_entropy(epsilon):
    for prior in PRIORS:
        entropy = -math.fsum(float(p) * math.log(p) for p in prior if p)
        value = solve(Information(prior=prior, epsilon=epsilon)).value
        assert value == pytest.approx(entropy, rel=1e-12, abs=1e-15)


def test_value_of_any_kernel_is_the_plain_sum():
    generator = np.random.default_rng(2)
    for prior in PRIORS:
        Q = generator.dirichlet(np.ones(4), len(prior))
        seen = Information(prior=prior, epsilon=1).value(Q)
        assert seen == pytest.approx(information(prior, Q), rel=1e-11, abs=1e-15)
        if len(prior) > 1 and seen > 0:
            assert seen != pytest.approx(information(prior, Q[::-1] ** 2), rel=1e-6)
