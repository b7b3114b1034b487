r"""Certificates of minimax samplers.

For total variation and the hockey-sticks the problem is a linear program, solved to 45 digits.
For any other f it is linear around a point: the program of tangent planes at the solver's point is
refined, and again at its solution; where the optimum is a vertex this converges quadratically.
Elsewhere a grid of tangents around the best point closes in on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.gate import solve
from formulations.samplers.problem import SamplerProblem
from lpcheck.certificates.exact.kernels import Kernel
from lpcheck.certificates.exact.numbers import Row, decimal, exponential_below, places_for
from lpcheck.certificates.samplers.cells import Vector
from lpcheck.certificates.samplers.lagrangian import Multipliers, as_written, lower_bound
from lpcheck.certificates.samplers.program import SamplerProgram

_ZERO, _ONE = Decimal(0), Decimal(1)
_TINY = Decimal("1e-30")
_TANGENT_ROUNDS, _CUT_ROUNDS, _LARGEST_GRID = 5, 12, 400


class Sampler(SamplerProgram):
    """A sampler problem: exact mechanisms and bounds."""

    def solve_cut(self) -> tuple[Row, Multipliers]:
        """As :meth:`solve_linear`, with privacy cut in until nothing breaks it by 1e-12."""
        values, multipliers = self.solve_linear()
        for _ in range(_CUT_ROUNDS):
            broken = self.exact.broken(values, self.problem.privacy, 1e-12)
            if not broken:
                break
            self.take_cuts(broken)
            values, multipliers = self.solve_linear()
        return values, multipliers

    def exact_values(self, values: Row) -> Vector:
        """Cells that are exactly private, with as little of the reference as that takes."""
        exact = self.exact
        weight, places, breaks = self._requirement()
        if self.pure and self.u == 1:  # no mixture would end the smallest difference of two rows
            return exact.equal(values, places)
        while weight < 1:
            candidate = exact.whole(values, weight, places)
            if min(candidate) >= 0 and not breaks(candidate):
                return candidate
            weight *= 10 if weight > Decimal("1e-20") else 1000
        return exact.constant()

    def _requirement(self) -> tuple[Decimal, int, Callable[[Vector], bool]]:
        exact = self.exact
        if "epsilon" in self.parameters:
            epsilon = self.parameters["epsilon"]
            places = places_for(epsilon)
            t = exponential_below(epsilon, places)
            weight = exact.first_weight * (-decimal(epsilon)).exp()
            if self.pure:
                return weight, places, lambda v: exact.breaks_pure(v, t)
            delta = self.parameters["delta"]
            return weight, places, lambda v: exact.breaks_approximate(v, t, delta)

        def breaks(values: Vector) -> bool:
            return bool(exact.broken(values, self.problem.privacy, -1e-15))

        return Decimal("1e-13"), 40, breaks

    def value(self, values: Row) -> Decimal:
        """The largest cost of an orbit."""
        return max(
            sum(
                (
                    self.exact.count[c] * self.f.term(self.exact.decimal_p[c], values[c])
                    for c in mine
                ),
                _ZERO,
            )
            for mine in self.exact.members
        )

    def bound(self, m: Multipliers) -> Decimal:
        """The lower bound that multipliers prove."""
        return lower_bound(self.exact, m, self.cuts, self.u, pure=self.pure)

    def written(self, m: Multipliers) -> dict[str, Any]:
        """The multipliers as the certificate format has them."""
        gaussian = "nu" in self.parameters
        return as_written(m, self.f, self.cuts, pure=self.pure, gaussian=gaussian)


def propose(problem: SamplerProblem) -> tuple[Sampler, Kernel, Multipliers | None]:
    """The primal, one row an orbit and one entry a cell, and the multipliers."""
    sampler = Sampler(problem)
    exact, settled = sampler.exact, problem.settled()
    if settled is not None:
        if np.isinf(settled.value):
            return sampler, exact.by_orbit(exact.constant()), None
        assert settled.mechanism is not None
        if not np.array_equal(settled.mechanism, problem.extreme_points):
            return sampler, exact.by_orbit(exact.cover()), None
        cells: Vector = exact.p
        if sampler.pure and sampler._requirement()[2](cells):  # private but for rounding
            cells = sampler.exact_values(exact.decimal_p)
        return sampler, exact.by_orbit(cells), None
    if sampler.pure and sampler.f.linear:
        values, multipliers = sampler.solve_linear()
        return sampler, exact.by_orbit(sampler.exact_values(values)), multipliers
    solution = solve(problem)
    sampler.take_cuts(problem.cuts.made)
    if solution.mechanism is None:
        return sampler, exact.by_orbit(exact.constant()), None
    given = [[Fraction(repr(float(x))) for x in row] for row in solution.mechanism]
    point = [decimal(x) for x in exact.values(given)]
    best = _Best(sampler)
    best.take(point, sampler.solver_multipliers(solution, point))
    if sampler.f.linear:
        best.take(*sampler.solve_cut())
    else:
        _follow_tangents(sampler, best, point)
    return sampler, exact.by_orbit(best.values), best.multipliers


class _Best:
    """The best exact cells and the best multipliers so far."""

    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler
        self.values, self.value = sampler.exact.constant(), Decimal("Infinity")
        self.multipliers: Multipliers | None = None
        self.bound = -_ONE

    @property
    def gap(self) -> Decimal:
        return self.value - self.bound

    def take(self, values: Row, multipliers: Multipliers) -> None:
        exact = self.sampler.exact_values(values)
        value = self.sampler.value([decimal(x) for x in exact])
        if value < self.value:
            self.values, self.value = exact, value
        bound = self.sampler.bound(multipliers)
        if bound > self.bound:
            self.multipliers, self.bound = multipliers, bound


def _follow_tangents(sampler: Sampler, best: _Best, point: Row) -> None:
    """Tangents at the last solution, which suits a vertex; then a grid of them around the best."""
    start = point
    for _ in range(_TANGENT_ROUNDS):
        at = sampler.positive(point)
        following, multipliers = sampler.solve_lines([sampler.lines_at(at)])
        best.take(following, replace(multipliers, point=at))
        moved = max(abs(a - b) for a, b in zip(point, following, strict=True))
        if best.gap < _TINY or moved > Decimal("1e-3"):
            break
        point = following
    if best.gap < Decimal("1e-12") or len(point) > _LARGEST_GRID:
        return
    point = start
    for width in ("1e-3", "2e-4", "4e-5", "8e-6", "2e-6"):
        steps = [1 + Decimal(width) * j / 4 for j in range(-5, 6)]
        at = sampler.positive(point)
        grid = [sampler.lines_at([x * s for x in at]) for s in steps]
        following, multipliers = sampler.solve_lines(grid, 2)
        multipliers = sampler.touching(multipliers)
        best.take(following, multipliers)
        point = following
        if best.gap < Decimal("1e-12"):
            return
