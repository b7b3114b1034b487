"""Strict reading: JSON of bounded size and depth, numbers as strings of bounded length."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from stat import S_ISREG
from typing import Any, NoReturn

from lpcheck.rechecker.arithmetic import Real
from lpcheck.rechecker.budget import hold, spend
from lpcheck.rechecker.refusal import Refusal

LARGEST_FILE = 8 * 2**20
LARGEST_DEPTH = 8
LONGEST_NUMBER = 1000
LONGEST_TEXT = 200
LONGEST_VECTOR, LARGEST_MATRIX = 20_000, 250_000
_LARGEST_EXPONENT = 4000
_LARGEST_INTEGER = 10**6
_WIDEST_DENOMINATOR = 2 * 10**5
"""Bits. Sums of many fractions with unlike denominators are refused before they eat the memory."""

Row = tuple[Fraction, ...]

_NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?)", re.ASCII)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read(source: str | Path | bytes | Mapping[str, Any]) -> dict[str, Any]:
    """The object in a file, in bytes, or already in memory (then its shape is checked the same)."""
    if isinstance(source, Mapping):
        try:
            data = json.dumps(source, allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Refusal(f"is not JSON: {_one_line(error)}") from None
    elif isinstance(source, bytes):
        data = source
    else:
        data = _load(Path(source))
    return parse(data)


def _load(path: Path) -> bytes:
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe may never end, or never begin
            raise Refusal("cannot be read: is no regular file")
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Refusal(f"cannot be read: {_one_line(error)}") from None


def parse(data: bytes) -> dict[str, Any]:
    """One JSON object; everything that a certificate has no use for is refused."""
    if len(data) > LARGEST_FILE:
        raise Refusal(f"is larger than {LARGEST_FILE} bytes")
    if b"\\" in data:
        raise Refusal("holds a backslash, which no certificate needs")
    _refuse_depth(data)
    try:
        result = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise Refusal("is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise Refusal(f"is not JSON: {_one_line(error)}") from None
    if not isinstance(result, dict):
        raise Refusal("is not a JSON object")
    return result


def _refuse_depth(data: bytes) -> None:
    """Brackets outside strings; each pass removes the innermost pairs."""
    left = re.sub(rb'"[^"]*"', b"", data).translate(None, _NOT_BRACKETS)
    for _ in range(LARGEST_DEPTH):
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    if left:
        raise Refusal(f"has unbalanced brackets, or more than {LARGEST_DEPTH} levels of them")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Refusal("has a key twice in one object")
    return result


def _integer(text: str) -> int:
    if len(text) > 8:
        raise Refusal(f"has an integer of {len(text)} digits; numbers are strings")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise Refusal(f"has the bare number {text[:20]}; numbers are strings")


def _one_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:160]


def fields(value: Any, name: str, needed: Sequence[str], *optional: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise Refusal(f"{name}: is not an object")
    for key in value:
        if key not in needed and key not in optional:
            raise Refusal(f"{name}: has the unknown key '{_ascii(key)}'")
    for key in needed:
        if key not in value:
            raise Refusal(f"{name}: has no '{key}'")
    return value


def _ascii(text: str) -> str:
    return text[:40].encode("ascii", "replace").decode()


def items(value: Any, name: str, count: int | None = None) -> list[Any]:
    """A list, of that length."""
    if not isinstance(value, list):
        raise Refusal(f"{name}: is not a list")
    if count is not None and len(value) != count:
        raise Refusal(f"{name}: has {len(value)} entries instead of {count}")
    return value


def number(value: Any, name: str) -> Fraction:
    """A finite number."""
    if not isinstance(value, str):
        raise Refusal(f"{name}: a number is a string")
    if len(value) > LONGEST_NUMBER:
        raise Refusal(f"{name}: a number of {len(value)} characters")
    if not _NUMBER.fullmatch(value):
        raise Refusal(f"{name}: '{_ascii(value)}' is no number")
    exponent = re.split("[eE]", value)[1:]
    size = abs(int(exponent[0])) if exponent else 0
    if size > _LARGEST_EXPONENT:
        raise Refusal(f"{name}: an exponent beyond ±{_LARGEST_EXPONENT}")
    bits = 4 * (2 * len(value) + size)  # of numerator and denominator together, at most
    hold(bits)
    spend(3000 + bits * bits // 1000)
    try:
        return Fraction(value)
    except ZeroDivisionError:
        raise Refusal(f"{name}: divides by zero") from None


def extended(value: Any, name: str) -> Real:
    """A number or ±∞."""
    if value in ("inf", "-inf"):
        return math.inf if value == "inf" else -math.inf
    return number(value, name)


def vector(value: Any, name: str, count: int | None = None) -> tuple[Fraction, ...]:
    """A non-empty list of numbers."""
    entries = items(value, name, count)
    if not 0 < len(entries) <= LONGEST_VECTOR:
        raise Refusal(f"{name}: has {len(entries)} entries")
    return tuple(number(x, f"{name}[{i}]") for i, x in enumerate(entries))


def matrix(value: Any, name: str, rows: int, columns: int | None = None) -> tuple[Row, ...]:
    """Rows of one length."""
    lists = [items(x, f"{name}[{i}]", columns) for i, x in enumerate(items(value, name, rows))]
    if sum(map(len, lists)) > LARGEST_MATRIX:
        raise Refusal(f"{name}: has more than {LARGEST_MATRIX} entries")
    result = tuple(vector(x, f"{name}[{i}]") for i, x in enumerate(lists))
    if len({len(row) for row in result}) > 1:
        raise Refusal(f"{name}: its rows differ in length")
    return result


def distribution(value: Any, name: str, count: int | None = None) -> Row:
    """Numbers ≥ 0 that sum to exactly 1."""
    result = vector(value, name, count)
    if min(result) < 0:
        raise Refusal(f"{name}: has a negative entry")
    if exact_sum(result) != 1:
        raise Refusal(f"{name}: does not sum to exactly 1")
    return result


def index(value: Any, name: str, below: int) -> int:
    """A whole number in [0, below)."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise Refusal(f"{name}: is no index below {below}")
    return value


def text(value: Any, name: str) -> str | None:
    """Short text, or null."""
    if value is not None and not (isinstance(value, str) and len(value) <= LONGEST_TEXT):
        raise Refusal(f"{name}: is neither null nor text of at most {LONGEST_TEXT} characters")
    return value


def exact_sum(values: Sequence[Fraction]) -> Fraction:
    """Σ values, without running away where denominators are unlike."""
    common, size = 1, 1
    for x in values:
        spend(1000 + 5 * size * x.denominator.bit_length() // 1000)
        common = math.lcm(common, x.denominator)
        size = common.bit_length()
        if size > _WIDEST_DENOMINATOR:
            raise Refusal("numbers: their common denominator is too large")
    spend(size * size // 1000)
    return Fraction(sum(x.numerator * (common // x.denominator) for x in values), common)


def exact_dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Σ left·right."""
    return exact_sum([a * b for a, b in zip(left, right, strict=True) if a and b])
