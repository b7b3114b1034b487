"""The cells of a sampler's class, with exact numbers (see `formulations.samplers.cells`)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

import numpy as np

from formulations.samplers.cuts import Cut as PrivacyCut
from formulations.samplers.cuts import violated
from formulations.samplers.problem import SamplerProblem
from formulations.trade_off import PrivacyLevel
from lpcheck.certificates.exact.kernels import Kernel, excess
from lpcheck.certificates.exact.numbers import LOSS, Row, decimals

Vector = list[Fraction]


class ExactCells:
    """One value a cell: what a symmetric sampler answers on the letters of a cell."""

    def __init__(self, problem: SamplerProblem) -> None:
        self.cells = problem.cells
        orbits = self.cells.orbits
        self.p = [c.p for orbit in orbits for c in orbit.cells]
        self.count = [c.count for orbit in orbits for c in orbit.cells]
        self.block = [c.block for orbit in orbits for c in orbit.cells]
        self.orbit = [v for v, orbit in enumerate(orbits) for _ in orbit.cells]
        self.base = [self.cells.reference[self.cells.blocks[b][0]] for b in self.block]

    @cached_property
    def decimal_p(self) -> Row:
        """The probabilities in decimals."""
        return decimals(self.p)

    @cached_property
    def members(self) -> list[list[int]]:
        """The cells of each orbit."""
        result: list[list[int]] = [[] for _ in self.cells.orbits]
        for c, v in enumerate(self.orbit):
            result[v].append(c)
        return result

    def by_orbit(self, values: Sequence[Fraction]) -> Kernel:
        """One row an orbit, one entry a cell: how certificates hold a sampler."""
        return [[values[c] for c in mine] for mine in self.members]

    def values(self, rows: Sequence[Sequence[Fraction]]) -> Vector:
        """The cells of a mechanism, averaged over the letters of each."""
        total, seen = [Fraction(0)] * len(self.p), [0] * len(self.p)
        for row, where in zip(rows, self.cells.of_rows.tolist(), strict=True):
            for x, c in zip(row, where, strict=True):
                if c >= 0:
                    total[c] += x
                    seen[c] += 1
        return [x / n for x, n in zip(total, seen, strict=True)]

    def breaks_pure(self, values: Vector, t: Fraction) -> bool:
        """Whether letters of one block are answered with a ratio above t."""
        low: dict[int, Fraction] = {}
        high: dict[int, Fraction] = {}
        for b, x in zip(self.block, values, strict=True):
            low[b], high[b] = min(low.get(b, x), x), max(high.get(b, x), x)
        return any(high[b] > t * low[b] for b in low)

    def arranged(self, values: Sequence[Fraction]) -> tuple[list[list[int]], list[list[int]]]:
        """Cells of each orbit's letters, block by block, by falling and by rising value."""
        falling: list[list[int]] = []
        rising: list[list[int]] = []
        for mine in self.members:
            for result, sign in ((falling, -1), (rising, 1)):
                order = sorted(mine, key=lambda c: (self.block[c], sign * values[c]))
                result.append([c for c in order for _ in range(self.count[c])])
        return falling, rising

    def breaks_approximate(self, values: Vector, t: Fraction, delta: Fraction) -> bool:
        """Whether E_t of some pair of rows is above δ, whatever letters are exchanged."""
        falling, rising = self.arranged(values)
        left = [[values[c] for c in row] for row in falling]
        right = [[values[c] for c in row] for row in rising]
        return any(excess(a, b, t) > delta for a in left for b in right)

    def broken(
        self, values: Sequence[Decimal | Fraction], privacy: PrivacyLevel, allowed: float
    ) -> list[PrivacyCut]:
        """Arrangements that break a privacy level by more, as far as doubles see."""
        floats = np.array([max(float(x), 0.0) for x in values])
        return violated(self.cells, privacy, floats, allowed)

    def whole(self, values: Row, weight: Decimal, places: int) -> Vector:
        """Values mixed with the reference, rounded, and every row's sum exactly 1."""
        result: Vector = [Fraction(0)] * len(values)
        base = decimals(self.base)
        for mine in self.members:
            for c in mine:
                mixed = (1 - weight) * max(values[c], Decimal(0)) + weight * base[c]
                result[c] = Fraction(mixed.quantize(Decimal(1).scaleb(-places)))
            missing = 1 - sum((self.count[c] * result[c] for c in mine), Fraction(0))
            largest = max(mine, key=lambda c: result[c] * self.count[c])
            result[largest] += missing / self.count[largest]
        return result

    def equal(self, values: Row, places: int) -> Vector:
        """One value a block, the mean of its cells': rows that are all the same, as ε = 0 asks."""
        letters = [len(block) for block in self.cells.blocks]
        mean = []
        for b in range(len(letters)):
            own = [max(x, Decimal(0)) for x, of in zip(values, self.block, strict=True) if of == b]
            mean.append(Fraction(round(sum(own, Decimal(0)) / len(own), places)))
        missing = 1 - sum((n * x for n, x in zip(letters, mean, strict=True)), Fraction(0))
        largest = max(range(len(letters)), key=lambda b: letters[b] * mean[b])
        mean[largest] += missing / letters[largest]
        if min(mean) < 0:
            return self.constant()
        return [mean[b] for b in self.block]

    def constant(self) -> Vector:
        """Every row the reference."""
        return list(self.base)

    def cover(self) -> Vector:
        """Every row one answer: what the class gives a letter at most, as a distribution."""
        most = [Fraction(0)] * len(self.cells.blocks)
        for b, x in zip(self.block, self.p, strict=True):
            most[b] = max(most[b], x)
        total = sum((len(b) * x for b, x in zip(self.cells.blocks, most, strict=True)), Fraction(0))
        return [most[b] / total for b in self.block]

    @property
    def first_weight(self) -> Decimal:
        """The reference's weight that is tried first."""
        return Decimal(10) ** -LOSS


def exact_points(problem: SamplerProblem) -> list[list[Fraction]]:
    """The distributions that the rows of a sampler answer, exactly."""
    p = [c.p for orbit in problem.cells.orbits for c in orbit.cells]
    return [
        [p[c] if c >= 0 else Fraction(0) for c in row] for row in problem.cells.of_rows.tolist()
    ]
