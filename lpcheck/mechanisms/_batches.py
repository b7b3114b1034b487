"""Clipping a batch of distributions, each with its exact normaliser, and checks of a batch."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs
from .projection import TINY, sum_slack

Array = NDArray[np.float64]


def read_class(c1: _inputs.Scalar, c2: _inputs.Scalar) -> tuple[float, float]:
    return _inputs.scalar("c1", c1, 0.0, 1.0), _inputs.scalar("c2", c2, 1.0)


def read_rows(p: ArrayLike) -> tuple[Array, bool]:
    rows = np.asarray(p, dtype=np.float64)
    single = rows.ndim == 1
    rows = rows[None, :] if single else rows
    if rows.ndim != 2 or not rows.size:
        raise InputError("p", f"shape {np.shape(p)}", "give shape (k,) or (B, k)")
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        raise InputError("p", "an entry is negative or not finite", "give distributions")
    wrong = np.abs(rows.sum(axis=1) - 1.0) > _inputs.SUM_TOLERANCE
    if wrong.any():
        i = int(np.argmax(wrong))
        raise InputError("p", f"row {i} sums to {rows[i].sum()}", "divide it by its sum")
    return rows, single


def same_letters(rows: Array, mu: Array) -> None:
    if rows.shape[1] != mu.size:
        raise InputError("p", f"{rows.shape[1]} letters, reference {mu.size}", "match them")


def clip_rows(
    p: ArrayLike, reference: ArrayLike, lower: _inputs.Scalar, upper: _inputs.Scalar
) -> tuple[Array, Array]:
    rows, single = read_rows(p)
    mu = _inputs.distribution("reference", reference)
    same_letters(rows, mu)
    down, up = _inputs.scalar("lower", lower, 0.0, 1.0), _inputs.scalar("upper", upper, 1.0)
    mu = mu / mu.sum()
    q, r = _solve(
        rows, np.broadcast_to(down * mu, rows.shape), np.broadcast_to(up * mu, rows.shape)
    )
    return (q[0], r[0]) if single else (q, r)


def _solve(p: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """`projection.project` for a batch; see there for why it is right."""
    slack, support = 2.0 * sum_slack(p.shape[1]), p >= TINY
    p = np.where(support, p, 0.0)
    start = np.where(support, high, low)
    missing = 1.0 - start.sum(axis=1)
    rise = np.divide(low, p, out=np.full_like(p, np.inf), where=support)
    stop = np.divide(high, p, out=np.full_like(p, np.inf), where=support)
    points = np.sort(np.concatenate([rise, stop], axis=1), axis=1)
    count = 2 * support.sum(axis=1)
    first = _search(p, low, high, points, count, 1.0 - slack)
    last = _search(p, low, high, points, count, 1.0 + slack) - 1
    index = np.arange(len(p))
    begin = np.where(last >= 0, points[index, np.maximum(last, 0)], 0.0)
    end = np.where(first < count, points[index, np.minimum(first, points.shape[1] - 1)], np.inf)
    free = (rise <= begin[:, None]) & (stop >= end[:, None])
    fixed = np.where(stop <= begin[:, None], high, low)
    # In extended precision where there is one, so that the rows sum to one to the last digit.
    wide = np.longdouble
    rest = 1.0 - np.where(free, 0.0, fixed).sum(axis=1, dtype=wide)
    held = np.where(free, p, 0.0).sum(axis=1, dtype=wide)
    factor = np.divide(rest, held, out=np.ones_like(rest), where=held > 0)
    flat = first <= last  # the sum is one on an interval: take the factor nearest to 1
    left = np.where(first > 0, points[index, np.minimum(first, points.shape[1] - 1)], 0.0)
    right = np.where(last < count - 1, points[index, np.maximum(last, 0)], np.inf)
    factor = np.where(flat, np.clip(1.0, np.where(flat, left, 0.0), right), factor)
    q = np.clip(p * factor[:, None], low, high)
    q = np.where(free | flat[:, None], q, fixed).astype(np.float64)
    with np.errstate(divide="ignore"):
        r = np.where(factor > 0, 1.0 / factor, np.nan).astype(np.float64)
    none = missing > slack / 2
    if none.any():
        room = np.where(support, 0.0, high - low)
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.minimum(1.0, missing / room.sum(axis=1))
        q = np.where(none[:, None], start + np.where(none, share, 0.0)[:, None] * room, q)
        r = np.where(none, np.nan, r)
    return q, r


def _search(
    p: Array, low: Array, high: Array, points: Array, count: NDArray[np.intp], level: float
) -> NDArray[np.intp]:
    """The index in each row of the first point at which the clipped sum reaches the level."""
    begin, end, index = np.zeros(len(p), dtype=np.intp), count.copy(), np.arange(len(p))
    while (begin < end).any():
        middle = (begin + end) // 2
        factor = points[index, np.minimum(middle, points.shape[1] - 1)]
        factor = np.where(np.isfinite(factor), factor, 0.0)  # of rows that are done
        enough = np.clip(p * factor[:, None], low, high).sum(axis=1) >= level
        active = begin < end
        end = np.where(active & enough, middle, end)
        begin = np.where(active & ~enough, middle + 1, begin)
    return begin
