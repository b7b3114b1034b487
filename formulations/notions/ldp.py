r"""ε-LDP: :math:`c_x \le e^\varepsilon c_{x'}` for all inputs (kairouz2016, Definition 1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.notions.notion import Level, Notion
from formulations.parameters import read_epsilon
from formulations.privacy import column_form, make_private, worst_ratio


@dataclass(frozen=True)
class LDP(Notion):
    """Pure local differential privacy.

    Args:
        epsilon: the level in nats, 0 to 700.

    >>> LDP("1/2").parameters
    {'epsilon': Fraction(1, 2)}
    """

    epsilon: Fraction

    name = "ldp"

    def __init__(self, epsilon: Any) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(epsilon))

    @property
    def parameters(self) -> dict[str, Any]:
        """The level."""
        return {"epsilon": self.epsilon}

    @property
    def stated(self) -> dict[str, Any]:
        """`epsilon` alone, as everywhere."""
        return self.parameters

    @property
    def asked(self) -> float:
        """ε."""
        return float(self.epsilon)

    def level(self, kernel: Array) -> Level:
        """The largest log-ratio of two inputs at one output of a kernel, shape (k, m)."""
        worst = worst_ratio(kernel)
        where = {"row": worst.row, "other_row": worst.other_row, "column": worst.column}
        words = (
            f"output {worst.column} tells input {worst.row} from input {worst.other_row}: the "
            f"kernel is private at ε = {worst.epsilon:.10g}, not {self.asked:.10g}"
        )
        return Level(worst.epsilon, where, words)

    def inequalities(self, k: int, column: int = 0) -> Array:
        """c_x − e^ε c_x' ≤ 0 for all pairs, divided by e^ε; shape (k² − k, k)."""
        return _pairs(k, math.exp(-self.asked))

    def rays(self, k: int) -> Array:
        """The patterns, 1 on a set, neither ∅ nor all, and e^−ε elsewhere: shape (k, 2^k − 2)."""
        from formulations.patterns import patterns, refuse_large

        refuse_large(k, "privacy")
        return patterns(k, self.asked)[:, 1:-1] if k > 1 else np.ones((1, 1))

    def constraints(self, kernel: Any) -> dict[str, Any]:
        """Two rows an entry, with one more variable a column."""
        import cvxpy as cp

        return column_form(kernel, cp.Variable((1, kernel.shape[1])), math.exp(-self.asked))

    def slack(self, gradient: Array, duals: Mapping[str, Array]) -> Array:
        """The smallest uniform τ, shape (k,); a linear function is least at a pattern."""
        k, u = len(gradient), math.exp(-self.asked)
        low, high = np.minimum(gradient, 0.0), np.maximum(gradient, 0.0)
        least = (low.sum(axis=0) + u * high.sum(axis=0)).min()
        tau = max(-float(least), 0.0) / (1.0 + (k - 1) * u)
        return np.full(k, tau)

    def repair(self, kernel: Array) -> Array:
        """The kernel, shape (k, m), mixed with just enough of its average row."""
        return make_private(kernel, self.constant(kernel)[0], self.asked)


@lru_cache(maxsize=8)
def _pairs(k: int, u: float) -> Array:
    rows = [(x, other) for x in range(k) for other in range(k) if x != other]
    G = np.zeros((len(rows), k))
    for i, (x, other) in enumerate(rows):
        G[i, x], G[i, other] = u, -1.0
    G.setflags(write=False)
    return G
