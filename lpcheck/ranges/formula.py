"""A family of problems, one an ε, and the mechanism that a formula gives for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.expressions import FLOATS, Operations, read_expression
from formulations.formulation import Array, Formulation
from formulations.parameters import Distribution
from lpcheck.inputs.callables import mechanism_of


@dataclass(frozen=True)
class Instances:
    """What is asked at each ε.

    Attributes:
        problem: ε → the problem.
        mechanism: the problem → its mechanism, as the formula gives it.
    """

    problem: Callable[[Any], Formulation]
    mechanism: Callable[[Formulation], Array]


def instances(problem: Any, mechanism: Any, name: str = "") -> Instances:
    """A family from what a user gives.

    Args:
        problem: a function ε → problem, or a problem, whose ε is replaced.
        mechanism: a function of those of the problem's parameters that it names (such as
            `k` and `epsilon`), a formula as text (see :func:`written_rows`), or a matrix, which
            then is the mechanism at every ε.
        name: what the function is called in error messages; its own name by default.

    Raises:
        InputError: the problem has no ε.
    """
    return Instances(_family(problem), _formula(mechanism, name))


def _family(problem: Any) -> Callable[[Any], Formulation]:
    if callable(problem):
        family: Callable[[Any], Formulation] = problem
        return family
    if "epsilon" not in problem.parameters:
        what = f"{problem.slug} has no ε"
        raise InputError("epsilon", what, "give a problem with an ε, or a function of ε")
    return lambda epsilon: type(problem)(**{**problem.parameters, "epsilon": epsilon})


def written_rows(
    text: str, problem: Formulation, epsilon: Any, operations: Operations = FLOATS
) -> list[list[Any]]:
    """A mechanism from its formula as text, in any arithmetic; shape (inputs, outputs).

    The text is the entry (x, y) of a kernel, input x and output y, both from 0, with as many
    outputs as inputs; or one expression an output, in x, with `;` between them. For a sampler it is
    entry y of the answer to p, at each extreme point p of the class. It may name the problem's
    numbers and vectors (`p0[x]`), and k.

    Args:
        text: the formula, or several.
        problem: gives the parameters, exactly.
        epsilon: the level, a number of the arithmetic.
        operations: the arithmetic.

    Raises:
        InputError: it is no formula, or of a vector.
        UndecidedError: it depends on the order of two enclosures that overlap.
    """
    known = {**exact_parameters(problem), "epsilon": epsilon}
    points = _points(problem)
    names = {*known, "y", "x" if points is None else "p"}
    parts = [read_expression("mechanism", part, names) for part in text.split(";")]
    outputs = range(known.get("k", 2) if len(parts) == 1 else len(parts))
    inputs: list[dict[str, Any]] = [{"x": x} for x in range(known.get("k", 2))]
    if points is not None:
        inputs = [{"p": tuple(point)} for point in points]

    def entry(at: dict[str, Any], y: int) -> Any:
        part = parts[y] if len(parts) > 1 else parts[0]
        value = part.evaluate({**known, **at, "y": y}, operations)
        if isinstance(value, (tuple, bool, np.bool_)):
            raise InputError("mechanism", "is no number", "write the formula of one entry")
        return value

    return [[entry(at, y) for y in outputs] for at in inputs]


def exact_parameters(problem: Formulation) -> dict[str, Any]:
    """The problem's numbers and vectors, exactly, by name, and k; ε is not among them."""
    known: dict[str, Any] = {}
    for name, value in problem.parameters.items():
        if isinstance(value, Distribution):
            known[name] = tuple(value.exact)
            known.setdefault("k", len(value))
        elif isinstance(value, (int, Fraction)) and name != "epsilon":
            known[name] = value
    return known


def _points(problem: Formulation) -> list[list[Fraction]] | None:
    """The extreme points at which a sampler is asked, exactly."""
    if getattr(problem, "extreme_points", None) is None:
        return None
    from lpcheck.certificates.samplers.cells import exact_points  # noqa: PLC0415

    points: list[list[Fraction]] = exact_points(problem)  # type: ignore[arg-type]
    return points


def _formula(mechanism: Any, name: str) -> Callable[[Formulation], Array]:
    if isinstance(mechanism, str):
        return lambda problem: problem.read_mechanism(
            np.array(written_rows(mechanism, problem, problem.parameters["epsilon"]), dtype=float)
        )
    if not callable(mechanism):
        return lambda problem: problem.read_mechanism(mechanism)
    text = name or getattr(mechanism, "__name__", "the function")
    return lambda problem: mechanism_of("mechanism", text, mechanism, problem)
