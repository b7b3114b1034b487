r"""f-divergences by name, in enclosures.

As in the rest of the project f is *centred*: :math:`f'(1)(x - 1)` is subtracted, which changes no
divergence of distributions and makes f ≥ 0. With :math:`\varphi(a, b) = b f(a/b)` on the closed
quadrant, φ(0, 0) = 0, φ(0, b) = b f(0) and φ(a, 0) = a f'(∞).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lpcheck.rechecker.arithmetic import INFINITE, Arithmetic, Enclosure, Number
from lpcheck.rechecker.reader import number
from lpcheck.rechecker.refusal import Refusal

_PLAIN = ("kl", "tv", "hellinger", "chi2", "js")
_LARGEST_ORDER = 1000


@dataclass(frozen=True)
class Divergence:
    """A name, with γ or the order a."""

    name: str
    order: Fraction = Fraction(1)

    @property
    def linear(self) -> bool:
        """Whether f is piecewise linear."""
        return self.name in ("tv", "hockey-stick")

    @property
    def infinite_at_zero(self) -> bool:
        """Whether f(0) = ∞."""
        return self.name == "alpha" and self.order <= 0

    @property
    def infinite_slope(self) -> bool:
        """Whether f'(∞) = ∞."""
        return self.name in ("kl", "chi2") or (self.name == "alpha" and self.order >= 1)

    def at_zero(self, A: Arithmetic) -> Number:
        """The centred f(0), where it is finite."""
        if self.name == "js":
            return A.ln(A.number(2)) / A.number(2)
        if self.name == "alpha":
            return A.number(1 / self.order)
        return A.number({"tv": Fraction(1, 2), "hockey-stick": Fraction(0)}.get(self.name, 1))

    def slope(self, A: Arithmetic) -> Number:
        """The centred f'(∞), where it is finite."""
        if self.name == "js":
            return A.ln(A.number(2)) / A.number(2)
        if self.name == "alpha":
            return A.number(1 / (1 - self.order))
        return A.number(Fraction(1, 2) if self.name == "tv" else 1)

    def inside(self, A: Arithmetic, a: Number, b: Number) -> Number:
        """φ(a, b) for enclosures of a, b > 0."""
        return A.maximum(self._inside(A, a, b), A.number(0))  # f ≥ 0

    def _inside(self, A: Arithmetic, a: Number, b: Number) -> Number:
        two, order = A.number(2), self.order
        if self.name == "kl":
            return a * A.ln(a / b) - (a - b)
        if self.name == "tv":
            return A.maximum(a - b, b - a) / two
        if self.name == "hellinger":
            gap = (a - b) / (A.sqrt(a) + A.sqrt(b))
            return gap * gap
        if self.name == "chi2":
            return (a - b) * ((a - b) / b)
        if self.name == "hockey-stick":
            return a - A.number(order) * b
        if self.name == "js":
            mean = (a + b) / two
            return (a * A.ln(a / mean) + b * A.ln(b / mean)) / two
        if order == 0:
            return b * A.ln(b / a) - (b - a)
        power = b * A.power(a / b, order)
        return (power - A.number(order) * a + A.number(order - 1) * b) / A.number(
            order * (order - 1)
        )

    def term(self, A: Arithmetic, a: Fraction, b: Fraction) -> Number | None:
        """φ(a, b) for rationals a, b ≥ 0; None where it is ∞."""
        if a == b:
            return A.number(0)
        if b == 0:
            return None if self.infinite_slope else A.number(a) * self.slope(A)
        if a == 0:
            return None if self.infinite_at_zero else A.number(b) * self.at_zero(A)
        if self.linear:  # exact: a 0 is one in every arithmetic
            return A.number(
                abs(a - b) / 2 if self.name == "tv" else max(a - self.order * b, Fraction(0))
            )
        return self.inside(A, A.number(a), A.number(b))

    def tangent(self, A: Arithmetic, r: Fraction) -> tuple[Number, Number]:
        r"""(f'(r), f(r) − r f'(r)) for r > 0, with one subgradient for f'(r).

        By convexity :math:`f(x) \ge f(r) + f'(r)(x - r)`; times b, with x = a/b:
        :math:`\varphi(a, b) \ge f'(r)\,a + (f(r) - r f'(r))\,b` for all a, b ≥ 0.
        """
        one, two, x, a = A.number(1), A.number(2), A.number(r), self.order
        if self.name == "kl":
            return A.ln(x), A.number(1 - r)
        if self.name == "tv":
            sign = A.number(Fraction((r > 1) - (r < 1), 2))
            return sign, -sign
        if self.name == "hellinger":
            root = A.sqrt(x)
            return one - one / root, one - root
        if self.name == "chi2":
            return A.number(2 * (r - 1)), A.number(1 - r * r)
        if self.name == "hockey-stick":
            return A.number(int(r > a)), A.number(-a if r > a else 0)
        if self.name == "js":
            half = two / A.number(1 + r)
            return A.ln(x * half) / two, A.ln(half) / two
        if a == 0:
            return A.number(1 - 1 / r), -A.ln(x)
        power = A.power(x, a)
        return (power / x - one) / A.number(a - 1), (one - power) / A.number(a)

    def distance(self, A: Arithmetic, p: Sequence[Fraction], q: Sequence[Fraction]) -> Enclosure:
        """D_f(p‖q) of two rational distributions."""
        terms = [self.term(A, a, b) for a, b in zip(p, q, strict=True)]
        if any(x is None for x in terms):
            return INFINITE
        return A.enclosure(A.maximum(A.total(terms), A.number(0)))


def read_divergence(text: object) -> Divergence:
    """A divergence from its name."""
    if not isinstance(text, str):
        raise Refusal("parameters.divergence: is no name")
    if text in _PLAIN:
        return Divergence(text)
    name, _, parameter = text.partition(":")
    if name not in ("hockey-stick", "alpha") or not parameter:
        raise Refusal(f"parameters.divergence: '{text[:40]}' is no divergence that has a name")
    order = number(parameter, "parameters.divergence")
    if abs(order) > _LARGEST_ORDER:
        raise Refusal(f"parameters.divergence: the order is beyond ±{_LARGEST_ORDER}")
    if name == "hockey-stick" and order < 1:
        raise Refusal("parameters.divergence: a hockey-stick has γ ≥ 1")
    return Divergence("kl") if name == "alpha" and order == 1 else Divergence(name, order)
