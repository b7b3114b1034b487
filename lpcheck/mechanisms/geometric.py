"""Geometric noise with the tails folded onto the ends (kairouz2016, section 3.4)."""

import math
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _inputs


def truncated_geometric(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return two-sided geometric noise, clamped to 1..k.

    With :math:`r = e^{-\varepsilon/(k-1)}` the noisy value has mass
    :math:`\frac{1-r}{1+r} r^{|y-x|}` on the integers, and the mass beyond an end goes to that
    end:

    .. math:: Q(1|x) = \frac{r^{x-1}}{1+r}, \quad Q(k|x) = \frac{r^{k-x}}{1+r}, \quad
              Q(y|x) = \frac{1-r}{1+r} r^{|y-x|} \quad (1 < y < k).

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, section 3.4, with
    :math:`e^{-\varepsilon}` where :math:`\varepsilon` is printed (see `geometric_as_printed`).

    Args:
        k: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, k), rows are inputs; [[1.]] for k = 1, and half the
        mass on each end for epsilon = 0.

    Raises:
        InputError: k < 1, or epsilon negative or not finite.

    Example:
        >>> truncated_geometric(3, 1.0).round(4)
        array([[0.6225, 0.1486, 0.229 ],
               [0.3775, 0.2449, 0.3775],
               [0.229 , 0.1486, 0.6225]])
    """
    k = _inputs.size("k", k, high=_inputs.LARGEST_KERNEL)
    epsilon = _inputs.scalar("epsilon", epsilon)
    if k == 1:
        return np.ones((1, 1))
    step = epsilon / (k - 1)
    powers = np.exp(-step * np.arange(k))
    return _folded(powers, math.exp(-step), -math.expm1(-step))


def geometric_as_printed(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return the mechanism with the formula exactly as section 3.4 prints it.

    .. math:: Q(y|x) = \frac{1-\varepsilon^{1/(k-1)}}{1+\varepsilon^{1/(k-1)}}
              \varepsilon^{|y-x|/(k-1)}, \quad y \in \mathbb{Z},

    then truncated at 1 and k. It is kept to be refuted: the end columns have entries 1 and
    :math:`\varepsilon` times a constant, so its level is :math:`|\log\varepsilon|`, which
    exceeds :math:`\varepsilon` below 0.5671 (and is infinite at 0, where it is the identity).
    From :math:`\varepsilon = 1` on the series over y no longer sums to one; the ends then hold
    the formal sum of the series, and every entry between the ends is zero or negative.

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, section 3.4, as printed.

    Args:
        k: size of the alphabet, at least 2 (the formula divides by k - 1).
        epsilon: the number written as epsilon, at least 0.

    Returns:
        Array of shape (k, k) whose rows sum to one; negative entries for epsilon > 1, k > 2.

    Raises:
        InputError: k < 2, or epsilon negative or not finite.

    Example:
        >>> geometric_as_printed(3, 0.5).round(4)
        array([[0.5858, 0.1213, 0.2929],
               [0.4142, 0.1716, 0.4142],
               [0.2929, 0.1213, 0.5858]])
    """
    k = _inputs.size("k", k, 2, _inputs.LARGEST_KERNEL)
    epsilon = _inputs.scalar("epsilon", epsilon)
    rate = epsilon ** (1.0 / (k - 1))
    return _folded(epsilon ** (np.arange(k) / (k - 1)), rate, 1.0 - rate)


def _folded(powers: NDArray[np.float64], rate: float, gap: float) -> NDArray[np.float64]:
    """Return the clamped kernel from powers[d] = rate^d; gap = 1 - rate, without cancellation."""
    index = np.arange(powers.size)
    kernel: NDArray[np.float64] = powers[np.abs(index[:, None] - index)] / (1.0 + rate)
    kernel[:, 1:-1] *= gap
    return kernel
