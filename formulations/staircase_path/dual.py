r"""A dual vector for the best partition, feasible for all patterns.

Write c = (1 − u)α. Each block b of an optimal partition is tight, c(b) = φ(b) − uλ, and a letter's
price lies between two tangents of φ: that at its own block (above) and the highest of those at the
other blocks (below). With R their difference, c = (own tangent) − d where d is non-negative and
has a known sum over each block. Spread over the block in proportion to R, d is nearly feasible,
and usually it is; where not, a small linear program bends it by a few hat functions a block. Its
cuts are the sets that :mod:`.separation` finds, and it maximises their slack relative to how far
(in R) a set is from a block, so that it stays in the middle of what is feasible.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from formulations.formulation import Array
from formulations.staircase_path.letters import Index
from formulations.staircase_path.partition import Partition
from formulations.staircase_path.separation import separate

_CLOSED = 1e-13
_HATS = (10, 30, 100_000)
_ROUNDS, _EARLY, _SPREAD = 40, 4, 100


@dataclass(frozen=True, eq=False)
class _Frame:
    """The tangents at the blocks: where the prices are, by letter, and the sums of d, by block."""

    own: Array
    room: Array
    sums: Array


def certify(partition: Partition) -> Array:
    """Prices α over the k inputs with 1ᵀα = the value and no pattern violated, if that succeeds.

    Whether it does is for the caller to measure, with :func:`.separation.separate`.
    """
    letters = partition.letters
    if partition.blocks == 1 or partition.value <= 0.0:
        return np.zeros(len(letters.place))
    with np.errstate(all="ignore"):
        return letters.spread(_prices(partition) / letters.rest)


def _prices(partition: Partition) -> Array:
    letters, frame = partition.letters, _frame(partition)
    allowed = _CLOSED * partition.value * (1.0 + (len(letters) - 1) * letters.u) / len(letters)
    best, least = frame.own, np.inf
    if not (np.isfinite(frame.own).all() and np.isfinite(frame.room).all()):
        return np.zeros(len(letters))
    for hats in _HATS:
        search = _Search(partition, frame, hats)
        for attempt in range(_ROUNDS):
            prices = search.prices()
            found = separate(letters, prices, partition.value)
            if found.worst < least:
                best, least = prices, found.worst
            if least <= allowed:
                return best
            more = _SPREAD if attempt < _EARLY else 0
            if not search.improve(found.peaks(-1e-2 * partition.value, more)):
                break
        if search.complete:
            break
    return best


def _frame(partition: Partition) -> _Frame:
    letters, labels = partition.letters, partition.labels
    p0, p1, gap = letters.block_masses(partition.cuts)
    tangents = np.maximum(_tangents(partition, p0, p1, gap), -1e300)
    letter = np.arange(len(letters))
    own = tangents[labels, letter].copy()
    tangents[labels, letter] = -np.inf
    room = np.maximum(own - tangents.max(axis=0), 0.0)
    tight = letters.utility(p0, p1, gap) - letters.u * partition.value
    return _Frame(own, room, np.bincount(labels, weights=own) - tight)


def _tangents(partition: Partition, p0: Array, p1: Array, gap: Array) -> Array:
    """The tangent of φ at each block, at each letter's masses: shape (blocks, n)."""
    letters = partition.letters
    m0, m1 = letters.u + p0, letters.u + p1
    divergence = letters.divergence
    slope = divergence.slope(m0 / m1)[:, None]
    price = divergence.cost_slope(m0, m1)[:, None]
    # Near ratio 1 the two nearly cancel; their sum is the tangent at (1, 1).
    at_one = ((letters.utility(p0, p1, gap) - slope[:, 0] * gap) / m1)[:, None]
    near = np.abs(gap) < 0.5 * np.maximum(m0, m1)
    return np.where(
        near[:, None],
        slope * letters.gap + at_one * letters.p1,
        np.where(letters.p0 > 0, slope * letters.p0, 0.0)
        + np.where(letters.p1 > 0, price * letters.p1, 0.0),
    )


class _Search:
    """The linear program over the weights of shapes of d; block b's shapes have weights of sum 1."""

    def __init__(self, partition: Partition, frame: _Frame, hats: int) -> None:
        self.partition, self.frame = partition, frame
        self.shapes, self.block_of = _shapes(partition.cuts, frame, hats)
        first = np.diff(self.block_of, prepend=-1) > 0
        self.weights = first.astype(float)
        self.complete = int(np.diff(partition.cuts).max()) <= hats
        self.rows: list[Array] = []
        self.limits: list[float] = []

    def prices(self) -> Array:
        return np.asarray(self.frame.own - self.weights @ self.shapes)

    def improve(self, sets: NDArray[np.bool_]) -> bool:
        """Cut off what the sets forbid; whether there is still anything left."""
        partition = self.partition
        self._cut(sets)
        if not self.rows:
            return False
        blocks = np.arange(partition.blocks)[:, None] == self.block_of
        equal = np.hstack([blocks.astype(float), np.zeros((partition.blocks, 1))])
        goal = np.zeros(len(self.weights) + 1)
        goal[-1] = -1.0
        found = linprog(
            goal,
            A_ub=np.array(self.rows),
            b_ub=np.array(self.limits),
            A_eq=equal,
            b_eq=np.ones(partition.blocks),
            bounds=[(0.0, None)] * len(self.weights) + [(None, 1.0)],
            method="highs",
        )
        if found.x is None or found.x[-1] < -1e-9:
            return False
        self.weights = found.x[:-1]
        return True

    def _cut(self, sets: NDArray[np.bool_]) -> None:
        letters, room, labels = self.partition.letters, self.frame.room, self.partition.labels
        inside = sets.astype(float)
        each = inside @ (room[:, None] * (labels[:, None] == np.arange(self.partition.blocks)))
        total = np.bincount(labels, weights=room)
        away = (each.sum(axis=1)[:, None] + total - 2.0 * each).min(axis=1)
        phi = letters.utility(inside @ letters.p0, inside @ letters.p1, inside @ letters.gap)
        bound = inside @ self.frame.own - (phi - letters.u * self.partition.value)
        scale = self.partition.value
        for shape, limit, far in zip(inside @ self.shapes.T, bound, away, strict=True):
            if far > 1e-12 * scale:  # not a block itself: those are tight
                unit = max(far, 1e-9 * scale)
                self.rows.append(np.append(shape, unit) / unit)
                self.limits.append(limit / unit)


def _shapes(cuts: Index, frame: _Frame, hats: int) -> tuple[Array, Index]:
    """Ways to spread d over a block, each with the block's sum: ∝ R first, then R times hats."""
    rows, owner = [], []
    for b, (start, stop) in enumerate(pairwise(cuts.tolist())):
        size, room = stop - start, frame.room[start:stop]
        found = [room]
        if 1 < size <= hats:
            found += list(np.eye(size))
        elif size > 1:
            knots = np.unique(np.round(np.linspace(0, size - 1, hats)).astype(int))
            found += [room * np.interp(np.arange(size), knots, y) for y in np.eye(len(knots))]
        if room.sum() <= 0.0:
            found[0] = np.ones(size)
        for shape in found:
            if shape.sum() > 0.0:
                row = np.zeros(len(frame.room))
                row[start:stop] = shape * (frame.sums[b] / shape.sum())
                rows.append(row)
                owner.append(b)
    return np.array(rows), np.array(owner)
