"""Probability densities on an interval or a box, and the coordinates to integrate them in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Density:
    """A probability density in one or two dimensions.

    Attributes:
        name: how reports call it.
        pdf: arrays of coordinates (one argument each axis, broadcast) ↦ density, elementwise.
        support: an interval each axis; its ends may be infinite. The density is 0 outside.
        kinks: the coordinates, each axis, where the density is not smooth.
        scale: the length in which an infinite tail falls by about e; of the reference it sets the
            coordinate in which tails are integrated.
        cdf: in one dimension, the distribution function, where it has a closed form.
        draw: (n, generator) ↦ n points, shape (n,) or (n, 2); a reference needs it for sampling.
    """

    name: str
    pdf: Callable[..., Array] = field(repr=False)
    support: tuple[tuple[float, float], ...]
    kinks: tuple[tuple[float, ...], ...] = ((),)
    scale: float = 1.0
    cdf: Callable[[Array], Array] | None = field(default=None, repr=False)
    draw: Callable[[int, np.random.Generator], Array] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse shapes that do not fit."""
        if self.dimension not in (1, 2):
            raise InputError("support", f"has {self.dimension} axes", "give one or two intervals")
        for low, high in self.support:
            if not low < high:
                raise InputError("support", f"[{low:g}, {high:g}] is empty", "give low < high")
        if not (math.isfinite(self.scale) and self.scale > 0):
            raise InputError("scale", f"{self.scale} is not a length", "give a positive number")
        if len(self.kinks) != self.dimension:
            raise InputError("kinks", f"{len(self.kinks)} axes", "give one tuple each axis")

    @property
    def dimension(self) -> int:
        """The number of coordinates, 1 or 2."""
        return len(self.support)

    def at(self, points: Array) -> Array:
        """The density at points of shape (n,) or (n, 2)."""
        points = np.asarray(points, dtype=float)
        return self.pdf(points) if self.dimension == 1 else self.pdf(points[:, 0], points[:, 1])


@dataclass(frozen=True)
class Axis:
    r"""A bounded coordinate v on one axis of a support.

    A finite interval is its own coordinate. An infinite one is seen as the quantiles of a Laplace
    distribution, :math:`x = c - s \operatorname{sign}(v) \log(1 - |v|)`: for a Laplace reference
    both tails become constants.
    """

    low: float
    high: float
    centre: float
    scale: float

    @property
    def finite(self) -> bool:
        """Whether the interval is its own coordinate."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def coordinate(self, x: float) -> float:
        """The v of a point (±1 for ±∞)."""
        if self.finite:
            return x
        away = (x - self.centre) / self.scale
        return math.copysign(-math.expm1(-abs(away)), away)

    def point(self, v: Array) -> Array:
        """The x of a coordinate, elementwise."""
        if self.finite:
            return v
        with np.errstate(divide="ignore"):
            away = np.log1p(-np.abs(v))
        return np.asarray(self.centre - self.scale * np.sign(v) * away)

    def stretch(self, v: Array) -> Array:
        """The derivative dx/dv, elementwise."""
        return np.ones_like(v) if self.finite else np.asarray(self.scale / (1.0 - np.abs(v)))

    def edges(self, kinks: tuple[float, ...]) -> Array:
        """The coordinates at which to cut: both ends, and the kinks in between."""
        inside = {x for x in kinks if self.low < x < self.high}
        if not self.finite and self.low < self.centre < self.high:
            inside.add(self.centre)
        ends = (self.low, *sorted(inside), self.high)
        return np.array([self.coordinate(x) for x in ends], dtype=float)  # ends may be integers


def axis_of(reference: Density, index: int) -> Axis:
    """The coordinate of one axis, fitted to a reference density."""
    low, high = reference.support[index]
    kinks = reference.kinks[index]
    centre = math.fsum(kinks) / len(kinks) if kinks else 0.0
    return Axis(low, high, min(max(centre, low), high), reference.scale)
