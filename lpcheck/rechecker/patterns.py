r"""Staircase patterns: hypothesis testing and information (kairouz2016, Theorem 4).

A utility :math:`U(Q) = \sum_y \mu(Q_y)` with μ sublinear is maximised over ε-LDP kernels by
columns :math:`w_T S_T`, where :math:`S_T` is 1 on T and u = e^−ε elsewhere, T ≠ ∅: an ε-LDP column
lies in the cone :math:`\{c : c_x \le e^\varepsilon c_{x'}\}`, which these patterns span.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import Kernel, kernel_amount, kernel_breach, marginal
from lpcheck.rechecker.privacy import exponential, inverse, read_epsilon
from lpcheck.rechecker.reader import Row, distribution, fields, matrix, vector
from lpcheck.rechecker.refusal import Refusal

LARGEST_K = 16


@dataclass(frozen=True)
class PatternProblem:
    """Staircase (p1, f given) or information (neither)."""

    p0: Row
    p1: Row | None
    epsilon: Fraction
    f: Divergence

    maximise = True
    where = {  # noqa: RUF012
        "privacy": ("row", "other_row", "column"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """A k × m kernel."""
        return matrix(value, name, len(self.p0))

    def breach(self, kernel: Kernel) -> str | None:
        """What an exact kernel breaks."""
        return kernel_breach(kernel, exponential(self.epsilon)[0])

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        return kernel_amount(kernel, constraint, at, self.epsilon)

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """D_f(M0‖M1), or I(X; Y) = Σ_x P(x) D(Q_x‖M)."""
        first = marginal(self.p0, kernel)
        if self.p1 is not None:
            return self.f.distance(A, first, marginal(self.p1, kernel))
        lower = upper = Fraction(0)
        for p, row in zip(self.p0, kernel, strict=True):
            if p > 0:
                found = self.f.distance(A, row, first)
                if found is INFINITE:
                    raise Refusal("primal: an output has no probability")
                lower, upper = lower + p * Fraction(found.lower), upper + p * Fraction(found.upper)
        return Enclosure(lower, upper)

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""Any α: :math:`1^T\alpha + \max_T(\mu_T - S_T^T\alpha)_+ \cdot k/(1 + (k-1)u)`.

        Proof. Let s be that maximum. For w ≥ 0 with Σ_T w_T S_T = 1,
        :math:`\mu^T w \le \sum_T w_T (S_T^T\alpha + s) = 1^T\alpha + s \sum w_T`. Averaging the
        rows of Σ w_T S_T = 1, every T ≠ ∅ has entry average at least (1 + (k − 1)u)/k, so that
        :math:`\sum w_T \le k/(1 + (k-1)u)`. ∎
        """
        if dual == {}:
            return math.inf
        k = len(self.p0)
        alpha = vector(fields(dual, "dual", ["alpha"])["alpha"], "dual.alpha", k)
        u = inverse(A, self.epsilon)
        rest = A.number(1) - u
        prices = _subset_sums(A, alpha)
        everything = u * prices[-1]
        worst = A.number(0)
        for utility, price in zip(self._utilities(A, u, rest), prices[1:], strict=True):
            worst = A.maximum(worst, utility - (everything + rest * price))
        weights = A.number(k) / (A.number(1) + A.number(k - 1) * u)
        return A.upper(prices[-1] + worst * weights)

    def _utilities(self, A: Arithmetic, u: Number, rest: Number) -> list[Number]:
        """μ_T for T ≠ ∅; bit x of an index says whether x ∈ T. Sums over all of P are exactly 1."""
        one, zero = A.number(1), A.number(0)
        inside = _subset_sums(A, self.p0)[1:-1]
        if self.p1 is not None:
            others = _subset_sums(A, self.p1)[1:-1]
            pairs = zip(inside, others, strict=True)
            return [self.f.inside(A, u + rest * a, u + rest * b) for a, b in pairs] + [zero]
        result = []
        for a in inside:
            mean = u + rest * a
            of_one, of_u = self.f.inside(A, one, mean), self.f.inside(A, u, mean)
            result.append(a * of_one + (one - a) * of_u)
        return [*result, zero]


def _subset_sums(A: Arithmetic, values: Sequence[Fraction]) -> list[Number]:
    sums = [A.number(0)]
    for v in values:
        step = A.number(v)
        sums += [s + step for s in sums]
    return sums


def read_staircase(parameters: Any) -> PatternProblem:
    """Hypothesis testing."""
    given = fields(parameters, "parameters", ["p0", "p1", "epsilon", "divergence"])
    p0 = distribution(given["p0"], "parameters.p0")
    p1 = distribution(given["p1"], "parameters.p1", len(p0))
    _refuse_large(p0)
    return PatternProblem(
        p0, p1, read_epsilon(given["epsilon"]), read_divergence(given["divergence"])
    )


def read_information(parameters: Any) -> PatternProblem:
    """Mutual information."""
    given = fields(parameters, "parameters", ["prior", "epsilon"])
    prior = distribution(given["prior"], "parameters.prior")
    _refuse_large(prior)
    return PatternProblem(prior, None, read_epsilon(given["epsilon"]), Divergence("kl"))


def _refuse_large(p: Row) -> None:
    if len(p) > LARGEST_K:
        raise Refusal(f"parameters: more than {LARGEST_K} inputs have too many patterns")
