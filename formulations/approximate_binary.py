r"""(ε, δ)-LDP over a binary alphabet (kairouz2016, Section 5).

.. math:: \max_Q D_f(P_0 Q \| P_1 Q), \qquad
          \sum_y \max(Q_{0y} - e^\varepsilon Q_{1y}, 0) \le \delta, \quad
          \sum_y \max(Q_{1y} - e^\varepsilon Q_{0y}, 0) \le \delta

over all kernels with any number of outputs. On each of the three cones of columns (a, b) cut out
by :math:`a = e^\varepsilon b` and :math:`b = e^\varepsilon a` both constraints are linear, and the
utility of a column is sublinear: splitting a column into the extreme rays of its cone keeps the
constraints and loses no utility. So four columns are enough, along
:math:`(1, 0), (1, e^{-\varepsilon}), (e^{-\varepsilon}, 1), (0, 1)`, and the problem is linear.
No mechanism is assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from formulations.description import DIVERGENCE, EPSILON, PAIR, Parameter
from formulations.divergences import read_divergence
from formulations.divergences.divergence import UNIT
from formulations.errors import InputError
from formulations.formulation import Array, Formulation, Program, Solution, Violation, settle
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import read_delta, read_distribution, read_epsilon
from formulations.patterns import SMALLEST_SPREAD, refuse_overflow
from formulations.privacy import hockey_stick_profile, true_epsilon_at

_SMALLEST_DELTA = 1e-3
"""δ is kept to a tolerance relative to itself, and to this where it is smaller."""

_UNDERFLOW = 1e-290
"""An output less likely than this is left out: its probability times a prior's may round to 0."""


