r"""Laplace and Gaussian noise on a line, of which only the bin is reported.

A point x, such as an age or a share, is reported as the interval between two edges that x plus
noise falls into; the outermost bins have no end. Binning can only lose: what is said of the noise
is said of every choice of edges.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs

_HALVINGS = 200


def laplace_binned(
    points: ArrayLike, epsilon: _inputs.Scalar, edges: ArrayLike | None = None
) -> NDArray[np.float64]:
    r"""Return the bin of a point plus Laplace noise of scale 1/ε.

    .. math:: Q(j|i) = \int_{e_j}^{e_{j+1}} \frac{\varepsilon}{2} e^{-\varepsilon |z - x_i|}\, dz,
              \quad e_0 = -\infty,\ e_m = \infty.

    It keeps metric privacy with the distances :math:`\varepsilon |x_i - x_{i'}|`, and so
    :math:`\varepsilon \max|x_i - x_{i'}|`-LDP; the outermost bins need all of the distance to the
    nearest edge only, so that the true level is at most that.

    Source: Dwork, McSherry, Nissim, Smith (TCC 2006), with the difference of two points as
    sensitivity; known to us from libraries.

    Args:
        points: n different numbers, the inputs.
        epsilon: privacy level in nats for each unit of distance, at least 0.
        edges: m − 1 rising numbers; by default the middles between neighbouring points, m = n.

    Returns:
        Row-stochastic array of shape (n, m), bins by rising edges.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> laplace_binned([0, 1, 2], 1.0).round(4)
        array([[0.6967, 0.1917, 0.1116],
               [0.3033, 0.3935, 0.3033],
               [0.1116, 0.1917, 0.6967]])
    """
    below, above = _bins(points, edges)
    rate = _inputs.scalar("epsilon", epsilon)
    if rate == 0.0:  # noise without end: half of it on either side
        return np.isinf(below) * 0.5 + np.isinf(above) * 0.5
    right = _between(rate, np.maximum(below, 0.0), np.maximum(above, 0.0))
    left = _between(rate, np.maximum(-above, 0.0), np.maximum(-below, 0.0))
    return np.asarray(left + right)


def gaussian_binned(
    points: ArrayLike, scale: _inputs.Scalar, edges: ArrayLike | None = None
) -> NDArray[np.float64]:
    r"""Return the bin of a point plus Gaussian noise of standard deviation σ.

    It keeps (ε, δ)-LDP with δ of :func:`gaussian_delta` at the largest distance between points.
    Before binning no level holds with δ = 0; the kernel has one, which rises as edges move out.

    Source: Balle, Wang (ICML 2018), for the levels.

    Args:
        points: n different numbers, the inputs.
        scale: σ, above 0, such as :func:`gaussian_scale` has it.
        edges: m − 1 rising numbers; by default the middles between neighbouring points, m = n.

    Returns:
        Row-stochastic array of shape (n, m), bins by rising edges.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> gaussian_binned([0, 1, 2], 1.0).round(4)
        array([[0.6915, 0.2417, 0.0668],
               [0.3085, 0.3829, 0.3085],
               [0.0668, 0.2417, 0.6915]])
    """
    from scipy.special import ndtr  # noqa: PLC0415  importing it takes longer than most answers

    below, above = (end / _positive("scale", scale) for end in _bins(points, edges))
    right = below > 0.0  # of two equal differences the one of small numbers, which loses no digits
    return np.asarray(
        np.where(right, ndtr(-below) - ndtr(-above), ndtr(above) - ndtr(below)), dtype=np.float64
    )


def gaussian_delta(
    distance: _inputs.Scalar, scale: _inputs.Scalar, epsilon: _inputs.Scalar
) -> float:
    r"""Return the least δ for which Gaussian noise is (ε, δ)-private between two points.

    .. math:: \delta = \Phi\left(\tfrac r2 - \tfrac\varepsilon r\right)
              - e^\varepsilon \Phi\left(-\tfrac r2 - \tfrac\varepsilon r\right), \quad
              r = |x - x'| / \sigma.

    Source: Balle, Wang (ICML 2018), Theorem 8.

    Args:
        distance: between the points, at least 0.
        scale: σ, above 0.
        epsilon: nats, at least 0.

    Returns:
        δ, from 0 to 1.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> round(gaussian_delta(1.0, 1.0, 1.0), 6)
        0.126937
    """
    r = _inputs.scalar("distance", distance) / _positive("scale", scale)
    return _delta(r, _inputs.scalar("epsilon", epsilon))


def gaussian_scale(
    distance: _inputs.Scalar, epsilon: _inputs.Scalar, delta: _inputs.Scalar
) -> float:
    r"""Return the least σ for which Gaussian noise is (ε, δ)-private between two points.

    Source: Balle, Wang (ICML 2018), Algorithm 1, here by bisection.

    Args:
        distance: between the points, above 0.
        epsilon: nats, at least 0.
        delta: above 0, below 1.

    Returns:
        σ, so that :func:`gaussian_delta` is at most `delta`.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> round(gaussian_scale(1.0, 1.0, 1e-5), 4)
        3.7306
    """
    gap, level = _positive("distance", distance), _inputs.scalar("epsilon", epsilon)
    most = _inputs.scalar("delta", delta, 1e-300, 1.0 - 2.0**-53)
    low, high = -50.0, 50.0  # of the logarithm of r: δ rises with r
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if _delta(math.exp(middle), level) <= most:
            low = middle
        else:
            high = middle
    return gap / math.exp(low)


def _delta(r: float, epsilon: float) -> float:
    from scipy.special import erfcx, ndtr  # noqa: PLC0415

    if r == 0.0:
        return 0.0
    at = r / 2.0 - epsilon / r
    # e^ε Φ(−r/2 − ε/r), in which e^ε and the tail would overflow and vanish.
    rest = 0.5 * float(erfcx((r / 2.0 + epsilon / r) / math.sqrt(2.0))) * math.exp(-at * at / 2.0)
    return max(float(ndtr(at)) - rest, 0.0)


def _between(
    rate: float, low: NDArray[np.float64], high: NDArray[np.float64]
) -> NDArray[np.float64]:
    """P(low < Z ≤ high) of Laplace noise, for 0 ≤ low ≤ high, without cancellation."""
    return np.asarray(-0.5 * np.exp(-rate * low) * np.expm1(-rate * (high - low)))


def _bins(
    points: ArrayLike, edges: ArrayLike | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From each point to the lower and the upper edge of each bin, shape (n, m) each."""
    x = _line("points", points)
    if edges is None:
        rising = np.sort(x)
        if not (np.diff(rising) > 0).all():
            raise InputError("points", "has equal entries", "give different numbers, or edges")
        cuts = rising[:-1] + np.diff(rising) / 2.0
    else:
        cuts = _line("edges", edges)
        if not (np.diff(cuts) > 0).all():
            raise InputError("edges", "do not rise", "give rising numbers")
    if x.size * (cuts.size + 1) > _inputs.LARGEST_KERNEL**2:
        raise InputError("edges", f"make {cuts.size + 1} bins", "give fewer")
    ends = np.concatenate([[-math.inf], cuts, [math.inf]])
    return ends[None, :-1] - x[:, None], ends[None, 1:] - x[:, None]


def _line(name: str, values: ArrayLike) -> NDArray[np.float64]:
    found = _inputs.numbers(name, values)
    if found.ndim != 1 or found.size == 0 or not np.isfinite(found).all():
        raise InputError(name, f"has shape {found.shape}", "give a list of finite numbers")
    return found


def _positive(name: str, value: _inputs.Scalar) -> float:
    return _inputs.scalar(name, value, 1e-150, 1e150)
