r"""Staircase certificates in polynomial time: blocks of letters, and their tangents in many digits.

The path solver of :mod:`formulations.staircase_path` says which partition is best, in doubles.
Randomized response over its m blocks then has a closed form, of value
:math:`\lambda = \sum_b \varphi_b / (1 + (m - 1)u)`, and the prices c = (1 − u)α are built again
from the tangents of φ at the blocks, as in :mod:`formulations.staircase_path.dual`:
c = (own tangent) − d, with 0 ≤ d ≤ R, the room above the other tangents, and with the sum over
each block that makes it tight, to all digits. Only the shape of d is taken from doubles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from formulations.staircase import Staircase
from formulations.staircase_path import Letters, Partition, best_partition, certify
from lpcheck.certificates._kernels import Kernel
from lpcheck.certificates._numbers import Row, decimal, decimals
from lpcheck.certificates._terms import Terms, read_terms

_ZERO = Decimal(0)


@dataclass(frozen=True)
class Blocks:
    """The tangents of φ at the blocks of a partition, at the masses of each input.

    Attributes:
        labels: the block of each input.
        own: the tangent at its own block.
        room: how far that is above the highest other tangent, or 0.
        mass: P0 + P1 of each input.
        sums: Σ d over each block.
    """

    labels: list[int]
    own: Row
    room: Row
    mass: Row
    sums: Row

    def prices(self, shape: Sequence[Decimal]) -> Row:
        """C: d has the given shape within each block, and the sums."""
        totals = self._totals(shape)
        # Where nothing tells the letters of a block apart, they share by mass.
        masses = self._totals(self.mass)
        return [
            own - self.sums[b] * (part / totals[b] if totals[b] > 0 else mass / masses[b])
            for b, own, part, mass in zip(self.labels, self.own, shape, self.mass, strict=True)
        ]

    def _totals(self, values: Sequence[Decimal]) -> Row:
        totals = [_ZERO] * len(self.sums)
        for b, x in zip(self.labels, values, strict=True):
            totals[b] += x
        return totals


def labels_of(partition: Partition) -> list[int]:
    """The block of each input; those without mass are in the first."""
    of_letter = partition.labels.tolist()
    return [of_letter[i] if i >= 0 else 0 for i in partition.letters.place.tolist()]


def response(labels: Sequence[int], count: int, epsilon: Fraction) -> Kernel:
    """Randomized response over the blocks, exactly private."""
    u = (-decimal(epsilon)).exp()
    total = 1 + (count - 1) * u
    rows = [[(1 if b == y else u) / total for y in range(count)] for b in labels]
    return private_kernel(rows, epsilon)


def tangents(problem: Staircase, labels: Sequence[int], count: int) -> Blocks:
    """The tangents at the blocks of a partition, in the decimals of the context."""
    f, u = read_terms(problem.divergence), (-decimal(problem.epsilon)).exp()
    p0, p1 = ([(1 - u) * x for x in decimals(p.exact)] for p in (problem.p0, problem.p1))
    values, slopes = [], []
    for b in range(count):
        m0, m1 = (u + _sum(x for x, c in zip(p, labels, strict=True) if c == b) for p in (p0, p1))
        values.append(f.term(m0, m1))
        slopes.append(_slopes(f, m0 / m1))
    level = u * _sum(values) / (1 + (count - 1) * u)
    own, room = [], []
    for a, b, label in zip(p0, p1, labels, strict=True):
        heights = [s * a + t * b for s, t in slopes]
        own.append(heights.pop(label))
        room.append(max(own[-1] - max(heights), _ZERO))
    sums = [level - v for v in values]
    for label, x in zip(labels, own, strict=True):
        sums[label] += x
    mass = [a + b for a, b in zip(p0, p1, strict=True)]
    return Blocks(list(labels), own, room, mass, sums)


def _sum(values: Iterator[Decimal] | Row) -> Decimal:
    return sum(values, _ZERO)


def _slopes(f: Terms, r: Decimal) -> tuple[Decimal, Decimal]:
    """The slopes in a and in b of b f(a/b) where a/b = r > 0."""
    price = f.price(r)
    return (f.term(r, Decimal(1)) - price) / r, price
