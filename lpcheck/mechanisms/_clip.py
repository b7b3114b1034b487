r"""The clip that sums to one, for every row of a batch.

.. math:: S(\lambda) = \sum_i \mathrm{clip}(\lambda p_i; l_i, h_i) = 1

S is non-decreasing and linear between the points :math:`l_i/p_i` and :math:`h_i/p_i`. As in
quickselect, S is evaluated at random points, and of the entries those whose points are all cut
off are summed once and left behind. O(k) work is expected for a row, whatever its entries are. On
the piece that is left λ is a quotient of two sums.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array

Mask = NDArray[np.bool_]

# Below it h / p overflows: such entries of the target count as zero.
TINY = float(np.finfo(np.float64).tiny)

_SAMPLED = 63


def sum_slack(k: int) -> float:
    """Return the rounding allowed in a pairwise sum of k terms that should be one."""
    return float(min(2 * k, 32 + 2 * math.log2(k)) * np.finfo(np.float64).eps)


class _Entries(NamedTuple):
    p: Array
    low: Array
    high: Array
    rise: Array  # the λ from which the entry is free, infinite where p = 0
    stop: Array  # the λ up to which it is

    def of(self, rows: Mask) -> _Entries:
        return self if rows.all() else _Entries(*(part[rows] for part in self))


class _Bracket(NamedTuple):
    begin: Array  # S is below the level at `begin` ...
    end: Array  # ... and above it at `end`, neighbours among the points of the row
    hit: Array  # or it is at the level here; NaN where no such point was met


def clip_to_sum(p: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return the clipped rows, shape (B, k), and their normalisers 1/λ, NaN where there is none.

    See `projection.project` for what is returned where λ is not unique, or does not exist.
    """
    slack, support = 2.0 * sum_slack(p.shape[1]), p >= TINY
    p = np.where(support, p, 0.0)
    start = np.where(support, high, low)
    least, most = low.sum(axis=1), start.sum(axis=1)
    rise = np.divide(low, p, out=np.full_like(p, np.inf), where=support)
    stop = np.divide(high, p, out=np.full_like(p, np.inf), where=support)
    entries = _Entries(p, low, high, rise, stop)
    factor, begin, end = _factors(entries, np.clip(1.0, least, most), slack)

    # The quotients are compared, not products with p, which may round to the wrong side.
    free = (rise <= begin[:, None]) & (stop >= end[:, None])
    fixed = np.where(stop <= begin[:, None], high, low)
    # In extended precision where there is one, so that the rows sum to one to the last digit.
    wide = np.longdouble
    rest = 1.0 - np.where(free, 0.0, fixed).sum(axis=1, dtype=wide)
    held = np.where(free, p, 0.0).sum(axis=1, dtype=wide)
    flat = ~np.isnan(factor)
    exact = np.divide(rest, held, out=factor.astype(wide), where=~flat & (held > 0))
    exact = np.clip(exact, begin, end)
    q = np.clip((p * exact[:, None]).astype(np.float64), low, high)
    np.copyto(q, fixed, where=~(free | flat[:, None]))
    with np.errstate(divide="ignore"):
        r = np.where(exact > 0, 1.0 / exact, np.nan).astype(np.float64)
    none = most < 1.0 - slack / 2
    if none.any():
        room = np.where(support, 0.0, high - low)[none]
        with np.errstate(divide="ignore"):
            share = np.minimum(1.0, (1.0 - most[none]) / room.sum(axis=1))
        q[none] = start[none] + share[:, None] * room
        r[none] = np.nan
    return q, r


def _factors(entries: _Entries, goal: Array, slack: float) -> tuple[Array, Array, Array]:
    """λ where S is at the goal on an interval (the nearest to 1), else NaN; and the bracket."""
    rows = len(goal)
    below, beyond = np.full(rows, -1.0), np.full(rows, np.inf)
    begin, end, hit = _narrow(entries, goal - slack, goal + slack, below, beyond)
    factor, flat = np.full(rows, np.nan), ~np.isnan(hit)
    if flat.any():
        some, never = entries.of(flat), np.full(int(flat.sum()), -np.inf)
        left = _narrow(some, (goal - slack)[flat], never, begin[flat], hit[flat])
        right = _narrow(some, (goal + slack)[flat], never, hit[flat], end[flat])
        # Beyond the outermost points S does not change.
        first = np.where(left.begin < 0.0, 0.0, left.end)
        last = np.where(right.end == np.inf, np.inf, right.begin)
        factor[flat] = np.clip(1.0, first, last)
        # A point between two slopes is no interval: λ is next to it, on the side that S says.
        turn = first == last
        where = np.flatnonzero(flat)[turn]
        at = hit[where]
        total = np.clip(entries.p[where] * at[:, None], entries.low[where], entries.high[where])
        above = total.sum(axis=1) > goal[where]
        begin[where] = np.where(above, left.begin[turn], at)
        end[where] = np.where(above, at, right.end[turn])
        factor[where] = np.nan
    return factor, begin, end


