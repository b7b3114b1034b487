r"""The mechanisms of Theorems 3.1 and 3.3 in rational arithmetic: t = e^ε is a Fraction.

Theorem 3.1 is the case :math:`c_1 = 0, c_2 = k`, μ uniform.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from lpcheck.claims.divergences import chord
from lpcheck.claims.exact import F


@dataclass(frozen=True)
class Band:
    """The class {c1 μ ≤ P ≤ c2 μ} and the level t = e^ε at which it is sampled from."""

    mu: tuple[Fraction, ...]
    c1: Fraction
    c2: Fraction
    t: Fraction

    @property
    def b(self) -> Fraction:
        """Eq. 11."""
        span = self.c2 - self.c1
        return span / ((self.t - 1) * (1 - self.c1) + span)

    @property
    def r1(self) -> Fraction:
        """Eq. 11."""
        return self.c1 / self.b

    @property
    def r2(self) -> Fraction:
        """Eq. 11."""
        return self.c2 / (self.b * self.t)

    @property
    def alpha(self) -> Fraction:
        """The mass of the set on which an extreme P that splits is c2 μ."""
        return (1 - self.c1) / (self.c2 - self.c1)

    @property
    def lower(self) -> list[Fraction]:
        """B μ."""
        return [self.b * m for m in self.mu]

    @property
    def upper(self) -> list[Fraction]:
        """B t μ."""
        return [self.b * self.t * m for m in self.mu]

    @property
    def weight(self) -> Fraction:
        r"""γ of the linear mechanism γP + (1 − γ)μ, for which γ c1 + 1 − γ = b."""
        return (1 - self.b) / (1 - self.c1)

    def clipped(self, p: Sequence[Fraction], r: Fraction) -> list[Fraction]:
        """clip(P/r; bμ, btμ); at r = 0 as Section 3.2 defines it."""
        rows = zip(p, self.lower, self.upper, strict=True)
        if r == 0:
            return [high if x > 0 else low for x, low, high in rows]
        return [max(low, min(high, x / r)) for x, low, high in rows]

    def normalisers(self, p: Sequence[Fraction]) -> tuple[Fraction, Fraction | float]:
        """The smallest and the largest r ≥ 0 at which the clip sums to one.

        The sum is non-increasing in r and linear in 1/r between the r at which an entry meets
        a bound.
        """
        bounds = [x / y for y in (*self.lower, *self.upper) for x in p if x > 0 and y > 0]
        corners = sorted({F(0), *bounds})
        sums = [sum(self.clipped(p, r), F(0)) for r in corners]
        if sums[-1] == 1:
            return min(r for r, s in zip(corners, sums, strict=True) if s == 1), math.inf
        exact = [r for r, s in zip(corners, sums, strict=True) if s == 1]
        if exact:
            return exact[0], exact[-1]
        i = max(j for j, s in enumerate(sums) if s > 1)
        middle = self.clipped(p, (corners[i] + corners[i + 1]) / 2)
        rows = zip(p, middle, self.lower, self.upper, strict=True)
        free = [(x, y) for x, y, low, high in rows if low < y < high]
        rest = 1 - sum(middle, F(0)) + sum((y for _, y in free), F(0))
        r = sum((x for x, _ in free), F(0)) / rest
        return r, r

    def normaliser(self, p: Sequence[Fraction]) -> Fraction:
        """The largest r_P that is at most r2."""
        return F(min(self.normalisers(p)[1], self.r2))

    def answer(self, p: Sequence[Fraction]) -> list[Fraction]:
        """The distribution of the proposed mechanism, eq. 8 or 13."""
        return self.clipped(p, self.normaliser(p))

    def linear(self, p: Sequence[Fraction]) -> list[Fraction]:
        """The distribution of the linear mechanism of Section 3.3."""
        return [self.weight * x + (1 - self.weight) * m for x, m in zip(p, self.mu, strict=True)]

    def value(self, f: Divergence) -> float:
        """The right-hand side of (12), the two-point divergence with ratios r1 and r2."""
        return chord(f, self.r1, self.r2)


def simplex(k: int, t: Any) -> Band:
    """The setting of Theorem 3.1."""
    return Band((F(1, k),) * k, F(0), F(k), F(t))


def extreme(band: Band, order: Sequence[int]) -> list[Fraction]:
    """The extreme point that raises letters from c1 μ to c2 μ in the given order."""
    p = [band.c1 * m for m in band.mu]
    left = 1 - sum(p, F(0))
    for i in order:
        step = min(left, (band.c2 - band.c1) * band.mu[i])
        p[i] += step
        left -= step
    return p


def members(band: Band, count: int, seed: int = 2024) -> list[list[Fraction]]:
    """Members of the class: extreme points, mixtures of two and of four, and μ."""
    generator = np.random.default_rng([seed, len(band.mu), int(1000 * band.t)])
    corners = [extreme(band, generator.permutation(len(band.mu)).tolist()) for _ in range(count)]
    result = [list(band.mu), *corners]
    for size in (2, 4):
        for _ in range(count):
            weights = [F(int(w)) for w in generator.integers(1, 9, size)]
            chosen = [corners[i] for i in generator.integers(0, count, size)]
            parts = list(zip(weights, chosen, strict=True))
            mixed = [sum((w * c[x] for w, c in parts), F(0)) for x in range(len(band.mu))]
            result.append([v / sum(weights, F(0)) for v in mixed])
    return result
