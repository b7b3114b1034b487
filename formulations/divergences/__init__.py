"""f-divergences: by name, or from a convex function of the user's own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from formulations.divergences import builtin
from formulations.divergences.custom import divergence
from formulations.divergences.divergence import Divergence
from formulations.errors import InputError
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
NAMES = ("kl", "tv", "hellinger", "chi2", "hockey-stick:γ", "alpha:a", "js")


def read_divergence(value: object) -> Divergence:
    """A divergence from its name (see ``NAMES``) or from a :class:`Divergence`.

    Raises:
        InputError: no divergence has that name, or its parameter is out of range.
    """
    if isinstance(value, Divergence):
        return value
    if callable(value):
        return divergence(value)
    if not isinstance(value, str):
        raise InputError(
            "divergence", f"{type(value).__name__} names none", f"use one of {', '.join(NAMES)}"
        )
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
