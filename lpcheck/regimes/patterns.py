r"""All 2^n patterns over a whole range of ε at once, in enclosures.

With η = 1 − u = 1 − e^{−ε} and G = P0(T) − P1(T), which does not depend on ε, the utility of a
pattern is :math:`\mu_T = \eta^2 \psi_T`,

.. math:: \psi_T = \frac{G^2}{b} F\Big(\frac{\eta G}{b}\Big), \qquad b = u + \eta P_1(T),

with F of :mod:`.curvature`. The factor η² leaves every inequality between utilities as it is, so
that nothing vanishes as ε → 0; and u = 0 is ε = ∞.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpcheck.regimes.curvature import Curvature
from lpcheck.regimes.enclosures import Enclosures, levels, of_rationals

MOST_LETTERS = 10
"""With more letters there are too many patterns to look at, range by range."""


class Patterns:
    """The 2^n sets of letters with their exact masses; set number s has letter x if bit x is set."""

    def __init__(self, p0: list[Fraction], p1: list[Fraction], curvature: Curvature) -> None:
        if curvature.swapped:
            p0, p1 = p1, p0
        self.n, self.curvature = len(p0), curvature
        sets = np.arange(2**self.n)
        self.inside: NDArray[np.bool_] = (sets[:, None] >> np.arange(self.n)) & 1 == 1
        first, second = _sums(p0), _sums(p1)
        self.p0, self.p1 = of_rationals(first), of_rationals(second)
        self.gap = of_rationals([a - b for a, b in zip(first, second, strict=True)])
        self.letters = 2 ** np.arange(self.n)
        self.mass = np.array([float(a + b) for a, b in zip(p0, p1, strict=True)])

    def number(self, first: int, last: int) -> int:
        """The set {first, ..., last − 1}."""
        return int(2**last - 2**first)

    def over(self, low: float, high: float) -> Range:
        """The patterns for all ε in [low, high]; high may be ∞, low may be 0."""
        u, eta = levels(low, high)
        ends = [
            _End(u[i], _positive(u[i] + eta[i] * self.p0), _positive(u[i] + eta[i] * self.p1))
            for i in (0, 1)
        ]
        # All of these are monotone in ε.
        x = _span([eta[i] * (self.gap / ends[i].b) for i in (0, 1)])
        ratio = _span([end.a / end.b for end in ends])
        inverse = _span([1.0 / end.b for end in ends])
        # u/b is 1 where P1(T) = 0, also in the limit.
        share = _span([(end.u / end.b).where(self.p1.hi > 0, 1.0) for end in ends])
        F, D, E = self.curvature.over(x, ratio)
        square = self.gap * self.gap * F
        slope = self.gap * inverse
        return Range(
            self, _span([u[0], u[1]]), inverse * square, share * square,
            slope * D, _span([eta[0], eta[1]]) * slope * slope * E,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Range:
    """What the patterns are for all ε of a range; arrays over the 2^n sets.

    Attributes:
        psi, u_psi: ψ_T and u ψ_T.
        along, across: the tangent of ψ at T is along·(P0 − P1)(x) − across·P1(x) at a letter x.
    """

    patterns: Patterns
    u: Enclosures
    psi: Enclosures
    u_psi: Enclosures
    along: Enclosures
    across: Enclosures

    def tangents(self) -> Enclosures:
        """The tangent at each set T at each letter, shape (2^n, n)."""
        one = self.patterns.letters
        gap, p1 = self.patterns.gap[one], self.patterns.p1[one]
        column = (slice(None), None)
        return self.along[column] * gap - self.across[column] * p1


@dataclass(frozen=True, eq=False)
class _End:
    u: Enclosures
    a: Enclosures
    b: Enclosures


def _sums(masses: list[Fraction]) -> list[Fraction]:
    sums = [Fraction(0)]
    for mass in masses:
        sums += [mass + s for s in sums]
    return sums


def _positive(x: Enclosures) -> Enclosures:
    return Enclosures(np.maximum(x.lo, 0.0), x.hi)


def _span(ends: list[Any]) -> Enclosures:
    found: Enclosures = ends[0].hull(ends[1])
    return found
