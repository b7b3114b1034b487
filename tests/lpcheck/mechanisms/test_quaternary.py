import math

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import quaternary, randomized_response


def delta_of(kernel, epsilon):
    """Return the smallest delta of a two-row mechanism: the larger of both hockey-sticks."""
    first, second = kernel
    t = math.exp(epsilon)
    return max(np.maximum(a - t * b, 0).sum() for a, b in [(first, second), (second, first)])


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 4.0])
@pytest.mark.parametrize("delta", [0.0, 0.1, 0.9])
def test_uses_all_of_delta(epsilon, delta, is_stochastic):
    kernel = quaternary(epsilon, delta)
    assert is_stochastic(kernel)
    assert delta_of(kernel, epsilon) == pytest.approx(delta, abs=1e-15)
    assert delta_of(kernel, max(epsilon - 0.01, -0.01)) > delta + 1e-5
    assert delta_of(quaternary(epsilon, delta + 1e-6), epsilon) > delta + 9e-7


def test_equals_the_printed_formula():
    t, delta = math.exp(1.5), 0.2
    low, high = (1 - delta) / (1 + t), (1 - delta) * t / (1 + t)
    expected = [[delta, 0, low, high], [0, delta, high, low]]
    np.testing.assert_allclose(quaternary(1.5, delta), expected, rtol=1e-15)
    swapped = [expected[1], expected[0]]
    assert abs(quaternary(1.5, delta) - swapped).max() > 0.1


def test_delta_zero_is_randomized_response():
    assert (quaternary(1.0, 0)[:, [3, 2]] == randomized_response(2, 1.0)).all()
    assert (quaternary(800.0, 0)[:, [3, 2]] == np.eye(2)).all()
    assert (quaternary(1.0, 1)[:, :2] == np.eye(2)).all()


@pytest.mark.parametrize(("epsilon", "delta"), [(-1, 0.1), (1, -1e-9), (1, 1.1), (1, math.nan)])
def test_refuses(epsilon, delta):
    with pytest.raises(InputError):
        quaternary(epsilon, delta)
