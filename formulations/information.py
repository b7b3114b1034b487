r"""Information preservation (kairouz2016, Section 4).

.. math:: \max_{Q\ \varepsilon\text{-LDP}} I(X; Y)

over all kernels with any number of outputs: the staircase linear program with
:math:`\mu_T = \sum_x P(x) S_{xT} \log(S_{xT} / P^T S_T)`. For k > 10 it is solved by
:mod:`formulations.information_search`: to two-sided bounds over all 2^k columns, exact ones up to
40 letters (relative gaps of 1e-10 were measured); beyond, they meet unless a budget runs out.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from formulations import information_search
from formulations.description import COLUMN_PRIVACY, vector
from formulations.divergences import read_divergence
from formulations.formulation import Array, Proposal, Solution, settle
from formulations.parameters import read_distribution
from formulations.patterns import (
    LARGEST_K,
    SMALL_K,
    ColumnProblem,
    mixture_of_patterns,
    refuse_large,
    subsets,
)
from formulations.rays import read_cone

_KL = read_divergence("kl")


class Information(ColumnProblem):
    """Maximise the mutual information I(X; Y) over ε-LDP kernels.

    Args:
        prior: distribution of X over the k inputs.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        privacy: instead, another notion of :mod:`formulations.notions` that has extreme rays.

    A mechanism is a k × m kernel; the value is in nats.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem. The plain
    model (:meth:`program`, :meth:`dual`, :attr:`utilities`) is refused for k > 16; all else is not.
    """

    slug = "information"
    certificates = "lpcheck.certificates.staircase.information"
    source = "kairouz2016, Theorem 4 with Section 4.1 (eq. 18)"
    summary = "maximise the mutual information I(X; Y) over private kernels"
    inputs = (vector("prior", "distribution of the input"), *COLUMN_PRIVACY)
    example = {"prior": "1/2,1/4,1/4", "epsilon": "1"}
    outputs = "free"

    def __init__(self, *, prior: Any, epsilon: Any = None, privacy: Any = None) -> None:
        self.prior = read_distribution("prior", prior)
        self.epsilon, self.cone = read_cone(privacy, epsilon, self.k, prior=self.prior)

    @property
    def k(self) -> int:
        """The size of the input alphabet."""
        return len(self.prior)

    @property
    def parameters(self) -> dict[str, Any]:
        """The prior and the level, exact; or the notion and its parameters."""
        if self.cone is not None:
            return {**self.cone.parameters, "prior": self.prior}
        return {"prior": self.prior, "epsilon": self.epsilon}

    @cached_property
    def utilities(self) -> Array:
        """The utility of each pattern relative to its largest entry, shape (2^k,)."""
        if self.cone is not None:
            return self.column_utility(self.cone.columns)
        refuse_large(self.k, "prior")
        epsilon, T = float(self.epsilon), subsets(self.k)
        u, rest = np.exp(-epsilon), -np.expm1(-epsilon)
        inside = self.prior.array @ T
        outside = self.prior.array @ (1.0 - T)  # not 1 − inside, which may round below 0
        mean = u + rest * inside
        result = inside * _KL.terms(np.ones_like(mean), mean, rest * outside)
        result += outside * _KL.terms(np.full_like(mean, u), mean, -rest * inside)
        result[0] = 0.0  # the pattern of ∅ is constant
        return np.asarray(result)

    @cached_property
    def letters(self) -> information_search.Letters:
        """The alphabet by falling mass, equal masses counted."""
        return information_search.read_letters(self.prior, float(self.epsilon))

    @cached_property
    def natural_scale(self) -> float:
        """The largest utility that one pattern has; for k > 10 a bound on it."""
        listed = self.cone is not None or self.k <= SMALL_K
        return super().natural_scale if listed else self.letters.largest_utility()

    @property
    def asks_model(self) -> bool:
        """For k > 16 there is only the search."""
        return self.cone is not None or self.k <= LARGEST_K

    def proposal(self) -> Proposal | None:
        """The mixture and the dual vector of :attr:`found`, for k > 10."""
        listed = self.cone is not None or self.k <= SMALL_K
        return None if listed else self.search_proposal()

    def search_proposal(self) -> Proposal:
        """The mixture and the dual vector of :attr:`found`, for any k."""
        epsilon, found = float(self.epsilon), self.found
        inside, weights = information_search.input_sets(self.letters, found.sets, found.weights)
        patterns = np.minimum(np.exp(-epsilon) - np.expm1(-epsilon) * inside, 1.0)
        mechanism = mixture_of_patterns(patterns, weights, epsilon)
        duals = {"stochastic": self.letters.spread(found.alpha)}
        return Proposal(mechanism, duals, "column generation")

    @cached_property
    def found(self) -> information_search.Found:
        """What column generation finds: patterns, a dual vector, and what they took."""
        return information_search.search(self.letters)

    def dual_infeasibility(self, alpha: Array) -> float:
        r"""max_T (μ_T − S_Tᵀα), α of shape (k,); for k > 16 a bound, exact for k ≤ 40."""
        if self.k <= LARGEST_K:
            return super().dual_infeasibility(alpha)
        return information_search.dual_infeasibility(self.prior.array, float(self.epsilon), alpha)

    def settled(self) -> Solution | None:
        """Nothing to tell, or outputs that may tell nothing."""
        if (self.cone is None and self.epsilon == 0) or max(self.prior.exact) == 1:
            return settle(
                0.0, np.ones((self.k, 1)), "no private output tells anything of the input"
            )
        return None

    def value(self, mechanism: Array) -> float:
        """I(X; Y) of any kernel, shape (k, m)."""
        return float(self.column_utility(mechanism).sum())

    def column_utility(self, columns: Array) -> Array:
        """Σ P_x c_x log(c_x/Pᵀc) of each column, shape (m,)."""
        seen = self.prior.array > 0
        prior, rows = self.prior.array[seen], columns[seen]
        above = rows - rows.min(axis=0)
        marginal = np.broadcast_to(prior @ rows, rows.shape)
        terms = _KL.terms(rows, marginal, above - prior @ above)
        return np.asarray(prior @ terms)
