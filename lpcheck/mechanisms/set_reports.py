r"""Mechanisms that report a random set of letters: mixtures of subset selections.

A report of a set T has probability 1 from the letters in it and e^−ε from the others, but for a
factor that depends on the size of T only; the weight of each size says how good a mechanism is.
"""

import math

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.patterns import subsets

Weights = NDArray[np.float64]


def unary_weights(k: int, p: float, q: float) -> tuple[Weights, float]:
    """Return the weights of unary encoding: bits are 1 with p at the input, with q elsewhere.

    Args:
        k: the number of letters.
        p: the probability of a 1 at the input.
        q: that at the other letters, above 0.

    Returns:
        for sizes 1 to k, the number of sets times the probability of each from a letter in it; and
        the probability of the report without a 1.

    Example:
        >>> weights, empty = unary_weights(2, 0.5, 0.25)
        >>> weights.round(4).tolist(), empty
        ([0.75, 0.125], 0.375)
    """
    sizes = np.arange(1, k + 1)
    return p / q * _binomial(k, q, sizes), float((1.0 - p) * (1.0 - q) ** (k - 1))


def hashing_weights(k: int, epsilon: float, cells: int) -> tuple[Weights, float]:
    """Return the weights of local hashing into cells; see :func:`unary_weights`."""
    u, share = math.exp(-epsilon), 1.0 / cells
    high = cells / (1.0 + (cells - 1) * u)
    weights = high * _binomial(k, share, np.arange(1, k + 1))
    return weights, float(high * u * (1.0 - share) ** k)


def set_kernel(k: int, epsilon: float, weights: Weights, empty: float) -> NDArray[np.float64]:
    """Return the kernel over all 2^k sets, in the order of their bits; the first is empty.

    Raises:
        InputError: k above 16.
    """
    if k > 16:
        raise InputError("k", f"{k} letters have 2^{k} sets", "give at most 16")
    T = subsets(k)
    sizes = T.sum(axis=0).astype(int)
    each = np.array([empty] + [w / math.comb(k, j + 1) for j, w in enumerate(weights)])
    kernel = np.where(T == 1, 1.0, math.exp(-epsilon)) * each[sizes]
    kernel[:, 0] = empty
    return np.asarray(kernel)


def uniform_risk(k: int, epsilon: float, weights: Weights) -> float:
    r"""Return the risk of the best estimator where all letters are equally likely, for any k.

    The information about contrasts is :math:`\lambda = \sum_j w_j (1 - u)^2 \frac{j(k - j)}
    {k(k - 1)} / a_j` with :math:`a_j = u + (1 - u)j/k`, and the risk (k − 1)/λ.
    """
    u, rest, j = math.exp(-epsilon), -math.expm1(-epsilon), np.arange(1, k + 1)
    gain = rest**2 * j * (k - j) / (k * (k - 1.0)) / (u + rest * j / k)
    return float((k - 1.0) / (weights @ gain))


def counting_risk(p: float, q: float, prior: NDArray[np.float64]) -> float:
    r"""Return the risk of the estimator that libraries ship.

    It counts the reports that support a letter, which those of the letter do with probability p
    and others with q: :math:`\sum_x s_x (1 - s_x)/(p - q)^2` with :math:`s_x = q + (p - q)P_x`.
    """
    support = q + (p - q) * prior
    return float((support * (1.0 - support)).sum() / (p - q) ** 2)


def _binomial(k: int, q: float, sizes: NDArray[np.int64]) -> Weights:
    from scipy.stats import binom  # noqa: PLC0415  importing it takes longer than most answers

    return np.asarray(binom.pmf(sizes, k, q))
