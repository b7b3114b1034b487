"""A sampler that was asked about, written out: one row for each extreme point of the class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.kernels import (
    EXACT,
    ONE,
    Kernel,
    kernel_amount,
    kernel_breach,
    stochastic_breach,
)
from lpcheck.rechecker.levels import Level
from lpcheck.rechecker.orbits import Orbit, is_extreme
from lpcheck.rechecker.privacy import exponential
from lpcheck.rechecker.reader import Row, distribution, items, matrix
from lpcheck.rechecker.refusal import Refusal

LARGEST_LISTING = 1024
_MOST_WORK = 300_000


@dataclass(frozen=True)
class SamplerRows:
    """Judges a sampler on `points`."""

    points: Kernel
    level: Level
    f: Divergence

    @property
    def where(self) -> Mapping[str, tuple[str, ...]]:
        """The indices that say where a constraint is broken."""
        pair = ("row", "other_row")
        return {
            "privacy": (*pair, "column") if self.level.pure else pair,
            "stochastic": ("row",),
            "nonnegative": ("row", "column"),
        }

    def rows(self, value: Any, name: str) -> Kernel:
        """One row a point."""
        return matrix(value, name, len(self.points), len(self.points[0]))

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What exact rows break by more than the slack."""
        if self.level.pure:
            assert self.level.epsilon is not None
            return kernel_breach(
                kernel, exponential(self.level.epsilon)[0], slack, self.scale("privacy")
            )
        broken = stochastic_breach(kernel, slack)
        if len(kernel) ** 2 * len(kernel[0]) > _MOST_WORK:
            raise Refusal("mechanism: too many pairs of rows to compare")
        if broken is None and self.level.broken(
            permutations(kernel, 2), slack * self.scale("privacy")
        ):
            return "two rows break privacy"
        return broken

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return self.level.scale if constraint == "privacy" else ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], beta: Any) -> Real:
        """By how much at least rows break a constraint."""
        if constraint == "privacy" and not self.level.pure:
            return self.level.amount(kernel[at["row"]], kernel[at["other_row"]], beta)
        return kernel_amount(kernel, constraint, at, self.level.epsilon or Fraction(0))

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """The largest D_f(P‖Q(P)); equal terms are enclosed once."""
        seen: dict[tuple[Fraction, Fraction], Number | None] = {}
        worst = A.number(0)
        for point, row in zip(self.points, kernel, strict=True):
            terms = []
            for pair in zip(point, row, strict=True):
                if pair not in seen:
                    seen[pair] = self.f.term(A, *pair)
                if seen[pair] is None:
                    return INFINITE
                terms.append(seen[pair])
            worst = A.maximum(worst, A.total(terms))
        return A.enclosure(worst)


def read_points(
    value: Any, reference: Row, c1: Fraction, c2: Fraction, orbits: tuple[Orbit, ...]
) -> Kernel:
    """All extreme points once, in any order: distinct, extreme, and as many as there are."""
    size, name = sum(orbit.size for orbit in orbits), "mechanism.points"
    if size > LARGEST_LISTING:
        raise Refusal(f"mechanism: the class has {size} extreme points; write null")
    points = tuple(
        distribution(x, f"{name}[{i}]", len(reference))
        for i, x in enumerate(items(value, name, size))
    )
    if len(set(points)) != size:
        raise Refusal(f"{name}: has a point twice")
    for i, point in enumerate(points):
        if not is_extreme(point, reference, c1, c2):
            raise Refusal(f"{name}[{i}]: is no extreme point of the class")
    return points
