r"""Minimax private samplers of {c1 μ ≤ P ≤ c2 μ} (park2024, ghoukasian2025).

.. math:: \min_{\mathbf Q} \max_P D_f(P \| \mathbf Q(P))

*Finite.* D_f and every privacy constraint are jointly convex: a sampler on the extreme points
extends to the class by convex combination at no loss.

*Letters with μ = 0* get nothing: moving a sampler's mass from them to another letter is
post-processing, which keeps privacy, changes no P, and increases no D_f.

*Symmetric.* Let π exchange letters with equal μ. With Q also π⁻¹ ∘ Q ∘ π is private with the same
risk, and so by convexity is the average over all π. It has one value q_c for each cell c (a block
and a level of P) of each orbit. Conversely any values with Σ count·q = 1 make a sampler; an
exchange may lay any letters of a block over any other, so that privacy must hold for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel
from lpcheck.rechecker.lagrangian import lower_bound
from lpcheck.rechecker.levels import Level, read_level
from lpcheck.rechecker.orbits import Cell, Orbit, orbits_of
from lpcheck.rechecker.privacy import breaks_pure, exponential
from lpcheck.rechecker.reader import Row, distribution, exact_sum, fields, items, number, vector
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.rows import SamplerRows, read_points

_LARGEST_ALPHABET = 10_000
_MOST_PAIRS = 300_000
_LEVELS = ("epsilon", "delta", "nu")


@dataclass(frozen=True)
class SamplerProblem:
    """The global or local minimax sampler."""

    reference: Row
    c1: Fraction
    c2: Fraction
    level: Level
    f: Divergence

    maximise = False

    @property
    def where(self) -> Mapping[str, tuple[str, ...]]:
        """Mechanisms are judged row by row: see `answering`."""
        return {}

    @cached_property
    def orbits(self) -> tuple[Orbit, ...]:
        """The extreme points."""
        return orbits_of(self.reference, self.c1, self.c2)

    def rows(self, value: Any, name: str) -> Kernel:
        """One row an orbit, one entry a cell."""
        given = items(value, name, len(self.orbits))
        return tuple(
            vector(row, f"{name}[{v}]", len(orbit.cells))
            for v, (row, orbit) in enumerate(zip(given, self.orbits, strict=True))
        )

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What the symmetric sampler with these cells breaks; a primal has no slack."""
        assert slack == EXACT
        for v, (row, orbit) in enumerate(zip(kernel, self.orbits, strict=True)):
            if min(row) < 0:
                return f"row {v} has a negative entry"
            if exact_sum([c.count * x for c, x in zip(orbit.cells, row, strict=True)]) != 1:
                return f"row {v}: Σ count·entry is not exactly 1"
        if self.level.pure:
            return self._pure_breach(kernel)
        if len(self.orbits) ** 2 * len(self.reference) > _MOST_PAIRS:
            raise Refusal("parameters: too many pairs of rows to compare")
        return "two rows break privacy" if self.level.broken(self._pairs(kernel)) else None

    def _pure_breach(self, kernel: Kernel) -> str | None:
        """Every letter of a block meets all of the block's cells, in one row or another."""
        assert self.level.epsilon is not None
        t = exponential(self.level.epsilon)[0]
        met: dict[int, list[Fraction]] = {}
        for row, orbit in zip(kernel, self.orbits, strict=True):
            for cell, x in zip(orbit.cells, row, strict=True):
                met.setdefault(cell.block, []).append(x)
        for block, entries in met.items():
            if breaks_pure(entries, t):
                return f"the letters of block {block} break privacy"
        return None

    def _pairs(self, kernel: Kernel) -> Iterator[tuple[Row, Row]]:
        """Each ordered pair of orbits (also with itself), letters arranged at their worst.

        For every t, max(a − t b, 0) is convex in a − t b, hence has decreasing differences in
        (a, b) with a up and b up: in a block its sum is largest when the largest a meets the
        smallest b, by exchanging two letters. The arrangement is the same for every t.
        """
        falling: list[Row] = []
        rising: list[Row] = []
        for row, orbit in zip(kernel, self.orbits, strict=True):
            for result, sign in ((falling, -1), (rising, 1)):
                letters = [
                    (cell.block, sign * x)
                    for cell, x in zip(orbit.cells, row, strict=True)
                    for _ in range(cell.count)
                ]
                result.append(tuple(sign * x for _, x in sorted(letters)))
        return ((a, b) for a in falling for b in rising)

    def scale(self, constraint: str) -> Fraction:
        """Never asked: see `answering`."""
        return ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], beta: Any) -> Real:
        """Never asked: see `answering`."""
        raise Refusal("mechanism: has no points")

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """The largest D_f(P‖Q(P)) over the orbits."""
        worst = A.number(0)
        for row, orbit in zip(kernel, self.orbits, strict=True):
            terms = []
            for cell, x in zip(orbit.cells, row, strict=True):
                term = self.f.term(A, cell.p, x)
                if term is None:
                    return INFINITE
                terms.append(A.number(cell.count) * term)
            worst = A.maximum(worst, A.total(terms))
        return A.enclosure(worst)

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        """The Lagrangian at any multipliers; ∞ where every private sampler is infinitely bad.

        That is so for pure ε-LDP and f(0) = ∞ if every letter has probability 0 under some P: a
        finite risk needs Q(P)_y = 0 there, hence by privacy Q_y = 0 everywhere, for every y.
        """
        blocks = {c.block for c in self._cells}
        missed = {c.block for c in self._cells if c.p == 0}
        if self.level.pure and self.f.infinite_at_zero and missed == blocks:
            return inf
        return Fraction(0) if dual == {} else lower_bound(A, self.orbits, self.level, self.f, dual)

    @property
    def _cells(self) -> list[Cell]:
        return [cell for orbit in self.orbits for cell in orbit.cells]

    def answering(self, value: Any) -> SamplerRows:
        """The judge of a mechanism whose rows answer these points."""
        points = read_points(value, self.reference, self.c1, self.c2, self.orbits)
        return SamplerRows(points, self.level, self.f)


def read_minimax(parameters: Any) -> SamplerProblem:
    """The global problem."""
    needed = ["reference", "c1", "c2", "divergence"]
    given = fields(parameters, "parameters", needed, *_LEVELS)
    c1, c2 = number(given["c1"], "parameters.c1"), number(given["c2"], "parameters.c2")
    if not 0 <= c1 <= 1 <= c2:
        raise Refusal("parameters: c1 and c2 are not 0 ≤ c1 ≤ 1 ≤ c2")
    return _problem(given, c1, c2)


def read_local(parameters: Any) -> SamplerProblem:
    """The problem on the neighbourhood N_γ(P0): c1 = 1/γ, c2 = γ."""
    given = fields(parameters, "parameters", ["reference", "gamma", "divergence"], *_LEVELS)
    gamma = number(given["gamma"], "parameters.gamma")
    if gamma < 1:
        raise Refusal("parameters.gamma: is below 1")
    return _problem(given, 1 / gamma, gamma)


def _problem(given: dict[str, Any], c1: Fraction, c2: Fraction) -> SamplerProblem:
    reference = distribution(given["reference"], "parameters.reference")
    if len(reference) > _LARGEST_ALPHABET:
        raise Refusal(f"parameters.reference: has more than {_LARGEST_ALPHABET} entries")
    return SamplerProblem(
        reference, c1, c2, read_level(given), read_divergence(given["divergence"])
    )
