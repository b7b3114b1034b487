"""Outputs of a client as letters: values that can be compared, whatever type they come in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from lpcheck.auditing.entropy import BytesDraw
from lpcheck.auditing.errors import UnsupportedError
from lpcheck.auditing.lazy import FloatDraw, IntDraw, settled

LARGEST_OUTPUT = 100_000
"""Entries of one output."""


@dataclass(frozen=True)
class Raised:
    """What comes out where the client raises: an observer sees that too."""

    kind: str
    text: str = field(compare=False)

    def __str__(self) -> str:
        return f"raises {self.kind}"


def letter(value: Any, depth: int = 0) -> Any:
    """A hashable value that equals another's exactly where the outputs are the same.

    Arrays and lists become tuples, iterators are read to their end (in the run, since they may
    draw), objects become their class and attributes.

    Raises:
        UnsupportedError: the output is a continuous draw, or of a kind that has no equality.
    """
    if depth > 20:
        raise UnsupportedError("returns an output nested more than 20 deep")
    if type(value) in (FloatDraw, IntDraw):
        return letter(settled(value), depth)
    if type(value) is BytesDraw:
        return bytes(value)
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str, bytes, complex, Enum)):
        return value
    if isinstance(value, float):
        return "nan" if math.isnan(value) else value + 0.0  # −0 is 0
    if isinstance(value, np.ndarray):
        value = value.tolist()
        if not isinstance(value, list):
            return letter(value, depth)
    if isinstance(value, Mapping):
        return frozenset((letter(k, depth + 1), letter(v, depth + 1)) for k, v in value.items())
    if isinstance(value, (set, frozenset)):
        return frozenset(letter(v, depth + 1) for v in value)
    if isinstance(value, (list, tuple, Iterator)):
        return tuple(letter(v, depth + 1) for v in _bounded(value))
    return _object(value, depth)


def _object(value: Any, depth: int) -> Any:
    if hasattr(value, "to_numpy"):  # a frame or a series
        return letter(value.to_numpy(), depth + 1)
    kind = type(value)
    if not _by_identity(kind) and kind.__hash__ is not None:
        return value
    if hasattr(value, "__dict__"):
        attributes = letter(vars(value), depth + 1)
        return (f"{kind.__module__}.{kind.__qualname__}", attributes)
    raise UnsupportedError(f"returns a {kind.__name__}, which cannot be compared")


def _by_identity(kind: type) -> bool:
    """Whether objects of a class equal only themselves."""
    return not any("__eq__" in vars(c) for c in kind.__mro__[:-1])


def _bounded(values: Iterable[Any]) -> Iterator[Any]:
    for i, value in enumerate(values):
        if i >= LARGEST_OUTPUT:
            raise UnsupportedError(f"returns more than {LARGEST_OUTPUT} entries")
        yield value


def ordered(letters: Iterable[Any]) -> tuple[Any, ...]:
    """Letters in their own order where they have one, else by type and text."""
    found = list(letters)
    try:
        return tuple(sorted(found))
    except TypeError:
        return tuple(sorted(found, key=lambda x: (type(x).__name__, _text(x))))


def _text(x: Any) -> str:
    return str(sorted(map(str, x))) if isinstance(x, frozenset) else str(x)


def shown(x: Any) -> str:
    """A letter for people: short, on one line; a vector of bits as its digits."""
    if isinstance(x, tuple) and x and all(v in (0, 1) for v in x) and len(x) > 1:
        return "".join(str(int(v)) for v in x)
    text = f"{{{', '.join(sorted(map(str, x)))}}}" if isinstance(x, frozenset) else str(x)
    text = " ".join(text.split())
    return text if len(text) <= 24 else f"{text[:21]}…"
