r"""Information preservation (kairouz2016, Section 4).

.. math:: \max_{Q\ \varepsilon\text{-LDP}} I(X; Y)

over all kernels with any number of outputs: the staircase linear program with
:math:`\mu_T = \sum_x P(x) S_{xT} \log(S_{xT} / P^T S_T)`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from formulations._patterns import PatternProblem, refuse_large, subsets
from formulations.divergences import read_divergence
from formulations.formulation import Array
from formulations.parameters import read_distribution, read_epsilon

_KL = read_divergence("kl")


class Information(PatternProblem):
    """Maximise the mutual information I(X; Y) over ε-LDP kernels.

    Args:
        prior: distribution of X over the k inputs.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.

    A mechanism is a k × m kernel; the value is in nats.
    Raises :class:`formulations.InputError` for parameters that state no problem, and for k > 16.
    """

    slug = "information"
    source = "kairouz2016, Theorem 4 with Section 4.1 (eq. 18)"

    def __init__(self, *, prior: Any, epsilon: Any) -> None:
        self.prior = read_distribution("prior", prior)
        self.epsilon = read_epsilon(epsilon)
        refuse_large(self.k, "prior")

    @property
    def k(self) -> int:
        """The size of the input alphabet."""
        return len(self.prior)

    @property
    def parameters(self) -> dict[str, Any]:
        """Both parameters, exact."""
        return {"prior": self.prior, "epsilon": self.epsilon}

    @cached_property
    def utilities(self) -> Array:
        """The utility of each pattern relative to its largest entry, shape (2^k,)."""
        epsilon, T = float(self.epsilon), subsets(self.k)
        u, rest = np.exp(-epsilon), -np.expm1(-epsilon)
        inside = self.prior.array @ T
        outside = self.prior.array @ (1.0 - T)  # not 1 − inside, which may round below 0
        mean = u + rest * inside
        result = inside * _KL.terms(np.ones_like(mean), mean, rest * outside)
        result += outside * _KL.terms(np.full_like(mean, u), mean, -rest * inside)
        result[0] = 0.0  # the pattern of ∅ is constant
        return np.asarray(result)

    def value(self, mechanism: Array) -> float:
        """I(X; Y) of any kernel."""
        seen = self.prior.array > 0
        prior, rows = self.prior.array[seen], mechanism[seen]
        above = rows - rows.min(axis=0)
        marginal = np.broadcast_to(prior @ rows, rows.shape)
        terms = _KL.terms(rows, marginal, above - prior @ above)
        return float(prior @ terms.sum(axis=1))
