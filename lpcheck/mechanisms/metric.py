"""Mechanisms for metric privacy: the exponential mechanism, and geometric noise with a remap."""

import math
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs


def exponential_mechanism(distances: ArrayLike) -> NDArray[np.float64]:
    r"""Return the answer y with odds :math:`e^{-d(x, y)/2}`, which keeps d-privacy.

    Source: McSherry, Talwar (FOCS 2007), with −d as score; half the distance, since the sum of the
    odds changes with x too.

    Args:
        distances: n × n, in nats, with the triangle inequality.

    Returns:
        Row-stochastic array of shape (n, n).

    Raises:
        InputError: no square matrix of numbers that are not negative.

    Example:
        >>> exponential_mechanism([[0, 2], [2, 0]]).round(4)
        array([[0.7311, 0.2689],
               [0.2689, 0.7311]])
    """
    d = _inputs.numbers("distances", distances)
    if d.ndim != 2 or d.shape[0] != d.shape[1] or not d.size:
        raise InputError("distances", f"has shape {d.shape}", "give a square matrix")
    if not (np.isfinite(d) & (d >= 0)).all():
        raise InputError("distances", "are not all finite and ≥ 0", "give distances in nats")
    odds = np.exp(-d / 2.0)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def geometric_with_remap(
    n: SupportsIndex, epsilon: _inputs.Scalar, loss: ArrayLike, prior: ArrayLike
) -> NDArray[np.float64]:
    r"""Return geometric noise on a count, clamped, then the answer of least expected loss.

    Source: Ghosh, Roughgarden, Sundararajan (STOC 2009, SIAM J. Comput. 2012): optimal for every
    prior where the loss is monotone in :math:`|x - y|`, known to us from their abstract.

    Args:
        n: the number of counts, 0 to n − 1; neighbours differ by 1.
        epsilon: the level between neighbours, in nats.
        loss: n × m, what it costs to answer y where x is true.
        prior: distribution over the counts.

    Returns:
        Row-stochastic array of shape (n, m).

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> geometric_with_remap(3, 2.0, 1 - np.eye(3), [0.25, 0.5, 0.25]).round(4)
        array([[0.8808, 0.1031, 0.0161],
               [0.1192, 0.7616, 0.1192],
               [0.0161, 0.1031, 0.8808]])
    """
    n, epsilon = _inputs.size("n", n, high=1000), _inputs.scalar("epsilon", epsilon)
    P, costs = _inputs.distribution("prior", prior, n), _inputs.numbers("loss", loss)
    if costs.ndim != 2 or len(costs) != n or not np.isfinite(costs).all():
        raise InputError("loss", f"has shape {costs.shape}", f"give {n} rows of finite numbers")
    steps, r = np.arange(n), math.exp(-epsilon)
    noisy = np.exp(-epsilon * np.abs(steps[:, None] - steps)) / (1.0 + r)
    noisy[:, 1:-1] *= -math.expm1(-epsilon)
    if n == 1:
        noisy = np.ones((1, 1))
    answers = ((P[:, None] * noisy).T @ costs).argmin(axis=1)
    kernel = np.zeros(costs.shape)
    np.add.at(kernel.T, answers, noisy.T)
    return kernel
