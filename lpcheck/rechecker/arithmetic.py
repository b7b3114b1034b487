"""What the formulas need of an arithmetic of enclosed real numbers.

A *number* is an enclosure of one real number; every operation encloses the true result. There are
two back ends, :mod:`lpcheck.rechecker.interval` (the standard library) and
:mod:`lpcheck.rechecker.balls` (python-flint). Infinite values never enter the arithmetic: they are
decided exactly, outside.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

Number: TypeAlias = Any
"""An enclosure with + − × / between numbers of one back end."""

Real: TypeAlias = Fraction | float
"""An exact end: a rational, or ±∞ (the only floats there are)."""


@dataclass(frozen=True)
class Enclosure:
    """lower ≤ value ≤ upper."""

    lower: Real
    upper: Real


INFINITE = Enclosure(math.inf, math.inf)


class Arithmetic(ABC):
    """A back end."""

    @abstractmethod
    def number(self, x: Fraction | int) -> Number:
        """A rational."""

    @abstractmethod
    def between(self, lower: Fraction, upper: Fraction) -> Number:
        """The hull of two rationals."""

    @abstractmethod
    def exp(self, x: Number) -> Number:
        """e^x."""

    @abstractmethod
    def ln(self, x: Number) -> Number:
        """Log x, x > 0."""

    @abstractmethod
    def sqrt(self, x: Number) -> Number:
        """√x, x ≥ 0."""

    @abstractmethod
    def maximum(self, x: Number, y: Number) -> Number:
        """max(x, y)."""

    @abstractmethod
    def minimum(self, x: Number, y: Number) -> Number:
        """min(x, y)."""

    @abstractmethod
    def normal(self, x: Fraction) -> Number:
        """Φ(x), the standard normal distribution function."""

    @abstractmethod
    def lower(self, x: Number) -> Fraction:
        """The lower end, exactly."""

    @abstractmethod
    def upper(self, x: Number) -> Fraction:
        """The upper end, exactly."""

    def enclosure(self, x: Number) -> Enclosure:
        """Both ends."""
        return Enclosure(self.lower(x), self.upper(x))

    def power(self, x: Number, exponent: Fraction) -> Number:
        """x^a for x > 0."""
        return self.exp(self.number(exponent) * self.ln(x))

    def total(self, terms: list[Number]) -> Number:
        """Their sum."""
        result = self.number(0)
        for x in terms:
            result = result + x
        return result


def rounded(x: Real, *, up: bool, room: Fraction = Fraction(0)) -> str:
    """An end as a decimal string of 45 digits, rounded outwards.

    Args:
        x: the end; exactly 0 stays 0.
        up: the direction.
        room: moved outwards by this, and by one unit of the last digit if it is not 0.
    """
    if isinstance(x, float):
        return "inf" if x > 0 else "-inf"
    if x == 0:
        return "0"
    x = x + room if up else x - room
    size = len(str(abs(x.numerator))) - len(str(x.denominator))
    shift = 45 - size
    scaled = x * Fraction(10) ** shift
    if room:
        scaled = scaled + 1 if up else scaled - 1
    return _plain(math.ceil(scaled) if up else math.floor(scaled), shift)


def _plain(whole: int, places: int) -> str:
    if whole == 0:
        return "0"
    while whole % 10 == 0:
        whole, places = whole // 10, places - 1
    sign, text = ("-" if whole < 0 else ""), str(abs(whole))
    if -60 <= places <= 0:
        return sign + text + "0" * -places
    if 0 < places < len(text):
        return f"{sign}{text[:-places]}.{text[-places:]}"
    if 0 < places <= 60:
        return f"{sign}0.{text.zfill(places)}"
    return f"{sign}{text}e{-places}"
