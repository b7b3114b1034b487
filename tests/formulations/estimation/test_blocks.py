"""Fewer sets than all that are as good: even shares of pairs, and the optimum as a kernel."""

from __future__ import annotations

import math

import numpy as np
import pytest

import lpcheck
from formulations import Estimation, solve
from formulations.estimation import risk, subset_risk
from formulations.estimation.blocks import blocks_within, cyclic_blocks


@pytest.mark.parametrize("k", [2, 3, 8, 13, 31, 64])
def test_pairs_have_even_shares(k):
    for size in sorted({1, min(2, k - 1), k // 3 or 1, k // 2, k - 1}):
        blocks, weights = cyclic_blocks(k, size)
        assert blocks.shape[1] <= k * (k // 2 + 1)
        assert (blocks.sum(axis=0) == size).all()
        assert weights.min() > 0
        shares = (blocks * weights) @ blocks.T
        wanted = np.full((k, k), size * (size - 1) / (k * (k - 1)))
        np.fill_diagonal(wanted, size / k)
        np.testing.assert_allclose(shares, wanted, atol=1e-14)


def test_all_sets_where_they_are_few():
    blocks, weights = blocks_within(5, 2, 50)
    assert blocks.shape == (5, math.comb(5, 2))
    assert (weights == 0.1).all()
    assert blocks_within(40, 10, 1000) is None
    assert blocks_within(500, 1, 250_000)[0].tolist() == np.eye(500).tolist()


@pytest.mark.parametrize(("k", "epsilon"), [(24, 1.0), (40, 0.5), (61, 2.0), (90, 1.0), (300, 7.0)])
def test_the_optimum_is_a_kernel(k, epsilon):
    problem = Estimation(k=k, epsilon=epsilon)
    found = solve(problem)
    assert found.mechanism is not None
    assert found.mechanism.size <= 400_000
    assert found.value == pytest.approx(subset_risk(k, epsilon, problem._subset), rel=1e-12)
    assert lpcheck.check(problem, found.mechanism).verdict == "optimal"
    # Weights that are a little off are worse, and said to be.
    off = found.mechanism * (1.0 + 0.1 * (np.arange(found.mechanism.shape[1]) % 2))
    off /= off.sum(axis=1, keepdims=True)
    assert risk(off, np.full(k, 1 / k)) > found.value * (1 + 1e-9)


def test_beyond_there_is_a_value_only():
    found = solve(Estimation(k=200, epsilon=1))
    assert found.mechanism is None
    assert "too large" in found.message
