r"""How a private sampler answers a density p: :math:`q = h\,\kappa(p/h)`, κ piecewise linear.

The ratio p/h and the normaliser r pass what a double holds, up and down, so that κ is a function of
:math:`\log(p/h)` and keeps log r.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array

_FAR = 300.0
"""From this log(p/h) on, values are kept divided by p/h."""


@dataclass(frozen=True)
class Response:
    r"""A piecewise linear κ; on the i-th piece :math:`\kappa(\rho) = u_i + v_i \rho/r`.

    `levels` are the ends of the pieces, as values of ρ/r, increasing; a level belongs to the piece
    below it.
    """

    levels: tuple[float, ...]
    constants: tuple[float, ...]
    slopes: tuple[float, ...]
    log_r: float = 0.0

    def __call__(self, ratio: Array) -> Array:
        """κ of ρ, elementwise."""
        with np.errstate(divide="ignore"):
            return self.at_log(np.log(np.asarray(ratio, dtype=float)))

    def at_log(self, log: Array, over: Array | float = 0.0) -> Array:
        """κ of log ρ, elementwise, divided by e^over."""
        piece = self.piece(log)
        u, v = np.array(self.constants)[piece], np.array(self.slopes)[piece]
        # Constant pieces have no slope to overflow with.
        shifted = np.where(v > 0, log - self.log_r - over, -np.inf)
        with np.errstate(over="ignore"):
            return np.asarray(u * np.exp(-np.asarray(over)) + v * np.exp(shifted))

    def piece(self, log: Array) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
        """The piece that a log ρ belongs to."""
        return np.searchsorted(np.array(self.log_levels), log)

    @property
    def log_levels(self) -> tuple[float, ...]:
        """The ends of the pieces, as values of log ρ."""
        with np.errstate(divide="ignore"):
            return tuple((np.log(np.array(self.levels)) + self.log_r).tolist())

    @property
    def cuts(self) -> Array:
        """The log ρ at which q is not smooth, or equals p."""
        flat = {u for u, v in self.pieces if v == 0 and u > 0}
        equal = {1.0} if any(v > 0 and u > 0 for u, v in self.pieces) else set()
        found = {*self.log_levels, *np.log(np.array([*flat, *equal])).tolist()}
        return np.array(sorted(x for x in found if np.isfinite(x)))

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """The pairs (u, v)."""
        return tuple(zip(self.constants, self.slopes, strict=True))


def scale_of(log: Array) -> Array:
    """What values at log(p/h) are kept divided by, as a logarithm: 0 but far out."""
    return np.where(log > _FAR, log, 0.0)


def clip(log_r: float, lower: float, upper: float) -> Response:
    r"""The response of a clipped sampler: ρ/r, held between lower and upper."""
    return Response((lower, upper), (lower, 0.0, upper), (0.0, 1.0, 0.0), log_r)


def mix(weight: float) -> Response:
    """κ(ρ) = weight·ρ + 1 − weight."""
    return Response((), (1.0 - weight,), (weight,))


def step(rest: float, upper: float) -> Response:
    """κ(0) = rest, and upper wherever p is positive."""
    return Response((0.0,), (rest, upper), (0.0, 0.0))
