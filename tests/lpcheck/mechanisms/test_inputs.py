"""What no mechanism can be made from is refused by name, in one line."""

import math
from fractions import Fraction

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import (
    apply_kernel,
    binary_hypothesis,
    project,
    public_prior_kernel,
    quaternary,
    randomized_response,
    subset_mechanism,
    truncated_geometric,
)

NO_NUMBER = [None, "", "one", 1j, [], {}, object(), math.nan, 10**400, np.ma.masked, -1]
NO_VECTOR = [
    None, "0.5,0.5", 1.0, [], [[0.5, 0.5]], [0.5, None], [0.5, "x"], [1j, 0], np.array([0.5, 0.5j]),
    [10**400, 0], [Fraction(10**400), 0], [[0.5], [0.5, 0.5]], [math.inf, 0], {"a": 1}, [-0.5, 1.5],
]  # fmt: skip


def refused(parameter, call):
    with pytest.raises(InputError) as caught:
        call()
    assert caught.value.parameter == parameter
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", NO_NUMBER, ids=lambda value: str(value)[:9])
def test_what_is_no_level_is_refused(value):
    refused("epsilon", lambda: randomized_response(3, value))
    refused("epsilon", lambda: public_prior_kernel([0.5, 0.5], value))
    refused("delta", lambda: quaternary(1.0, value))


@pytest.mark.parametrize("value", NO_VECTOR, ids=lambda value: str(value)[:9])
def test_what_is_no_vector_is_refused(value):
    refused("p0", lambda: binary_hypothesis(value, [0.5, 0.5], 1.0))
    refused("prior", lambda: public_prior_kernel(value, 1.0))
    refused("upper", lambda: project([0.5, 0.5], [0, 0], value))


@pytest.mark.parametrize(
    "value", [None, [0.5], [0.5, "x"], [0.5, 1j], [math.nan, 1], [math.inf, 1]]
)
def test_what_is_no_batch_is_refused(value):
    refused("p", lambda: apply_kernel(value, [0.5, 0.5], 1.0))


@pytest.mark.parametrize("value", [0, -1, 1.5, "3", None, 10_001, 2**31, 2**70])
def test_alphabets_too_large_for_memory_are_refused_at_once(value):
    refused("k", lambda: randomized_response(value, 1.0))
    refused("k", lambda: truncated_geometric(value, 1.0))
    refused("k", lambda: subset_mechanism(value, 1.0, 2))


def test_numbers_of_any_kind_are_taken():
    expected = randomized_response(3, 0.5)
    for value in (Fraction(1, 2), np.float32(0.5), np.array(0.5), "0.5"):
        assert (randomized_response(np.int64(3), value) == expected).all()
    exact = [Fraction(1, 2), Fraction(1, 2)]
    assert (public_prior_kernel(exact, 1.0) == public_prior_kernel([0.5, 0.5], 1.0)).all()
