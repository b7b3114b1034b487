"""The f of KL in both orders, and the bound."""

from __future__ import annotations

import math

import numpy as np
import pytest

from formulations.divergences import read_divergence
from lpcheck.papers.duchi2013.statements import SYMMETRISED, bound


def test_the_divergence_is_the_sum_of_both_orders():
    kl = read_divergence("kl")
    for p, q in np.random.default_rng(2013).dirichlet(np.ones(4), (5, 2)):
        both_orders = kl.between(p, q) + kl.between(q, p)
        assert SYMMETRISED.between(p, q) == pytest.approx(both_orders, rel=1e-12)
        assert SYMMETRISED.between(q, p) == pytest.approx(both_orders, rel=1e-12)
    assert math.isinf(SYMMETRISED.between([1.0, 0.0], [0.5, 0.5]))


def test_the_two_factors_of_the_bound_meet_at_log_two():
    assert bound(math.log(2.0), 0.5) == pytest.approx(4.0 * 0.25, rel=1e-12)
    assert bound(3.0, 1.0) == pytest.approx(4.0 * math.expm1(3.0) ** 2, rel=1e-12)
    assert bound(0.1, 1.0) == pytest.approx(math.exp(0.2) * math.expm1(0.1) ** 2, rel=1e-12)
