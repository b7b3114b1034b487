r"""Draws that were compared with each other: of them, only the order is known.

m different values of n on a grid, of which only the order is known, are a uniformly random m-subset
of these n. So a comparison of two such sets, with p and q values on the same cells, leads to each
way of merging them, of length :math:`l`, with probability
:math:`\binom{n}{l} / \binom{n}{p}\binom{n}{q}`; and a threshold that t of the n values are below
leaves i of m below it with probability :math:`\binom{t}{i}\binom{n-t}{m-i} / \binom{n}{m}`. Both
are exact, ties included.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from lpcheck.auditing.cell import Cell
from lpcheck.auditing.tree import LARGEST_FAN


class Crowd:
    """Cells on one interval, in order; those of a group have the same value."""

    def __init__(self, groups: list[list[Cell]]) -> None:
        self.groups = groups
        for group in groups:
            for cell in group:
                cell.crowd = self

    def place(self, cell: Cell) -> int:
        """The group of a cell."""
        return next(i for i, group in enumerate(self.groups) if any(c is cell for c in group))

    def split(self, cell: Cell, at: int) -> bool:
        """Whether a cell's value is below `at`: the crowd falls into two."""
        m, n, t = len(self.groups), cell.hi - cell.lo, at - cell.lo
        weights = [math.comb(t, i) * math.comb(n - t, m - i) for i in range(m + 1)]
        below = cell.path.choose(weights, math.comb(n, m))
        answer = self.place(cell) < below
        lo, hi = cell.lo, cell.hi
        _part(self.groups[:below], lo, at)
        _part(self.groups[below:], at, hi)
        return answer


def order(a: Cell, b: Cell) -> int:
    """−1, 0 or 1 as the one value is below, at or above the other: branches where it is open."""
    while True:
        if a is b:
            return 0
        if a.hi <= b.lo or b.hi <= a.lo:
            return -1 if a.hi <= b.lo else 1
        if a.crowd is not None and a.crowd is b.crowd:
            i, j = a.crowd.place(a), a.crowd.place(b)
            return (i > j) - (i < j)
        if (a.lo, a.hi) == (b.lo, b.hi):
            _join(a, b)
        else:
            _align(a, b)


def _align(a: Cell, b: Cell) -> None:
    """One step towards intervals that are the same, or apart."""
    for cell, other in ((a, b), (b, a)):
        for at in (other.lo, other.hi):
            if cell.lo < at < cell.hi:
                cell.split(at)
                return


def _join(a: Cell, b: Cell) -> None:
    """One branch for each way of merging what the two belong to."""
    one, two = _groups(a), _groups(b)
    ways = []
    for way in _ways(len(one), len(two)):
        ways.append(way)
        if len(ways) > LARGEST_FAN:
            raise a.path.refuse(f"merges {len(one)} and {len(two)} uniform draws by their order")
    n = a.hi - a.lo
    total = math.comb(n, len(one)) * math.comb(n, len(two))
    way = ways[a.path.choose([math.comb(n, len(w)) for w in ways], total)]
    left, right = iter(one), iter(two)
    merged = [(next(left) if s <= 0 else []) + (next(right) if s >= 0 else []) for s in way]
    Crowd(merged)


def _ways(p: int, q: int) -> Iterator[tuple[int, ...]]:
    """Sequences of −1 (from the first), 1 (from the second) and 0 (a tie of both)."""
    if not p or not q:
        yield (-1,) * p + (1,) * q
        return
    for way in _ways(p - 1, q):
        yield (-1, *way)
    for way in _ways(p, q - 1):
        yield (1, *way)
    for way in _ways(p - 1, q - 1):
        yield (0, *way)


def _groups(cell: Cell) -> list[list[Cell]]:
    return [[cell]] if cell.crowd is None else cell.crowd.groups


def _part(groups: list[list[Cell]], lo: int, hi: int) -> None:
    for group in groups:
        for cell in group:
            cell.lo, cell.hi, cell.crowd = lo, hi, None
    if len(groups) > 1 or (groups and len(groups[0]) > 1):
        Crowd(groups)
