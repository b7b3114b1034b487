"""Random distributions of a sweep, the same on every run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from formulations.errors import InputError

_LETTERS, _DRAWS, _NUMBERS = 10_000, 1_000_000, 10_000_000


def read_draw(
    where: str, value: Mapping[str, Any], draws: int, seed: tuple[int, int]
) -> tuple[str, ...]:
    """`{dirichlet = a, letters = k}`: distributions from the Dirichlet law, as text.

    Args:
        where: the entry, for error messages.
        value: the law's parameter a > 0 and the number of letters.
        draws: how many.
        seed: that of the grid, and the place of the parameter among the drawn ones.

    Raises:
        InputError: an entry is unknown, missing or out of range.
    """
    if set(value) != {"dirichlet", "letters"}:
        raise InputError(where, "is no law", "write {dirichlet = 1, letters = 5}")
    law, letters = value["dirichlet"], value["letters"]
    if isinstance(law, bool) or not isinstance(law, (int, float)) or not 0 < law < 1e6:
        raise InputError(f"{where}: dirichlet", f"{law!r} is no law", "give a positive number")
    if isinstance(letters, bool) or not isinstance(letters, int) or not 1 <= letters <= _LETTERS:
        remedy = f"give a whole number, 1 to {_LETTERS}"
        raise InputError(f"{where}: letters", f"{letters!r} is no size", remedy)
    if not 1 <= draws <= _DRAWS:
        raise InputError(f"{where}: draws", f"{draws} is out of range", f"give 1 to {_DRAWS}")
    if draws * letters > _NUMBERS:
        what = f"{draws} draws of {letters} letters are more than {_NUMBERS} numbers"
        raise InputError(f"{where}: draws", what, "state several sweeps")
    rows = np.random.default_rng(seed).dirichlet(np.full(letters, float(law)), draws)
    return tuple(",".join(map(repr, row)) for row in rows.tolist())
