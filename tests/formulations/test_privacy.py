"""True ε and δ by enumeration of all events; repairs; constraints."""

import math
from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations.privacy import (
    column_form,
    hockey_stick_profile,
    make_private,
    true_delta,
    true_epsilon,
    true_epsilon_at,
    worst_ratio,
)


def kernels(rows=(1, 2, 3), columns=(1, 2, 4)):
    entries = st.integers(0, 9)

    def stochastic(matrix):
        matrix = [row if any(row) else [1] * len(row) for row in matrix]
        return np.array([[x / sum(row) for x in row] for row in matrix])

    return st.tuples(st.sampled_from(rows), st.sampled_from(columns)).flatmap(
        lambda shape: st.lists(
            st.lists(entries, min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        ).map(stochastic)
    )


def brute_epsilon(kernel):
    worst = 1.0
    for column in np.asarray(kernel).T.tolist():
        for a in column:
            for b in column:
                if a > 0:
                    worst = max(worst, a / b if b > 0 else math.inf)
    return math.log(worst)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(kernels())
def test_true_epsilon_is_the_largest_log_ratio(kernel):
    assert true_epsilon(kernel) == pytest.approx(brute_epsilon(kernel), abs=1e-14)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(kernels(), st.sampled_from([0.0, 1e-6, 0.3, 1.0, 5.0]))
def test_true_delta_is_the_worst_event(brute_delta, kernel, epsilon):
    assert true_delta(kernel, epsilon) == pytest.approx(brute_delta(kernel, epsilon), abs=1e-14)
    profile = hockey_stick_profile(kernel, epsilon)
    assert profile.shape == (len(kernel), len(kernel))
    assert np.diag(profile).max() == 0.0


@settings(max_examples=50, deadline=None, derandomize=True)
@given(kernels(), st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]))
def test_true_epsilon_at_delta_is_where_the_worst_event_costs_delta(brute_delta, kernel, delta):
    epsilon = true_epsilon_at(kernel, delta)
    if math.isinf(epsilon):
        assert brute_delta(kernel, 30.0) > delta
        return
    assert brute_delta(kernel, epsilon) <= delta + 1e-12
    if epsilon > 1e-6:
        assert brute_delta(kernel, epsilon - 1e-6) > delta


def test_known_kernels():
    rr = np.array([[3, 1], [1, 3]]) / 4
    assert true_epsilon(rr) == pytest.approx(math.log(3), rel=1e-15)
    assert true_epsilon_at(rr, 0.0) == pytest.approx(math.log(3), rel=1e-15)
    assert true_epsilon_at(rr, 0.5) == 0.0
    assert true_epsilon_at(rr, 0.25) == pytest.approx(math.log(2), rel=1e-15)
    assert true_epsilon(np.eye(2)) == math.inf
    assert true_epsilon(np.full((3, 2), 0.5)) == 0.0
    assert true_epsilon([[0.0, 1.0], [0.0, 1.0]]) == 0.0
    assert true_epsilon([[0.2, 0.8]]) == 0.0


def test_the_breach_says_where():
    kernel = np.array([[0.5, 0.25, 0.25], [0.5, 0.45, 0.05], [0.5, 0.3, 0.2]])
    breach = worst_ratio(kernel)
    assert (breach.row, breach.other_row, breach.column) == (0, 1, 2)
    assert breach.epsilon == pytest.approx(math.log(5))


@pytest.mark.parametrize("epsilon", [1e-9, 1e-4, 1.0, 20.0, 100.0, 600.0])
def test_ratios_are_exact_at_every_level(epsilon):
    u = math.exp(-epsilon)
    rr = np.array([[1, u], [u, 1]]) / (1 + u)
    assert true_epsilon(rr) == pytest.approx(epsilon, rel=1e-12, abs=1e-15)
    assert true_epsilon(rr) != pytest.approx(epsilon * (1 + 1e-6), rel=1e-9, abs=1e-16)
    assert true_delta(rr, epsilon) <= 1e-15


@settings(max_examples=50, deadline=None, derandomize=True)
@given(kernels(), st.sampled_from([0.0, 1e-9, 1e-4, 0.5, 3.0, 20.0, 600.0]))
def test_make_private_reaches_the_level_and_keeps_the_rows(kernel, epsilon):
    base = kernel.mean(axis=0)
    repaired = make_private(kernel, base / base.sum(), epsilon)
    assert true_epsilon(repaired) <= epsilon + 1e-14
    assert np.allclose(repaired.sum(axis=1), 1, rtol=1e-14)
    assert repaired.min() >= 0
    if true_epsilon(kernel) <= epsilon:
        assert np.allclose(repaired, kernel, atol=1e-14)
    elif epsilon > 0:
        weight = float(np.abs(repaired - kernel).max() / np.abs(base - kernel).max())
        barely = (1 - 0.999 * weight) * kernel + 0.999 * weight * base
        assert true_epsilon(barely) > epsilon, "a smaller repair would have done"


def test_make_private_keeps_an_invariant_base():
    q = np.array([0.5, 0.3, 0.2])
    for epsilon in (0.0, 0.1, 2.0):
        repaired = make_private(np.eye(3), q, epsilon)
        assert np.allclose(q @ repaired, q, rtol=1e-14)


def test_a_column_form_is_the_pairwise_form():
    generator, epsilon = np.random.default_rng(4), 0.7
    private = 0
    for _ in range(60):
        kernel = generator.dirichlet(np.full(3, 8.0), 3)
        highest = cp.Variable((1, 3))
        form = column_form(kernel, highest, math.exp(-epsilon))
        assert set(form) == {"privacy_low", "privacy_high"}
        # Feasible for some h exactly if it is for h = the column maximum.
        highest.value = kernel.max(axis=0, keepdims=True)
        holds = all(c.violation().max() <= 1e-15 for c in form.values())
        assert holds == (brute_epsilon(kernel) <= epsilon)
        private += holds
    assert 0 < private < 60


def test_exact_fractions_agree():
    kernel = [[Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], [Fraction(1, 3)] * 3]
    assert true_epsilon(kernel) == pytest.approx(math.log(2), rel=1e-15)
    assert true_epsilon_at(kernel, 0.0) == pytest.approx(math.log(2), rel=1e-15)
    assert true_delta(kernel, 0.0) == pytest.approx(1 / 6, rel=1e-15)
