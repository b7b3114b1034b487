r"""A library's own decoder: unbiased or not, its risk, and the best for its kernel.

A decoder turns one report y into a vector a(y) of k estimates. It is unbiased if
:math:`\sum_y Q_{xy} a(y) = e_x` for every input x. Where it is, n times its mean squared error from
n reports, with inputs drawn from P, is :math:`\sum_y (PQ)_y \|a(y)\|^2 - \|P\|^2`, and over all
unbiased decoders of the kernel the smallest is

.. math:: R(Q; P) = \mathrm{tr}\,(Q\,\mathrm{diag}(1/PQ)\,Q^\top)^{-1} - \|P\|^2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import formulations
from formulations.errors import InputError
from lpcheck.auditing.client import Audit
from lpcheck.mechanisms import subset_mechanism

UNBIASED = 1e-9
"""The bias that rounding explains."""

_LARGEST = 8
"""Inputs up to which the best kernel for a prior is solved for."""

_RANK = 1e-12
"""An information matrix with a smaller eigenvalue, relative to the largest, is singular."""


@dataclass(frozen=True)
class Decoding:
    """What a decoder does with one report of an audited client.

    Attributes:
        mean: Σ_y Q(y|x) a(y), a row an input; the identity where the decoder is unbiased.
        bias: the largest error of an entry of it.
        risk: n times the mean squared error of n reports; NaN where the decoder is biased.
        best_risk: R(Q; P), that of the best unbiased decoder of this kernel; ∞ where there is none.
        optimum: that of the best kernel of this ε: by subset selection at the uniform prior, else
            by the problem ``Estimation`` for up to eight inputs; NaN where neither tells it.
    """

    mean: NDArray[np.float64]
    bias: float
    risk: float
    best_risk: float
    optimum: float

    @property
    def unbiased(self) -> bool:
        """Whether the decoder is right on average, for every input."""
        return self.bias <= UNBIASED


def audit_decoder(
    found: Audit,
    decoder: Callable[[Any], Sequence[float]],
    prior: ArrayLike | None = None,
) -> Decoding:
    """Test a decoder on every output of an audited client.

    Args:
        found: the audit of the client, exact.
        decoder: from one output to k estimates, in the order of the audit's inputs.
        prior: P, shape (k,); uniform by default.

    Raises:
        InputError: the audit is of draws, or the decoder does not give k numbers.

    Example:
        >>> import random
        >>> from lpcheck.auditing import audit
        >>> found = audit(lambda x: x if random.random() < 0.75 else 1 - x, [0, 1])
        >>> audit_decoder(found, lambda y: [1.5 - 2 * y, 2 * y - 0.5]).unbiased
        True
    """
    if found.rigor == "statistical":
        raise InputError("found", "is an audit of draws", "audit the client without draws")
    k = len(found.inputs)
    P = np.full(k, 1 / k) if prior is None else np.asarray(prior, dtype=float)
    if P.shape != (k,) or P.min() < 0 or abs(P.sum() - 1) > 1e-9:
        raise InputError("prior", "is no distribution over the inputs", f"give {k} probabilities")
    estimates = np.array([_decoded(decoder, y, k) for y in found.outputs])
    mean = found.kernel @ estimates
    bias = float(np.abs(mean - np.eye(k)).max())
    squares = float((P @ found.kernel) @ (estimates**2).sum(axis=1))
    risk = squares - float(P @ P) if bias <= UNBIASED else math.nan
    level = found.true_epsilon if found.epsilon is None else found.epsilon
    return Decoding(mean, bias, risk, risk_of(found.kernel, P), _optimum(P, level))


def risk_of(kernel: NDArray[np.float64], prior: NDArray[np.float64]) -> float:
    """R(Q; P) of a kernel, shape (k, m): what the best unbiased decoder of it attains."""
    reports = prior @ kernel
    seen = kernel[:, reports > 0]
    information = (seen / reports[reports > 0]) @ seen.T
    values = np.linalg.eigvalsh(information)
    if values[0] <= _RANK * values[-1]:
        return math.inf
    return float((1 / values).sum() - prior @ prior)


def optimal_risk(k: int, epsilon: float) -> float:
    """The smallest R(Q; P) over all ε-private kernels at the uniform prior over k letters.

    Subset selection with the best subset size attains it.
    """
    uniform = np.full(k, 1 / k)
    return min(risk_of(subset_mechanism(k, epsilon, size), uniform) for size in range(1, k))


def _optimum(P: NDArray[np.float64], epsilon: float) -> float:
    k = len(P)
    if np.allclose(P, 1 / k, rtol=0, atol=1e-12):
        return optimal_risk(k, epsilon)
    problem: Any = getattr(formulations, "Estimation", None)
    if problem is None or k > _LARGEST or not math.isfinite(epsilon) or P.min() <= 0:
        return math.nan
    solution = formulations.solve(problem(prior=P.tolist(), epsilon=epsilon))
    return solution.value if solution.status == "optimal" else math.nan


def _decoded(decoder: Callable[[Any], Sequence[float]], y: Any, k: int) -> NDArray[np.float64]:
    try:
        estimate = np.asarray(decoder(y), dtype=float)
    except Exception as error:
        what = f"raised {type(error).__name__} for output {y!r}: {' '.join(str(error).split())}"
        raise InputError("decoder", what[:200], "mend it") from None
    if estimate.shape != (k,) or not np.isfinite(estimate).all():
        what = f"gave an array of shape {estimate.shape} for output {y!r}"[:200]
        raise InputError("decoder", what, f"return {k} finite numbers")
    return estimate
