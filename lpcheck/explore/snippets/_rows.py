"""The matrix that was pasted, as text, rationals as they were written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from lpcheck.explore import pasted
from lpcheck.explore.state import MATRIX, PASTED, State

Rows: TypeAlias = Sequence[Sequence[str]] | None


def rows_of(state: State) -> Rows:
    """Its rows; None where the mechanism is another."""
    if state.mechanism != PASTED:
        return None
    found: Rows = pasted.rows(MATRIX, state.matrix).numbers
    return found
