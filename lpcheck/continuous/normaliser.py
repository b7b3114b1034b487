r"""The normaliser r of a clipped density: :math:`\int \mathrm{clip}(p/r; l h, u h) = 1`.

The integral S(r) is non-increasing and continuous, and on the mesh it is exact: with A, B, C the
parts where p/h is below l r, between, and above u r,

.. math:: S(r) = l\,h(A) + p(B)/r + u\,h(C), \qquad r S'(r) = -p(B)/r.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.pieces import masses
from lpcheck.continuous.response import Response, clip, step

Array = NDArray[np.float64]

_PANEL_ERROR = 1e-9
_ROUNDING = 4e-16
_SMALLEST, _LARGEST = 1e-300, 1e300


def clipped(mesh: Mesh, lower: float, upper: float) -> tuple[Response, float | None]:
    r"""The response clip(ρ/r; lower, upper) that integrates to one, and its r.

    Where no r > 0 exists, because even :math:`u\,h(p>0) + l\,h(p=0) < 1`, the answer is the upper
    bound wherever p is positive and one multiple of h elsewhere, and r is None: that is the
    projection for every f, as :math:`v \mapsto v f(p/v) - v f(0)` is non-increasing.

    Raises:
        InputError: no density lies between the bounds.
    """
    if not 0 <= lower <= 1 <= upper:
        raise InputError("lower, upper", f"[{lower:g}, {upper:g}]", "enclose 1")
    if lower == upper:
        return clip(1.0, lower, upper), 1.0
    _, h = masses(mesh, (0.0,))
    empty, full = (h @ mesh.weight).tolist()
    if upper * full + lower * empty < 1.0 - 1e-12:
        return step((1.0 - upper * full) / empty, upper), None
    r = 1.0
    for _ in range(40):
        r = _solve(mesh, lower, upper, r)
        rows, _ = _sum(mesh, lower, upper, r)
        wrong = mesh.error(rows)
        if wrong.sum() <= _PANEL_ERROR:
            break
        mesh.halve(np.flatnonzero(wrong > _PANEL_ERROR / len(wrong)))
    return clip(r, lower, upper), r


def total(mesh: Mesh, lower: float, upper: float, r: float) -> float:
    """The integral S(r) of clip(p/r; lower h, upper h)."""
    return float(_sum(mesh, lower, upper, r)[0] @ mesh.weight)


def _sum(mesh: Mesh, lower: float, upper: float, r: float) -> tuple[Array, Array]:
    p, h = masses(mesh, (lower * r, upper * r))
    free = p[1] / r
    return lower * h[0] + free + upper * h[2], free


def _solve(mesh: Mesh, lower: float, upper: float, start: float) -> float:
    """Newton's method in log r, kept in a bracket."""
    low, high, r = 0.0, math.inf, start
    for _ in range(200):
        rows, free = (x @ mesh.weight for x in _sum(mesh, lower, upper, r))
        excess = float(rows) - 1.0
        if abs(excess) <= _ROUNDING or not _SMALLEST < r < _LARGEST:
            break
        low, high = (r, high) if excess > 0 else (low, r)
        if high < math.inf and high - low <= 2e-16 * high:
            break
        step_ = excess / float(free) if free > 0 else math.copysign(math.inf, excess)
        new = r * math.exp(min(max(step_, -2.0), 2.0))
        if not low < new < high:
            new = math.sqrt(low * high) if low > 0 and high < math.inf else r
        if new == r:
            break
        r = new
    return r
