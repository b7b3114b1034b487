r"""Private samplers that clip: minimax over a class, and nearest to P for every f.

For the class :math:`c_1\mu \le P \le c_2\mu` and :math:`t = e^\varepsilon` (park2024, eq. 11-13)

.. math:: b = \frac{c_2 - c_1}{(t-1)(1-c_1) + c_2 - c_1}, \qquad
          Q = \mathrm{clip}(P/r_P;\; b\mu,\; b t\mu).

All of :math:`\Delta_k` is the class of uniform μ with c1 = 0, c2 = k; a neighbourhood
:math:`N_\gamma(P_0)` is c1 = 1/γ, c2 = γ, μ = P0 (ghoukasian2025, section 5).
"""

import math
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.formulation import Array

from . import _inputs
from ._batches import clip_rows, read_class, read_rows, same_letters

_OUTSIDE = 1e-9


def clipped_sampler(
    p: ArrayLike, reference: ArrayLike, lower: _inputs.Scalar, upper: _inputs.Scalar
) -> Array:
    r"""Return :math:`\mathrm{clip}(P/r_P; \text{lower}\cdot\mu, \text{upper}\cdot\mu)`, sum one.

    It is the distribution between the bounds that is nearest to P, for every f (park2024,
    Proposition 3.4). Where no r_P > 0 exists, because even
    :math:`\text{upper}\cdot\mu(\operatorname{supp} P) + \text{lower}\cdot\mu(\text{rest}) < 1`,
    the upper bound is taken on supp P and one multiple of μ on the rest: the limit, and nearest
    still.

    Args:
        p: one distribution (k,), or a batch (B, k).
        reference: the distribution μ, shape (k,).
        lower: 0 <= lower <= 1.
        upper: at least 1.

    Returns:
        Array of the shape of p; every row sums to one within 1e-15 or so.

    Raises:
        InputError: not distributions, shapes that do not match, or bounds that do not enclose 1.

    Example:
        >>> clipped_sampler([0.8, 0.1, 0.1], [0.4, 0.3, 0.3], 0.5, 1.5).round(4)
        array([0.6, 0.2, 0.2])
    """
    return clip_rows(p, reference, lower, upper)[0]


def normaliser(
    p: ArrayLike, reference: ArrayLike, lower: _inputs.Scalar, upper: _inputs.Scalar
) -> Array:
    """Return the r_P of `clipped_sampler` for each row, shape (B,) or (); NaN where none exists.

    The sum is piecewise linear in 1/r: r is exact, from a search among the 2k sorted break
    points. Where every r of an interval will do, the one nearest to 1 is returned.

    Args:
        p: one distribution (k,), or a batch (B, k).
        reference: the distribution μ, shape (k,).
        lower: 0 <= lower <= 1.
        upper: at least 1.

    Returns:
        Array of shape () or (B,).

    Raises:
        InputError: as `clipped_sampler`.

    Example:
        >>> float(normaliser([0.8, 0.1, 0.1], [0.4, 0.3, 0.3], 0.5, 1.5).round(4))
        0.5
    """
    return clip_rows(p, reference, lower, upper)[1]


def class_band(
    c1: _inputs.Scalar, c2: _inputs.Scalar, epsilon: _inputs.Scalar
) -> tuple[float, float] | None:
    r"""Return (b, b e^ε) for a class, or None where the class is private as it is.

    It is so where :math:`c_2 \le c_1 e^\varepsilon`, and where it holds μ only (c1 = 1 or c2 = 1).

    Source: park2024, eq. 11.

    Args:
        c1: 0 <= c1 <= 1.
        c2: at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        The least and the largest multiple of μ that an answer has.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> low, high = class_band(0.5, 2.0, 1.0)
        >>> print(f"{low:.4f} {high:.4f} {high / low:.4f}")
        0.6358 1.7284 2.7183
        >>> class_band(0.5, 2.0, 1.5) is None  # 2 ≤ e^1.5 / 2: private as it is
        True
    """
    low, high = read_class(c1, c2)
    u = math.exp(-_inputs.scalar("epsilon", epsilon))
    if u * high <= low or low == 1.0 or high == 1.0:
        return None
    # Divided by e^ε, so that nothing overflows.
    scale = (1.0 - u) * (1.0 - low) + u * (high - low)
    return u * (high - low) / scale, (high - low) / scale


