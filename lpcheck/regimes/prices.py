r"""Dual vectors for a partition as functions of ε, whose tight sets are tight at every ε.

With c = (1 − u)α/η², a dual vector bounds the optimum by η²λ if :math:`c(T) + u\lambda \ge \psi_T`
for all T. Every block of the partition is tight, c(b) = ψ_b − uλ, as an identity in ε; how a block
shares it among its letters is free. Close to a change of partition the blocks of the next one are
almost tight too, and c has to follow them: then their sums are prescribed as well, with a slack δ
that is an explicit function of ε and vanishes at the change.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from formulations.formulation import Array
from lpcheck.regimes.enclosures import Enclosures, dot_lower, exactly, total
from lpcheck.regimes.patterns import Combinations, Patterns, Range

Cuts = tuple[int, ...]
Block = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Frame:
    """What is prescribed: a partition, and some whose blocks are kept nearly tight, if any.

    The first of these may be as good at every ε, as a mirror image is: then its slack is 0.

    Attributes:
        patterns: the sets of letters.
        cuts: of the partition.
        near: those of the others.
        alike: by what share the masses of sets may be apart whose utilities are taken as equal.
    """

    patterns: Patterns
    cuts: Cuts
    near: tuple[Cuts, ...] = ()
    alike: float = 0.0

    @cached_property
    def atoms(self) -> list[Block]:
        """The runs of letters whose sum is prescribed."""
        return list(pairwise(sorted({*self.cuts}.union(*self.near))))

    def references(self) -> list[int]:
        """The sets that are tight, then those that are nearly tight."""
        return [self.patterns.number(*block) for block in self._slacks]

    @cached_property
    def _slacks(self) -> dict[Block, _Sum]:
        """By how much c(b) exceeds ψ_b − uλ for each block that is a reference."""
        return self._prescribed[1]

    @cached_property
    def _prescribed(self) -> tuple[dict[int, _Sum], dict[Block, _Sum]]:
        """The sum of c up to each cut, and the slack of each block, partition by partition.

        Between two cuts whose heights are known the blocks of the next partition share what is left
        over evenly.
        """
        heights = {0: _Sum()}
        slacks: dict[Block, _Sum] = {}
        for block in pairwise(self.cuts):
            heights[block[1]] = heights[block[0]].add(self._price(block))
            slacks[block] = _Sum()
        for partition in self.near:
            known = [c for c in partition if c in heights]
            for left, right in pairwise(known):
                blocks = [b for b in pairwise(partition) if left <= b[0] and b[1] <= right]
                if blocks[0] in slacks:
                    continue
                share = heights[right].add(heights[left], -1)
                for block in blocks:
                    share = share.add(self._price(block), -1)
                share = share.over(len(blocks))
                for block in blocks:
                    slacks[block] = share
                    if block[1] != right:
                        height = heights[block[0]].add(self._price(block))
                        heights[block[1]] = height.add(share)
        return heights, slacks

    def _price(self, block: Block) -> _Sum:
        """ψ_b − uλ, by the first set that has the utility of b."""
        number = self.patterns.number(*block)
        same = (s for s in self._known if self.patterns.alike(s, number, self.alike))
        first = next(same, number)
        self._known[first] = None
        return _Sum({first: Fraction(1)}, Fraction(1))

    @cached_property
    def _known(self) -> dict[int, None]:
        return {}

    @cached_property
    def _combinations(self) -> Combinations:
        heights, slacks = self._prescribed
        sums = [heights[last].add(heights[first], -1) for first, last in self.atoms]
        return _stacked([*sums, *slacks.values()])

    def at(self, where: Range, middle: Range | None = None) -> Prescribed:
        """The prescribed sums over a range of ε."""
        own = np.array([self.patterns.number(*b) for b in pairwise(self.cuts)])
        parts = 1.0 + float(len(own) - 1) * where.u
        value, u_value = total(where.psi[own]) / parts, total(where.u_psi[own]) / parts
        found, atoms = where.combine(self._combinations, u_value, middle), len(self.atoms)
        return Prescribed(value, u_value, found[:atoms], found[atoms:])


@dataclass(frozen=True)
class _Sum:
    """Σ weight·ψ_T − price·uλ."""

    weights: Mapping[int, Fraction] = field(default_factory=dict)
    price: Fraction = Fraction(0)

    def add(self, other: _Sum, times: int = 1) -> _Sum:
        found = dict(self.weights)
        for number, weight in other.weights.items():
            found[number] = found.get(number, Fraction(0)) + times * weight
        return _Sum({n: w for n, w in found.items() if w}, self.price + times * other.price)

    def over(self, parts: int) -> _Sum:
        return _Sum({n: w / parts for n, w in self.weights.items()}, self.price / parts)


def _stacked(sums: list[_Sum]) -> Combinations:
    """Over common denominators, so that all weights are integers."""
    sets = sorted({number for s in sums for number in s.weights})
    rows, prices, parts = np.zeros((len(sums), len(sets))), [], []
    for row, s in zip(rows, sums, strict=True):
        part = math.lcm(s.price.denominator, *(w.denominator for w in s.weights.values()))
        for number, weight in s.weights.items():
            row[sets.index(number)] = float(weight * part)
        prices.append(float(s.price * part))
        parts.append(float(part))
    return Combinations(np.array(sets, dtype=np.intp), rows, np.array(prices), np.array(parts))


@dataclass(frozen=True, eq=False)
class Prescribed:
    """λ, uλ, the sum of c over each atom, and the slack of each reference."""

    value: Enclosures
    u_value: Enclosures
    sums: Enclosures
    slacks: Enclosures


@dataclass(frozen=True, eq=False)
class Prices:
    """A dual vector at one ε, carried to others: each atom shares what its sum changes by mass."""

    frame: Frame
    at: Array

    def holds(self, where: Range, middle: Range | None = None, within: float = 0.0) -> bool:
        """Whether the vector is proved feasible for every ε of a range.

        Args:
            where: the patterns over the range.
            middle: those at one ε of it.
            within: relative to λ, by how much a set may be violated.
        """
        frame, patterns = self.frame, self.frame.patterns
        prescribed = frame.at(where, middle)
        least = -within * max(float(prescribed.value.lo), 0.0)
        if not (prescribed.slacks.lo >= least).all():
            return False
        prices, inside = self._over(prescribed), patterns.inside
        references = frame.references()
        slack = dot_lower(_finite(prices.lo)[None, :], inside.T.astype(float))[0]
        slack = (exactly(slack) + (prescribed.u_value - where.psi)).lo
        proved = slack >= least
        proved[[0, -1, *references]] = True  # 0 ≤ uλ and 0 ≤ λ for ∅ and all letters
        rest = np.flatnonzero(~proved)
        if len(rest) == 0:
            return True
        # By convexity ψ_T ≤ ψ_b + (tangent at T)(T − b) for a set b of known slack.
        excess = prices - where.tangents(rest)
        own = inside[rest]
        more, less = _finite(np.where(own, excess.lo, 0.0)), _finite(np.where(own, 0.0, -excess.hi))
        chosen = inside[references].T.astype(float)
        found = exactly(dot_lower(more, 1.0 - chosen)) + exactly(dot_lower(less, chosen))
        return bool(((found + prescribed.slacks).lo.max(axis=1) >= least).all())

    def _over(self, prescribed: Prescribed) -> Enclosures:
        lo, hi = np.empty(len(self.at)), np.empty(len(self.at))
        mass = self.frame.patterns.mass
        for i, (first, last) in enumerate(self.frame.atoms):
            own, weights = self.at[first:last], mass[first:last] / mass[first:last].sum()
            change = prescribed.sums[i] - float(own.sum())
            spread = exactly(own) + change * weights
            # The first letter takes what the others leave, whatever rounding did to the weights.
            left = 1.0 - total(exactly(weights[1:]))
            base = exactly(np.array(float(own.sum()))) - total(exactly(own[1:]))
            one = change * left + base if last - first > 1 else prescribed.sums[i]
            lo[first:last], hi[first:last] = spread.lo, spread.hi
            lo[first], hi[first] = one.lo, one.hi
        return Enclosures(lo, hi)


def best_prices(frame: Frame, where: Range, within: float = 0.0) -> Prices | None:
    """The vector with the largest slack relative to the distance from a reference, at one ε.

    Args:
        frame: what is prescribed.
        where: the patterns at that ε.
        within: relative to λ, by how much what is prescribed may violate a set.
    """
    patterns, prescribed = frame.patterns, frame.at(where)
    scale = float(prescribed.value.hi)
    if not 0 < scale < np.inf or (prescribed.slacks.hi < -within * scale).any():
        return None
    sums, u_value, psi = (
        _middle(v) / scale for v in (prescribed.sums, prescribed.u_value, where.psi)
    )
    inside, atoms = patterns.inside, frame.atoms
    starts = [first for first, _ in atoms]
    if len(atoms) == patterns.n:
        return Prices(frame, scale * sums)
    references = frame.references()
    away = _distance(inside, inside[references], patterns.mass)
    rows = np.ones(len(inside), dtype=bool)
    rows[[0, -1, *references]] = False
    unit = away[rows][:, None]
    member = np.add.reduceat(np.eye(patterns.n), starts, axis=0)
    found = linprog(
        np.append(np.zeros(patterns.n), -1.0),
        A_ub=np.hstack([-(inside[rows] / unit), np.ones_like(unit)]),
        b_ub=(u_value - psi[rows]) / unit[:, 0],
        A_eq=np.hstack([member, np.zeros((len(atoms), 1))]),
        b_eq=sums,
        bounds=[(None, None)] * patterns.n + [(None, 10.0)],
        method="highs",
    )
    return None if found.x is None or found.x[-1] < 0 else Prices(frame, scale * found.x[:-1])


def _distance(sets: NDArray[np.bool_], references: NDArray[np.bool_], mass: Array) -> Array:
    apart = sets[:, None, :] != references[None, :, :]
    return np.asarray((apart @ mass).min(axis=1))


def _middle(x: Enclosures) -> Array:
    return np.asarray(x.lo + 0.5 * (x.hi - x.lo))


def _finite(x: Array) -> Array:
    """Infinite ends as huge ones: a lower bound that holds them is negative, and proves nothing."""
    return np.clip(x, -1e250, 1e250)
