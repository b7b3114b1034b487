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
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from lpcheck.regimes.curvature import Curvature
from lpcheck.regimes.enclosures import Enclosures, dot, exactly, levels, of_rationals

MOST_LETTERS = 10
"""With more letters there are too many patterns to look at, range by range."""

_EVEN = Fraction(1, 20)
"""|P0 − P1| relative to P0 + P1 of a letter that says little."""

_ROUNDING = Fraction(1, 10**12)
"""Masses that are apart by less, relatively, are mirrored but for rounding."""


class Patterns:
    """The 2^n sets of letters, with their exact masses; bit x of a set's number is letter x."""

    def __init__(self, p0: list[Fraction], p1: list[Fraction], curvature: Curvature) -> None:
        if curvature.swapped:
            p0, p1 = p1, p0
        self.n, self.curvature = len(p0), curvature
        sets = np.arange(2**self.n)
        self.inside: NDArray[np.bool_] = (sets[:, None] >> np.arange(self.n)) & 1 == 1
        first, second = _sums(p0), _sums(p1)
        self.p0, self.p1 = of_rationals(first), of_rationals(second)
        self.gap = of_rationals([a - b for a, b in zip(first, second, strict=True)])
        self.exact = list(zip(first, second, strict=True))
        self.letters = 2 ** np.arange(self.n)
        self.mass = np.array([float(a + b) for a, b in zip(p0, p1, strict=True)])

    def number(self, first: int, last: int) -> int:
        """The set {first, ..., last − 1}."""
        return int(2**last - 2**first)

    def alike(self, one: int, other: int, within: float) -> bool:
        """Whether two sets have equal utilities at every ε, or relatively nearly so.

        A utility is G²/b F(ηG/b): one by which G and the masses are relatively apart is at most
        four times that, for the f whose utilities do not tell all masses apart.

        Args:
            one: a set.
            other: another one.
            within: by what share G and the masses may be apart; 0 for equality.
        """
        keys = self._key(self.exact[one]), self._key(self.exact[other])
        return _near(*keys, Fraction(within))

    def _key(self, masses: tuple[Fraction, Fraction]) -> tuple[Fraction, ...]:
        gap = abs(masses[0] - masses[1])
        if self.curvature.even:
            return gap, masses[1]
        return (gap, *sorted(masses)) if self.curvature.symmetric else masses

    def ties(self, cuts: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Partitions that may be nearly as good as ε → 0.

        A letter with P0 ≈ P1 next to a cut may go to its other side.
        """
        found = []
        for x, (a, b) in enumerate(self.exact[s] for s in self.letters.tolist()):
            moved = {x: x + 1, x + 1: x}
            for cut in set(moved) & set(cuts[1:-1]):
                if abs(a - b) <= _EVEN * (a + b) and moved[cut] not in cuts:
                    found.append(tuple(moved[cut] if c == cut else c for c in cuts))
        return [f for f in dict.fromkeys(found) if f != cuts]

    def twin(self, cuts: tuple[int, ...]) -> tuple[int, ...]:
        """The mirror image of a partition, if it is as good for every ε, or but for rounding.

        Else, and where it is its own mirror image, the partition itself.
        """
        return tuple(self.n - c for c in reversed(cuts)) if self._mirrored else cuts

    @cached_property
    def _mirrored(self) -> bool:
        """Whether the utility of a letter is that of the letter across, up to rounding."""
        keys = [self._key(self.exact[s]) for s in self.letters.tolist()]
        across = zip(keys, reversed(keys), strict=True)
        return all(_near(one, other, _ROUNDING) for one, other in across)

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
        F, D, E, fall = self.curvature.over(x, ratio)
        square = self.gap * self.gap * F
        slope = self.gap * inverse
        # dx/dη = G/b² and db/dη = P1(T) − 1.
        growth = slope * slope * ((1.0 - self.p1) * F - slope * fall)
        return Range(
            self, _span([u[0], u[1]]), _span([eta[0], eta[1]]), inverse * square, share * square,
            D, E, slope, growth,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Range:
    """What the patterns are for all ε of a range; arrays over the 2^n sets.

    Attributes:
        u, eta: e^{−ε} and 1 − e^{−ε}.
        psi, u_psi: ψ_T and u ψ_T.
        D, E: the means of :mod:`.curvature`.
        slope: G/b.
        growth: dψ_T/dη.
    """

    patterns: Patterns
    u: Enclosures
    eta: Enclosures
    psi: Enclosures
    u_psi: Enclosures
    D: Enclosures
    E: Enclosures
    slope: Enclosures
    growth: Enclosures

    def tangents(self, sets: Any) -> Enclosures:
        """The tangent of ψ at each of some sets T at each letter, shape (sets, n)."""
        one, column = self.patterns.letters, (slice(None), None)
        gap, p1, slope = self.patterns.gap[one], self.patterns.p1[one], self.slope[sets]
        across = self.eta * slope * slope * self.E[sets]
        return (slope * self.D[sets])[column] * gap - across[column] * p1

    def combine(self, of: Combinations, u_value: Enclosures, middle: Range | None) -> Enclosures:
        """Σ weight·ψ − price·uλ of each combination; 0 exactly where there is nothing to sum.

        With the patterns at one ε within the range, by the mean value theorem too: sums that differ
        by little as ε → 0 do not differ by more because ε is not known.
        """
        found = dot(of.weights, self.psi[of.sets])
        if middle is not None:
            at = dot(of.weights, middle.psi[of.sets])
            by_mean = at + dot(of.weights, self.growth[of.sets]) * (self.eta - middle.eta)
            found = Enclosures(np.maximum(found.lo, by_mean.lo), np.minimum(found.hi, by_mean.hi))
        nothing = ~of.weights.any(axis=1)
        found = found.where(~nothing, 0.0)
        found = (found - u_value * exactly(of.prices)).where(of.prices != 0, found)
        return (found / exactly(of.parts)).where(of.parts != 1, found)


@dataclass(frozen=True, eq=False)
class Combinations:
    """Rows (Σ weight·ψ − price·uλ)/part with integers that do not depend on ε.

    Attributes:
        sets: which ψ, shape (sets,).
        weights: shape (rows, sets).
        prices, parts: shape (rows,).
    """

    sets: NDArray[np.intp]
    weights: Array
    prices: Array
    parts: Array


@dataclass(frozen=True, eq=False)
class _End:
    u: Enclosures
    a: Enclosures
    b: Enclosures


def _near(one: tuple[Fraction, ...], other: tuple[Fraction, ...], within: Fraction) -> bool:
    return all(abs(x - y) <= within * abs(x) for x, y in zip(one, other, strict=True))


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
