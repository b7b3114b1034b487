r"""Arrays of intervals in double precision, rounded outwards.

IEEE 754 rounds sums, products, quotients and square roots correctly, on every machine: one step
outwards encloses them. Nothing else is used; the logarithm is a series with its remainder.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Array

_UNIT = 2.0**-52
_CONTEXT = Context(prec=60, Emin=-(10**6), Emax=10**6)


@dataclass(frozen=True, eq=False)
class Enclosures:
    """Elementwise lo ≤ x ≤ hi. An end that is not known (∞ − ∞) is infinite, outwards."""

    lo: Array
    hi: Array

    def __getitem__(self, key: Any) -> Enclosures:
        return Enclosures(self.lo[key], self.hi[key])

    def __neg__(self) -> Enclosures:
        return Enclosures(-self.hi, -self.lo)

    def __add__(self, other: Enclosures | float) -> Enclosures:
        y = _read(other)
        return _outwards(self.lo + y.lo, self.hi + y.hi)

    __radd__ = __add__

    def __sub__(self, other: Enclosures | float) -> Enclosures:
        return self + -_read(other)

    def __rsub__(self, other: float) -> Enclosures:
        return _read(other) - self

    def __mul__(self, other: Enclosures | float) -> Enclosures:
        o = _read(other)
        a, b = self.lo, self.hi
        w, x, y, z = _product(a, o.lo), _product(a, o.hi), _product(b, o.lo), _product(b, o.hi)
        low, high = (
            np.minimum(np.minimum(w, x), np.minimum(y, z)),
            np.maximum(np.maximum(w, x), np.maximum(y, z)),
        )
        return _outwards(low, high)

    __rmul__ = __mul__

    def __truediv__(self, other: Enclosures | float) -> Enclosures:
        """A quotient; everything where the divisor reaches 0 from both sides."""
        y = _read(other)
        inverse = _outwards(1.0 / y.hi, 1.0 / y.lo)
        crosses = (y.lo <= 0) & (y.hi >= 0)
        low = np.where(crosses, np.where(y.lo >= 0, inverse.lo, -np.inf), inverse.lo)
        high = np.where(crosses, np.inf, inverse.hi)
        return self * Enclosures(low, high)

    def __rtruediv__(self, other: float) -> Enclosures:
        return _read(other) / self

    def hull(self, other: Enclosures) -> Enclosures:
        """The smallest that holds both."""
        return Enclosures(np.minimum(self.lo, other.lo), np.maximum(self.hi, other.hi))

    def where(self, chosen: Any, other: Enclosures | float) -> Enclosures:
        """This where chosen, the other elsewhere."""
        y = _read(other)
        return Enclosures(np.where(chosen, self.lo, y.lo), np.where(chosen, self.hi, y.hi))

    def sqrt(self) -> Enclosures:
        """√x of x ≥ 0."""
        found = _outwards(np.sqrt(np.maximum(self.lo, 0.0)), np.sqrt(self.hi))
        return Enclosures(np.maximum(found.lo, 0.0), found.hi)


def _read(x: Enclosures | float) -> Enclosures:
    if isinstance(x, Enclosures):
        return x
    value = np.asarray(x, dtype=float)
    return Enclosures(value, value)


def _product(a: Array, b: Array) -> Array:
    """0 × ∞ = 0: an infinite end is only a bound."""
    product = a * b
    return np.where(np.isnan(product), 0.0, product)


def _outwards(lo: Array, hi: Array) -> Enclosures:
    lo, hi = np.nextafter(lo, -np.inf), np.nextafter(hi, np.inf)
    return Enclosures(np.where(np.isnan(lo), -np.inf, lo), np.where(np.isnan(hi), np.inf, hi))


def exactly(x: Array) -> Enclosures:
    """Doubles that are meant as they are."""
    return Enclosures(x, x)


def stack(parts: list[Enclosures]) -> Enclosures:
    """Along a new first axis."""
    return Enclosures(np.stack([p.lo for p in parts]), np.stack([p.hi for p in parts]))


def of_rationals(values: list[Fraction]) -> Enclosures:
    """Division of integers rounds correctly; a dyadic rational, 0 and 1 included, stays exact."""
    near = np.array([float(x) for x in values])
    inexact = np.array([Fraction(float(x)) != x for x in values], dtype=bool)
    return exactly(near).where(~inexact, _outwards(near, near))


def total(x: Enclosures) -> Enclosures:
    """The sum over the first axis, in any order of addition."""
    n = len(x.lo)
    slack = _UNIT * (n + 2) * np.maximum(np.abs(x.lo), np.abs(x.hi)).sum(axis=0)
    return _outwards(x.lo.sum(axis=0) - slack, x.hi.sum(axis=0) + slack)


def dot(weights: Array, x: Enclosures) -> Enclosures:
    """Weights @ x for a matrix of integers, in any order of addition."""
    up, down = np.maximum(weights, 0.0), np.minimum(weights, 0.0)
    lo, hi = (np.where(np.isfinite(v), v, 0.0) for v in (x.lo, x.hi))
    open_below = (up != 0) @ ~np.isfinite(x.lo) | (down != 0) @ ~np.isfinite(x.hi)
    open_above = (up != 0) @ ~np.isfinite(x.hi) | (down != 0) @ ~np.isfinite(x.lo)
    size = np.maximum(np.abs(lo), np.abs(hi))
    slack = _UNIT * (2 * weights.shape[1] + 4) * (np.abs(weights) @ size)
    return _outwards(
        np.where(open_below, -np.inf, up @ lo + down @ hi - slack),
        np.where(open_above, np.inf, up @ hi + down @ lo + slack),
    )


def dot_lower(x: Array, chosen: Array) -> Array:
    """A lower bound of x @ chosen for a 0/1 matrix, in any order of addition."""
    slack = _UNIT * (len(chosen) + 2) * (np.abs(x) @ chosen)
    return np.asarray(np.nextafter(x @ chosen - slack, -np.inf))


def levels(low: float, high: float) -> tuple[Enclosures, Enclosures]:
    """e^{−ε} and 1 − e^{−ε} at ε = low and at ε = high (∞ allowed), shape (2,) each."""
    ends = [_at(low), _at(high)]
    return stack([e[0] for e in ends]), stack([e[1] for e in ends])


def _at(epsilon: float) -> tuple[Enclosures, Enclosures]:
    if epsilon == 0 or np.isinf(epsilon):
        end = np.array(1.0 if epsilon == 0 else 0.0)
        return exactly(end), exactly(1.0 - end)
    u = _CONTEXT.exp(-Decimal(epsilon))  # correct to 60 digits, where a double has 16
    near, rest = float(u), float(_CONTEXT.subtract(Decimal(1), u))
    return (
        _outwards(np.array(near), np.array(near)),
        _outwards(np.array(rest), np.array(rest)),
    )


def log(x: Array) -> Enclosures:
    """Log x of doubles x ≥ 0; −∞ at 0, ∞ at ∞."""
    usual = (x > 0) & np.isfinite(x)
    mantissa, exponent = np.frexp(np.where(usual, x, 1.0))
    small = mantissa < np.sqrt(0.5)
    m, e = np.where(small, 2.0 * mantissa, mantissa), exponent - small
    z = (exactly(m) - 1.0) / (exactly(m) + 1.0)
    found = exactly(e.astype(float)) * _LOG_2 + 2.0 * z * (1.0 + z * z * artanh_rest(z * z))
    ends = np.where(x <= 0, -np.inf, np.inf)
    return found.where(usual, Enclosures(ends, ends))


def artanh_rest(y: Enclosures) -> Enclosures:
    r""":math:`\sum_{n \ge 0} y^n/(2n + 3)` for 0 ≤ y ≤ 0.04: artanh z = z (1 + z² rest(z²))."""
    # What is left out is between 0 and y^N/((2N + 3)(1 − y)); all terms are positive and rise in y.
    low, high = np.maximum(y.lo, 0.0), y.hi
    lo, hi = np.zeros_like(low), np.full_like(high, 0.1)
    for least, most in _TERMS:
        lo = np.nextafter(np.nextafter(lo * low, -np.inf) + least, -np.inf)
        hi = np.nextafter(np.nextafter(hi * high, np.inf) + most, np.inf)
    return Enclosures(lo, hi)


_TERMS = [
    (float(c.lo[0]), float(c.hi[0]))
    for c in (of_rationals([Fraction(1, 2 * n + 3)]) for n in reversed(range(14)))
]
"""The coefficients, the last first; what is left out is below 0.04^14 < 1e-19."""

_LOG_2 = of_rationals([Fraction(_CONTEXT.ln(Decimal(2)))])[0]
