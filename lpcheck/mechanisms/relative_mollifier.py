r"""The relative mollifier of Husain et al., the baseline of zamanlooy2025 (section 2.2)."""

import math
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from . import _inputs
from ._clip import TINY, sum_slack
from .projection import Projection, project


def relative_mollifier(
    target: ArrayLike, reference: ArrayLike, epsilon: _inputs.Scalar
) -> Projection:
    r"""Return the projection of p on the relative mollifier of q.

    .. math:: e^{-\varepsilon/2} q \le \hat p \le \min(1, e^{\varepsilon/2} q)

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Definition 2 and eq. 3 (from
    Husain et al., 2020). No C need exist: see `normaliser_exists`.

    Args:
        target: the distribution p, shape (k,).
        reference: the distribution q, shape (k,).
        epsilon: privacy level in nats, at least 0.

    Returns:
        The projection, see `project`.

    Raises:
        InputError: not distributions, different lengths, or a bad epsilon.

    Example:
        >>> relative_mollifier([0.7, 0.2, 0.1], [0.4, 0.3, 0.3], 1.0).distribution.round(4)
        array([0.6361, 0.182 , 0.182 ])
    """
    q = _inputs.distribution("reference", reference)
    u = math.exp(-_inputs.scalar("epsilon", epsilon) / 2)
    q = q / q.sum()
    # q / u only where it stays below 1: it overflows for large epsilon.
    high = np.where(q > 0.0, 1.0, 0.0)
    np.divide(q, u, out=high, where=q < u)
    return project(target, u * q, high)


def normaliser_exists(target: ArrayLike, reference: ArrayLike, epsilon: _inputs.Scalar) -> bool:
    r"""Tell whether a C > 0 makes the printed closed form of the mollifier sum to one.

    It does if and only if

    .. math:: \varepsilon = 0 \quad\text{or}\quad
              q(\operatorname{supp} p) \ge \frac{1}{1 + e^{\varepsilon/2}}.

    Proof. Put :math:`\tau = e^{\varepsilon/2} > 1`, :math:`Q = q(\operatorname{supp} p)`. The sum
    is continuous in C, :math:`1/\tau \le 1` for large C and :math:`\tau Q + (1-Q)/\tau` for small
    C; the latter is at least 1 iff :math:`Q(\tau^2 - 1) \ge \tau - 1`. (The cap at 1 binds only
    if some :math:`q_i > 1/\tau` in supp p; then both sides hold.)

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, eq. 3, which states no condition.

    Args:
        target: the distribution p, shape (k,).
        reference: the distribution q, shape (k,).
        epsilon: privacy level in nats, at least 0.

    Returns:
        True if the closed form is defined (at the threshold up to rounding).

    Raises:
        InputError: not distributions, different lengths, or a bad epsilon.

    Example:
        >>> normaliser_exists([1, 0, 0], [0.2, 0.4, 0.4], 1.0)  # 0.2 < 1 / (1 + √e)
        False
        >>> normaliser_exists([1, 0, 0], [0.4, 0.3, 0.3], 1.0)
        True
    """
    p = _inputs.distribution("target", target)
    q = _inputs.distribution("reference", reference, p.size)
    u = math.exp(-_inputs.scalar("epsilon", epsilon) / 2)
    inside = float(q[p >= TINY].sum() / q.sum())
    threshold = u / (1.0 + u) * (1.0 - sum_slack(p.size))
    return u == 1.0 or (inside > 0.0 and inside >= threshold)  # u is 0 beyond epsilon = 1490


def husain_worst_case_diagonal(n: SupportsIndex, epsilon: _inputs.Scalar) -> float:
    r"""Return the mass that the baseline with uniform reference leaves on its worst point.

    .. math:: x_1 = \min\Big(\frac{e^{\varepsilon/2}}{n},
                             1 - \frac{(n-1) e^{-\varepsilon/2}}{n}\Big)

    The projected divergence is convex in p, so its maximum sits at a point mass; there it is
    :math:`x f(1/x) + (1-x) f(0)`, decreasing in :math:`x = \hat p_1`, and x is largest at its
    upper bound or where all others are at their lower bounds, whichever comes first.

    Source: derived for the baseline of zamanlooy2025, eq. 2-3.

    Args:
        n: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        A number in (0, 1]; the first term applies for e^(epsilon/2) <= n - 1.

    Raises:
        InputError: n < 1, or epsilon negative or not finite.

    Example:
        >>> round(husain_worst_case_diagonal(5, 1.0), 6)
        0.329744
    """
    n = _inputs.size("n", n)
    u = math.exp(-_inputs.scalar("epsilon", epsilon) / 2)
    return 1.0 - (n - 1) * u / n if (n - 1) * u <= 1.0 else 1.0 / (n * u)
