r"""A lower bound on the minimax risk of samplers from any multipliers.

The problem in cells c of orbits v (see :mod:`lpcheck.rechecker.sampler`), n_c letters each:
minimise max_v Σ_{c ∈ v} n_c φ(p_c, q_c) over q ≥ 0, Σ_{c ∈ v} n_c q_c = 1, and privacy.

For weights w ≥ 0, Σw = 1, the risk is at least Σ_c w_v n_c φ(p_c, q_c). Each φ is replaced by a
line below it, height + slope·q; privacy adds prices. What is left is linear in q, and least where
each orbit puts all mass in its cheapest cell: :math:`\text{constant} + \sum_v \min_{c \in v}
\text{price}_c / n_c`. The proofs that the lines and prices are sound stand at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Number
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.levels import Level
from lpcheck.rechecker.orbits import Orbit
from lpcheck.rechecker.privacy import inverse
from lpcheck.rechecker.reader import exact_sum, fields, index, items, vector
from lpcheck.rechecker.refusal import Refusal

_MOST_CUTS = 20_000
_LONGEST_CUT = 10_000
_ZERO = Fraction(0)


def lower_bound(
    A: Arithmetic, orbits: Sequence[Orbit], level: Level, f: Divergence, dual: Any
) -> Fraction:
    """The bound; at least 0, as every D_f is."""
    lines = "share" if f.linear else "point"
    needed = ["risk", lines, *(("privacy_low", "privacy_high") if level.pure else ("cuts",))]
    given = fields(dual, "dual", needed)
    bound = _Lagrangian(A, orbits, given["risk"])
    bound.take_costs(f, vector(given[lines], f"dual.{lines}", len(bound.cells)))
    if level.pure:
        bound.take_ratios(level, given)
    else:
        cuts = items(given["cuts"], "dual.cuts")
        if len(cuts) > _MOST_CUTS:
            raise Refusal(f"dual.cuts: more than {_MOST_CUTS}")
        for i, cut in enumerate(cuts):
            bound.take_cut(level, cut, f"dual.cuts[{i}]")
    return bound.least()


class _Lagrangian:
    """Collects the constant and the price of every cell."""

    def __init__(self, A: Arithmetic, orbits: Sequence[Orbit], risk: Any) -> None:
        self.A, self.orbits = A, orbits
        self.cells = [c for orbit in orbits for c in orbit.cells]
        self.orbit = [v for v, orbit in enumerate(orbits) for _ in orbit.cells]
        weights = [max(x, _ZERO) for x in vector(risk, "dual.risk", len(orbits))]
        total = exact_sum(weights)
        if total <= 0:
            raise Refusal("dual.risk: no weight is positive")
        self.share = [
            A.number(weights[v] * c.count) / A.number(total)
            for v, c in zip(self.orbit, self.cells, strict=True)
        ]
        self.constant = A.number(0)
        self.price: list[Number] = [A.number(0)] * len(self.cells)
        self.closed = [False] * len(self.cells)

    def take_costs(self, f: Divergence, given: Sequence[Fraction]) -> None:
        """Lines below φ(p, q).

        p = 0: φ = f(0) q itself; if f(0) = ∞, every sampler of finite risk has q = 0, so that the
        cell is closed. Total variation and hockey-sticks: φ = max(p − γq, 0) ≥ s (p − γq) for
        0 ≤ s ≤ 1 (TV of distributions is the hockey-stick of γ = 1). Else the tangent at `point`.
        """
        A = self.A
        for c, (cell, x, weight) in enumerate(zip(self.cells, given, self.share, strict=True)):
            if cell.p == 0:
                if f.infinite_at_zero:
                    self.closed[c] = True
                elif not f.linear:
                    self.price[c] = weight * f.at_zero(A)
                continue
            if f.linear:
                taken = min(max(x, _ZERO), Fraction(1))
                height, slope = A.number(taken * cell.p), A.number(-taken * f.order)
            elif x > 0:
                rise, slope = f.tangent(A, cell.p / x)
                height = A.number(cell.p) * rise
            else:
                raise Refusal(f"dual.point[{c}]: is not positive")
            self.constant = self.constant + weight * height
            self.price[c] = weight * slope

    def take_ratios(self, level: Level, given: dict[str, Any]) -> None:
        """Prices a, b ≥ 0 of u h ≤ q and q ≤ h, where h ≤ 1 is the block's largest entry.

        They add Σ a (u h − q) + b (q − h) ≤ 0 at every private sampler. The reduced cost of h in
        [0, 1], Σ u a − b over the block, is worth at least its negative part.
        """
        A, reduced = self.A, dict[int, Number]()
        assert level.epsilon is not None
        u = inverse(A, level.epsilon)
        low = vector(given["privacy_low"], "dual.privacy_low", len(self.cells))
        high = vector(given["privacy_high"], "dual.privacy_high", len(self.cells))
        for c, (cell, x, y) in enumerate(zip(self.cells, low, high, strict=True)):
            a, b = A.number(max(x, _ZERO)), A.number(max(y, _ZERO))
            self.price[c] = self.price[c] + b - a
            reduced[cell.block] = reduced.get(cell.block, A.number(0)) + u * a - b
        for cost in reduced.values():
            self.constant = self.constant + A.minimum(cost, A.number(0))

    def take_cut(self, level: Level, cut: Any, name: str) -> None:
        """Privacy of two rows at e^β = 1/u: Σ n max(u q − q', 0) ≤ u δ(e^β) over pairs of cells.

        The pairs lie in one block each and use no cell more often than it has letters: then there
        are rows of the two orbits in which n letters meet so (the letters left over can be matched
        anyhow, and add terms ≥ 0). With s ≥ u q − q', s ≥ 0 and Σ n s ≤ u δ, prices y for the
        first and z for the last add Σ y (u q − q' − s) + z (Σ n s − u δ); for 0 ≤ y ≤ z n this is
        at least Σ y (u q − q') − z u δ, which hence is ≤ 0 at every private sampler.
        """
        A = self.A
        needed = ["first", "second", "count", "over", "total"]
        given = fields(cut, name, needed, *(["beta"] if level.nu is not None else []))
        pairs = self._pairs(given, name)
        over = vector(given["over"], f"{name}.over", len(pairs))
        total = max(vector([given["total"]], f"{name}.total")[0], _ZERO)
        if total == 0:
            return
        beta = level.beta(given.get("beta"), f"{name}.beta")
        u = inverse(A, beta)
        for (first, second, count), x in zip(pairs, over, strict=True):
            y = A.number(min(max(x, _ZERO), total * count))
            self.price[first] = self.price[first] + y * u
            self.price[second] = self.price[second] - y
        self.constant = self.constant - A.number(total) * u * level.allowed(A, beta)

    def _pairs(self, given: dict[str, Any], name: str) -> list[tuple[int, int, int]]:
        """The pairs of cells, checked."""
        firsts = items(given["first"], f"{name}.first")
        seconds = items(given["second"], f"{name}.second", len(firsts))
        counts = items(given["count"], f"{name}.count", len(firsts))
        if not 1 <= len(firsts) <= _LONGEST_CUT:
            raise Refusal(f"{name}.first: has {len(firsts)} entries")
        size, pairs = len(self.cells), []
        for a, b, n in zip(firsts, seconds, counts, strict=True):
            first, second = index(a, f"{name}.first", size), index(b, f"{name}.second", size)
            if self.cells[first].block != self.cells[second].block:
                raise Refusal(f"{name}: pairs letters of different blocks")
            pairs.append((first, second, index(n, f"{name}.count", 10**7)))
        for side in (0, 1):
            used: dict[int, int] = {}
            for pair in pairs:
                used[pair[side]] = used.get(pair[side], 0) + pair[2]
            if len({self.orbit[c] for c in used}) != 1:
                raise Refusal(f"{name}: takes cells of more than one orbit on one side")
            if any(n > self.cells[c].count for c, n in used.items()):
                raise Refusal(f"{name}: uses a cell more often than it has letters")
        return pairs

    def least(self) -> Fraction:
        """Constant + Σ_v min price/n; an orbit whose cells are all closed allows no finite risk."""
        A, total = self.A, self.constant
        for v in range(len(self.orbits)):
            prices = [
                self.price[c] / A.number(cell.count)
                for c, cell in enumerate(self.cells)
                if self.orbit[c] == v and not self.closed[c]
            ]
            if not prices:
                return _ZERO
            least = prices[0]
            for x in prices[1:]:
                least = A.minimum(least, x)
            total = total + least
        return max(A.lower(total), _ZERO)
