r"""Mechanisms that keep a public prior q invariant (zamanlooy2025, section 3.2).

For q sorted increasingly the recursion of Algorithm 1 unrolls. With :math:`u = e^{-\varepsilon}`,
tails :math:`s_i = q_i + \dots + q_n`, levels :math:`E_i = q_i + u s_{i+1}` and
:math:`M_i = \prod_{l<i} (1 - u q_l / E_l)`,

.. math:: K_{ii} = M_i \frac{q_i}{E_i}, \qquad
          K_{ij} = q_j \, u \frac{M_{\min(i,j)}}{E_{\min(i,j)}} \quad (i \ne j).

So K is reversible, :math:`q_i K_{ij} = q_j K_{ji}`, hence :math:`qK = q`, and pK needs prefix sums
only.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs

Array = NDArray[np.float64]

_LARGEST_EXPONENT = 700.0


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

    Source: zamanlooy2025, Proposition 1. For alpha = 0 both rows are (0, 1).

    Args:
        alpha: probability of the first symbol, 0 to 1/2.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (2, 2) with qK = q.

    Raises:
        InputError: alpha outside [0, 1/2], or epsilon negative or not finite.

    """
    alpha = _inputs.scalar("alpha", alpha, 0.0, 0.5)
    epsilon = _inputs.scalar("epsilon", epsilon)
    if alpha == 0.0:
        return np.array([[0.0, 1.0], [0.0, 1.0]])
    u, v, rest = math.exp(-epsilon), -math.expm1(-epsilon), 1.0 - alpha
    return np.array([[alpha, u * rest], [u * alpha, v * alpha + u * rest]]) / (alpha + u * rest)


