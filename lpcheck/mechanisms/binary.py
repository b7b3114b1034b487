"""The binary mechanisms of kairouz2016: one bit, tuned to a pair of priors or to one prior."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

from . import _inputs

_MAX_SYMBOLS = 40


def binary_hypothesis(p0: ArrayLike, p1: ArrayLike, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return the binary mechanism for telling P0 from P1.

    .. math:: Q(0|x) = \frac{e^\varepsilon}{1+e^\varepsilon} \text{ if } x \in T, \quad
              \frac{1}{1+e^\varepsilon} \text{ otherwise}, \quad T = \{x : P_0(x) \ge P_1(x)\}.

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, eq. 14 (claimed optimal in Theorems 5
    and 6).

    Args:
        p0: first distribution, shape (k,).
        p1: second distribution, shape (k,).
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, 2), rows are inputs.

    Raises:
        InputError: not distributions, different lengths, or epsilon negative or not finite.

    Example:
        >>> binary_hypothesis([0.5, 0.3, 0.2], [0.2, 0.3, 0.5], 1.0).round(4)
        array([[0.7311, 0.2689],
               [0.7311, 0.2689],
               [0.2689, 0.7311]])
    """
    first = _inputs.distribution("p0", p0)
    second = _inputs.distribution("p1", p1, first.size)
    return _two_columns(first >= second, epsilon)


def binary_information(prior: ArrayLike, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return the binary mechanism that keeps most information on X, for small epsilon.

    .. math:: Q(0|x) = \frac{e^\varepsilon}{1+e^\varepsilon} \text{ if } x \in T, \quad
              \frac{1}{1+e^\varepsilon} \text{ otherwise}, \quad
              T \in \arg\min_A |P(A) - 1/2|.

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, eq. 19-20 (claimed optimal in Theorem
    12). T is the choice of `most_balanced_subset`.

    Args:
        prior: distribution of X, shape (k,), k at most 40.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, 2), rows are inputs.

    Raises:
        InputError: not a distribution, k > 40, or epsilon negative or not finite.

    Example:
        >>> binary_information([0.5, 0.3, 0.2], 1.0).round(4)
        array([[0.7311, 0.2689],
               [0.2689, 0.7311],
               [0.2689, 0.7311]])
    """
    return _two_columns(most_balanced_subset(prior), epsilon)


def most_balanced_subset(prior: ArrayLike) -> NDArray[np.bool_]:
    r"""Return the subset whose probability is nearest to one half.

    .. math:: T \in \arg\min_A |P(A) - P(A^c)|

    Source: `kairouz2016 <https://arxiv.org/abs/1407.1338>`__, eq. 20. The minimum is exact: every
    entry (a float stands for its shortest decimal) becomes an integer over a common denominator,
    and the two halves of the alphabet meet in the middle, O(k 2^{k/2}). Of a pair (T, complement)
    the one with symbol 0 is taken; among tied pairs, the smallest when read as the integer sum of
    2^x, x in T.

    Args:
        prior: distribution of X, shape (k,), floats or fractions, k at most 40.

    Returns:
        Boolean array of shape (k,), true on T.

    Raises:
        InputError: not a distribution, or k > 40.

    Example:
        >>> most_balanced_subset([0.4, 0.3, 0.2, 0.1])
        array([ True, False, False,  True])
    """
    k = _inputs.distribution("prior", prior).size
    if k > _MAX_SYMBOLS:
        problem = f"{k} symbols are too many for an exact search"
        raise InputError("prior", problem, f"give at most {_MAX_SYMBOLS} symbols")
    weights = _common_integers(prior)
    total, half = sum(weights), (k + 1) // 2
    # Machine integers where every sum, doubled, fits; Python integers otherwise.
    dtype = np.dtype(np.int64 if total < 2**60 else object)
    left = _subset_sums(weights[1:half], dtype) + weights[0]
    right = 2 * _subset_sums(weights[half:], dtype)
    order = np.argsort(right, kind="stable")
    right = right[order]

    wanted = total - 2 * left
    above = np.searchsorted(right, wanted)
    # The nearest sums are the first one not below and the last one below; of equal sums the
    # first in the stable order has the smallest mask.
    upper = np.minimum(above, right.size - 1)
    lower = np.searchsorted(right, right[np.maximum(above - 1, 0)])
    index = np.concatenate([upper, lower])
    distance = np.abs(right[index] - np.concatenate([wanted, wanted]))
    tied = np.flatnonzero(distance == distance.min())
    masks = (order[index[tied]] << half) | (tied % left.size << 1) | 1
    return np.asarray((int(masks.min()) >> np.arange(k)) & 1, dtype=np.bool_)


def _common_integers(values: ArrayLike) -> list[int]:
    """Return the values times the smallest integer that makes them all integers."""
    exact = [
        Fraction(repr(float(value)) if isinstance(value, (float, np.floating)) else value)
        for value in np.asarray(values, dtype=object).tolist()
    ]
    scale = math.lcm(*(value.denominator for value in exact))
    return [int(value * scale) for value in exact]


def _subset_sums(weights: list[int], dtype: np.dtype[np.generic]) -> NDArray[np.int64]:
    """Return the sums of all subsets, at the index whose bits are the subset."""
    sums = np.zeros(1, dtype=dtype)
    for weight in weights:
        sums = np.concatenate([sums, sums + weight])
    return sums


def _two_columns(high: NDArray[np.bool_], epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    """Return the binary mechanism that favours output 0 on `high`."""
    u = _inputs.decay(epsilon)
    first = np.where(high, 1.0, u) / (1.0 + u)
    return np.column_stack([first, np.where(high, u, 1.0) / (1.0 + u)])
