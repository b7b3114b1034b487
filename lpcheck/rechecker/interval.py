r"""Intervals of `decimal.Decimal`, rounded outwards: the arithmetic that needs nothing else.

Sums, products and quotients are rounded down and up by the contexts. `decimal`'s exp, ln and sqrt
are correctly rounded to nearest, so that the true value lies within one unit in the last place:
they are widened by one unit on each side. All three are monotone.
"""

from __future__ import annotations

from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    Clamped,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    Underflow,
)
from fractions import Fraction
from functools import cache
from math import ceil

from lpcheck.rechecker.arithmetic import LARGEST_EXPONENT, Arithmetic, Number
from lpcheck.rechecker.budget import spend

DIGITS = 80
_ZERO, _ONE = Decimal(0), Decimal(1)


def _context(digits: int, rounding: str) -> Context:
    # Clamped, Underflow and Overflow would lose the relative size of an end: stop instead.
    traps = [InvalidOperation, DivisionByZero, Overflow, Underflow, Clamped]
    return Context(digits, rounding, -LARGEST_EXPONENT, LARGEST_EXPONENT, traps=traps)


class Interval:
    """[lo, hi]; made by :class:`Decimals` only."""

    __slots__ = ("down", "hi", "lo", "up")

    def __init__(self, lo: Decimal, hi: Decimal, down: Context, up: Context) -> None:
        self.lo, self.hi, self.down, self.up = lo, hi, down, up

    def __repr__(self) -> str:
        return f"[{self.lo}, {self.hi}]"

    def _with(self, lo: Decimal, hi: Decimal) -> Interval:
        return Interval(lo, hi, self.down, self.up)

    def __neg__(self) -> Interval:
        return self._with(self.hi.copy_negate(), self.lo.copy_negate())

    def __add__(self, other: Interval) -> Interval:
        return self._with(self.down.add(self.lo, other.lo), self.up.add(self.hi, other.hi))

    def __sub__(self, other: Interval) -> Interval:
        lo = self.down.subtract(self.lo, other.hi)
        return self._with(lo, self.up.subtract(self.hi, other.lo))

    def __mul__(self, other: Interval) -> Interval:
        a, b, c, d = self.lo, self.hi, other.lo, other.hi
        if a >= 0 and c >= 0:
            return self._with(self.down.multiply(a, c), self.up.multiply(b, d))
        pairs = ((a, c), (a, d), (b, c), (b, d))
        lo = min(self.down.multiply(x, y) for x, y in pairs)
        return self._with(lo, max(self.up.multiply(x, y) for x, y in pairs))

    def __truediv__(self, other: Interval) -> Interval:
        c, d = other.lo, other.hi
        if c <= 0 <= d:
            raise ZeroDivisionError("division by an interval that holds 0")
        if d < 0:
            return -self / -other
        a, b = self.lo, self.hi
        lo = self.down.divide(a, d if a >= 0 else c)
        return self._with(lo, self.up.divide(b, c if b >= 0 else d))


