"""What a figure of a claim is drawn from: numbers, with the words for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lpcheck.claims.trace import Remainder

Meaning: TypeAlias = Literal["optimum", "=", "≤"]


@dataclass(frozen=True)
class Point:
    """One place: what was computed, what is claimed, and what the test said.

    Attributes:
        at: ε in nats, or the number of an instance, counted from 1.
        computed: the bound on the optimum that no mechanism passes, or the left side.
        claimed: the closed form's value, or the right side.
        gap: how far apart they are; for ≤, by how much the left side is too large.
        holds: the verdict of the test there; None where it could not decide.
        allowed: the gap that the comparison allows; None where the test compares two numbers.
    """

    at: float
    computed: float
    claimed: float
    gap: float
    holds: bool | None
    allowed: float | None = None


@dataclass(frozen=True)
class Curve:
    """What a test compares, along ε at one instance or over the instances.

    Attributes:
        instance: the label of the instance at which all but ε is kept; nothing over instances.
        meaning: a closed form against an optimum, or two sides of = or ≤.
        problem: the slug of the problem and its divergence; nothing for two sides.
        points: in order.
        of: how many such comparisons the test makes; the one that shows most is drawn.
    """

    instance: str
    meaning: Meaning
    problem: str
    points: tuple[Point, ...]
    of: int = 1

    @property
    def refusals(self) -> int:
        """Points at which the test does not say yes."""
        return sum(p.holds is not True for p in self.points)


@dataclass(frozen=True)
class Drawing:
    """What there is to draw of a claim.

    Attributes:
        curve: along ε, else over the instances, else nothing.
        remainder: towards a limit, where the test measures one.
        outside: levels of ε at which the test of a verified claim says no, since they leave what
            the statement is about; there is then no curve along ε.
    """

    curve: Curve | None = None
    remainder: Remainder | None = None
    outside: int = 0
