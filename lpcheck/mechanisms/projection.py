r"""Projection on a band of distributions (zamanlooy2025, eq. 3).

The band is :math:`\{\hat p \in \Delta : l \le \hat p \le h\}`. The distribution in it nearest
to p is :math:`\hat p = \mathrm{clip}(p/C; l, h)`, for a C that makes it sum to one, where such a C
exists.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from formulations.errors import InputError
from formulations.formulation import Array

from . import _inputs
from ._clip import clip_to_sum


@dataclass(frozen=True, eq=False)
class Projection:
    """A projected distribution; `normaliser` is C, or None where no C > 0 makes the clip sum to 1.

    The distribution is optimal in either case.
    """

    distribution: Array
    normaliser: float | None

    @property
    def exists(self) -> bool:
        """Whether the printed closed form has a normaliser."""
        return self.normaliser is not None


def project(target: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> Projection:
    r"""Return the distribution between the bounds that is nearest to the target, for every f.

    With :math:`\lambda = 1/C` the sum :math:`S(\lambda) = \sum_i \mathrm{clip}(\lambda p_i; l_i,
    h_i)` is non-decreasing and linear between the points :math:`l_i/p_i` and :math:`h_i/p_i`.
    The piece that crosses one is found in O(k) expected time; on it C is a quotient of two sums.
    Where every C in an interval will do, the one nearest to 1 is returned.

    No C > 0 exists in two cases. Where :math:`S(\infty) = h(\operatorname{supp} p) +
    l((\operatorname{supp} p)^c) < 1`, the upper bound is taken on supp p and the remaining mass
    is spread over the rest, the same fraction of each range: :math:`v f(p/v) - v f(0)` is
    non-increasing in v, so mass on supp p is never worse than mass outside, and only its total
    counts there. Where :math:`l` sums to one (with zeros on supp p) it is the only candidate.

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, eq. 3, for general bounds and with
    its exceptions.

    Args:
        target: the distribution p, shape (k,); subnormal entries count as zero.
        lower: bounds l, shape (k,), not negative, sum at most 1.
        upper: bounds h, shape (k,), l <= h, sum at least 1.

    Returns:
        The projection; its distribution has shape (k,).

    Raises:
        InputError: p not a distribution, or no distribution lies between the bounds.

    Example:
        >>> found = project([0.8, 0.1, 0.1], [0.2, 0.15, 0.15], [0.6, 0.5, 0.5])
        >>> found.distribution.round(4)
        array([0.6, 0.2, 0.2])
        >>> round(found.normaliser, 4)
        0.5
    """
    p, low, high = _band(target, lower, upper)
    (q,), (r,) = clip_to_sum(p[None], low[None], high[None])
    return Projection(q, None if np.isnan(r) else float(r))


def tv_projection_value(target: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> float:
    r"""Return the total variation distance from p to the band.

    .. math:: \min_{\hat p} \mathrm{TV}(p, \hat p) =
              \max\Big(\sum_i (p_i - h_i)_+, \; \sum_i (l_i - p_i)_+\Big)

    The distance is :math:`\sum (p-\hat p)_+ = \sum (\hat p - p)_+`, so both sums are lower bounds;
    clipping p to the band and moving the difference within it attains the larger.

    Source: the value of the linear program of zamanlooy2025, A.8.

    Args:
        target: the distribution p, shape (k,).
        lower: bounds l, shape (k,).
        upper: bounds h, shape (k,).

    Returns:
        A number in [0, 1].

    Raises:
        InputError: p not a distribution, or no distribution lies between the bounds.

    Example:
        >>> round(tv_projection_value([0.8, 0.1, 0.1], [0.2, 0.15, 0.15], [0.6, 0.5, 0.5]), 6)
        0.2
    """
    p, low, high = _band(target, lower, upper)
    return float(max(np.maximum(p - high, 0.0).sum(), np.maximum(low - p, 0.0).sum()))


def _band(target: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> tuple[Array, Array, Array]:
    p = _inputs.distribution("target", target)
    low = _inputs.vector("lower", lower, p.size)
    high = np.minimum(_inputs.vector("upper", upper, p.size), 1.0)
    slack = 2 * p.size * float(np.finfo(np.float64).eps)  # of sums in any order
    if (low > high).any() or low.sum() > 1.0 + slack or high.sum() < 1.0 - slack:
        problem = "no distribution lies between the bounds"
        raise InputError("lower, upper", problem, "give lower <= upper that enclose a sum of 1")
    return p, low, high
