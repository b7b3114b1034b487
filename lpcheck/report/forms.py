"""Numbers as fractions of e^ε, recognised by comparing doubles: said as "agrees to 1e-12"."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array

AGREES = 1e-12
"""How far doubles that agree may be apart, relative to the larger one."""

LARGEST = 200_000
"""Entries of a kernel that is looked at."""

_MOST_ENTRIES = 6
_NARROW, _WIDE = 0.02, 12.0
"""Levels between which e^ε is told from small whole numbers."""

_MOST_HIGH, _MOST_TERM = 60, 2000


@dataclass(frozen=True)
class Form:
    """s/(a·e^ε + b), or s·e^ε/(a·e^ε + b), with whole numbers; with ε/2 for ε where `half`."""

    scale: int
    high: bool
    a: int
    b: int
    half: bool = False

    @property
    def text(self) -> str:
        """As people write it."""
        e = "e^(ε/2)" if self.half else "e^ε"
        top = _term(self.scale, e) if self.high else str(self.scale)
        below = " + ".join([_term(self.a, e)] * bool(self.a) + [str(self.b)] * bool(self.b))
        if below == "1":
            return top
        one = below.isdigit() or below == e
        return f"{top}/{below}" if one else f"{top}/({below})"

    @property
    def latex(self) -> str:
        """As TeX writes it."""
        e = r"e^{\varepsilon/2}" if self.half else r"e^{\varepsilon}"
        top = _term(self.scale, e) if self.high else str(self.scale)
        below = " + ".join([_term(self.a, e)] * bool(self.a) + [str(self.b)] * bool(self.b))
        return top if below == "1" else rf"\frac{{{top}}}{{{below}}}"


def _term(n: int, e: str) -> str:
    return e if n == 1 else f"{n}{e}"


def of_number(x: float, epsilon: float) -> Form | None:
    """The simplest form that a number agrees with, if any.

    Args:
        x: a probability, or a value.
        epsilon: nats; where e^ε is close to 1 or very large nothing is recognised.

    Example:
        >>> import math
        >>> of_number(math.e / (math.e + 2), 1.0).text, of_number(0.3, 1.0).text
        ('e^ε/(e^ε + 2)', '3/10')
        >>> of_number(0.3 + 1e-9, 1.0) is None
        True
    """
    if not 1e-9 < x <= 1e6:
        return None
    for below in range(1, 25):
        if _whole(x * below, 1e4):
            return Form(round(x * below), False, 0, below)
    if not _NARROW <= epsilon <= _WIDE:
        return None
    for half in (False, True):
        e = math.exp(epsilon / 2.0 if half else epsilon)
        for scale in (1, 2, 3):
            for high, y in ((True, scale * e / x), (False, scale / x)):
                for a in range(min(int(y / e + AGREES) + 1, _MOST_HIGH)):
                    rest = y - a * e
                    if abs(rest) <= AGREES * y:
                        return Form(scale, high, a, 0, half)
                    if _whole(rest, _MOST_TERM, AGREES * y):
                        return Form(scale, high, a, round(rest), half)
    return None


def _whole(x: float, most: float, allowed: float = 0.0) -> bool:
    """Whether a number is a whole one from 1 to `most`, as far as rounding tells."""
    return 0.5 < x <= most and abs(x - round(x)) <= max(allowed, AGREES * x)


def of_entries(kernel: Array, epsilon: float) -> list[tuple[float, Form]]:
    """The entries of a kernel other than 0 and 1, with their forms; none unless all have one.

    Args:
        kernel: a matrix or a vector.
        epsilon: nats.
    """
    if kernel.size > LARGEST:
        return []
    values = np.sort(kernel[(kernel > AGREES) & (kernel < 1.0 - AGREES)].ravel())[::-1]
    found: list[tuple[float, Form]] = []
    while len(values):
        form = of_number(float(values[0]), epsilon)
        if form is None or len(found) == _MOST_ENTRIES:
            return []
        found.append((float(values[0]), form))
        values = values[values < values[0] * (1.0 - 4.0 * AGREES)]
    return found
