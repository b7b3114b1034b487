r"""Minimax private sampling over a class of distributions (park2024, ghoukasian2025).

.. math:: \min_{\mathbf Q} \max_{P} D_f(P \| \mathbf Q(P)), \qquad c_1\mu \le P \le c_2\mu,

over all samplers, linear or not. D_f and every privacy constraint are jointly convex, so a sampler
on the extreme points of the class extends to the whole class by convex combination and loses
nothing: the problem is a finite convex program. Averaging over exchanges of letters with equal μ
loses nothing either: one row of variables an orbit of extreme points, one variable a cell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any

import cvxpy as cp
import numpy as np
from numpy.typing import NDArray

from formulations._sampler_dual import cut_prices, lagrangian, pure_prices
from formulations._sampler_rows import arrangements, ask, row_violations
from formulations.cells import Cells, Indices, cells_of
from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.formulation import Array, Formulation, Program, Solution, Violation, settle
from formulations.gate import solve
from formulations.kernels import read_kernel, stochastic_violations
from formulations.parameters import (
    LARGEST_ALPHABET,
    Distribution,
    read_distribution,
    read_number,
)
from formulations.privacy import true_epsilon
from formulations.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel

_VIOLATED, _CONIC_VIOLATED = 1e-12, 3e-10
_CUTS_A_ROUND = 200
_CERTAIN, _STEEPEST = 1e-9, 1e9
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

    def __init__(self, reference: Distribution, privacy: PrivacyLevel, divergence: Any) -> None:
        self.reference = reference
        self.privacy = privacy
        self.divergence = read_divergence(divergence)

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
        if not self.violations(P, 1e-15):
            return settle(0.0, P, "the class is private as it is: the identity is optimal")
        constant = np.tile(self.reference.array, (len(P), 1))
        if math.isinf(self.divergence.at_zero) and self._missed_mass() > _CERTAIN:
            return settle(math.inf, constant, "f(0) = ∞, and privacy needs mass where P has none")
        return None

    def _missed_mass(self) -> float:
        """A lower bound on the mass that a private sampler puts where some P has none."""
        if not self._missed_blocks().all():
            return 0.0  # all can answer with a letter that no P lacks
        if self.privacy.epsilon is not None:
            return 1.0
        mass = copy(self)
        mass.divergence = _MISSED
        mass.__dict__.pop("_cuts", None)
        mass.__dict__.pop("_touched", None)
        return solve(mass).bounds.lower

    def program(self) -> Program:
        """Minimise the largest cost of an orbit; privacy beyond pure LDP is cut in."""
        return self._program(self.divergence.expression is not None and not self.divergence.linear)

    def second_program(self) -> Program | None:
        """The same with tangent planes for the terms, so that HiGHS can take it."""
        return None if self.divergence.linear else self._program(False)

    def _program(self, conic: bool) -> Program:
        p, f = self.cells.p, self.divergence
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
                constraints["empty"] = cost[empty] >= f.centred_at_zero * q[empty]
        if conic and f.expression is not None:
            constraints["cost"] = cost[live] >= f.expression(p[live], q[live])
        variables = {"q": q, "cost": cost, "risk": risk}
        if self.privacy.epsilon is not None:
            highest = variables["highest"] = cp.Variable(len(self.cells.blocks), name="highest")
            u = math.exp(-self.privacy.epsilon)
            constraints["privacy_low"] = q - u * highest[self.cells.block] >= 0
            constraints["privacy_high"] = highest[self.cells.block] - q >= 0
        if f.linear:
            for at in self._pieces():
                constraints |= self._tangent(at, q, cost, live)
        found: dict[str, Any] = {}

        def refine(values: Mapping[str, Array]) -> dict[str, Any]:
            # All planes each time: the gate starts anew from the program as it was.
            known = (len(self._cuts), len(found))
            if self.privacy.epsilon is None:
                self._add_cuts(values, _CONIC_VIOLATED if conic else _VIOLATED)
            if not conic and not (f.linear and self._tight(values, live)):
                at = np.maximum(values["q"], self._floor * self.cells.p)
                found.update(self._tangent(at, q, cost, live))
            for index in range(len(self._cuts)):
                if f"cut_{index}_total" not in found:
                    found.update(self._cut(index, q))
            return found if (len(self._cuts), len(found)) != known else {}

        needed = not conic or self.privacy.epsilon is None
        problem = cp.Problem(cp.Minimize(risk), list(constraints.values()))
        return Program(problem, variables, constraints, 1.0, refine if needed else None)

    @cached_property
    def _floor(self) -> float:
        """The least q/p at which planes touch: beyond, slopes are too steep for a simplex."""
        scales = np.logspace(-1, -6, 6, dtype=np.float64)
        slopes = np.abs(self.divergence.cost_slope(np.ones(len(scales)), scales))
        return float(scales[slopes <= _STEEPEST].min(initial=scales[0]))

    def _pieces(self) -> list[Array]:
        """Points on every linear piece of a piecewise linear f (on all but the most extreme)."""
        scales: Array = 1.3 * np.logspace(-10, 9, 20, base=2.0, dtype=np.float64)
        slopes = self.divergence.cost_slope(np.ones(len(scales)), scales)
        _, where = np.unique(slopes, return_index=True)
        return [scales[i] * self.cells.p for i in where]

    def _tight(self, values: Mapping[str, Array], live: Indices) -> bool:
        """Whether the planes so far hold the terms up where they are."""
        terms = self.divergence.terms(self.cells.p, np.maximum(values["q"], 0.0))
        return bool((terms[live] <= values["cost"][live] + _VIOLATED).all())

    def _tangent(self, at: Array, q: Any, cost: Any, live: Indices) -> dict[str, Any]:
        height = self.divergence.terms(self.cells.p[live], at[live])
        slope = self.divergence.cost_slope(self.cells.p[live], at[live])
        name = f"tangent_{len(self._touched)}"
        self._touched[name] = at
        return {name: cost[live] >= height - slope * at[live] + cp.multiply(slope, q[live])}

    @cached_property
    def _touched(self) -> dict[str, Array]:
        """Cells at which tangent planes touch, by the name of the plane."""
        return {}

    def _add_cuts(self, values: Mapping[str, Array], allowed: float) -> None:
        """The violated pairs of orbits, each at its worst level and arrangement of letters."""
        self._cuts.extend(self._violated(np.maximum(values["q"], 0.0), allowed))

    def _cut(self, index: int, q: Any) -> dict[str, Any]:
        first, second, counts, beta = self._cuts[index]
        u, excess = math.exp(-beta), cp.Variable(len(counts))
        return {
            f"cut_{index}_over": excess - u * q[first] + q[second] >= 0,
            f"cut_{index}_sign": excess >= 0,
            f"cut_{index}_total": counts @ excess <= u * self._delta(beta),
        }

    @cached_property
    def _cuts(self) -> list[tuple[Any, Any, Array, float]]:
        """Pairs of cells, the letters they stand for, and β, of the planes made so far."""
        return []

    def _violated(self, cells: Array, allowed: float) -> list[tuple[Any, Any, Array, float]]:
        """Pairs of orbits that break privacy, the worst first, each at its worst arrangement."""
        falling, rising = self.cells.arranged(cells)
        first, second = all_pairs(len(self.cells.orbits), own=True)
        found = []
        for profile in self.privacy.profiles:
            excess, beta = profile_excess(cells[falling[first]], cells[rising[second]], profile)
            for i in np.argsort(-excess)[:_CUTS_A_ROUND]:
                if excess[i] > allowed:
                    pair = _merge(falling[first[i]], rising[second[i]])
                    found.append((*pair, float(beta[i])))
        return found

    def recover(self, values: Mapping[str, Array]) -> Array:
        """Rows for the cells' values, mixed with as much of μ as privacy needs."""
        return self.cells.rows(self._private(values["q"]))

    def _private(self, cells: Array) -> Array:
        cells = np.maximum(cells, 0.0)
        cells = cells / (self.cells.member @ cells)[self.cells.orbit]
        short = self._short(cells)
        if short <= 0:
            return cells
        constant = self._constant(cells)

        def mixed(weight: float) -> Array:
            return (1.0 - weight) * cells + weight * constant

        low, high = 0.0, 1.0
        weight = max(0.1 * short, 1e-15)
        while weight < 1.0:  # the weight is tiny as a rule: find its size, then bisect
            if self._short(mixed(weight)) <= 0:
                high = weight
                break
            low, weight = weight, weight * 4
        while high - low > 1e-14 + 1e-3 * high:
            middle = 0.5 * (low + high)
            if self._short(mixed(middle)) <= 0:
                high = middle
            else:
                low = middle
        return mixed(high)

    def _constant(self, cells: Array) -> Array:
        """A row that answers every P alike: where privacy leaves no choice, as good as any row.

        Where a letter that P lacks costs ∞, it avoids the letters that some P lacks, if it can.
        """
        letters = self.cells.count * cells
        total = np.bincount(self.cells.block, letters, len(self.cells.blocks))
        if math.isinf(self.divergence.centred_at_zero):
            kept = np.where(self._missed_blocks(), 0.0, total)
            total = kept if kept.sum() > 0 else total
        sizes = np.array([len(letters) for letters in self.cells.blocks])
        return np.asarray((total / total.sum() / sizes)[self.cells.block])

    def _missed_blocks(self) -> NDArray[np.bool_]:
        """Blocks with a letter that some P lacks."""
        missed = np.bincount(self.cells.block, self.cells.p <= 0, len(self.cells.blocks))
        return np.asarray(missed > 0)

    def _short(self, cells: Array) -> float:
        """By how much the cells break privacy (≤ 0: they do not)."""
        if self.privacy.epsilon is not None:
            u = math.exp(-self.privacy.epsilon)
            worst = -math.inf
            for b in range(len(self.cells.blocks)):
                mine = cells[self.cells.block == b]
                worst = max(worst, u * float(mine.max()) - float(mine.min()))
            return worst
        falling, rising = self.cells.arranged(cells)
        first, second = all_pairs(len(self.cells.orbits), own=True)
        left, right = cells[falling[first]], cells[rising[second]]
        return max(
            float(profile_excess(left, right, profile, levels=False)[0].max())
            for profile in self.privacy.profiles
        )

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """The Lagrangian at any multipliers: see :mod:`formulations._sampler_dual`."""
        if self.privacy.epsilon is not None:
            prices = pure_prices(self.cells, self.privacy, duals)
        else:
            levels = [(*cut, self._delta(cut[3])) for cut in self._cuts]
            prices = cut_prices(len(self.cells.p), levels, duals)
        planes: list[tuple[Array, Array | None]] = [
            (at, duals[name]) for name, at in self._touched.items() if name in duals
        ]
        planes = planes or [(values["q"], None)]
        return lagrangian(self.cells, self.divergence, prices, duals["risk"], planes)

    def _delta(self, beta: float) -> float:
        return min(float(profile.delta(beta)) for profile in self.privacy.profiles)

    def value(self, mechanism: Array) -> float:
        """The largest D_f(P‖Q(P)) over the rows."""
        terms = self.divergence.terms(self.extreme_points, mechanism)
        return float(terms.sum(axis=1).max())

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums, and the pair of rows that breaks privacy the most."""
        found = stochastic_violations(mechanism, tolerance)
        return tuple(found + row_violations(self.cells, self.privacy, mechanism, tolerance))

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the rows are private; None beyond pure LDP."""
        return (
            None
            if self.privacy.epsilon is None
            else true_epsilon(arrangements(self.cells, mechanism))
        )

    def read_mechanism(self, mechanism: Any) -> Array:
        """A row for each extreme point, or a callable from a distribution to a distribution."""
        points = self.extreme_points
        if callable(mechanism):
            mechanism = [ask(mechanism, p) for p in points]
        return read_kernel(mechanism, len(points), self.k)


def _merge(first: Any, second: Any) -> tuple[Any, Any, Array]:
    """Equal pairs of cells once, with the number of letters they stand for."""
    pairs, counts = np.unique(np.stack([first, second], axis=1), axis=0, return_counts=True)
    return pairs[:, 0], pairs[:, 1], counts.astype(float)


def read_reference(k: Any, reference: Any) -> Distribution:
    """The reference as given, or the uniform one on k letters."""
    if k is None and reference is None:
        raise InputError("reference", "is missing, and so is k", "give one of them")
    if reference is not None:
        distribution = read_distribution("reference", reference)
        if k is not None and read_number("k", k) != len(distribution):
            n = len(distribution)
            raise InputError("k", f"is {k}, but reference has {n} entries", "give one of them")
        return distribution
    size = read_number("k", k)
    if size.denominator != 1 or not 1 <= size <= LARGEST_ALPHABET:
        raise InputError("k", f"{k} is no size of an alphabet", "give a whole number k ≥ 1")
    return Distribution((Fraction(1, int(size)),) * int(size))
