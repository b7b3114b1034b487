r"""Certificates of minimax samplers.

For total variation and the hockey-sticks the problem is a linear program, solved to 45 digits.
For any other f it is linear around a point: the program of tangent planes at the solver's point is
refined, and again at its solution; where the optimum is a vertex this converges quadratically.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Any

import numpy as np

from formulations._sampler import SamplerProblem
from formulations.formulation import Solution
from formulations.gate import solve
from lpcheck.certificates._cells import ExactCells, Vector
from lpcheck.certificates._normal import gaussian_level
from lpcheck.certificates._numbers import Row, decimal, exponential_below, places_for, written
from lpcheck.certificates._proposal import Proposal
from lpcheck.certificates._refine import ROUNDS, LinearProgram, refine
from lpcheck.certificates._terms import read_terms

_ZERO, _ONE = Decimal(0), Decimal(1)
_DIGITS = 45
_TINY = Decimal("1e-30")
_TANGENT_ROUNDS, _CUT_ROUNDS, _LARGEST_GRID = 5, 12, 400

Lines = tuple[Row, Row]
"""Heights and slopes of lines, one a cell."""


@dataclass(frozen=True)
class Cut:
    """Privacy of one arrangement of two orbits at e^β: Σ n max(u q_first − q_second, 0) ≤ u δ."""

    first: list[int]
    second: list[int]
    count: list[int]
    beta: Decimal
    delta: Decimal


@dataclass(frozen=True)
class Multipliers:
    """What the lower bound is made of. Cells in the order of `formulations.cells`.

    The cost of each cell is replaced by a line `height + slope·q` below it.
    """

    risk: Row
    height: Row
    slope: Row
    point: Row
    low: Row
    high: Row
    over: list[Row]
    total: Row


class Sampler:
    """A sampler problem, in decimals."""

    def __init__(self, problem: SamplerProblem) -> None:
        self.problem, self.f = problem, read_terms(problem.divergence)
        self.exact = ExactCells(problem)
        self.parameters = problem.privacy.parameters
        self.pure = problem.privacy.epsilon is not None
        if self.pure:
            getcontext().prec = max(90, 60 + 2 * places_for(self.parameters["epsilon"]))
        else:
            getcontext().prec = 90
        self.u = (-decimal(self.parameters["epsilon"])).exp() if self.pure else _ONE
        self.cuts: list[Cut] = []

    def level(self, beta: Decimal) -> Decimal:
        """The privacy level δ(e^β)."""
        if "nu" in self.parameters:
            return gaussian_level(decimal(self.parameters["nu"]), beta)
        return decimal(self.parameters.get("delta", Fraction(0)))

    def take_cuts(self, found: Sequence[tuple[Any, Any, Any, float]]) -> None:
        """Cuts as `formulations` describes them: cells, cells, letters, and β."""
        for first, second, counts, beta in found:
            b = Decimal(repr(float(beta)))
            if "nu" not in self.parameters:
                b = decimal(self.parameters["epsilon"])
            whole = [int(n) for n in counts]
            self.cuts.append(Cut(first.tolist(), second.tolist(), whole, b, self.level(b)))

    def solve_cut(self) -> tuple[Row, Multipliers]:
        """As :meth:`solve_linear`, with privacy cut in until nothing breaks it by 1e-12."""
        values, multipliers = self.solve_linear()
        for _ in range(_CUT_ROUNDS):
            broken = self.exact.broken(values, self.problem.privacy.profiles, 1e-12)
            if not broken:
                break
            self.take_cuts(broken)
            values, multipliers = self.solve_linear()
        return values, multipliers

    def exact_values(self, values: Row) -> Vector:
        """Cells that are exactly private, with as little of the reference as that takes."""
        exact = self.exact
        weight, places, breaks = self._requirement()
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
            return bool(exact.broken(values, self.problem.privacy.profiles, -1e-15))

        return Decimal("1e-13"), 40, breaks

    def program(
        self, lines: Sequence[Lines]
    ) -> tuple[LinearProgram, list[int], dict[str, list[int]]]:
        """The linear program in which a cell costs as much as the highest of the given lines.

        Returns:
            the program, the variables of the cells, and the rows by name.
        """
        exact, lp = self.exact, LinearProgram()
        q = [lp.variable() for _ in exact.p]
        risk = lp.variable(1)
        rows: dict[str, list[int]] = {name: [] for name in ("risk", "cost", "low", "high")}
        for mine in exact.members:
            lp.row({q[c]: Decimal(exact.count[c]) for c in mine}, _ONE, equal=True)
        for mine in exact.members:
            entries, right = {risk: _ONE}, _ZERO
            for c in mine:
                n = exact.count[c]
                if len(lines) > 1 and exact.p[c] > 0:
                    cost = lp.variable()
                    entries[cost] = Decimal(-n)
                    for height, slope in lines:
                        entry = {cost: _ONE, q[c]: -slope[c]}
                        rows["cost"].append(lp.row(entry, height[c]))
                else:
                    entries[q[c]] = -n * lines[0][1][c]
                    right += n * lines[0][0][c]
            rows["risk"].append(lp.row(entries, right))
        if self.pure:
            highest = [lp.variable() for _ in exact.cells.blocks]
            for c, b in enumerate(exact.block):
                rows["low"].append(lp.row({q[c]: _ONE, highest[b]: -self.u}, _ZERO))
                rows["high"].append(lp.row({q[c]: -_ONE, highest[b]: _ONE}, _ZERO))
        for index, cut in enumerate(self.cuts):
            over, total = [], {}
            u = (-cut.beta).exp()
            for a, b, n in zip(cut.first, cut.second, cut.count, strict=True):
                s = lp.variable()
                entries = {s: _ONE, q[a]: -u}
                entries[q[b]] = entries.get(q[b], _ZERO) + 1
                over.append(lp.row(entries, _ZERO))
                total[s] = Decimal(-n)
            rows[f"over_{index}"] = over
            rows[f"total_{index}"] = [lp.row(total, -u * cut.delta)]
        return lp, q, rows

    def solve_linear(self) -> tuple[Row, Multipliers]:
        """Cells and multipliers for total variation and hockey-sticks: max(p − γ q, 0)."""
        none = [_ZERO] * len(self.exact.p)
        gamma = self.f.order
        steep = [p * (p > 0) for p in self.exact.decimal_p], [-gamma * (p > 0) for p in self.exact.p]
        return self.solve_lines([steep, (none, none)])

    def solve_lines(self, lines: Sequence[Lines], rounds: int = ROUNDS) -> tuple[Row, Multipliers]:
        """Cells and multipliers of the program of lines; the lines of a cell, averaged."""
        lp, q, rows = self.program(lines)
        x, y = refine(lp, rounds)
        values, weights = [x[j] for j in q], _normalised([y[i] for i in rows["risk"]])
        if len(lines) == 1:
            return values, self._multipliers(y, rows, weights, lines[0], values)
        prices = iter(rows["cost"])
        heights, slopes = [], []
        for c, p in enumerate(self.exact.p):
            taken = [max(y[next(prices)], _ZERO) for _ in lines] if p > 0 else []
            # What no line takes is on the line 0, as costs are variables ≥ 0.
            total = max(sum(taken, _ZERO), weights[self.exact.orbit[c]] * self.exact.count[c])
            shares = [t / total if total > 0 else _ZERO for t in taken] or [_ONE] + [_ZERO] * (
                len(lines) - 1
            )
            heights.append(_dot(shares, [h[c] for h, _ in lines]))
            slopes.append(_dot(shares, [s[c] for _, s in lines]))
        return values, self._multipliers(y, rows, weights, (heights, slopes), values)

    def positive(self, point: Row) -> Row:
        """A point at which every cost that is not constant has a tangent."""
        return [
            max(x, p * Decimal("1e-6")) if p > 0 else _ONE
            for p, x in zip(self.exact.decimal_p, point, strict=True)
        ]

    def lines_at(self, point: Row) -> Lines:
        """Tangents height + slope·q of the cells' costs at a point that is positive."""
        height, slope = [], []
        for p, x in zip(self.exact.decimal_p, point, strict=True):
            if p == 0:
                height.append(_ZERO)
                slope.append(min(self.f.at_zero, Decimal("1e300")))
                continue
            at = x
            s = self.f.price(p / at)
            height.append(self.f.term(p, at) - s * at)
            slope.append(s)
        return height, slope

    def _multipliers(
        self, y: Row, rows: dict[str, list[int]], weights: Row, lines: tuple[Row, Row], point: Row
    ) -> Multipliers:
        def at(name: str) -> Row:
            return [max(y[i], _ZERO) for i in rows[name]]

        n = range(len(self.cuts))
        return Multipliers(
            weights,
            *lines,
            point,
            at("low"),
            at("high"),
            [at(f"over_{i}") for i in n],
            [at(f"total_{i}")[0] for i in n],
        )

    def solver_multipliers(self, solution: Solution, point: Row) -> Multipliers:
        """The solver's own multipliers, with tangents at a point."""
        duals = solution.duals

        def read(name: str) -> Row:
            return [
                max(Decimal(repr(float(x))), _ZERO) for x in np.ravel(duals.get(name, np.zeros(0)))
            ]

        n = range(len(self.cuts))
        total = sum(read("risk"), _ZERO) or _ONE
        none = [_ZERO] * len(self.exact.p)

        def scaled(name: str) -> Row:
            return [x / total for x in read(name)]

        return Multipliers(
            _normalised(read("risk") or [_ONE] * len(self.exact.members)),
            *self.lines_at(self.positive(point)),
            self.positive(point),
            scaled("privacy_low") or none,
            scaled("privacy_high") or none,
            [scaled(f"cut_{i}_over") or [_ZERO] * len(self.cuts[i].count) for i in n],
            [(scaled(f"cut_{i}_total") or [_ZERO])[0] for i in n],
        )

    def touching(self, m: Multipliers) -> Multipliers:
        """The same slopes, each line raised until it touches: the point where f has that slope."""
        point = [
            p / self.f.ratio(s) if p > 0 else _ONE
            for p, s in zip(self.exact.decimal_p, m.slope, strict=True)
        ]
        height, slope = self.lines_at(point)
        return replace(m, height=height, slope=slope, point=point)

    def written(self, m: Multipliers) -> dict[str, Any]:
        """The multipliers as the certificate format has them."""

        def text(xs: Row) -> list[str]:
            return [written(x, _DIGITS) for x in xs]

        result: dict[str, Any] = {"risk": text(m.risk)}
        if self.f.linear:
            result["share"] = text([-s / self.f.order for s in m.slope])
        else:
            result["point"] = text([x if x > 0 else _ONE for x in m.point])
        if self.pure:
            return {**result, "privacy_low": text(m.low), "privacy_high": text(m.high)}
        cuts = []
        for cut, over, total in zip(self.cuts, m.over, m.total, strict=False):
            if total > 0:
                entry = {"first": cut.first, "second": cut.second, "count": cut.count}
                level = {"beta": written(cut.beta)} if "nu" in self.parameters else {}
                prices = {"over": text(over), "total": written(total, _DIGITS)}
                cuts.append({**entry, **level, **prices})
        return {**result, "cuts": cuts}

    def bound(self, m: Multipliers) -> Decimal:
        """The Lagrangian: a lower bound whatever the multipliers are."""
        exact = self.exact
        constant = _ZERO
        price = []
        for c, n in enumerate(exact.count):
            share = m.risk[exact.orbit[c]] * n
            constant += share * m.height[c]
            price.append(share * m.slope[c])
        if self.pure:
            rent = [_ZERO] * len(exact.cells.blocks)
            for c, (low, high) in enumerate(zip(m.low, m.high, strict=True)):
                price[c] += high - low
                rent[exact.block[c]] += self.u * low - high
            constant += sum((min(r, _ZERO) for r in rent), _ZERO)
        # Multipliers that are older than a cut do not price it.
        for cut, over, total in zip(self.cuts, m.over, m.total, strict=False):
            u = (-cut.beta).exp()
            constant -= total * u * cut.delta
            for a, b, n, pay in zip(cut.first, cut.second, cut.count, over, strict=True):
                paid = min(pay, total * n)
                price[a] += u * paid
                price[b] -= paid
        least = [min(price[c] / exact.count[c] for c in mine) for mine in exact.members]
        return max(constant + sum(least, _ZERO), _ZERO)

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


