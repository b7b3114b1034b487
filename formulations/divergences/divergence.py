r"""What an f-divergence is, on all of the closed quadrant.

.. math:: D_f(P\|Q) = \sum_{Q(x)>0} Q(x) f(P(x)/Q(x)) + f'(\infty) P(\{Q = 0\})

Subtracting :math:`f'(1)(x-1)` from f changes no divergence. Everything here works with that
*centred* f, which is non-negative, so that nothing cancels when P and Q are close.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from formulations.formulation import Array

UNIT = 2.0**-53
"""Half a unit in the last place of 1: the relative error of one operation."""

Term: TypeAlias = Callable[[Array, Array, Array], Array]


@dataclass(frozen=True, eq=False)
class Divergence:
    r"""A convex f on (0, ∞) with f(1) = 0.

    Attributes:
        name: how it is written on the command line.
        at_zero: f(0), the limit from the right; may be +∞.
        slope_at_infinity: f'(∞) = lim f(x)/x; may be +∞.
        centre: a subgradient of f at 1.
        smooth: whether f is differentiable on (0, ∞).
        linear: whether f is piecewise linear, so that programs with it are linear.
    """

    name: str
    at_zero: float
    slope_at_infinity: float
    centre: float
    term: Term = field(repr=False)
    """(a, b, a − b) ↦ b f(a/b) − centre·(a − b) for arrays a, b > 0."""
    slope: Callable[[Array], Array] = field(repr=False)
    """x ↦ a subgradient of the centred f at x > 0."""
    expression: Callable[[Array, Any], Any] | None = field(default=None, repr=False)
    """(a, b) ↦ CVXPY expression of the vector of terms, a > 0 constant, b affine; or None."""
    price: Callable[[Array], Array] | None = field(default=None, repr=False)
    """r ↦ f(r) − r f'(r) of the centred f, where it can be written so that nothing cancels."""
    smooth: bool = True
    linear: bool = False
    free: float = 1.0
    """The x up to which f is 0, where that is beyond 1."""
    noise: Term | None = field(default=None, repr=False)
    """(a, b, a − b) ↦ how far `term` may be off, where f is a program of the user's own."""

    def __str__(self) -> str:
        """The command-line name."""
        return self.name

    @cached_property
    def flat(self) -> bool:
        """Whether the centred f is 0 on both sides of 1, so that D_f is 0 between unlike P and Q.

        Hockey-sticks are; there an optimum is often exactly 0, and rounding all of its value.
        """
        a = np.array([1.0 - 2.0**-10, 1.0 + 2.0**-10])
        return bool((self.terms(a, np.ones(2), a - 1.0) <= 8.0 * UNIT).all())

    @property
    def centred_at_zero(self) -> float:
        """f(0) of the centred f: what one unit of Q costs where P has none."""
        return self.at_zero + self.centre

    @property
    def centred_slope(self) -> float:
        """f'(∞) of the centred f: what one unit of P costs where Q has none."""
        return self.slope_at_infinity - self.centre

    @property
    def maximum(self) -> float:
        """The largest value M_f = f(0) + f'(∞), had by mutually singular P and Q."""
        return self.at_zero + self.slope_at_infinity

    def f(self, x: ArrayLike) -> Array:
        """F itself, as printed, at x ≥ 0 (shape kept)."""
        x = np.asarray(x, dtype=float)
        return self.terms(x, np.ones_like(x), x - 1.0) + self.centre * (x - 1.0)

    def terms(self, a: ArrayLike, b: ArrayLike, difference: ArrayLike | None = None) -> Array:
        r"""The centred terms b f(a/b) on the closed quadrant, elementwise.

        Args:
            a: non-negative array.
            b: non-negative array of the same shape.
            difference: a − b, where the caller knows it to more digits than a and b have.

        Returns:
            an array of the same shape, ≥ 0, with 0 f(0/0) = 0, b f(0/b) = b f(0) and
            0 f(a/0) = a f'(∞).
        """
        a, b = np.broadcast_arrays(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
        gap = a - b if difference is None else np.broadcast_to(difference, a.shape)
        if a.size and a.min() > 0 and b.min() > 0:  # the common case, without the masks
            terms = np.asarray(self.term(a.ravel(), b.ravel(), gap.ravel()), dtype=float)
            result: Array = terms.reshape(a.shape)
            return np.maximum(result, 0.0)
        result = np.zeros(a.shape)
        inside = (a > 0) & (b > 0)
        if inside.any():
            result[inside] = self.term(a[inside], b[inside], gap[inside])
        only_a, only_b = (a > 0) & (b <= 0), (b > 0) & (a <= 0)
        if only_a.any():
            result[only_a] = a[only_a] * self.centred_slope
        if only_b.any():
            result[only_b] = b[only_b] * self.centred_at_zero
        return np.maximum(result, 0.0)

    def rounding(
        self,
        a: ArrayLike,
        b: ArrayLike,
        difference: ArrayLike | None = None,
        blur: ArrayLike | None = None,
    ) -> Array:
        r"""Bounds on how far :meth:`terms` is off, elementwise; +∞ where a double overflows.

        For t(a, b) = b f(a/b) the last digits of a and b count as :math:`a |t_a| + b |t_b|` units;
        where a/b is far from 1, powers take the logarithms of both, and their last digits. Where
        it is near, and the caller knows how far the difference may be off (`blur`), only that does.

        Args:
            a: first arguments, any shape.
            b: second arguments, the same shape.
            difference: a − b where it is known to more digits.
            blur: how far that difference may be off.
        """
        a, b = np.broadcast_arrays(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
        gap = a - b if difference is None else np.broadcast_to(difference, a.shape)
        with np.errstate(all="ignore"):
            result = 8.0 * UNIT * np.nan_to_num(self.terms(a, b, gap), nan=np.inf, posinf=np.inf)
            result[result == np.inf] = 0.0 if self.apart(a, b) else np.inf
            live = (a > 0) & (b > 0)
            x, y = a[live], b[live]
            r = x / y
            far = np.abs(np.log(r)) > 0.5
            digits = 1.0 + np.where(far, np.abs(np.log(x)) + np.abs(np.log(y)), 0.0)
            terms, known = self.terms(x, y, gap[live]), np.abs(gap[live])
            moved = np.zeros_like(x)
            for side in (1.0 - 8.0 * UNIT, 1.0 + 8.0 * UNIT):  # next to a kink, or a slope of 0
                falls = y * self.cost_slope(x * side, y)  # b t_b, and a t_a = t − b t_b
                lost = ~np.isfinite(falls)
                if lost.any():  # r² may overflow where t does not; t is convex in a and in b
                    u, v = x[lost], y[lost]
                    falls[lost] = np.maximum(self.terms(2.0 * u, v), self.terms(u, 2.0 * v))
                steep = np.abs(terms - falls) + np.abs(falls)
                if blur is not None:
                    slope = np.abs(self.slope(r * side))
                    if self.smooth:  # so near 1 that r does not tell: t is a square there
                        slope = np.where(known < 1e-8 * y, 2.0 * terms / known, slope)
                    off = np.broadcast_to(blur, a.shape)[live] / UNIT
                    steep = np.where(far, steep, np.where(known > 0, slope * off, 0.0))
                moved = np.maximum(moved, steep)
            if self.smooth:  # what underflows; pieces are 0 in earnest
                result[live] += np.where(known > 0, np.finfo(float).tiny, 0.0)
            result[live] += 4.0 * UNIT * digits * moved
            if self.noise is not None:
                result[live] += self.noise(x, y, gap[live])
        return np.where(np.isnan(result), np.inf, result)

    def apart(self, a: Array, b: Array) -> bool:
        """Whether D_f is infinite for what lacks mass where the other has some: no overflow is.

        Args:
            a: the masses of P, any shape.
            b: the masses of Q, the same shape.
        """
        lacks_b, lacks_a = ((a > 0) & (b <= 0)).any(), ((b > 0) & (a <= 0)).any()
        ends = (self.centred_slope, lacks_b), (self.centred_at_zero, lacks_a)
        return any(end == np.inf and bool(lacks) for end, lacks in ends)

    def total(self, terms: Array, a: Array, b: Array) -> float:
        """The sum of terms, where the double says so.

        Args:
            terms: what :meth:`terms` gave, any shape.
            a: the masses of P, the same shape.
            b: the masses of Q, the same shape.

        Raises:
            OverflowError: the sum is infinite to a double, and finite in truth.
        """
        with np.errstate(over="ignore"):
            total = float(terms.sum())
        if math.isinf(total) and not self.apart(a, b):
            raise OverflowError(f"the {self.name} divergence of this mechanism overflows a double")
        return total

    def between(self, p: ArrayLike, q: ArrayLike, difference: ArrayLike | None = None) -> float:
        """D_f(p‖q) of two probability vectors of one length, in nats where f has a logarithm.

        Args:
            p: a probability vector, shape (k,).
            q: another one, shape (k,).
            difference: p − q where it is known to more digits.
        """
        return float(self.terms(p, q, difference).sum())

    def cost_slope(self, a: Array, b: Array) -> Array:
        r"""A subgradient in b of b ↦ b f(a/b) (centred), for a ≥ 0 and b > 0: f(r) − r f'(r).

        Args:
            a: masses of P, any shape.
            b: masses of Q, the same shape.
        """
        a, b = np.broadcast_arrays(a, b)
        result = np.full(a.shape, self.centred_at_zero)
        inside = a > 0
        with np.errstate(over="ignore"):
            r = a[inside] / b[inside]
            if self.price is not None:
                result[inside] = self.price(r)
            else:
                result[inside] = self.terms(r, np.ones_like(r)) - r * self.slope(r)
        return result
