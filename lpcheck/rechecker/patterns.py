r"""Staircase patterns: hypothesis testing and information (kairouz2016, Theorem 4).

A utility :math:`U(Q) = \sum_y \mu(Q_y)` with μ sublinear is maximised over ε-LDP kernels by
columns :math:`w_T S_T`, where :math:`S_T` is 1 on T and u = e^−ε elsewhere, T ≠ ∅: an ε-LDP column
lies in the cone :math:`\{c : c_x \le e^\varepsilon c_{x'}\}`, which these patterns span.

For divergences O(k²) patterns are enough (:mod:`lpcheck.rechecker.zonotope`); for information all
2^k are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.formula import is_formula
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel, kernel_amount, kernel_breach, marginal
from lpcheck.rechecker.own import read_own
from lpcheck.rechecker.privacy import exponential, inverse, level_scale, read_epsilon
from lpcheck.rechecker.reader import Row, distribution, exact_sum, fields, matrix, vector
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.zonotope import LARGEST_K, Point, lower_vertices, whole

LARGEST_INFORMATION_K = 16
_FEW_DIGITS = 20


@dataclass(frozen=True)
class ColumnProblem:
    """Staircase (p1, f given) or information (neither).

    Values are in multiples of `unit`. `assumes` is what was not proved of f, if anything.
    """

    p0: Row
    p1: Row | None
    epsilon: Fraction
    f: Divergence
    unit: Fraction = ONE
    assumes: str | None = None

    maximise = True
    where = {
        "privacy": ("row", "other_row", "column"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """A k × m kernel."""
        return matrix(value, name, len(self.p0))

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What an exact kernel breaks by more than the slack."""
        return kernel_breach(kernel, exponential(self.epsilon)[0], slack, self.scale("privacy"))

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return level_scale(self.epsilon) if constraint == "privacy" else ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        return kernel_amount(kernel, constraint, at, self.epsilon)

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """D_f(M0‖M1) over the unit, or I(X; Y) = Σ_x P(x) D(Q_x‖M)."""
        first = marginal(self.p0, kernel)
        if self.p1 is not None:
            found = self.f.distance(A, first, marginal(self.p1, kernel))
            return Enclosure(found.lower / self.unit, found.upper / self.unit)
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
        given = vector(fields(dual, "dual", ["alpha"])["alpha"], "dual.alpha", k)
        alpha = tuple(x * self.unit for x in given)
        u = inverse(A, self.epsilon)
        largest = self._largest_information if self.p1 is None else self._largest_divergence
        worst = largest(A, alpha, u)
        weights = A.number(k) / (A.number(1) + A.number(k - 1) * u)
        return A.upper(A.number(exact_sum(alpha)) + worst * weights) / self.unit

    def _largest_divergence(self, A: Arithmetic, alpha: Row, u: Number) -> Number:
        """max_T (μ_T − S_Tᵀα)_+ from the O(k²) sets that matter."""
        p0, whole0 = whole(self.p0, "parameters.p0")
        p1, whole1 = whole(self.p1 or (), "parameters.p1")
        prices, unit = whole(alpha, "dual.alpha")
        sets = lower_vertices(list(zip(p0, p1, prices, strict=True)))
        wholes = (whole0, whole1, unit)
        if isinstance(A, Decimals):  # a few digits, which are far faster, settle nearly all
            few = Decimals(_FEW_DIGITS)
            gain = self._gain(few, inverse(few, self.epsilon), wholes, sum(prices))
            sets = set(leading(few, {s: gain(s) for s in sets}))
        gain = self._gain(A, u, wholes, sum(prices))
        worst = A.number(0)
        for s in sets:
            worst = A.maximum(worst, gain(s))
        return worst

    def _gain(
        self, A: Arithmetic, u: Number, wholes: Point, total: int
    ) -> Callable[[Point], Number]:
        r"""μ_T − S_Tᵀα from the sums over T, over `wholes`.

        With :math:`\varphi(a, b) = b f(a/b)`, the perspective of f, convex and finite for a, b > 0
        for every convex f,

        .. math:: \mu_T - S_T^T\alpha = \varphi(u + (1 - u) P_0(T), u + (1 - u) P_1(T))
                  - (1 - u)\,\alpha(T) - u 1^T\alpha,

        u > 0, also where f(0) or f'(∞) is infinite. So it has the form of
        :mod:`lpcheck.rechecker.zonotope`. At T = ∅, whose pattern is that of all letters, it is
        −u 1ᵀα, which is not above the −1ᵀα of all letters, or not above 0.
        """
        rest = A.number(1) - u
        scale0, scale1, scale = (rest / A.number(x) for x in wholes)
        constant = u * A.number(Fraction(total, wholes[2]))

        def gain(sums: Point) -> Number:
            a, b, c = sums
            price = constant + scale * A.number(c)
            if self.epsilon == 0 or a * wholes[1] == b * wholes[0]:  # f(1) = 0
                return -price
            return self.f.inside(A, u + scale0 * A.number(a), u + scale1 * A.number(b)) - price

        return gain

    def _largest_information(self, A: Arithmetic, alpha: Row, u: Number) -> Number:
        """max_T (μ_T − S_Tᵀα)_+ over all T ≠ ∅; bit x of an index says whether x ∈ T."""
        sets: Iterable[int] = range(1, 2 ** len(alpha) - 1)
        if isinstance(A, Decimals):
            few = Decimals(_FEW_DIGITS)
            gain = self._information_gain(few, inverse(few, self.epsilon), alpha)
            inside, prices = _subset_sums(few, self.p0), _subset_sums(few, alpha)
            sets = leading(few, {s: gain(inside[s], prices[s]) for s in sets})
        gain = self._information_gain(A, u, alpha)
        worst = A.maximum(A.number(0), -A.number(exact_sum(alpha)))  # all letters: μ = 0
        for s in sets:
            inside, prices = (
                A.number(exact_sum([x for i, x in enumerate(values) if s >> i & 1]))
                for values in (self.p0, alpha)
            )
            worst = A.maximum(worst, gain(inside, prices))
        return worst

    def _information_gain(
        self, A: Arithmetic, u: Number, alpha: Row
    ) -> Callable[[Number, Number], Number]:
        """μ_T − S_Tᵀα from P(T) and α(T), T neither ∅ nor all letters."""
        one, rest = A.number(1), A.number(1) - u
        everything = u * A.number(exact_sum(alpha))

        def gain(inside: Number, price: Number) -> Number:
            mean = u + rest * inside
            of_one, of_u = self.f.inside(A, one, mean), self.f.inside(A, u, mean)
            utility = inside * of_one + (one - inside) * of_u
            return utility - (everything + rest * price)

        return gain


