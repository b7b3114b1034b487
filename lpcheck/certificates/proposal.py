"""What the makers hand over: a primal and multipliers, both unproved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Rows = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Proposal:
    """An exactly feasible primal, and multipliers.

    Attributes:
        primal: the rows that the format asks for; a distribution is one row.
        dual: multipliers by name (numbers, lists of them, or None), or as the format has them.
            Empty for the bound that needs none.
        points: for samplers, the distributions that a mechanism's rows answer.
    """

    primal: Rows
    dual: dict[str, Any] = field(default_factory=dict)
    points: Rows | None = None
