r"""The linear programs behind a sampler's certificate, and the bound that multipliers prove.

A cell's cost q f(p/q) is replaced by lines below it. For total variation and the hockey-sticks,
max(p − γ q, 0), two lines are all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np

from formulations.formulation import Solution
from formulations.samplers.cuts import Cut as PrivacyCut
from formulations.samplers.problem import SamplerProblem
from lpcheck.certificates.exact.normal import gaussian_level
from lpcheck.certificates.exact.numbers import Row, decimal, places_for
from lpcheck.certificates.exact.refine import ROUNDS, LinearProgram, refine
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.samplers.cells import ExactCells
from lpcheck.certificates.samplers.lagrangian import Cut, Lines, Multipliers

_ZERO, _ONE = Decimal(0), Decimal(1)


class SamplerProgram:
    """A sampler problem, in decimals."""

    def __init__(self, problem: SamplerProblem) -> None:
        self.problem, self.f = problem, read_terms(problem.divergence)
        self.exact = ExactCells(problem)
        self.parameters = problem.privacy.parameters
        self.pure = problem.privacy.epsilon is not None
        # Entries of so many places, and for pure privacy products of two of them.
        places = places_for(self.parameters.get("epsilon", Fraction(0)))
        getcontext().prec = max(90, (60 if self.pure else 30) + (1 + self.pure) * places)
        self.u = (-decimal(self.parameters["epsilon"])).exp() if self.pure else _ONE
        self.cuts: list[Cut] = []

    def level(self, beta: Decimal) -> Decimal:
        """The privacy level δ(e^β)."""
        if "nu" in self.parameters:
            return gaussian_level(decimal(self.parameters["nu"]), beta)
        return decimal(self.parameters.get("delta", Fraction(0)))

    def take_cuts(self, found: Sequence[PrivacyCut]) -> None:
        """Cuts as `formulations` describes them: cells, cells, letters, and β."""
        for first, second, letters, beta, _ in found:
            b = Decimal(repr(float(beta)))
            if "nu" not in self.parameters:
                b = decimal(self.parameters["epsilon"])
            whole = [int(n) for n in letters]
            self.cuts.append(Cut(first.tolist(), second.tolist(), whole, b, self.level(b)))

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
        steep = (
            [p * (p > 0) for p in self.exact.decimal_p],
            [-gamma * (p > 0) for p in self.exact.p],
        )
        return self.solve_lines([steep, (none, none)])

    def solve_lines(self, lines: Sequence[Lines], rounds: int = ROUNDS) -> tuple[Row, Multipliers]:
        """Cells and multipliers of the program of lines; the lines of a cell, averaged."""
        lp, q, rows = self.program(lines)
        x, y = refine(lp, rounds)
        values, weights = [x[j] for j in q], normalised([y[i] for i in rows["risk"]])
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
            if self.f.linear:
                steep = p > self.f.order * x
                height.append(p * steep)
                slope.append(-self.f.order * steep)
            elif p == 0:
                height.append(_ZERO)
                slope.append(min(self.f.at_zero, Decimal("1e300")))
            else:
                s = self.f.price(p / x)
                height.append(self.f.term(p, x) - s * x)
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
            # A solver that lost its way may have none: any multipliers will do.
            given = np.ravel(duals.get(name, np.zeros(0)))
            return [Decimal(repr(float(x))) if 0 < x < np.inf else _ZERO for x in given]

        n = range(len(self.cuts))
        none = [_ZERO] * len(self.exact.p)
        return Multipliers(
            normalised(read("risk") or [_ONE] * len(self.exact.members)),
            *self.lines_at(self.positive(point)),
            self.positive(point),
            read("privacy_low") or none,
            read("privacy_high") or none,
            [read(f"cut_{i}_over") or [_ZERO] * len(self.cuts[i].count) for i in n],
            [(read(f"cut_{i}_total") or [_ZERO])[0] for i in n],
        )

    def touching(self, m: Multipliers) -> Multipliers:
        """Tangents of the same slopes: each line raised to touch f where f has that slope."""
        point = [
            p / self.f.ratio(s) if p > 0 else _ONE
            for p, s in zip(self.exact.decimal_p, m.slope, strict=True)
        ]
        height, slope = self.lines_at(point)
        return replace(m, height=height, slope=slope, point=point)


def _dot(a: Row, b: Row) -> Decimal:
    return sum((x * y for x, y in zip(a, b, strict=True)), _ZERO)


def normalised(weights: Row) -> Row:
    """Weights ≥ 0 that sum to 1; all 0 where none is positive."""
    weights = [max(w, _ZERO) for w in weights]
    total = sum(weights, _ZERO)
    return [w / total for w in weights] if total > 0 else weights
