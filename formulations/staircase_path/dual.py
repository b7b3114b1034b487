r"""A dual vector for the best partition, feasible for all patterns.

Write c = (1 − u)α. Each block b of an optimal partition is tight, c(b) = φ(b) − uλ, and a letter's
price lies between two tangents of φ: that at its own block (above) and the highest of those at the
other blocks (below). With R their difference, c = (own tangent) − d where d is non-negative and
has a known sum over each block. Spread over the block in proportion to R, d is nearly feasible,
and usually it is; where not, it is bent by a few hat functions a block. The cuts are the sets that
:mod:`.separation` finds, each relative to how far (in R) the set is from a block. A linear program
gives the largest slack that all cuts allow; the next point is the nearest to the start with part
of that slack, for corners of the program would jump to and fro.

Where several partitions are optimal, or nearly, such as one and its mirror image, a dual vector is
tight at the blocks of all of them (:mod:`.ties`): what is said of blocks above holds of the parts
between all of their cuts, and the tangents are those of all their blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.staircase_path.letters import Index
from formulations.staircase_path.partition import Partition, value_of
from formulations.staircase_path.separation import separate
from formulations.staircase_path.ties import near_ties

_CLOSED, _CLOSE = 1e-13, 1e-11
"""Relative gaps: at the first nothing more is tried; at the second, not for long."""

_LEVELS = (1e-13, 1e-10, 1e-7, 1e-4)
"""How much worse, relative to the best, a partition is that is still called as good."""

_TRIED, _MOST_TIED = 2, 2000
_HATS = (10, 30, 400)
_REACH, _MARGIN = 30.0, 0.3
_ROUNDS, _EARLY, _SPREAD = 40, 4, 100
_SMALL, _PROJECTIONS, _SLACKS = 16, 200, (0.03, 1e-3)


@dataclass(frozen=True, eq=False)
class _Frame:
    """The tangents at the tight blocks: where the prices are, and what the cuts say of them.

    Attributes:
        cuts: the cut points of all optimal partitions: between them the sums of c are known.
        tight: the blocks of these partitions, bool of shape (blocks, n).
        own: the lowest tangent of a block that a letter is in, shape (n,).
        room: `own` less the highest tangent of the other blocks, shape (n,); ≥ 0.
        sums: the sums of d between the cuts, shape (len(cuts) − 1,).
    """

    cuts: Index
    tight: NDArray[np.bool_]
    own: Array
    room: Array
    sums: Array

    @property
    def labels(self) -> Index:
        """Between which cuts each letter is, shape (n,)."""
        return np.repeat(np.arange(len(self.cuts) - 1), np.diff(self.cuts))


def certify(partition: Partition) -> Array:
    """Prices α, shape (k,), with 1ᵀα = the value and no pattern violated, if that succeeds.

    Whether it does is for the caller to measure, with :func:`.separation.separate`.
    """
    letters = partition.letters
    if partition.blocks == 1 or partition.value <= 0.0:
        return np.zeros(len(letters.place))
    try:
        with np.errstate(all="ignore"):
            return letters.spread(_prices(partition) / letters.rest)
    except (
        ValueError,
        OverflowError,
        np.linalg.LinAlgError,
    ):  # overflow at huge ε: no vector, an honest gap
        return np.zeros(len(letters.place))


def _prices(partition: Partition) -> Array:
    letters = partition.letters
    allowed = _CLOSED * partition.value * (1.0 + (len(letters) - 1) * letters.u) / len(letters)
    close = _CLOSE / _CLOSED * allowed
    frames, best, least = [], np.zeros(len(letters)), np.inf
    for frame in _frames(partition):
        if not (np.isfinite(frame.own).all() and np.isfinite(frame.room).all()):
            return best
        prices = frame.own - _start(frame)
        worst = separate(letters, prices, partition.value).worst
        frames.append((worst, frame))
        if worst < least:
            best, least = prices, worst
        if least <= allowed:
            return best
    for hats in _HATS:
        for _, frame in sorted(frames, key=lambda pair: pair[0])[:_TRIED]:
            search = _Search(partition, frame, hats)
            for attempt in range(_ROUNDS):
                prices = search.prices()
                found = separate(letters, prices, partition.value)
                if found.worst < least:
                    best, least = prices, found.worst
                if least <= allowed or (least <= close and attempt > _EARLY):
                    return best
                more = _SPREAD if attempt < _EARLY else 0
                if not search.improve(found.peaks(-1e-2 * partition.value, more)):
                    break
            if search.complete and frame is frames[0][1]:
                break
    return best


def _frames(partition: Partition) -> Iterator[_Frame]:
    """The frame of the partition alone, then those of all that are as good, or nearly so."""
    letters, cuts = partition.letters, partition.cuts
    sums = letters.block_utilities(cuts) - letters.u * partition.value
    yield _frame(partition, np.column_stack([cuts[:-1], cuts[1:]]), cuts, sums)
    known = len(cuts)
    if len(letters) > _MOST_TIED:  # all pairs of cuts are too many: its mirror image may tie
        twin = len(letters) - cuts[::-1]
        tied = value_of(letters, twin) >= (1.0 - _LEVELS[0]) * partition.value
        if tied and not np.array_equal(twin, cuts):
            price = letters.u * partition.value
            heights = {0: 0.0}
            for each in (twin, cuts):
                up_to = np.cumsum(letters.block_utilities(each) - price)
                heights |= dict(zip(each[1:].tolist(), up_to.tolist(), strict=True))
            both = np.array(sorted(heights))
            blocks = np.vstack([np.column_stack([c[:-1], c[1:]]) for c in (cuts, twin)])
            yield _frame(partition, blocks, both, np.diff([heights[c] for c in both.tolist()]))
        return
    for ties in near_ties(partition, _LEVELS):
        if len(ties.cuts) > known:
            known = len(ties.cuts)
            yield _frame(partition, ties.blocks, ties.cuts, ties.sums)


def _frame(partition: Partition, blocks: Index, cuts: Index, sums: Array) -> _Frame:
    letters = partition.letters
    letter = np.arange(len(letters))
    tight = (blocks[:, :1] <= letter) & (letter < blocks[:, 1:])
    masses = (tight @ np.stack([letters.p0, letters.p1, letters.gap], axis=1)).T
    tangents = _tangents(partition, *masses)
    own = np.where(tight, tangents, np.inf).min(axis=0)
    tangents = np.maximum(tangents, -1e6 * np.abs(own).max())  # −∞ at huge ε
    room = np.maximum(own - np.where(tight, -np.inf, tangents).max(axis=0), 0.0)
    return _Frame(cuts, tight, own, room, np.add.reduceat(own, cuts[:-1]) - sums)


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
    """Small relative changes to d, by hat functions, that keep its sum over each block."""

    def __init__(self, partition: Partition, frame: _Frame, hats: int) -> None:
        self.partition, self.frame = partition, frame
        self.complete = int(np.diff(frame.cuts).max()) <= hats
        self.hats = hats
        self.start = _start(frame)
        self.change = np.zeros_like(self.start)
        self.rows: list[Array] = []
        self.limits: list[float] = []

    @cached_property
    def shapes(self) -> tuple[Any, Index]:
        """The changes by one hat each, sparse, and the block of each."""
        return _shapes(self.frame.cuts, self.start, self.hats)

    @cached_property
    def free(self) -> Array:
        """A basis of the weights of the hats at which every block keeps its sum."""
        shapes, block_of = self.shapes
        if not len(block_of):
            return np.empty((0, 0))
        block = np.arange(len(self.frame.sums))
        masses = shapes @ np.ones(shapes.shape[1]) * (block[:, None] == block_of)
        sizes = np.abs(self.frame.sums)
        scaled = masses / np.maximum(sizes, max(1e-9 * sizes.max(), 1e-300))[:, None]
        _, singular, basis = np.linalg.svd(scaled)
        rank = np.count_nonzero(singular > np.finfo(float).eps * max(scaled.shape) * singular[0])
        return np.asarray(basis[rank:].T)

    def prices(self) -> Array:
        return np.asarray(self.frame.own - self.start - self.change)

    def improve(self, sets: NDArray[np.bool_]) -> bool:
        """Move to the nearest point to the start within the cuts; whether there is any."""
        self._cut(sets)
        if not self.rows or not self.free.size:
            return False
        A, b = np.array(self.rows) @ self.free, np.array(self.limits)
        weights = _projected(A, b) if len(self.start) <= _SMALL else None
        if weights is None:
            weights = _with_most_slack(A, b)
        if weights is None:
            return False
        self.change = self.shapes[0].T @ (self.free @ weights)
        return True

    def _cut(self, sets: NDArray[np.bool_]) -> None:
        letters, tight = self.partition.letters, self.frame.tight
        room = self.frame.room + 1e-6 * self.frame.room.mean()
        inside = sets.astype(float)
        each, total = inside @ (room * tight).T, tight @ room
        away = ((inside @ room)[:, None] + total - 2.0 * each).min(axis=1)
        phi = letters.utility(inside @ letters.p0, inside @ letters.p1, inside @ letters.gap)
        scale = self.partition.value
        bound = inside @ (self.frame.own - self.start) - (phi - letters.u * scale)
        shapes = self.shapes[0]
        for one, limit, far in zip(inside, bound, away, strict=True):
            if far > 1e-12 * scale:  # not a block itself: those are tight
                unit = max(far, 1e-9 * scale)
                self.rows.append(shapes @ one / unit)
                self.limits.append(limit / unit)


def _projected(A: Array, b: Array) -> Array | None:
    """A point with some slack, by projections of 0; None where it takes long.

    For few letters, where a program's import would take longer than all of the rest.
    """
    sizes = np.maximum((A * A).sum(axis=1), 1e-300)
    for slack in _SLACKS:
        x = np.zeros(A.shape[1])
        for _ in range(_PROJECTIONS):
            over = A @ x - b + slack
            worst = int(over.argmax())
            if over[worst] <= 1e-12:
                return x
            x -= over[worst] / sizes[worst] * A[worst]
    return None


def _with_most_slack(A: Array, b: Array) -> Array | None:
    """The nearest point to 0 that has part of the largest slack that Ax ≤ b allows."""
    from scipy.optimize import linprog

    size = A.shape[1]
    found = linprog(
        np.append(np.zeros(size), -1.0),
        A_ub=np.hstack([A, np.ones((len(A), 1))]),
        b_ub=b,
        bounds=[(-_REACH, _REACH)] * size + [(None, 0.1)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.x is None or found.x[-1] < -1e-9:
        return None
    nearest = _least_norm(A, b - _MARGIN * found.x[-1])
    return np.asarray(found.x[:-1]) if nearest is None else nearest


def _least_norm(A: Array, b: Array) -> Array | None:
    """The shortest x with Ax ≤ b (Lawson and Hanson's least distance programming)."""
    from scipy.optimize import nnls

    try:
        weights, _ = nnls(np.vstack([-A.T, -b]), np.append(np.zeros(A.shape[1]), 1.0))
    except RuntimeError:  # too many iterations
        return None
    rest = np.append(-A.T @ weights, -b @ weights - 1.0)
    if abs(rest[-1]) < 1e-12:
        return None
    x = -rest[:-1] / rest[-1]
    return np.asarray(x) if np.all(A @ x <= b + 1e-9) else None


def _start(frame: _Frame) -> Array:
    """D in proportion to R between cuts; evenly where R is 0 throughout."""
    labels = frame.labels
    room = np.where((np.bincount(labels, weights=frame.room) <= 0.0)[labels], 1.0, frame.room)
    return np.asarray(room * (frame.sums / np.bincount(labels, weights=room))[labels])


def _shapes(cuts: Index, start: Array, hats: int) -> tuple[Any, Index]:
    """The ways to change d over a block: itself times hats, or by letter."""
    owner, entries, size = [], [], 0
    for block, (first, last) in enumerate(pairwise(cuts.tolist())):
        if last - first == 1:
            continue
        letter = np.arange(last - first)
        knots = letter if len(letter) <= hats else _knots(len(letter), hats)
        whole = len(knots) == len(letter)
        usual = np.full(len(letter), start[first:last].mean()) if whole else start[first:last]
        left = np.minimum(np.searchsorted(knots, letter, side="right"), len(knots) - 1) - 1
        part = (letter - knots[left]) / (knots[left + 1] - knots[left])
        for side, share in ((0, 1.0 - part), (1, part)):
            entries.append(np.stack([usual * share, size + left + side, first + letter]))
        owner.append(np.full(len(knots), block))
        size += len(knots)
    value, row, column = np.hstack(entries) if entries else np.empty((3, 0))
    places = row.astype(np.intp), column.astype(np.intp)
    if len(start) <= _SMALL:
        shapes: Any = np.zeros((size, len(start)))
        np.add.at(shapes, places, value)
    else:
        from scipy.sparse import csr_array

        shapes = csr_array((value, places), shape=(size, len(start)))
    return shapes, np.concatenate(owner) if owner else np.empty(0, dtype=np.intp)


def _knots(size: int, hats: int) -> Index:
    """Letters at which hats peak: evenly, and more densely towards both ends of a block."""
    even = np.linspace(0, size - 1, hats)
    dense = np.array([d for d in (0, 1, 2, 3, 5, 8, 13) if 2 * d < size])
    return np.unique(np.concatenate([even, dense, size - 1 - dense]).round().astype(np.intp))
