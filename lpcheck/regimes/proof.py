"""A partition is optimal at every ε of a range: subdivision until one dual vector does a part."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from formulations.formulation import Bounds
from lpcheck.regimes.patterns import Patterns, Range
from lpcheck.regimes.prices import Cuts, Frame, Prices, best_prices

_MOST_PARTS = 1000
_NARROWEST = 1e-13
_SMALLEST, _LARGEST = 1e-7, 700.0

_ALIKE, _TIED = 1e-14, 1e-13
r"""Where partitions tie but for rounding: by what share the masses of sets may be apart that count
as alike, and, relative to λ, by how much a set may be violated.

The utilities of up to 2n blocks, λ·2n in sum, are then off by a share of at most 4·10⁻¹⁴, in what
is prescribed and in the value: the optimum is at most that, and 10⁻¹³λ, for each of the at most n
units of weight above λ.
"""


@dataclass(frozen=True)
class Proof:
    """The parts of a range in which optimality was not proved, or a level that disproves it.

    Attributes:
        holes: where nothing is proved.
        parts: how many were looked at.
        better_at: a level at which another partition is better.
        within: what another mechanism may be better by at most outside the holes, relative to the
            value: 0, or where partitions tie but for rounding, what rounding hides.
    """

    holes: tuple[Bounds, ...]
    parts: int
    better_at: float | None = None
    within: float = 0.0


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
    frames = {loose: _frames(patterns, cuts, neighbours, loose) for loose in (False, True)}
    holes: list[Bounds] = []
    todo: list[tuple[float, float, list[Prices], bool]] = [(low, high, [], False)]
    parts, tied = 0, False
    with np.errstate(all="ignore"):
        while todo:
            a, b, hints, loose = todo.pop()
            parts += 1
            if parts > most_parts:
                holes.append(Bounds(a, b))
                continue
            level = _middle(a, b)
            where, middle = patterns.over(a, b), patterns.over(level, level)
            if any(prices.holds(where, middle, _TIED * loose) for prices in hints):
                tied |= loose
                continue
            if beaten(level):
                return Proof((), parts, level)
            found, done = _proved(frames[loose], where, middle, _TIED * loose)
            narrow = _hopeless(a, b, low, high)
            if not done and not loose and (narrow or not any(p.holds(middle) for p in found)):
                # Not even at one ε: rounding stands in the way, not the width of the part.
                again, done = _proved(frames[True], where, middle, _TIED)
                if done or any(p.holds(middle, None, _TIED) for p in again):
                    found, loose = again, True
            if done:
                tied |= loose
            elif narrow:
                holes.append(Bounds(a, b))
            else:
                todo += [(a, level, found, loose), (level, b, found, loose)]
    n = patterns.n
    return Proof(_joined(holes), parts, within=n * (_TIED + 16 * n * _ALIKE) if tied else 0.0)


def _frames(patterns: Patterns, cuts: Cuts, neighbours: list[Cuts], loose: bool) -> list[Frame]:
    """The partition with its mirror image if that is as good, and with what is nearly as good."""
    near = [(), *(tuple({c: 0, patterns.twin(c): 0}) for c in neighbours)]
    near += [(c,) for c in patterns.ties(cuts)]
    found = [(patterns.twin(cuts), *others) for others in near]
    return [
        Frame(patterns, cuts, others, _ALIKE if loose else 0.0)
        for others in dict.fromkeys(tuple(c for c in each if c != cuts) for each in found)
    ]


def _proved(
    frames: list[Frame], where: Range, middle: Range, within: float
) -> tuple[list[Prices], bool]:
    """The prices that were looked at, and whether the last one's hold over a part."""
    found: list[Prices] = []
    for frame in frames:
        prices = best_prices(frame, middle, within)
        if prices is not None:
            found.append(prices)
            if prices.holds(where, middle, within):
                frames.remove(frame)  # the next part is near: try this one first
                frames.insert(0, frame)
                return found, True
    return found, False


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
