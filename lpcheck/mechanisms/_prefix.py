"""Prefix sums and products whose rounding errors do not add up over a million terms.

The error of each operation is computed exactly (Knuth's and Dekker's error-free transformations)
and its own prefix sum is put back, so that the result is good to a few units in the last place
where plain prefix sums lose a factor of k. Nothing wider than a double is needed.
"""

from __future__ import annotations

import numpy as np

from formulations.formulation import Array

_SPLIT = 2.0**27 + 1.0
_BLOCK = 16_384  # temporary arrays of this length stay in the cache


def prefix_sums(terms: Array) -> Array:
    """The sums of the first 1, 2, … terms along the last axis."""
    sums = np.cumsum(terms, axis=-1)
    before, after = sums[..., :-1], sums[..., 1:]
    added = after - before
    error = after - added
    np.subtract(before, error, out=error)
    np.subtract(terms[..., 1:], added, out=added)
    error += added
    np.cumsum(error, axis=-1, out=error)
    after += error
    return sums


def suffix_sums(terms: Array) -> Array:
    """The sums of the last k, k − 1, … terms along the last axis."""
    return prefix_sums(terms[..., ::-1])[..., ::-1]


def prefix_products(factors: Array, rest: Array) -> Array:
    """The products of the first 1, 2, … numbers `factors + rest`, shape (k,), in (0, 1].

    `rest` is what rounding took from each number.
    """
    products = np.cumprod(factors).astype(np.float64, copy=False)
    relative = rest / factors
    for start in range(1, len(factors), _BLOCK):
        block = slice(start, start + _BLOCK)
        after, by = products[block], factors[block]
        before = products[start - 1 : start - 1 + len(after)]
        # before · by = after + error, exactly: the halves below have 26 bits each.
        before_high, by_high = _high(before), _high(by)
        before_low, by_low = before - before_high, by - by_high
        error = before_high * by_high - after
        error += before_high * by_low
        error += before_low * by_high
        error += before_low * by_low
        np.divide(error, after, out=error, where=after > 0.0)
        relative[block] += error
    np.cumsum(relative, out=relative)
    relative += 1.0
    relative *= products
    return relative


def _high(x: Array) -> Array:
    scaled = _SPLIT * x
    return np.asarray(scaled - (scaled - x))
