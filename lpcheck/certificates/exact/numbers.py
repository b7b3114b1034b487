"""Numbers of many digits: decimals to propose with, rationals to hand over.

Nothing here is rounded rigorously but `exponential_below`; the re-checker trusts none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from math import ceil

from lpcheck.rechecker.arithmetic import magnitude

DIGITS = 50
"""Decimal places that a mechanism's entries are rounded to, where nothing is very small."""

LOSS = 36
"""10^−LOSS is the weight of the constant kernel that pays for the rounding."""

Row = list[Decimal]


def digits_for(epsilon: Fraction) -> int:
    """Working digits at which e^{±ε} and ε itself are all far above rounding."""
    return 90 + ceil(float(epsilon) / 2.302) + 3 * _zeros(epsilon)


def places_for(epsilon: Fraction) -> int:
    """Decimal places of a mechanism's entries: e^{−ε} must keep its own digits."""
    return DIGITS + ceil(float(epsilon) / 2.302) + _zeros(epsilon)


def _zeros(epsilon: Fraction) -> int:
    """About how many zeros follow the point in ε, which may be less than any double."""
    return 1 - magnitude(epsilon) if 0 < epsilon < 1 else 0


def own_precision() -> AbstractContextManager[Context]:
    """A context of our own for decimals: nothing of the caller's is used, nor changed."""
    return localcontext(Context())


def decimal(x: Fraction) -> Decimal:
    """A rational to the working precision."""
    return Decimal(x.numerator) / Decimal(x.denominator)


def decimals(xs: Iterable[Fraction]) -> Row:
    """Rationals to the working precision."""
    return [decimal(x) for x in xs]


def exponential_below(exponent: Fraction, digits: int = DIGITS) -> Fraction:
    """A rational just below e^x, to that many significant digits; exactly 1 at x = 0."""
    if exponent == 0:
        return Fraction(1)
    with localcontext() as context:
        context.prec = digits + 12
        value = decimal(exponent)
        # The exponent's rounding moves e^x by |x| 10^−prec, far less than the step taken here.
        value = value.exp() * (1 - Decimal(10) ** -(digits + 4))
        context.prec, context.rounding = digits, ROUND_FLOOR
        return Fraction(+value)


def up(x: Decimal | Fraction, digits: int) -> Decimal:
    """The next decimal above, to that many significant digits."""
    return _towards(x, digits, ROUND_CEILING)


def down(x: Decimal | Fraction, digits: int) -> Decimal:
    """The next decimal below, to that many significant digits."""
    return _towards(x, digits, ROUND_FLOOR)


def _towards(x: Decimal | Fraction, digits: int, rounding: str) -> Decimal:
    with localcontext() as context:
        context.prec, context.rounding = digits, rounding
        return decimal(x) if isinstance(x, Fraction) else +x


def written(x: Decimal | Fraction, digits: int | None = None) -> str:
    """A number as text: a decimal where it ends, p/q where it does not.

    Args:
        x: the number.
        digits: significant digits to round to (nearest); None keeps it exact.
    """
    if isinstance(x, Decimal):
        if not x.is_finite():
            return "inf" if x > 0 else "-inf"
        if digits is not None:
            with localcontext() as context:
                context.prec = digits
                x = +x
        if x == 0:
            return "0"
        text = format(x.normalize(_WIDE), "f")
        return text if len(text) <= 2 * DIGITS else str(x.normalize(_WIDE))
    if digits is not None:
        with localcontext() as context:
            context.prec = digits
            return written(decimal(x))
    return _rational(x)


def _rational(x: Fraction) -> str:
    rest, twos, fives = x.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 2 * len(str(x.denominator)) + 2:
        return str(x)
    scaled = x.numerator * (10**places // x.denominator)
    return written(Decimal(scaled).scaleb(-places, _WIDE))


def _wide() -> Context:
    with localcontext() as context:
        context.prec = 20_000
        context.Emax, context.Emin = 10**8, -(10**8)
        return context.copy()


_WIDE = _wide()  # a context in which nothing that is written is rounded


def table(rows: Sequence[Sequence[Decimal | Fraction]]) -> list[list[str]]:
    """Rows of numbers as text, exact."""
    return [[written(x) for x in row] for row in rows]
