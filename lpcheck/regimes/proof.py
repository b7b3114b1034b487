"""A partition is optimal at every ε of a range: subdivision until one dual vector does a part."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from formulations.formulation import Bounds
from lpcheck.regimes.patterns import Patterns
from lpcheck.regimes.prices import Cuts, Frame, Prices, best_prices

_MOST_PARTS = 1000
_NARROWEST = 1e-13
_SMALLEST, _LARGEST = 1e-5, 700.0


@dataclass(frozen=True)
class Proof:
    """The parts of a range in which optimality was not proved, or a level that disproves it."""

    holes: tuple[Bounds, ...]
    parts: int
    better_at: float | None = None


def prove(
    patterns: Patterns,
    low: float,
    high: float,
    cuts: Cuts,
    neighbours: list[Cuts],
    beaten: Callable[[float], bool],
    most_parts: int = _MOST_PARTS,
) -> Proof:
    """Prove that a partition is optimal for all ε in [low, high].

    Args:
        patterns: the sets of letters.
        low: nats; 0 is allowed, and is a limit.
        high: the same, with ∞.
        cuts: 0 = c_0 < ... < c_m = n of the partition.
        neighbours: those of the partitions before and after.
        beaten: whether at one ε another partition is better, so that a proof is not worth trying.
        most_parts: how many parts are looked at; what is left then is not proved.
    """
    near = dict.fromkeys([None, *neighbours, *patterns.ties(cuts)])
    frames = [Frame(patterns, cuts, other) for other in near]
    holes: list[Bounds] = []
    todo: list[tuple[float, float, list[Prices]]] = [(low, high, [])]
    parts = 0
    with np.errstate(all="ignore"):
        while todo:
            a, b, hints = todo.pop()
            parts += 1
            if parts > most_parts:
                holes.append(Bounds(a, b))
                continue
            level = _middle(a, b)
            where, middle = patterns.over(a, b), patterns.over(level, level)
            if any(prices.holds(where, middle) for prices in hints):
                continue
            if beaten(level):
                return Proof((), parts, level)
            found = []
            for frame in list(frames):
                prices = best_prices(frame, middle)
                if prices is not None:
                    found.append(prices)
                    if prices.holds(where, middle):
                        frames.remove(frame)  # the next part is near: try this one first
                        frames.insert(0, frame)
                        break
            else:
                if _hopeless(a, b, low, high):
                    holes.append(Bounds(a, b))
                else:
                    todo += [(a, level, found), (level, b, found)]
    return Proof(_joined(holes), parts)


def _middle(a: float, b: float) -> float:
    """A level within, at which a part is halved: evenly in log ε where it is long."""
    if math.isinf(b):
        return max(2.0 * a, a + 3.0) if a > 0 else 1.0
    if a == 0:
        return b / 4.0
    return math.sqrt(a * b) if b > 2.0 * a else 0.5 * (a + b)


def _hopeless(a: float, b: float, low: float, high: float) -> bool:
    """Whether a part is so narrow that rounding, not its width, stands in the way."""
    if math.isinf(b):
        return a > _LARGEST
    if a == 0:
        return b <= _SMALLEST
    near = min(a - low, high - b)
    return b - a <= max(1e-4 * near, _NARROWEST * max(1.0, b))


def _joined(holes: list[Bounds]) -> tuple[Bounds, ...]:
    """Neighbouring holes as one."""
    result: list[Bounds] = []
    for hole in sorted(holes, key=lambda h: h.lower):
        if result and hole.lower <= result[-1].upper:
            result[-1] = Bounds(result[-1].lower, hole.upper)
        else:
            result.append(hole)
    return tuple(result)
