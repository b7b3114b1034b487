r"""Projection on a band of distributions (zamanlooy2025, eq. 3).

The band is :math:`\{\hat p \in \Delta : l \le \hat p \le h\}`. The distribution in it nearest
to p is :math:`\hat p = \mathrm{clip}(p/C; l, h)`, for a C that makes it sum to one, where such a C
exists.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs

Array = NDArray[np.float64]

# Below it h / p overflows: such entries of the target count as zero.
TINY = float(np.finfo(np.float64).tiny)


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
    A binary search over the sorted points finds the piece that crosses one, in O(k log k); on
    it C is a quotient of two sums. Where every C in an interval will do, the one nearest to 1
    is returned.

    No C > 0 exists in two cases. Where :math:`S(\infty) = h(\operatorname{supp} p) +
    l((\operatorname{supp} p)^c) < 1`, the upper bound is taken on supp p and the remaining mass
    is spread over the rest, the same fraction of each range: :math:`v f(p/v) - v f(0)` is
    non-increasing in v, so mass on supp p is never worse than mass outside, and only its total
    counts there. Where :math:`l` sums to one (with zeros on supp p) it is the only candidate.

    Source: zamanlooy2025, eq. 3, for general bounds and with its exceptions.

    Args:
        target: the distribution p, shape (k,); subnormal entries count as zero.
        lower: bounds l, shape (k,), not negative, sum at most 1.
        upper: bounds h, shape (k,), l <= h, sum at least 1.

    Returns:
        The projection; its distribution has shape (k,).

    Raises:
        InputError: p not a distribution, or no distribution lies between the bounds.

    """
    p, low, high = _band(target, lower, upper)
    slack = sum_slack(p.size)
    support = p >= TINY
    p = np.where(support, p, 0.0)
    start = np.where(support, high, low)
    if start.sum() < 1.0 - slack:
        room = np.where(support, 0.0, high - low)
        share = min(1.0, (1.0 - start.sum()) / room.sum())
        return Projection(start + share * room, None)

    # Where p = 0 the entry stays at l for every C.
    rise = np.divide(low, p, out=np.full_like(p, np.inf), where=support)
    stop = np.divide(high, p, out=np.full_like(p, np.inf), where=support)
    points = np.unique(np.concatenate([rise[support], stop[support]]))
    # Twice the slack, as p * (h / p) is h only up to rounding.
    first = _search(p, low, high, points, 1.0 - 2.0 * slack)
    last = _search(p, low, high, points, 1.0 + 2.0 * slack) - 1
    if first <= last:  # S = 1 on all of [points[first], points[last]], and beyond the outermost
        begin = 0.0 if first == 0 else points[first]
        end = math.inf if last == points.size - 1 else points[last]
        factor = min(max(1.0, begin), end)
        if factor == 0.0:
            return Projection(low, None)  # only C = infinity would do
        return Projection(np.clip(p * factor, low, high), 1.0 / factor)

    begin, end = points[last], points[first]
    # The quotients are compared, not products with p, which may round to the wrong side.
    free = (rise <= begin) & (stop >= end)
    fixed = np.where(stop <= begin, high, low)
    normaliser = float(p[free].sum() / (1.0 - fixed[~free].sum()))
    return Projection(np.where(free, np.clip(p / normaliser, low, high), fixed), normaliser)


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

    """
    p, low, high = _band(target, lower, upper)
    return float(max(np.maximum(p - high, 0.0).sum(), np.maximum(low - p, 0.0).sum()))


def sum_slack(k: int) -> float:
    """Return the rounding allowed in a sum of k terms that should be one."""
    return float(2 * k * np.finfo(np.float64).eps)


def _band(target: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> tuple[Array, Array, Array]:
    p = _inputs.distribution("target", target)
    low = _inputs.vector("lower", lower, p.size)
    high = np.minimum(_inputs.vector("upper", upper, p.size), 1.0)
    slack = sum_slack(p.size)
    if (low > high).any() or low.sum() > 1.0 + slack or high.sum() < 1.0 - slack:
        problem = "no distribution lies between the bounds"
        raise InputError("lower, upper", problem, "give lower <= upper that enclose a sum of 1")
    return p, low, high


def _search(p: Array, low: Array, high: Array, points: Array, level: float) -> int:
    """Return the index of the first point at which the clipped sum reaches the level."""
    begin, end = 0, points.size
    while begin < end:
        middle = (begin + end) // 2
        if np.clip(p * points[middle], low, high).sum() >= level:
            end = middle
        else:
            begin = middle + 1
    return begin
