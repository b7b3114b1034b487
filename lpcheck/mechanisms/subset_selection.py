"""The subset mechanism, which libraries for local differential privacy call subset selection."""

import math
from itertools import combinations
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError

from . import _inputs

_MAX_ENTRIES = 10**7


def subset_mechanism(
    k: SupportsIndex, epsilon: _inputs.Scalar, size: SupportsIndex
) -> NDArray[np.float64]:
    r"""Return the mechanism that reports a subset of fixed size, favouring those with the input.

    .. math:: Q(T|x) = \frac{e^{\varepsilon 1[x \in T]}}
              {e^\varepsilon \binom{k-1}{s-1} + \binom{k-1}{s}}, \quad |T| = s.

    Every column is a staircase pattern (kairouz2016, Definition 3) with s high entries;
    s = 1 is randomized response and s = k reveals nothing. Neither paper prints it: it is
    here because it is what deployed libraries use.

    Args:
        k: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.
        size: the size s of the reported subsets, 1 to k.

    Returns:
        Row-stochastic array of shape (k, C(k, s)); the columns are the subsets in
        lexicographic order.

    Raises:
        InputError: a parameter out of range, or more than 10^7 entries.

    Example:
        >>> subset_mechanism(3, 1.0, 2).round(4)  # {0, 1}, {0, 2}, {1, 2}
        array([[0.4223, 0.4223, 0.1554],
               [0.4223, 0.1554, 0.4223],
               [0.1554, 0.4223, 0.4223]])
    """
    k, size = _inputs.size("k", k, high=_inputs.LARGEST_KERNEL), _inputs.size("size", size)
    u = _inputs.decay(epsilon)
    if size > k:
        raise InputError("size", f"{size} exceeds k = {k}", "give a size between 1 and k")
    columns = math.comb(k, size)
    if k * columns > _MAX_ENTRIES:
        problem = f"{columns} subsets of {size} out of {k} symbols are too many"
        raise InputError("size", problem, "give a smaller k, or a size near 1 or k")
    total = math.comb(k - 1, size - 1) + u * math.comb(k - 1, size)
    kernel = np.full((k, columns), u / total)
    for column, subset in enumerate(combinations(range(k), size)):
        kernel[list(subset), column] = 1.0 / total
    return kernel
