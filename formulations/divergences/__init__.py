"""f-divergences: by name, or from a convex function of the user's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from formulations.divergences import builtin
from formulations.divergences.custom import divergence
from formulations.divergences.divergence import Divergence
from formulations.errors import InputError
from formulations.expressions import read_expression
from formulations.parameters import read_number

__all__ = ["NAMES", "Divergence", "divergence", "read_divergence"]

_PLAIN: dict[str, Callable[[], Divergence]] = {
    "kl": builtin.kl,
    "tv": builtin.tv,
    "hellinger": builtin.hellinger,
    "chi2": builtin.chi2,
    "js": builtin.js,
}
LARGEST_ORDER = 10**6
NAMES = ("kl", "tv", "hellinger", "chi2", "hockey-stick:γ", "alpha:a", "js", "f:FORMULA")


def read_divergence(value: object) -> Divergence:
    """A divergence from its name (see ``NAMES``) or from a :class:`Divergence`.

    Raises:
        InputError: no divergence has that name, its parameter is out of range, or its formula is
            of no convex f with f(1) = 0.

    >>> read_divergence("f:x*ln(x)").f(2.0).round(6)
    np.float64(1.386294)
    """
    if isinstance(value, Divergence):
        return value
    if callable(value):
        return divergence(value)
    if not isinstance(value, str):
        raise InputError(
            "divergence", f"{type(value).__name__} names none", f"use one of {', '.join(NAMES)}"
        )
    if value.strip().startswith("f:"):
        return _formula(value.strip())
    head, colon, argument = value.strip().lower().partition(":")
    if head in _PLAIN and not colon:
        return _PLAIN[head]()
    if head == "hockey-stick":
        gamma = read_number("divergence", argument or "1")
        if gamma < 1:
            raise InputError("divergence", f"hockey-stick:{argument} has γ < 1", "give γ ≥ 1")
        return builtin.hockey_stick(float(gamma))
    if head == "alpha" and argument:
        order: Fraction = read_number("divergence", argument)
        if abs(order) > LARGEST_ORDER:
            what = f"alpha:{argument[:20]} has an order beyond ±{LARGEST_ORDER}"
            raise InputError("divergence", what, "powers that high overflow; give a smaller one")
        return builtin.alpha(float(order))
    raise InputError("divergence", f"'{value}' is unknown", f"use one of {', '.join(NAMES)}")


@lru_cache(maxsize=4096)
def _formula(text: str) -> Divergence:
    """The divergence of a formula of x; the same object for the same text."""
    formula = read_expression("divergence", text.removeprefix("f:"), ("x",))

    def f(x: float) -> float:
        value = float(formula.evaluate({"x": np.float64(x)}))
        if x > 0 and not math.isfinite(value):
            raise OverflowError("the formula overflows")
        return value

    return divergence(f, name=text)
