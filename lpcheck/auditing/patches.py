"""Every random source that a client can reach, replaced for the length of an audit.

Functions are replaced where they are bound: in their own module, and in every module that imported
them by name; generators also where the client holds them, in its attributes, closures and defaults.
A generator that the client makes with a seed while it is called stays real: what it gives is certain.
"""

from __future__ import annotations

import functools
import math
import os
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from lpcheck.auditing import numpy_sources, stdlib
from lpcheck.auditing.lazy import applied
from lpcheck.auditing.numpy_sources import EnumeratingGenerator, EnumeratingState
from lpcheck.auditing.stdlib import Enumerating
from lpcheck.auditing.tree import Path

_DEEP = 6
"""Levels of attributes and containers of the client that are searched for generators."""

_OURS = ("lpcheck.", "formulations.")


class Surroundings:
    """What the replaced sources draw from, and the state that a run must not leave behind.

    Attributes:
        path: of the run.
        clock: seconds that `time.time` is ahead.
        compiled: whether Numba's compiled functions were replaced by their Python source.
    """

    def __init__(self) -> None:
        self.path: Path | None = None
        self.clock = 0.0
        self.compiled = False
        self._sources: dict[int, Any] = {}
        self._kept: list[Any] = []
        self.std = Enumerating(self.current)
        self.system = Enumerating(self.current)
        self.state = EnumeratingState(self.current)
        self.functions = self._functions()

    def current(self) -> Path:
        """The path of the run."""
        assert self.path is not None
        return self.path

    def begin(self, path: Path) -> None:
        """A run starts: what was seeded in the run before is random again."""
        self.path = path
        for source in (self.std, self.state, *self._sources.values()):
            if isinstance(source, Enumerating) or type(source) is EnumeratingState:
                source.fresh()

    def swap(self, value: Any) -> Any:
        """What a value is replaced by; the value itself where it is no source."""
        known = self.functions.get(id(value))
        if known is not None:
            return known
        if isinstance(value, _SOURCES):
            return self._source(value)
        if type(value).__module__.startswith("numba.") and hasattr(value, "py_func"):
            self.compiled = True  # it draws from a generator of its own: its source does not
            return value.py_func
        holder = getattr(value, "__self__", None) if callable(value) else None
        if isinstance(holder, _SOURCES) and type(holder) not in _OWN:
            return getattr(self._source(holder), value.__name__)
        return value

    def _source(self, value: Any) -> Any:
        if type(value) in _OWN:
            return value
        if id(value) not in self._sources:
            self._kept.append(value)  # so that its id stays its own
            self._sources[id(value)] = (
                self.std
                if value is getattr(random, "_inst", None)
                else self.state
                if value is getattr(np.random.mtrand, "_rand", None)
                else Enumerating(self.current)
                if isinstance(value, random.Random)
                else EnumeratingState(self.current)
                if isinstance(value, np.random.RandomState)
                else EnumeratingGenerator(self.current)
            )
        return self._sources[id(value)]

    def _functions(self) -> dict[int, Any]:
        found: dict[int, Any] = {}
        for module, offered in (
            (random, stdlib.functions(self.std)),
            (secrets, stdlib.secrets_functions(self.system)),
            (np.random, numpy_sources.functions(self.state)),
            (math, {n: applied(n, getattr(math, n)) for n in stdlib.MATH}),
        ):
            found |= {id(getattr(module, n)): f for n, f in offered.items() if hasattr(module, n)}
        found[id(os.urandom)] = self._refuse_urandom
        found[id(secrets.token_bytes)] = self._refuse_urandom
        found[id(random.Random)] = _made(random.Random, lambda: Enumerating(self.current))
        found[id(random.SystemRandom)] = _made(
            random.SystemRandom, lambda: Enumerating(self.current)
        )
        kind = np.random.RandomState
        found[id(kind)] = _made(kind, lambda: EnumeratingState(self.current))
        found[id(np.random.default_rng)] = self._default_rng
        now, now_ns = time.time, time.time_ns
        found[id(time.time)] = lambda: now() + self.clock
        found[id(time.time_ns)] = lambda: now_ns() + int(self.clock * 1e9)
        return found

    def _default_rng(self, seed: Any = None) -> Any:
        if seed is None:
            return EnumeratingGenerator(self.current)
        if isinstance(seed, (EnumeratingGenerator, EnumeratingState)):
            return seed
        return _default_rng(seed)

    def _refuse_urandom(self, *_: Any) -> Any:
        raise self.current().refuse("takes bytes from the operating system (os.urandom)")


