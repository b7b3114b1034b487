r"""Minimax private sampling over a class of distributions (park2024, ghoukasian2025).

.. math:: \min_{\mathbf Q} \max_{P} D_f(P \| \mathbf Q(P)), \qquad c_1\mu \le P \le c_2\mu,

over all samplers, linear or not. D_f and every privacy constraint are jointly convex, so a sampler
on the extreme points of the class extends to the whole class by convex combination and loses
nothing: the problem is a finite convex program. Averaging over exchanges of letters with equal μ
loses nothing either: one row of variables an orbit of extreme points, one variable a cell.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.divergences import Divergence, read_divergence
from formulations.formulation import Array, Formulation, Program, Solution, Violation, settle
from formulations.gate import answer
from formulations.kernels import read_kernel, stochastic_violations
from formulations.parameters import Distribution
from formulations.privacy import true_epsilon
from formulations.samplers.cells import Cells, cells_of
from formulations.samplers.cuts import PrivacyCuts
from formulations.samplers.dual import cut_prices, lagrangian, pure_prices
from formulations.samplers.planes import TangentPlanes
from formulations.samplers.private import envelope, is_private
from formulations.samplers.repair import made_private, missed_blocks
from formulations.samplers.rows import arrangements, ask, row_gap, row_violations
from formulations.samplers.weak import at_level, visible
from formulations.trade_off import PrivacyLevel

_VIOLATED, _CONIC_VIOLATED = 1e-12, 3e-10
_CERTAIN = 1e-9
_SMALLEST = 1e-7
_MISSED = Divergence(
    "missed", 1.0, 0.0, 0.0, lambda a, b, gap: 0.0 * b, lambda x: 0.0 * x, linear=True
)
"""f(0) = 1 and f(x) = 0 for x > 0: the mass of Q where P has none."""


class SamplerProblem(Formulation):
    """What the global and the local minimax sampler share."""

    sense = "minimize"
    reference: Distribution
    low: Fraction
    high: Fraction
    privacy: PrivacyLevel
    divergence: Divergence
    symmetric: bool

    def __init__(
        self, reference: Distribution, privacy: PrivacyLevel, divergence: Any, symmetric: bool
    ) -> None:
        self.reference = reference
        self.privacy = privacy
        self.divergence = read_divergence(divergence)
        self.symmetric = symmetric

    @property
    @abstractmethod
    def class_parameters(self) -> dict[str, Fraction]:
        """The parameters that say how far the class reaches around the reference."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters, exact."""
        return {
            "reference": self.reference,
            **self.class_parameters,
            **self.privacy.parameters,
            "divergence": self.divergence,
        }

    @property
    def k(self) -> int:
        """The size of the alphabet."""
        return len(self.reference)

    @cached_property
    def cells(self) -> Cells:
        """Extreme points of the class, up to exchanges of letters with equal reference."""
        return cells_of(self.reference.exact, self.low, self.high, symmetric=self.symmetric)

    @property
    def extreme_points(self) -> Array:
        """The distributions that the rows of a mechanism answer, shape (rows, k).

        All of them up to 1024; beyond, one for each orbit of letter exchanges.
        """
        return self.cells.rows(self.cells.p)

    @property
    def natural_scale(self) -> float:
        """Rounding adds up over the letters."""
        return float(self.k)

    def settled(self) -> Solution | None:
        """One distribution, a class that is private as it is, or a divergence that is infinite."""
        P = self.extreme_points
        if len(self.cells.orbits) == 1 and self.cells.orbits[0].size == 1:
            return settle(0.0, P, "the class holds one distribution")
        if is_private(self.cells, self.privacy):
            return settle(0.0, P, "the class is private as it is: the identity is optimal")
        cover = envelope(self.cells)
        if self.divergence.free > 1.0 and sum(cover) <= Fraction(repr(self.divergence.free)):
            row = np.array([float(x / sum(cover)) for x in cover])
            return settle(0.0, np.tile(row, (len(P), 1)), "one answer is near enough to every P")
        constant = np.tile(self.reference.array, (len(P), 1))
        if math.isinf(self.divergence.at_zero) and self._needs_missed_mass:
            return settle(math.inf, constant, "f(0) = ∞, and privacy needs mass where P has none")
        return None

    @property
    def _needs_missed_mass(self) -> bool:
        """Whether every private sampler puts mass where some P has none, or else costs ∞."""
        missed = missed_blocks(self.cells)
        if missed.any() and self.privacy.same_support:
            # Letters that some P lacks are to be had by nobody: then f'(∞) is what they cost.
            return bool(missed.all() or math.isinf(self.divergence.slope_at_infinity))
        return bool(missed.all()) and self._missed_mass() > _CERTAIN

    def _missed_mass(self) -> float:
        """A lower bound on the mass that a private sampler puts where some P has none."""
        mass = copy(self)
        mass.divergence = _MISSED
        for made in ("cuts", "planes"):
            mass.__dict__.pop(made, None)
        return answer(mass).bounds.lower

    def program(self) -> Program:
        """Minimise the largest cost of an orbit; privacy beyond pure LDP is cut in."""
        return self._program(self.divergence.expression is not None and not self.divergence.linear)

    def second_program(self) -> Program | None:
        """The program with tangent planes for the terms, so that HiGHS can take it."""
        return None if self.divergence.linear else self._program(False)

    def _program(self, conic: bool) -> Program:
        import cvxpy as cp

        p, f, size = self.cells.p, self.divergence, 1.0 if conic else self._size
        q, cost = cp.Variable(len(p), name="q"), cp.Variable(len(p), name="cost")
        risk = cp.Variable(name="risk")
        constraints: dict[str, Any] = {
            "stochastic": self.cells.member @ q == 1,
            "nonnegative": q >= 0,
            "cost_nonnegative": cost >= 0,
            "risk": risk >= self.cells.member @ cost,
        }
        live, empty = np.flatnonzero(p > 0), np.flatnonzero(p <= 0)
        if len(empty):
            if math.isinf(f.centred_at_zero):
                constraints["missed"] = q[empty] == 0
            else:
                constraints["empty"] = cost[empty] >= f.centred_at_zero / size * q[empty]
        if conic and f.expression is not None:
            constraints["cost"] = cost[live] >= f.expression(p[live], q[live])
        variables = {"q": q, "cost": cost, "risk": risk}
        if self.privacy.epsilon is not None:
            highest = variables["highest"] = cp.Variable(len(self.cells.blocks), name="highest")
            u = visible(self.privacy, self.privacy.epsilon)
            constraints["privacy_low"] = q - u * highest[self.cells.block] >= 0
            constraints["privacy_high"] = highest[self.cells.block] - q >= 0
        if f.linear:
            constraints |= self.planes.of_pieces(q, cost)
        found: dict[str, Any] = {}

        def refine(values: Mapping[str, Array]) -> dict[str, Any]:
            # All planes each time: the gate starts anew from the program as it was.
            known = (len(self.cuts.made), len(found))
            if self.privacy.epsilon is None:
                self.cuts.add(values["q"], _CONIC_VIOLATED if conic else _VIOLATED)
            if not conic:
                found.update(self.planes.near(values, q, cost))
            found.update(self.cuts.constraints(q, found))
            return found if (len(self.cuts.made), len(found)) != known else {}

        needed = not conic or self.privacy.epsilon is None
        problem = cp.Problem(cp.Minimize(risk), list(constraints.values()))
        return Program(problem, variables, constraints, size, refine if needed else None)

    @cached_property
    def cuts(self) -> PrivacyCuts:
        """The planes that ask for privacy, beyond pure LDP."""
        return PrivacyCuts(self.cells, self.privacy)

    @cached_property
    def planes(self) -> TangentPlanes:
        """The planes that hold up the costs of cells in a linear program."""
        return TangentPlanes(self.cells, self.divergence, self._size)

    @cached_property
    def _size(self) -> float:
        """What costs are measured in, so that a solver sees small ones: a risk that can be had."""
        return min(max(self._risk(self._mixed), _SMALLEST), 1.0)

    @cached_property
    def _mixed(self) -> Array:
        """P itself, mixed with as little of a constant row as privacy needs."""
        return made_private(self.cells, self.privacy, self.divergence, self.cells.p)

    def _risk(self, q: Array) -> float:
        """The largest cost of an orbit."""
        terms = self.divergence.terms(self.cells.p, q, self.cells.gap(q))
        return float((self.cells.member @ terms).max())

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The values, shape (cells,), made private; P itself where its risk is below any solver."""
        q = at_level(self.privacy, self.cells.p, values["q"])
        found = made_private(self.cells, self.privacy, self.divergence, q)
        if self._risk(self._mixed) <= min(_CERTAIN, self._risk(found)):
            found = self._mixed  # at risk 0 too, for a solver's corner is 0 by its last digits only
        return self.cells.rows(found)

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """The Lagrangian at any multipliers, shapes (cells,) and (orbits,).

        See :mod:`formulations.samplers.dual`.
        """
        if self.privacy.epsilon is not None:
            prices = pure_prices(self.cells, self.privacy, duals)
        else:
            prices = cut_prices(len(self.cells.p), self.cuts.made, duals)
        planes: list[tuple[Array, Array | None]] = [
            (at, duals[name]) for name, at in self.planes.touched.items() if name in duals
        ]
        planes = planes or [(values["q"], None)]
        if not self.divergence.linear:  # planes of pieces hold wherever they touch
            p = self.cells.p
            planes = [(at_level(self.privacy, p, at), share) for at, share in planes]
        return lagrangian(self.cells, self.divergence, prices, duals["risk"], planes)

    def value(self, mechanism: Array) -> float:
        """The largest D_f(P‖Q(P)) over the rows, shape (rows, k)."""
        P, f = self.extreme_points, self.divergence
        terms = f.terms(P, mechanism, row_gap(P, mechanism)[0])
        return f.total(terms[np.argmax(terms.sum(axis=1))], P, mechanism)

    @property
    def vanishes(self) -> bool:
        """Whether the divergence is 0 between distributions that differ, as hockey-sticks are."""
        return self.divergence.flat

    def rounding(self, mechanism: Array) -> float:
        """From this mechanism's terms, shape (rows, k): the closer to the identity, the less."""
        P, f = self.extreme_points, self.divergence
        terms = f.rounding(P, mechanism, *row_gap(P, mechanism))
        return 2.0 * float(terms.sum(axis=1).max())

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, sums of rows, shape (k,), and the two that break privacy the most."""
        found = stochastic_violations(mechanism, tolerance)
        return tuple(found + row_violations(self.cells, self.privacy, mechanism, tolerance))

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the rows, shape (rows, k), are private; None beyond pure LDP."""
        return (
            None
            if self.privacy.epsilon is None
            else true_epsilon(arrangements(self.cells, mechanism))
        )

    def read_mechanism(self, mechanism: Any) -> Array:
        """A row an extreme point, shape (rows, k), from such an array or from a callable P → Q."""
        points = self.extreme_points
        if callable(mechanism):
            mechanism = [ask(mechanism, p) for p in points]
        return read_kernel(mechanism, len(points), self.k)
