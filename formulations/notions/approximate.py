r"""(ε, δ)-LDP: :math:`\sum_y (Q_{xy} - e^\varepsilon Q_{x'y})_+ \le \delta` for all inputs.

It couples the outputs, so that it is no cone of columns: a linear program over a kernel with a
given number of outputs, for utilities that are linear in it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.notions.notion import Level, Notion
from formulations.parameters import read_delta, read_epsilon
from formulations.privacy import hockey_stick_profile, true_epsilon_at


@dataclass(frozen=True)
class ApproximateLDP(Notion):
    """Approximate local differential privacy.

    Args:
        epsilon: the level in nats, 0 to 700.
        delta: the probability of more, 0 to 1.
    """

    epsilon: Fraction
    delta: Fraction

    name = "approximate"
    named_outputs = True

    def __init__(self, epsilon: Any, delta: Any) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(epsilon))
        object.__setattr__(self, "delta", read_delta(delta))

    @property
    def parameters(self) -> dict[str, Any]:
        """The levels ε and δ."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    @property
    def asked(self) -> float:
        """ε."""
        return float(self.epsilon)

    def level(self, kernel: Array) -> Level:
        """The smallest ε at which the kernel is (ε, δ)-LDP."""
        spent = hockey_stick_profile(kernel, self.asked)
        x, other = (int(i) for i in np.unravel_index(np.argmax(spent), spent.shape))
        true = true_epsilon_at(kernel, float(self.delta))
        words = (
            f"input {x} against input {other} needs δ = {spent[x, other]:.6g} at "
            f"ε = {self.asked:.6g}, and {float(self.delta):.6g} is allowed"
        )
        return Level(true, {"row": x, "other_row": other}, words)

    def inequalities(self, k: int, column: int = 0) -> Array:
        """Refused, for a k × m kernel's outputs are coupled.

        Raises:
            InputError: always.
        """
        what = "couples the outputs, and has no cone of columns"
        raise InputError("privacy", f"{self.name} LDP {what}", "use a linear loss, or pure LDP")

    def constraints(self, kernel: Any) -> dict[str, Any]:
        """One excess an ordered pair and output: s ≥ e^−ε Q_x − Q_x', Σ_y s ≤ e^−ε δ."""
        import cvxpy as cp

        k, m = kernel.shape
        first, other = _pairs(k)
        if not len(first):
            return {}
        u = math.exp(-self.asked)
        excess = cp.Variable((len(first), m), nonneg=True)
        return {
            "privacy": u * kernel[first] - kernel[other] - excess <= 0,
            "delta": cp.sum(excess, axis=1) <= u * float(self.delta),
        }

    def slack(self, gradient: Array, duals: Mapping[str, Array]) -> Array:
        """τ, shape (k,), for the multipliers clipped to those of δ, whose price is added evenly."""
        k, m = gradient.shape
        first, other = _pairs(k)
        if not len(first):
            return np.asarray(np.maximum(-gradient.min(axis=1), 0.0))
        u = math.exp(-self.asked)
        of_delta = np.maximum(np.ravel(duals.get("delta", np.zeros(len(first)))), 0.0)
        shape = (len(first), m)
        weights = np.reshape(duals.get("privacy", np.zeros(shape)), shape)
        weights = np.clip(weights, 0.0, of_delta[:, None])
        priced = np.array(gradient, dtype=float)
        np.add.at(priced, first, u * weights)
        np.subtract.at(priced, other, weights)
        price = u * float(self.delta) * float(weights.max(axis=1).sum())
        return np.asarray(np.maximum(-priced.min(axis=1), 0.0) + price / k)


def _pairs(k: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, other = np.nonzero(~np.eye(k, dtype=bool))
    return first, other
