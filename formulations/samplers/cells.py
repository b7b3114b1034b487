"""The cells of a class's extreme points: letters that a symmetric sampler treats alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.samplers.extreme_points import (
    LARGEST_LISTING,
    Orbit,
    blocks_of,
    orbits_of,
    spread,
)

LARGEST_PROGRAM = 6000
"""The most cells (variables) that a program is built with."""

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Cells:
    """All cells of all orbits, in one order; the variables of a sampler program."""

    reference: tuple[Fraction, ...]
    blocks: tuple[tuple[int, ...], ...]
    orbits: tuple[Orbit, ...]

    @property
    def k(self) -> int:
        """The size of the alphabet."""
        return len(self.reference)

    @cached_property
    def listed(self) -> bool:
        """Whether mechanisms have a row for every extreme point, or for one of each orbit."""
        return sum(orbit.size for orbit in self.orbits) <= LARGEST_LISTING

    @cached_property
    def p(self) -> Array:
        """The probability of one letter of each cell, shape (cells,)."""
        return np.array([float(c.p) for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def count(self) -> Array:
        """The number of letters of each cell, shape (cells,)."""
        return np.array([float(c.count) for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def block(self) -> Indices:
        """The block of each cell."""
        return np.array([c.block for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def orbit(self) -> Indices:
        """The orbit of each cell."""
        return np.array([v for v, orbit in enumerate(self.orbits) for _ in orbit.cells])

    @cached_property
    def member(self) -> Array:
        """Letters of each cell in the row of its orbit, shape (orbits, cells)."""
        member = np.zeros((len(self.orbits), len(self.p)))
        member[self.orbit, np.arange(len(self.p))] = self.count
        return member

    @cached_property
    def base(self) -> Array:
        """The reference at a letter of each cell, shape (cells,)."""
        return np.array([float(self.reference[b[0]]) for b in self.blocks])[self.block]

    @cached_property
    def of_rows(self) -> Indices:
        """The cell of each letter in each row of a mechanism; −1 where the reference is 0."""
        rows, first = [], 0
        for orbit in self.orbits:
            local = spread(orbit, self.blocks, self.k) if self.listed else self._one(orbit)
            rows.append(np.where(local >= 0, local + first, -1))
            first += len(orbit.cells)
        return np.concatenate(rows)

    def _one(self, orbit: Orbit) -> Indices:
        row, used = np.full((1, self.k), -1), [0] * len(self.blocks)
        for i, cell in enumerate(orbit.cells):
            letters = self.blocks[cell.block][used[cell.block] :][: cell.count]
            row[0, list(letters)] = i
            used[cell.block] += cell.count
        return row

    def gap(self, values: Array) -> Array:
        """P minus values, shape (cells,); on each row's largest one by way of the others' sum.

        Where an answer is P but for 1e-17, an entry near 1 does not tell, and the others do.
        """
        gap, rows = self.p - values, np.arange(len(self.orbits))
        top = np.argmax(np.where(self.member > 0, values, -1.0), axis=1)
        rest = self.member * gap
        rest[rows, top] = 0.0
        gap[top] = -rest.sum(axis=1) / self.count[top]
        return np.asarray(gap)

    def rows(self, values: Array) -> Array:
        """A mechanism, shape (rows, k), from one value a cell."""
        return np.where(self.of_rows >= 0, values[self.of_rows], 0.0)

    def values(self, mechanism: Array) -> Array:
        """One value a cell, shape (cells,), from a mechanism that is constant on cells."""
        result, seen = np.zeros(len(self.p)), self.of_rows >= 0
        result[self.of_rows[seen]] = mechanism[seen]
        return result

    def arranged(self, values: Array) -> tuple[Indices, Indices]:
        """Cells of each orbit's letters, block by block, by falling and by rising value.

        max(a − t b, 0) is submodular, so over all exchanges of letters its sum is largest when the
        largest a of a block meets the smallest b.
        """
        falling: list[Indices] = []
        rising: list[Indices] = []
        for v in range(len(self.orbits)):
            mine = np.flatnonzero(self.orbit == v)
            for result, key in ((falling, -values), (rising, values)):
                order = mine[np.lexsort((key[mine], self.block[mine]))]
                result.append(np.repeat(order, self.count[order].astype(int)))
        return np.array(falling), np.array(rising)


def cells_of(
    reference: Sequence[Fraction], c1: Fraction, c2: Fraction, *, symmetric: bool
) -> Cells:
    """The cells of the extreme points of {c1 μ ≤ P ≤ c2 μ}.

    Args:
        reference: μ, exact.
        c1: the lower ratio to μ.
        c2: the upper ratio to μ.
        symmetric: whether letters of one μ are exchangeable.

    Raises:
        InputError: the program would be too large; the message has the number of extreme points.
    """
    blocks = blocks_of(reference, symmetric)
    orbits = orbits_of(reference, blocks, c1, c2)
    size = sum(len(orbit.cells) for orbit in orbits)
    if size > LARGEST_PROGRAM:
        points = sum(orbit.size for orbit in orbits)
        raise InputError(
            "reference",
            f"leaves a class with {points} extreme points in {len(orbits)} orbits, a program of "
            f"{size} variables",
            f"give a smaller alphabet or a more symmetric reference (at most {LARGEST_PROGRAM})",
        )
    return Cells(tuple(reference), blocks, orbits)
