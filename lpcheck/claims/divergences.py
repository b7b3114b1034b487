"""The divergences over which a statement on "every f" is tested."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from formulations.divergences import Divergence, divergence, read_divergence
from formulations.formulation import Array
from lpcheck.claims.claim import Outcome
from lpcheck.claims.evidence import at_most, both, equal

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


def floats(values: Sequence[Any]) -> Array:
    """Rational numbers as doubles."""
    return np.array([float(v) for v in values])


def between(f: Divergence, p: Sequence[Fraction], q: Sequence[Fraction]) -> float:
    """D_f of rational distributions, their difference rounded once."""
    return f.between(floats(p), floats(q), floats([x - y for x, y in zip(p, q, strict=True)]))


def chord(f: Divergence, low: Fraction, high: Fraction) -> float:
    """((1 − low) f(high) + (high − 1) f(low)) / (high − low), with nothing that cancels."""
    heavy = (1 - low) / (high - low)
    q = [heavy, 1 - heavy]
    return between(f, [heavy * high, (1 - heavy) * low], q)


def below_chord(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """D_f(P‖Q) is at most the chord at the extreme ratios, and equal to it if there are only two.

    The slip lowers the larger ratio by that share.
    """
    f, ratios = read(divergence), [x / y for x, y in zip(p, q, strict=True)]
    found, claimed = between(f, p, q), chord(f, min(ratios), max(ratios) * (1 - Fraction(slip)))
    bound = at_most(found, claimed, scale=10.0)
    return bound if len(set(ratios)) > 2 else both(bound, equal(found, claimed, scale=10.0))
