"""Parameters of a problem, read once, kept exactly, and refused with a remedy.

Every number is kept as a :class:`fractions.Fraction`: a float stands for its shortest decimal
(``0.1`` is 1/10), so that the same problem can be stated in floats and, later, exactly.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError

LARGEST_EPSILON = 700
"""Beyond it e^ε overflows a double."""

SUM_TOLERANCE = Fraction(1, 10**9)
"""A vector whose sum is this close to 1 was rounded, not forgotten: it is divided by its sum."""

LARGEST_ALPHABET = 100_000
"""More entries than any program here can take; refused before memory is."""

LARGEST_NUMBER = 10**300
"""Numbers from here on are refused: a sum of them may overflow a double."""

SMALLEST_NUMBER = Fraction(1, 10**290)
"""Positive parameters below it are refused where doubles compute: their products underflow."""

_LOGARITHM, _LOGARITHM_DIGITS = re.compile(r"ln(?:\s+([\d./e+-]+)|\s*\(([^()]*)\))"), 40
_LONGEST_NUMBER = 4000
_LARGEST_EXPONENT = 400


@dataclass(frozen=True)
class Distribution:
    """A probability vector with rational entries that sum to exactly 1."""

    exact: tuple[Fraction, ...]

    @cached_property
    def array(self) -> NDArray[np.float64]:
        """The vector in doubles, shape (k,), read-only."""
        values = np.array([float(x) for x in self.exact])
        values.setflags(write=False)
        return values

    def __len__(self) -> int:
        """The size k of the alphabet."""
        return len(self.exact)


def read_number(name: str, value: Any) -> Fraction:
    """One finite number: an int, float or rational, or text, ``"1/3"``, ``"0.2"`` or ``"ln 3"``.

    A logarithm is kept to 40 digits.

    Raises :class:`InputError` for anything else: NaN, infinities, and numbers of ±1e300 or more.

    Args:
        name: the parameter, for the message.
        value: what was given.

    Raises:
        InputError: anything else: NaN, infinities, and numbers of ±1e300 or more.
    """
    remedy = "give a finite number such as 0.5, 1e-3 or 1/3"
    number = _read_any(name, value, remedy)
    if abs(number) >= LARGEST_NUMBER:
        raise InputError(name, "is beyond ±1e300", remedy)
    return number


def _read_any(name: str, value: Any, remedy: str) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if isinstance(value, (bool, np.bool_)):
        raise InputError(name, f"{value!r} is a truth value", remedy)
    if isinstance(value, (int, np.integer)):
        return Fraction(int(value))
    if isinstance(value, numbers.Rational):  # SymPy's, among others
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise InputError(name, f"{value} is not finite", remedy)
        return Fraction(repr(float(value)))
    if isinstance(value, str):
        return _read_text(name, value.strip(), remedy)
    if np.ma.is_masked(value):
        raise InputError(name, "is masked (missing)", remedy)
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return _read_any(name, value.item(), remedy)
    raise InputError(name, f"{type(value).__name__} is not a number", remedy)


def _read_text(name: str, text: str, remedy: str) -> Fraction:
    shown = repr(text if len(text) <= 40 else text[:37] + "...")[1:-1]  # on one line
    if len(text) > _LONGEST_NUMBER:
        raise InputError(name, f"'{shown}' has {len(text)} characters", "write a shorter number")
    lower = text.lower()
    logarithm = _LOGARITHM.fullmatch(lower)
    if logarithm is not None:
        return _read_logarithm(name, shown, logarithm[1] or logarithm[2])
    exponent = lower.partition("e")[2]
    if exponent.lstrip("+-").isdecimal() and abs(int(exponent)) > _LARGEST_EXPONENT:
        raise InputError(name, f"'{shown}' has an exponent beyond ±{_LARGEST_EXPONENT}", remedy)
    if lower.lstrip("+-") in ("inf", "infinity", "nan"):
        raise InputError(name, f"{shown} is not finite", remedy)
    if "_" in text:  # 0_5 is five to Python, and a slip of the pen to everyone else
        raise InputError(name, f"'{shown}' has an underscore", "write digits only")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise InputError(name, f"'{shown}' divides by zero", remedy) from None
    except ValueError:
        raise InputError(name, f"'{shown}' is not a number", remedy) from None


def _read_logarithm(name: str, shown: str, text: str) -> Fraction:
    """Log of a positive rational, as a rational of 40 digits."""
    inner = read_number(name, text)
    if inner <= 0:
        raise InputError(name, f"'{shown}' is no number", "give ln of a positive number: ln 3")
    with localcontext() as context:
        context.prec = 60
        log = Decimal(inner.numerator).ln() - Decimal(inner.denominator).ln()
        context.prec = _LOGARITHM_DIGITS
        return Fraction(+log)


def read_epsilon(value: Any, name: str = "epsilon") -> Fraction:
    """A privacy level: finite, 0 ≤ ε ≤ 700 (nats).

    Args:
        value: what was given.
        name: the parameter, for the message.

    Raises:
        InputError: it is no such level.
    """
    epsilon = read_number(name, value)
    if epsilon < 0:
        raise InputError(name, f"{_show(epsilon)} is negative", "give a privacy level ε ≥ 0")
    if epsilon > LARGEST_EPSILON:
        raise InputError(
            name,
            f"{_show(epsilon)} is above {LARGEST_EPSILON}, where e^ε overflows",
            "at that level privacy binds nothing; give a smaller ε",
        )
    return epsilon


def read_delta(value: Any, name: str = "delta") -> Fraction:
    """A probability 0 ≤ δ ≤ 1.

    Args:
        value: what was given.
        name: the parameter, for the message.

    Raises:
        InputError: it is no probability.
    """
    delta = read_number(name, value)
    if not 0 <= delta <= 1:
        raise InputError(name, f"{_show(delta)} is outside [0, 1]", "give a probability δ")
    return delta


def read_vector(name: str, value: Any) -> tuple[Fraction, ...]:
    """A non-empty tuple of finite numbers from a sequence, an array, or a Distribution.

    Args:
        name: the parameter, for the message.
        value: what was given.

    Raises:
        InputError: it is empty, too long, no vector, or an entry is no finite number.
    """
    if isinstance(value, Distribution):
        return value.exact
    if hasattr(value, "to_numpy"):  # a pandas Series
        value = value.to_numpy()
    if isinstance(value, np.ndarray):
        if value.ndim != 1:
            raise InputError(name, f"has shape {value.shape}", "give a vector, one entry a letter")
    elif isinstance(value, (str, bytes, bytearray, memoryview)) or not isinstance(value, Sequence):
        raise InputError(
            name,
            f"{type(value).__name__} is not a vector",
            "give a list of numbers, one entry a letter",
        )
    if len(value) == 0:
        raise InputError(name, "is empty (k = 0)", "give at least one entry")
    if len(value) > LARGEST_ALPHABET:
        raise InputError(
            name, f"has {len(value)} entries", f"problems take at most {LARGEST_ALPHABET}"
        )
    entries = value.tolist() if isinstance(value, np.ndarray) else value
    return tuple(read_number(f"{name}[{i}]", x) for i, x in enumerate(entries))


def read_distribution(name: str, value: Any) -> Distribution:
    """A probability vector: entries ≥ 0 whose sum is 1 within 1e-9 (then divided by it).

    Args:
        name: the parameter, for the message.
        value: what was given.

    Raises:
        InputError: it is no vector, an entry is negative, or the sum is not 1.
    """
    if isinstance(value, Distribution):
        return value
    entries = read_vector(name, value)
    for i, x in enumerate(entries):
        if x < 0:
            raise InputError(f"{name}[{i}]", f"{_show(x)} is negative", "probabilities are ≥ 0")
    total = sum(entries, start=Fraction(0))
    if abs(total - 1) > SUM_TOLERANCE:
        raise InputError(
            name,
            f"sums to {float(total):.10g}, not 1",
            "divide it by its sum" if total else "give some entry a positive probability",
        )
    return Distribution(entries if total == 1 else tuple(x / total for x in entries))


def read_answer(value: Any) -> float:
    """What a function of the user's own returned, as a float; text is not read as a number.

    Raises:
        TypeError: it is no number.
    """
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"it returned {type(value).__name__}, not a number")
    return float(value)


def in_one_line(error: Exception) -> str:
    """The kind and the first line of an error, cut short."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]


