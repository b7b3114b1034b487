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
from lpcheck.regimes.enclosures import Enclosures, levels, of_rationals, total

MOST_LETTERS = 10
"""With more letters there are too many patterns to look at, range by range."""

_EVEN = Fraction(1, 20)
"""|P0 − P1| relative to P0 + P1 of a letter that says little."""


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

    def utility_key(self, number: int) -> tuple[Fraction, ...]:
        """Equal for two sets only if their utilities are equal at every ε."""
        masses = self.exact[number]
        return tuple(sorted(masses)) if self.curvature.symmetric else masses

    def ties(self, cuts: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Partitions that may be as good for every ε, or nearly as good as ε → 0.

        A letter with P0 ≈ P1 next to a cut may go to its other side; and a symmetric f does not
        tell a partition from its mirror image if the priors are mirrored.
        """
        found = []
        letters = [self.exact[s] for s in self.letters.tolist()]
        for x, (a, b) in enumerate(letters):
            moved = {x: x + 1, x + 1: x}
            for cut in set(moved) & set(cuts[1:-1]):
                if abs(a - b) <= _EVEN * (a + b) and moved[cut] not in cuts:
                    found.append(tuple(moved[cut] if c == cut else c for c in cuts))
        if self.curvature.symmetric and letters == [(b, a) for a, b in reversed(letters)]:
            found.append(tuple(self.n - c for c in reversed(cuts)))
        return [f for f in dict.fromkeys(found) if f != cuts]

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

    def excess(self, ours: list[int], theirs: list[int], middle: Range | None) -> Enclosures:
        """Σ ψ over some sets less that over others; 0 exactly where it is 0 for every ε.

        With the patterns at one ε within the range, by the mean value theorem too: sums that differ
        by little as ε → 0 do not differ by more because ε is not known.
        """
        ours, theirs = self._apart(ours, theirs)
        found = _difference(self.psi, ours, theirs)
        if middle is None or not ours + theirs:
            return found
        at = _difference(middle.psi, ours, theirs)
        by_mean = at + _difference(self.growth, ours, theirs) * (self.eta - middle.eta)
        return Enclosures(np.maximum(found.lo, by_mean.lo), np.minimum(found.hi, by_mean.hi))

    def _apart(self, ours: list[int], theirs: list[int]) -> tuple[list[int], list[int]]:
        """The two lists without the sets that have one and the same utility for every ε."""
        key = self.patterns.utility_key
        mine, other = list(ours), list(theirs)
        for s in ours:
            same = [t for t in other if key(t) == key(s)]
            if same:
                mine.remove(s)
                other.remove(same[0])
        return mine, other


@dataclass(frozen=True, eq=False)
class _End:
    u: Enclosures
    a: Enclosures
    b: Enclosures


def _difference(values: Enclosures, ours: list[int], theirs: list[int]) -> Enclosures:
    found = Enclosures(np.zeros(()), np.zeros(()))
    if ours:
        found = found + total(values[np.array(ours)])
    if theirs:
        found = found - total(values[np.array(theirs)])
    return found


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
