r"""Estimation of a distribution from private reports: the least risk of an unbiased estimator.

With D the columns :math:`e_x - e_k`, x < k, and :math:`J = Q \operatorname{diag}(1/PQ)\, Q^T`,

.. math:: R(Q) = \operatorname{tr} J^{-1} - \lVert P \rVert^2
               = \operatorname{tr} (1 + 11^T)(D^TJD)^{-1},

where the right side loses no digits. *Proof.* JP = Q1 = 1. For an orthonormal basis C of the
contrasts :math:`1^\perp` the block inverse gives :math:`(C^TJC)^{-1} = C^T(J^{-1} - PP^T)C`, whose
trace is :math:`\operatorname{tr} J^{-1} - \lVert P \rVert^2 - 1^T(J^{-1} - PP^T)1/k`, and the last
term is 0. With D = CR: :math:`\operatorname{tr} (C^TJC)^{-1} =
\operatorname{tr} R^TR (D^TJD)^{-1}` and :math:`R^TR = D^TD = 1 + 11^T`. ∎ Where :math:`D^TQ` has
less than full rank some contrast has no unbiased estimate, and the risk is ∞.

Where all letters are equally likely everything is told by the sizes of subsets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.budget import spend
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.inverse import has_full_rank, trace_of_inverse
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel, kernel_amount, kernel_breach, marginal
from lpcheck.rechecker.patterns import leading
from lpcheck.rechecker.privacy import exponential, inverse, level_scale, read_epsilon
from lpcheck.rechecker.reader import (
    Row,
    distribution,
    exact_sum,
    fields,
    items,
    matrix,
    number,
    vector,
)
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.zonotope import whole

LARGEST_K = 16
LARGEST_UNIFORM = 10**6
_LARGEST_KERNEL = 100
_FEW_DIGITS = 20
_MULTIPLY = 6000


@dataclass(frozen=True)
class Estimation:
    """Minimise the risk at a prior; None stands for the uniform one over k letters."""

    k: int
    prior: Row | None
    epsilon: Fraction

    maximise = False
    where = {
        "privacy": ("row", "other_row", "column"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """A k × m kernel; for the uniform prior also one row of one entry, a subset's size."""
        if self.prior is None and self.k > 1 and isinstance(value, list) and len(value) == 1:
            return matrix(value, name, 1, 1)
        if self.k > _LARGEST_KERNEL:
            raise Refusal(f"{name}: of more than {_LARGEST_KERNEL} letters only a size is read")
        return matrix(value, name, self.k)

    def _size(self, kernel: Kernel) -> Fraction | None:
        """The size of subset selection, where that stands for a kernel."""
        return kernel[0][0] if len(kernel) == 1 < self.k else None

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What an exact kernel breaks by more than the slack; subset selection breaks nothing."""
        size = self._size(kernel)
        if size is None:
            return kernel_breach(kernel, exponential(self.epsilon)[0], slack, self.scale("privacy"))
        if size.denominator != 1 or not 1 <= size < self.k:
            return f"the size is no whole number from 1 to {self.k - 1}"
        return None

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return level_scale(self.epsilon) if constraint == "privacy" else ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        if self._size(kernel) is not None:
            return Fraction(0)
        return kernel_amount(kernel, constraint, at, self.epsilon)

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """The risk; where it may be infinite and is not proved to be, nothing above is known."""
        size = self._size(kernel)
        if self.k == 1:
            return Enclosure(Fraction(0), Fraction(0))
        if size is not None:
            return INFINITE if self.epsilon == 0 else A.enclosure(self._subset(A, int(size)))
        prior = self.prior or (Fraction(1, self.k),) * self.k
        columns: list[list[Fraction]] = []
        masses: list[Number] = []
        for column, mass in zip(zip(*kernel, strict=True), marginal(prior, kernel), strict=True):
            if mass <= 0 < max(column):
                raise Refusal("primal: an output has no probability")
            if mass > 0:
                columns.append([q - column[-1] for q in column[:-1]])
                masses.append(A.number(mass))
        n = self.k - 1
        spend(_MULTIPLY * n * (n + 5) // 2 * len(columns))
        K = [[A.number(0)] * n for _ in range(n)]
        for differences, mass in zip(columns, masses, strict=True):
            entries = [A.number(x) for x in differences]
            shares = [x / mass for x in entries]
            for i, x in enumerate(entries):
                for j in range(i + 1):
                    K[i][j] = K[i][j] + x * shares[j]
        K = [[K[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
        found = trace_of_inverse(A, [[1 + int(i == j) for j in range(n)] for i in range(n)], K)
        if found is not None:
            return A.enclosure(found)
        told = len(columns) >= n and has_full_rank(list(zip(*columns, strict=True)))
        return Enclosure(Fraction(0), math.inf) if told else INFINITE

    def _subset(self, A: Arithmetic, d: int) -> Number:
        r"""The risk of subset selection of d letters at the uniform prior.

        Its information on the contrasts is :math:`(1 - u)^2 d(k - d)/((k - 1)ka^2)` times the
        identity, with :math:`a = u + (1 - u)d/k`: a trace, shared by symmetry.
        """
        u, k = inverse(A, self.epsilon), self.k
        rest = A.number(1) - u
        ratio = (u + rest * A.number(Fraction(d, k))) / rest
        return A.number(Fraction((k - 1) ** 2 * k, d * (k - d))) * ratio * ratio

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""Any square matrix B and any α: (tr B)²/(1ᵀα + s·k/(1 + (k − 1)u)).

        Proof. Free each row of B of its mean, so that B1 = 0. For every kernel Q and every c,
        :math:`R(Q) \ge 2c \operatorname{tr} B - c^2 \sum_y \lVert BQ_y \rVert^2/(P \cdot Q_y)`:
        with :math:`X = C^TJC` and :math:`F = C^TBC` the difference of the two sides is at least
        :math:`\lVert X^{-1/2} - cX^{1/2}F^T \rVert^2`, for tr F = tr B, and the norm of a column
        of B falls when it is freed of its mean. The function :math:`\mu(c) = \lVert Bc \rVert^2
        /(P \cdot c)` is sublinear, and a private column is a mixture of patterns, so that with s
        the largest :math:`(\mu_T - S_T^T\alpha)_+` the sum is at most :math:`1^T\alpha + s k/(1 +
        (k - 1)u)`, as in :mod:`lpcheck.rechecker.patterns`. The best c is tr B over that. ∎

        For the uniform prior no multipliers are looked at: B = 1 − 11ᵀ/k and α = const·1 give the
        least risk of subset selection over all sizes d. With x = d/k it is a multiple of
        :math:`(u + (1 - u)x)^2/(x(1 - x))`, whose derivative has the sign of (1 + u)x − u, so that
        a size next to ku/(1 + u) is the best.
        """
        if self.k == 1:
            return Fraction(0)
        if self.epsilon == 0:  # a private kernel is constant
            return math.inf
        if self.prior is None:
            return self._least_subset(A)
        if dual == {}:
            return Fraction(0)
        k, given = self.k, fields(dual, "dual", ["information", "alpha"])
        B = matrix(given["information"], "dual.information", k, k)
        alpha = vector(given["alpha"], "dual.alpha", k)
        u = inverse(A, self.epsilon)
        trace, worst = self._worst(A, u, B, alpha)
        if trace <= 0:
            return Fraction(0)
        weights = A.number(k) / (A.number(1) + A.number(k - 1) * u)
        total = A.number(exact_sum(alpha)) + worst * weights
        if A.upper(total) <= 0:
            raise Refusal("dual.alpha: has a sum that is no bound")
        return A.lower(A.number(trace * trace)) / A.upper(total)

    def _least_subset(self, A: Arithmetic) -> Real:
        u = inverse(A, self.epsilon)
        middle = A.number(self.k) * u / (A.number(1) + u)
        first, last = math.floor(A.lower(middle)), math.floor(A.upper(middle)) + 1
        sizes = range(max(min(first, self.k - 1), 1), max(min(last, self.k - 1), 1) + 1)
        return min(A.lower(self._subset(A, d)) for d in sizes)

    def _worst(self, A: Arithmetic, u: Number, B: Kernel, alpha: Row) -> tuple[Fraction, Number]:
        """The trace of B freed of means, and max_T (μ_T − S_Tᵀα)_+ over all patterns.

        B1 = 0 makes B S_T = (1 − u) Σ_{x∈T} B_x, whose squared norm is a quadratic form in whole
        numbers. At all letters, and at none, μ is 0.
        """
        assert self.prior is not None
        k = self.k
        entries, unit = whole([x for row in B for x in row], "dual.information")
        rows = [entries[k * i : k * i + k] for i in range(k)]
        free = [[k * x - sum(row) for x in row] for row in rows]
        trace = Fraction(sum(free[i][i] for i in range(k)), k * unit)
        turned = list(zip(*free, strict=True))
        squares = _quadratic([[_dot(a, b) for b in turned] for a in turned])
        masses, whole_mass = whole(self.prior, "parameters.prior")
        prices, whole_price = whole(alpha, "dual.alpha")
        mass, price = _sums(masses), _sums(prices)
        total = Fraction(sum(prices), whole_price)

        def gain(A: Arithmetic, u: Number) -> Callable[[int], Number]:
            rest, everything = A.number(1) - u, u * A.number(total)
            of_square = rest * rest / A.number((k * unit) ** 2)
            of_mass, of_price = rest / A.number(whole_mass), rest / A.number(whole_price)

            def at(s: int) -> Number:
                found = of_square * A.number(squares[s]) / (u + of_mass * A.number(mass[s]))
                return found - (everything + of_price * A.number(price[s]))

            return at

        sets = range(1, 2**k - 1)
        if isinstance(A, Decimals):
            few = Decimals(_FEW_DIGITS)
            quick = gain(few, inverse(few, self.epsilon))
            chosen = leading(few, {s: quick(s) for s in sets})
        else:
            chosen = list(sets)
        worst = A.maximum(A.number(0), -A.number(total))
        exact = gain(A, u)
        for s in chosen:
            worst = A.maximum(worst, exact(s))
        return trace, worst


