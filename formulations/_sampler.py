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

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.extreme_points import LARGEST_LISTING, Orbit, blocks_of, orbits_of, spread
from formulations.formulation import Array, Formulation, Program, Solution, Violation, settle
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import Distribution
from formulations.privacy import true_epsilon
from formulations.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel

LARGEST_PROGRAM = 6000
"""The most cells (variables) that a program is built with."""

_VIOLATED = 1e-12
_CUTS_A_ROUND = 200


class SamplerProblem(Formulation):
    """What the global and the local minimax sampler share."""

    sense = "minimize"
    reference: Distribution
    low: Fraction
    high: Fraction
    privacy: PrivacyLevel
    divergence: Divergence
    symmetric: bool

    @property
    def k(self) -> int:
        """The size of the alphabet."""
        return len(self.reference)

    @cached_property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """Letters that can be exchanged, grouped."""
        return blocks_of(self.reference.exact, self.symmetric)

    @cached_property
    def orbits(self) -> tuple[Orbit, ...]:
        """Orbits of extreme points of the class."""
        found = orbits_of(self.reference.exact, self.blocks, self.low, self.high)
        cells = sum(len(orbit.cells) for orbit in found)
        if cells > LARGEST_PROGRAM:
            points = sum(orbit.size for orbit in found)
            raise InputError(
                "reference",
                f"leaves a class with {points} extreme points in {len(found)} orbits, a program of "
                f"{cells} variables",
                f"give a smaller alphabet or a more symmetric reference (at most {LARGEST_PROGRAM})",
            )
        return found

    @cached_property
    def listed(self) -> bool:
        """Whether mechanisms have a row for every extreme point, or for one of each orbit."""
        return sum(orbit.size for orbit in self.orbits) <= LARGEST_LISTING

    @cached_property
    def _cells_of_rows(self) -> Array:
        """For each row of a mechanism and each letter, the index of its cell; −1 where μ is 0."""
        rows, first = [], 0
        for orbit in self.orbits:
            if self.listed:
                local = spread(orbit, self.blocks, self.k)
            else:
                local = self._representative(orbit)
            rows.append(np.where(local >= 0, local + first, -1))
            first += len(orbit.cells)
        return np.concatenate(rows)

    def _representative(self, orbit: Orbit) -> Array:
        row, used = np.full((1, self.k), -1), [0] * len(self.blocks)
        for i, cell in enumerate(orbit.cells):
            letters = self.blocks[cell.block][used[cell.block] :][: cell.count]
            row[0, list(letters)] = i
            used[cell.block] += cell.count
        return row

    @cached_property
    def extreme_points(self) -> Array:
        """The distributions that the rows of a mechanism answer, shape (rows, k)."""
        return self._rows(self._p)

    def _rows(self, cells: Array) -> Array:
        return np.where(self._cells_of_rows >= 0, cells[self._cells_of_rows], 0.0)

    @cached_property
    def _p(self) -> Array:
        return np.array([float(c.p) for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def _count(self) -> Array:
        return np.array([float(c.count) for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def _block(self) -> Any:
        return np.array([c.block for orbit in self.orbits for c in orbit.cells])

    @cached_property
    def _orbit(self) -> Any:
        return np.array([v for v, orbit in enumerate(self.orbits) for _ in orbit.cells])

    @cached_property
    def _member(self) -> Array:
        """Letters of each cell, summed by orbit: shape (orbits, cells)."""
        member = np.zeros((len(self.orbits), len(self._p)))
        member[self._orbit, np.arange(len(self._p))] = self._count
        return member

    @cached_property
    def _base(self) -> Array:
        return np.array([float(self.reference.exact[b[0]]) for b in self.blocks])

    # Trivial answers

    def settled(self) -> Solution | None:
        """One distribution, a class that is private as it is, or a divergence that is infinite."""
        P = self.extreme_points
        if len(self.orbits) == 1 and self.orbits[0].size == 1:
            return settle(0.0, P, "the class holds one distribution")
        if self.listed and not self.violations(P, 1e-12):
            return settle(0.0, P, "the class is private as it is: the identity is optimal")
        constant = np.tile(self.reference.array, (len(P), 1))
        if self.privacy.epsilon is not None and self._every_letter_missed():
            if math.isinf(self.divergence.at_zero):
                return settle(math.inf, constant, "f(0) = ∞, and every letter is missed by some P")
        return None

    def _every_letter_missed(self) -> bool:
        return all((self._p[self._block == b] == 0).any() for b in range(len(self.blocks)))

    # The program

    def program(self) -> Program:
        """Minimise the largest cost of an orbit; privacy beyond pure LDP comes as cutting planes."""
        return self._program(self.divergence.expression is not None)

    def second_program(self) -> Program:
        """The same with tangent planes for the terms, so that HiGHS can take it."""
        return self._program(False)

    def _program(self, conic: bool) -> Program:
        p, f = self._p, self.divergence
        q, cost = cp.Variable(len(p), name="q"), cp.Variable(len(p), name="cost")
        risk = cp.Variable(name="risk")
        constraints: dict[str, Any] = {
            "stochastic": self._member @ q == 1,
            "nonnegative": q >= 0,
            "cost_nonnegative": cost >= 0,
            "risk": risk >= self._member @ cost,
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
            highest = variables["highest"] = cp.Variable(len(self.blocks), name="highest")
            u = math.exp(-self.privacy.epsilon)
            constraints["privacy_low"] = q - u * highest[self._block] >= 0
            constraints["privacy_high"] = highest[self._block] - q >= 0
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
        at = np.maximum(values["q"], 1e-6 * self._p)[live]
        height = self.divergence.terms(self._p[live], at)
        slope = self.divergence.cost_slope(self._p[live], at)
        plane = cost[live] >= height + cp.multiply(slope, q[live] - at)
        return {f"tangent_{plane.id}": plane}

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
        falling, rising = self._arranged(cells)
        first, second = all_pairs(len(self.orbits), own=True)
        found = []
        for profile in self.privacy.profiles:
            excess, beta = profile_excess(cells[falling[first]], cells[rising[second]], profile)
            for i in np.argsort(-excess)[:_CUTS_A_ROUND]:
                if excess[i] > _VIOLATED:
                    pair = _merge(falling[first[i]], rising[second[i]])
                    found.append((*pair, float(beta[i])))
        return found

    def _arranged(self, cells: Array) -> tuple[Any, Any]:
        """Cell indices of each orbit's letters, by block, with falling and with rising values.

        max(a − t b, 0) is submodular, so over all exchanges of letters the sum is largest when the
        largest a of a block meets the smallest b.
        """
        falling, rising = [], []
        for v in range(len(self.orbits)):
            mine = np.flatnonzero(self._orbit == v)
            order = mine[np.lexsort((cells[mine], self._block[mine]))]
            letters = np.repeat(order, self._count[order].astype(int))
            rising.append(letters)
            backwards = mine[np.lexsort((-cells[mine], self._block[mine]))]
            falling.append(np.repeat(backwards, self._count[backwards].astype(int)))
        return np.array(falling), np.array(rising)

    # Recovering and judging

    def recover(self, values: Mapping[str, Array]) -> Array:
        """Rows for the cells' values, mixed with as much of μ as privacy needs."""
        cells = np.maximum(values["q"], 0.0)
        cells = cells / (self._member @ cells)[self._orbit]
        base = self._base[self._block]
        if self._short(cells) <= 0:
            return self._rows(cells)
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
        return self._rows((1 - high) * cells + high * base)

    def _short(self, cells: Array) -> float:
        """By how much the cells break privacy (≤ 0: they do not)."""
        if self.privacy.epsilon is not None:
            u = math.exp(-self.privacy.epsilon)
            worst = -math.inf
            for b in range(len(self.blocks)):
                mine = cells[self._block == b]
                worst = max(worst, u * float(mine.max()) - float(mine.min()))
            return worst
        falling, rising = self._arranged(cells)
        first, second = all_pairs(len(self.orbits), own=True)
        return max(
            float(profile_excess(cells[falling[first]], cells[rising[second]], profile)[0].max())
            for profile in self.privacy.profiles
        )

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """The Lagrangian, its cost linearised at the solver's point, least over each simplex row."""
        weights = np.maximum(duals["risk"], 0.0).ravel()
        if not weights.sum() > 0:
            return 0.0
        weights = weights / weights.sum()
        f, p = self.divergence, self._p
        at = np.maximum(values["q"], 1e-6 * np.maximum(p, 1e-6))  # any point gives a true bound
        terms = f.terms(p, at)
        with np.errstate(over="ignore", invalid="ignore"):
            slope = np.where(p > 0, f.cost_slope(p, at), min(f.centred_at_zero, 1e300))
        share = weights[self._orbit] * self._count
        price = share * slope
        constant = float((share * (terms - slope * at)).sum())
        if self.privacy.epsilon is not None:
            extra, moved = self._pure_price(duals)
        else:
            extra, moved = self._cut_price(duals)
        price, constant = price + moved, constant + extra
        least = np.full(len(self.orbits), np.inf)
        np.minimum.at(least, self._orbit, price / self._count)
        bound = constant + float(least.sum())
        return max(bound, 0.0) if math.isfinite(bound) else 0.0

    def _pure_price(self, duals: Mapping[str, Array]) -> tuple[float, Array]:
        u = math.exp(-self.privacy.epsilon) if self.privacy.epsilon is not None else 0.0
        low = np.maximum(duals["privacy_low"], 0.0)
        high = np.maximum(duals["privacy_high"], 0.0)
        rent = np.bincount(self._block, u * low - high, len(self.blocks))
        return float(np.minimum(rent, 0.0).sum()), high - low

    def _cut_price(self, duals: Mapping[str, Array]) -> tuple[float, Array]:
        moved, extra = np.zeros(len(self._p)), 0.0
        for index, (first, second, counts, beta) in enumerate(self._cuts):
            if f"cut_{index}_total" not in duals:
                continue
            total = max(float(duals[f"cut_{index}_total"]), 0.0)
            pay = np.clip(duals[f"cut_{index}_over"].ravel(), 0.0, total * counts)
            u = math.exp(-beta)
            np.add.at(moved, first, u * pay)
            np.add.at(moved, second, -pay)
            extra -= total * u * self._delta(beta)
        return extra, moved

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
        rows = mechanism
        first, second = all_pairs(len(rows), own=False)
        if not self.listed:
            cells = self._cell_values(mechanism)
            falling, rising = self._arranged(cells)
            first, second = all_pairs(len(rows), own=True)
        for profile in self.privacy.profiles:
            left = rows[first] if self.listed else cells[falling[first]]
            right = rows[second] if self.listed else cells[rising[second]]
            if not len(left):
                continue
            excess, beta = profile_excess(left, right, profile)
            i = int(np.argmax(excess))
            delta = float(profile.delta(beta[i]))
            if excess[i] > tolerance * max(delta, 1e-3):
                found.append(
                    Violation(
                        "privacy",
                        {"row": int(first[i]), "other_row": int(second[i])},
                        float(excess[i]),
                        f"row {first[i]} against row {second[i]} has δ = {delta + excess[i]:.10g} "
                        f"at ε = {beta[i]:.6g}, where {delta:.10g} is allowed",
                    )
                )
        return tuple(found)

    def _cell_values(self, mechanism: Array) -> Array:
        cells = np.zeros(len(self._p))
        seen = self._cells_of_rows >= 0
        cells[self._cells_of_rows[seen]] = mechanism[seen]
        return cells

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
