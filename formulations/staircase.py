r"""Hypothesis testing: the staircase linear program (kairouz2016, Theorem 4).

.. math:: \max_{Q\ \varepsilon\text{-LDP}} D_f(P_0 Q \| P_1 Q)

over all kernels with any number of outputs. By sublinearity a column of Q may be split into
patterns :math:`S_T \in \{1, e^\varepsilon\}^k`, so that the value is the linear program

.. math:: \max_{\theta \ge 0} \mu^T\theta,\ S\theta = 1, \qquad
          \mu_T = (P_1^T S_T)\, f(P_0^T S_T / P_1^T S_T)

with :math:`2^k` columns. :mod:`formulations.staircase_path` proposes an answer in polynomial time,
with two-sided bounds over all of these columns, which for k ≤ 10 are listed. Where the bounds do
not meet, the model is asked.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from formulations import staircase_path
from formulations.description import DIVERGENCE, LEVEL, PAIR
from formulations.divergences import read_divergence
from formulations.divergences.divergence import UNIT
from formulations.formulation import Array, Proposal, Solution, settle
from formulations.parameters import read_distribution, same_length
from formulations.patterns import (
    LARGEST_K,
    SMALL_K,
    ColumnProblem,
    refuse_large,
    refuse_overflow,
    subsets,
)
from formulations.rays import pure_level


class Staircase(ColumnProblem):
    """Maximise D_f(M0‖M1) over ε-LDP kernels, M_v = P_v Q.

    Args:
        p0: distribution over the k inputs.
        p1: distribution over the same inputs.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.
        privacy: ``LDP(epsilon)``, instead of epsilon; other notions are refused.

    A mechanism is a k × m kernel; the value is in nats where f has a logarithm.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem. The plain
    model (:meth:`program`, :meth:`dual`, :attr:`utilities`) is refused for k > 16; all else is not.
    """

    slug = "staircase"
    certificates = "lpcheck.certificates.staircase.hypothesis_testing"
    source = "kairouz2016, Theorem 4 (eq. 11)"
    summary = "maximise D_f(M0‖M1) over private kernels (hypothesis testing)"
    inputs = (*PAIR, LEVEL, DIVERGENCE)
    example = {"p0": "1/2,1/4,1/4", "p1": "1/4,1/4,1/2", "epsilon": "1", "divergence": "tv"}
    outputs = "free"
    limits_outputs = True

    def __init__(
        self, *, p0: Any, p1: Any, epsilon: Any = None, divergence: Any = "kl", privacy: Any = None
    ) -> None:
        self.p0 = read_distribution("p0", p0)
        self.p1 = read_distribution("p1", p1)
        same_length(("p0", self.p0), ("p1", self.p1))
        self.epsilon = pure_level(privacy, epsilon, self.k, self.slug)
        self.divergence = read_divergence(divergence)

    @property
    def k(self) -> int:
        """The size of the input alphabet."""
        return len(self.p0)

    @property
    def parameters(self) -> dict[str, Any]:
        """The four parameters, exact."""
        return {
            "p0": self.p0,
            "p1": self.p1,
            "epsilon": self.epsilon,
            "divergence": self.divergence,
        }

    @cached_property
    def _difference(self) -> Array:
        return np.array(list(map(staircase_path.difference, self.p0.exact, self.p1.exact)))

    @cached_property
    def utilities(self) -> Array:
        """The utility of each pattern relative to its largest entry, shape (2^k,)."""
        refuse_large(self.k, "p0")
        epsilon, T = float(self.epsilon), subsets(self.k)
        u, rest = np.exp(-epsilon), -np.expm1(-epsilon)
        m0, m1 = u + rest * (self.p0.array @ T), u + rest * (self.p1.array @ T)
        result = self.divergence.terms(m0, m1, rest * (self._difference @ T))
        result[0] = 0.0  # the pattern of ∅ is constant
        refuse_overflow(result, self.epsilon)
        return result

    @cached_property
    def letters(self) -> staircase_path.Letters:
        """The alphabet in likelihood-ratio order."""
        return staircase_path.sort_letters(self.p0, self.p1, float(self.epsilon), self.divergence)

    @cached_property
    def natural_scale(self) -> float:
        """The largest utility that one pattern has."""
        if self.k <= SMALL_K:
            return super().natural_scale
        return self.letters.largest_utility

    @property
    def asks_model(self) -> bool:
        """For k > 16 there is only the path."""
        return self.k <= LARGEST_K

    def by_outputs(self, most: int) -> list[staircase_path.ByOutputs]:
        """The best partition into at most 1, …, `most` blocks."""
        return staircase_path.best_by_outputs(self, most)

    def proposal(self) -> Proposal | None:
        """The best partition and its dual vector."""
        return self.path_proposal()

    def path_proposal(self) -> Proposal:
        """What :meth:`proposal` is, for who wants the path by name."""
        refuse_overflow(np.array([self.letters.largest_utility]), self.epsilon)
        partition = staircase_path.best_partition(self.letters)
        mechanism = partition.kernel(float(self.epsilon))
        duals = {"stochastic": staircase_path.certify(partition)}
        return Proposal(mechanism, duals, "path over cut points")

    def dual_infeasibility(self, alpha: Array) -> float:
        r"""max_T (μ_T − S_Tᵀα), α of shape (k,); beyond k = 10 by exact separation."""
        if self.k <= SMALL_K:
            return super().dual_infeasibility(alpha)
        return staircase_path.dual_infeasibility(self.letters, alpha)

    def settled(self) -> Solution | None:
        """Hypotheses that are alike, or outputs that must be."""
        if self.epsilon == 0 or self.p0.exact == self.p1.exact:
            return settle(0.0, np.ones((self.k, 1)), "no private output tells the hypotheses apart")
        return None

    def value(self, mechanism: Array) -> float:
        """D_f(M0‖M1) of any kernel, shape (k, m)."""
        m0, m1, gap = self._marginals(mechanism)
        return self.divergence.total(self.divergence.terms(m0, m1, gap), m0, m1)

    @property
    def vanishes(self) -> bool:
        """Whether the divergence is 0 between distributions that differ, as hockey-sticks are."""
        return self.divergence.flat

    def rounding(self, mechanism: Array) -> float:
        """What steep powers and an f of the user's own add to the terms of a k × m kernel."""
        f, letters = self.divergence, self.letters
        # The hypotheses' difference is exact: the kernel's last digits move it relative to itself.
        blur = UNIT * np.abs(self._difference) @ mechanism
        terms = float(f.rounding(*self._marginals(mechanism), blur).sum())
        if f.noise is not None:  # it also moves what the bound is computed from: all patterns
            edges = [np.cumsum(v) for v in (letters.p0, letters.p1, letters.gap)]
            noise = f.noise(letters.u + edges[0], letters.u + edges[1], edges[2])
            terms += self.k * float(noise.max(initial=0.0))
        return max(super().rounding(mechanism), terms)

    def _marginals(self, mechanism: Array) -> tuple[Array, Array, Array]:
        """M0, M1 and their difference, each by output."""
        # Both marginals move with the same constant, so subtracting it loses no digits.
        above = mechanism - mechanism.min(axis=0)
        return self.p0.array @ mechanism, self.p1.array @ mechanism, self._difference @ above
