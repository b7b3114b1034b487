r"""The linear program over staircase patterns that hypothesis testing and information share.

Columns are written relative to their largest entry: with :math:`u = e^{-\varepsilon}` the pattern
of T has 1 on T and u elsewhere, so that ε = 700 is as easy as ε = 1. A weight here is
:math:`e^\varepsilon` times the paper's θ (for T = ∅, whose pattern is constant, it is θ itself).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Formulation, Method, Program, Violation
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.privacy import make_private, true_epsilon

if TYPE_CHECKING:
    from formulations.rays import Rays

LARGEST_K = 16
"""Above it the plain model (k·2^k numbers, several copies) outgrows a laptop's patience."""

SMALL_K = 10
"""Up to it the plain model is as fast as anything, and it is the reference."""

SMALLEST_SPREAD = 1e-16
"""Entries that differ by less are one double."""

_PARAMETRIC_K = 8
_NEGLIGIBLE = 1e-13


def refuse_large(k: int, name: str) -> None:
    """Refuse an alphabet with more patterns than the plain model can take.

    Args:
        k: the number of inputs.
        name: the parameter to blame.

    Raises:
        InputError: k is above 16.
    """
    if k > LARGEST_K:
        raise InputError(
            name,
            f"has {k} entries, and the plain model would need 2^{k} columns",
            f"give at most {LARGEST_K}",
        )


def refuse_overflow(utilities: Array, epsilon: Fraction) -> None:
    """Refuse a level at which the utility of a private output is beyond a double.

    Args:
        utilities: those of the patterns, shape (2^k,).
        epsilon: the level to blame, in nats.

    Raises:
        InputError: a utility is infinite.
    """
    if not np.isfinite(utilities).all():
        raise InputError(
            "epsilon",
            f"at {float(epsilon):g} this divergence of a private output overflows a double",
            "give a smaller ε",
        )


@lru_cache(maxsize=4)
def subsets(k: int) -> Array:
    """All subsets of k letters as columns of 0 and 1, shape (k, 2^k); column 0 is ∅."""
    codes = np.arange(2**k)
    bits = (codes[None, :] >> np.arange(k - 1, -1, -1)[:, None]) & 1
    result = bits.astype(float)
    result.setflags(write=False)
    return result


def patterns(k: int, epsilon: float) -> Array:
    """The patterns relative to their largest entry, shape (k, 2^k).

    Args:
        k: the number of inputs.
        epsilon: privacy level in nats.
    """
    u = math.exp(-epsilon)
    matrix = u - math.expm1(-epsilon) * subsets(k)
    matrix[:, 0] = 1.0
    return np.minimum(matrix, 1.0)