def _dot(a: Row, b: Row) -> Decimal:
    return sum((x * y for x, y in zip(a, b, strict=True)), _ZERO)


def _normalised(weights: Row) -> Row:
    weights = [max(w, _ZERO) for w in weights]
    total = sum(weights, _ZERO)
    return [w / total for w in weights] if total > 0 else weights


def propose(problem: SamplerProblem) -> tuple[Sampler, Proposal, Multipliers | None]:
    """The primal, one row an orbit and one entry a cell, and the multipliers."""
    sampler = Sampler(problem)
    exact, settled = sampler.exact, problem.settled()
    if settled is not None:
        if np.isinf(settled.value):
            return sampler, Proposal(exact.by_orbit(exact.constant()), {}, infinite=True), None
        values = exact.p
        if sampler.pure and sampler._requirement()[2](values):  # private but for rounding
            values = sampler.exact_values(exact.decimal_p)
        return sampler, Proposal(exact.by_orbit(values)), None
    if sampler.pure and sampler.f.linear:
        values, multipliers = sampler.solve_linear()
        return sampler, Proposal(exact.by_orbit(sampler.exact_values(values))), multipliers
    solution = solve(problem)
    sampler.take_cuts(problem._cuts)
    if solution.mechanism is None:
        return sampler, Proposal(exact.by_orbit(exact.constant())), None
    given = [[Fraction(repr(float(x))) for x in row] for row in solution.mechanism]
    point = [decimal(x) for x in exact.values(given)]
    best = _Best(sampler)
    best.take(point, sampler.solver_multipliers(solution, point))
    if sampler.f.linear:
        best.take(*sampler.solve_cut())
    else:
        _follow_tangents(sampler, best, point)
    return sampler, Proposal(exact.by_orbit(best.values)), best.multipliers


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
