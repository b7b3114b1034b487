r"""The densities of the papers: Laplace and Gaussian mixtures, and what bounds them.

Laplace in d dimensions is the product :math:`(2b)^{-d} e^{-\|x-m\|_1/b}`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.continuous.density import Density

_LEAST_MASS = 1e-280
_WHOLE = (-math.inf, math.inf)


def laplace_mixture(means: ArrayLike, weights: ArrayLike | None = None, b: float = 1.0) -> Density:
    """A mixture of Laplace distributions of one scale b, in one or two dimensions.

    Args:
        means: shape (K,), or (K, 2).
        weights: shape (K,), sum 1; equal by default.
        b: the scale.
    """
    m, w = _components(means, weights)

    def pdf(*point: Array) -> Array:
        total = np.zeros(np.broadcast_shapes(*(np.shape(x) for x in point)))
        for mean, weight in zip(m, w, strict=True):
            far = sum(np.abs(x - c) for x, c in zip(point, mean, strict=True))
            total += weight * np.exp(-far / b)
        return np.asarray(total / (2.0 * b) ** m.shape[1])

    def logpdf(*point: Array) -> Array:
        far = [
            math.log(weight) - sum(np.abs(x - c) for x, c in zip(point, mean, strict=True)) / b
            for mean, weight in zip(m, w, strict=True)
            if weight > 0
        ]
        return np.asarray(_log_sum(far) - m.shape[1] * math.log(2.0 * b))

    def cdf(x: Array) -> Array:
        away = (np.asarray(x)[..., None] - m[:, 0]) / b
        tail = 0.5 * np.exp(-np.abs(away))
        return np.asarray(np.where(away < 0, tail, 1.0 - tail) @ w)

    def draw(n: int, rng: np.random.Generator) -> Array:
        noise = rng.laplace(scale=b, size=(n, m.shape[1]))
        return _squeeze(m[rng.choice(len(w), n, p=w)] + noise)

    kinks = tuple(tuple(sorted(set(axis.tolist()))) for axis in m.T)
    one = m.shape[1] == 1
    name = f"Laplace mixture of {len(w)}"
    support = (_WHOLE,) * m.shape[1]
    return Density(
        name, pdf, support, kinks, b, cdf if one else None, draw, logpdf, tail=(1, 1.0 / b)
    )


def gaussian_mixture(
    means: ArrayLike,
    weights: ArrayLike | None = None,
    sigma: float = 1.0,
    interval: tuple[float, float] = _WHOLE,
) -> Density:
    """A mixture of Gaussians of one standard deviation, truncated to an interval in 1-D.

    The mixture is truncated as a whole: its density on the interval is divided by its mass there.

    Args:
        means: shape (K,), or (K, 2).
        weights: shape (K,), sum 1; equal by default.
        sigma: the standard deviation of each component.
        interval: where it lives, in one dimension.
    """
    m, w = _components(means, weights)
    d, (low, high) = m.shape[1], interval
    if d == 2 and interval != _WHOLE:
        raise InputError("interval", "is for one dimension", "leave it out in two")

    def until(x: Array) -> Array:
        """What each component has between the left end and x."""
        return _normal_mass((low - m[:, 0]) / sigma, (np.asarray(x)[..., None] - m[:, 0]) / sigma)

    mass = 1.0 if d == 2 else float(until(np.array(high)) @ w)
    if not mass > _LEAST_MASS:
        what = f"leaves the mixture a mass of {mass:.3g}"
        raise InputError("interval", what, "give one nearer to the means")

    def pdf(*point: Array) -> Array:
        total = np.zeros(np.broadcast_shapes(*(np.shape(x) for x in point)))
        for mean, weight in zip(m, w, strict=True):
            far = sum((x - c) ** 2 for x, c in zip(point, mean, strict=True))
            total += weight * np.exp(far * (-0.5 / sigma**2))
        return np.asarray(total / (mass * (2.0 * math.pi * sigma**2) ** (d / 2)))

    def logpdf(*point: Array) -> Array:
        far = [
            math.log(weight)
            - sum((x - c) ** 2 for x, c in zip(point, mean, strict=True)) * (0.5 / sigma**2)
            for mean, weight in zip(m, w, strict=True)
            if weight > 0
        ]
        whole = math.log(mass) + 0.5 * d * math.log(2.0 * math.pi * sigma**2)
        return np.asarray(_log_sum(far) - whole)

    def cdf(x: Array) -> Array:
        return np.asarray(until(np.clip(x, low, high)) @ w / mass)

    def draw(n: int, rng: np.random.Generator) -> Array:
        if d == 2 or interval == _WHOLE:
            return _squeeze(m[rng.choice(len(w), n, p=w)] + sigma * rng.normal(size=(n, d)))
        # In the tail in which a component has its part of the interval, where digits are kept.
        side = np.where(low - m[:, 0] > 0, -1.0, 1.0)
        ends = ndtr(side * (low - m[:, 0]) / sigma), ndtr(side * (high - m[:, 0]) / sigma)
        of = rng.choice(len(w), n, p=w * until(np.array(high)) / mass)
        level = rng.uniform(np.minimum(*ends)[of], np.maximum(*ends)[of])
        return np.asarray(np.clip(m[of, 0] + sigma * side[of] * ndtri(level), low, high))

    name = f"Gaussian mixture of {len(w)}"
    support = (interval,) if d == 1 else (_WHOLE, _WHOLE)
    peaks = tuple(tuple(sorted(set(axis.tolist()))) for axis in m.T)
    return Density(
        name, pdf, support, ((),) * d, sigma, cdf if d == 1 else None, draw, logpdf, peaks,
        (2, 0.5 / sigma**2),
    )  # fmt: skip


def gaussian_ring(modes: int = 3, radius: float = 1.0, sigma: float = math.sqrt(0.5)) -> Density:
    """Equal Gaussians on a circle (park2024, Figure 1, drawn with 3 modes of variance 1/2)."""
    angle = 2.0 * np.pi * np.arange(modes) / modes
    means = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return gaussian_mixture(means, sigma=sigma)


def _components(means: ArrayLike, weights: ArrayLike | None) -> tuple[Array, Array]:
    m = np.asarray(means, dtype=float)
    if m.ndim == 1:
        m = m[:, None]
    if m.ndim != 2 or not len(m) or m.shape[1] > 2 or not np.isfinite(m).all():
        raise InputError("means", f"shape {m.shape}", "give finite numbers, shape (K,) or (K, 2)")
    w = np.full(len(m), 1.0 / len(m)) if weights is None else np.asarray(weights, dtype=float)
    if w.shape != (len(m),) or not (w >= 0).all() or not abs(w.sum() - 1.0) <= 1e-9:
        raise InputError("weights", "are no distribution over the means", "one each, sum 1")
    return m, w / w.sum()


def _squeeze(points: Array) -> Array:
    return points[:, 0] if points.shape[1] == 1 else points


def _log_sum(terms: Sequence[Array]) -> Array:
    """The logarithm of the sum of exponentials, elementwise."""
    if len(terms) == 1:
        return np.asarray(terms[0])
    most = np.maximum.reduce(terms)
    return np.asarray(most + np.log(sum(np.exp(t - most) for t in terms)))


def _normal_mass(a: Array, b: Array) -> Array:
    """What a standard Gaussian has on [a, b], from the tail in which digits are kept."""
    right = a > 0
    return np.asarray(np.where(right, ndtr(-a) - ndtr(-b), ndtr(b) - ndtr(a)))


def gaussian_envelope(
    sigma: float = 1.0,
    radius: float = 1.0,
    interval: tuple[float, float] = _WHOLE,
    dimension: int = 1,
) -> tuple[Density, float]:
    r"""The least bound of all Gaussians with mean in a ball, as a density, and its c2.

    .. math:: h \propto e^{-\max(0, \|x\| - \rho)^2 / 2\sigma^2}, \qquad p \le c_2 h

    On an interval the Gaussians are renormalised, so the bound is divided by the least mass that
    the interval leaves one of them: that of a mean at the end of the ball. (park2024, section 3.2,
    and ghoukasian2025, Example 3.1, print it without truncation.)

    Returns:
        the density h and the constant c2 (c1 is 0).
    """
    root = math.sqrt(2.0 * math.pi) * sigma
    if dimension == 2:
        if interval != _WHOLE:
            raise InputError("interval", "is for one dimension", "leave it out in two")
        disc, edge, tail = math.pi * radius**2, math.pi * radius * root, 2.0 * math.pi * sigma**2
        return _disc_envelope(sigma, radius, (disc, edge, tail)), (disc + edge + tail) / root**2
    low, high = interval
    if not low < -radius < radius < high:
        raise InputError("interval", "does not hold the ball", "give a wider interval")
    down, up = float(ndtr((low + radius) / sigma)), float(ndtr((high - radius) / sigma))
    pieces = np.array([root * (0.5 - down), 2.0 * radius, root * (up - 0.5)])
    total = float(pieces.sum())
    left = min(
        up - float(ndtr((low - radius) / sigma)), float(ndtr((high + radius) / sigma)) - down
    )

    def pdf(x: Array) -> Array:
        return np.asarray(np.exp(logpdf(x)))

    def logpdf(x: Array) -> Array:
        beyond = np.maximum(np.abs(x) - radius, 0.0)
        return np.asarray(beyond**2 * (-0.5 / sigma**2) - math.log(total))

    def cdf(x: Array) -> Array:
        x = np.clip(x, low, high)
        first = root * (ndtr((np.minimum(x, -radius) + radius) / sigma) - down)
        last = root * (ndtr((np.maximum(x, radius) - radius) / sigma) - 0.5)
        return np.asarray((first + np.clip(x, -radius, radius) + radius + last) / total)

    def draw(n: int, rng: np.random.Generator) -> Array:
        piece = rng.choice(3, n, p=pieces / total)
        left_tail = -radius + sigma * ndtri(rng.uniform(down, 0.5, n))
        right_tail = radius + sigma * ndtri(rng.uniform(0.5, up, n))
        middle = rng.uniform(-radius, radius, n)
        return np.asarray(np.choose(piece, [left_tail, middle, right_tail]))

    kinks = ((-radius, radius),)
    density = Density(
        "Gaussian envelope", pdf, (interval,), kinks, sigma, cdf, draw, logpdf,
        tail=(2, 0.5 / sigma**2),
    )  # fmt: skip
    return density, total / (root * left)


def _disc_envelope(sigma: float, radius: float, pieces: Sequence[float]) -> Density:
    total = math.fsum(pieces)

    def pdf(x: Array, y: Array) -> Array:
        return np.asarray(np.exp(logpdf(x, y)))

    def logpdf(x: Array, y: Array) -> Array:
        beyond = np.maximum(np.hypot(x, y) - radius, 0.0)
        return np.asarray(beyond**2 * (-0.5 / sigma**2) - math.log(total))

    def draw(n: int, rng: np.random.Generator) -> Array:
        # In polar coordinates the tail (ρ + s) e^{−s²/2σ²} is half-normal plus Rayleigh.
        inner = radius * np.sqrt(rng.uniform(size=n))
        half = radius + sigma * np.abs(rng.normal(size=n))
        rayleigh = radius + sigma * np.sqrt(-2.0 * np.log1p(-rng.uniform(size=n)))
        length = np.choose(rng.choice(3, n, p=np.array(pieces) / total), [inner, half, rayleigh])
        angle = rng.uniform(0.0, 2.0 * math.pi, n)
        return np.stack([length * np.cos(angle), length * np.sin(angle)], axis=1)

    return Density(
        "Gaussian envelope", pdf, (_WHOLE, _WHOLE), ((-radius, radius),) * 2, sigma, None, draw,
        logpdf, tail=(2, 0.5 / sigma**2),
    )  # fmt: skip
