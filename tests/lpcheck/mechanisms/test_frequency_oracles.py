"""Frequency oracles: against the definitions played through, and each other's closed forms."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from formulations import InputError
from formulations.estimation import risk, subset_risk
from formulations.privacy import true_epsilon
from lpcheck.mechanisms import (
    DIFFERENCE_SETS,
    cyclic_design,
    hadamard_response,
    hash_cells,
    local_hashing,
    optimized_unary_encoding,
    symmetric_unary_encoding,
)
from lpcheck.mechanisms.set_reports import (
    counting_risk,
    hashing_weights,
    unary_weights,
    uniform_risk,
)

UNARY = {"sue": symmetric_unary_encoding, "oue": optimized_unary_encoding}


def bits(name, epsilon):
    if name == "sue":
        p = math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)
        return p, 1 - p
    return 0.5, 1 / (math.exp(epsilon) + 1)


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("k", [1, 2, 4])
def test_unary_encoding_is_independent_bits(name, k):
    epsilon = 1.3
    p, q = bits(name, epsilon)
    kernel = UNARY[name](k, epsilon)
    for y, report in enumerate(product([0, 1], repeat=k)):
        for x in range(k):
            chance = 1.0
            for z, bit in enumerate(report):
                one = p if z == x else q
                chance *= one if bit else 1 - one
            assert kernel[x, y] == pytest.approx(chance, rel=1e-12)


@pytest.mark.parametrize(("k", "cells"), [(2, 2), (3, 3), (4, 2)])
def test_local_hashing_is_a_hash_and_randomized_response(k, cells):
    epsilon = 0.8
    t = math.exp(epsilon)
    found = np.zeros((k, 2**k))
    for h in product(range(cells), repeat=k):
        for cell in range(cells):
            column = sum((h[x] == cell) << (k - 1 - x) for x in range(k))
            for x in range(k):
                chance = (t if h[x] == cell else 1) / (t + cells - 1)
                found[x, column] += chance / cells**k
    np.testing.assert_allclose(local_hashing(k, epsilon, cells), found, rtol=1e-12)
    assert hash_cells(epsilon) == 3


@pytest.mark.parametrize("epsilon", [0.0, 0.01, 1.0, 5.0])
def test_all_are_stochastic_and_spend_what_they_say(epsilon):
    kernels = [
        symmetric_unary_encoding(5, epsilon),
        optimized_unary_encoding(5, epsilon),
        local_hashing(5, epsilon),
        local_hashing(5, epsilon, 2),
        hadamard_response(5, epsilon),
        cyclic_design(7, epsilon, DIFFERENCE_SETS[7]),
    ]
    for kernel in kernels:
        np.testing.assert_allclose(kernel.sum(axis=1), 1.0, rtol=1e-12)
        assert true_epsilon(kernel) == pytest.approx(epsilon, abs=1e-12)


@pytest.mark.parametrize("k", [2, 3, 6])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_closed_form_of_the_risk_is_that_of_the_kernel(k, epsilon):
    uniform = np.full(k, 1 / k)
    for name, kernel in UNARY.items():
        weights, _ = unary_weights(k, *bits(name, epsilon))
        assert uniform_risk(k, epsilon, weights) == pytest.approx(
            risk(kernel(k, epsilon), uniform), rel=1e-9
        )
    for cells in (2, 5):
        weights, _ = hashing_weights(k, epsilon, cells)
        assert uniform_risk(k, epsilon, weights) == pytest.approx(
            risk(local_hashing(k, epsilon, cells), uniform), rel=1e-9
        )


@pytest.mark.parametrize("k", sorted(DIFFERENCE_SETS))
def test_a_block_design_is_as_good_as_subset_selection(k):
    base, uniform = DIFFERENCE_SETS[k], np.full(k, 1 / k)
    assert risk(cyclic_design(k, 1.0, base), uniform) == pytest.approx(
        subset_risk(k, 1.0, len(base)), rel=1e-9
    )
    moved = (*base[:-1], next(x for x in range(k) if x not in base))
    assert risk(cyclic_design(k, 1.0, moved), uniform) > subset_risk(k, 1.0, len(base)) * (1 + 1e-6)


def test_counting_support_is_an_unbiased_estimator_with_that_risk():
    k, epsilon, P = 4, 1.0, np.array([0.4, 0.3, 0.2, 0.1])
    for name, kernel in UNARY.items():
        p, q = bits(name, epsilon)
        a = (np.array(list(product([0, 1], repeat=k))).T - q) / (p - q)
        Q = kernel(k, epsilon)
        np.testing.assert_allclose(a @ Q.T, np.eye(k), atol=1e-12)
        assert (P @ Q) @ (a**2).sum(axis=0) - P @ P == pytest.approx(counting_risk(p, q, P))
        assert counting_risk(p, q, P) > risk(Q, P)
    t = math.e  # Wang et al. 2017: 4t/(t − 1)² a rare letter
    assert counting_risk(*bits("oue", 1.0), np.zeros(1)) == pytest.approx(4 * t / (t - 1) ** 2)


def test_bad_input():
    with pytest.raises(InputError, match="k"):
        optimized_unary_encoding(17, 1.0)
    with pytest.raises(InputError, match="cells"):
        local_hashing(3, 1.0, 1)
    with pytest.raises(InputError, match="base"):
        cyclic_design(7, 1.0, (0, 0))
    with pytest.raises(InputError, match="epsilon"):
        hadamard_response(3, -1.0)
