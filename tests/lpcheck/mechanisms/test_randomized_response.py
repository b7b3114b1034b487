import math

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import randomized_response


@pytest.mark.parametrize("k", [2, 3, 10])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 7.0, 300.0])
def test_private_exactly_at_epsilon(k, epsilon, is_tight):
    kernel = randomized_response(k, epsilon)
    assert is_tight(kernel, epsilon)
    assert not is_tight(randomized_response(k, epsilon + 0.01), epsilon)
    assert not is_tight(kernel, epsilon + 0.011)


def test_checks_reject_a_nudged_kernel(is_private, is_stochastic):
    wrong = randomized_response(3, 1.0)
    wrong[0, 0] += 1e-6
    assert not is_stochastic(wrong)
    assert not is_private(wrong, 1.0)


def test_equals_the_printed_formula():
    t = math.exp(2.0)
    expected = (np.ones((4, 4)) + (t - 1) * np.eye(4)) / (3 + t)
    np.testing.assert_allclose(randomized_response(4, 2.0), expected, rtol=1e-15)
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(randomized_response(4, 2.000001), expected, rtol=1e-15)


def test_degenerate():
    assert randomized_response(1, 3.0).tolist() == [[1.0]]
    assert (randomized_response(4, 0) == 0.25).all()
    assert (randomized_response(3, 800) == np.eye(3)).all()


@pytest.mark.parametrize(("k", "epsilon"), [(0, 1.0), (2, -1e-9), (2, math.nan), (2, math.inf)])
def test_refuses(k, epsilon):
    with pytest.raises(InputError):
        randomized_response(k, epsilon)
