"""The search over patterns: against all of them listed, and its bound from any multipliers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from formulations import Estimation, solve
from formulations.estimation import risk
from formulations.estimation.search import Searched


def zipf(k):
    shares = [Fraction(1, x) for x in range(1, k + 1)]
    return [s / sum(shares) for s in shares]


@pytest.mark.parametrize("k", [5, 8, 11])
@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_against_all_patterns(k, epsilon):
    prior = np.array(zipf(k), dtype=float)
    searched = Searched(prior, epsilon)
    kernel, matrix, alpha = searched.proposal()
    best = solve(Estimation(prior=zipf(k), epsilon=epsilon)).value
    assert risk(kernel, prior) == pytest.approx(best, rel=1e-8)
    free = np.eye(k) - 1 / k
    rng = np.random.default_rng(1)
    for size in (0.0, 1e-3, 0.1):
        B = matrix * (1 + size * rng.normal(size=(k, k)))
        B = free @ (B + B.T) @ free / 2
        priced = alpha * (1 + size * rng.normal(size=k))
        total = priced.sum() + k * searched.shift(B, priced)
        bound = max(np.trace(B), 0.0) ** 2 / total
        assert bound <= best * (1 + 1e-9)
        assert size > 0 or bound >= 0.6 * best  # loose at small k, where it is not used


def test_beyond_the_list_there_is_a_mechanism_and_a_bound():
    stated = Estimation(prior=zipf(18), epsilon=1)
    solution = solve(stated)
    assert stated.violations(solution.mechanism, 1e-9) == ()
    assert solution.status == "inconclusive"
    assert 0.99 * solution.bounds.upper <= solution.bounds.lower < solution.bounds.upper
    assert solution.value == solution.bounds.upper