def _dot(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _sums(values: list[int]) -> list[int]:
    """Σ_{x∈T} values_x for all T; bit x of an index says whether x ∈ T."""
    sums = [0]
    for v in values:
        sums += [s + v for s in sums]
    return sums


def _quadratic(form: list[list[int]]) -> list[int]:
    """Σ_{x,z∈T} form_xz for all T."""
    longest = max(abs(x) for row in form for x in row).bit_length()
    spend(2 ** (len(form) + 2) * (300 + longest))
    found = [0]
    for x, row in enumerate(form):
        found += [s + row[x] + 2 * c for s, c in zip(found, _sums(row[:x]), strict=True)]
    return found


def read_estimation(parameters: Any) -> Estimation:
    """The problem from its parameters."""
    given = fields(parameters, "parameters", ["epsilon"], "prior", "k")
    epsilon = read_epsilon(given["epsilon"])
    if ("prior" in given) == ("k" in given):
        raise Refusal("parameters: there is one of prior and k")
    if "k" in given:
        k = number(given["k"], "parameters.k")
        if k.denominator != 1 or not 1 <= k <= LARGEST_UNIFORM:
            raise Refusal(f"parameters.k: is no whole number from 1 to {LARGEST_UNIFORM}")
        return Estimation(int(k), None, epsilon)
    listed = items(given["prior"], "parameters.prior")
    prior = distribution(listed, "parameters.prior")
    if len(set(prior)) == 1:
        return Estimation(len(prior), None, epsilon)
    if len(prior) > LARGEST_K:
        raise Refusal(f"parameters.prior: more than {LARGEST_K} letters have too many patterns")
    return Estimation(len(prior), prior, epsilon)
