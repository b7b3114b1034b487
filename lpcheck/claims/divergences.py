"""The divergences over which a statement on "every f" is tested."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from formulations.divergences import Divergence, divergence, read_divergence

EVERY_F = (
    "kl",
    "tv",
    "hellinger",
    "chi2",
    "js",
    "hockey-stick:2",
    "alpha:1/2",
    "alpha:3",
    "reversed:1/2",
    "reversed:3",
    "quartic",
)
"""Named ones, reversed hockey-sticks max(γ − x, 0), and a user's own f."""

INFINITE_AT_ZERO = ("alpha:0", "alpha:-1")
"""f(0) = ∞."""


@cache
def read(name: str) -> Divergence:
    """A divergence by name, with two kinds that the command line does not have."""
    head, _, argument = name.partition(":")
    if head == "reversed":
        top = float(Fraction(argument))
        return divergence(
            lambda x: max(top - x, 0.0) - max(top - 1.0, 0.0),
            name=name,
            slope_at_infinity=0.0,
            derivative=lambda x: -1.0 if x < top else 0.0,
        )
    if head == "quartic":
        return divergence(
            lambda x: (x - 1.0) ** 4 + max(x - 1.5, 0.0),
            name=name,
            slope_at_infinity=math.inf,
            derivative=lambda x: 4.0 * (x - 1.0) ** 3 + (1.0 if x > 1.5 else 0.0),
        )
    return read_divergence(name)