class Decimals(Arithmetic):
    """Interval arithmetic with that many digits."""

    def __init__(self, digits: int = DIGITS) -> None:
        self.digits = digits
        self.down, self.up = _context(digits, ROUND_FLOOR), _context(digits, ROUND_CEILING)
        self._cost = 10_000 + 10 * digits * digits  # of an exponential, in units of work

    def _make(self, lo: Decimal, hi: Decimal) -> Interval:
        return Interval(lo, hi, self.down, self.up)

    def number(self, x: Fraction | int) -> Interval:
        """A rational."""
        x = Fraction(x)
        return self.between(x, x)

    def between(self, lower: Fraction, upper: Fraction) -> Interval:
        """The hull of two rationals."""
        sizes = (x.bit_length() for end in (lower, upper) for x in end.as_integer_ratio())
        spend(5000 + sum(size * size for size in sizes) // 700)
        lo = self.down.divide(Decimal(lower.numerator), Decimal(lower.denominator))
        return self._make(lo, self.up.divide(Decimal(upper.numerator), Decimal(upper.denominator)))

    def exp(self, x: Interval) -> Interval:
        """e^x, exactly 1 at 0."""
        spend(self._cost)
        lo = _ONE if x.lo == 0 else self.down.next_minus(self.down.exp(x.lo))
        return self._make(lo, _ONE if x.hi == 0 else self.up.next_plus(self.up.exp(x.hi)))

    def ln(self, x: Interval) -> Interval:
        """Log x, exactly 0 at 1."""
        if x.lo <= 0:
            raise ArithmeticError("logarithm of an interval that reaches 0")
        spend(2 * self._cost)
        lo = _ZERO if x.lo == 1 else self.down.next_minus(self.down.ln(x.lo))
        return self._make(lo, _ZERO if x.hi == 1 else self.up.next_plus(self.up.ln(x.hi)))

    def sqrt(self, x: Interval) -> Interval:
        """√x; what rounding put below 0 counts as 0."""
        lo = _ZERO if x.lo <= 0 else self.down.next_minus(self.down.sqrt(x.lo))
        return self._make(lo, _ZERO if x.hi <= 0 else self.up.next_plus(self.up.sqrt(x.hi)))

    def maximum(self, x: Interval, y: Interval) -> Interval:
        """max(x, y)."""
        return self._make(max(x.lo, y.lo), max(x.hi, y.hi))

    def minimum(self, x: Interval, y: Interval) -> Interval:
        """min(x, y)."""
        return self._make(min(x.lo, y.lo), min(x.hi, y.hi))

    def lower(self, x: Interval) -> Fraction:
        """The lower end, exactly."""
        return Fraction(x.lo)

    def upper(self, x: Interval) -> Fraction:
        """The upper end, exactly."""
        return Fraction(x.hi)

    def normal_near(self, x: Fraction) -> Interval:
        r"""Φ(x) = 1 − Φ(−x), and for x > 0 :math:`\tfrac12 + \varphi(x) \sum_n x^{2n+1}/(2n+1)!!`.

        All terms are positive; once x²/(2n + 3) ≤ 1/2 each is at most half the one before, so that
        the last term taken bounds what is left out.
        """
        size = abs(x)
        # Φ(−x) is about e^{−x²/2}: that many digits are lost in ½ − …
        fine = Decimals(self.digits + 10 + ceil(float(size * size) / 4.6))
        total = fine.between(*_odd_series(size, ceil(3.33 * (fine.digits + 5))))
        root = fine.sqrt(fine.number(2) * _pi(fine.digits))
        density = fine.exp(-fine.number(size * size / 2)) / root
        above = density * total
        half = fine.number(Fraction(1, 2))
        result = half + above if x >= 0 else half - above
        return self.between(fine.lower(result), fine.upper(result))


def _odd_series(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Bounds of the series for x ≥ 0, whose sum is below e^(x²/2): in whole numbers of 2^−bits."""
    spend(10_000 + ceil(float(x * x) + 50) * 20 * bits)
    square, n = x * x, 1
    (low, high), (less, more) = _whole(x, bits), _whole(square, bits)
    total_low, total_high = low, high
    while 2 * square > n + 2 or high > 1:
        n += 2
        low, high = (low * less >> bits) // n, -((-high * more >> bits) // n)
        total_low, total_high = total_low + low, total_high + high
    return Fraction(total_low, 1 << bits), Fraction(total_high + high, 1 << bits)


def _whole(x: Fraction, bits: int) -> tuple[int, int]:
    scaled = x.numerator << bits
    return scaled // x.denominator, -(-scaled // x.denominator)


def circle(A: Arithmetic) -> Number:
    """An enclosure of π in an arithmetic."""
    home = Decimals(DIGITS + 20)
    pi = _pi(home.digits)
    return A.between(home.lower(pi), home.upper(pi))


@cache
def _pi(digits: int) -> Interval:
    """Π by Machin's formula."""
    home = Decimals(digits)
    return home.number(4) * (home.number(4) * _arctan_inverse(home, 5) - _arctan_inverse(home, 239))


def _arctan_inverse(home: Decimals, n: int) -> Interval:
    """Arctan(1/n): the alternating series lies between two partial sums in a row."""
    total, power, odd = home.number(Fraction(1, n)), home.number(Fraction(1, n)), 1
    square, tiny = home.number(n * n), Decimal(10) ** -(home.digits + 2)
    while power.hi > tiny:
        power, odd = -(power / square), odd + 2
        total = total + power / home.number(odd)
        power = -(power / square)
        odd += 2
        total = total + power / home.number(odd)
    # The next term is negative and smaller than the last one.
    return home._make(home.down.subtract(total.lo, power.hi), total.hi)
