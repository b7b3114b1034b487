r"""The linear program over the extreme rays of a privacy notion's cone of columns.

A utility that is a sum over outputs of a sublinear function μ of the column is largest on a mixture
of extreme rays, and for every α with :math:`\mu(c) \le \alpha^Tc` on them no kernel has more than
:math:`1^T\alpha`. The patterns of ε-LDP (:mod:`formulations.patterns`) are the case with most
structure; here the rays are listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Program, Violation
from formulations.kernels import stochastic_violations
from formulations.notions import LDP, Notion, read_notion

_NEGLIGIBLE = 1e-13


@dataclass(frozen=True)
class Rays:
    """A notion and the number of its inputs."""

    notion: Notion
    k: int

    @cached_property
    def columns(self) -> Array:
        """The extreme rays, largest entry 1, shape (k, N)."""
        return self.notion.rays(self.k)

    @property
    def parameters(self) -> dict[str, Any]:
        """The notion, as :attr:`Notion.stated` has it."""
        return self.notion.stated

    @property
    def spread(self) -> float:
        """The largest part of its largest entry by which a column varies."""
        return float((1.0 - self.columns.min(axis=0)).max())

    def program(self, utilities: Array) -> Program:
        """Maximise Σ utility·weight over weights ≥ 0 whose mixture has row sums 1; shape (n,)."""
        import cvxpy as cp

        scale = float(np.max(utilities, initial=0.0)) or 1.0
        weights = cp.Variable(self.columns.shape[1], name="weights")
        constraints = {"stochastic": self.columns @ weights == 1, "nonnegative": weights >= 0}
        problem = cp.Problem(cp.Maximize((utilities / scale) @ weights), list(constraints.values()))
        return Program(problem, {"weights": weights}, constraints, scale)

    def kernel(self, values: Mapping[str, Array]) -> Array:
        """The mixture of the weights, shape (k, m), stochastic and private."""
        return self.mixture(np.maximum(values["weights"], 0.0))

    def mixture(self, weights: Array) -> Array:
        """The columns times weights that are not negligible, mended; shape (k, m)."""
        used = weights > _NEGLIGIBLE * weights.max(initial=0.0)
        kernel = self.columns[:, used] * weights[used]
        short = kernel.sum(axis=1, keepdims=True)
        return self.notion.repair(kernel / short)

    def bound(self, utilities: Array, alpha: Array) -> float:
        """1ᵀα once α is raised evenly until no ray has more utility than its price.

        Args:
            utilities: one a ray, shape (n,).
            alpha: a price for each input, shape (k,).
        """
        C = self.columns
        short = float(((utilities - alpha @ C) / C.sum(axis=0)).max())
        return float(alpha.sum()) + self.k * max(short, 0.0)

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums, and the notion's worst breach.

        Args:
            mechanism: a row an input, shape (k, m).
            tolerance: absolute for entries and sums; for privacy in nats.
        """
        found = stochastic_violations(mechanism, tolerance)
        return (*found, *self.notion.violations(np.maximum(mechanism, 0.0), tolerance))

    def true_level(self, mechanism: Array) -> float | None:
        """The level that a k × m kernel really has, where the notion has an ε."""
        has = "epsilon" in self.notion.parameters
        return self.notion.level(mechanism).value if has else None


def read_cone(privacy: Any, epsilon: Any, k: int, **more: Any) -> tuple[Fraction, Rays | None]:
    """The ε of pure LDP; or the cone of another notion, beside the smallest ε that it implies.

    Args:
        privacy: as :func:`formulations.notions.read_notion` takes it.
        epsilon: the level in nats.
        k: the number of inputs.
        more: what a named notion may need.

    Raises:
        InputError: no notion is stated, or it has no cone of columns.
    """
    notion = read_notion(privacy, epsilon, k, **more)
    if isinstance(notion, LDP):
        return notion.epsilon, None
    notion.inequalities(k)  # refuses what couples the outputs
    return notion.parameters.get("epsilon", Fraction(0)), Rays(notion.over_columns(), k)


def pure_level(privacy: Any, epsilon: Any, k: int, problem: str) -> Fraction:
    """The ε of a problem that is stated for pure LDP only, where `privacy` may say so too.

    Args:
        privacy: a notion, its text, or None.
        epsilon: the level in nats, where `privacy` is None.
        k: the number of inputs.
        problem: its name, for the message.

    Raises:
        InputError: the notion is another one.
    """
    notion = read_notion(privacy, epsilon, k)
    if isinstance(notion, LDP):
        return notion.epsilon
    what = f"is {notion.name}, and {problem} is solved for pure LDP only"
    raise InputError("privacy", what, "give LDP(epsilon), or epsilon alone")
