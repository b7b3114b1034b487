r"""The alphabet in likelihood-ratio order, with letters of one ratio merged.

Merging loses nothing. The value of a partition is convex in the mass that one of two blocks takes
from a group of equal ratios, so a group need not be split; and a dual vector that is feasible for
the group is feasible for its letters when they share it in proportion to their mass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from formulations.divergences import Divergence
from formulations.formulation import Array
from formulations.parameters import Distribution

Index = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Letters:
    r"""n letters of rising P0/P1, their masses times 1 − u, and where the k inputs went.

    Attributes:
        p0, p1: (1 − u)·P0 and (1 − u)·P1 by letter, shape (n,).
        gap: p0 − p1, to more digits than p0 and p1 have.
        u: e^{−ε}.
        rest: 1 − u, to more digits.
        divergence: the f-divergence.
        place: the letter of each input, shape (k,); −1 where P0 = P1 = 0.
        share: the part of its letter's mass that an input has, shape (k,).
    """

    p0: Array
    p1: Array
    gap: Array
    u: float
    rest: float
    divergence: Divergence
    place: Index
    share: Array

    def __len__(self) -> int:
        """The number n of letters."""
        return len(self.p0)

    def utility(self, p0: Array, p1: Array, gap: Array) -> Array:
        """The utility of patterns whose masses, times 1 − u, are given.

        Args:
            p0: (1 − u) P0(T), any shape.
            p1: (1 − u) P1(T), the same shape.
            gap: their difference, which may be known to more digits.
        """
        return self.divergence.terms(self.u + p0, self.u + p1, gap)

    def block_utilities(self, cuts: Index) -> Array:
        """The utility of each block, shape (m,), between cut points 0 = c_0 < ... < c_m = n."""
        return self.utility(*self.block_masses(cuts))

    def block_masses(self, cuts: Index) -> tuple[Array, Array, Array]:
        """The sums of p0, p1 and gap over each block, shape (m,)."""
        p0, p1, gap = (np.add.reduceat(v, cuts[:-1]) for v in (self.p0, self.p1, self.gap))
        return p0, p1, gap

    def merged(self, cuts: Index) -> Letters:
        """The alphabet with blocks for letters (the places are not kept)."""
        none = np.empty(0)
        return Letters(
            *self.block_masses(cuts), self.u, self.rest, self.divergence, none.astype(np.intp), none
        )

    def apart(self) -> Letters:
        """The alphabet with one letter an input: nothing merged, those without mass first."""
        order = np.argsort(self.place, kind="stable")
        share, letter = self.share[order], self.place[order]  # share is 0 where letter is −1
        p0, p1, gap = (v[letter] * share for v in (self.p0, self.p1, self.gap))
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        return Letters(p0, p1, gap, self.u, self.rest, self.divergence, place, np.ones(len(order)))

    def spread(self, alpha: Array) -> Array:
        """A vector over the letters as one over the k inputs, shared by mass."""
        return np.where(self.place >= 0, alpha[self.place] * self.share, 0.0)

    @cached_property
    def largest_utility(self) -> float:
        """The largest utility of a pattern: that of a prefix, for a suffix is one reversed.

        A convex function on the zonotope of masses is largest at a vertex, and its vertices are
        the prefixes and the suffixes. +∞ where a double overflows.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            found = [
                self.utility(*(np.cumsum(v[::step]) for v in (self.p0, self.p1, self.gap)))
                for step in (1, -1)
            ]
        largest = float(np.max(found))
        return np.inf if np.isnan(largest) else largest


def sort_letters(
    p0: Distribution, p1: Distribution, epsilon: float, divergence: Divergence
) -> Letters:
    """The inputs with any mass, sorted by P0/P1 and merged where it is equal, exactly.

    Args:
        p0: first distribution, k entries.
        p1: second distribution, k entries.
        epsilon: privacy level in nats.
        divergence: f.
    """
    rest = -float(np.expm1(-epsilon))
    place, share = np.full(len(p0), -1, dtype=np.intp), np.zeros(len(p0))
    sums = []
    for letter, inputs in enumerate(_equal_ratios(p0, p1)):
        place[inputs] = letter
        if len(inputs) == 1:
            (x,) = inputs
            sums.append((p0.array[x], p1.array[x], difference(p0.exact[x], p1.exact[x])))
            share[x] = 1.0
            continue
        a = sum((p0.exact[x] for x in inputs), Fraction(0))
        b = sum((p1.exact[x] for x in inputs), Fraction(0))
        sums.append((float(a), float(b), difference(a, b)))
        share[inputs] = [float((p0.exact[x] + p1.exact[x]) / (a + b)) for x in inputs]
    columns = rest * np.array(sums).T
    u = float(np.exp(-epsilon))
    return Letters(columns[0], columns[1], columns[2], u, rest, divergence, place, share)


def difference(a: Fraction, b: Fraction) -> float:
    """The double nearest to a − b, without a common divisor being sought.

    Args:
        a: a rational.
        b: another.
    """
    x, y = a.numerator * b.denominator, b.numerator * a.denominator
    return (x - y) / (a.denominator * b.denominator)


def _equal_ratios(p0: Distribution, p1: Distribution) -> Iterator[list[int]]:
    """The inputs with any mass by rising P0/P1, those of one ratio together, exactly.

    Division of integers rounds correctly, hence never inverts an order: only ratios with one and
    the same double need be compared as fractions.
    """
    alike: dict[float, list[int]] = {}
    pairs = []
    for x, (a, b) in enumerate(zip(p0.exact, p1.exact, strict=True)):
        one, other = a.numerator * b.denominator, b.numerator * a.denominator
        pairs.append((one, one + other))
        if one or other:
            alike.setdefault(one / (one + other), []).append(x)
    for double in sorted(alike):
        inputs = alike[double]
        if len(inputs) == 1:
            yield inputs
            continue
        groups: dict[Fraction, list[int]] = {}
        for x in inputs:
            groups.setdefault(Fraction(*pairs[x]), []).append(x)
        yield from (groups[ratio] for ratio in sorted(groups))
