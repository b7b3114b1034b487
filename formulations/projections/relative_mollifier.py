r"""Projection onto a relative mollifier (Husain et al., as zamanlooy2025 uses it).

.. math:: \min_x D_f(p \| x), \qquad
          e^{-\varepsilon/2} q \le x \le e^{\varepsilon/2} q,\ \textstyle\sum_y x_y = 1

For total variation the model is the linear program of zamanlooy2025, Appendix A.8, as printed.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.description import DIVERGENCE, EPSILON, TARGET, vector
from formulations.divergences import read_divergence
from formulations.formulation import Array, Program
from formulations.parameters import read_distribution, read_epsilon, same_length
from formulations.projections.box import BoxProjection

_MARGIN = Fraction(1, 10**9)
"""Relative to ε: a target nearer to the boundary than this is projected, not taken as it is."""


def _log(ratio: Fraction) -> float:
    """The logarithm, to full precision next to 1 too."""
    near = ratio - 1
    if abs(near) < Fraction(1, 4):
        return math.log1p(near)
    return math.log(ratio.numerator) - math.log(ratio.denominator)


class RelativeMollifier(BoxProjection):
    """Minimise D_f(target‖x) over the relative ε-mollifier of a reference.

    Args:
        target: the distribution p to approximate, n letters.
        reference: the distribution q around which the mollifier is built, n letters.
        epsilon: its width in nats, 0 ≤ ε ≤ 700; the mollifier allows e^{±ε/2}.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.

    A mechanism is a distribution, shape (n,); the value may be infinite.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem.
    """

    slug = "relative-mollifier"
    certificates = "lpcheck.certificates.projections.relative_mollifier"
    source = "zamanlooy2025, eq. 2 and Appendix A.8"
    summary = "project a distribution onto the relative mollifier of a reference"
    inputs = (TARGET, vector("reference", "centre of the mollifier"), EPSILON, DIVERGENCE)
    example = {
        "target": "7/10,1/5,1/10",
        "reference": "1/3,1/3,1/3",
        "epsilon": "1",
        "divergence": "kl",
    }

    def __init__(
        self, *, target: Any, reference: Any, epsilon: Any, divergence: Any = "kl"
    ) -> None:
        self.target = read_distribution("target", target)
        self.reference = read_distribution("reference", reference)
        same_length(("target", self.target), ("reference", self.reference))
        self.epsilon = read_epsilon(epsilon)
        self.divergence = read_divergence(divergence)

    @property
    def parameters(self) -> dict[str, Any]:
        """The four parameters, exact."""
        return {
            "target": self.target,
            "reference": self.reference,
            "epsilon": self.epsilon,
            "divergence": self.divergence,
        }

    @property
    def holds_target(self) -> bool:
        """e^{−ε/2} q ≤ p ≤ e^{ε/2} q, but for what is within rounding of the boundary."""
        if self.target.exact == self.reference.exact:
            return True
        pairs = list(zip(self.target.exact, self.reference.exact, strict=True))
        if any((p > 0) != (q > 0) for p, q in pairs):
            return False
        ratios = [abs(_log(p / q)) for p, q in pairs if p > 0]
        return max(ratios) < self.epsilon / 2 * (1 - _MARGIN)

    @property
    def holds_nothing_near(self) -> bool:
        """P and q differ in where they are 0, and f is infinite there."""
        pairs = list(zip(self.target.exact, self.reference.exact, strict=True))
        short, over = (any(p > q == 0 for p, q in pairs), any(q > p == 0 for p, q in pairs))
        f = self.divergence
        return bool((short and math.isinf(f.slope_at_infinity)) or (over and math.isinf(f.at_zero)))

    @cached_property
    def lower(self) -> Array:
        """e^{−ε/2} q, shape (n,)."""
        return math.exp(-self.epsilon / 2) * self.reference.array

    @cached_property
    def upper(self) -> Array:
        """e^{ε/2} q, or 1 where that is less; shape (n,)."""
        return np.minimum(1.0, math.exp(self.epsilon / 2) * self.reference.array)

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The ε of the smallest such set that holds x, shape (n,): twice its largest log-ratio."""
        q = self.reference.array
        if ((mechanism > 0) != (q > 0)).any():
            return math.inf
        seen = q > 0
        return 2.0 * float(np.abs(np.log(mechanism[seen]) - np.log(q[seen])).max())

    def program(self) -> Program:
        """The projection; for total variation, the linear program as printed."""
        return self.husain_program() if self.divergence.name == "tv" else super().program()

    def husain_program(self) -> Program:
        """Minimise ΣZ subject to Z ≥ p − x, Z ≥ 0 (zamanlooy2025, Appendix A.8)."""
        import cvxpy as cp

        n, q, root = len(self.target), self.reference.array, math.exp(-self.epsilon / 2)
        x, Z = cp.Variable(n, name="x"), cp.Variable(n, name="Z")
        constraints = {
            "sum": cp.sum(x) == 1,
            "upper": root * x <= q,  # printed x ≤ e^{ε/2} q; this way no coefficient overflows
            "lower": x >= root * q,
            "Z_nonnegative": Z >= 0,
            "Z_excess": self.target.array - x <= Z,
            "nonnegative": x >= 0,
            "at_most_one": x <= 1,
        }
        problem = cp.Problem(cp.Minimize(cp.sum(Z)), list(constraints.values()))
        return Program(problem, {"x": x, "Z": Z}, constraints)
