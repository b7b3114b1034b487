r"""Kernels whose utility is a sum over columns, :math:`U(Q) = \sum_y \mu(Q_y)`, over all of ε.

For any prices α(ε) and the staircase patterns :math:`S_T` (1 on T, :math:`u = e^{-\varepsilon}`
elsewhere) the optimum is at most :math:`1^T\alpha + \max_T(\mu_T - S_T^T\alpha)_+ \cdot
k/(1 + (k-1)u)` (:mod:`lpcheck.rechecker.patterns`). Here α is a polynomial in ε, so that all of it
is a function of ε that can be enclosed. Where the formula is optimal, every column c that it uses
has :math:`c^T\alpha = \mu(c)`: the polynomial is what solves these equations at the interval's
middle, to the order of the series, nearest to prices that leave room at all other patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck.ranges.enclosed.constraints import Breach, broken
from lpcheck.ranges.enclosed.formula import OpenError, Rows, named_divergence
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.ranges.enclosed.multipliers import middle_of, polynomials, roomy
from lpcheck.rechecker.divergence import Divergence

MOST_LETTERS = 10


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

    def broken(self, F: Functions, rows: Rows) -> Breach:
        """By how much a constraint is broken."""
        return broken(F, rows)

    def value(self, F: Functions, rows: Rows) -> Function:
        """The formula's value."""
        return F.sum(self._utilities_of(F, _positive(rows)))

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """The formula's value, and an upper bound of what the optimum is above it."""
        columns = _positive(rows)
        utilities = self._utilities_of(F, columns)
        value = F.sum(utilities)
        alpha = self._prices(F, columns, utilities)
        u, one = F.exp(-F.epsilon), F.number(1)
        worst = self._worst(F, alpha, u)
        weights = (F.number(self.k) / (one + F.number(self.k - 1) * u)).upper
        return value, (F.sum(alpha) - value).upper + worst * weights

    def _utilities_of(self, F: Functions, columns: list[list[Function]]) -> list[Function]:
        """μ of each column; equal ones, up to exchanges of letters with equal masses, once."""
        found: dict[object, Function] = {}
        keys = []
        for column in columns:
            key = tuple(sorted((*self._masses(x), c.key) for x, c in enumerate(column)))
            keys.append(key)
            if key not in found:
                found[key] = self.utility(F, column)
        return [found[key] for key in keys]

    def _masses(self, x: int) -> tuple[Fraction, Fraction]:
        return self.p0[x], self.p0[x] if self.p1 is None else self.p1[x]

    def _worst(self, F: Functions, alpha: list[Function], u: Function) -> Fraction:
        """An upper bound of max_T (μ_T − S_Tᵀα)_+ on the interval.

        Letters with the same masses and the same α are alike: only how many of them are in T
        counts.
        """
        alike: dict[object, list[int]] = {}
        for x, a in enumerate(alpha):
            alike.setdefault((*self._masses(x), a.key), []).append(x)
        groups = list(alike.values())
        rest, one = 1 - u, F.number(1)
        everything = F.sum(alpha)
        floor = u * everything
        worst = max(Fraction(0), (-everything).upper)  # all letters: μ = 0
        for counts in product(*(range(len(group) + 1) for group in groups)):
            inside = [x for n, group in zip(counts, groups, strict=True) for x in group[:n]]
            if len(inside) in (0, self.k):
                continue
            price = floor + rest * F.sum([alpha[x] for x in inside])
            mass0 = sum((self.p0[x] for x in inside), Fraction(0))
            a = u + rest * F.number(mass0)
            if self.p1 is None:
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
        """Polynomials α with cᵀα = μ(c) for the columns that are used."""
        matrix = np.array([[middle_of(F, c) for c in column] for column in columns])
        values = np.array([middle_of(F, x) for x in utilities])
        start = self._roomy(matrix, values, float((F.least + F.most) / 2))
        share = F.sum(utilities) / F.number(Fraction(float(values.sum())))
        guess = [F.number(Fraction(float(a))) * share for a in start]
        return polynomials(F, columns, utilities, guess)

    def _roomy(self, matrix: Array, values: Array, epsilon: float) -> Array:
        """Prices with cᵀα = μ(c) that are above the utility of other patterns by some room."""
        codes = np.arange(1, 2**self.k)
        high = (codes[:, None] >> np.arange(self.k)[None, :]) & 1
        patterns = np.where(high == 1, 1.0, np.exp(-epsilon))
        utilities = self._utilities(patterns)
        scale = float(max(values.max(), utilities.max(), 1e-300))
        weights = matrix.sum(axis=1)
        equations = matrix / weights[:, None], values / weights / scale
        return roomy(patterns, utilities / scale, *equations) * scale

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


def _positive(rows: Rows) -> list[list[Function]]:
    """The columns but for those that are 0."""
    columns = [list(c) for c in zip(*rows, strict=True) if not _is_zero(c)]
    if any(x.lower <= 0 for column in columns for x in column):
        raise OpenError("an entry that may be 0")
    return columns


def _is_zero(column: Sequence[Function]) -> bool:
    return all(x.lower == 0 == x.upper for x in column)


def _dot(F: Functions, weights: Sequence[Fraction], column: Sequence[Function]) -> Function:
    return F.sum([F.number(w) * c for w, c in zip(weights, column, strict=True) if w])
