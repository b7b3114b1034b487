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
grid as text, "1/10:10:50", a list of these, or a range. A vector is text such as "1/5,3/10,1/2" or
a list of numbers; several are a list of such texts or lists. Vectors that are drawn share their
draws: the i-th p0 goes with the i-th p1.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from lpcheck.inputs.files import read_bytes
from lpcheck.problems import known, names_problem, problem_class
from lpcheck.sweep.draws import read_draw
from lpcheck.sweep.point import Point, parameter_kinds
from lpcheck.sweep.values import read_values, read_whole, unknown

LARGEST = 10_000_000
"""Points a sweep may have."""

_LARGEST_SEED = 2**63 - 1
"""Of a whole number in TOML."""

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
        text = read_bytes("config", path).decode("utf-8")  # never from a pipe, without an end
        given = tomllib.loads(text.replace("\r\n", "\n"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        what = f"'{path}' is no TOML: {' '.join(str(error).split())}"
        raise InputError("config", what, "see lpcheck sweep --help for an example") from None
    grids = given.pop("grid", None)
    out = given.pop("out", None)
    if given:
        raise unknown(next(iter(given)), ("grid", "out"))
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
    if not isinstance(slug, str) or not names_problem(slug):
        what = "names no problem" if slug is None else f"names '{slug}', which is no problem"
        raise InputError(where, what, f"problem is one of {', '.join(known())}, or MODULE:CLASS")
    kinds = parameter_kinds(slug)
    draws = read_whole(f"{where}: draws", given.get("draws", 1), LARGEST)
    seed = read_whole(f"{where}: seed", given.get("seed", 0), _LARGEST_SEED)
    axes: list[tuple[Mapping[str, Any], ...]] = []
    drawn: dict[str, tuple[Any, ...]] = {}
    for name, value in given.items():
        if name in _OWN:
            continue
        if name not in kinds:
            raise unknown(f"{where}: {name}", (*kinds, *_OWN))
        here = f"{where}: {name}"
        if kinds[name] == "vector" and isinstance(value, Mapping):
            drawn[name] = read_draw(here, value, draws, (seed, len(drawn)))
        else:
            read = read_values(here, value, kinds[name])
            axes.append(tuple({name: v} for v in read))
    if drawn:
        rows = zip(*drawn.values(), strict=True)
        axes.append(tuple(dict(zip(drawn, row, strict=True)) for row in rows))
    elif "draws" in given:
        raise InputError(f"{where}: draws", "is stated, and nothing is drawn", "drop it")
    mechanisms = _mechanisms(where, given.get("mechanisms", []))
    missing = [p.name for p in problem_class(slug).inputs if p.required and p.name not in given]
    if missing:
        raise InputError(f"{where}: {missing[0]}", "is missing", "state it in the grid")
    return Grid(slug, mechanisms, tuple(axes))


def _mechanisms(where: str, value: Any) -> tuple[str, ...]:
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(m, str) for m in found):
        remedy = 'write ["module:function"]'
        raise InputError(f"{where}: mechanisms", "is no list of names", remedy)
    return tuple(dict.fromkeys(found))
