r"""Mechanisms that keep a public prior q invariant (zamanlooy2025, section 3.2).

For q sorted increasingly the recursion of Algorithm 1 unrolls. With :math:`u = e^{-\varepsilon}`,
tails :math:`s_i = q_i + \dots + q_n`, levels :math:`E_i = q_i + u s_{i+1}` and
:math:`M_i = \prod_{l<i} (1 - u q_l / E_l)`,

.. math:: K_{ii} = M_i \frac{q_i}{E_i}, \qquad
          K_{ij} = q_j \, u \frac{M_{\min(i,j)}}{E_{\min(i,j)}} \quad (i \ne j).

So K is reversible, :math:`q_i K_{ij} = q_j K_{ji}`, hence :math:`qK = q`, and pK needs prefix sums
only. The levels obey

.. math:: \frac{M_{i+1}}{E_{i+1}} = \frac{M_i}{E_i}
          \Big(1 - (1-u) \frac{q_{i+1} - q_i}{E_{i+1}}\Big),

so that tied letters are treated alike in whatever order they are sorted, and little is lost.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError
from formulations.formulation import Array

from . import _inputs
from ._prefix import prefix_products, prefix_sums, suffix_sums

_LARGEST_EXPONENT = 700.0
_LARGEST_KERNEL = 10_000
_LARGEST_PRINTED = 500
_TINY = 1e-290


class _Factors(NamedTuple):
    order: NDArray[np.intp]  # the support of q, sorted increasingly
    prior: Array  # q in that order
    diagonal: Array  # K_ii
    off: Array  # K_ij / q_j for j > i, and for any pair with min(i, j) = i


def binary_kernel(alpha: _inputs.Scalar, epsilon: _inputs.Scalar) -> Array:
    r"""Return the optimal kernel for the prior (alpha, 1 - alpha).

    .. math:: K = \frac{1}{e^\varepsilon\alpha + 1 - \alpha} \begin{pmatrix}
              e^\varepsilon\alpha & 1-\alpha \\
              \alpha & (e^\varepsilon-1)\alpha + 1-\alpha \end{pmatrix}

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Proposition 1. For alpha = 0 both
    rows are (0, 1).

    Args:
        alpha: probability of the first symbol, 0 to 1/2.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (2, 2) with qK = q.

    Raises:
        InputError: alpha outside [0, 1/2], or epsilon negative or not finite.

    Example:
        >>> binary_kernel(0.25, 1.0).round(4)
        array([[0.4754, 0.5246],
               [0.1749, 0.8251]])
    """
    alpha = _inputs.scalar("alpha", alpha, 0.0, 0.5)
    epsilon = _inputs.scalar("epsilon", epsilon)
    if alpha == 0.0:
        return np.array([[0.0, 1.0], [0.0, 1.0]])
    v, rest = -math.expm1(-epsilon), 1.0 - alpha
    alpha, u = _inputs.lifted(alpha, epsilon)
    lower = math.exp(-epsilon) * alpha
    return np.array([[alpha, u * rest], [lower, v * alpha + u * rest]]) / (alpha + u * rest)


def public_prior_kernel(prior: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return the kernel of Algorithm 1, for a prior in any order, in O(n^2).

    It is the kernel at the head of this module, sorted back. A symbol of probability zero has
    a zero column (invariance forces it on the support, privacy elsewhere) and the row q, the
    limit as its probability tends to zero.

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Algorithm 1 (claimed optimal for
    every f in Theorem 2).

    Args:
        prior: the public prior q, shape (n,), n at least 1, in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array K of shape (n, n) with qK = q.

    Raises:
        InputError: not a distribution, more than 10,000 letters (`apply_kernel` takes them), or
            epsilon negative or not finite.

    Example:
        >>> public_prior_kernel([0.2, 0.3, 0.5], 1.0).round(4)
        array([[0.4046, 0.2233, 0.3721],
               [0.1488, 0.5276, 0.3235],
               [0.1488, 0.1941, 0.657 ]])
    """
    q = _inputs.distribution("prior", prior)
    if q.size > _LARGEST_KERNEL:
        problem = f"{q.size} entries, and the kernel would take {8e-9 * q.size**2:.3g} GB"
        raise InputError("prior", problem, f"give at most {_LARGEST_KERNEL}, or use apply_kernel")
    order, sorted_prior, diagonal, off = _factors(q, epsilon)
    kernel = np.tile(q, (q.size, 1))
    early = off * sorted_prior
    for i, row in enumerate(order):
        entries = off[i] * sorted_prior
        entries[:i], entries[i] = early[:i], diagonal[i]
        kernel[row, order] = entries
    return kernel


