import math

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import geometric_as_printed, randomized_response, truncated_geometric


def summed(k, rate, reach=3000):
    """Return the kernel by summing the noise over the integers, clamped, in 1-based indices."""
    kernel = np.zeros((k, k))
    for x in range(k):
        for y in range(x - reach, x + reach + 1):
            mass = (1 - rate) / (1 + rate) * rate ** abs(y - x)
            kernel[x, min(max(y, 0), k - 1)] += mass
    return kernel


@pytest.mark.parametrize("k", [2, 3, 9])
@pytest.mark.parametrize("epsilon", [0.3, 2.0, 40.0, 300.0])
def test_private_exactly_at_epsilon(k, epsilon, is_tight):
    assert is_tight(truncated_geometric(k, epsilon), epsilon)
    assert not is_tight(truncated_geometric(k, epsilon + 0.01), epsilon)


@pytest.mark.parametrize(("k", "epsilon"), [(2, 0.5), (4, 1.0), (6, 3.0)])
def test_folds_the_tails(k, epsilon):
    kernel = truncated_geometric(k, epsilon)
    expected = summed(k, math.exp(-epsilon / (k - 1)))
    assert abs(kernel - expected).max() < 1e-13
    wrong = summed(k, math.exp(-epsilon / k))  # a step of epsilon / k
    assert abs(kernel - wrong).max() > 1e-3


def test_degenerate():
    assert truncated_geometric(1, 2.0).tolist() == [[1.0]]
    assert (truncated_geometric(4, 0) == [[0.5, 0, 0, 0.5]] * 4).all()
    np.testing.assert_allclose(truncated_geometric(2, 1.0), randomized_response(2, 1.0), rtol=1e-15)
    assert (truncated_geometric(3, 3000) == np.eye(3)).all()


@pytest.mark.parametrize("k", [2, 3, 6])
def test_printed_formula_has_level_log_of_epsilon(k, is_private, is_stochastic):
    for epsilon in [0.1, 0.3, 0.5]:
        printed = geometric_as_printed(k, epsilon)
        assert is_stochastic(printed)
        assert not is_private(printed, epsilon)
        assert is_private(printed, -math.log(epsilon))
        assert not is_private(printed, -math.log(epsilon) - 0.01)
        assert abs(printed - summed(k, epsilon ** (1 / (k - 1)))).max() < 1e-13
    # Above the solution of epsilon = -log(epsilon) it is private, with budget to spare.
    assert is_private(geometric_as_printed(k, 0.5672), 0.5672)
    assert not is_private(geometric_as_printed(k, 0.5671), 0.5671)


def test_printed_formula_from_one_on():
    assert geometric_as_printed(3, 4.0).min() == pytest.approx(-2 / 3)
    assert (geometric_as_printed(4, 1.0)[:, 1:-1] == 0).all()
    assert (geometric_as_printed(3, 0) == np.eye(3)).all()
    assert truncated_geometric(3, 4.0).min() > 0


@pytest.mark.parametrize("epsilon", [-1.0, math.nan])
def test_refuses(epsilon):
    for mechanism in (truncated_geometric, geometric_as_printed):
        with pytest.raises(InputError):
            mechanism(3, epsilon)
        with pytest.raises(InputError):
            mechanism(0, 1.0)
    with pytest.raises(InputError):
        geometric_as_printed(1, 1.0)