def _narrow(entries: _Entries, lower: Array, upper: Array, begin: Array, end: Array) -> _Bracket:
    """Narrow (begin, end) to neighbouring points, or stop at a point with lower <= S <= upper."""
    bracket = _Bracket(begin.copy(), end.copy(), np.full(len(begin), np.nan))
    random = np.random.default_rng(0)
    _bisect(entries, lower, upper, bracket, random)
    _select(entries, lower, upper, bracket, random)
    return bracket


def _bisect(
    entries: _Entries,
    lower: Array,
    upper: Array,
    bracket: _Bracket,
    random: np.random.Generator,
) -> None:
    """Narrow the brackets to neighbours in a sample of the points."""
    (rows, k), index = entries.p.shape, np.arange(len(lower))
    size = (rows, min(_SAMPLED, k))
    chosen = index[:, None], random.integers(k, size=size)
    early = random.random(size) < 0.5
    points = np.where(early, entries.rise[chosen], entries.stop[chosen])
    points.sort(axis=1)
    start = (points <= bracket.begin[:, None]).sum(axis=1)
    stop = (points < bracket.end[:, None]).sum(axis=1)
    work = np.empty_like(entries.p)
    while (start < stop).any():
        middle = (start + stop) // 2
        pivot = points[index, np.minimum(middle, points.shape[1] - 1)]
        pivot[start >= stop] = 0.0  # of rows that are done
        np.multiply(entries.p, pivot[:, None], out=work)
        np.clip(work, entries.low, entries.high, out=work)
        total = work.sum(axis=1)
        busy = start < stop
        short, far = (busy & side for side in _sides(total, lower, upper))
        met = busy & ~(short | far)
        bracket.begin[short], bracket.end[far] = pivot[short], pivot[far]
        bracket.hit[met] = pivot[met]
        start = np.where(short, middle + 1, start)
        stop = np.where(far, middle, np.where(met, start, stop))


def _select(
    entries: _Entries,
    lower: Array,
    upper: Array,
    bracket: _Bracket,
    random: np.random.Generator,
) -> None:
    """Narrow the brackets to neighbours among all points, leaving settled entries behind."""
    begin, end, hit = bracket
    constant, slope = np.zeros(len(begin)), np.zeros(len(begin))
    live = np.flatnonzero(np.isnan(hit))
    if not live.size:
        return
    p, low, high, rise, stop = (part.ravel() for part in entries.of(np.isnan(hit)))
    counts = np.full(live.size, entries.p.shape[1])
    while live.size:
        starts = np.cumsum(counts) - counts
        b, e = _spread(begin[live], counts), _spread(end[live], counts)
        over, under = stop <= b, rise >= e
        through = (rise <= b) & (stop >= e)
        inside = ~(over | under | through)
        settled = np.where(over, high, np.where(under, low, 0.0))
        constant[live] += np.add.reduceat(settled, starts)
        slope[live] += np.add.reduceat(np.where(through, p, 0.0), starts)
        p, low, high, rise, stop = (part[inside] for part in (p, low, high, rise, stop))
        counts = np.add.reduceat(inside, starts, dtype=np.intp)
        live, counts = live[counts > 0], counts[counts > 0]
        if not live.size:
            return

        starts = np.cumsum(counts) - counts
        chosen = starts + (random.random(live.size) * counts).astype(np.intp)
        pivot = np.where(rise[chosen] > begin[live], rise[chosen], stop[chosen])
        clipped = np.clip(p * _spread(pivot, counts), low, high)
        total = constant[live] + slope[live] * pivot + np.add.reduceat(clipped, starts)
        short, far = _sides(total, lower[live], upper[live])
        begin[live[short]], end[live[far]] = pivot[short], pivot[far]
        met = ~(short | far)
        if met.any():
            hit[live[met]] = pivot[met]
            kept = np.repeat(~met, counts)
            p, low, high, rise, stop = (part[kept] for part in (p, low, high, rise, stop))
            live, counts = live[~met], counts[~met]


def _sides(total: Array, lower: Array, upper: Array) -> tuple[Mask, Mask]:
    """Where a sum is below the levels, and where it is above them."""
    short = total < lower
    return short, ~short & (total > upper)


def _spread(values: Array, counts: NDArray[np.intp]) -> Array:
    """Each row's value for each of its entries."""
    return values if len(values) == 1 else np.repeat(values, counts)
