r"""Minimax samplers under pure ε-LDP, over all of ε: the bound of the re-checker, enclosed.

For weights w of the orbits, Σw = 1, and prices a, b ≥ 0 of the ratios the risk is at least
:math:`\sum_v \min_c (\text{price}_c/n_c)` plus constants (:mod:`lpcheck.rechecker.lagrangian`,
where the proofs stand). Where the formula is optimal, all cells of an orbit with w > 0 have one
price: these equations determine w, a and b as polynomials in ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck.ranges.enclosed.constraints import Breach, broken
from lpcheck.ranges.enclosed.formula import OpenError, Rows, named_divergence
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.ranges.enclosed.multipliers import middle_of, polynomials, roomy
from lpcheck.rechecker.divergence import Divergence

if TYPE_CHECKING:
    from lpcheck.certificates.samplers.cells import ExactCells

MOST_POINTS = 150
_CLOSE = 1e-9


@dataclass(frozen=True)
class Samplers:
    """The cells of the extreme points, and f with finite f(0) where the class has zeros."""

    cells: ExactCells
    of_rows: tuple[tuple[int, ...], ...]
    f: Divergence

    def broken(self, F: Functions, rows: Rows) -> Breach:
        """By how much a constraint is broken."""
        return broken(F, rows)

    def value(self, F: Functions, rows: Rows) -> Function:
        """The largest risk of a row."""
        first, *others = self._risks(F, rows)
        for risk in others:
            first = F.maximum(first, risk)
        return first

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """One of the risks, and by how much at most the largest is above a bound."""
        risks = self._risks(F, rows)
        answers = self._answers(rows)
        bound, missing = self._bound(F, answers)
        return risks[0], max((risk - bound).upper for risk in risks) + missing

    def _risks(self, F: Functions, rows: Rows) -> list[Function]:
        found = {}
        for where, row in zip(self.of_rows, rows, strict=True):
            entries = [(c, x) for c, x in zip(where, row, strict=True) if c >= 0]
            if any(x.lower <= 0 for _, x in entries):
                raise OpenError("an entry that may be 0")
            key = tuple(sorted((self.cells.p[c], x.key) for c, x in entries))
            if key not in found:
                found[key] = F.sum([self._cost(F, self.cells.p[c], x) for c, x in entries])
        return list(found.values())

    def _cost(self, F: Functions, p: Fraction, q: Function) -> Function:
        """φ(p, q), q > 0; for total variation max(p − q, 0), whose sum is the same."""
        if p == 0:
            zero: Function = F.number(0) if self.f.linear else self.f.at_zero(F) * q
            return zero
        if self.f.linear:
            return F.maximum(F.number(p) - F.number(self.f.order) * q, F.number(0))
        found: Function = self.f._inside(F, F.number(p), q)
        return found

    def _answers(self, rows: Rows) -> list[Function]:
        """The answer on a letter of each cell."""
        found: dict[int, Function] = {}
        for where, row in zip(self.of_rows, rows, strict=True):
            for c, x in zip(where, row, strict=True):
                if c >= 0:
                    found.setdefault(c, x)
        return [found[c] for c in range(len(self.cells.p))]

    def _slope(self, F: Functions, p: Fraction, q: Function) -> Function:
        """The slope in q of φ(p, q) at q, or of the line below it that is taken."""
        f, order = self.f, F.number(self.f.order)
        if f.linear:
            return -order if middle_of(F, q) * float(f.order) < float(p) else F.number(0)
        if p == 0:
            zero: Function = f.at_zero(F)
            return zero
        r, one = F.number(p) / q, F.number(1)
        if f.name == "kl":
            return one - r
        if f.name == "hellinger":
            return one - F.sqrt(r)
        if f.name == "chi2":
            return one - r * r
        if f.name == "js":
            return F.ln(F.number(2) / (one + r)) / F.number(2)
        if f.order == 0:
            return -F.ln(r)
        power: Function = F.power(r, f.order)
        return (one - power) / order

    def _height(self, F: Functions, p: Fraction, q: Function, slope: Function) -> Function:
        """Where the line with that slope that is below φ(p, ·) begins."""
        if self.f.linear:
            taken = middle_of(F, q) * float(self.f.order) < float(p)
            return F.number(p if taken else 0)
        return self._cost(F, p, q) - slope * q

    def _bound(self, F: Functions, answers: list[Function]) -> tuple[Function, Fraction]:
        """A smooth function, and a number to take off it for a bound on the optimum."""
        cells, u = self.cells, F.exp(-F.epsilon)
        slopes = [self._slope(F, p, q) for p, q in zip(cells.p, answers, strict=True)]
        weights, low, high = self._multipliers(F, answers, slopes, u)
        total, missing = F.number(0), Fraction(0)
        whole = F.sum(list(weights.values()))
        blocks: dict[int, list[Function]] = {}
        for v, mine in enumerate(cells.members):
            weight = weights.get(v)
            prices = []
            for c in mine:
                price = F.number(0)
                if weight is not None:
                    share = weight / whole
                    height = self._height(F, cells.p[c], answers[c], slopes[c])
                    total = total + share * F.number(cells.count[c]) * height
                    price = share * slopes[c]
                count = F.number(cells.count[c])
                if c in low:
                    price = price - low[c] / count
                    blocks.setdefault(cells.block[c], []).append(u * low[c])
                if c in high:
                    price = price + high[c] / count
                    blocks.setdefault(cells.block[c], []).append(-high[c])
                prices.append(price)
            total = total + prices[0]
            missing += max((prices[0] - price).upper for price in prices)
        for costs in blocks.values():
            missing += max(-F.sum(costs).lower, Fraction(0))
        return total, missing

    def _multipliers(
        self, F: Functions, answers: list[Function], slopes: list[Function], u: Function
    ) -> tuple[dict[int, Function], dict[int, Function], dict[int, Function]]:
        """The weights of orbits, and the prices of cells that are as low, or as high, as allowed.

        Raises:
            OpenError: one of them may be negative.
        """
        cells = self.cells
        q = np.array([middle_of(F, x) for x in answers])
        active = self._active(q)
        most = {b: max(q[c] for c in range(len(q)) if cells.block[c] == b) for b in cells.block}
        top = np.array([most[b] for b in cells.block])
        lows = np.flatnonzero(q <= top * middle_of(F, u) * (1 + _CLOSE)).tolist()
        highs = np.flatnonzero(q >= top * (1 - _CLOSE)).tolist()
        names = [("w", v) for v in active] + [("a", c) for c in lows] + [("b", c) for c in highs]
        signed = len(names)
        names += [("λ", v) for v in range(len(cells.members))]
        place = {name: i for i, name in enumerate(names)}
        zero, one = F.number(0), F.number(1)
        equations, right = [], []

        def add(terms: dict[tuple[str, int], Function], value: Function) -> None:
            row = [zero] * len(names)
            for name, x in terms.items():
                if name in place:
                    row[place[name]] = x
            equations.append(row)
            right.append(value)

        for c, v in enumerate(cells.orbit):
            count = F.number(cells.count[c])
            add(
                {("w", v): count * slopes[c], ("a", c): -one, ("b", c): one, ("λ", v): -count}, zero
            )
        for block in set(cells.block):
            mine = [c for c, b in enumerate(cells.block) if b == block]
            add({("a", c): u for c in mine} | {("b", c): -one for c in mine}, zero)
        add({("w", v): one for v in active}, one)
        matrix = np.array([[middle_of(F, x) for x in row] for row in equations])
        start = roomy(
            np.eye(signed, len(names)),
            np.zeros(signed),
            matrix,
            np.array([middle_of(F, x) for x in right]),
        )
        guess = [F.number(Fraction(float(x) if abs(x) > 1e-8 else 0.0)) for x in start]
        kept = [i for i in range(len(names)) if i >= signed or start[i] > 1e-8]
        found = polynomials(
            F, [[row[i] for i in kept] for row in equations], right, [guess[i] for i in kept]
        )
        parts: dict[str, dict[int, Function]] = {"w": {}, "a": {}, "b": {}, "λ": {}}
        for i, x in zip(kept, found, strict=True):
            kind, index = names[i]
            if kind != "λ" and x.lower < 0:
                raise OpenError("a multiplier that may be negative")
            parts[kind][index] = x
        return parts["w"], parts["a"], parts["b"]

    def _active(self, q: Array) -> list[int]:
        """The orbits whose risk is the largest, in doubles."""
        at = Functions(Fraction(1), Fraction(1), 1)
        numbers = [at.number(Fraction(float(x))) for x in q]
        risks = [
            sum(
                self.cells.count[c] * float(self._cost(at, self.cells.p[c], numbers[c]).lower)
                for c in mine
            )
            for mine in self.cells.members
        ]
        return [v for v, risk in enumerate(risks) if risk >= max(risks) * (1 - _CLOSE)]


def read_samplers(problem: Formulation) -> Samplers:
    """The problem without its ε.

    Raises:
        InputError: privacy is not pure, the optimum is infinite, or there are too many points.
    """
    from lpcheck.certificates.samplers.cells import ExactCells  # noqa: PLC0415  slow to import

    f = named_divergence(problem)
    cells = ExactCells(problem)  # type: ignore[arg-type]
    rows = tuple(map(tuple, cells.cells.of_rows.tolist()))
    if len(rows) > MOST_POINTS:
        what = f"{len(rows)} extreme points are too many for a whole interval"
        raise InputError("epsilon", what, f"at most {MOST_POINTS}, or give a grid A:B:N")
    if f.infinite_at_zero and min(cells.p) == 0:
        raise InputError("epsilon", "the optimum is infinite at every ε", "take f(0) < ∞")
    return Samplers(cells, rows, f)
