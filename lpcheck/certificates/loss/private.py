"""Kernels private under a metric: bounds of e^d, what breaks them, repairs."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from formulations.loss import Loss
from lpcheck.certificates.exact.kernels import Kernel, exact_kernel
from lpcheck.certificates.exact.numbers import LOSS, Row, decimal, exponential_below, places_for
from lpcheck.certificates.maker import Rows
from lpcheck.certificates.repair import Requirement, Vector, mixed, summing_to_one

_NOISE = Decimal("1e-30")
"""A column below it is what the linear program left of nothing."""


@dataclass(frozen=True)
class Distances:
    """In nats, a row an input; the equal distance ε is ε-LDP."""

    rows: tuple[tuple[Fraction, ...], ...]

    @cached_property
    def values(self) -> list[Fraction]:
        """The positive ones, each once, in increasing order."""
        return sorted({d for row in self.rows for d in row if d > 0})

    @property
    def places(self) -> int:
        """Decimal places of a mechanism's entries."""
        return max((places_for(d) for d in (*self.values[:1], *self.values[-1:])), default=60)

    @cached_property
    def bounds(self) -> dict[Fraction, Fraction]:
        """Rationals just below e^d."""
        below = {d: exponential_below(d, self.places) for d in self.values}
        return {**below, Fraction(0): Fraction(1)}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of inputs that no third one between them implies, exactly."""
        d, n = self.rows, range(len(self.rows))
        return [
            (x, other)
            for x in n
            for other in n
            if x != other
            and not any(
                d[x][z] > 0 and d[z][other] > 0 and d[x][z] + d[z][other] <= d[x][other] for z in n
            )
        ]

    @cached_property
    def first(self) -> list[int]:
        """The first input at no distance of each."""
        return [row.index(Fraction(0)) for row in self.rows]

    def breaks(self, kernel: Kernel) -> bool:
        """Whether some Q_xy > e^d Q_x'y."""
        whole = [[q.as_integer_ratio() for q in row] for row in kernel]
        for x, apart in zip(whole, self.rows, strict=True):
            for other, d in zip(whole, apart, strict=True):
                top, bottom = self.bounds[d].as_integer_ratio()
                if x is not other and any(
                    a * below * bottom > b * above * top
                    for (a, above), (b, below) in zip(x, other, strict=True)
                ):
                    return True
        return False

    @property
    def requirement(self) -> Requirement:
        """Privacy of exact kernels."""

        def weight(kernel: Kernel, base: Vector) -> Fraction:
            odds = Fraction(0)
            for row, apart in zip(kernel, self.rows, strict=True):
                for other, d in zip(kernel, apart, strict=True):
                    t = self.bounds[d]
                    for a, b, middle in zip(row, other, base, strict=True):
                        over = a - t * b
                        if over > 0 and (t == 1 or middle == 0):
                            return Fraction(1)
                        if over > 0:
                            odds = max(odds, over / ((t - 1) * middle))
            return odds / (1 + odds)

        return Requirement(self.breaks, weight)

    def alike(self, rows: Rows) -> Rows:
        """Rows of inputs at no distance made one."""
        return [rows[x] for x in self.first]

    def mend(self, entries: Rows) -> Rows:
        """A private kernel next to the entries."""
        rows = self.alike(summing_to_one(entries))
        base = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
        return mixed(rows, base, self.requirement)

    def kernel(self, rows: list[Row], off: Decimal = Decimal(0)) -> Kernel:
        """Nearly private decimals as an exactly private kernel of the same shape.

        Args:
            rows: the decimals.
            off: about how far they are from a private kernel, if that is known.
        """
        used = [y for y, column in enumerate(zip(*rows, strict=True)) if max(column) > _NOISE]
        kept = [[rows[x][y] for y in used] for x in self.first]
        smallest = Decimal(1)
        if self.values:
            smallest = (-decimal(self.values[-1])).exp() * min(decimal(self.values[0]), smallest)
        smallest = max(smallest, off.scaleb(LOSS))
        found = exact_kernel(kept, self.places, smallest, self.breaks)
        result = [[Fraction(0)] * len(rows[0]) for _ in rows]
        for row, entries in zip(result, found, strict=True):
            for y, q in zip(used, entries, strict=True):
                row[y] = q
        return result


def read_distances(problem: Loss) -> Distances:
    """The distances of a problem under ε-LDP or a metric."""
    stated, n = problem.privacy.parameters, len(problem.loss)
    if "distances" in stated:
        return Distances(stated["distances"])
    epsilon, zero = stated["epsilon"], Fraction(0)
    return Distances(tuple(tuple(zero if x == z else epsilon for z in range(n)) for x in range(n)))
