"""Bounds from draws hold, and say no more than the draws carry."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from formulations import InputError
from lpcheck.auditing import audit
from lpcheck.auditing.statistics import _clopper_pearson


def flips(p, seed):
    rng = np.random.default_rng(seed)
    return lambda x: x if rng.random() < p else 1 - x


def test_the_bounds_are_those_of_clopper_and_pearson():
    counts = np.array([[0, 1, 17, 99, 100]])
    low, high = _clopper_pearson(counts, 100, 0.005)
    for i, count in enumerate(counts[0]):
        if count:
            assert binom.sf(count - 1, 100, low[0, i]) == pytest.approx(0.005, rel=1e-9)
        if count < 100:
            assert binom.cdf(count, 100, high[0, i]) == pytest.approx(0.005, rel=1e-9)
    assert (low[0, 0], high[0, -1]) == (0, 1)


def test_a_breach_is_shown_by_draws_and_a_private_client_is_never_called_so():
    breach = audit(flips(0.9, 1), [0, 1], epsilon=1, draws=2000)
    assert breach.verdict == "infeasible"
    assert breach.rigor == "statistical"
    assert 1 < breach.true_epsilon < math.log(9)
    assert breach.epsilon_bounds[1] == math.inf
    kept = audit(flips(0.7, 2), [0, 1], epsilon=1, draws=20_000)
    assert kept.verdict == "inconclusive"
    assert "prove no more" in kept.explanation
    assert math.isnan(kept.delta)


def test_the_confidence_holds_over_many_audits():
    """At confidence 0.9 fewer than one in ten of the lower bounds may pass the true ε."""
    true = math.log(0.6 / 0.4)
    bounds = [
        audit(flips(0.6, seed), [0, 1], draws=200, confidence=0.9).true_epsilon
        for seed in range(100)
    ]
    assert sum(bound > true for bound in bounds) <= 10
    assert max(bounds) > 0.3 * true  # and they are no idle ones


def test_numbers_are_looked_at_through_thresholds():
    rng = np.random.default_rng(3)
    found = audit(lambda x: x + rng.laplace(scale=0.25), [0, 1], epsilon=2, draws=4000)
    assert found.verdict == "infeasible"
    assert 2 < found.true_epsilon < 4
    assert len(found.outputs) == 32
    assert "output > " in found.explanation or "output ≤ " in found.explanation


def test_what_draws_cannot_do_is_refused():
    from formulations import Information

    with pytest.raises(InputError, match="needs the exact kernel"):
        audit(flips(0.5, 0), [0, 1], 1, Information(prior=[0.5, 0.5], epsilon=1), draws=1000)
    with pytest.raises(InputError, match=r"made \d+ of 500000 draws"):
        audit(flips(0.5, 0), [0, 1], draws=10**6, seconds=0.05)
    with pytest.raises(InputError, match="raised ZeroDivisionError for input 0"):
        audit(lambda x: 1 / x, [0, 1], draws=1000)
