r"""Untrusted help for the kernel's walk over patterns: where each letter's weight changes sign.

A divergence is the maximum of its support lines :math:`r_1(s) a + r_2(s) b`; at s, the pattern that
matters raises the letters with :math:`w_x(s) = r_1(s) a + r_2(s) b - c \ge 0`. w is concave with
its apex at the letter's own ratio, so that two brackets [h1, h2] and [h3, h4] on a grid describe
where it is non-negative. The kernel checks the signs; a wrong bracket is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from lpcheck.rechecker.divergence import Divergence

GRID = 10**45
"""Points of s a unit."""

_DIGITS = 75
_MARGIN = 4

Entry = tuple[int, int, int]
Hint = tuple[int, int, int, int] | None


@dataclass(frozen=True)
class Curve:
    """A divergence, as `proofs/instances` knows it.

    Attributes:
        module: the module of its checker.
        utility: the summand of the theorem's utility; `{0}` and `{1}` are the marginals.
        weight: something of the sign of w at s = z/GRID.
        place: s for the likelihood ratio a/b, on the grid; None for b = 0.
        summand: :math:`b f(a/b)` for whole a, b ≥ 0, rounded down (one unit is enough).
        ends: the range of s for a ratio between u ≥ low and 1/u, on the grid, rounded outwards.
        first: the arguments of its checker that come first.
    """

    module: str
    utility: str
    weight: Callable[[Entry, int], int | Decimal]
    place: Callable[[int, int], int | None]
    summand: Callable[[int, int], int]
    ends: Callable[[Fraction], tuple[int, int]]
    first: str = ""


def hint(curve: Curve, entry: Entry, low: int, high: int) -> Hint:
    """The brackets of a letter on the grid low..high, or None where there are none."""
    with localcontext() as context:
        context.prec = _DIGITS
        left, right = low - 1, high + 1
        own = curve.place(entry[0], entry[1])
        apex = right if own is None else min(max(own, left), right)

        def holds(z: int) -> bool:
            return curve.weight(entry, z) >= 0

        if not holds(apex):
            return None
        if holds(left):
            first, second = left, left
        else:
            root = _bisect(holds, left, apex)
            first, second = root - _MARGIN, root + _MARGIN
        if holds(right):
            third, fourth = right, right
        else:
            root = _bisect(holds, right, apex)
            third, fourth = root - _MARGIN, root + _MARGIN
        if not (first <= second <= third <= fourth and holds(second) and holds(third)):
            return None
        return first, second, third, fourth


def _bisect(holds: Callable[[int], bool], outside: int, inside: int) -> int:
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _ln(numerator: int, denominator: int) -> Decimal:
    return (Decimal(numerator) / Decimal(denominator)).ln()


def _chi2(entry: Entry, z: int) -> int:
    a, b, c = entry
    return 2 * (z - GRID) * GRID * a + (GRID * GRID - z * z) * b - GRID * GRID * c


def _hellinger(entry: Entry, z: int) -> int:
    a, b, c = entry
    return GRID * (z - GRID) * a + z * (GRID - z) * b - z * GRID * c


def _kl(entry: Entry, z: int) -> Decimal:
    a, b, c = entry
    return Decimal(a * GRID) * _ln(z, GRID) + Decimal(GRID * (a - c) - z * b)


def _js(entry: Entry, z: int) -> Decimal:
    a, b, c = entry
    return Decimal(a) * _ln(2 * z, GRID) + Decimal(b) * _ln(2 * (GRID - z), GRID) - Decimal(2 * c)


def _ratio(a: int, b: int) -> int | None:
    return a * GRID // b if b else None


def _root(a: int, b: int) -> int | None:
    return math.isqrt(a * GRID * GRID // b) if b else None


def _share(a: int, b: int) -> int | None:
    return a * GRID // (a + b) if a + b else None


def _floor(x: Decimal) -> int:
    """Rounded down, with room for the rounding of logarithms."""
    return math.floor(x) - 1 - int(abs(x) * Decimal(10) ** -50)


def _kl_summand(a: int, b: int) -> int:
    with localcontext() as context:
        context.prec = _DIGITS + 200
        return _floor(Decimal(a) * _ln(a, b)) if a and b else 0


def _js_summand(a: int, b: int) -> int:
    with localcontext() as context:
        context.prec = _DIGITS + 200
        if not (a and b):
            return 0
        return _floor((Decimal(a) * _ln(2 * a, a + b) + Decimal(b) * _ln(2 * b, a + b)) / 2)


def _hellinger_summand(a: int, b: int) -> int:
    return a + b - math.isqrt(4 * a * b) - 1 if b else 0


def _chi2_summand(a: int, b: int) -> int:
    return (a - b) ** 2 // b if b else 0


def _ratio_ends(low: Fraction) -> tuple[int, int]:
    n, d = low.numerator, low.denominator
    return GRID * n // d - 1, -(-GRID * d // n) + 1


def _root_ends(low: Fraction) -> tuple[int, int]:
    n, d = low.numerator, low.denominator
    return math.isqrt(GRID * GRID * n // d) - 1, math.isqrt(GRID * GRID * d // n) + 2


def _share_ends(low: Fraction) -> tuple[int, int]:
    n, d = low.numerator, low.denominator
    return GRID * n // (n + d) - 1, -(-GRID * d // (n + d)) + 1


JS = "(x * ln (2 * x / (x + 1)) + ln (2 / (x + 1)))"

_NAMED = {
    "chi2": Curve(
        "ChiSquare", "Df (fun x => (x - 1) ^ 2) m {0} {1}", _chi2, _ratio, _chi2_summand,
        _ratio_ends,
    ),
    "hellinger": Curve(
        "Hellinger", "Df (fun x => (1 - sqrt x) ^ 2) m {0} {1}", _hellinger, _root,
        _hellinger_summand, _root_ends,
    ),
    "kl": Curve("KullbackLeibler", "KL m {0} {1}", _kl, _ratio, _kl_summand, _ratio_ends),
    "js": Curve(
        "JensenShannon", f"Df (fun x => {JS} / 2) m {{0}} {{1}}",
        _js, _share, _js_summand, _share_ends,
    ),
}  # fmt: skip


def curve(f: Divergence) -> Curve | None:
    """The checker of a divergence that is not piecewise linear, if there is one."""
    return _power(f.order) if f.name == "alpha" else _NAMED.get(f.name)


def _power(order: Fraction) -> Curve:
    r""":math:`(x^a - a x + a - 1)/(a(a - 1))`, a neither 0 nor 1, with :math:`s = (A/B)^a`."""
    n, d = order.numerator, order.denominator

    def power(x: Decimal, exponent: Fraction) -> Decimal:
        return (x.ln() * exponent.numerator / exponent.denominator).exp()

    def weight(entry: Entry, z: int) -> Decimal:
        a, b, c = entry
        s = Decimal(z) / GRID if z > 0 else Decimal(1) / GRID
        first = (power(s, 1 - 1 / order) - 1) * d / (n - d) * a
        return first + (1 - s) * d / n * b - c

    def place(a: int, b: int) -> int | None:
        if b == 0:
            return None if n > 0 else 1
        return int(power(Decimal(a) / Decimal(b), order) * GRID) if a else (1 if n > 0 else None)

    def summand(a: int, b: int) -> int:
        with localcontext() as context:
            context.prec = _DIGITS + 200
            if not (a and b):
                return 0
            first = d * d * b * power(Decimal(a) / Decimal(b), order)
            return _floor((first - d * n * a + d * (n - d) * b) / (n * (n - d)))

    def ends(low: Fraction) -> tuple[int, int]:
        with localcontext() as context:
            context.prec = _DIGITS
            last = power(Decimal(low.numerator) / low.denominator, abs(order))
            return int(last * GRID) - 2, int(GRID / last) + 2

    a = f"(IZR {f'({n})' if n < 0 else n} / IZR {d})"
    utility = f"Df (fun x => (Rpower x {a} - {a} * x + {a} - 1) / ({a} * ({a} - 1))) m {{0}} {{1}}"
    first = f"{f'({n})' if n < 0 else n} {d} "
    return Curve("Alpha", utility, weight, place, summand, ends, first)
