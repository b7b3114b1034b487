"""Randomized response on k symbols (kairouz2016, eq. 15)."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _inputs


def randomized_response(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return randomized response, the symbol itself with the highest odds allowed.

    .. math:: Q(y|x) = \frac{e^\varepsilon}{k-1+e^\varepsilon} \text{ if } y = x,
              \quad \frac{1}{k-1+e^\varepsilon} \text{ otherwise.}

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, eq. 15 (claimed optimal for large
    epsilon, Theorems 8 and 14).

    Args:
        k: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, k), rows are inputs.

    Raises:
        InputError: k < 1, or epsilon negative or not finite.

    Example:
        >>> randomized_response(3, 1.0).round(4)
        array([[0.5761, 0.2119, 0.2119],
               [0.2119, 0.5761, 0.2119],
               [0.2119, 0.2119, 0.5761]])
    """
    k = _inputs.size("k", k, high=_inputs.LARGEST_KERNEL)
    # Numerator and denominator are divided by e^eps, so that nothing overflows.
    u = _inputs.decay(epsilon)
    total = 1.0 + (k - 1) * u
    kernel = np.full((k, k), u / total)
    np.fill_diagonal(kernel, 1.0 / total)
    return kernel
