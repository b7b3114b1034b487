"""The state of running code at a draw: where each of its frames stands, and what it can see.

Two draws on one path with the same state are followed by the same law: a loop has come back. What
this relies on is visible to Python: places in the code, variables, attributes, what the code's
global names stand for. Code that keeps anything where this cannot look (an iterator, an object
written in C, a value between two operands of an expression) has no state here, and its loops are
followed as they are.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import sys
from collections.abc import Hashable
from enum import Enum
from fractions import Fraction
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np

from lpcheck.auditing.draw import Draw
from lpcheck.auditing.numpy_sources import EnumeratingGenerator, EnumeratingState
from lpcheck.auditing.stdlib import Enumerating, EnumeratingSystem

LARGEST_STATE = 2_000
"""Values that a state may consist of."""

_DRAWING = frozenset(
    f"lpcheck.auditing.{name}"
    for name in ("arithmetic", "cell", "comparisons", "crowd", "draw", "lazy", "replay", "tree")
)
"""Modules whose frames say no more than where they stand: their variables are the draw's."""

_PLAIN = (bool, int, float, complex, str, bytes, Fraction, type(None))
_KEPT = (bool, int, float, str, list, dict, set)
"""What attributes of a class are looked at."""

_FIXED = (ModuleType, BuiltinFunctionType, np.ufunc, CodeType, np.dtype)
_LEAVING = ("RETURN_VALUE", "RETURN_CONST", "RAISE", "RERAISE", "JUMP_")
_HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class that Python code made


class _UnseenError(Exception):
    """Something keeps what cannot be compared."""


def state(last: CodeType, drawn: Hashable) -> Hashable | None:
    """The state of the code that draws now, or None where it cannot be seen whole.

    Args:
        last: the code of the frame that called the client; it is not looked at.
        drawn: what is being decided, the weights of its branches.
    """
    frame: FrameType | None = sys._getframe(1)
    parts: list[Hashable] = [drawn]
    frozen = _Frozen()
    try:
        while frame is not None and frame.f_code is not last:
            at = _instruction(frame.f_code, frame.f_lasti)
            parts.append((frame.f_code, at))
            if frame.f_globals.get("__name__") not in _DRAWING:
                if not _nothing_waits(frame.f_code, at):
                    return None
                parts.append(frozen(dict(frame.f_locals)))
                parts.append(frozen(_named(frame)))
                parts.append(_numbers(frame.f_globals))
            frame = frame.f_back
    except (_UnseenError, RecursionError):
        return None
    return tuple(parts) if frame is not None else None


def _named(frame: FrameType) -> dict[str, Any]:
    """What the code's global names stand for."""
    names = frame.f_globals
    return {name: names[name] for name in frame.f_code.co_names if name in names}


def _numbers(names: dict[str, Any]) -> Hashable:
    """The numbers of a module, which a function that is called from here may count in."""
    return tuple((n, v) for n, v in names.items() if type(v) in (int, float, bool))


