r"""How a private sampler answers a density p: :math:`q = h\,\kappa(p/h)`, κ piecewise linear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Response:
    r"""A piecewise linear κ; on the i-th piece :math:`\kappa(\rho) = u_i + v_i \rho`.

    `levels` are the ends of the pieces, increasing; a level belongs to the piece below it.
    """

    levels: tuple[float, ...]
    constants: tuple[float, ...]
    slopes: tuple[float, ...]

    def __call__(self, ratio: Array) -> Array:
        """κ, elementwise."""
        piece = np.searchsorted(np.array(self.levels), ratio)
        return np.asarray(np.array(self.constants)[piece] + np.array(self.slopes)[piece] * ratio)

    @property
    def cuts(self) -> Array:
        """The levels of p/h at which q is not smooth, or equals p."""
        flat = {u for u, v in zip(self.constants, self.slopes, strict=True) if v == 0}
        equal = {1.0} if any(v > 0 and u > 0 for u, v in self.pieces) else set()
        return np.array(sorted(x for x in {*self.levels, *flat, *equal} if 0 < x < np.inf))

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """The pairs (u, v)."""
        return tuple(zip(self.constants, self.slopes, strict=True))


def clip(r: float, lower: float, upper: float) -> Response:
    r"""The response of a clipped sampler: ρ/r, held between lower and upper."""
    return Response((lower * r, upper * r), (lower, 0.0, upper), (0.0, 1.0 / r, 0.0))


def mix(weight: float) -> Response:
    """κ(ρ) = weight·ρ + 1 − weight."""
    return Response((), (1.0 - weight,), (weight,))


def step(rest: float, upper: float) -> Response:
    """κ(0) = rest, and upper wherever p is positive."""
    return Response((0.0,), (rest, upper), (0.0, 0.0))