_Key = TypeVar("_Key")


def leading(A: Decimals, gains: dict[_Key, Any]) -> list[_Key]:
    """The keys whose gain may be the largest, and positive.

    Ends are compared as decimals: the fraction of one such number may be as long as a file.
    """
    largest = A.number(0)
    for gain in gains.values():
        largest = A.maximum(largest, gain)
    return [key for key, gain in gains.items() if gain.hi >= largest.lo]


def _subset_sums(A: Arithmetic, values: Sequence[Fraction]) -> list[Number]:
    sums = [A.number(0)]
    for v in values:
        step = A.number(v)
        sums += [s + step for s in sums]
    return sums


def read_staircase(parameters: Any) -> ColumnProblem:
    """Hypothesis testing."""
    given = fields(parameters, "parameters", ["p0", "p1", "epsilon", "divergence"])
    p0 = distribution(given["p0"], "parameters.p0")
    p1 = distribution(given["p1"], "parameters.p1", len(p0))
    if len(p0) > LARGEST_K:
        raise Refusal(f"parameters: more than {LARGEST_K} inputs have too many patterns")
    epsilon = read_epsilon(given["epsilon"])
    if is_formula(given["divergence"]):
        f, assumes = read_own(given["divergence"], exponential(epsilon)[1])
        return ColumnProblem(p0, p1, epsilon, f, assumes=assumes)
    return ColumnProblem(p0, p1, epsilon, read_divergence(given["divergence"]))


def read_information(parameters: Any) -> ColumnProblem:
    """Mutual information."""
    given = fields(parameters, "parameters", ["prior", "epsilon"])
    prior = distribution(given["prior"], "parameters.prior")
    if len(prior) > LARGEST_INFORMATION_K:
        raise Refusal(
            f"parameters: the information of more than {LARGEST_INFORMATION_K} inputs has too many"
            " patterns; only the staircase problem is re-checked beyond"
        )
    return ColumnProblem(prior, None, read_epsilon(given["epsilon"]), Divergence("kl"))
