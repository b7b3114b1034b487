r"""Private sampling that keeps a public prior (zamanlooy2025, eq. 4).

.. math:: \Gamma_f(q, \varepsilon) = \min_K \max_p D_f(p \| pK), \qquad
          K\ \varepsilon\text{-LDP},\ qK = q

over all n × n kernels. D_f is jointly convex, so the maximum over p is attained at a point mass:

.. math:: D_f(\delta_i \| K_i) = \varphi(K_{ii}), \qquad \varphi(x) = x f(1/x) + (1 - x) f(0).

The model minimises :math:`\max_i \varphi(K_{ii})`. φ is convex and non-increasing, so the linear
program that maximises :math:`\min_i K_{ii}` has the same optimal kernels; it is what total
variation gives, and it serves as the second program. For n > 60, and for rare letters at levels
beyond what a solver resolves, a kernel and multipliers in closed form are tried first
(``formulations.public_prior.dual``), and judged like a solver's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from formulations.description import DIVERGENCE, LEVEL, vector
from formulations.divergences import Divergence, read_divergence
from formulations.divergences.divergence import UNIT
from formulations.errors import InputError
from formulations.formulation import (
    Array,
    Formulation,
    Method,
    Program,
    Proposal,
    Solution,
    Violation,
    settle,
)
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import read_distribution
from formulations.privacy import make_private, true_epsilon
from formulations.public_prior.dual import diagonal_bound, keep_or_redraw, rarest_letter_bound
from formulations.public_prior.model import prior_program
from formulations.rays import pure_level

SMALL_N = 60
"""Up to it the plain model takes a tenth of a second, and it is the reference."""

LARGEST_N = 300
"""Above it the plain model (3n² rows) takes more than a gigabyte, or minutes."""

LARGEST_KERNEL = 2000
"""Above it the n² numbers of a kernel, and what judges them, take gigabytes."""

_LARGE_N = 30

_LARGE_EPSILON, _RESOLVED = 18, 1e-15
"""Where e^−ε is near a solver's tolerance, kernel entries that are smaller are noise to it."""


