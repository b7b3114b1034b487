r"""Staircase patterns: hypothesis testing and information (kairouz2016, Theorem 4).

A utility :math:`U(Q) = \sum_y \mu(Q_y)` with μ sublinear is maximised over ε-LDP kernels by
columns :math:`w_T S_T`, where :math:`S_T` is 1 on T and u = e^−ε elsewhere, T ≠ ∅: an ε-LDP column
lies in the cone :math:`\{c : c_x \le e^\varepsilon c_{x'}\}`, which these patterns span.

For divergences O(k²) patterns are enough (:mod:`lpcheck.rechecker.zonotope`); for information all
2^k are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import Kernel, kernel_amount, kernel_breach, marginal
from lpcheck.rechecker.privacy import exponential, inverse, read_epsilon
from lpcheck.rechecker.reader import Row, distribution, exact_sum, fields, matrix, vector
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.zonotope import LARGEST_K, lower_vertices, whole

LARGEST_INFORMATION_K = 16


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
        gains = self._all_gains if self.p1 is None else self._largest_gains
        worst = A.number(0)
        for gain in gains(A, alpha, u):
            worst = A.maximum(worst, gain)
        weights = A.number(k) / (A.number(1) + A.number(k - 1) * u)
        return A.upper(A.number(exact_sum(alpha)) + worst * weights)

    def _largest_gains(self, A: Arithmetic, alpha: Row, u: Number) -> Iterator[Number]:
        r"""μ_T − S_Tᵀα for sets T among which is the largest of all 2^k.

        With :math:`\varphi(a, b) = b f(a/b)`, which is convex and finite for a, b > 0 whatever f is,

        .. math:: \mu_T - S_T^T\alpha = \varphi(u + (1 - u) P_0(T), u + (1 - u) P_1(T))
                  - (1 - u)\,\alpha(T) - u 1^T\alpha,

        u > 0: a convex function of P0(T) and P1(T), minus a multiple of α(T). (At T = ∅ this is
        −u 1ᵀα, no more than what T = all letters has, −1ᵀα, or than 0.)
        """
        assert self.p1 is not None
        p0, whole0 = whole(self.p0, "parameters.p0")
        p1, whole1 = whole(self.p1, "parameters.p1")
        prices, unit = whole(alpha, "dual.alpha")
        rest = A.number(1) - u
        scale0, scale1 = rest / A.number(whole0), rest / A.number(whole1)
        scale, everything = rest / A.number(unit), u * A.number(Fraction(sum(prices), unit))
        for a, b, c in lower_vertices(list(zip(p0, p1, prices, strict=True))):
            price = everything + scale * A.number(c)
            if a * whole1 == b * whole0:  # f(1) = 0
                yield -price
            else:
                m0, m1 = u + scale0 * A.number(a), u + scale1 * A.number(b)
                yield self.f.inside(A, m0, m1) - price

    def _all_gains(self, A: Arithmetic, alpha: Row, u: Number) -> Iterator[Number]:
        """μ_T − S_Tᵀα of the information for T ≠ ∅; bit x of an index says whether x ∈ T."""
        one, zero = A.number(1), A.number(0)
        rest = one - u
        inside, prices = _subset_sums(A, self.p0)[1:-1], _subset_sums(A, alpha)[1:]
        everything = u * prices[-1]
        for a, price in zip(inside, prices[:-1], strict=True):
            mean = u + rest * a
            of_one, of_u = self.f.inside(A, one, mean), self.f.inside(A, u, mean)
            yield a * of_one + (one - a) * of_u - (everything + rest * price)
        yield zero - (everything + rest * prices[-1])  # P sums to exactly 1


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
    if len(p0) > LARGEST_K:
        raise Refusal(f"parameters: more than {LARGEST_K} inputs have too many patterns")
    return PatternProblem(
        p0, p1, read_epsilon(given["epsilon"]), read_divergence(given["divergence"])
    )


def read_information(parameters: Any) -> PatternProblem:
    """Mutual information."""
    given = fields(parameters, "parameters", ["prior", "epsilon"])
    prior = distribution(given["prior"], "parameters.prior")
    if len(prior) > LARGEST_INFORMATION_K:
        raise Refusal(
            f"parameters: the information of more than {LARGEST_INFORMATION_K} inputs has too many"
            " patterns; only the staircase problem is re-checked beyond"
        )
    return PatternProblem(prior, None, read_epsilon(given["epsilon"]), Divergence("kl"))

