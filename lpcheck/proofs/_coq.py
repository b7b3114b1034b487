"""What all theorems of certificates share: how numbers are written, and rational ends of e^ε."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.reader import Row, fields, number

SLACK = Fraction(1, 10**30)
"""The theorem's bounds are the certificate's, wider by this: e^ε is a rational number here."""

PRICES = 10**40
"""The prices' denominator: they are rounded up."""

DIGITS = 45
"""Of the rational numbers that stand for e^ε and e^−ε."""

MIXED = Fraction(1, 10**38)
"""The share of the constant kernel that keeps the primal private at a rational below e^ε."""


class Unsupported(Exception):  # noqa: N818 - no fault of the certificate
    """There is no theorem for certificates of this kind."""


HEAD = """From Interval Require Import Tactic.
Require Import Reals ZArith List Lra.
From Lpcheck Require Import Definitions.
Import ListNotations.
"""

LAST = """Set Printing Width 96.
Redirect "statement" Check certificate.
Redirect "assumptions" Print Assumptions certificate.
"""


def bounds(document: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    """The theorem's bounds.

    Raises:
        Unsupported: one is infinite.
        Refusal: they are no numbers.
    """
    given = fields(document.get("bounds"), "bounds", ["lower", "upper"])
    if "inf" in (given["upper"], given["lower"]):
        raise Unsupported("bounds: there is no theorem for infinite ones")
    lower, upper = (number(given[name], f"bounds.{name}") for name in ("lower", "upper"))
    return lower - SLACK, upper + SLACK


def precision(level: Fraction) -> int:
    """Bits with which e^ε is enclosed closely enough."""
    return 4 * DIGITS + 4 * max(0, math.ceil(abs(level) * 2)) + 60


def real(x: Fraction) -> str:
    """A rational as a real number."""
    return f"(IZR {whole_number(x.numerator)} / IZR {whole_number(x.denominator)})"


def exponential(x: Fraction) -> Fraction:
    """A rational below e^x, to as many digits."""
    with localcontext() as context:
        context.prec = DIGITS + 20
        value = (Decimal(x.numerator) / Decimal(x.denominator)).exp()
        context.prec = DIGITS
        value = value * (1 - Decimal(10) ** -(DIGITS - 5))
    return Fraction(value)


def inside(rows: Sequence[Row], large: Fraction) -> Sequence[Row]:
    """The primal, mixed with a constant kernel where it is not private at e^ε ≥ `large` only."""
    if all(max(one) <= large * min(one) for one in zip(*rows, strict=True)):
        return rows
    even = Fraction(1, len(rows[0]))
    return [tuple((1 - MIXED) * x + MIXED * even for x in row) for row in rows]


def whole(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The numerators, and their denominator."""
    scale = math.lcm(*(x.denominator for x in values))
    return [int(x * scale) for x in values], scale


def column(p: Sequence[int], kernel: Sequence[Sequence[int]], y: int) -> int:
    """What output y has of a mixture of the rows."""
    return sum(a * row[y] for a, row in zip(p, kernel, strict=True))


def whole_number(x: int) -> str:
    """In brackets where it is negative."""
    return str(x) if x >= 0 else f"({x})"


def quotient(x: Fraction) -> str:
    """A rational in the scope of the reals."""
    return f"{whole_number(x.numerator)} / {x.denominator}"


def listed(items: Iterable[str]) -> str:
    """A list."""
    return "[" + "; ".join(items) + "]"
