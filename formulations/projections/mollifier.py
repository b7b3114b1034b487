r"""Projection onto a mollifier given by its bounds (park2024, Proposition 3.4).

.. math:: \min_x D_f(p \| x), \qquad l \le x \le u,\ \textstyle\sum_y x_y = 1
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.description import DIVERGENCE, TARGET, vector
from formulations.divergences import read_divergence
from formulations.errors import InputError
from formulations.formulation import Array
from formulations.parameters import read_distribution, read_vector
from formulations.projections.box import BoxProjection

_NARROWEST = Fraction(1, 10**12)
"""Bounds whose sum is nearer to 1, and not 1, leave room that is lost in their last digits."""


class Mollifier(BoxProjection):
    """Minimise D_f(target‖x) over distributions with lower ≤ x ≤ upper.

    Args:
        target: the distribution p to approximate, n letters.
        lower: n lower bounds ≥ 0 that sum to at most 1.
        upper: n upper bounds ≥ lower that sum to at least 1.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.

    A mechanism is a distribution, shape (n,).
    Raises :class:`~formulations.errors.InputError` where the box holds no distribution.
    """

    slug = "mollifier"
    certificates = "lpcheck.certificates.projections.mollifier"
    source = "park2024, Proposition 3.4"
    summary = "project a distribution onto a box of distributions"
    inputs = (
        TARGET,
        vector("lower", "lower bounds, one a letter"),
        vector("upper", "upper bounds, one a letter"),
        DIVERGENCE,
    )
    example = {
        "target": "7/10,1/5,1/10",
        "lower": "1/5,1/5,1/5",
        "upper": "1/2,1/2,1/2",
        "divergence": "kl",
    }

    def __init__(self, *, target: Any, lower: Any, upper: Any, divergence: Any = "kl") -> None:
        self.target = read_distribution("target", target)
        self.exact_lower = _read_bounds("lower", lower, len(self.target))
        self.exact_upper = _read_bounds("upper", upper, len(self.target))
        for i, (low, high) in enumerate(zip(self.exact_lower, self.exact_upper, strict=True)):
            if low > high:
                raise InputError(
                    f"lower[{i}]",
                    f"{float(low):g} is above upper[{i}] = {float(high):g}",
                    "swap them",
                )
        if sum(self.exact_lower) > 1:
            raise InputError("lower", "sums to more than 1: the box is empty", "lower its entries")
        if sum(self.exact_upper) < 1:
            raise InputError("upper", "sums to less than 1: the box is empty", "raise its entries")
        self.divergence = read_divergence(divergence)

    @property
    def parameters(self) -> dict[str, Any]:
        """The four parameters, exact."""
        return {
            "target": self.target,
            "lower": self.exact_lower,
            "upper": self.exact_upper,
            "divergence": self.divergence,
        }

    @property
    def holds_target(self) -> bool:
        """l ≤ p ≤ u, exactly."""
        bounds = zip(self.exact_lower, self.target.exact, self.exact_upper, strict=True)
        return all(low <= p <= high for low, p, high in bounds)

    @property
    def holds_free(self) -> bool:
        """max(l, p/γ) ≤ u, with a sum of at most 1, for an f that is 0 up to γ > 1; exactly."""
        free = Fraction(repr(self.divergence.free))
        if free <= 1:
            return False
        least = [
            max(low, p / free) for low, p in zip(self.exact_lower, self.target.exact, strict=True)
        ]
        within = all(x <= high for x, high in zip(least, self.exact_upper, strict=True))
        return within and sum(least) <= 1

    @property
    def holds_nothing_near(self) -> bool:
        """Mass is needed where p has none and f(0) = ∞, or cannot be had where f'(∞) = ∞."""
        bounds = list(zip(self.target.exact, self.exact_lower, self.exact_upper, strict=True))
        if math.isinf(self.divergence.at_zero):
            reachable = sum(high for p, _, high in bounds if p > 0)
            if reachable < 1 or any(p == 0 < low for p, low, _ in bounds):
                return True
        if not math.isinf(self.divergence.slope_at_infinity):
            return False
        full = sum(self.exact_lower) == 1  # the box is a point: its lower bounds
        return any(p > 0 and (low if full else high) == 0 for p, low, high in bounds)

    @cached_property
    def lower(self) -> Array:
        """Lower bounds, shape (n,).

        Raises:
            InputError: the bounds' sum is so near to 1 that rounding decides.
        """
        for name, left in (
            ("lower", 1 - sum(self.exact_lower)),
            ("upper", sum(self.exact_upper) - 1),
        ):
            free = name == "upper" and max(self.exact_upper) >= 1  # a bound of 1 binds nothing
            if 0 < left < _NARROWEST and not free:
                what = (
                    f"leaves a box of which doubles see a point: its sum is {float(left):.3g} off 1"
                )
                raise InputError(name, what, "give bounds whose sum is 1, or further from it")
        return np.array([float(x) for x in self.exact_lower])

    @cached_property
    def upper(self) -> Array:
        """Upper bounds, shape (n,), at most 1."""
        return np.array([min(1.0, float(x)) for x in self.exact_upper])


def _read_bounds(name: str, value: Any, n: int) -> tuple[Any, ...]:
    bounds = read_vector(name, value)
    if len(bounds) != n:
        raise InputError(name, f"has {len(bounds)} entries where target has {n}", "give one each")
    for i, x in enumerate(bounds):
        if x < 0:
            raise InputError(f"{name}[{i}]", f"{float(x):g} is negative", "bounds are ≥ 0")
    return bounds
