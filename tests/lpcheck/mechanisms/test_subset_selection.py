import math
from itertools import combinations

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import randomized_response, subset_mechanism


@pytest.mark.parametrize(("k", "size"), [(2, 1), (4, 2), (5, 3), (8, 4)])
@pytest.mark.parametrize("epsilon", [0.5, 3.0, 300.0])
def test_private_exactly_at_epsilon(k, size, epsilon, is_tight):
    kernel = subset_mechanism(k, epsilon, size)
    assert kernel.shape == (k, math.comb(k, size))
    assert is_tight(kernel, epsilon)
    assert not is_tight(subset_mechanism(k, epsilon + 0.01, size), epsilon)


def test_high_entries_are_the_members():
    kernel = subset_mechanism(4, 1.0, 2)
    high = [tuple(np.flatnonzero(column == column.max())) for column in kernel.T]
    assert high == list(combinations(range(4), 2))
    assert kernel.max() / kernel.min() == pytest.approx(math.e, rel=1e-15)


def test_size_one_is_randomized_response():
    kernel = subset_mechanism(5, 1.3, 1)
    np.testing.assert_allclose(kernel, randomized_response(5, 1.3), rtol=1e-15)
    assert abs(kernel - randomized_response(5, 1.300001)).max() > 1e-8


def test_degenerate():
    assert (subset_mechanism(3, 2.0, 3) == 1.0).all()
    assert subset_mechanism(1, 2.0, 1).tolist() == [[1.0]]
    assert np.allclose(subset_mechanism(4, 0, 2), 1 / 6, rtol=1e-15, atol=0)


@pytest.mark.parametrize(("k", "size"), [(3, 0), (3, 4), (60, 30)])
def test_refuses(k, size):
    with pytest.raises(InputError):
        subset_mechanism(k, 1.0, size)
