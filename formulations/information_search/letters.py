r"""The alphabet of the information problem, and the utility of a pattern as a function of its mass.

With :math:`u = e^{-\varepsilon}` the pattern of T is 1 on T and u elsewhere; its utility depends on
T through :math:`s = P(T)` alone:

.. math:: g(s) = s \log\tfrac1m + (1-s)\,u\log\tfrac um, \qquad m = u + (1-u)s,

which is concave, with g(0) = g(1) = 0.

Letters of equal mass are one letter with a count. The dual program (minimise 1ᵀα subject to
S_Tᵀα ≥ g(P(T)) for all T) does not change when two inputs of equal mass are swapped, so that
averaging α over such inputs keeps it feasible (the constraint of T becomes an average of
constraints of sets with the same mass) and keeps 1ᵀα: some optimal α has one price a letter, and
against such an α only the number of inputs that T takes from each letter matters. Inputs without
mass have price 0, and in the mechanism the row of another input.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.divergences import read_divergence
from formulations.formulation import Array
from formulations.parameters import Distribution

_KL = read_divergence("kl")

Index = NDArray[np.intp]


@dataclass(frozen=True)
class Curve:
    """The utility g of a pattern relative to its largest entry, a function of its mass.

    Attributes:
        epsilon: privacy level.
        missing: masses are counted from 1 − missing. Of sets with a letter of nearly all the mass
            only the others are summed, so that no digits are lost.
    """

    epsilon: float
    missing: float = 1.0

    @property
    def u(self) -> float:
        """e^{−ε}."""
        return float(np.exp(-self.epsilon))

    @property
    def rest(self) -> float:
        """1 − u, to full precision."""
        return float(-np.expm1(-self.epsilon))

    def mean(self, mass: Array) -> Array:
        """The probability m = u + (1 − u)s of an output whose column is the pattern, any shape."""
        return self.u + self.rest * (1.0 - self.missing + mass)

    def utility(self, mass: Array, outside: Array | None = None) -> Array:
        """g(s); with 1 − s too where the caller knows it to more digits.

        Args:
            mass: s, any shape.
            outside: 1 − s, the same shape.
        """
        outside = np.maximum(self.missing - mass, 0.0) if outside is None else outside
        mean, rest, inside = self.mean(mass), self.rest, 1.0 - self.missing + mass
        upper = inside * _KL.terms(np.ones_like(mean), mean, rest * outside)
        lower = outside * _KL.terms(np.full_like(mean, self.u), mean, -rest * inside)
        return np.asarray(upper + lower)

    def slope(self, mass: Array) -> Array:
        """g'(s) = −(1 − u) log m − (1 − u − εu); any shape; the last bracket does not cancel."""
        from scipy.special import gammainc

        below = self.rest * (self.missing - mass)  # 1 − m
        log_mean = np.where(below < 0.5, np.log1p(-np.minimum(below, 0.5)), np.log(self.mean(mass)))
        return np.asarray(-self.rest * log_mean - gammainc(2.0, self.epsilon))

    def mass_of_slope(self, slope: Array) -> Array:
        """The mass, in range or beyond, at which g' is the slope, any shape: g' falls."""
        from scipy.special import gammainc

        with np.errstate(over="ignore"):
            log_mean = -(slope + gammainc(2.0, self.epsilon)) / self.rest
            return np.asarray(self.missing + np.expm1(log_mean) / self.rest)

    @property
    def peak(self) -> float:
        """The mass of the largest utility."""
        return float(np.clip(self.mass_of_slope(np.zeros(1))[0], 0.0, self.missing))


@dataclass(frozen=True, eq=False)
class Letters:
    """n letters of falling mass, how many inputs each is, and where the k inputs went.

    Attributes:
        masses: the probability of one input of each letter, shape (n,), positive.
        counts: the number of inputs of each letter, shape (n,).
        place: the letter of each input, shape (k,); −1 where it has no mass.
        curve: the utility as a function of the mass.
    """

    masses: Array
    counts: Index
    place: Index
    curve: Curve

    def __len__(self) -> int:
        """The number n of letters."""
        return len(self.masses)

    def spread(self, prices: Array) -> Array:
        """A price for each input, shape (k,), from one for each letter, shape (n,)."""
        return np.where(self.place >= 0, prices[self.place], 0.0)

    def utilities(self, sets: NDArray[np.integer[Any]]) -> Array:
        """Utilities of sets given by counts, shape (sets, n)."""
        mass = np.minimum(sets @ self.masses, 1.0)
        return self.curve.utility(mass, (self.counts - sets) @ self.masses)

    def largest_utility(self) -> float:
        """A bound on the utility of any pattern, and near the largest: no mass skips an input."""
        if self.curve.epsilon == 0:
            return 0.0
        largest, peak = float(self.masses[0]), self.curve.peak
        if 1.0 - largest < peak < largest:
            return float(self.curve.utility(np.array([1.0 - largest, largest])).max())
        return float(self.curve.utility(np.array([peak]))[0])


def read_letters(prior: Distribution, epsilon: float) -> Letters:
    """The inputs with mass, by falling mass, equal ones counted (exactly equal as rationals).

    Args:
        prior: the distribution of the input, k entries.
        epsilon: privacy level in nats.
    """
    groups: dict[Fraction, list[int]] = {}
    for x, mass in enumerate(prior.exact):
        if mass:
            groups.setdefault(mass, []).append(x)
    place = np.full(len(prior), -1, dtype=np.intp)
    falling = sorted(groups, reverse=True)
    for letter, mass in enumerate(falling):
        place[groups[mass]] = letter
    masses = np.array([float(mass) for mass in falling])
    counts = np.array([len(groups[mass]) for mass in falling], dtype=np.intp)
    return Letters(masses, counts, place, Curve(epsilon))
