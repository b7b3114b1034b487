"""The arithmetic on python-flint's balls (Arb): the second, independent back end.

This is the only module that imports flint, and only when it is asked for.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

from lpcheck.rechecker.arithmetic import LARGEST_EXPONENT, Arithmetic, Number

flint: Any = import_module("flint")

BITS = 266
"""80 digits."""

_LARGEST_SHIFT = 10 * LARGEST_EXPONENT // 3


class _Ball:
    """An `arb` whose every operation runs at BITS, whatever the process's precision is."""

    __slots__ = ("x",)

    def __init__(self, x: Number) -> None:
        self.x = x

    def __neg__(self) -> _Ball:
        with flint.ctx.workprec(BITS):  # even −x is rounded to the precision
            return _Ball(-self.x)

    def __add__(self, other: _Ball) -> _Ball:
        with flint.ctx.workprec(BITS):
            return _Ball(self.x + other.x)

    def __sub__(self, other: _Ball) -> _Ball:
        with flint.ctx.workprec(BITS):
            return _Ball(self.x - other.x)

    def __mul__(self, other: _Ball) -> _Ball:
        with flint.ctx.workprec(BITS):
            return _Ball(self.x * other.x)

    def __truediv__(self, other: _Ball) -> _Ball:
        if other.x.contains(0):
            raise ZeroDivisionError("division by a ball that holds 0")
        with flint.ctx.workprec(BITS):
            return _Ball(self.x / other.x)


class Balls(Arithmetic):
    """Ball arithmetic of :data:`BITS` bits."""

    def number(self, x: Fraction | int) -> _Ball:
        """A rational."""
        x = Fraction(x)
        with flint.ctx.workprec(BITS):
            return _Ball(flint.arb(flint.fmpq(x.numerator, x.denominator)))

    def between(self, lower: Fraction, upper: Fraction) -> _Ball:
        """The hull of two rationals."""
        with flint.ctx.workprec(BITS):
            return _Ball(self.number(lower).x.union(self.number(upper).x))

    def exp(self, x: _Ball) -> _Ball:
        """e^x."""
        with flint.ctx.workprec(BITS):
            return _Ball(x.x.exp())

    def ln(self, x: _Ball) -> _Ball:
        """Log x."""
        if not x.x > 0:
            raise ArithmeticError("logarithm of a ball that reaches 0")
        with flint.ctx.workprec(BITS):
            return _Ball(x.x.log())

    def sqrt(self, x: _Ball) -> _Ball:
        """√x; what rounding put below 0 counts as 0."""
        with flint.ctx.workprec(BITS):
            if x.x > 0:
                return _Ball(x.x.sqrt())
            top = x.x.upper()
            return _Ball(flint.arb(0).union(top.sqrt() if top > 0 else flint.arb(0)))

    def maximum(self, x: _Ball, y: _Ball) -> _Ball:
        """max(x, y)."""
        with flint.ctx.workprec(BITS):
            return _Ball(x.x.max(y.x))

    def minimum(self, x: _Ball, y: _Ball) -> _Ball:
        """min(x, y)."""
        with flint.ctx.workprec(BITS):
            return _Ball(x.x.min(y.x))

    def lower(self, x: _Ball) -> Fraction:
        """The lower end, exactly."""
        return _exact(x.x, -1)

    def upper(self, x: _Ball) -> Fraction:
        """The upper end, exactly."""
        return _exact(x.x, 1)

    def normal_near(self, x: Fraction) -> _Ball:
        """Φ(x) = erfc(−x/√2)/2."""
        with flint.ctx.workprec(BITS):
            root = flint.arb(2).sqrt()
            return _Ball((-self.number(x).x / root).erfc() / 2)


def _exact(x: Number, side: int) -> Fraction:
    """Midpoint ± radius as rationals (both are binary numbers)."""
    if not x.is_finite():
        raise OverflowError("a ball that is not finite")
    return _dyadic(x.mid()) + side * _dyadic(x.rad())


def _dyadic(x: Number) -> Fraction:
    mantissa, exponent = x.man_exp()
    if abs(exponent) > _LARGEST_SHIFT:
        raise OverflowError("a ball beyond the largest exponent")
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