def refuse_unheld(parameters: Mapping[str, Any]) -> None:
    """Refuse to compute where a double is 0 or 1 and the number that it stands for is not.

    A certificate, which is exact, takes such numbers.

    Raises:
        InputError: for the first number that is not 0 and below 1e-290, or not 1 and rounds to 1.
    """
    for name, value in parameters.items():
        if isinstance(value, Fraction):
            level = name in ("epsilon", "nu")  # these are compared with nothing but 0
            _refuse_unless_held(name, min(value, Fraction(1, 2)) if level else value)
        elif isinstance(value, (Distribution, tuple)):
            _refuse_unheld_entries(name, value.exact if isinstance(value, Distribution) else value)


def _refuse_unheld_entries(name: str, entries: tuple[Any, ...]) -> None:
    for i, x in enumerate(entries):
        if isinstance(x, tuple):  # of a matrix
            _refuse_unheld_entries(f"{name}[{i}]", x)
        else:
            # 1 − 1e-17 beside 1e-17 is held: no entry is compared with 1.
            _refuse_unless_held(f"{name}[{i}]", min(Fraction(x), Fraction(1, 2)))


def _refuse_unless_held(name: str, x: Fraction) -> None:
    if 0 < x < SMALLEST_NUMBER:
        size = math.log10(x.numerator) - math.log10(x.denominator)
        what = f"is about 1e{math.floor(size)}, less than a double holds in full"
        raise InputError(name, what, f"give 0, or at least {float(SMALLEST_NUMBER):g}")
    if x != 1 and float(x) == 1.0:
        raise InputError(
            name, "is not 1, and the double nearest to it is", "give 1, or less digits"
        )


def same_length(*named: tuple[str, Distribution]) -> None:
    """Refuse distributions over alphabets of different sizes.

    Raises:
        InputError: one has another number of letters than the first.
    """
    (first, reference), *others = named
    for name, distribution in others:
        if len(distribution) != len(reference):
            raise InputError(
                name,
                f"has {len(distribution)} entries where {first} has {len(reference)}",
                "give both over the same alphabet",
            )


def _show(value: Fraction) -> str:
    return str(value) if value.denominator < 1000 else f"{float(value):.12g}"
