"""What a formula needs of an arithmetic beyond + − × and /."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

Number: TypeAlias = Any
"""A number of one arithmetic: a float, an interval, a ball, a symbol."""


class UndecidedError(ArithmeticError):
    """A comparison of two enclosures that overlap."""


@dataclass(frozen=True)
class Operations:
    """An arithmetic whose numbers also have + − × / among themselves.

    Attributes:
        number: a rational → a number.
        exp: e^x.
        ln: log x, x > 0.
        sqrt: √x, x ≥ 0.
        power: x^a for x > 0.
        absolute: the absolute value.
        maximum: the larger of two.
        minimum: the smaller of two.
        less: whether x < y; raises :class:`UndecidedError` where that cannot be told.
        pi: the circle's number.
    """

    number: Callable[[Fraction], Number]
    exp: Callable[[Number], Number]
    ln: Callable[[Number], Number]
    sqrt: Callable[[Number], Number]
    power: Callable[[Number, Number], Number]
    absolute: Callable[[Number], Number]
    maximum: Callable[[Number, Number], Number]
    minimum: Callable[[Number, Number], Number]
    less: Callable[[Number, Number], Any]
    pi: Callable[[], Number]


def _double(x: Fraction) -> Any:
    return np.float64(float(x))


FLOATS = Operations(
    number=_double,
    exp=np.exp,
    ln=np.log,
    sqrt=np.sqrt,
    power=np.power,
    absolute=np.abs,
    maximum=np.maximum,
    minimum=np.minimum,
    less=np.less,
    pi=lambda: np.float64(np.pi),
)
"""Doubles, and NumPy's arrays of them."""
