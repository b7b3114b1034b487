r"""The frequency oracles that libraries ship, as exact kernels.

Every column of unary encoding and of local hashing is a staircase pattern: a report says of a
random set T of letters that the input is rather in it. So each is a mixture of subset selections
over subset sizes, whose weights :mod:`.set_reports` has for any k; the kernels here write all 2^k
sets down.
"""

import math
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError

from . import _inputs
from .set_reports import hashing_weights, set_kernel, unary_weights


def symmetric_unary_encoding(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return one bit a letter, each flipped with probability :math:`1/(e^{\varepsilon/2} + 1)`.

    Source: basic RAPPOR (Erlingsson, Pihur, Korolova, CCS 2014); called SUE by Wang, Blocki, Li,
    Jha (USENIX Security 2017).

    Args:
        k: size of the alphabet, 1 to 16.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, 2^k); column T is the report with ones on T.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> symmetric_unary_encoding(2, 2.0).round(4)  # none, {1}, {0}, both
        array([[0.1966, 0.0723, 0.5344, 0.1966],
               [0.1966, 0.5344, 0.0723, 0.1966]])
    """
    k, epsilon = _size(k), _inputs.scalar("epsilon", epsilon)
    keep = 1.0 / (1.0 + math.exp(-epsilon / 2.0))
    return set_kernel(k, epsilon, *unary_weights(k, keep, 1.0 - keep))


def optimized_unary_encoding(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return one bit a letter, the input's fair, the others' 1 with probability 1/(e^ε + 1).

    Source: OUE (Wang, Blocki, Li, Jha, USENIX Security 2017), known to us from its abstract and
    from libraries.

    Args:
        k: size of the alphabet, 1 to 16.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, 2^k); column T is the report with ones on T.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> optimized_unary_encoding(2, 1.0).round(4)
        array([[0.3655, 0.1345, 0.3655, 0.1345],
               [0.3655, 0.3655, 0.1345, 0.1345]])
    """
    k, epsilon = _size(k), _inputs.scalar("epsilon", epsilon)
    u = math.exp(-epsilon)
    return set_kernel(k, epsilon, *unary_weights(k, 0.5, u / (1.0 + u)))


def local_hashing(
    k: SupportsIndex, epsilon: _inputs.Scalar, cells: SupportsIndex | None = None
) -> NDArray[np.float64]:
    r"""Return a random hash into g cells, and randomized response on the input's cell.

    The hash is a uniform function, of which nothing matters but the letters T in the reported cell:
    columns that agree on it are merged.

    Source: BLH for g = 2 (Bassily, Smith, STOC 2015); OLH for :math:`g = \lfloor e^\varepsilon
    \rfloor + 1`, as libraries have it (Wang, Blocki, Li, Jha, USENIX Security 2017).

    Args:
        k: size of the alphabet, 1 to 16.
        epsilon: privacy level in nats, 0 to 700.
        cells: the number g of cells, at least 2; by default OLH's.

    Returns:
        Row-stochastic array of shape (k, 2^k); column T is all reports of a cell with letters T.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> local_hashing(2, 1.0, 2).round(4)
        array([[0.1345, 0.1345, 0.3655, 0.3655],
               [0.1345, 0.3655, 0.1345, 0.3655]])
    """
    k, epsilon = _size(k), _inputs.scalar("epsilon", epsilon, high=700.0)
    g = hash_cells(epsilon) if cells is None else _inputs.size("cells", cells, 2)
    return set_kernel(k, epsilon, *hashing_weights(k, epsilon, g))


def hash_cells(epsilon: _inputs.Scalar) -> int:
    """Return OLH's number of cells, ⌊e^ε⌋ + 1.

    Source: Wang, Blocki, Li, Jha (USENIX Security 2017), known to us from its abstract.

    Args:
        epsilon: privacy level in nats, 0 to 700.

    Returns:
        A whole number of cells, at least 2.

    Raises:
        InputError: epsilon is negative, above 700 or not finite.

    Example:
        >>> hash_cells(1.0)
        3
    """
    return math.floor(math.exp(_inputs.scalar("epsilon", epsilon, high=700.0))) + 1


