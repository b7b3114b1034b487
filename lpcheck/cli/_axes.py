"""A second axis of a grid: another number as A:B:N or A..B, or the size of uniform:A..B."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from formulations.errors import InputError

if TYPE_CHECKING:
    from formulations.formulation import Formulation

_SIZES = re.compile(r"(?:(uniform|zipf):)?(\d{1,6})\.\.(\d{1,6})")
_MOST = 1000


@dataclass(frozen=True)
class Axis:
    """What is varied beside ε.

    Attributes:
        name: of the column: the parameter's, or `k` where it is the size of a vector.
        parameter: whose option it is.
        texts: what the option would be, a value each.
        values: numbers.
    """

    name: str
    parameter: str
    texts: tuple[str, ...]
    values: tuple[Fraction, ...]

    def options(self, options: argparse.Namespace) -> Iterator[argparse.Namespace]:
        """The options at each value."""
        for text in self.texts:
            yield argparse.Namespace(**{**vars(options), self.parameter: text})


def second_axis(options: argparse.Namespace, problem: type[Formulation]) -> Axis | None:
    """The parameter that is given as a range, if any, beside ε.

    Raises:
        InputError: there are two, or one is no range.
    """
    found = []
    for parameter in problem.inputs:
        text = getattr(options, parameter.name) or ""
        if parameter.name != "epsilon" and parameter.kind in ("number", "vector"):
            axis = _axis(parameter.name, parameter.kind, text)
            found += [axis] if axis is not None else []
    if len(found) > 1:
        raise InputError(found[1].parameter, "is a third range", "vary one beside ε")
    return found[0] if found else None


def _axis(name: str, kind: str, text: str) -> Axis | None:
    sizes = _SIZES.fullmatch(text)
    if sizes is not None and (kind == "vector") == (sizes[1] is not None):
        first, last = int(sizes[2]), int(sizes[3])
        if not first < last < first + _MOST:
            raise InputError(name, f"'{text}' is no range", "write A..B with A below B")
        shape = "" if sizes[1] is None else f"{sizes[1]}:"
        values = tuple(map(Fraction, range(first, last + 1)))
        column = name if kind == "number" else "k"
        return Axis(column, name, tuple(f"{shape}{x}" for x in values), values)
    if kind == "number" and text.count(":") == 2:
        from lpcheck.ranges import read_levels  # noqa: PLC0415

        values = read_levels(text, name)
        return Axis(name, name, tuple(map(str, values)), values)
    return None
