r"""Extreme points of a class of distributions between two multiples of a reference.

The class is :math:`\{P : c_1 \mu \le P \le c_2 \mu\}`. Every coordinate of an extreme point is at
a bound but at most one. Letters with the same reference entry can be exchanged, so that extreme
points come in orbits; an orbit is described by how many letters of each block are at which level.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array

LARGEST_SEARCH = 2**18
"""The most combinations of levels that are looked through."""

LARGEST_LISTING = 1024
"""The most extreme points that are written out one by one."""


@dataclass(frozen=True)
class Cell:
    """`count` letters of a block, all with probability `p`."""

    block: int
    count: int
    p: Fraction


@dataclass(frozen=True)
class Orbit:
    """Extreme points that differ by exchanging letters of one block; `size` of them."""

    cells: tuple[Cell, ...]
    size: int


def blocks_of(reference: Sequence[Fraction], symmetric: bool) -> tuple[tuple[int, ...], ...]:
    """Letters grouped by reference entry, zeros left out; one letter a block if not symmetric.

    Args:
        reference: μ, exact.
        symmetric: whether letters of one μ are exchangeable.
    """
    if not symmetric:
        return tuple((i,) for i, x in enumerate(reference) if x > 0)
    groups: dict[Fraction, list[int]] = {}
    for i, x in enumerate(reference):
        if x > 0:
            groups.setdefault(x, []).append(i)
    return tuple(tuple(letters) for letters in groups.values())


def orbits_of(
    reference: Sequence[Fraction], blocks: Sequence[Sequence[int]], c1: Fraction, c2: Fraction
) -> tuple[Orbit, ...]:
    """The orbits of extreme points of {c1 μ ≤ P ≤ c2 μ}.

    Args:
        reference: μ, exact.
        blocks: letters of one μ.
        c1: the lower ratio to μ.
        c2: the upper ratio to μ.

    Raises:
        InputError: there are more combinations of levels than can be looked through.
    """
    counts = [len(letters) for letters in blocks]
    combinations_of_levels = math.prod(n + 1 for n in counts)
    if combinations_of_levels > LARGEST_SEARCH:
        raise InputError(
            "reference",
            f"has {len(blocks)} different entries, which leaves {combinations_of_levels} "
            "combinations of levels to look through for extreme points",
            f"give a reference with fewer different entries (at most {LARGEST_SEARCH})",
        )
    weights = [reference[letters[0]] for letters in blocks]
    return tuple(_orbits(counts, weights, c1, c2))


def _orbits(
    counts: Sequence[int], weights: Sequence[Fraction], c1: Fraction, c2: Fraction
) -> Iterator[Orbit]:
    span = c2 - c1
    if span == 0:  # c1 = c2 = 1: every level is the same, and the class is {μ}
        yield _orbit(counts, weights, c1, c2, [0] * len(counts), None, Fraction(0))
        return
    # Integers compare and add much faster than fractions.
    scale = math.lcm(*(w.denominator for w in weights), c1.denominator, span.denominator)
    scale *= scale
    steps = [int(w * span * scale) for w in weights]
    missing = int((1 - c1 * sum(n * w for n, w in zip(counts, weights, strict=True))) * scale)
    for raised in _within(counts, steps, missing):
        rest = missing - sum(m * s for m, s in zip(raised, steps, strict=True))
        if rest == 0:
            yield _orbit(counts, weights, c1, c2, raised, None, Fraction(0))
            continue
        for free, (n, m, step) in enumerate(zip(counts, raised, steps, strict=True)):
            if m < n and rest < step:
                yield _orbit(counts, weights, c1, c2, raised, free, Fraction(rest, scale))


def _within(counts: Sequence[int], steps: Sequence[int], missing: int) -> Iterator[tuple[int, ...]]:
    """How many letters of each block to raise, so that less than one step is missing."""
    largest = max(steps, default=0)
    after = [0] * (len(counts) + 1)
    for i in range(len(counts) - 1, -1, -1):
        after[i] = after[i + 1] + counts[i] * steps[i]

    def search(i: int, left: int) -> Iterator[tuple[int, ...]]:
        if left < 0 or left > after[i] + largest:
            return
        if i == len(counts):
            yield ()
            return
        for m in range(counts[i] + 1):
            for tail in search(i + 1, left - m * steps[i]):
                yield (m, *tail)

    yield from search(0, missing)


def _orbit(
    counts: Sequence[int],
    weights: Sequence[Fraction],
    c1: Fraction,
    c2: Fraction,
    raised: Sequence[int],
    free: int | None,
    rest: Fraction,
) -> Orbit:
    cells, size = [], 1
    for b, (n, w, m) in enumerate(zip(counts, weights, raised, strict=True)):
        size *= math.comb(n, m)
        if m:
            cells.append(Cell(b, m, c2 * w))
        if b == free:
            cells.append(Cell(b, 1, c1 * w + rest))
            size *= n - m
        low = n - m - (b == free)
        if low:
            cells.append(Cell(b, low, c1 * w))
    return Orbit(tuple(cells), size)


def spread(orbit: Orbit, blocks: Sequence[Sequence[int]], k: int) -> Array:
    """For every extreme point of an orbit, the cell of each letter; −1 where μ is 0.

    Shape (orbit.size, k). The first row is the orbit's representative.

    Args:
        orbit: an orbit of extreme points.
        blocks: letters of one μ.
        k: the number of letters.
    """
    choices = []
    for b, letters in enumerate(blocks):
        mine = [(i, cell.count) for i, cell in enumerate(orbit.cells) if cell.block == b]
        choices.append(list(_arrangements(tuple(letters), mine)))
    rows = np.full((orbit.size, k), -1)
    for row, chosen in zip(rows, product(*choices), strict=True):
        for part in chosen:
            for letter, cell in part:
                row[letter] = cell
    return rows


def _arrangements(
    letters: tuple[int, ...], cells: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    if not cells:
        yield ()
        return
    (cell, count), *others = cells
    for chosen in combinations(letters, count):
        left = tuple(x for x in letters if x not in chosen)
        for tail in _arrangements(left, others):
            yield (*((x, cell) for x in chosen), *tail)
