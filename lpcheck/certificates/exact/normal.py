r"""Gaussian privacy levels in decimals: δ(e^β) = Φ(ν/2 − β/ν) − e^β Φ(−ν/2 − β/ν)."""

from __future__ import annotations

from decimal import Decimal, getcontext, localcontext

_GUARD = 40


def gaussian_level(nu: Decimal, beta: Decimal) -> Decimal:
    """δ(e^β), to a few digits less than the working precision."""
    digits = getcontext().prec
    with localcontext() as context:
        # Both Φ may be tiny: their common size is the working digits' to lose.
        lost = int(((nu / 2 + beta / nu) ** 2).to_integral_value()) // 2
        context.prec = digits + _GUARD + lost
        return _phi(nu / 2 - beta / nu) - beta.exp() * _phi(-nu / 2 - beta / nu)


def _phi(x: Decimal) -> Decimal:
    """Φ(x) = ½ + φ(x) Σ x^(2n+1)/(2n+1)!!, whose terms all have the sign of x."""
    term, total, n = x, x, 1
    tiny = Decimal(10) ** -(getcontext().prec + 5)
    while abs(term) > tiny:
        n += 2
        term = term * x * x / n
        total += term
    return Decimal("0.5") + total * (-x * x / 2).exp() / (2 * circle()).sqrt()


def circle() -> Decimal:
    """The circle constant by Machin's formula."""
    return 4 * (4 * _arctan_inverse(5) - _arctan_inverse(239))


def _arctan_inverse(n: int) -> Decimal:
    term = total = Decimal(1) / n
    tiny, square, odd, sign = Decimal(10) ** -(getcontext().prec + 5), n * n, 1, 1
    while term > tiny:
        term, odd, sign = term / square, odd + 2, -sign
        total += sign * term / odd
    return total
