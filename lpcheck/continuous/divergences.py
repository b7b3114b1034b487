r"""f-divergences between a density p and a private answer :math:`q = h\,\kappa(p/h)`.

.. math:: D_f(p \| q) = \int h\, \kappa(\rho)\, f(\rho / \kappa(\rho)), \qquad \rho = p/h

The integral is cut where q is not smooth, where q = p, and where p/q passes a kink of a piecewise
linear f; kinks of a user's own f away from 1 are found by halving.

It is +∞ where zeros of p or q say so, or the tails: with :math:`\log p \sim -c_p |x|^n` and
:math:`\log h \sim -c_h |x|^n`, a power :math:`p^a q^{1-a}` with a > 1 or a < 0 has an infinite
integral where :math:`a c_p + (1-a) c_h < 0`, as q is between multiples of h.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.continuous.density import Density
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.pieces import integrate
from lpcheck.continuous.response import Response, scale_of

_LINE, _PLANE = 1e-11, 1e-10
_PANEL_ERROR = 1e-8
_ROUNDS = 30
_FARTHEST = 690.0
"""The |log(p/q)| from which a double may not hold p/q."""

_UNSEEN = 1e-11
"""The share of a value that may lie there."""


def divergences(mesh: Mesh, response: Response, names: Sequence[str | Divergence]) -> list[float]:
    """D_f(p‖q) for several f at once, in nats; +∞ where it was derived to be infinite.

    The error is below 1e-9 on a line and 1e-6 in the plane, of the value where that exceeds 1, for
    f whose values on the range of p/q are of order one.

    Raises:
        InputError: a value is not found within the budget, or passes what a double holds.
    """
    fs = [read_divergence(name) for name in names]
    infinite = [_infinite_tail(mesh, response, f) for f in fs]
    finite_fs = [f for f, known in zip(fs, infinite, strict=True) if not known]
    values = iter(_integrals(mesh, response, finite_fs) if finite_fs else [])
    return [math.inf if known else next(values) for known in infinite]


def _integrals(mesh: Mesh, response: Response, fs: Sequence[Divergence]) -> list[float]:
    functions = [_cost(f, response) for f in fs]
    functions += [_beyond(f, response) for f in fs]
    cuts = np.unique(np.concatenate([response.cuts, *(_kinked(f, response) for f in fs)]))
    tolerance = _LINE if mesh.target.dimension == 1 else _PLANE
    for _ in range(_ROUNDS):
        rows, lost = np.split(integrate(mesh, functions, cuts, tolerance), 2)
        size = np.maximum(np.abs(rows) @ mesh.weight, 1.0)
        finite = np.isfinite(rows).all(axis=1)
        wrong = mesh.error(rows[finite] / size[finite, None]).max(axis=0, initial=0.0)
        if wrong.sum() <= _PANEL_ERROR:
            break
        mesh.halve(np.flatnonzero(wrong > _PANEL_ERROR / len(wrong)))
    for f, least, value in zip(fs, lost @ mesh.weight, size, strict=True):
        if least > _UNSEEN * value:
            what = f"{f.name} needs p/q, or q/p, beyond e^{_FARTHEST:g}, which no double holds"
            raise InputError("divergence", what, "take nearer densities, or a bounded divergence")
    return [float(x) for x in rows @ mesh.weight]


def _cost(f: Divergence, response: Response) -> Callable[[Array, Array], Array]:
    """The integrand, without what `_beyond` counts."""

    def cost(log: Array, base: Array) -> Array:
        over, ratio, answer, away = _pair(log, response)
        terms = f.terms(ratio, answer, ratio - answer)
        weight = np.exp(np.minimum(base + over, 700.0))
        held = np.abs(away) <= _FARTHEST
        held |= (away < 0) & (math.isfinite(f.at_zero) or log == -np.inf)
        held |= (away > 0) & math.isfinite(f.slope_at_infinity)
        return np.multiply(weight, terms, out=np.zeros_like(log), where=held & (weight > 0))

    return cost


def _beyond(f: Divergence, response: Response) -> Callable[[Array, Array], Array]:
    """At most a lower bound of the integrand where p/q, or q/p, passes what a double holds."""
    down = math.exp(-_FARTHEST)
    high = float(f.terms(1.0, down)) if math.isinf(f.slope_at_infinity) else 0.0
    low = float(f.terms(down, 1.0)) if math.isinf(f.at_zero) else 0.0

    def cost(log: Array, base: Array) -> Array:
        over, ratio, answer, away = _pair(log, response)
        weight = np.exp(np.minimum(base + over, 700.0))
        lost = np.where(away > _FARTHEST, weight * ratio * high, 0.0)
        return np.where((away < -_FARTHEST) & (log > -np.inf), weight * answer * low, lost)

    return cost


def _pair(log: Array, response: Response) -> tuple[Array, Array, Array, Array]:
    """A scale e^over, p and q divided by it and by h, and log(p/q)."""
    over = scale_of(log)
    answer = response.at_log(log, over)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = log - over - np.log(answer)
    return over, np.exp(log - over), answer, away


def _infinite_tail(mesh: Mesh, response: Response, f: Divergence) -> bool:
    """Whether the tails alone make the divergence infinite."""
    p, h, order = mesh.target.tail, mesh.reference.tail, _order(f)
    if p is None or h is None or order is None or not _unbounded(mesh.target):
        return False
    if order > 1 and response.slopes[-1] > 0:  # q is at least a multiple of p
        return False
    if order < 0 and not response.constants[0] > 0:
        return False
    power = max(p[0], h[0])
    fall = order * p[1] * (p[0] == power) + (1.0 - order) * h[1] * (h[0] == power)
    # Laplace tails are exponentials up to factors that stay bounded away from 0.
    return fall < 0 or (fall == 0 and power == 1)


def _unbounded(density: Density) -> bool:
    return any(math.isinf(x) for interval in density.support for x in interval)


def _order(f: Divergence) -> float | None:
    """The a of an f that grows like x^a, a > 1, at infinity, or a < 0, at 0."""
    kind, _, argument = f.name.partition(":")
    order = 2.0 if kind == "chi2" else float(argument) if kind == "alpha" else 0.5
    return order if order > 1 or order < 0 else None


def _kinked(f: Divergence, response: Response) -> Array:
    """The levels of log(p/h) at which p/q passes a kink of a piecewise linear f."""
    if not f.linear:
        return np.zeros(0)
    grid = np.logspace(-9, 9, 181, dtype=np.float64)
    slopes, levels = f.slope(grid), set()
    for i in np.flatnonzero(np.diff(slopes)):
        low, high = grid[i], grid[i + 1]
        for _ in range(60):
            middle = np.sqrt(low * high)
            same = f.slope(np.array([middle]))[0] == slopes[i]
            low, high = (middle, high) if same else (low, middle)
        for u, v in response.pieces:  # where both are positive, r is 1
            if u > 0 and high * v < 1.0:
                levels.add(high * u / (1.0 - high * v))
    return np.log(np.array(sorted(levels))) if levels else np.zeros(0)
