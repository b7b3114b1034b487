"""What the makers hand over: a primal and multipliers, both unproved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Proposal:
    """An exactly feasible primal, and multipliers by name (numbers, lists of them, or None)."""

    primal: Sequence[Sequence[Fraction]] | Sequence[Fraction]
    dual: dict[str, Any] = field(default_factory=dict)
    infinite: bool = False
    """Whether every mechanism has the value +∞."""

    @property
    def rows(self) -> list[list[Fraction]]:
        """The primal as rows; a distribution is one row."""
        first = self.primal[0]
        if isinstance(first, Fraction):
            return [list(self.primal)]  # type: ignore[arg-type]
        return [list(row) for row in self.primal]  # type: ignore[arg-type]
