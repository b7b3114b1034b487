r"""The divergences over which "every f" is tested, and the printed risk as a function of K_min."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

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


def risk_at(f: Divergence, diagonal: float, rest: float | None = None) -> float:
    """(1 − x) f(0) + x f(1/x) at x = diagonal; `rest` is 1 − x where that is known better."""
    off = 1.0 - diagonal if rest is None else rest
    return f.between([1.0, 0.0], [diagonal, off], np.array([off, -off]))


def printed_risk(f: Divergence, prior: Any, epsilon: float, slip: float = 0.0) -> float:
    """The right-hand side of eq. 5; `slip` changes q_min by that fraction."""
    least = min(float(x) for x in prior) * (1.0 - slip)
    u = math.exp(-epsilon)
    total = least + u * (1.0 - least)
    return risk_at(f, least / total, u * (1.0 - least) / total)
