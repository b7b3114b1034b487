"""The values of one entry of a grid: numbers and names, vectors, ranges; kept as text, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from formulations.parameters import read_number

_LONGEST = 100_000
_ENDS = ("from", "to", "count", "scale")
_SMALLEST = Fraction(1, 10**300)
"""Logarithms of smaller numbers are beyond a double."""


def read_values(where: str, value: Any, kind: str) -> Sequence[Any]:
    """What an entry lists.

    Args:
        where: the entry, for error messages.
        value: as it is in the file.
        kind: `number`, `vector` or `name`.

    Raises:
        InputError: it is empty or of another kind.
    """
    if isinstance(value, Mapping) and kind == "number":
        return _range(where, value)
    if kind == "vector":
        several = isinstance(value, list) and any(isinstance(v, (list, str)) for v in value)
        texts = isinstance(value, list) and all(
            isinstance(v, str) and "," not in v for v in value
        )  # one vector of rationals
        found = value if several and not texts else [value]
        return [_vector(where, v) for v in found]
    found = value if isinstance(value, list) else [value]
    for v in found:
        if isinstance(v, bool) or not isinstance(v, (int, float, str)):
            raise InputError(where, f"{v!r} is no {kind}", "give one, or a list of them")
    if not found:
        raise InputError(where, "is empty", "give at least one value")
    if kind != "number":
        return [str(v) for v in found]
    return [x for v in found for x in _grid(where, str(v))]


def _grid(where: str, text: str) -> Sequence[str]:
    """A number as it is; `A:B:N` is N of them, evenly from A to B, exact."""
    if ".." in text:
        what = f"'{text[:40]}' is a whole interval"
        raise InputError(where, what, "write a grid A:B:N; lpcheck check takes intervals")
    if ":" not in text:
        return [text]
    low, high, count, *more = [*text.split(":"), "", ""]
    if any(more) or not count.strip().isdecimal() or len(count) > 9:
        remedy = "write A:B:N, such as 0.5:4:8 for 8 values from 0.5 to 4"
        raise InputError(where, f"'{text[:40]}' is no grid", remedy)
    return _range(where, {"from": low, "to": high, "count": int(count)})


def read_whole(where: str, value: Any, largest: int) -> int:
    """A whole number from 0.

    Raises:
        InputError: it is none, or too large.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= largest:
        remedy = f"give a whole number, 0 to {largest}"
        raise InputError(where, f"{value!r} is out of range", remedy)
    return value


def unknown(name: str, known: Sequence[str]) -> InputError:
    """A refusal that names the nearest."""
    near = get_close_matches(name.rpartition(" ")[2], known, n=1)
    remedy = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known)}"
    return InputError(name, "is not known here", remedy)


def _vector(where: str, value: Any) -> str:
    """As text, entries kept as they were written."""
    if isinstance(value, list):
        if not value or any(isinstance(v, bool) for v in value):
            raise InputError(where, "is no vector", "give numbers")
        if not all(isinstance(v, (int, float, str)) for v in value):
            raise InputError(where, "is no vector of numbers", 'write [0.2, 0.8] or "1/5,4/5"')
        return ",".join(str(v) for v in value)
    if not isinstance(value, str) or not value:
        raise InputError(where, f"{value!r} is no vector", 'write [0.2, 0.8] or "1/5,4/5"')
    return value


def _range(where: str, value: Mapping[str, Any]) -> Sequence[str]:
    """`{from, to, count, scale}`; the ends are exact, and so is all of a linear range."""
    strange = set(value) - set(_ENDS)
    if strange:
        raise unknown(f"{where}: {min(strange)}", _ENDS)
    if not {"from", "to"} <= set(value):
        raise InputError(where, "is no range", "write {from = 0.1, to = 10, count = 50}")
    low, high = (read_number(f"{where}: {end}", value[end]) for end in ("from", "to"))
    count = read_whole(f"{where}: count", value.get("count", 0), _LONGEST)
    scale = value.get("scale")
    if count < 2:
        remedy = f"give the number of values, 2 to {_LONGEST}"
        raise InputError(f"{where}: count", f"{count} is out of range", remedy)
    steps = [Fraction(i, count - 1) for i in range(count)]
    if scale in (None, "linear"):
        return [str(low + s * (high - low)) for s in steps]
    if scale != "log" or min(low, high) < _SMALLEST:
        remedy = 'scale is "linear" or, between positive numbers, "log"'
        raise InputError(f"{where}: scale", f"'{scale}' does not fit", remedy)
    # Powers of the ends, not of their ratio, which may be beyond a double.
    inner = [repr(float(low) ** float(1 - s) * float(high) ** float(s)) for s in steps[1:-1]]
    return [str(low), *inner, str(high)]
