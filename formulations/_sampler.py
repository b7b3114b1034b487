r"""Minimax private sampling over a class of distributions (park2024, ghoukasian2025).

.. math:: \min_{\mathbf Q} \max_{P} D_f(P \| \mathbf Q(P)), \qquad c_1\mu \le P \le c_2\mu,

over all samplers, linear or not. D_f and every privacy constraint are jointly convex, so a sampler
on the extreme points of the class extends to the whole class by convex combination and loses
nothing: the problem is a finite convex program. Averaging over exchanges of letters with equal μ
loses nothing either: one row of variables an orbit of extreme points, one variable a cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import cvxpy as cp
import numpy as np

from formulations._sampler_dual import cut_prices, lagrangian, pure_prices
from formulations.cells import Cells, Indices, cells_of
from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.formulation import Array, Formulation, Program, Solution, Violation, settle
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import (
    LARGEST_ALPHABET,
    Distribution,
    read_distribution,
    read_number,
)
from formulations.privacy import true_epsilon
from formulations.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel, Profile

_VIOLATED = 1e-12
_CUTS_A_ROUND = 200
_SMALLEST_DELTA = 1e-3
"""δ is kept to a tolerance relative to itself, and to this where it is smaller."""


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
        if self._short(self.cells.p) <= 1e-15:
            return settle(0.0, P, "the class is private as it is: the identity is optimal")
        constant = np.tile(self.reference.array, (len(P), 1))
        if math.isinf(self.divergence.at_zero) and self._every_letter_missed():
            return settle(math.inf, constant, "f(0) = ∞, and every letter is missed by some P")
        return None

    def _every_letter_missed(self) -> bool:
        """Whether pure LDP leaves no output on which a sampler could put mass at finite cost."""
        return self.privacy.epsilon is not None and all(
            (self.cells.p[self.cells.block == b] == 0).any() for b in range(len(self.cells.blocks))
        )

    def program(self) -> Program:
        """Minimise the largest cost of an orbit; privacy beyond pure LDP is cut in."""
        return self._program(self.divergence.expression is not None)

    def second_program(self) -> Program:
        """The same with tangent planes for the terms, so that HiGHS can take it."""
        return self._program(False)

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
        for index in range(len(self._cuts)):
            constraints |= self._cut(index, q)

        def refine(values: Mapping[str, Array]) -> dict[str, Any]:
            planes = {} if conic else self._tangents(values, q, cost, live)
            return {**planes, **self._privacy_cuts(values, q)}

        needed = not conic or self.privacy.epsilon is None
        problem = cp.Problem(cp.Minimize(risk), list(constraints.values()))
        return Program(problem, variables, constraints, 1.0, refine if needed else None)

    def _tangents(
        self, values: Mapping[str, Array], q: Any, cost: Any, live: Any
    ) -> dict[str, Any]:
        at = np.maximum(values["q"], 1e-6 * self.cells.p)
        height = self.divergence.terms(self.cells.p, at)
        slope = self.divergence.cost_slope(self.cells.p, at)
        name = f"tangent_{len(self._touched)}"
        self._touched[name] = at
        return {name: cost[live] >= (height - slope * at)[live] + cp.multiply(slope[live], q[live])}

    @cached_property
    def _touched(self) -> dict[str, Array]:
        """Cells at which tangent planes touch, by the name of the plane."""
        return {}

    def _privacy_cuts(self, values: Mapping[str, Array], q: Any) -> dict[str, Any]:
        """The violated pairs of orbits, each at its worst level and arrangement of letters."""
        if self.privacy.epsilon is not None:
            return {}
        planes: dict[str, Any] = {}
        for first, second, counts, beta in self._violated(np.maximum(values["q"], 0.0)):
            self._cuts.append((first, second, counts, beta))
            planes |= self._cut(len(self._cuts) - 1, q)
        return planes

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

    def _violated(self, cells: Array) -> list[tuple[Any, Any, Array, float]]:
        """Pairs of orbits that break privacy, the worst first, each at its worst arrangement."""
        falling, rising = self.cells.arranged(cells)
        first, second = all_pairs(len(self.cells.orbits), own=True)
        found = []
        for profile in self.privacy.profiles:
            excess, beta = profile_excess(cells[falling[first]], cells[rising[second]], profile)
            for i in np.argsort(-excess)[:_CUTS_A_ROUND]:
                if excess[i] > _VIOLATED:
                    pair = _merge(falling[first[i]], rising[second[i]])
                    found.append((*pair, float(beta[i])))
        return found

    def recover(self, values: Mapping[str, Array]) -> Array:
        """Rows for the cells' values, mixed with as much of μ as privacy needs."""
        cells = np.maximum(values["q"], 0.0)
        cells = cells / (self.cells.member @ cells)[self.cells.orbit]
        base = self.cells.base
        if self._short(cells) <= 0:
            return self.cells.rows(cells)
        low, high = 0.0, 1.0
        weight = 1e-15
        while weight < 1.0:  # the weight is tiny as a rule: find its size, then bisect
            if self._short((1 - weight) * cells + weight * base) <= 0:
                high = weight
                break
            low, weight = weight, weight * 10
        for _ in range(30):
            middle = 0.5 * (low + high)
            if self._short((1 - middle) * cells + middle * base) <= 0:
                high = middle
            else:
                low = middle
        return self.cells.rows((1 - high) * cells + high * base)

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
        return max(
            float(profile_excess(cells[falling[first]], cells[rising[second]], profile)[0].max())
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
        if self.privacy.epsilon is not None:
            return tuple(found + privacy_violations(mechanism, self.privacy.epsilon, tolerance))
        for profile in self.privacy.profiles:
            row, other, excess, beta = self._worst_pair(mechanism, profile)
            delta = float(profile.delta(beta))
            if excess > tolerance * max(delta, _SMALLEST_DELTA):
                found.append(
                    Violation(
                        "privacy",
                        {"row": row, "other_row": other},
                        excess,
                        f"row {row} against row {other} has δ = {delta + excess:.10g} at "
                        f"ε = {beta:.6g}, where {delta:.10g} is allowed",
                    )
                )
        return tuple(found)

    def _worst_pair(self, mechanism: Array, profile: Profile) -> tuple[int, int, float, float]:
        """Rows that break a profile the most, by how much, and at which β."""
        values = self.cells.values(mechanism)
        if np.array_equal(self.cells.rows(values), mechanism):  # symmetric: orbits are enough
            falling, rising = self.cells.arranged(values)
            left, right, rows = values[falling], values[rising], self._first_rows()
        else:
            left = right = mechanism
            rows = np.arange(len(mechanism))
        worst = (0, 0, -math.inf, 0.0)
        for i, row in enumerate(left):
            excess, beta = profile_excess(np.broadcast_to(row, right.shape), right, profile)
            j = int(np.argmax(excess))
            if excess[j] > worst[2]:
                worst = (int(rows[i]), int(rows[j]), float(excess[j]), float(beta[j]))
        return worst

    def _first_rows(self) -> Indices:
        """The first row of each orbit in a mechanism."""
        sizes = [o.size if self.cells.listed else 1 for o in self.cells.orbits]
        return np.cumsum([0, *sizes[:-1]])

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the rows are private; None beyond pure LDP."""
        return None if self.privacy.epsilon is None else true_epsilon(mechanism)

    def read_mechanism(self, mechanism: Any) -> Array:
        """A row for each extreme point, or a callable from a distribution to a distribution."""
        points = self.extreme_points
        if callable(mechanism):
            mechanism = [_answer(mechanism, p) for p in points]
        return read_kernel(mechanism, len(points), self.k)


def _answer(sampler: Callable[[Array], Any], p: Array) -> Any:
    try:
        return np.asarray(sampler(p.copy()), dtype=float).tolist()
    except Exception as error:
        raise InputError(
            "mechanism", f"raised {type(error).__name__}: {error}", "return a vector for every P"
        ) from error


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
