r"""(ε, δ)-LDP with two inputs (kairouz2016, Section 5).

On each of the cones of columns (a, b) that a = e^ε b and b = e^ε a cut out, privacy is linear and
utility sublinear: four columns are enough, along (δ, 0), (1, u), (u, 1), (0, δ) with u = e^−ε.
So scaled, privacy says that the outer two have weight at most 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel, kernel_amount, marginal, stochastic_breach
from lpcheck.rechecker.privacy import (
    excess,
    exponential,
    inverse,
    level_scale,
    read_delta,
    read_epsilon,
)
from lpcheck.rechecker.reader import Row, distribution, fields, matrix, vector


@dataclass(frozen=True)
class ApproximateBinary:
    """Maximise D_f(M0‖M1)."""

    p0: Row
    p1: Row
    epsilon: Fraction
    delta: Fraction
    f: Divergence

    maximise = True
    where = {
        "privacy": ("row", "other_row"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """A 2 × m kernel."""
        return matrix(value, name, 2)

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What it breaks by more than the slack. E_t falls in t: E_t ≤ δ at t₋ ≤ e^ε is enough."""
        broken = stochastic_breach(kernel, slack)
        t = exponential(self.epsilon)[0]
        if broken is None and self._worst(kernel, t) > self.delta + slack * self.scale("privacy"):
            return "the rows break privacy"
        return broken

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return level_scale(None, self.delta) if constraint == "privacy" else ONE

    def _worst(self, kernel: Kernel, t: Fraction) -> Fraction:
        return max(excess(kernel[0], kernel[1], t), excess(kernel[1], kernel[0], t))

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        if constraint != "privacy":
            return kernel_amount(kernel, constraint, at, self.epsilon)
        t = exponential(self.epsilon)[1]
        return excess(kernel[at["row"]], kernel[at["other_row"]], t) - self.delta

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """D_f(M0‖M1)."""
        return self.f.distance(A, marginal(self.p0, kernel), marginal(self.p1, kernel))

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""Any α and β ≥ 0: Σα + Σβ + 4 s, s the largest dual infeasibility of a ray.

        Proof. With rays r_j, prices :math:`\pi_j = \alpha^T r_j + \beta_j` (β on the outer two) and
        :math:`\mu_j \le \pi_j + s`: :math:`\sum \mu_j w_j \le \alpha^T \sum w_j r_j
        + \sum \beta_j w_j + s \sum w_j \le \sum\alpha + \sum\beta + 4s`, since every w_j ≤ 1: the
        outer ones by privacy, the inner ones since their largest entry 1 is part of a row sum. ∎
        """
        if dual == {}:
            return math.inf
        given = fields(dual, "dual", ["alpha", "beta"])
        alpha = [A.number(x) for x in vector(given["alpha"], "dual.alpha", 2)]
        beta = [A.number(max(x, Fraction(0))) for x in vector(given["beta"], "dual.beta", 2)]
        if self.p0 == self.p1 or self.epsilon == self.delta == 0:  # M0 = M1
            return Fraction(0)
        u, delta, zero, one = (
            inverse(A, self.epsilon),
            A.number(self.delta),
            A.number(0),
            A.number(1),
        )
        rays = [(delta, zero, beta[0]), (one, u, zero), (u, one, zero), (zero, delta, beta[1])]
        worst = zero
        for (a, b, budget), utility in zip(rays, self._utilities(A, u), strict=True):
            if utility is None:
                return math.inf
            price = alpha[0] * a + alpha[1] * b + budget
            worst = A.maximum(worst, utility - price)
        return A.upper(A.total([*alpha, *beta]) + A.number(4) * worst)

    def _utilities(self, A: Arithmetic, u: Number) -> list[Number | None]:
        outer = [self.f.term(A, self.delta * self.p0[x], self.delta * self.p1[x]) for x in range(2)]
        inner = []
        for x in range(2):
            m = [A.number(p[x]) + u * A.number(p[1 - x]) for p in (self.p0, self.p1)]
            inner.append(self.f.inside(A, m[0], m[1]))
        return [outer[0], *inner, outer[1]]


def read_binary(parameters: Any) -> ApproximateBinary:
    """The problem from its parameters."""
    given = fields(parameters, "parameters", ["p0", "p1", "epsilon", "delta", "divergence"])
    return ApproximateBinary(
        distribution(given["p0"], "parameters.p0", 2),
        distribution(given["p1"], "parameters.p1", 2),
        read_epsilon(given["epsilon"]),
        read_delta(given["delta"]),
        read_divergence(given["divergence"]),
    )
