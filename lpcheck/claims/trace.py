"""What a test compares: two numbers, or a remainder at falling steps, for whoever draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Relation: TypeAlias = Literal["=", "≤"]


@dataclass(frozen=True)
class Sides:
    """Left = right, or left ≤ right, as a test asked."""

    left: float
    right: float
    relation: Relation


@dataclass(frozen=True)
class Remainder:
    """|error(h)| at falling steps h, and the order that is claimed: error(h) = O(h^order)."""

    steps: tuple[float, ...]
    sizes: tuple[float, ...]
    order: float


_watched: ContextVar[list[Sides | Remainder] | None] = ContextVar("watched", default=None)


@contextmanager
def watched() -> Iterator[list[Sides | Remainder]]:
    """What the tests compare inside the block, in order."""
    found: list[Sides | Remainder] = []
    token = _watched.set(found)
    try:
        yield found
    finally:
        _watched.reset(token)


def note_sides(left: float | Fraction, right: float | Fraction, relation: Relation) -> None:
    """Record a comparison of two numbers, where someone watches."""
    watchers = _watched.get()
    if watchers is not None:
        watchers.append(Sides(float(left), float(right), relation))


def note_remainder(steps: Sequence[float], sizes: Sequence[float], order: float) -> None:
    """Record a remainder, where someone watches."""
    watchers = _watched.get()
    if watchers is not None:
        watchers.append(Remainder(tuple(map(float, steps)), tuple(map(float, sizes)), order))
