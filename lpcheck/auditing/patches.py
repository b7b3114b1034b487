"""Every random source that a client can reach, replaced for the length of an audit.

Functions are replaced where they are bound: in their own module, and in every module that imported
them by name; generators also where the client holds them, in its attributes, closures and defaults.
A generator that the client makes with a seed while it is called stays real: its draws are certain.
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
from typing import Any, cast

import numpy as np

from lpcheck.auditing import entropy, numpy_sources, stdlib
from lpcheck.auditing.lazy import applied
from lpcheck.auditing.numpy_sources import EnumeratingGenerator, EnumeratingState
from lpcheck.auditing.stdlib import Enumerating, EnumeratingSystem
from lpcheck.auditing.tree import Path

_DEEP = 6
"""Levels of attributes and containers of the client that are searched for generators."""

_SPARED = (
    "arithmetic", "cell", "comparisons", "crowd", "draw", "entropy", "lazy", "numpy_sources",
    "patches", "stdlib",
)  # fmt: skip
_OURS = (
    *(f"lpcheck.auditing.{name}" for name in _SPARED),
    "numpy.random.bit_generator",  # the seed of a generator that is real is real
)
"""Modules that keep the real functions."""


class Surroundings:
    """What the replaced sources draw from, and the state that a run must not leave behind.

    Attributes:
        path: of the run.
        calling: whether the client runs, and may be interrupted.
        clock: seconds that `time.time` is ahead.
        compiled: whether a function that Numba compiled was run from its Python source.
    """

    def __init__(self) -> None:
        self.path: Path | None = None
        self.calling = False
        self.clock = 0.0
        self.compiled = False
        self._sources: dict[int, Any] = {}
        self._kept: list[Any] = []
        self.std = Enumerating(self.current)
        self.system = EnumeratingSystem(self.current)
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
            return self._source_of(value)
        holder = getattr(value, "__self__", None) if callable(value) else None
        if isinstance(holder, _SOURCES) and type(holder) not in _OWN:
            return getattr(self._source(holder), value.__name__)
        return value

    def _source_of(self, compiled: Any) -> Callable[..., Any]:
        """What Numba compiled draws from a generator of its own: its Python source does not."""
        if id(compiled) not in self._sources:
            source = compiled.py_func

            @functools.wraps(source)
            def function(*given: Any, **named: Any) -> Any:
                self.compiled = True
                return source(*given, **named)

            self._kept.append(compiled)
            self._sources[id(compiled)] = function
        return cast("Callable[..., Any]", self._sources[id(compiled)])

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
                else EnumeratingSystem(self.current)
                if isinstance(value, random.SystemRandom)
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
        found[id(os.urandom)] = entropy.urandom(self.current)
        found[id(secrets.token_bytes)] = found[id(os.urandom)]
        found[id(secrets.token_hex)] = entropy.token_hex(self.current)
        found[id(random.Random)] = _made(random.Random, lambda: Enumerating(self.current))
        found[id(random.SystemRandom)] = _made(
            random.SystemRandom, lambda: EnumeratingSystem(self.current)
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


_default_rng = np.random.default_rng
_SOURCES = (random.Random, np.random.RandomState, np.random.Generator)
_OWN = (Enumerating, EnumeratingSystem, EnumeratingState, EnumeratingGenerator)


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
            if isinstance(module, ModuleType) and module.__name__ not in _OURS:
                _swap_names(module.__dict__, here, undo)
        _search(client, here, undo, set(), 0)
        yield here
    finally:
        for back in reversed(undo):
            back()


def _swap_names(names: dict[str, Any], here: Surroundings, undo: list[Callable[[], None]]) -> None:
    for name, value in list(names.items()):
        if name.startswith("__") or name == "_urandom":  # by which `random` seeds real generators
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
    plain = (str, bytes, int, float, ModuleType)
    if depth > _DEEP or id(thing) in seen or isinstance(thing, plain):
        return
    if getattr(thing, "__module__", None) in _OURS:
        return
    seen.add(id(thing))
    if isinstance(thing, FunctionType):
        parts = _of_function(thing, here, undo)
    elif isinstance(thing, MethodType):
        parts = [thing.__self__, thing.__func__]
    elif isinstance(thing, functools.partial):
        parts = [*_of_partial(thing, here, undo), thing.__dict__]
    elif isinstance(thing, type):
        parts = [f for f in vars(thing).values() if isinstance(f, FunctionType)]
    else:
        parts = [*_of_container(thing, here, undo), *_of_object(thing, here, undo)]
    for part in parts:
        _search(part, here, undo, seen, depth + 1)


def _of_function(f: FunctionType, here: Surroundings, undo: list[Callable[[], None]]) -> list[Any]:
    """Closure, defaults, and the objects that it reaches by a global name."""
    parts: list[Any] = [f.__globals__.get(name) for name in f.__code__.co_names]
    for cell in f.__closure__ or ():
        try:
            value = cell.cell_contents
        except ValueError:  # not bound yet
            continue
        if (new := here.swap(value)) is not value:
            cell.cell_contents = new
            undo.append(functools.partial(setattr, cell, "cell_contents", value))
        else:
            parts.append(value)
    if f.__defaults__:
        undo.append(functools.partial(setattr, f, "__defaults__", f.__defaults__))
        f.__defaults__ = tuple(here.swap(x) for x in f.__defaults__)
    return [*parts, f.__kwdefaults__, getattr(f, "__wrapped__", None)]


def _of_partial(
    thing: functools.partial[Any], here: Surroundings, undo: list[Callable[[], None]]
) -> list[Any]:
    state: Any = thing.__reduce__()[2]
    undo.append(functools.partial(getattr(thing, "__setstate__"), state))  # noqa: B009
    given = tuple(here.swap(x) for x in state[1])
    getattr(thing, "__setstate__")((here.swap(state[0]), given, *state[2:]))  # noqa: B009
    return [thing.func, thing.args, thing.keywords]


def _of_container(thing: Any, here: Surroundings, undo: list[Callable[[], None]]) -> list[Any]:
    if isinstance(thing, dict):
        if all(isinstance(key, str) for key in thing):
            _swap_names(thing, here, undo)
        return list(thing.values())
    if isinstance(thing, list):
        for i, value in enumerate(thing):
            if (new := here.swap(value)) is not value:
                thing[i] = new
                undo.append(functools.partial(thing.__setitem__, i, value))
    return list(thing) if isinstance(thing, (list, tuple, set, frozenset)) else []


def _of_object(thing: Any, here: Surroundings, undo: list[Callable[[], None]]) -> list[Any]:
    """Attributes, and the methods through which it is called or answers."""
    parts = [getattr(thing, "__dict__", None), type(thing)]
    for name in getattr(type(thing), "__slots__", None) or ():
        value = getattr(thing, name, None)
        if (new := here.swap(value)) is not value:
            setattr(thing, name, new)
            undo.append(functools.partial(setattr, thing, name, value))
        else:
            parts.append(value)
    return parts
