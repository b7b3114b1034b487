r"""Projection onto a box of distributions: minimise D_f(p‖x) over l ≤ x ≤ u, Σx = 1.

`mollifier` gives l and u; for `relative-mollifier` they are :math:`e^{\mp\varepsilon/2} q`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.divergence import Divergence, read_divergence
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel
from lpcheck.rechecker.privacy import exponential, read_epsilon
from lpcheck.rechecker.reader import Row, distribution, exact_sum, fields, matrix, number, vector
from lpcheck.rechecker.refusal import Refusal

LARGEST_N = 10_000


@dataclass(frozen=True)
class BoxProjection:
    """The box is {l s₋ ≤ x ≤ h s₊}, s = e^∓half, with l and h exact."""

    p: Row
    low: Row
    high: Row
    half: Fraction
    f: Divergence

    maximise = False
    where = {"sum": (), "lower": ("column",), "upper": ("column",)}

    def rows(self, value: Any, name: str) -> Kernel:
        """One row of n."""
        return matrix(value, name, 1, len(self.p))

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What an exact row breaks, against bounds rounded inwards, by more than the slack.

        The slack of a bound is relative: the privacy that the bounds stand for is in ratios.
        """
        (x,) = kernel
        s, more = exponential(self.half)[0], 1 + slack
        if abs(exact_sum(x) - 1) > slack:
            return "the entries do not sum to exactly 1"
        for y, (a, low, high) in enumerate(zip(x, self.low, self.high, strict=True)):
            top = min(high * s * more, max(high * s, Fraction(1)) + slack)
            if a < 0 or a * s * more < low or a > top:
                return f"entry {y} is outside the box"
        return None

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""
        return ONE

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a row breaks a constraint."""
        (x,) = kernel
        if constraint == "sum":
            return abs(exact_sum(x) - 1)
        y, s = at["column"], exponential(self.half)[1]
        return self.low[y] / s - x[y] if constraint == "lower" else x[y] - self.high[y] * s

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """D_f(p‖x)."""
        return self.f.distance(A, self.p, kernel[0])

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""The Lagrangian Σ_y φ(p_y, x_y) − λ(Σx − 1) at any C > 0, with λ = f(C) − C f'(C).

        In it :math:`x_y = \mathrm{clip}(p_y / C;\ l_y, u_y)`. Proof. As a function of x, φ(p, x)
        is convex with slope f(r) − r f'(r) at x = p/r, which falls in r; it is λ at x = p/C, so
        that the clip minimises φ(p_y, x) − λ x over [l_y, u_y] (for p_y = 0 the slope is
        f(0) ≥ λ: the minimiser is l_y). Without C, λ = f(0) is at least every slope: the minimiser
        is u_y where p_y > 0, and where p_y = 0 all x do. x and λ are enclosed, hence so is the
        minimum. Caps u ≤ 1 lose nothing. ∎
        """
        if self._infinite(A):
            return math.inf
        if dual == {}:
            return Fraction(0)
        given = fields(dual, "dual", ["normaliser"])["normaliser"]
        if given is None:
            if self.f.infinite_at_zero:
                return Fraction(0)
            price = self.f.at_zero(A)
            pick: Callable[[Fraction, Number, Number], Number] = lambda p, lo, hi: (  # noqa: E731
                hi if p > 0 else lo
            )
        else:
            c = number(given, "dual.normaliser")
            if c <= 0:
                raise Refusal("dual.normaliser: is not positive")
            price = self.f.tangent(A, c)[1]
            pick = lambda p, lo, hi: A.minimum(A.maximum(A.number(p / c), lo), hi)  # noqa: E731
        return self._lagrangian(A, price, pick)

    def _lagrangian(
        self, A: Arithmetic, price: Number, pick: Callable[[Fraction, Number, Number], Number]
    ) -> Real:
        s, one, result = A.exp(A.number(self.half)), A.number(1), price
        for p, low, high in zip(self.p, self.low, self.high, strict=True):
            if high == 0 or (p == 0 and low == 0):
                # x = 0 is the only choice, or one at which the summand is least (with p = 0: 0).
                cost = self.f.term(A, p, Fraction(0))
                if cost is None:
                    return math.inf
                result = result + cost
                continue
            x = pick(p, A.number(low) / s, A.minimum(A.number(high) * s, one))
            if p == 0:
                result = result + (self.f.at_zero(A) - price) * x
            else:
                result = result + self.f.inside(A, A.number(p), x) - price * x
        return max(A.lower(result), Fraction(0))

    def _infinite(self, A: Arithmetic) -> bool:
        """Whether D_f = ∞ all over the box.

        p_y > 0 = u_y with f'(∞) = ∞; or, with f(0) = ∞, p_y = 0 < l_y, or supp p cannot hold all
        mass: Σ u_y over it is below 1.
        """
        letters = list(zip(self.p, self.low, self.high, strict=True))
        if self.f.infinite_slope and any(p > 0 and high == 0 for p, _, high in letters):
            return True
        if not self.f.infinite_at_zero:
            return False
        if any(p == 0 and low > 0 for p, low, _ in letters):
            return True
        held = exact_sum([high for p, _, high in letters if p > 0])
        return held * exponential(self.half)[1] < 1


def read_mollifier(parameters: Any) -> BoxProjection:
    """The box from its bounds."""
    given = fields(parameters, "parameters", ["target", "lower", "upper", "divergence"])
    p = _target(given)
    low = vector(given["lower"], "parameters.lower", len(p))
    high = vector(given["upper"], "parameters.upper", len(p))
    if min(low) < 0 or any(a > b for a, b in zip(low, high, strict=True)):
        raise Refusal("parameters: bounds are not 0 ≤ lower ≤ upper")
    if exact_sum(low) > 1 or exact_sum(high) < 1:
        raise Refusal("parameters: the box is empty")
    return BoxProjection(p, low, high, Fraction(0), read_divergence(given["divergence"]))


def read_relative(parameters: Any) -> BoxProjection:
    """The box around a reference."""
    given = fields(parameters, "parameters", ["target", "reference", "epsilon", "divergence"])
    p = _target(given)
    q = distribution(given["reference"], "parameters.reference", len(p))
    half = read_epsilon(given["epsilon"]) / 2
    return BoxProjection(p, q, q, half, read_divergence(given["divergence"]))


def _target(given: dict[str, Any]) -> Row:
    p = distribution(given["target"], "parameters.target")
    if len(p) > LARGEST_N:
        raise Refusal(f"parameters.target: has more than {LARGEST_N} entries")
    return p