_default_rng = np.random.default_rng
_SOURCES = (random.Random, np.random.RandomState, np.random.Generator)
_OWN = (Enumerating, EnumeratingState, EnumeratingGenerator)


def _made(kind: type, make: Callable[[], Any]) -> type:
    """A class in place of a class of sources: without a seed it makes ours, with one a real one."""

    class Stand(type):
        def __call__(cls, *given: Any, **named: Any) -> Any:
            seeded = any(x is not None for x in (*given, *named.values()))
            return kind(*given, **named) if seeded and kind is not random.SystemRandom else make()

        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, kind)

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, kind)

    return Stand(kind.__name__, (), {"__doc__": kind.__doc__, "__module__": kind.__module__})


@contextmanager
def enumerated(client: Any) -> Iterator[Surroundings]:
    """The block in which every source that is found is answered from a path."""
    here = Surroundings()
    undo: list[Callable[[], None]] = []
    try:
        for module in list(sys.modules.values()):
            if isinstance(module, ModuleType) and not module.__name__.startswith(_OURS):
                _swap_names(module.__dict__, here, undo)
        _search(client, here, undo, set(), 0)
        yield here
    finally:
        for back in reversed(undo):
            back()


def _swap_names(names: dict[str, Any], here: Surroundings, undo: list[Callable[[], None]]) -> None:
    for name, value in list(names.items()):
        if name.startswith("__"):
            continue
        try:
            new = here.swap(value)
        except Exception:  # a module's own objects may answer to nothing
            continue
        if new is not value:
            names[name] = new
            undo.append(functools.partial(names.__setitem__, name, value))


def _search(
    thing: Any, here: Surroundings, undo: list[Callable[[], None]], seen: set[int], depth: int
) -> None:
    """Replace the sources that the client holds, wherever they can be reached by Python."""
    if (
        depth > _DEEP
        or id(thing) in seen
        or isinstance(thing, (str, bytes, int, float, ModuleType))
    ):
        return
    seen.add(id(thing))
    parts: list[Any] = []
    if isinstance(thing, functools.partial):
        parts += [thing.func, thing.args, thing.keywords]
        if here.swap(thing.func) is not thing.func:
            parts.remove(thing.func)
            state = thing.__reduce__()[2]
            undo.append(functools.partial(thing.__setstate__, state))
            thing.__setstate__((here.swap(thing.func), *state[1:]))
    elif isinstance(thing, MethodType):
        parts += [thing.__self__, thing.__func__]
    elif isinstance(thing, FunctionType):
        for cell in thing.__closure__ or ():
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            if (new := here.swap(value)) is not value:
                cell.cell_contents = new
                undo.append(functools.partial(setattr, cell, "cell_contents", value))
            else:
                parts.append(value)
        if thing.__defaults__:
            before = thing.__defaults__
            thing.__defaults__ = tuple(here.swap(x) for x in before)
            undo.append(functools.partial(setattr, thing, "__defaults__", before))
        parts += [thing.__kwdefaults__, getattr(thing, "__wrapped__", None)]
        # Objects that the function reaches by name may hold sources too.
        parts += [thing.__globals__.get(n) for n in thing.__code__.co_names]
    elif isinstance(thing, dict):
        _swap_names(thing, here, undo) if all(isinstance(k, str) for k in thing) else None
        parts += thing.values()
    elif isinstance(thing, list):
        for i, value in enumerate(thing):
            if (new := here.swap(value)) is not value:
                thing[i] = new
                undo.append(functools.partial(thing.__setitem__, i, value))
        parts += thing
    elif isinstance(thing, (tuple, set, frozenset)):
        parts += thing
    if isinstance(thing, type):
        parts += [f for f in vars(thing).values() if isinstance(f, (FunctionType, *_SOURCES))]
    elif not isinstance(thing, (FunctionType, MethodType)):
        parts.append(getattr(thing, "__dict__", None))
        call = getattr(type(thing), "__call__", None)
        parts += [call] if isinstance(call, FunctionType) else []
        for name in getattr(type(thing), "__slots__", ()) or ():
            value = getattr(thing, name, None)
            if (new := here.swap(value)) is not value:
                setattr(thing, name, new)
                undo.append(functools.partial(setattr, thing, name, value))
            else:
                parts.append(value)
    for part in parts:
        _search(part, here, undo, seen, depth + 1)
