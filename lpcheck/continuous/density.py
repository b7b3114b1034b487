"""Probability densities on an interval or a box, and the coordinates to integrate them in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array

_NEAR = 12.0
"""Scales within which quantiles keep their digits."""


@dataclass(frozen=True, eq=False)
class Density:
    """A probability density in one or two dimensions.

    A density falls below what a double holds long before its logarithm does, and where p does so,
    p/h loses all digits: `logpdf` keeps them. Without it a density counts as zero where `pdf` is.

    Attributes:
        name: how reports call it.
        pdf: arrays of coordinates (one argument each axis, broadcast) ↦ density, elementwise.
        support: an interval each axis; its ends may be infinite. The density is 0 outside.
        kinks: the coordinates, each axis, where the density is not smooth.
        scale: the length in which an infinite tail falls by about e; of the reference it sets the
            coordinate in which tails are integrated.
        logpdf: as `pdf`, the logarithm of the density, −∞ only where the density is zero.
        peaks: coordinates, each axis, near which there is mass: where narrow components are found.
        tail: (n, c) where log p = −c|x|ⁿ(1 + o(1)) along every infinite axis; None if unknown.
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
    logpdf: Callable[..., Array] | None = field(default=None, repr=False)
    peaks: tuple[tuple[float, ...], ...] = ()
    tail: tuple[int, float] | None = None

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
        if self.peaks and len(self.peaks) != self.dimension:
            raise InputError("peaks", f"{len(self.peaks)} axes", "give one tuple each axis")

    @property
    def dimension(self) -> int:
        """The number of coordinates, 1 or 2."""
        return len(self.support)

    def at(self, points: Array) -> Array:
        """The density at points of shape (n,) or (n, 2)."""
        return self.pdf(*self._coordinates(points))

    def log_at(self, points: Array) -> Array:
        """The logarithm of the density at points of shape (n,) or (n, 2)."""
        return self.log(*self._coordinates(points))

    def log(self, *point: Array) -> Array:
        """The logarithm of the density at coordinates: `logpdf`, or the logarithm of `pdf`."""
        if self.logpdf is not None:
            return np.asarray(self.logpdf(*point), dtype=float)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.log(np.asarray(self.pdf(*point), dtype=float)))

    def _coordinates(self, points: Array) -> tuple[Array, ...]:
        points = np.asarray(points, dtype=float)
        return (points,) if self.dimension == 1 else (points[:, 0], points[:, 1])

    def places(self, axis: int) -> tuple[float, ...]:
        """The kinks and the peaks on one axis."""
        return self.kinks[axis] + (self.peaks[axis] if self.peaks else ())


@dataclass(frozen=True)
class Axis:
    r"""A bounded coordinate v on one axis of a support.

    A finite interval is its own coordinate. On an infinite one
    :math:`x = c + s\,v/(1 - |v|)`, which keeps its digits at any distance, or, where both
    densities have the same exponential tails and nothing is far, the quantile of a Laplace
    distribution, :math:`x = c - s \operatorname{sign}(v) \log(1 - |v|)`: then tails are constants.
    """

    low: float
    high: float
    centre: float
    scale: float
    exponential: bool = False

    @property
    def finite(self) -> bool:
        """Whether the interval is its own coordinate."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def seen(self) -> float:
        """How far from ±1 the ends at infinity are seen: 20 scales out, or a million."""
        return 1e-9 if self.exponential else 1e-6

    def coordinate(self, x: float) -> float:
        """The v of a point (±1 for ±∞)."""
        if self.finite:
            return x
        if math.isinf(x):
            return math.copysign(1.0, x)
        away = (x - self.centre) / self.scale
        if self.exponential:
            return math.copysign(-math.expm1(-abs(away)), away)
        return away / (1.0 + abs(away))

    def point(self, v: Array) -> Array:
        """The x of a coordinate, elementwise."""
        if self.finite:
            return v
        with np.errstate(divide="ignore"):
            if self.exponential:
                return np.asarray(self.centre - self.scale * np.sign(v) * np.log1p(-np.abs(v)))
            return np.asarray(self.centre + self.scale * v / (1.0 - np.abs(v)))

    def stretch(self, v: Array) -> Array:
        """The derivative dx/dv, elementwise."""
        if self.finite:
            return np.ones_like(v)
        left = 1.0 - np.abs(v)
        return np.asarray(self.scale / (left if self.exponential else left**2))

    def edges(self, places: tuple[float, ...]) -> Array:
        """The coordinates at which to cut: both ends, and the places in between."""
        inside = {x for x in places if self.low < x < self.high}
        if not self.finite and self.low < self.centre < self.high:
            inside.add(self.centre)
        ends = (self.low, *sorted(inside), self.high)
        return np.unique([self.coordinate(float(x)) for x in ends])


def axis_of(target: Density, reference: Density, index: int) -> Axis:
    """The coordinate of one axis, fitted to a pair of densities."""
    low, high = reference.support[index]
    places = reference.kinks[index] or reference.places(index)
    centre = math.fsum(places) / len(places) if places else 0.0
    centre = min(max(centre, low), high)
    far = max((abs(x - centre) for x in target.places(index) + reference.places(index)), default=0)
    alike = target.tail == reference.tail == (1, 1.0 / reference.scale)
    return Axis(low, high, centre, reference.scale, alike and far <= _NEAR * reference.scale)
