r"""Estimating a distribution from private reports: the best frequency oracle.

An unbiased estimator from one report is a map a from outputs to :math:`\mathbb{R}^k` with
:math:`\sum_y Q(y|x)\, a(y) = e_x`. Its risk at P is at best

.. math:: R(Q; P) = \operatorname{tr} \bigl(Q \operatorname{diag}(1/PQ)\, Q^T\bigr)^{-1} - \|P\|^2,

n times the mean squared error of n reports. Splitting a column into extreme columns of the privacy
notion only adds information, so that over all kernels with any number of outputs it is a convex
program in one weight θ a column c. For every symmetric B with B1 = 0

.. math:: R \ge 2 \operatorname{tr} B - \sum_c \theta_c \frac{\|Bc\|^2}{P^Tc}
            \ge \frac{(\operatorname{tr} B)^2}{1^T\alpha} \quad\text{where}\quad
            \frac{\|Bc\|^2}{P^Tc} \le \alpha^Tc \text{ on all columns}.

(The second step takes the best multiple of B.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from formulations.description import COLUMN_PRIVACY, Parameter, vector
from formulations.errors import InputError
from formulations.estimation.blocks import blocks_within
from formulations.estimation.listed import Listed
from formulations.estimation.master import optimise
from formulations.estimation.orbits import Orbits, mixture
from formulations.estimation.risk import (
    above_least,
    contrasts,
    risk,
    subset_risk,
    subset_size,
)
from formulations.estimation.search import Searched
from formulations.formulation import (
    Array,
    Bounds,
    Formulation,
    Program,
    Proposal,
    Solution,
    Violation,
)
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import Distribution, read_distribution, read_number
from formulations.patterns import patterns
from formulations.privacy import true_epsilon
from formulations.rays import read_cone

LARGEST_K = 16
"""Letters up to which all patterns are listed."""

LARGEST_SEARCHED = 30
"""Letters up to which patterns are searched for; the two bounds then need not meet."""

LARGEST_MODEL = 6
"""Letters up to which the plain semidefinite model is asked where the bounds do not meet."""

LARGEST_UNIFORM = 1_000_000
"""Letters of a uniform prior, whose optimum has a closed form."""

_FEW = f"give at most {LARGEST_K}"

_LISTED = 400_000
"""Entries of a kernel that is still written down."""


class Estimation(Formulation):
    """Minimise the risk of an unbiased estimator of the input's distribution.

    Args:
        prior: the distribution P at which the risk is taken.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        privacy: instead, another notion of :mod:`formulations.notions` that has extreme rays.
        k: instead of a prior, the number of letters: the uniform one, which is the minimax case.

    A mechanism is a k × m kernel; the value has no unit, and is ∞ where a kernel does not tell all
    letters apart. Raises :class:`~formulations.errors.InputError` for parameters that state no
    problem, and for priors that are not uniform over more than 30 letters. From 17 letters on such
    priors have a good mechanism and a bound, which need not meet: ``inconclusive``.

    >>> import formulations
    >>> round(formulations.solve(Estimation(k=4, epsilon="1")).value, 6)
    8.306223
    """

    slug = "estimation"
    sense = "minimize"
    source = "tr J⁻¹ − ‖P‖², the least risk of an unbiased estimator; Ye, Barg 2018"
    summary = "minimise the risk of an unbiased estimate of a distribution from private reports"
    inputs = (
        vector("prior", "distribution at which the risk is taken", required=False),
        *COLUMN_PRIVACY,
        Parameter("k", "instead of a prior: the letters of a uniform one", required=False),
    )
    example = {"prior": "1/2,1/4,1/4", "epsilon": "1"}
    outputs = "free"
    certificates = "lpcheck.certificates.estimation.maker"

    def __init__(
        self, *, prior: Any = None, epsilon: Any = None, privacy: Any = None, k: Any = None
    ) -> None:
        self._size, self._prior = _read_prior(prior, k)
        self.epsilon, self.cone = read_cone(privacy, epsilon, self.k, prior=self._prior)

    @property
    def k(self) -> int:
        """The number of letters."""
        return self._size

    @cached_property
    def prior(self) -> Distribution:
        """The prior, the uniform one written out."""
        if self._prior is not None:
            return self._prior
        return read_distribution("prior", [f"1/{self.k}"] * self.k)

    @property
    def parameters(self) -> dict[str, Any]:
        """The prior, or the number of letters of a uniform one; and the level."""
        stated = {"k": self.k} if self._prior is None else {"prior": self._prior}
        if self.cone is not None:
            return {**self.cone.parameters, **stated}
        return {**stated, "epsilon": self.epsilon}

    @property
    def uniform(self) -> bool:
        """Whether all letters are equally likely."""
        return self._prior is None or len(set(self._prior.exact)) == 1

    @property
    def natural_scale(self) -> float:
        """The optimum of the uniform prior, which is the largest; or its order of magnitude."""
        if self.k == 1:
            return 1.0
        if self.cone is not None:
            return max(self.k / self.cone.spread, 1.0) ** 2
        if self.epsilon == 0:
            return 1.0
        return float(subset_risk(self.k, float(self.epsilon), self._subset))

    @property
    def _subset(self) -> int:
        return subset_size(self.k, float(self.epsilon))

    @property
    def sensitivity(self) -> float:
        """At small ε: values come from entries that differ by a part of ε only."""
        least = float(self.epsilon) if self.cone is None else self.cone.spread
        return max(1.0, self.k / max(least, 1e-16))

    @property
    def asks_model(self) -> bool:
        """For more than 6 letters there is only the method of this package."""
        return self.cone is None and self.k <= LARGEST_MODEL

    @cached_property
    def orbits(self) -> Orbits | Listed | Searched:
        """The letters by mass; or the rays of another notion, which knows no equal letters."""
        if self.cone is not None:
            return Listed(self.cone, self.prior.array)
        if self.k > LARGEST_K:
            return Searched(self.prior.array, float(self.epsilon))
        return Orbits(self.prior, float(self.epsilon))

    @cached_property
    def columns(self) -> Array:
        """A pattern for each way to favour letters of each mass, or the rays; shape (k, N)."""
        if isinstance(self.orbits, Searched):
            raise InputError("prior", f"has {self.k} letters, whose patterns are not listed", _FEW)
        return self.orbits.representatives

    def settled(self) -> Solution | None:
        """One letter, no report that tells anything, or letters that are equally likely."""
        if self.k == 1:
            return _settle(0.0, 0.0, np.ones((1, 1)), "there is one letter")
        if (self.epsilon == 0 and self.cone is None) or self._hides:
            why = "no private report tells anything"
            return _settle(math.inf, math.inf, np.ones((self.k, 1)), why)
        if self.uniform and self.cone is None:
            return self._subset_selection()
        return None

    @property
    def _hides(self) -> bool:
        """Whether no private kernel of another notion tells all letters apart."""
        if self.cone is None:
            return False
        basis = contrasts(np.ones(self.k))
        return bool(np.linalg.matrix_rank(basis.T @ above_least(self.cone.columns)) < self.k - 1)

    def _subset_selection(self) -> Solution:
        """The best subset size, and the bound of B = 1 − 11ᵀ/k, α = max over sizes."""
        k, e, size = self.k, float(self.epsilon), self._subset
        best = subset_risk(k, e, size)
        # (tr B)² / 1ᵀα for these is the least risk over all sizes, whichever the best is.
        bound = float(np.min(subset_risk(k, e, np.arange(1.0, k))))
        letters = "one letter" if size == 1 else f"{size} letters"
        why = f"subset selection of {letters} is optimal where all are equally likely"
        found = blocks_within(k, size, _LISTED)
        if found is None:
            why += "; its kernel is too large to be listed"
            return _settle(best, bound, None, why)
        blocks, weights = found
        u = math.exp(-e)
        kernel = np.where(blocks == 1.0, 1.0, u) * weights
        kernel /= kernel.sum(axis=1, keepdims=True)
        if blocks.shape[1] < math.comb(k, size):
            why += f", and {blocks.shape[1]} of them, weighted, are as good as all"
        return _settle(risk(kernel, self.prior.array), bound, kernel, why)

    def proposal(self) -> Proposal:
        """The best weights of all patterns, their inverse information and α."""
        if isinstance(self.orbits, Searched):
            kernel, matrix, alpha = self.orbits.proposal()
            duals = {"information": matrix, "stochastic": alpha}
            return Proposal(kernel, duals, "column generation")
        found = optimise(self.orbits.columns)
        matrix = self.orbits.expand(found.block, found.within)
        duals = {
            "information": matrix / self.orbits.resolution,
            "stochastic": self.orbits.spread(found.alpha),
        }
        return Proposal(self.orbits.kernel(found.weights), duals, "interior point over columns")

    def program(self) -> Program:
        """The semidefinite program over all patterns."""
        import cvxpy as cp

        C = patterns(self.k, float(self.epsilon))[:, 1:]
        telling = contrasts(np.ones(self.k)).T @ above_least(C) / np.sqrt(self.prior.array @ C)
        scale = self.natural_scale
        weights = cp.Variable(C.shape[1], nonneg=True)
        information = cp.Variable((self.k - 1, self.k - 1), PSD=True)
        constraints = {
            "information": information * (1.0 / scale) == telling @ cp.diag(weights) @ telling.T,
            "stochastic": C @ weights == 1,
        }
        problem = cp.Problem(cp.Minimize(cp.tr_inv(information)), list(constraints.values()))
        return Program(problem, {"weights": weights}, constraints, scale)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The staircase mechanism of the weights, shape (k, m)."""
        columns = patterns(self.k, float(self.epsilon))[:, 1:]
        return mixture(columns, np.maximum(values["weights"], 0.0), float(self.epsilon))

    def value(self, mechanism: Array) -> float:
        """tr J⁻¹ − ‖P‖² of any kernel, shape (k, m)."""
        return risk(mechanism, self.prior.array)

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """(tr B)² / 1ᵀα, B freed of constants and α raised evenly until all columns agree."""
        k = self.k
        matrix = np.asarray(duals["information"], dtype=float)
        alpha = np.asarray(duals["stochastic"], dtype=float)
        if matrix.shape != (k, k):  # the model's, over the contrasts
            basis = contrasts(np.ones(k))
            matrix = basis @ _root(matrix) @ basis.T
            bounds = [self._bound(matrix, sign * alpha) for sign in (1.0, -1.0)]
            return max(bounds)
        return self._bound(matrix, alpha)

    def _bound(self, matrix: Array, alpha: Array) -> float:
        free = np.eye(self.k) - 1.0 / self.k
        if isinstance(self.orbits, Searched):
            B = free @ ((matrix + matrix.T) / 2.0) @ free
            total = float(alpha.sum()) + self.k * self.orbits.shift(B, alpha)
            return max(float(np.trace(B)), 0.0) ** 2 / total if total > 0 else 0.0
        B, alpha = self.orbits.average(free @ ((matrix + matrix.T) / 2.0) @ free, alpha)
        C = self.columns
        gain = ((B @ above_least(C)) ** 2).sum(axis=0) / (self.prior.array @ C)
        shift = max(float(((gain - alpha @ C) / C.sum(axis=0)).max()), 0.0)
        total = float(alpha.sum()) + self.k * shift
        trace = max(float(np.trace(B)), 0.0)
        return trace**2 / total if total > 0 else 0.0

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums, and privacy of a k × m kernel."""
        if self.cone is not None:
            return self.cone.violations(mechanism, tolerance)
        found = stochastic_violations(mechanism, tolerance)
        return (*found, *privacy_violations(mechanism, float(self.epsilon), tolerance))

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the kernel, shape (k, m), is private."""
        if self.cone is not None:
            return self.cone.true_level(mechanism)
        return true_epsilon(mechanism)

    def read_mechanism(self, mechanism: Any) -> Array:
        """A k × m kernel."""
        return read_kernel(mechanism, self.k)


