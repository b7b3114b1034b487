"""A lower bound on the minimax risk from any multipliers (see `formulations.samplers.dual`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from lpcheck.certificates.exact.numbers import Row, written
from lpcheck.certificates.exact.terms import Terms
from lpcheck.certificates.samplers.cells import ExactCells

_ZERO, _ONE = Decimal(0), Decimal(1)
_DIGITS = 45

Lines = tuple[Row, Row]
"""Heights and slopes of lines, one a cell."""


@dataclass(frozen=True)
class Cut:
    """Privacy of one arrangement of two orbits at e^β: Σ n max(u q_first − q_second, 0) ≤ u δ."""

    first: list[int]
    second: list[int]
    count: list[int]
    beta: Decimal
    delta: Decimal


@dataclass(frozen=True)
class Multipliers:
    """What the lower bound is made of. Cells in the order of `formulations.samplers.cells`.

    The cost of each cell is replaced by a line `height + slope·q` below it.
    """

    risk: Row
    height: Row
    slope: Row
    point: Row
    low: Row
    high: Row
    over: list[Row]
    total: Row


def as_written(
    m: Multipliers, f: Terms, cuts: Sequence[Cut], *, pure: bool, gaussian: bool
) -> dict[str, Any]:
    """The multipliers as the certificate format has them."""

    def text(xs: Row) -> list[str]:
        return [written(x, _DIGITS) for x in xs]

    result: dict[str, Any] = {"risk": text(m.risk)}
    if f.linear:
        result["share"] = text([-s / f.order for s in m.slope])
    else:
        result["point"] = text([x if x > 0 else _ONE for x in m.point])
    if pure:
        return {**result, "privacy_low": text(m.low), "privacy_high": text(m.high)}
    entries = []
    for cut, over, total in zip(cuts, m.over, m.total, strict=False):
        if total > 0:
            entry = {"first": cut.first, "second": cut.second, "count": cut.count}
            level = {"beta": written(cut.beta)} if gaussian else {}
            prices = {"over": text(over), "total": written(total, _DIGITS)}
            entries.append({**entry, **level, **prices})
    return {**result, "cuts": entries}


def lower_bound(
    exact: ExactCells, m: Multipliers, cuts: Sequence[Cut], u: Decimal, *, pure: bool
) -> Decimal:
    """The Lagrangian: a lower bound whatever the multipliers are."""
    constant = _ZERO
    price = []
    for c, n in enumerate(exact.count):
        share = m.risk[exact.orbit[c]] * n
        constant += share * m.height[c]
        price.append(share * m.slope[c])
    if pure:
        reduced = [_ZERO] * len(exact.cells.blocks)
        for c, (low, high) in enumerate(zip(m.low, m.high, strict=True)):
            price[c] += high - low
            reduced[exact.block[c]] += u * low - high
        constant += sum((min(r, _ZERO) for r in reduced), _ZERO)
    # Multipliers that are older than a cut do not price it.
    for cut, over, total in zip(cuts, m.over, m.total, strict=False):
        falling = (-cut.beta).exp()
        constant -= total * falling * cut.delta
        for a, b, n, pay in zip(cut.first, cut.second, cut.count, over, strict=True):
            paid = min(pay, total * n)
            price[a] += falling * paid
            price[b] -= paid
    least = [min(price[c] / exact.count[c] for c in mine) for mine in exact.members]
    return max(constant + sum(least, _ZERO), _ZERO)
