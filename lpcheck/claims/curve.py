"""What a figure of a claim is drawn from: numbers, with the words for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lpcheck.claims.trace import Remainder

Meaning: TypeAlias = Literal["optimum", "=", "≤"]


@dataclass(frozen=True)
class Point:
    """One level: what was computed, what is claimed, and what the test said.

    Attributes:
        epsilon: the level, in nats.
        computed: the bound on the optimum that no mechanism passes, or the left side.
        claimed: the closed form's value, or the right side.
        gap: how far apart they are; for ≤, by how much the left side is too large.
        holds: the verdict of the test at this level; None where it could not decide.
        allowed: the gap that the comparison allows; None where the test compares two numbers.
    """

    epsilon: float
    computed: float
    claimed: float
    gap: float
    holds: bool | None
    allowed: float | None = None


@dataclass(frozen=True)
class Curve:
    """A claim along ε at one instance.

    Attributes:
        instance: the label of the instance at which all else is kept.
        meaning: a closed form against an optimum, or two sides of = or ≤.
        problem: the slug of the problem and its divergence; nothing for two sides.
        points: by rising ε.
        of: how many such comparisons the test makes; the one that shows most is drawn.
    """

    instance: str
    meaning: Meaning
    problem: str
    points: tuple[Point, ...]
    of: int = 1

    @property
    def refusals(self) -> int:
        """Levels at which the test does not say yes."""
        return sum(p.holds is not True for p in self.points)


@dataclass(frozen=True)
class Drawing:
    """What there is to draw of a claim: along ε, towards a limit, or neither."""

    curve: Curve | None = None
    remainder: Remainder | None = None