def apply_kernel(p: ArrayLike, prior: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return pK for the kernel of `public_prior_kernel`, without forming K.

    .. math:: (pK)_j = p_j K_{jj} + q_j \Big( \sum_{i<j} p_i w_i + w_j \sum_{i>j} p_i \Big),
              \quad w_i = u M_i / E_i,

    in sorted order: O(n log n) for the sort and O(n) for each row of p. The sums are
    compensated: the relative error of an entry stays at a few units in the last place for any n.

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Algorithm 1, applied as in section
    5.1.

    Args:
        p: one distribution (n,), or a batch (b, n).
        prior: the public prior q, shape (n,), in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: shapes that do not match, NaN or ∞ in p, not a prior, or a bad epsilon.

    Example:
        >>> apply_kernel([0.7, 0.2, 0.1], [0.2, 0.3, 0.5], 1.0).round(4)
        array([0.3279, 0.2812, 0.3909])
    """
    q = _inputs.distribution("prior", prior)
    rows = _inputs.numbers("p", p)
    if rows.ndim not in (1, 2) or rows.shape[-1] != q.size:
        raise InputError("p", f"shape {rows.shape}", f"give shape ({q.size},) or (b, {q.size})")
    if not np.isfinite(rows).all():
        raise InputError("p", "an entry is not finite", "give numbers")
    order, sorted_prior, diagonal, off = _factors(q, epsilon)
    mass = rows[..., order]
    inner = mass * diagonal
    inner[..., 1:] += sorted_prior[1:] * prefix_sums((mass * off)[..., :-1])
    inner[..., :-1] += (sorted_prior * off)[:-1] * suffix_sums(mass[..., 1:])
    if order.size < q.size:  # mass on symbols of probability zero is spread as q
        inner += sorted_prior * rows[..., q == 0.0].sum(axis=-1, keepdims=True)
    result = np.zeros_like(rows)
    result[..., order] = inner
    return result


def optimal_diagonal(prior: ArrayLike, epsilon: _inputs.Scalar) -> float:
    r"""Return the largest smallest diagonal entry of a private kernel that keeps the prior.

    .. math:: \max_K \min_i K_{ii} =
              \frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, eq. 12 (Theorem 1 gives the risk
    for every f as a function of it).

    Args:
        prior: the public prior q, shape (n,).
        epsilon: privacy level in nats, at least 0.

    Returns:
        A number in [0, 1]; 0 if a symbol has probability zero.

    Raises:
        InputError: not a distribution, or epsilon negative or not finite.

    Example:
        >>> round(optimal_diagonal([0.2, 0.3, 0.5], 1.0), 6)
        0.40461
    """
    smallest = float(_inputs.distribution("prior", prior).min())
    rare, u = _inputs.lifted(smallest, _inputs.scalar("epsilon", epsilon))
    return rare / (rare + u * (1.0 - smallest)) if smallest > 0.0 else 0.0


def public_prior_kernel_as_printed(
    prior: ArrayLike, epsilon: _inputs.Scalar, reading: Literal["q_min", "q_1"] = "q_min"
) -> Array:
    r"""Return the recursion of Algorithm 1 line by line, without sorting.

    It is kept to show that the sorting is needed. On a sorted prior both readings agree with
    `public_prior_kernel`. On (1/2, 1/4, 1/4) the listing, which writes :math:`q_{\min}`, gives a
    first row that does not sum to one; the proof (eq. 45), which writes :math:`q_1`, gives a
    stochastic and invariant kernel with a ratio :math:`2e^{2\varepsilon}/(e^\varepsilon+1)`.

    Source: `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Algorithm 1 as printed; the
    recursion ends at n = 2.

    Args:
        prior: the public prior q, shape (n,), n from 2 to 500, no zeros in front.
        epsilon: privacy level in nats, 0 to 700, as the listing works with e^epsilon.
        reading: take `q_min` as the smallest entry, or as the first.

    Returns:
        Array of shape (n, n).

    Raises:
        InputError: n < 2 or n > 500, not a distribution, or epsilon outside [0, 700].

    Example:
        >>> kernel = public_prior_kernel_as_printed([0.5, 0.25, 0.25], 1.0)
        >>> kernel.sum(axis=1).round(4)  # the prior was to be sorted
        array([0.8251, 1.    , 1.    ])
    """
    q = _inputs.distribution("prior", prior)
    if q.size < 2:
        raise InputError("prior", "Algorithm 1 is not defined for n = 1", "give two entries")
    if q.size > _LARGEST_PRINTED:
        problem = f"{q.size} entries, and the printed recursion takes n^3 steps, n deep"
        raise InputError("prior", problem, f"give at most {_LARGEST_PRINTED}")
    t = math.exp(_inputs.scalar("epsilon", epsilon, 0.0, _LARGEST_EXPONENT))
    return _printed(q, t, reading == "q_min")


def _printed(q: Array, t: float, smallest: bool) -> Array:
    if q.size == 2:
        a = float(q[0])
        d = t * a + 1 - a
        return np.array([[t * a / d, (1 - a) / d], [a / d, ((t - 1) * a + 1 - a) / d]])
    q_min = float(q.min() if smallest else q[0])
    d = t * q_min + 1 - q_min
    others = _printed(q[1:] / q[1:].sum(), t, smallest)
    kernel = np.zeros((q.size, q.size))
    kernel[0, 0] = t * q_min / d
    kernel[1:, 0] = q_min / d
    kernel[1:, 1:] = (1 - q_min / d) * others
    kernel[0, 1:] = q[1:] / d
    return kernel


def _factors(q: Array, epsilon: _inputs.Scalar) -> _Factors:
    epsilon = _inputs.scalar("epsilon", epsilon)
    u, v = math.exp(-epsilon), -math.expm1(-epsilon)
    # Beyond 700 u has lost digits, which 1/E may bring back: it is multiplied with in two halves.
    first, second = (u, 1.0) if epsilon <= _LARGEST_EXPONENT else (math.exp(-epsilon / 2),) * 2
    order = np.argsort(q)
    if q[order[0]] == 0.0:
        order = order[q[order] > 0.0]
    q = q[order]
    # Only ratios of q count; where it has tiny entries, 1/E_1 would overflow.
    lift = 2.0**100 if q[0] < _TINY else 1.0
    q = q * lift
    tail = suffix_sums(q)
    rest_of_tail = first * tail * second
    level = v * q + rest_of_tail
    # M_{i+1} / E_{i+1} over M_i / E_i is 1 - drop; where that cancels, it is a quotient.
    drop = v * np.diff(q) / level[1:]
    factors, rest = np.ones_like(q), np.zeros_like(q)
    np.subtract(1.0, drop, out=factors[1:])
    np.subtract(1.0 - factors[1:], drop, out=rest[1:])
    steep = np.flatnonzero(drop > 0.5)
    rest[steep + 1] = 0.0
    over, under = v * q[steep] + rest_of_tail[steep + 1], level[steep + 1]
    factors[steep + 1] = over / under
    if lift == 1.0:
        scale = prefix_products(factors, rest) / level[0]
    else:  # a quotient may be below every double
        logs = np.log(np.maximum(factors, 0.25))
        logs[steep + 1] = np.log(over) - np.log(under)
        scale = np.exp(np.cumsum(logs) - math.log(level[0]))
    return _Factors(order, q / lift, scale * q, first * scale * lift * second)
