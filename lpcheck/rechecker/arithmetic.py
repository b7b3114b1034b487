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
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

LARGEST_EXPONENT = 300_000
"""Of 10. Beyond, a number's rational would fill the memory: it is refused."""

_FAR, _LEAST_EXPONENT = 40, Fraction(10**5)

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
    def normal_near(self, x: Fraction) -> Number:
        """Φ(x) for |x| ≤ 40."""

    @abstractmethod
    def lower(self, x: Number) -> Fraction:
        """The lower end, exactly."""

    @abstractmethod
    def upper(self, x: Number) -> Fraction:
        """The upper end, exactly."""

    def enclosure(self, x: Number) -> Enclosure:
        """The enclosure of a number: its lower and upper ends."""
        return Enclosure(self.lower(x), self.upper(x))

    def normal(self, x: Fraction) -> Number:
        r"""Φ(x), the standard normal distribution function.

        Beyond 40 only the tail is bounded: :math:`0 < \Phi(-x) < e^{-x^2/2}/2`.
        """
        if abs(x) <= _FAR:
            return self.normal_near(x)
        above = self.exp(self.number(-min(x * x / 2, _LEAST_EXPONENT))) / self.number(2)
        tail = self.between(Fraction(0), self.upper(above))
        return tail if x < 0 else self.number(1) - tail

    def power(self, x: Number, exponent: Fraction) -> Number:
        """x^a for x > 0."""
        return self.exp(self.number(exponent) * self.ln(x))

    def total(self, terms: list[Number]) -> Number:
        """Their sum."""
        result = self.number(0)
        for x in terms:
            result = result + x
        return result


def magnitude(x: Fraction) -> int:
    """About log10 |x|, to within 1; `str` has a limit of digits that `Decimal` has not."""
    return Decimal(x.numerator).adjusted() - Decimal(x.denominator).adjusted()


def rounded(x: Real, *, up: bool, room: Fraction = Fraction(0), digits: int = 45) -> str:
    """An end as a decimal string of so many digits, rounded outwards.

    Args:
        x: the end.
        up: the direction.
        room: moved outwards by this, and by one unit of the last digit if it is not 0.
        digits: how many.
    """
    if isinstance(x, float):
        return "inf" if x > 0 else "-inf"
    x = x + room if up else x - room
    if x == 0:
        return "0"
    shift = digits - magnitude(x)
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
