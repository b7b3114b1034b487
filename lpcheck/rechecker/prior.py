r"""Private sampling that keeps a public prior (zamanlooy2025, eq. 4).

D_f is jointly convex, so that the worst p is a point mass, with
:math:`D_f(\delta_i \| K_i) = \varphi(K_{ii})`, :math:`\varphi(x) = x f(1/x) + (1 - x) f(0)`
non-increasing on [0, 1] (its slope is the price f(r) − r f'(r) at r = 1/x minus f(0) ≤ 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel, kernel_amount, kernel_breach, marginal
from lpcheck.rechecker.privacy import exponential, inverse, level_scale, read_epsilon
from lpcheck.rechecker.reader import Row, distribution, exact_sum, fields, matrix, vector
from lpcheck.rechecker.refusal import Refusal

LARGEST_N = 150


@dataclass(frozen=True)
class PublicPrior:
    """Minimise max_i φ(K_ii) over ε-LDP kernels with qK = q."""

    q: Row
    epsilon: Fraction
    f: Divergence

    maximise = False
    where = {
        "privacy": ("row", "other_row", "column"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
        "invariance": ("column",),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """An n × n kernel."""
        return matrix(value, name, len(self.q), len(self.q))

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What an exact kernel breaks by more than the slack."""
        broken = kernel_breach(kernel, exponential(self.epsilon)[0], slack, self.scale("privacy"))
        kept = () if broken else marginal(self.q, kernel)
        if any(abs(a - b) > slack for a, b in zip(kept, self.q, strict=False)):
            return "qK is not exactly q"
        return broken

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return level_scale(self.epsilon) if constraint == "privacy" else ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        if constraint == "invariance":
            return abs(marginal(self.q, kernel)[at["column"]] - self.q[at["column"]])
        return kernel_amount(kernel, constraint, at, self.epsilon)

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """max_i φ(K_ii)."""
        least = min(row[i] for i, row in enumerate(kernel))
        worst = self._phi(A, min(max(least, Fraction(0)), Fraction(1)))
        return INFINITE if worst is None else A.enclosure(worst)

    def _phi(self, A: Arithmetic, x: Fraction) -> Number | None:
        here, rest = self.f.term(A, Fraction(1), x), self.f.term(A, Fraction(0), 1 - x)
        return None if here is None or rest is None else here + rest

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""φ at an upper bound D of min_i K_ii, from any weights w ≥ 0 and prices r.

        A letter with q_j = 0: (qK)_j = 0 makes K_ij = 0 where q_i > 0, hence by privacy column j is
        0 and the value is φ(0). If all q_j > 0 and f(0) = ∞, n > 1: K_ii = 1 for all i would make K
        the identity, which is not private; the value is ∞.

        Else let X_ij = K_ij/q_j. For every b, row sums and qK = q give
        :math:`\min_i K_{ii} \sum_i w_i \le
        \sum_i w_i K_{ii} = \sum_j b_j + \sum_i r_i + \sum_j \sum_i q_i z_{ij} X_{ij}`,
        :math:`z_{ij} = [i = j] w_i - r_i q_j / q_i - b_j` (as Σ_i q_i X_ij = 1, Σ_j q_j X_ij = 1).
        Column j of X lies in [u h, h], so that its inner sum is at most
        :math:`h \sum_i q_i \max(z_{ij}, u z_{ij})`, which is ≤ 0 for b_j at or above its root. ∎
        """
        n = len(self.q)
        if n == 1:
            return Fraction(0)
        if min(self.q) == 0 or self.f.infinite_at_zero:
            least = None if self.f.infinite_at_zero else self._phi(A, Fraction(0))
            return math.inf if least is None else A.lower(least)
        if dual == {}:
            return Fraction(0)
        given = fields(dual, "dual", ["weights", "prices"])
        weights = [max(x, Fraction(0)) for x in vector(given["weights"], "dual.weights", n)]
        prices = vector(given["prices"], "dual.prices", n)
        total = exact_sum(weights)
        if total <= 0:
            raise Refusal("dual.weights: none is positive")
        u = inverse(A, self.epsilon)
        roots = [self._root(A, u, weights, prices, j) for j in range(n)]
        diagonal = A.total([*map(A.number, prices), *roots]) / A.number(total)
        x = max(A.upper(diagonal), Fraction(0))
        if x >= 1:
            return Fraction(0)
        least = self._phi(A, x)
        return math.inf if least is None else A.lower(least)

    def _root(
        self, A: Arithmetic, u: Number, w: Sequence[Fraction], r: Sequence[Fraction], j: int
    ) -> Number:
        """The b at which Σ_i q_i max(z_i, u z_i) = 0, z_i = β_i − b.

        The sum is the largest over sets T of Σ_T q z + u Σ_not T q z, each falling in b, and for
        every b some leading set of the sorted β attains it: b is the largest of the sets' roots.
        """
        q = self.q
        beta = [(w[j] if i == j else Fraction(0)) - r[i] * q[j] / q[i] for i in range(len(q))]
        order = sorted(range(len(q)), key=lambda i: -beta[i])
        rest = A.number(1) - u
        parts = [A.number(q[i] * beta[i]) for i in order]
        everything = u * A.total(parts)
        moment = mass = A.number(0)
        best = None
        for i, part in zip(order, parts, strict=True):
            moment, mass = moment + part, mass + A.number(q[i])
            root = (rest * moment + everything) / (rest * mass + u)
            best = root if best is None else A.maximum(best, root)
        return best


def read_prior(parameters: Any) -> PublicPrior:
    """The problem from its parameters."""
    given = fields(parameters, "parameters", ["prior", "epsilon", "divergence"])
    q = distribution(given["prior"], "parameters.prior")
    if len(q) > LARGEST_N:
        raise Refusal(f"parameters.prior: has more than {LARGEST_N} entries")
    return PublicPrior(q, read_epsilon(given["epsilon"]), read_divergence(given["divergence"]))