class ColumnProblem(Formulation):
    r"""A utility that is a sum over the columns of an ε-LDP kernel (kairouz2016, Theorem 4).

    .. math:: \max_{Q\ \varepsilon\text{-LDP}} \sum_y \mu(Q_y), \qquad
              \mu(c + c') \le \mu(c) + \mu(c'),\ \mu(sc) = s\mu(c) \text{ for } s \ge 0.

    A column of a private kernel is a mixture of staircase patterns, and μ is sublinear, so that the
    optimum over all kernels with any number of outputs is a linear program over the 2^k patterns;
    model, repair, two-sided bounds and violations are here. For whoever writes one: set the class
    attributes of :class:`~formulations.formulation.Formulation`, keep `epsilon`
    (:func:`~formulations.parameters.read_epsilon`), and write :attr:`k`, `parameters` and
    :meth:`column_utility`. That μ is sublinear is yours to know: the bound rests on it.

        >>> from formulations.parameters import read_distribution, read_epsilon
        >>> class Guess(ColumnProblem):
        ...     slug, source = "guess", "posterior vulnerability"
        ...     def __init__(self, *, prior, epsilon):
        ...         self.prior = read_distribution("prior", prior)
        ...         self.epsilon = read_epsilon(epsilon)
        ...     k = property(lambda self: len(self.prior))
        ...     parameters = property(lambda self: {"prior": self.prior, "epsilon": self.epsilon})
        ...     def column_utility(self, columns):
        ...         return (self.prior.array[:, None] * columns).max(axis=0)
        >>> import formulations
        >>> solution = formulations.solve(Guess(prior=["1/2", "1/2"], epsilon="1"))
        >>> solution.status, round(solution.value, 6)  # e/(e + 1)
        ('optimal', 0.731059)
    """

    sense = "maximize"
    outputs = "free"
    epsilon: Fraction
    cone: Rays | None = None
    """Another notion than ε-LDP (:func:`formulations.rays.read_cone`), whose extreme rays then
    stand for the patterns."""

    @property
    @abstractmethod
    def k(self) -> int:
        """The size of the input alphabet."""

    def column_utility(self, columns: Array) -> Array:
        """μ of each column of a k × m array with entries ≥ 0, shape (m,)."""
        raise NotImplementedError

    @cached_property
    def utilities(self) -> Array:
        """The utility of each pattern relative to its largest entry, shape (2^k,)."""
        if self.cone is not None:
            return np.asarray(self.column_utility(self.cone.columns), dtype=float)
        refuse_large(self.k, next(iter(self.parameters)))
        found = np.asarray(self.column_utility(patterns(self.k, float(self.epsilon))), dtype=float)
        refuse_overflow(found, self.epsilon)
        return found

    def value(self, mechanism: Array) -> float:
        """Σ_y μ(Q_y) over the columns of a kernel, shape (k, m)."""
        return float(np.sum(self.column_utility(mechanism)))

    @property
    def natural_scale(self) -> float:
        """The largest utility that one pattern has."""
        return float(self.utilities.max())

    @property
    def sensitivity(self) -> float:
        """At small ε: values come from entries that differ by a part of ε only."""
        if self.cone is not None:
            return max(1.0, 0.5 / max(self.cone.spread, SMALLEST_SPREAD))
        return max(1.0, 0.5 / max(float(self.epsilon), SMALLEST_SPREAD))

    @property
    def method(self) -> Method:
        """With 2^k columns and k rows, primal simplex: ten times faster than dual at k = 16."""
        return "primal simplex"

    def program(self) -> Program:
        """The linear program (kairouz2016, eq. 11): weights over the 2^k patterns."""
        if self.cone is not None:
            return self.cone.program(self.utilities)
        return _pattern_program(self.k, float(self.epsilon), self.utilities)

    def dual(self) -> Program:
        r"""The dual: minimise 1ᵀα subject to Sᵀα ≥ μ (kairouz2016, eqs. 39, 55)."""
        return _dual_program(self.k, float(self.epsilon), self.utilities)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The staircase mechanism of the weights, shape (k, m) with the m that have some."""
        if self.cone is not None:
            return self.cone.kernel(values)
        return _recover_kernel(values, self.k, float(self.epsilon))

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        r"""An upper bound from any α of shape (k,): 1ᵀα + max_T (μ_T − S_Tᵀα)_+ · k/(1 + (k − 1)u).

        The last factor bounds the sum of the weights w: averaging the rows of Sw = 1 gives
        Σ w_T (1 + (k − 1)u)/k ≤ 1.
        """
        alpha = duals["stochastic"]
        if self.cone is not None:
            return self.cone.bound(self.utilities, alpha)
        total = self.k / (1.0 + (self.k - 1) * math.exp(-self.epsilon))
        return float(alpha.sum()) + max(self.dual_infeasibility(alpha), 0.0) * total

    def dual_infeasibility(self, alpha: Array) -> float:
        r"""max_T (μ_T − S_Tᵀα): α, shape (k,), is feasible when this is ≤ 0. Patterns peak at 1."""
        # S_Tᵀα = 1ᵀα − (1 − u) α(Tᶜ): at ε = 1e-9 the entries of S would lose half the digits.
        outside = alpha.sum() - alpha @ subsets(self.k)
        outside[0] = 0.0  # the pattern of ∅ is constant
        price = alpha.sum() + math.expm1(-self.epsilon) * outside
        return float(np.max(self.utilities - price))

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums and the worst pair of rows of a kernel, shape (k, m)."""
        if self.cone is not None:
            return self.cone.violations(mechanism, tolerance)
        found = stochastic_violations(mechanism, tolerance)
        return tuple(found + privacy_violations(mechanism, float(self.epsilon), tolerance))

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The smallest ε at which the kernel, shape (k, m), is private."""
        if self.cone is not None:
            return self.cone.true_level(mechanism)
        return true_epsilon(mechanism)

    def read_mechanism(self, mechanism: Any) -> Array:
        """A k × m kernel."""
        return read_kernel(mechanism, self.k)


def _pattern_program(k: int, epsilon: float, utilities: Array) -> Program:
    """Maximise Σ utility·weight over weights ≥ 0 whose mixture of patterns has row sums 1."""
    scale = float(np.max(utilities, initial=0.0)) or 1.0
    matrix, objective = patterns(k, epsilon), utilities / scale
    if k > _PARAMETRIC_K:
        return _build(matrix, objective, scale)
    program, S, mu = _parametric(k)
    S.value, mu.value = matrix, objective
    return Program(program.problem, program.variables, program.constraints, scale)


@lru_cache(maxsize=_PARAMETRIC_K)
def _parametric(k: int) -> tuple[Program, Any, Any]:
    import cvxpy as cp

    S, mu = cp.Parameter((k, 2**k), name="S"), cp.Parameter(2**k, name="mu")
    return _build(S, mu, 1.0), S, mu


def _build(S: Any, mu: Any, scale: float) -> Program:
    import cvxpy as cp

    weights = cp.Variable(S.shape[1], name="weights")
    constraints = {"stochastic": S @ weights == 1, "nonnegative": weights >= 0}
    problem = cp.Problem(cp.Maximize(mu @ weights), list(constraints.values()))
    return Program(problem, {"weights": weights}, constraints, scale)


def _dual_program(k: int, epsilon: float, utilities: Array) -> Program:
    r"""The dual: minimise 1ᵀα subject to Sᵀα ≥ μ (kairouz2016, eq. 39), α the variable."""
    import cvxpy as cp

    scale = float(np.max(utilities, initial=0.0)) or 1.0
    alpha = cp.Variable(k, name="alpha")
    constraints = {"patterns": patterns(k, epsilon).T @ alpha >= utilities / scale}
    problem = cp.Problem(cp.Minimize(cp.sum(alpha)), list(constraints.values()))
    return Program(problem, {"alpha": alpha}, constraints, scale)


def _recover_kernel(values: Mapping[str, Array], k: int, epsilon: float) -> Array:
    """The staircase mechanism of the weights over all patterns."""
    weights = np.maximum(values["weights"], 0.0)
    used = weights > _NEGLIGIBLE * weights.max(initial=0.0)
    return mixture_of_patterns(patterns(k, epsilon)[:, used], weights[used], epsilon)


def mixture_of_patterns(S: Array, weights: Array, epsilon: float) -> Array:
    """The staircase mechanism of positive weights on the columns of S, exactly private.

    Args:
        S: patterns as columns, shape (k, n).
        weights: one a pattern, shape (n,).
        epsilon: privacy level in nats.
    """
    correction, *_ = np.linalg.lstsq(S, 1.0 - S @ weights, rcond=None)
    exact = weights + correction
    kernel = S * (exact if (exact > 0).all() else weights)
    kernel = kernel / kernel.sum(axis=1, keepdims=True)
    base = kernel.mean(axis=0)
    return make_private(kernel, base / base.sum(), epsilon)
