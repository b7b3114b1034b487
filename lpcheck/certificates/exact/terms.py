r"""The terms b f(a/b) of the divergences that have a name, in decimals.

As in `formulations.divergences`, f is *centred*: :math:`f'(1)(x - 1)` is subtracted, which changes
no divergence and makes every term non-negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError

_ONE, _TWO, _HALF = Decimal(1), Decimal(2), Decimal("0.5")
INFINITY = Decimal("Infinity")


@dataclass(frozen=True)
class Terms:
    """A divergence by name, with its parameter exact."""

    name: str
    order: Decimal = _ONE

    @property
    def linear(self) -> bool:
        """Whether f is piecewise linear."""
        return self.name in ("tv", "hockey-stick")

    @property
    def at_zero(self) -> Decimal:
        """The centred f(0)."""
        fixed = {"kl": _ONE, "tv": _HALF, "hellinger": _ONE, "chi2": _ONE}
        if self.name in fixed:
            return fixed[self.name]
        if self.name == "hockey-stick":
            return Decimal(0)
        if self.name == "js":
            return _TWO.ln() / 2
        return 1 / self.order if self.order > 0 else INFINITY

    @property
    def slope(self) -> Decimal:
        """The centred f'(∞)."""
        fixed = {"tv": _HALF, "hellinger": _ONE, "hockey-stick": _ONE}
        if self.name in fixed:
            return fixed[self.name]
        if self.name == "js":
            return _TWO.ln() / 2
        return 1 / (1 - self.order) if self.name == "alpha" and self.order < 1 else INFINITY

    def term(self, a: Decimal, b: Decimal) -> Decimal:
        """The centred b f(a/b) on the closed quadrant."""
        if a == b:
            return Decimal(0)
        if b == 0:
            return a * self.slope
        if a == 0:
            return b * self.at_zero
        return max(self._inside(a, b), Decimal(0))

    def _inside(self, a: Decimal, b: Decimal) -> Decimal:
        order = self.order
        if self.name == "kl":
            return a * (a / b).ln() - (a - b)
        if self.name == "tv":
            return abs(a - b) / 2
        if self.name == "hellinger":
            return (a.sqrt() - b.sqrt()) ** 2
        if self.name == "chi2":
            return (a - b) ** 2 / b
        if self.name == "hockey-stick":
            return a - order * b
        if self.name == "js":
            mean = (a + b) / 2
            return (a * (a / mean).ln() + b * (b / mean).ln()) / 2
        if order == 0:
            return b * (b / a).ln() - (b - a)
        power = a**order * b ** (1 - order)
        return (power - order * a + (order - 1) * b) / (order * (order - 1))

    def price(self, r: Decimal) -> Decimal:
        """f(r) − r f'(r) of the centred f: the slope in b of b f(a/b) where a/b = r."""
        order = self.order
        if r == 0:
            return self.at_zero
        if self.name == "kl":
            return 1 - r
        if self.name == "tv":
            return _HALF * (r < 1) - _HALF * (r > 1)
        if self.name == "hellinger":
            return 1 - r.sqrt()
        if self.name == "chi2":
            return (1 - r) * (1 + r)
        if self.name == "hockey-stick":
            return -order if r > order else Decimal(0)
        if self.name == "js":
            return (_TWO / (1 + r)).ln() / 2
        return -r.ln() if order == 0 else (1 - r**order) / order

    def ratio(self, price: Decimal) -> Decimal:
        """The r at which :meth:`price` has this value, for f that is not piecewise linear."""
        if self.name == "kl":
            return 1 - price
        if self.name == "hellinger":
            return (1 - price) ** 2
        if self.name == "chi2":
            return (1 - price).sqrt()
        if self.name == "js":
            return 2 * (-2 * price).exp() - 1
        order = self.order
        return (-price).exp() if order == 0 else (1 - order * price) ** (1 / order)


def read_terms(divergence: Divergence) -> Terms:
    """The terms of a divergence by name.

    Raises:
        InputError: a function of the user's own, which no file can hold.
    """
    name, _, parameter = divergence.name.partition(":")
    try:
        known = read_divergence(divergence.name)
    except InputError:
        known = None
    if known is not divergence or name == "f":
        raise InputError(
            "divergence",
            f"'{name}' is a function of your own, and a certificate holds data only",
            "certify with a divergence that has a name",
        )
    order = Fraction(parameter) if parameter else Fraction(1)
    return Terms(name, Decimal(order.numerator) / Decimal(order.denominator))
