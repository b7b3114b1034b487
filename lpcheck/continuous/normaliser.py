r"""The normaliser r of a clipped density: :math:`\int \mathrm{clip}(p/r; l h, u h) = 1`.

The integral S(r) is non-increasing and continuous, and on the mesh it is exact: with A, B, C the
parts where p/h is below l r, between, and above u r,

.. math:: S(r) = l\,h(A) + p(B)/r + u\,h(C), \qquad r S'(r) = -p(B)/r.

It is solved for log r: where the parts of B are far in the tails of p, r is below any double. What
comes out is integrated again, by a rule that knows nothing of the parts.
"""

from __future__ import annotations

import math

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.pieces import integrate, masses
from lpcheck.continuous.response import Response, clip, step

_PANEL_ERROR = 1e-9
_ROUNDING = 4e-16
_FARTHEST = 1e12
_TOTAL = {1: 1e-11, 2: 1e-10}
_OFF = {1: 1e-10, 2: 2e-8}
"""What the total may be off by; in the plane the errors of the panels add up."""


def clipped(mesh: Mesh, lower: float, upper: float) -> Response:
    r"""The response clip(ρ/r; lower, upper) that integrates to one.

    Where no r > 0 exists, because even :math:`u\,h(p>0) + l\,h(p=0) < 1`, the answer is the upper
    bound wherever p is positive and one multiple of h elsewhere: that is the projection for every
    f, as :math:`v \mapsto v f(p/v) - v f(0)` is non-increasing.

    Raises:
        InputError: no density lies between the bounds, or the answer does not integrate to one.
    """
    if not 0 <= lower <= 1 <= upper:
        raise InputError("lower, upper", f"[{lower:g}, {upper:g}]", "enclose 1")
    if lower == upper:
        return clip(0.0, lower, upper)
    _, h = masses(mesh, (-math.inf,))
    empty, full = (h @ mesh.weight).tolist()
    if upper * full + lower * empty < 1.0 - 1e-12:
        return _checked(mesh, step((1.0 - upper * full) / empty, upper))
    log_r = 0.0
    for _ in range(40):
        log_r = _solve(mesh, lower, upper, log_r)
        wrong = mesh.error(_sum(mesh, lower, upper, log_r)[0])
        if wrong.sum() <= _PANEL_ERROR:
            break
        mesh.halve(np.flatnonzero(wrong > _PANEL_ERROR / len(wrong)))
    return _checked(mesh, clip(log_r, lower, upper))


def total(mesh: Mesh, response: Response) -> float:
    """The integral of q = h κ(p/h), adaptively."""

    def density(log: Array, base: Array) -> Array:
        return np.where(base > -np.inf, np.exp(base) * response.at_log(log), 0.0)

    tolerance = _TOTAL[mesh.target.dimension]
    return float(integrate(mesh, [density], response.cuts, tolerance)[0] @ mesh.weight)


def _checked(mesh: Mesh, response: Response) -> Response:
    found = total(mesh, response)
    if abs(found - 1.0) > _OFF[mesh.target.dimension]:
        what = f"its answer integrates to {found:.10g}: p/h is too steep for a double"
        remedy = "take a wider density" + ("" if mesh.in_logs else ", or give it a `logpdf`")
        raise InputError("target", what, remedy)
    return response


def clipped_total(mesh: Mesh, lower: float, upper: float, log_r: float) -> float:
    """The integral S(r) of clip(p/r; lower h, upper h), from the parts."""
    return float(_sum(mesh, lower, upper, log_r)[0] @ mesh.weight)


def _sum(mesh: Mesh, lower: float, upper: float, log_r: float) -> tuple[Array, Array]:
    low = math.log(lower) if lower > 0 else -math.inf
    p, h = masses(mesh, (low + log_r, math.log(upper) + log_r), log_r)
    return lower * h[0] + p[1] + upper * h[2], p[1]


def _solve(mesh: Mesh, lower: float, upper: float, start: float) -> float:
    """Newton's method in log r, kept in a bracket."""
    low, high, at, reach = -math.inf, math.inf, start, 2.0
    for _ in range(200):
        rows, free = (x @ mesh.weight for x in _sum(mesh, lower, upper, at))
        excess = float(rows) - 1.0
        if abs(excess) <= _ROUNDING or abs(at) > _FARTHEST:
            break
        low, high = (at, high) if excess > 0 else (low, at)
        if high - low <= 2e-16 * max(1.0, abs(at)):
            break
        move = excess / float(free) if free > 0 else math.copysign(math.inf, excess)
        if abs(move) > reach:
            move, reach = math.copysign(reach, move), 2.0 * reach
        new = at + move
        if not low < new < high:
            new = 0.5 * (low + high) if math.isfinite(high - low) else at
        if new == at:
            break
        at = new
    return at
