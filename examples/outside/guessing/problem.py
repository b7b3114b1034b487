r"""Posterior vulnerability: how often the best guess from a private output is right.

.. math:: \max_{Q\ \varepsilon\text{-LDP}} \sum_y \max_x P(x)\, Q(y|x)

A column's utility is a maximum of linear functions, hence sublinear; `ColumnProblem` has the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.description import EPSILON, vector
from formulations.parameters import read_distribution, read_epsilon
from formulations.patterns import ColumnProblem


class Guess(ColumnProblem):
    """Maximise the probability of guessing the input from the output of an ε-LDP kernel.

    Args:
        prior: distribution of the input, k letters.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.

    A mechanism is a k × m kernel; the value is a probability.
    """

    slug = "guess"
    source = "posterior vulnerability, from quantitative information flow"
    summary = "maximise the probability of guessing the input from a private output"
    inputs = (vector("prior", "distribution of the input"), EPSILON)
    example = {"prior": "1/2,1/4,1/4", "epsilon": "1"}

    def __init__(self, *, prior: Any, epsilon: Any) -> None:
        self.prior = read_distribution("prior", prior)
        self.epsilon = read_epsilon(epsilon)

    @property
    def k(self) -> int:
        """The number of letters."""
        return len(self.prior)

    @property
    def parameters(self) -> dict[str, Any]:
        """Both parameters, exact."""
        return {"prior": self.prior, "epsilon": self.epsilon}

    def column_utility(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """max_x P(x) c_x of each column, shape (m,)."""
        return np.asarray((self.prior.array[:, None] * columns).max(axis=0))
