r"""Dual vectors for a partition as functions of ε, whose tight sets are tight at every ε.

With c = (1 − u)α/η², a dual vector bounds the optimum by η²λ if :math:`c(T) + u\lambda \ge \psi_T`
for all T. Every block of the partition is tight, c(b) = ψ_b − uλ, as an identity in ε; how a block
shares it among its letters is free. Close to a change of partition the blocks of the next one are
almost tight too, and c has to follow them: then their sums are prescribed as well, with a slack δ
that is an explicit function of ε and vanishes at the change.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from formulations.formulation import Array
from lpcheck.regimes.enclosures import Enclosures, dot_lower, exactly, stack, total
from lpcheck.regimes.patterns import Patterns, Range

Cuts = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """What is prescribed: a partition, and one whose blocks are kept nearly tight, if any."""

    patterns: Patterns
    cuts: Cuts
    near: Cuts | None = None

    @property
    def atoms(self) -> list[tuple[int, int]]:
        """The runs of letters whose sum is prescribed."""
        return list(pairwise(sorted({*self.cuts, *(self.near or ())})))

    def references(self) -> list[int]:
        """The sets that are tight, then those that are nearly tight."""
        blocks = list(pairwise(self.cuts))
        blocks += [b for b in pairwise(self.near or ()) if b not in blocks]
        return [self.patterns.number(*b) for b in blocks]

    def at(self, where: Range, middle: Range | None = None) -> Prescribed:
        """The prescribed sums over a range of ε."""
        psi, u_psi, number = where.psi, where.u_psi, self.patterns.number
        blocks = list(pairwise(self.cuts))
        own = np.array([number(*b) for b in blocks])
        parts = 1.0 + float(len(own) - 1) * where.u
        value, u_value = total(psi[own]) / parts, total(u_psi[own]) / parts
        sums = {b: psi[t] - u_value for b, t in zip(blocks, own, strict=True)}
        slacks = [exactly(np.array(0.0))] * len(blocks)
        heights: dict[int, Enclosures] = {}
        for left, right, mine, other in self._segments():
            ours, theirs = ([number(*b) for b in part] for part in (mine, other))
            price = float(len(other) - len(mine)) * u_value
            delta = where.excess(ours, theirs, middle)
            if len(mine) != len(other):
                delta = delta + price
            # Nothing is left of a difference that is 0 for every ε: 0 stays exact.
            share = delta.where((delta.lo == 0) & (delta.hi == 0), delta / float(len(other)))
            height = exactly(np.array(0.0))
            for block, t in zip(other, theirs, strict=True):
                sums[block] = psi[t] - u_value + share
                slacks.append(share)
                height = height + sums[block]
                heights[block[1]] = height
            height = exactly(np.array(0.0))
            for block in mine:
                height = height + sums[block]
                heights[block[1]] = height
            heights[left] = exactly(np.array(0.0))
            for atom in self.atoms:
                if left <= atom[0] and atom[1] <= right and atom not in sums:
                    sums[atom] = heights[atom[1]] - heights[atom[0]]
        return Prescribed(value, u_value, stack([sums[a] for a in self.atoms]), stack(slacks))

    def _segments(self) -> list[tuple[int, int, list[tuple[int, int]], list[tuple[int, int]]]]:
        """Between cuts that both partitions have: the blocks of each, where they differ."""
        if self.near is None:
            return []
        found = []
        for left, right in pairwise(sorted({*self.cuts} & {*self.near})):
            mine, other = (
                [b for b in pairwise(cuts) if left <= b[0] and b[1] <= right]
                for cuts in (self.cuts, self.near)
            )
            if mine != other:
                found.append((left, right, mine, other))
        return found


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

    def holds(self, where: Range, middle: Range | None = None) -> bool:
        """Whether the vector is proved feasible for every ε of a range."""
        frame, patterns = self.frame, self.frame.patterns
        prescribed = frame.at(where, middle)
        if not (prescribed.slacks.lo >= 0).all():
            return False
        prices, inside = self._over(prescribed), patterns.inside
        references = frame.references()
        slack = dot_lower(_finite(prices.lo)[None, :], inside.T.astype(float))[0]
        slack = (exactly(slack) + (prescribed.u_value - where.psi)).lo
        proved = slack >= 0
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
        return bool(((found + prescribed.slacks).lo.max(axis=1) >= 0).all())

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


def best_prices(frame: Frame, where: Range) -> Prices | None:
    """The vector with the largest slack relative to the distance from a reference, at one ε."""
    patterns, prescribed = frame.patterns, frame.at(where)
    scale = float(prescribed.value.hi)
    if not 0 < scale < np.inf or (prescribed.slacks.hi < 0).any():
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