def global_sampler(p: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return the minimax sampler of all distributions on k letters.

    .. math:: Q(x|P) = \max\Big(\frac{P(x)}{r_P}, \frac{1}{e^\varepsilon + k - 1}\Big)

    The upper bound :math:`e^\varepsilon/(e^\varepsilon+k-1)` never binds, as the others have their
    minimum. Source: park2024, Theorem 3.1.

    Args:
        p: one distribution (k,), or a batch (B, k).
        epsilon: privacy level in nats, at least 0.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: not distributions, or a bad epsilon.

    Example:
        >>> global_sampler([0.7, 0.2, 0.1], 1.0).round(4)
        array([0.5761, 0.2119, 0.2119])
    """
    k = read_rows(p)[0].shape[1]
    band = class_band(0.0, k, epsilon)
    uniform = np.full(k, 1.0 / k)
    return np.asarray(p, dtype=float).copy() if band is None else clip_rows(p, uniform, *band)[0]


def class_sampler(
    p: ArrayLike,
    reference: ArrayLike,
    c1: _inputs.Scalar,
    c2: _inputs.Scalar,
    epsilon: _inputs.Scalar,
) -> Array:
    """Return the sampler of the class c1 μ <= P <= c2 μ; P itself where that is private.

    Source: park2024, Theorems 3.3 and C.4 (minimax under conditions on μ; private always).

    Args:
        p: one distribution (k,), or a batch (B, k), in the class.
        reference: the distribution μ, shape (k,).
        c1: 0 <= c1 <= 1.
        c2: at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: bad parameters, or P outside the class (with the entry).

    Example:
        >>> class_sampler([0.6, 0.2, 0.2], [0.4, 0.3, 0.3], 0.5, 2.0, 1.0).round(4)
        array([0.6, 0.2, 0.2])
    """
    rows, mu = read_rows(p)[0], _inputs.distribution("reference", reference)
    low, high = read_class(c1, c2)
    same_letters(rows, mu)
    over = (rows > high * mu * (1 + _OUTSIDE)) | (rows < low * mu * (1 - _OUTSIDE))
    if over.any():
        i, x = np.argwhere(over)[0]
        problem = f"entry {x} of row {i} is {rows[i, x]:.9g}, outside [{low * mu[x]:.9g}, "
        raise InputError("p", f"{problem}{high * mu[x]:.9g}]", "project it onto the class")
    band = class_band(c1, c2, epsilon)
    return np.asarray(p, dtype=float).copy() if band is None else clip_rows(p, mu, *band)[0]


def local_sampler(
    p: ArrayLike, reference: ArrayLike, gamma: _inputs.Scalar, epsilon: _inputs.Scalar
) -> Array:
    r"""Return the minimax sampler of the neighbourhood N_γ(P0), extended to every P.

    P outside :math:`N_\gamma(P_0) = \{P_0/\gamma \le P \le \gamma P_0\}` is projected onto it
    first, which is itself a clip, the same for every f. For :math:`\varepsilon \ge 2\log\gamma`
    nothing else is done.

    Source: ghoukasian2025, Theorem 5.1.

    Args:
        p: one distribution (k,), or a batch (B, k).
        reference: the public distribution P0, shape (k,).
        gamma: at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: not distributions, gamma < 1, or a bad epsilon.

    Example:
        >>> local_sampler([0.7, 0.2, 0.1], [0.4, 0.3, 0.3], 2.0, 1.0).round(4)
        array([0.6185, 0.1907, 0.1907])
    """
    size = _inputs.scalar("gamma", gamma, 1.0)
    near = clip_rows(p, reference, 1.0 / size, size)[0]
    band = class_band(1.0 / size, size, epsilon)
    return near if band is None else clip_rows(near, reference, *band)[0]


def global_risk(k: SupportsIndex, epsilon: _inputs.Scalar, divergence: str | Divergence) -> float:
    r"""Return the minimax risk on all of :math:`\Delta_k`, which may be infinite.

    .. math:: \frac{t}{t+k-1} f\Big(\frac{t+k-1}{t}\Big) + \frac{k-1}{t+k-1} f(0)

    Source: park2024, eq. 7, the value in Theorem 3.1.

    Args:
        k: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.
        divergence: f, by name or as a `Divergence`.

    Returns:
        A number in [0, ∞], in nats where f has a logarithm.

    Raises:
        InputError: a parameter out of range, or an unknown divergence.

    Example:
        >>> round(global_risk(3, 1.0, "tv"), 6)
        0.423883
    """
    size = _inputs.size("k", k)
    return 0.0 if size == 1 else class_risk(0.0, size, epsilon, divergence)


def class_risk(
    c1: _inputs.Scalar, c2: _inputs.Scalar, epsilon: _inputs.Scalar, divergence: str | Divergence
) -> float:
    r"""Return the minimax risk of a class, 0 where it is private as it is.

    .. math:: \frac{1-r_1}{r_2-r_1} f(r_2) + \frac{r_2-1}{r_2-r_1} f(r_1), \quad
              r_1 = \frac{c_1}{b}, \; r_2 = \frac{c_2}{b e^\varepsilon}

    It is :math:`D_f` between the extreme P, c2 μ on a set of mass
    :math:`\alpha = (1-c_1)/(c_2-c_1)` and c1 μ off it, and its answer there; computed so, as
    nothing cancels.

    Source: park2024, eq. 12, the value in Theorem 3.3.

    Args:
        c1: 0 <= c1 <= 1.
        c2: at least 1.
        epsilon: privacy level in nats, at least 0.
        divergence: f, by name or as a `Divergence`.

    Returns:
        A number in [0, ∞], in nats where f has a logarithm.

    Raises:
        InputError: a parameter out of range, or an unknown divergence.

    Example:
        >>> round(class_risk(0.5, 2.0, 1.0, "kl"), 6)
        0.017215
    """
    low, high = read_class(c1, c2)
    f = read_divergence(divergence)
    band = class_band(c1, c2, epsilon)
    return 0.0 if band is None else two_level_risk(low, high, band, f)


def two_level_risk(c1: float, c2: float, answer: tuple[float, float], f: Divergence) -> float:
    """Return D_f of (c2 on mass α, c1 off it) from the answer (low, high) to it."""
    alpha = (1.0 - c1) / (c2 - c1)
    p, q = np.array([c1, c2]), np.array(answer)
    mass = np.array([1.0 - alpha, alpha])
    return float(f.terms(mass * p, mass * q, mass * (p - q)).sum())
