"""What a user's function is called with: those of the problem's parameters that it names, and P."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from formulations.parameters import Distribution


@dataclass(frozen=True)
class Arguments:
    """What a function is called with.

    Attributes:
        asks_at: the distributions P to call a sampler at, first of its arguments; None for a
            function that returns the whole mechanism.
        given: what follows by position, for parameters that have no name to callers.
        named: what is given by name.
    """

    asks_at: Array | None
    given: Sequence[Any]
    named: Mapping[str, Any]


def arguments(
    name: str, text: str, function: Callable[..., Any], problem: Formulation
) -> Arguments:
    """The arguments of a function, by its signature.

    Raises:
        InputError: it needs one that the problem does not have.
    """
    points: Array | None = getattr(problem, "extreme_points", None)
    try:
        wanted = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # built in, without a signature
        return Arguments(points, (), {})
    known = _known(problem)
    wanted = [p for p in wanted if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if points is not None and wanted and wanted[0].name not in known:
        wanted = wanted[1:]  # P itself
    else:
        points = None
    given: list[Any] = []
    named = {}
    passed = False  # a position that keeps its default ends what can be given by position
    for p in wanted:
        if p.name in known and p.kind is not p.POSITIONAL_ONLY:
            named[p.name] = known[p.name]
        elif p.name in known and not passed:
            given.append(known[p.name])
        elif p.default is p.empty:
            raise InputError(
                name,
                f"'{text}' asks for '{p.name}', which {problem.slug} does not have",
                f"ask for none, or for some of {', '.join(known)}",
            )
        else:
            passed = True
    return Arguments(points, given, named)


def _known(problem: Formulation) -> dict[str, Any]:
    """The problem's parameters as a function takes them: floats, arrays, and a divergence's name.

    `k`, and `n`, is the size of the alphabet.
    """
    known: dict[str, Any] = {}
    for key, value in problem.parameters.items():
        if isinstance(value, Distribution):
            known[key] = value.array.copy()
            known.setdefault("k", len(value))
            known.setdefault("n", len(value))
        elif isinstance(value, Fraction):
            known[key] = float(value)
        elif isinstance(value, tuple):
            known[key] = np.array(value, dtype=float)  # a vector, or the rows of a matrix
        else:
            known[key] = value.name if isinstance(value, Divergence) else value
    return known
