r"""Fisher information of a private report about a parameter of the input's distribution.

.. math:: \max_{Q\ \varepsilon\text{-LDP}} \sum_y \frac{(\dot p^T Q_y)^2}{p^T Q_y}

over all kernels with any number of outputs, for a family with density p and derivative
:math:`\dot p` at the parameter's value. With :math:`P_1 = p` and :math:`P_0 = p + h\dot p` it is
the χ² divergence of :class:`~formulations.staircase.Staircase` divided by h², for every h: not a
limit. So its path over cut points, which takes thousands of letters, solves it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.description import COLUMN_PRIVACY, vector
from formulations.errors import InputError
from formulations.formulation import Array, Proposal, Solution
from formulations.parameters import Distribution, read_distribution, read_vector
from formulations.patterns import ColumnProblem
from formulations.rays import read_cone
from formulations.staircase import Staircase

_SUM = Fraction(1, 10**9)


class Fisher(ColumnProblem):
    """Maximise the Fisher information of a private report.

    Args:
        density: the distribution p over the k inputs at the parameter's value.
        score: the derivative ṗ of p by the parameter; its entries sum to 0 (within 1e-9 of their
            size, then spread over p), and are 0 where p is.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        privacy: instead, another notion of :mod:`formulations.notions` that has extreme rays.

    A mechanism is a k × m kernel; the value is in the inverse square of the parameter's unit.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem.

    >>> import formulations
    >>> coin = Fisher(density=["1/2", "1/2"], score=[1, -1], epsilon="1")  # 4 tanh²(ε/2)
    >>> round(formulations.solve(coin).value, 6)
    0.85421
    """

    slug = "fisher"
    source = "(ṗ·c)²/(p·c) summed over columns; kairouz2016, Theorem 4"
    summary = "maximise the Fisher information of a private report about a parameter"
    inputs = (
        vector("density", "distribution over the inputs at the parameter's value"),
        vector("score", "its derivative by the parameter, which sums to 0"),
        *COLUMN_PRIVACY,
    )
    example = {"density": "1/4,1/4,1/2", "score": "1,0,-1", "epsilon": "1"}
    certificates = "lpcheck.certificates.staircase.fisher"

    def __init__(
        self, *, density: Any, score: Any, epsilon: Any = None, privacy: Any = None
    ) -> None:
        self.density = read_distribution("density", density)
        self.score = _read_score(score, self.density)
        self.epsilon, self.cone = read_cone(privacy, epsilon, self.k, prior=self.density)

    @property
    def k(self) -> int:
        """The size of the input alphabet."""
        return len(self.density)

    @property
    def parameters(self) -> dict[str, Any]:
        """The density, its derivative, and the level or the notion."""
        stated: dict[str, Any] = {"density": self.density, "score": self.score}
        if self.cone is not None:
            return {**self.cone.parameters, **stated}
        return {**stated, "epsilon": self.epsilon}

    @cached_property
    def step(self) -> Fraction:
        """Half of the largest h for which p + hṗ is a distribution; 1 where ṗ is 0."""
        falls = [p / -s for p, s in zip(self.density.exact, self.score, strict=True) if s < 0]
        return min(falls, default=Fraction(2)) / 2

    @cached_property
    def pair(self) -> Staircase:
        """The hypotheses p + hṗ and p under χ²."""
        moved = [p + self.step * s for p, s in zip(self.density.exact, self.score, strict=True)]
        return Staircase(
            p0=Distribution(tuple(moved)), p1=self.density, epsilon=self.epsilon, divergence="chi2"
        )

    @property
    def _unit(self) -> float:
        return float(self.step) ** 2

    def column_utility(self, columns: Array) -> Array:
        """(ṗ·c)²/(p·c) of each column, shape (m,); ∞ is no value of it, for ṗ is 0 where p is."""
        score = np.array([float(s) for s in self.score])
        mass = self.density.array @ columns
        moved = score @ (columns - columns.min(axis=0))
        return np.asarray(np.where(mass > 0, moved**2 / np.where(mass > 0, mass, 1.0), 0.0))

    @cached_property
    def utilities(self) -> Array:
        """The utility of each pattern relative to its largest entry, or of each ray: shape (n,)."""
        if self.cone is not None:
            return self.column_utility(self.cone.columns)
        return np.asarray(self.pair.utilities / self._unit)

    @property
    def natural_scale(self) -> float:
        """The largest utility that one column has."""
        if self.cone is not None:
            return super().natural_scale
        return self.pair.natural_scale / self._unit

    @property
    def asks_model(self) -> bool:
        """Beyond 16 letters there is only the path."""
        return self.cone is not None or self.pair.asks_model

    def settled(self) -> Solution | None:
        """Nothing to tell, or outputs that may tell nothing."""
        return None if self.cone is not None else self.pair.settled()

    def proposal(self) -> Proposal | None:
        """The best partition of the pair, its multipliers divided by h²."""
        if self.cone is not None:
            return None
        found = self.pair.path_proposal()
        duals = {name: x / self._unit for name, x in found.duals.items()}
        return Proposal(found.mechanism, duals, found.method)

    def dual_infeasibility(self, alpha: Array) -> float:
        """That of the pair, α of shape (k,), in the unit of the value."""
        return self.pair.dual_infeasibility(alpha * self._unit) / self._unit

    def rounding(self, mechanism: Array) -> float:
        """That of the pair for a k × m kernel, in the unit of the value."""
        if self.cone is not None:
            return super().rounding(mechanism)
        return self.pair.rounding(mechanism) / self._unit


def _read_score(given: Any, density: Distribution) -> tuple[Fraction, ...]:
    score = read_vector("score", given)
    if len(score) != len(density):
        what = f"has {len(score)} entries where density has {len(density)}"
        raise InputError("score", what, "give one entry a letter")
    total, size = sum(score, Fraction(0)), sum(map(abs, score), Fraction(0))
    if abs(total) > _SUM * size:
        what = f"sums to {float(total):.6g}, and a distribution keeps its sum"
        raise InputError("score", what, "give the derivative of p, not of log p")
    for x, (s, p) in enumerate(zip(score, density.exact, strict=True)):
        if p == 0 and s != 0:
            what = "is not 0 where the density is"
            raise InputError(f"score[{x}]", what, "give densities that share their support")
    return tuple(s - total * p for s, p in zip(score, density.exact, strict=True))