class PublicPrior(Formulation):
    """Minimise max_p D_f(p‖pK) over ε-LDP kernels K with qK = q.

    Args:
        prior: the public distribution q over n letters, zeros allowed.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.
        privacy: ``LDP(epsilon)``, instead of epsilon; other notions are refused.

    A mechanism is an n × n kernel; the value may be infinite.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem, and for
    n > 2000. The plain model (:meth:`program`, :meth:`second_program`) is refused for n > 300.
    """

    slug = "public-prior"
    certificates = "lpcheck.certificates.public_prior"
    sense = "minimize"
    source = "zamanlooy2025, eq. 4"
    summary = "minimise the largest D_f(p‖pK) over private kernels that keep a public prior"
    inputs = (vector("prior", "the public distribution"), LEVEL, DIVERGENCE)
    example = {"prior": "1/5,3/10,1/2", "epsilon": "1", "divergence": "tv"}
    outputs = "letters"

    def __init__(
        self, *, prior: Any, epsilon: Any = None, divergence: Any = "kl", privacy: Any = None
    ) -> None:
        self.prior = read_distribution("prior", prior)
        if self.n > LARGEST_KERNEL:
            raise InputError(
                "prior",
                f"has {self.n} entries, and a kernel over them {self.n**2}",
                f"give at most {LARGEST_KERNEL}",
            )
        self.epsilon = pure_level(privacy, epsilon, self.n, self.slug)
        self.divergence = read_divergence(divergence)

    @property
    def n(self) -> int:
        """The size of the alphabet."""
        return len(self.prior)

    @property
    def parameters(self) -> dict[str, Any]:
        """The three parameters, exact."""
        return {"prior": self.prior, "epsilon": self.epsilon, "divergence": self.divergence}

    @property
    def natural_scale(self) -> float:
        """Rounding adds up over the letters."""
        return float(self.n)

    @property
    def method(self) -> Method:
        """Interior points where n is large: at n = 100 they take a tenth of the time."""
        return "interior point" if self.n > _LARGE_N else "dual simplex"

    @property
    def asks_model(self) -> bool:
        """For n > 300 there is only the closed form."""
        return self.n <= LARGEST_N

    def proposal(self) -> Proposal | None:
        """The closed form, for n > 60, and for ε > 18 with q_min e^−ε lost to a solver."""
        least = float(self.prior.array.min()) * math.exp(-self.epsilon)
        lost = self.epsilon > _LARGE_EPSILON and least < _RESOLVED
        return self.closed_form() if self.n > SMALL_N or lost else None

    def closed_form(self) -> Proposal:
        """Keep a letter or draw it afresh, and the weight 1 on the rarest letter; q > 0."""
        q = self.prior.array
        weights = np.zeros(self.n)
        weights[np.argmin(q)] = 1.0
        duals = {"diagonal": weights * q, "stochastic": np.zeros(self.n)}
        kernel = keep_or_redraw(q, float(self.epsilon))
        return Proposal(kernel, duals, "closed form")

    def settled(self) -> Solution | None:
        """One letter, or a letter that the prior never has, or a divergence that is infinite."""
        q = self.prior.array
        if self.n == 1:
            return settle(0.0, np.ones((1, 1)), "there is one letter")
        constant = np.tile(q, (self.n, 1))
        if (q == 0).any():
            why = "qK = q keeps a letter of probability 0 from every output, its own included"
            return settle(self.divergence.maximum, constant, why)
        if math.isinf(self.divergence.at_zero):
            return settle(math.inf, constant, "f(0) = ∞ and no private kernel is the identity")
        return None

    def program(self) -> Program:
        """Minimise max_i φ(K_ii); the linear program where CVXPY has no atom for f."""
        f = self.divergence if self.divergence.expression is not None else None
        return self._program(f)

    def second_program(self) -> Program:
        """Minimise max_i (1 − K_ii): total variation's program, optimal for every f."""
        return self._program(None)

    def _program(self, f: Divergence | None) -> Program:
        if self.n > LARGEST_N:
            raise InputError(
                "prior",
                f"has {self.n} entries, and the plain model would have {3 * self.n**2} rows",
                f"give at most {LARGEST_N}",
            )
        return prior_program(self.prior.array, math.exp(-self.epsilon), f)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The n × n kernel of the densities: first stochastic and invariant, then private."""
        q = self.prior.array
        K = np.maximum(values["density"], 0.0) * q
        short, lost = 1.0 - K.sum(axis=1), q - q @ K
        K = K + np.outer(short, q) + (lost - (q @ short) * q)
        return make_private(np.maximum(K, 0.0), q, float(self.epsilon))

    def value(self, mechanism: Array) -> float:
        """max_i D_f(δ_i‖K_i) over the rows of a kernel, shape (n, n).

        Raises:
            OverflowError: a row's cost is beyond a double.
        """
        worst = float(self.costs(mechanism).max())
        diagonal, off = self._masses(mechanism)
        rows = np.append(np.ones(self.n), 0.0), np.append(diagonal, off.max())
        if math.isinf(worst) and not self.divergence.apart(*rows):
            raise OverflowError("the cost of a row of this mechanism overflows a double")
        return worst

    @property
    def vanishes(self) -> bool:
        """Whether the divergence is 0 between distributions that differ, as hockey-sticks are."""
        return self.divergence.flat

    def rounding(self, mechanism: Array) -> float:
        """From the two terms of each row, shape (n,), whose masses are sums over the letters."""
        diagonal, off = self._masses(mechanism)
        f, one = self.divergence, np.ones(self.n)
        with np.errstate(invalid="ignore", over="ignore"):
            # `off` is squared where the diagonal is near 1, and else enters once.
            moved = 2.0 * f.terms(one, diagonal, off) + off * (1.0 + f.centred_at_zero)
            blur = UNIT * self.n * off
            total = f.rounding(one, diagonal, off, blur) + 4.0 * UNIT * self.n * moved
        return float(np.where(off > 0, total, 0.0).max())

    def _masses(self, mechanism: Array) -> tuple[Array, Array]:
        """What each row has on the diagonal, and elsewhere."""
        off = mechanism.sum(axis=1, where=~np.eye(self.n, dtype=bool))
        return np.maximum(np.diag(mechanism), 0.0), np.maximum(off, 0.0)

    def costs(self, mechanism: Array) -> Array:
        """D_f(δ_i‖K_i) of every row, shape (n,)."""
        return self._phi(*self._masses(mechanism))

    def _phi(self, diagonal: Array, off: Array) -> Array:
        """φ of a diagonal entry whose row has mass `off` elsewhere."""
        f = self.divergence
        with np.errstate(invalid="ignore"):  # 0 · ∞, where nothing lies elsewhere
            rest = off * f.centred_at_zero if f.centred_at_zero else 0.0
            cost = f.terms(np.ones_like(diagonal), np.maximum(diagonal, 0.0), off) + rest
        return np.asarray(np.where(off > 0, cost, 0.0))

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """φ at a bound on min_i K_ii: the solver's weights, shape (n,), and the rarest letter's."""
        q, u = self.prior.array, math.exp(-self.epsilon)
        diagonal, rest = rarest_letter_bound(q, u)
        bounds = [self._phi(np.array([diagonal]), np.array([rest]))[0]]
        weights = self._weights(duals, values)
        total = weights.sum()
        if total > 0 and np.isfinite(weights).all():
            diagonal = diagonal_bound(weights / total, duals["stochastic"] / total, q, u)
            if diagonal < 1.0:
                x = np.array([max(diagonal, 0.0)])
                bounds.append(self._phi(x, 1.0 - x)[0])
        return float(np.nanmax(bounds))

    def _weights(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> Array:
        """The multipliers of the diagonal, shape (n,): −w_i φ'(K_ii)."""
        if "diagonal" in duals:
            return np.asarray(np.maximum(duals["diagonal"], 0.0) / self.prior.array)
        diagonal = np.clip(self.prior.array * np.diag(values["density"]), 1e-300, 1.0)
        f = self.divergence
        slope = f.cost_slope(np.ones(self.n), diagonal) - f.centred_at_zero
        return np.maximum(duals["risk"], 0.0) * np.maximum(-slope, 0.0)

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, sums, privacy of an n × n kernel, and the letter that changes most."""
        found = stochastic_violations(mechanism, tolerance)
        found += privacy_violations(mechanism, float(self.epsilon), tolerance)
        q = self.prior.array
        drift = np.abs(q @ mechanism - q)
        excess = drift - tolerance * q  # relative, as a rare letter's risk is
        worst = int(np.argmax(excess))
        if excess[worst] > 0:
            found.append(
                Violation(
                    "invariance",
                    {"column": worst},
                    float(drift[worst]),
                    f"qK gives letter {worst} probability {(q @ mechanism)[worst]:.10g}, "
                    f"where q has {q[worst]:.10g}",
                )
            )
        return tuple(found)

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the kernel, shape (n, n), is private."""
        return true_epsilon(mechanism)

    def read_mechanism(self, mechanism: Any) -> Array:
        """An n × n kernel."""
        return read_kernel(mechanism, self.n, self.n)
