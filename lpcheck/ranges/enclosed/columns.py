r"""Kernels whose utility is a sum over columns, :math:`U(Q) = \sum_y \mu(Q_y)`, over all of ε.

For any prices α(ε) and the staircase patterns :math:`S_T` (1 on T, :math:`u = e^{-\varepsilon}`
elsewhere) the optimum is at most :math:`1^T\alpha + \max_T(\mu_T - S_T^T\alpha)_+ \cdot
k/(1 + (k-1)u)` (:mod:`lpcheck.rechecker.patterns`). Here α is a polynomial in ε, so that all of it
is a function of ε that can be enclosed. Where the formula is optimal, every column c that it uses
has :math:`c^T\alpha = \mu(c)`: the polynomial is what solves these equations at the interval's
middle, to the order of the series, nearest to prices that leave room at all other patterns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck.ranges.enclosed.formula import OpenError, Rows, named_divergence
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.rechecker.divergence import Divergence

MOST_LETTERS = 10
_PLACES, _LITTLE = 34, 1e-4


@dataclass(frozen=True)
class Columns:
    """Hypothesis testing (p1 and f given), or information (neither)."""

    p0: tuple[Fraction, ...]
    p1: tuple[Fraction, ...] | None
    f: Divergence

    @property
    def k(self) -> int:
        """How many inputs."""
        return len(self.p0)

    def utility(self, F: Functions, column: Sequence[Function]) -> Function:
        """μ of a column without zeros."""
        first = _dot(F, self.p0, column)
        if self.p1 is not None:
            return self._pair(F, first, _dot(F, self.p1, column))
        weighed = [(p, c) for p, c in zip(self.p0, column, strict=True) if p > 0]
        return F.sum([F.number(p) * self._pair(F, c, first) for p, c in weighed])

    def kept(self, _F: Functions, _rows: Rows) -> list[Function]:
        """Nothing else is to be 0."""
        return []

    def value(self, F: Functions, rows: Rows) -> Function:
        """The formula's value."""
        return F.sum([self.utility(F, c) for c in _positive(rows)])

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """The formula's value, and an upper bound of what the optimum is above it."""
        columns = _positive(rows)
        utilities = [self.utility(F, c) for c in columns]
        value = F.sum(utilities)
        alpha = self._prices(F, columns, utilities)
        u, one = F.exp(-F.epsilon), F.number(1)
        worst = self._worst(F, alpha, u)
        weights = (F.number(self.k) / (one + F.number(self.k - 1) * u)).upper
        return value, (F.sum(alpha) - value).upper + worst * weights

    def _worst(self, F: Functions, alpha: list[Function], u: Function) -> Fraction:
        """An upper bound of max_T (μ_T − S_Tᵀα)_+ on the interval."""
        rest, one = 1 - u, F.number(1)
        everything = F.sum(alpha)
        worst = max(Fraction(0), (-everything).upper)  # all letters: μ = 0
        seen = set()
        for code in range(1, 2**self.k - 1):
            inside = [x for x in range(self.k) if code >> x & 1]
            price = u * everything + rest * F.sum([alpha[x] for x in inside])
            mass0 = sum((self.p0[x] for x in inside), Fraction(0))
            a = u + rest * F.number(mass0)
            if self.p1 is None:
                key = (mass0, price.key)
                if key in seen:
                    continue
                seen.add(key)
                gain = F.number(mass0) * self._pair(F, one, a)
                gain = gain + F.number(1 - mass0) * self._pair(F, u, a)
            else:
                mass1 = sum((self.p1[x] for x in inside), Fraction(0))
                b = u + rest * F.number(mass1)
                gain = F.number(0) if mass0 == mass1 else self._pair(F, a, b)
            worst = max(worst, (gain - price).upper)
        return worst

    def _pair(self, F: Functions, a: Function, b: Function) -> Function:
        """φ(a, b); smooth for smooth f, as its being ≥ 0 is not imposed."""
        if self.f.name == "hockey-stick":
            return F.maximum(a - F.number(self.f.order) * b, F.number(0))
        found: Function = self.f._inside(F, a, b)
        return found

    def _prices(
        self, F: Functions, columns: list[list[Function]], utilities: list[Function]
    ) -> list[Function]:
        """Polynomials α with cᵀα = μ(c) at the middle, to the order of the series."""
        middle = (F.least + F.most) / 2
        base = F.base
        matrix = np.array([[_middle(F, c) for c in column] for column in columns])
        values = np.array([_middle(F, x) for x in utilities])
        start = self._roomy(matrix, values, float(middle))
        chosen = _independent(matrix)
        at = Functions(middle, middle, F.series.order, base)

        def here(x: Function) -> Function:
            if x.at is None:
                raise OpenError("a corner in a column that is used")
            return Function(at, x.at, x.at, None)

        used = [[here(c) for c in columns[i]] for i in chosen]
        share = at.sum([here(x) for x in utilities]) / at.number(Fraction(float(values.sum())))
        guess = [at.number(Fraction(float(a))) * share for a in start]
        missing = [here(utilities[i]) - _sum(at, used[j], guess) for j, i in enumerate(chosen)]
        gram = [[_sum(at, a, b) for b in used] for a in used]
        weights = _solved(at, gram, missing)
        powers = [F.number(1)]
        while len(powers) < F.series.order:
            powers.append(powers[-1] * F.step)
        prices = []
        for x in range(self.k):
            series = (guess[x] + _sum(at, [c[x] for c in used], weights)).at or []
            near = [F.number(_near(F, c)) for c in series]
            prices.append(F.sum([c * p for c, p in zip(near, powers, strict=False)]))
        return prices

    def _roomy(self, matrix: Array, values: Array, epsilon: float) -> Array:
        """Prices with cᵀα = μ(c) that are above the utility of other patterns by some room."""
        codes = np.arange(1, 2**self.k)
        high = (codes[:, None] >> np.arange(self.k)[None, :]) & 1
        patterns = np.where(high == 1, 1.0, np.exp(-epsilon))
        utilities = self._utilities(patterns)
        scale = float(max(values.max(), utilities.max(), 1e-300))
        weights = matrix.sum(axis=1)
        equations = matrix / weights[:, None], values / weights / scale
        few = _slack(patterns, utilities / scale, *equations, np.ones(len(codes)), _LITTLE)
        # What has no room there never has; all others are given as much as they can have alike.
        free = (patterns @ few - utilities / scale > _LITTLE / 2).astype(float)
        return _slack(patterns, utilities / scale, *equations, free, 1.0, alike=True) * scale

    def _utilities(self, patterns: Array) -> Array:
        from formulations.divergences import read_divergence  # noqa: PLC0415

        name = self.f.name if self.f.name not in ("alpha", "hockey-stick") else None
        f = read_divergence(name or f"{self.f.name}:{self.f.order}")
        p0 = np.array([float(x) for x in self.p0])
        first = patterns @ p0
        if self.p1 is not None:
            p1 = np.array([float(x) for x in self.p1])
            return np.asarray(f.terms(first, patterns @ p1, patterns @ (p0 - p1)))
        wide = np.broadcast_to(first[:, None], patterns.shape)
        return np.asarray(f.terms(patterns, wide, patterns - wide) @ p0)