class _Frozen:
    """A value as something that equals another's where they are alike; shared parts stay shared."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []

    def __call__(self, value: Any) -> Hashable:
        kind = type(value)
        if kind in _PLAIN:
            return kind, repr(value) if kind in (float, complex) else value
        if isinstance(value, (*_FIXED, Enum)):
            return value
        if isinstance(value, type) and id(value) in self._seen:
            return value
        if id(value) in self._seen:
            return "again", self._seen[id(value)]
        if len(self._kept) > LARGEST_STATE:
            raise _UnseenError
        self._seen[id(value)] = len(self._kept)
        self._kept.append(value)  # so that its id stays its own
        return kind, self._class(value) if isinstance(value, type) else self._parts(value, kind)

    def _parts(self, value: Any, kind: type) -> Hashable:
        if issubclass(kind, Draw):
            return self._draw(value)
        if kind in (list, tuple):
            return tuple(self(v) for v in value)
        if kind in (set, frozenset):
            if not all(type(v) in _PLAIN for v in value):
                raise _UnseenError
            return frozenset(value)
        if kind is dict:
            return tuple((self(k), self(v)) for k, v in value.items())
        if kind is np.ndarray:
            return value.shape, self(value.dtype), self(value.tolist())
        if isinstance(value, np.generic):
            return self(value.item())
        if kind is FunctionType:
            return value.__code__, self(_contents(value)), self(value.__defaults__)
        if kind is MethodType:
            return self(value.__self__), self(value.__func__)
        if kind is functools.partial:
            return self(value.func), self(value.args), self(value.keywords)
        if kind in (Enumerating, EnumeratingSystem, EnumeratingState, EnumeratingGenerator):
            if getattr(value, "_real", None) is not None:
                raise _UnseenError
            return id(value)
        return self._object(value, kind)

    def _draw(self, draw: Any) -> Hashable:
        cell = draw._cell
        if cell.crowd is not None:
            raise _UnseenError
        number = self._seen.setdefault(id(cell), len(self._kept))
        self._kept.append(cell)
        f = None if draw._f is None else self(draw._f)
        return number, cell.lo, cell.hi, self(cell.base), f, draw._rising

    def _object(self, value: Any, kind: type) -> Hashable:
        """An object whose attributes are all that it has."""
        slots = [
            d for c in kind.__mro__ for d in vars(c).values() if type(d) is MemberDescriptorType
        ]
        most = object.__basicsize__ + 8 * (len(slots) + 2)
        if not _of_python(kind) or kind.__basicsize__ > most:
            raise _UnseenError
        held = {}
        for slot in slots:
            with contextlib.suppress(AttributeError):
                held[slot.__name__] = slot.__get__(value)
        return self(held), self(dict(getattr(value, "__dict__", {}))), self(kind)

    def _class(self, kind: type) -> Hashable:
        """A class with what it keeps itself, where Python made it; others keep nothing for us."""
        if not _of_python(kind):
            return kind
        kept = {
            f"{c.__qualname__}.{name}": value
            for c in kind.__mro__[:-1]
            for name, value in vars(c).items()
            if type(value) in _KEPT
        }
        return kind, self(kept)


@functools.cache
def _of_python(kind: type) -> bool:
    """Whether a class and its bases were made by Python code: C keeps what no attribute shows."""
    if not kind.__flags__ & _HEAP:
        return False
    classes = kind.__mro__[:-1]
    return all(
        any({"__dict__", "__slots__"} & set(vars(base)) for base in c.__mro__[:-1]) for c in classes
    )


def _contents(f: FunctionType) -> list[Any]:
    try:
        return [cell.cell_contents for cell in f.__closure__ or ()]
    except ValueError:  # not bound yet
        raise _UnseenError from None


@functools.cache
def _instruction(code: CodeType, at: int) -> int:
    """Where the instruction begins that a place is in: a call stands in the cache behind it."""
    return max((i.offset for i in dis.get_instructions(code) if i.offset <= at), default=at)


@functools.cache
def _nothing_waits(code: CodeType, at: int) -> bool:
    """Whether no value waits on the stack besides what the instruction there uses and gives."""
    depth = _depths(code).get(at)
    if depth is None:
        return False
    here = next(i for i in dis.get_instructions(code) if i.offset == at)
    gives = 0 if here.opname.startswith("POP_JUMP") else 1
    return depth + dis.stack_effect(here.opcode, here.arg, jump=False) == gives


@functools.cache
def _depths(code: CodeType) -> dict[int, int]:
    """Values on the stack before each instruction, as far as it is reached without an exception."""
    instructions = list(dis.get_instructions(code))
    place = {i.offset: n for n, i in enumerate(instructions)}
    found: dict[int, int] = {}
    left = [(0, 0)]
    while left:
        n, depth = left.pop()
        while n < len(instructions) and instructions[n].offset not in found:
            i = instructions[n]
            found[i.offset] = depth
            if i.opcode in dis.hasjrel or i.opcode in dis.hasjabs:
                left.append((place[i.argval], depth + dis.stack_effect(i.opcode, i.arg, jump=True)))
            if i.opname.startswith(_LEAVING) and not i.opname.endswith("_OR_POP"):
                break
            depth += dis.stack_effect(i.opcode, i.arg, jump=False)
            n += 1
    return found