def _root(matrix: Array) -> Array:
    """The root of a semidefinite matrix, from multipliers of either sign."""
    sizes, basis = np.linalg.eigh((matrix + matrix.T) / 2.0)
    return np.asarray((basis * np.sqrt(np.abs(sizes))) @ basis.T)


def _settle(value: float | Array, bound: float, mechanism: Array | None, why: str) -> Solution:
    value = float(value)
    ends = sorted((value, bound))
    return Solution("optimal", value, Bounds(*ends), mechanism, message=why)


def _read_prior(prior: Any, k: Any) -> tuple[int, Distribution | None]:
    if (prior is None) == (k is None):
        what = "is missing" if prior is None else "is given beside k"
        raise InputError("prior", what, "give a prior, or k for a uniform one")
    if prior is not None:
        found = read_distribution("prior", prior)
        if len(found) > LARGEST_SEARCHED and len(set(found.exact)) > 1:
            what = f"has {len(found)} letters that are not equally likely"
            raise InputError("prior", what, f"give at most {LARGEST_SEARCHED} of them")
        return len(found), found
    size = read_number("k", k)
    if size.denominator != 1 or not 1 <= size <= LARGEST_UNIFORM:
        raise InputError("k", f"is {k}", f"give a whole number from 1 to {LARGEST_UNIFORM}")
    return int(size), None
