r"""Private samplers that mix P with the reference: :math:`\lambda P + (1-\lambda)\mu`.

For the class :math:`c_1\mu \le P \le c_2\mu` and privacy δ(β) at each level β (for a trade-off
function g, :math:`\delta(\beta) = 1 + g^*(-e^\beta)`), ghoukasian2025, eq. 4, takes

.. math:: \lambda^* = \inf_{\beta \ge 0}
          \frac{e^\beta + \kappa\,\delta(\beta) - 1}{(1-c_1)e^\beta + c_2 - 1}, \qquad
          \kappa = \frac{c_2-c_1}{1-c_1}.

Its numerator is convex in :math:`e^\beta` and its denominator linear: the ratio falls, then rises.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.formulation import Array
from formulations.trade_off import PrivacyLevel, Profile

from . import _inputs
from ._batches import read_class, read_rows, same_letters
from .clipped_sampler import two_level_risk

_GRID, _SLACK = 129, 1e-6


def linear_sampler(p: ArrayLike, reference: ArrayLike, weight: _inputs.Scalar) -> Array:
    """Return weight·P + (1 − weight)·μ.

    Source: ghoukasian2025, Theorem 3.4 (with the weight of eq. 4).

    Args:
        p: one distribution (k,), or a batch (B, k).
        reference: the distribution μ, shape (k,).
        weight: λ in [0, 1], see `linear_weight`.

    Returns:
        Array of the shape of p.

    Raises:
        InputError: not distributions, shapes that do not match, or a weight outside [0, 1].

    Example:
        >>> linear_sampler([0.8, 0.1, 0.1], [0.4, 0.3, 0.3], 0.5)
        array([0.6, 0.2, 0.2])
    """
    rows, single = read_rows(p)
    mu = _inputs.distribution("reference", reference)
    same_letters(rows, mu)
    share = _inputs.scalar("weight", weight, 0.0, 1.0)
    mixed = share * rows + (1.0 - share) * mu
    return np.asarray(mixed[0] if single else mixed)


def linear_weight(c1: _inputs.Scalar, c2: _inputs.Scalar, privacy: PrivacyLevel) -> float:
    r"""Return the largest weight at which the linear sampler of the class is private.

    Largest where μ has no atoms, or is decomposable; on any alphabet it is private. It is the
    infimum above with :math:`\kappa = (c_2-c_1)/\min(1-c_1, c_2-1)`, and at most 1. For
    c1 + c2 >= 2, which Assumption 3.2 implies, that is the printed κ; below, the printed one is
    needlessly small (`printed_linear_weight`): with a = μ(A), the most that P(A) − e^β P'(A) can be
    is reached at a = min(α, 1 − α), where the largest P(A) or the least P'(A) turns, and not at
    α = 1/κ > 1/2.

    Closed for pure and approximate LDP,
    :math:`(e^\varepsilon + \kappa\delta - 1)/((1-c_1)e^\varepsilon + c_2 - 1)`; for the others a
    minimum over β, checked on a grid. A trade-off function that is not symmetric binds in both
    orders of the outputs, so the least of two infima is taken (the paper has one only).

    Source: ghoukasian2025, eq. 4, Corollaries 3.7, 3.8 and C.4, eq. 29.

    Args:
        c1: 0 <= c1 <= 1.
        c2: at least 1.
        privacy: from `formulations.trade_off.read_privacy`.

    Returns:
        A number in [0, 1]; 1 where the class is private as it is.

    Raises:
        InputError: c1 or c2 out of range.

    Example:
        >>> from formulations.trade_off import read_privacy
        >>> round(linear_weight(0.5, 2.0, read_privacy(1.0, None, None, None)), 6)
        0.728351
    """
    low, high = read_class(c1, c2)
    if low == 1.0 or high == 1.0:
        return 1.0
    kappa = (high - low) / min(1.0 - low, high - 1.0)
    return min(1.0, *(_least(low, high, kappa, profile) for profile in privacy.profiles))


def printed_linear_weight(c1: _inputs.Scalar, c2: _inputs.Scalar, privacy: PrivacyLevel) -> float:
    r"""Return the infimum exactly as printed (for pure and approximate LDP, eq. 29 and C.4).

    There the level β < ε counts too, with the δ that (ε, δ) implies,
    :math:`\delta(\beta) = 1 - (1-\delta)(e^\beta+1)/(e^\varepsilon+1)`, which decides for
    c1 + c2 < 2. Only the first of two profiles is used. It may exceed 1.

    Source: ghoukasian2025, eq. 4 and 29, and the proof of Corollary C.4.

    Args:
        c1: 0 <= c1 < 1.
        c2: at least 1.
        privacy: from `formulations.trade_off.read_privacy`.

    Returns:
        A number of at least 0.

    Raises:
        InputError: c1 or c2 out of range.

    Example:
        >>> from formulations.trade_off import read_privacy
        >>> round(printed_linear_weight(0.5, 2.0, read_privacy(1.0, None, None, None)), 6)
        0.728351
    """
    low, high = read_class(c1, c2)
    if low == 1.0:
        raise InputError("c1", "is 1, where the formula divides by zero", "give c1 < 1")
    profile, kappa = privacy.profiles[0], (high - low) / (1.0 - low)
    found = _least(low, high, kappa, profile)
    if profile.level is not None:
        delta, u = float(profile.delta(profile.level)), math.exp(-profile.level)
        found = min(found, (1.0 - (1.0 - delta) * 2.0 * u / (1.0 + u)) / (1.0 - low))
    return found


def linear_risk(
    c1: _inputs.Scalar, c2: _inputs.Scalar, weight: _inputs.Scalar, divergence: str | Divergence
) -> float:
    r"""Return the largest D_f(P‖λP + (1−λ)μ) of the class, where μ is decomposable.

    .. math:: \frac{1-r_1}{r_2-r_1} f(r_2) + \frac{r_2-1}{r_2-r_1} f(r_1), \quad
              r_1 = \frac{c_1}{1-(1-c_1)\lambda}, \; r_2 = \frac{c_2}{(c_2-1)\lambda+1}

    Infinite for c1 = 0, f(0) = ∞ and λ < 1; 0 for λ = 1, where r1 = r2 = 1 (or r1 = 0/0). λ = 0
    takes no f'(∞), as r2 = c2 is finite.

    Source: ghoukasian2025, eq. 5.

    Args:
        c1: 0 <= c1 <= 1.
        c2: at least 1.
        weight: λ in [0, 1], see `linear_weight`.
        divergence: f, by name or as a `Divergence`.

    Returns:
        A number in [0, ∞], in nats where f has a logarithm.

    Raises:
        InputError: a parameter out of range, or an unknown divergence.

    Example:
        >>> round(linear_risk(0.5, 2.0, 0.5, "kl"), 6)
        0.056633
    """
    low, high = read_class(c1, c2)
    share = _inputs.scalar("weight", weight, 0.0, 1.0)
    f = read_divergence(divergence)
    if share == 1.0 or low == 1.0 or high == 1.0:
        return 0.0
    answer = (1.0 - (1.0 - low) * share, 1.0 + (high - 1.0) * share)
    return two_level_risk(low, high, answer, f)


def _least(c1: float, c2: float, kappa: float, profile: Profile) -> float:
    """The infimum for one profile, divided through by e^β so that nothing overflows."""

    def ratio(beta: float) -> float:
        u = math.exp(-beta)
        top = -math.expm1(-beta) + kappa * u * float(profile.delta(beta))
        return top / ((1.0 - c1) + (c2 - 1.0) * u)

    if profile.level is not None:
        return ratio(profile.level)
    low, high = 0.0, max(profile.horizon, 1.0)
    grid = np.linspace(low, high, _GRID)
    values = np.array([ratio(beta) for beta in grid.tolist()])
    best = int(np.argmin(values))
    a, b = float(grid[max(best - 1, 0)]), float(grid[min(best + 1, _GRID - 1)])
    from scipy.optimize import minimize_scalar  # noqa: PLC0415  importing it takes a second

    found = minimize_scalar(ratio, bounds=(a, b), method="bounded", options={"xatol": 1e-11})
    least = min(float(found.fun), float(values[best]))
    # Falling, then rising: a grid that says otherwise means a profile that is not convex (beyond
    # the 1e-7 to which the conjugate of a trade-off function with corners is found).
    falls, rises = np.diff(values[: best + 1]), np.diff(values[best:])
    if (falls > _SLACK).any() or (rises < -_SLACK).any():
        raise InputError("privacy", "its profile is not convex in e^β", "give a trade-off function")
    return least
