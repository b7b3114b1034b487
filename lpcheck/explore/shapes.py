"""Priors by a name, a size and a skew, and losses by a name and a size; all exact."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from formulations.errors import InputError

VECTORS = ("uniform", "zipf", "zipf-reversed", "geometric", "geometric-reversed")
MATRICES = ("zero-one", "distance", "squared")
MOST_LETTERS = 64
"""Letters that the page takes; the command line takes more."""

_STEEPEST = 20.0
_LOSSES: dict[str, Callable[[int, int], int]] = {
    "zero-one": lambda x, y: int(x != y),
    "distance": lambda x, y: abs(x - y),
    "squared": lambda x, y: (x - y) ** 2,
}


def read_size(name: str, text: str) -> int:
    """A number of letters, 1 to 64.

    Raises:
        InputError: it is none.
    """
    if not text.strip().isdecimal() or not 1 <= int(text[:9]) <= MOST_LETTERS:
        remedy = f"give a whole number from 1 to {MOST_LETTERS}; the command line takes more"
        raise InputError(name, f"'{text[:20]}' is no number of letters here", remedy)
    return int(text)


def read_skew(name: str, text: str) -> float:
    """How steep a shape is, 0 (uniform) to 20.

    Raises:
        InputError: it is no such number.
    """
    try:
        skew = float(text)
    except ValueError:
        skew = math.nan
    if not 0 <= skew <= _STEEPEST:
        raise InputError(name, f"'{text[:20]}' is no skew", f"give a number from 0 to {_STEEPEST}")
    return skew


def vector(shape: str, k: int, skew: float) -> list[Fraction]:
    """The probabilities of k letters, exact, proportional to i^−skew or e^−skew·i.

    The weights are rounded to four digits first, so that the fractions stay short.

    >>> [str(x) for x in vector("zipf", 3, 1.0)]
    ['10000/18333', '5000/18333', '1111/6111']
    """
    kind, _, order = shape.partition("-")
    if kind == "uniform":
        weights = [Fraction(1)] * k
    elif kind == "zipf":
        weights = [_rounded(i**-skew) for i in range(1, k + 1)]
    else:
        weights = [_rounded(math.exp(-skew * i)) for i in range(k)]
    total = sum(weights, Fraction(0))
    found = [weight / total for weight in weights]
    return found[::-1] if order else found


def matrix(shape: str, k: int) -> Sequence[Sequence[int]]:
    """The loss of answering y where x is true, for k letters on a line."""
    return [[_LOSSES[shape](x, y) for y in range(k)] for x in range(k)]


def _rounded(weight: float) -> Fraction:
    return Fraction(f"{max(weight, 1e-9):.3e}")
