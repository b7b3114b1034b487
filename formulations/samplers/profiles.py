r"""Where two distributions break a privacy profile the most, exactly and for many pairs at once.

For rows p, q the excess :math:`\sum_y \max(p_y - t q_y, 0) - \delta(t)` is, between two break
points :math:`p_y / q_y`, a line in t minus a convex function: its maximum on each piece is at an
end or at the one stationary point.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.trade_off import Profile


def all_pairs(n: int, *, own: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices of all ordered pairs of n rows; with each row's pair with itself if `own`.

    Args:
        n: the number of rows.
        own: whether a row is paired with itself: shape (n²,) then, (n² − n,) else.
    """
    first, second = np.indices((n, n)).reshape(2, -1)
    keep = np.ones(n * n, dtype=bool) if own else first != second
    return first[keep], second[keep]


def profile_excess(
    left: Array, right: Array, profile: Profile, *, levels: bool = True
) -> tuple[Array, Array]:
    """The largest excess of each pair of rows over a profile, and the β where it is.

    Args:
        left: non-negative rows, shape (N, k).
        right: non-negative rows, shape (N, k).
        profile: the bound δ(e^β), at one level or at every β ≥ 0.
        levels: whether β is wanted; it may be slow to find.

    Returns:
        excess (N,) and β (N,), in nats.
    """
    if profile.level is not None:
        u = np.exp(-profile.level)
        over = np.maximum(u * left - right, 0.0).sum(axis=1) / u
        return over - profile.delta(profile.level), np.full(len(left), profile.level)
    with np.errstate(divide="ignore", invalid="ignore"):
        cost = np.where(left > 0, np.log(left) - np.log(right), -np.inf)
    order = np.argsort(-cost, axis=1, kind="stable")
    breaks = np.clip(np.take_along_axis(cost, order, axis=1), 0.0, profile.horizon)
    A = np.cumsum(np.take_along_axis(left, order, axis=1), axis=1)
    B = np.cumsum(np.take_along_axis(right, order, axis=1), axis=1)
    lower = np.concatenate([breaks[:, 1:], np.zeros((len(left), 1))], axis=1)
    rows = np.arange(len(left))
    if profile.excess is not None:
        excess = profile.excess(A, B)
        best = np.argmax(excess, axis=1)
        most, beta = excess[rows, best], np.zeros(len(left))
        over = (most > 0) & levels  # the level is found only where it is needed, for a plane
        at = (rows[over], best[over])
        beta[over] = profile.worst(A[at], B[at], lower[at], breaks[at])
        return most, beta
    beta = profile.worst(A, B, lower, breaks)
    with np.errstate(divide="ignore", over="ignore"):
        # e^β alone overflows where B is tiny or 0.
        rest = np.where(beta < 700.0, np.exp(np.minimum(beta, 700.0)) * B, np.exp(beta + np.log(B)))
    excess = A - rest - profile.delta(beta)
    best = np.argmax(excess, axis=1)
    return excess[rows, best], beta[rows, best]