class ApproximateBinary(Formulation):
    """Maximise D_f(M0‖M1) over (ε, δ)-LDP kernels with two inputs, M_v = P_v Q.

    Args:
        p0: distribution over the two inputs.
        p1: distribution over the two inputs.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        delta: 0 ≤ δ ≤ 1.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.

    A mechanism is a 2 × m kernel; the value may be infinite (δ > 0 and disjoint supports).
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem.
    """

    slug = "approximate-binary"
    certificates = "lpcheck.certificates.approximate_binary"
    sense = "maximize"
    source = "kairouz2016, Section 5 (Theorem 18)"
    summary = "maximise D_f(M0‖M1) over (ε, δ)-private kernels with two inputs"
    inputs = (*PAIR, EPSILON, Parameter("delta", "0 to 1"), DIVERGENCE)
    example = {
        "p0": "2/3,1/3",
        "p1": "1/4,3/4",
        "epsilon": "1",
        "delta": "1/10",
        "divergence": "kl",
    }
    outputs = "free"

    def __init__(
        self, *, p0: Any, p1: Any, epsilon: Any, delta: Any, divergence: Any = "kl"
    ) -> None:
        self.p0 = read_distribution("p0", p0)
        self.p1 = read_distribution("p1", p1)
        for name, p in (("p0", self.p0), ("p1", self.p1)):
            if len(p) != 2:
                raise InputError(name, f"has {len(p)} entries", "this problem is binary: give 2")
        self.epsilon = read_epsilon(epsilon)
        self.delta = read_delta(delta)
        self.divergence = read_divergence(divergence)

    @property
    def parameters(self) -> dict[str, Any]:
        """The five parameters, exact."""
        return {
            "p0": self.p0,
            "p1": self.p1,
            "epsilon": self.epsilon,
            "delta": self.delta,
            "divergence": self.divergence,
        }

    @cached_property
    def _difference(self) -> Array:
        return np.array([float(a - b) for a, b in zip(self.p0.exact, self.p1.exact, strict=True)])

    @property
    def rays(self) -> Array:
        """The four extreme rays as columns, shape (2, 4): largest entry 1, or δ on the outer two.

        So scaled, the privacy constraints say that an outer weight is at most 1.
        """
        u, delta = math.exp(-self.epsilon), float(self.delta)
        return np.array([[delta, 1.0, u, 0.0], [0.0, u, 1.0, delta]])

    @cached_property
    def utilities(self) -> Array:
        """The utility of each ray, shape (4,); may be +∞ on the outer two if δ > 0."""
        u, rest = math.exp(-self.epsilon), -math.expm1(-self.epsilon)
        units = np.array([[1.0, 1.0, u, 0.0], [0.0, u, 1.0, 1.0]])
        step = np.array([1.0, rest, -rest, -1.0])  # first entry minus second, along each
        a, b = self.p0.array @ units, self.p1.array @ units
        result = self.divergence.terms(a, b, self._difference[0] * step)
        # Scaled here, for δ times a probability may underflow to 0, and then seem impossible.
        outer = np.array([True, False, False, True])
        result[outer] = result[outer] * float(self.delta) if self.delta else 0.0
        seen = (a > 0) & (b > 0)
        if np.isfinite(result[~seen]).all():
            refuse_overflow(result[seen], self.epsilon)
        return result

    @property
    def natural_scale(self) -> float:
        """The largest finite utility that one ray has."""
        utilities = self.utilities
        return float(np.max(utilities, initial=0.0, where=np.isfinite(utilities)))

    @property
    def sensitivity(self) -> float:
        """At small ε and δ: values come from entries that differ by a part of them only."""
        return max(1.0, 0.5 / max(float(self.epsilon + self.delta), SMALLEST_SPREAD))

    def settled(self) -> Solution | None:
        """Hypotheses that are alike, or δ > 0 with an outcome that only one of them has."""
        if self.p0.exact == self.p1.exact or self.epsilon == self.delta == 0:
            return settle(0.0, np.ones((2, 1)), "no private output tells the hypotheses apart")
        if not np.isfinite(self.utilities).all():
            return settle(math.inf, self._saturated(), "an outcome has a likelihood ratio of ∞")
        return None

    def _saturated(self) -> Array:
        inner = (1.0 - float(self.delta)) / (1.0 + math.exp(-self.epsilon))
        return np.asarray(self.rays * np.array([1.0, inner, inner, 1.0]))

    def program(self) -> Program:
        """Four weights; the outer two are at most 1."""
        scale = self.natural_scale or 1.0
        program, rays, mu = _parametric()
        rays.value, mu.value = self.rays, self.utilities / scale
        return Program(program.problem, program.variables, program.constraints, scale)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """A kernel, shape (2, 4), from the outer weights; row sums give the inner two."""
        first, _, _, last = np.clip(values["weights"], 0.0, 1.0)
        delta = float(self.delta)
        a, b = (x if x > _UNDERFLOW else 0.0 for x in (first * delta, last * delta))
        u, rest = math.exp(-self.epsilon), -math.expm1(-self.epsilon)
        if rest < SMALLEST_SPREAD:  # the inner rays coincide
            a = b = min(a, b)
            inner = np.array([(1 - a) / 2, (1 - a) / 2])
        else:
            square = np.array([[1.0, u], [u, 1.0]])
            inner = np.linalg.solve(square, [1.0 - a, 1.0 - b])
            if inner.min() < 0:  # the outer weights differ by more than the inner rays can mend
                a = b = min(a, b)
                inner = np.full(2, (1.0 - a) / (1.0 + u))
        columns = np.array([[a, 0.0], [inner[0], u * inner[0]], [u * inner[1], inner[1]], [0.0, b]])
        kernel = columns.T
        kernel = kernel[:, kernel.max(axis=0) > 0]
        return np.asarray(kernel / kernel.sum(axis=1, keepdims=True))

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """Σα + Σβ, each of shape (2,), corrected by the worst ray; the weights sum to at most 4."""
        alpha, beta = duals["stochastic"], np.maximum(duals["privacy"], 0.0)
        price = self.rays.T @ alpha + np.array([beta[0], 0.0, 0.0, beta[1]])
        short = float(np.max(self.utilities - price, initial=0.0))
        return float(alpha.sum() + beta.sum() + 4.0 * short)

    def value(self, mechanism: Array) -> float:
        """D_f(M0‖M1) of any kernel, shape (2, m)."""
        m0, m1, gap = self._marginals(mechanism)
        return self.divergence.total(self.divergence.terms(m0, m1, gap), m0, m1)

    @property
    def vanishes(self) -> bool:
        """Whether the divergence is 0 between distributions that differ, as hockey-sticks are."""
        return self.divergence.flat

    def rounding(self, mechanism: Array) -> float:
        """What steep powers and an f of the user's own add to the terms of a 2 × m kernel."""
        f, marginals = self.divergence, self._marginals(mechanism)
        blur = UNIT * abs(self._difference[0]) * mechanism.sum(axis=0)
        terms = float(f.rounding(*marginals, blur).sum())
        if f.noise is not None:  # it also moves the utilities that the bound is computed from
            u = math.exp(-self.epsilon)
            a, b = (p.array @ np.array([[1.0, u], [u, 1.0]]) for p in (self.p0, self.p1))
            terms += 4.0 * float(f.noise(a, b, a - b).max())
        return max(super().rounding(mechanism), terms)

    def _marginals(self, mechanism: Array) -> tuple[Array, Array, Array]:
        """M0, M1 and their difference, each by output."""
        gap = self._difference[0] * (mechanism[0] - mechanism[1])
        return self.p0.array @ mechanism, self.p1.array @ mechanism, gap

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums, and the order of the rows that breaks (ε, δ)-LDP more."""
        found = stochastic_violations(mechanism, tolerance)
        epsilon, delta = float(self.epsilon), float(self.delta)
        if delta == 0.0:
            return tuple(found + privacy_violations(mechanism, epsilon, tolerance))
        profile = hockey_stick_profile(mechanism, epsilon)
        row, other = (int(i) for i in np.unravel_index(np.argmax(profile), profile.shape))
        excess = float(profile[row, other]) - delta
        if excess > tolerance * max(delta, _SMALLEST_DELTA):
            had = true_epsilon_at(mechanism, delta)
            found.append(
                Violation(
                    "privacy",
                    {"row": row, "other_row": other},
                    excess,
                    f"row {row} against row {other} has δ = {delta + excess:.10g} at "
                    f"ε = {epsilon:g}, where {delta:g} is allowed; with that δ the mechanism is "
                    f"private at ε = {had:.10g}",
                )
            )
        return tuple(found)

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the kernel, shape (2, m), is private with this δ."""
        return true_epsilon_at(mechanism, float(self.delta))

    def read_mechanism(self, mechanism: Any) -> Array:
        """A 2 × m kernel."""
        return read_kernel(mechanism, 2)


@lru_cache(maxsize=1)
def _parametric() -> tuple[Program, Any, Any]:
    import cvxpy as cp

    rays = cp.Parameter((2, 4), name="rays")
    mu = cp.Parameter(4, name="mu")
    weights = cp.Variable(4, name="weights")
    constraints = {
        "stochastic": rays @ weights == 1,
        "privacy": cp.hstack([weights[0], weights[3]]) <= 1,
        "nonnegative": weights >= 0,
    }
    problem = cp.Problem(cp.Maximize(mu @ weights), list(constraints.values()))
    return Program(problem, {"weights": weights}, constraints), rays, mu
