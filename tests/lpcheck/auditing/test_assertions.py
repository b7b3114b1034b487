"""Assertions of lpcheck.testing take a client."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from formulations import Information
from lpcheck.testing import InconclusiveError, assert_optimal, assert_private, take_checks


def response(x, k=3, t=math.e):
    return x if random.random() < t / (t + k - 1) else (x + random.randrange(1, k)) % k


@pytest.fixture(autouse=True)
def _forget():
    yield
    take_checks()


def test_a_private_client_passes_and_a_hundredth_less_fails():
    assert assert_private(response, epsilon=1, inputs=range(3)) == pytest.approx(1, abs=1e-14)
    with pytest.raises(AssertionError, match="infeasible: output 0 has probability"):
        assert_private(response, epsilon=0.99, inputs=range(3))
    assert [check.verdict for check in take_checks()] == ["private", "infeasible"]


def test_a_client_with_a_tail_is_judged_by_what_is_certain():
    def geometric(x):
        sign = 1 if random.random() < 0.5 else -1
        return min(max(x + sign * (np.random.default_rng().geometric(0.5) - 1), 0), 3)

    assert assert_private(geometric, epsilon=9, inputs=range(4)) < 9
    with pytest.raises(InconclusiveError):
        assert_private(lambda x: random.choices(range(100), k=2), epsilon=1, inputs=[0, 1])


def test_delta_is_kept():
    leaky = lambda x: x if random.random() < 0.01 else 2  # noqa: E731
    assert_private(leaky, epsilon=1, delta=0.01 + 1e-9, inputs=[0, 1])
    with pytest.raises(AssertionError):
        assert_private(leaky, epsilon=1, delta=0.009, inputs=[0, 1])


def test_an_optimal_client_passes_and_another_fails():
    problem = Information(prior=["1/3"] * 3, epsilon=1)
    assert assert_optimal(problem, response, inputs=range(3)).verdict == "optimal"
    with pytest.raises(AssertionError, match="suboptimal"):
        assert_optimal(problem, lambda x: response(x, t=2.7), inputs=range(3))
