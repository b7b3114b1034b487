"""Gauss-Kronrod quadrature on many intervals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array

_HALF_NODES = (
    0.991455371120812639206854697526329,
    0.949107912342758524526189684047851,
    0.864864423359769072789712788640926,
    0.741531185599394439863864773280788,
    0.586087235467691130294144044671010,
    0.405845151377397166906606412076961,
    0.207784955007898467600689403773245,
)
_HALF_FINE = (
    0.022935322010529224963732008058970,
    0.063092092629978553290700663189204,
    0.104790010322250183839876322541518,
    0.140653259715525918745189590510238,
    0.169004726639267902826583426598550,
    0.190350578064785409913256402421014,
    0.204432940075298892414161999234649,
)
_HALF_COARSE = (
    0.0,
    0.129484966168869693270611432679082,
    0.0,
    0.279705391489276667901467771423780,
    0.0,
    0.381830050505118944950369775488975,
    0.0,
)

NODES: Array = np.array([*(-x for x in _HALF_NODES), 0.0, *_HALF_NODES[::-1]])
"""The 15 nodes on [−1, 1], increasing."""

FINE: Array = np.array([*_HALF_FINE, 0.209482141084727828012999174891714, *_HALF_FINE[::-1]])
"""The weights of the 15-point Kronrod rule."""

COARSE: Array = np.array([*_HALF_COARSE, 0.417959183673469387755102040816327, *_HALF_COARSE[::-1]])
"""The weights of the 7-point Gauss rule on the same nodes."""


def nodes(a: Array, b: Array) -> Array:
    """The nodes of each interval [a, b], shape (n, 15)."""
    return np.asarray(0.5 * (a + b)[:, None] + 0.5 * (b - a)[:, None] * NODES)


def integral(values: Array, a: Array, b: Array) -> Array:
    """Integrals from values at the nodes of each interval, shape (..., n)."""
    return np.asarray(0.5 * (b - a) * (values @ FINE))


def difference(values: Array, a: Array, b: Array) -> Array:
    """How far the two rules are apart: a safe estimate of the error where there may be kinks."""
    return np.asarray(0.5 * (b - a) * np.abs(values @ (FINE - COARSE)))


def error(values: Array, a: Array, b: Array) -> Array:
    """The error of `integral` as QUADPACK estimates it, for smooth integrands."""
    plain = difference(values, a, b)
    return np.asarray(np.where(plain < 0.005, (200.0 * plain) ** 1.5, plain))


def by_row(row: NDArray[np.intp], values: Array, rows: int) -> Array:
    """The sums of the values of each row, shape (rows,)."""
    return np.bincount(row, values, rows).astype(np.float64)