def public_prior_kernel(prior: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return the kernel of Algorithm 1, for a prior in any order, in O(n^2).

    It is the kernel at the head of this module, sorted back. A symbol of probability zero has
    a zero column (invariance forces it on the support, privacy elsewhere) and the row q, the
    limit as its probability tends to zero.

    Source: zamanlooy2025, Algorithm 1 (claimed optimal for every f in Theorem 2).

    Args:
        prior: the public prior q, shape (n,), n at least 1, in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array K of shape (n, n) with qK = q.

    Raises:
        InputError: not a distribution, or epsilon negative or not finite.

    """
    q = _inputs.distribution("prior", prior)
    order, sorted_prior, diagonal, off = _factors(q, epsilon)
    rank = np.arange(order.size)
    block = off[np.minimum(rank[:, None], rank)] * sorted_prior
    block[rank, rank] = diagonal
    kernel = np.tile(q, (q.size, 1))
    kernel[np.ix_(order, order)] = block
    return kernel


def apply_kernel(p: ArrayLike, prior: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return pK for the kernel of `public_prior_kernel`, without forming K.

    .. math:: (pK)_j = p_j K_{jj} + q_j \Big( \sum_{i<j} p_i w_i + w_j \sum_{i>j} p_i \Big),
              \quad w_i = u M_i / E_i,

    in sorted order: O(n log n) for the sort and O(n) for each row of p.

    Source: zamanlooy2025, Algorithm 1, applied as in section 5.1.

    Args:
        p: one distribution (n,), or a batch (b, n).
        prior: the public prior q, shape (n,), in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: shapes that do not match, NaN in p, not a prior, or a bad epsilon.

    """
    q = _inputs.distribution("prior", prior)
    rows = np.asarray(p, dtype=np.float64)
    if rows.ndim not in (1, 2) or rows.shape[-1] != q.size:
        raise InputError("p", f"shape {rows.shape}", f"give shape ({q.size},) or (b, {q.size})")
    if np.isnan(rows).any():
        raise InputError("p", "an entry is NaN", "give numbers")
    order, sorted_prior, diagonal, off = _factors(q, epsilon)
    mass = rows[..., order]
    before = np.zeros_like(mass)
    np.cumsum((mass * off)[..., :-1], axis=-1, out=before[..., 1:])
    after = np.zeros_like(mass)
    after[..., :-1] = np.cumsum(mass[..., :0:-1], axis=-1)[..., ::-1]
    # Mass on symbols of probability zero is spread as q.
    outside = rows[..., q == 0.0].sum(axis=-1, keepdims=True)
    result = np.zeros_like(rows)
    result[..., order] = mass * diagonal + sorted_prior * (before + off * after + outside)
    return result


def optimal_diagonal(prior: ArrayLike, epsilon: _inputs.Scalar) -> float:
    r"""Return the largest smallest diagonal entry of a private kernel that keeps the prior.

    .. math:: \max_K \min_i K_{ii} =
              \frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}

    Source: zamanlooy2025, eq. 12 (Theorem 1 gives the risk for every f as a function of it).

    Args:
        prior: the public prior q, shape (n,).
        epsilon: privacy level in nats, at least 0.

    Returns:
        A number in [0, 1]; 0 if a symbol has probability zero.

    Raises:
        InputError: not a distribution, or epsilon negative or not finite.

    """
    smallest = float(_inputs.distribution("prior", prior).min())
    u = math.exp(-_inputs.scalar("epsilon", epsilon))
    return smallest / (smallest + u * (1.0 - smallest)) if smallest > 0.0 else 0.0


def public_prior_kernel_as_printed(
    prior: ArrayLike, epsilon: _inputs.Scalar, reading: Literal["q_min", "q_1"] = "q_min"
) -> Array:
    r"""Return the recursion of Algorithm 1 line by line, without sorting.

    It is kept to show that the sorting is needed. On a sorted prior both readings agree with
    `public_prior_kernel`. On (1/2, 1/4, 1/4) the listing, which writes :math:`q_{\min}`, gives a
    first row that does not sum to one; the proof (eq. 45), which writes :math:`q_1`, gives a
    stochastic and invariant kernel with a ratio :math:`2e^{2\varepsilon}/(e^\varepsilon+1)`.

    Source: zamanlooy2025, Algorithm 1 as printed; the recursion ends at n = 2.

    Args:
        prior: the public prior q, shape (n,), n at least 2, no zeros in front.
        epsilon: privacy level in nats, 0 to 700, as the listing works with e^epsilon.
        reading: take `q_min` as the smallest entry, or as the first.

    Returns:
        Array of shape (n, n).

    Raises:
        InputError: n < 2, not a distribution, or epsilon outside [0, 700].

    """
    q = _inputs.distribution("prior", prior)
    if q.size < 2:
        raise InputError("prior", "Algorithm 1 is not defined for n = 1", "give two entries")
    t = math.exp(_inputs.scalar("epsilon", epsilon, 0.0, _LARGEST_EXPONENT))
    return _printed(q, t, reading == "q_min")


def _printed(q: Array, t: float, smallest: bool) -> Array:
    if q.size == 2:
        a = float(q[0])
        d = t * a + 1 - a
        return np.array([[t * a / d, (1 - a) / d], [a / d, ((t - 1) * a + 1 - a) / d]])
    q_min = float(q.min() if smallest else q[0])
    d = t * q_min + 1 - q_min
    kernel = np.zeros((q.size, q.size))
    kernel[0, 0] = t * q_min / d
    kernel[1:, 0] = q_min / d
    kernel[1:, 1:] = (1 - q_min / d) * _printed(q[1:] / q[1:].sum(), t, smallest)
    kernel[0, 1:] = q[1:] / d
    return kernel


def _factors(q: Array, epsilon: _inputs.Scalar) -> _Factors:
    epsilon = _inputs.scalar("epsilon", epsilon)
    u, v = math.exp(-epsilon), -math.expm1(-epsilon)
    order = np.argsort(q, kind="stable")
    order = order[q[order] > 0.0]
    q = q[order]
    after = np.zeros_like(q)
    after[:-1] = np.cumsum(q[:0:-1])[::-1]
    level = q + u * after
    # 1 - u q / level, written so that nothing cancels; never small, as the largest q >= 1/n.
    kept = (v * q + u * after) / level
    scale = np.ones_like(q)
    np.cumprod(kept[:-1], out=scale[1:])
    return _Factors(order, q, scale * (q / level), scale * (u / level))
