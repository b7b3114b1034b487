"""The configuration of a sweep: a TOML file that states grids of problems.

    out = "results.sqlite"

    [[grid]]
    problem = "staircase"
    mechanisms = ["lpcheck.mechanisms:binary_hypothesis"]
    epsilon = {from = "1/10", to = 10, count = 50, scale = "log"}
    divergence = ["kl", "hellinger"]
    p0 = {dirichlet = 1, letters = 5}
    p1 = {dirichlet = 1, letters = 5}
    draws = 100
    seed = 7

Every combination of the values of a grid is one point. A number is a number, a rational as text, a
list of these, or a range. A vector is text such as "1/5,3/10,1/2" or a list of numbers; several are
a list of such texts or lists. Vectors that are drawn share their draws: the i-th p0 goes with
the i-th p1.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from formulations.errors import InputError
from lpcheck.problems import PROBLEMS
from lpcheck.sweep.draws import read_draw
from lpcheck.sweep.point import Point, parameter_kinds

Values: TypeAlias = Sequence[Any]

LARGEST = 10_000_000
"""Points a sweep may have."""

_LONGEST = 100_000

_OWN = ("problem", "mechanisms", "draws", "seed")


@dataclass(frozen=True)
class Grid:
    """One problem over the product of its axes; an axis ties parameters that vary together."""

    problem: str
    mechanisms: tuple[str, ...]
    axes: tuple[tuple[Mapping[str, Any], ...], ...]

    def __len__(self) -> int:
        return math.prod(len(axis) for axis in self.axes)

    def __getitem__(self, index: int) -> Point:
        parameters: dict[str, Any] = {}
        for axis in reversed(self.axes):  # the last axis varies fastest
            index, place = divmod(index, len(axis))
            parameters = {**axis[place], **parameters}
        return Point(self.problem, parameters, self.mechanisms)


@dataclass(frozen=True)
class Plan:
    """All points of a sweep, in a fixed order; `text` is the configuration that states them."""

    grids: tuple[Grid, ...]
    out: Path | None
    text: str

    def __len__(self) -> int:
        return sum(len(grid) for grid in self.grids)

    def __getitem__(self, index: int) -> Point:
        for grid in self.grids:
            if index < len(grid):
                return grid[index]
            index -= len(grid)
        raise IndexError(index)

    def points(self) -> Iterator[Point]:
        """In order."""
        return itertools.chain.from_iterable(
            (grid[i] for i in range(len(grid))) for grid in self.grids
        )


def read_plan(path: Path) -> Plan:
    """The sweep that a TOML file states.

    Raises:
        InputError: the file cannot be read, or an entry is unknown, missing or of a wrong kind.
    """
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        what = f"'{path}' cannot be read ({error.strerror})"
        raise InputError("config", what, "give a TOML file") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        what = f"'{path}' is no TOML: {' '.join(str(error).split())}"
        raise InputError("config", what, "see lpcheck sweep --help for an example") from None
    grids = given.pop("grid", None)
    out = given.pop("out", None)
    if given:
        raise _unknown(next(iter(given)), ("grid", "out"))
    if not isinstance(grids, list) or not all(isinstance(g, dict) for g in grids) or not grids:
        raise InputError("grid", "is missing", "state at least one [[grid]]")
    if out is not None and not (isinstance(out, str) and out):
        raise InputError("out", "is no file name", 'write out = "results.sqlite"')
    read = tuple(_grid(f"grid {i}", grid) for i, grid in enumerate(grids, 1))
    plan = Plan(read, None if out is None else path.parent / out, text)
    if len(plan) > LARGEST:
        what = f"{len(plan)} points are more than {LARGEST}"
        raise InputError("grid", what, "state several sweeps")
    return plan


def _grid(where: str, given: Mapping[str, Any]) -> Grid:
    slug = given.get("problem")
    if slug not in PROBLEMS:
        what = "names no problem" if slug is None else f"names '{slug}', which is no problem"
        raise InputError(where, what, f"problem is one of {', '.join(PROBLEMS)}")
    kinds = parameter_kinds(slug)
    draws, seed = _whole(where, given, "draws", 1), _whole(where, given, "seed", 0)
    axes: list[tuple[Mapping[str, Any], ...]] = []
    drawn: dict[str, tuple[Any, ...]] = {}
    for name, value in given.items():
        if name in _OWN:
            continue
        if name not in kinds:
            raise _unknown(f"{where}: {name}", (*kinds, *_OWN))
        here = f"{where}: {name}"
        if kinds[name] == "vector" and isinstance(value, Mapping):
            drawn[name] = read_draw(here, value, draws, (seed, len(drawn)))
        else:
            read = _values(here, value, kinds[name])
            axes.append(tuple({name: v} for v in read))
    if drawn:
        rows = zip(*drawn.values(), strict=True)
        axes.append(tuple(dict(zip(drawn, row, strict=True)) for row in rows))
    elif "draws" in given:
        raise InputError(f"{where}: draws", "is stated, and nothing is drawn", "drop it")
    return Grid(slug, _mechanisms(where, given.get("mechanisms", [])), tuple(axes))


def _values(where: str, value: Any, kind: str) -> Values:
    if isinstance(value, Mapping):
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
    return [str(v) for v in found]


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


def _range(where: str, value: Mapping[str, Any]) -> Values:
    """`{from, to, count, scale}`; the ends are exact, and so is all of a linear range."""
    unknown = set(value) - {"from", "to", "count", "scale"}
    if unknown:
        raise _unknown(f"{where}: {min(unknown)}", ("from", "to", "count", "scale"))
    try:
        low, high = (Fraction(str(value[end])) for end in ("from", "to"))
    except (KeyError, ValueError, ZeroDivisionError):
        remedy = "write {from = 0.1, to = 10, count = 50}"
        raise InputError(where, "is no range of numbers", remedy) from None
    count, scale = _whole(where, value, "count", 0), value.get("scale", "linear")
    if not 2 <= count <= _LONGEST:
        remedy = f"give the number of values, 2 to {_LONGEST}"
        raise InputError(f"{where}: count", f"{count} is out of range", remedy)
    steps = [Fraction(i, count - 1) for i in range(count)]
    if scale == "linear":
        return [str(low + s * (high - low)) for s in steps]
    if scale != "log" or min(low, high) <= 0:
        remedy = 'scale is "linear" or, between positive numbers, "log"'
        raise InputError(f"{where}: scale", f"'{scale}' does not fit", remedy)
    inner = [repr(float(low) * float(high / low) ** float(s)) for s in steps[1:-1]]
    return [str(low), *inner, str(high)]


def _mechanisms(where: str, value: Any) -> tuple[str, ...]:
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(m, str) for m in found):
        remedy = 'write ["module:function"]'
        raise InputError(f"{where}: mechanisms", "is no list of names", remedy)
    return tuple(dict.fromkeys(found))


def _whole(where: str, given: Mapping[str, Any], name: str, default: int) -> int:
    value = given.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise InputError(f"{where}: {name}", f"{value!r} is no whole number", "give one, ≥ 0")
    return value


def _unknown(name: str, known: Sequence[str]) -> InputError:
    near = get_close_matches(name.rpartition(" ")[2], known, n=1)
    remedy = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known)}"
    return InputError(name, "is not known here", remedy)