def hadamard_response(k: SupportsIndex, epsilon: _inputs.Scalar) -> NDArray[np.float64]:
    r"""Return a column of a Hadamard matrix, rather one where the input's row has +1.

    .. math:: Q(y|x) = \frac{2}{K}\, \frac{e^{\varepsilon 1[H_{x+1,y} = 1]}}{e^\varepsilon + 1},
              \quad K = 2^{\lceil \log_2(k + 1) \rceil}

    Source: Acharya, Sun, Zhang (AISTATS 2019), the form for small ε, with rows 1 to k of
    Sylvester's matrix (row 0 is constant); known to us from its abstract and from libraries.

    Args:
        k: size of the alphabet, at least 1.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array of shape (k, K).

    Raises:
        InputError: a parameter out of range, or more than 10^7 entries.

    Example:
        >>> hadamard_response(3, 1.0).round(4)
        array([[0.3655, 0.1345, 0.3655, 0.1345],
               [0.3655, 0.3655, 0.1345, 0.1345],
               [0.3655, 0.1345, 0.1345, 0.3655]])
    """
    k, u = _inputs.size("k", k), math.exp(-_inputs.scalar("epsilon", epsilon))
    order = 2 ** math.ceil(math.log2(k + 1))
    if k * order > 10**7:
        raise InputError("k", f"{k} letters take {k * order} entries", "give a smaller k")
    rows, columns = np.arange(1, k + 1)[:, None], np.arange(order)
    even = np.bitwise_count(rows & columns) % 2 == 0
    return np.asarray(np.where(even, 1.0, u) * 2.0 / (order * (1.0 + u)))


def cyclic_design(
    k: SupportsIndex, epsilon: _inputs.Scalar, base: tuple[int, ...]
) -> NDArray[np.float64]:
    r"""Return the translates of a set of letters modulo k, rather those with the input.

    Where every difference but 0 occurs equally often in the set (a difference set), the translates
    are a block design, and the mechanism is as good as subset selection of that size with k
    outputs only.

    Source: block designs are due to Park, Nam, Lee (arXiv 2305.01261), known to us from its
    abstract; :data:`DIFFERENCE_SETS` has those of the small projective planes.

    Args:
        k: size of the alphabet, at least 2.
        epsilon: privacy level in nats, at least 0.
        base: letters of the first block, different, 0 to k − 1.

    Returns:
        Row-stochastic array of shape (k, k); column y is the report of base + y.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> cyclic_design(7, 1.0, (0, 1, 3)).round(4)[0]
        array([0.2236, 0.0823, 0.0823, 0.0823, 0.2236, 0.0823, 0.2236])
    """
    k = _inputs.size("k", k, 2, _inputs.LARGEST_KERNEL)
    u = math.exp(-_inputs.scalar("epsilon", epsilon))
    letters = sorted({_inputs.size("base", x, 0, k - 1) for x in base})
    if len(letters) != len(base) or not letters:
        raise InputError("base", f"{base} has equal letters, or none", "give different letters")
    inside = np.isin((np.arange(k)[:, None] - np.arange(k)) % k, letters)
    total = len(letters) + (k - len(letters)) * u
    return np.where(inside, 1.0, u) / total


DIFFERENCE_SETS: dict[int, tuple[int, ...]] = {
    7: (0, 1, 3),
    11: (1, 3, 4, 5, 9),
    13: (0, 1, 3, 9),
    21: (3, 6, 7, 12, 14),
    31: (1, 5, 11, 24, 25, 27),
    57: (0, 1, 3, 13, 32, 36, 43, 52),
    73: (0, 1, 3, 7, 15, 31, 36, 54, 63),
}
"""Letters k and a difference set modulo k."""


def _size(k: SupportsIndex) -> int:
    return _inputs.size("k", k, high=16)
