"""The quaternary mechanism for approximate privacy of one bit (kairouz2016, section 5)."""

import numpy as np
from numpy.typing import NDArray

from . import _inputs


def quaternary(epsilon: _inputs.Scalar, delta: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return the mechanism that tells the bit with probability delta, else flips it.

    .. math:: Q = \begin{pmatrix}
              \delta & 0 & \frac{1-\delta}{1+e^\varepsilon}
                         & \frac{(1-\delta) e^\varepsilon}{1+e^\varepsilon} \\
              0 & \delta & \frac{(1-\delta) e^\varepsilon}{1+e^\varepsilon}
                         & \frac{1-\delta}{1+e^\varepsilon} \end{pmatrix}

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, eq. 24 (claimed optimal for k = 2 in
    Theorem 18).

    Args:
        epsilon: privacy level in nats, at least 0.
        delta: additive privacy level, 0 to 1.

    Returns:
        Row-stochastic array of shape (2, 4), rows are inputs.

    Raises:
        InputError: epsilon negative or not finite, or delta outside [0, 1].

    Example:
        >>> quaternary(1.0, 0.1).round(4)
        array([[0.1  , 0.   , 0.242, 0.658],
               [0.   , 0.1  , 0.658, 0.242]])
    """
    u = _inputs.decay(epsilon)
    delta = _inputs.scalar("delta", delta, 0.0, 1.0)
    high, low = (1.0 - delta) / (1.0 + u), (1.0 - delta) * u / (1.0 + u)
    return np.array([[delta, 0.0, low, high], [0.0, delta, high, low]])