def read_columns(problem: Formulation) -> Columns:
    """The problem without its ε.

    Raises:
        InputError: a divergence of the user's own, or too many letters.
    """
    parameters = problem.parameters
    testing = "p0" in parameters
    p0 = tuple(parameters["p0" if testing else "prior"].exact)
    if len(p0) > MOST_LETTERS:
        what = f"{len(p0)} inputs have too many patterns for a whole interval"
        raise InputError("epsilon", what, f"at most {MOST_LETTERS}, or give a grid A:B:N")
    if not testing:
        return Columns(p0, None, Divergence("kl"))
    return Columns(p0, tuple(parameters["p1"].exact), named_divergence(problem))


def _slack(
    patterns: Array,
    utilities: Array,
    matrix: Array,
    values: Array,
    free: Array,
    room: float,
    alike: bool = False,
) -> Array:
    """Prices α with `matrix` α = values and Sᵀα ≥ utilities + slack, slack as large as can be.

    Each slack is at most `room`; `alike`: it is one number, for the patterns that are `free`.
    """
    k, n = patterns.shape[1], len(patterns)
    slacks = free[:, None] if alike else np.eye(n)
    m = slacks.shape[1]
    for missing in (1e-11, 1e-9, 1e-7):
        found = linprog(
            np.concatenate([np.zeros(k), -np.ones(m)]),
            A_ub=np.hstack([-patterns, slacks]),
            b_ub=missing - utilities,
            A_eq=np.hstack([matrix, np.zeros((len(matrix), m))]),
            b_eq=values,
            bounds=[(None, None)] * k + [(0.0, room)] * m,
            method="highs",
        )
        if found.status == 0:
            return np.asarray(found.x[:k])
    raise OpenError("no prices")


def _positive(rows: Rows) -> list[list[Function]]:
    """The columns but for those that are 0."""
    columns = [list(c) for c in zip(*rows, strict=True) if not _is_zero(c)]
    if any(x.lower <= 0 for column in columns for x in column):
        raise OpenError("an entry that may be 0")
    return columns


def _is_zero(column: Sequence[Function]) -> bool:
    return all(x.lower == 0 == x.upper for x in column)


def _middle(F: Functions, x: Function) -> float:
    return float(_near(F, x.at[0] if x.at is not None else x.box))


def _near(F: Functions, x: object) -> Fraction:
    """A short rational within, or next to, a coefficient's enclosure."""
    middle = (F.base.lower(x) + F.base.upper(x)) / 2
    if middle == 0:
        return middle
    places = _PLACES - math.floor(math.log10(abs(middle)))
    return Fraction(round(middle * 10**places), 10**places)


def _dot(F: Functions, weights: Sequence[Fraction], column: Sequence[Function]) -> Function:
    return F.sum([F.number(w) * c for w, c in zip(weights, column, strict=True) if w])


def _sum(F: Functions, a: Sequence[Function], b: Sequence[Function]) -> Function:
    return F.sum([x * y for x, y in zip(a, b, strict=True)])


def _independent(matrix: Array) -> list[int]:
    """Rows that span the others, by Gram and Schmidt, the largest remainder first."""
    rest = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    chosen: list[int] = []
    for _ in range(min(rest.shape)):
        sizes = np.linalg.norm(rest, axis=1)
        best = int(sizes.argmax())
        if sizes[best] < 1e-7:
            break
        chosen.append(best)
        direction = rest[best] / sizes[best]
        rest = rest - np.outer(rest @ direction, direction)
    return chosen


def _solved(F: Functions, matrix: list[list[Function]], right: list[Function]) -> list[Function]:
    """The solution of a positive definite system, by elimination."""
    n = len(right)
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    for i in range(n):
        for j in range(i + 1, n):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    result: list[Function] = [F.number(0)] * n
    for i in reversed(range(n)):
        rest = rows[i][n]
        for j in range(i + 1, n):
            rest = rest - rows[i][j] * result[j]
        result[i] = rest / rows[i][i]
    return result
