"""What is done at a point: the problem is stated, solved, and mechanisms are checked against it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

from formulations.errors import InputError
from formulations.formulation import Formulation, Solution
from formulations.gate import solve
from lpcheck.compare import check
from lpcheck.inputs import read_matrix_text
from lpcheck.inputs.callables import read_callable_mechanism
from lpcheck.inputs.surroundings import aside, importable
from lpcheck.inputs.user_code import load
from lpcheck.problems import problem_class
from lpcheck.sweep.point import Point, Row, parameter_kinds


def evaluate(point: Point) -> list[tuple[Any, ...]]:
    """The rows of a point, one a mechanism. What is wrong with the point is said in its row."""
    try:
        problem = state(point)
        solution = solve(problem)
    except InputError as error:
        given = json.dumps(point.parameters, ensure_ascii=False)
        return [astuple(Row(point.problem, given, None, "refused", message=str(error)))]
    names: tuple[str | None, ...] = point.mechanisms or (None,)
    return [astuple(_row(point, problem, solution, name)) for name in names]


def import_mechanisms(names: Iterable[str]) -> None:
    """Make sure that `module:function` is there.

    Raises:
        InputError: it is not.
    """
    with importable(), aside():
        for name in names:
            load("mechanisms", name)


def state(point: Point) -> Formulation:
    """The problem of a point.

    Raises:
        InputError: the parameters state no problem.
    """
    kinds = parameter_kinds(point.problem)
    given = {name: _read(name, kinds[name], text) for name, text in point.parameters.items()}
    return problem_class(point.problem)(**given)


def _read(name: str, kind: str, text: Any) -> Any:
    if kind == "matrix":
        return read_matrix_text(name, text).numbers
    return text.split(",") if kind == "vector" else text


def _row(point: Point, problem: Formulation, solution: Solution, name: str | None) -> Row:
    row = (
        point.problem,
        json.dumps(point.parameters, ensure_ascii=False),
        name,
        solution.status,
        _number(solution.value),
        _number(solution.bounds.lower),
        _number(solution.bounds.upper),
    )
    if name is None:
        return Row(*row, message=solution.message)
    try:
        mechanism = read_callable_mechanism("mechanisms", name, problem)
        finding = check(problem, mechanism, solution=solution)
    except InputError as error:
        return Row(*row, verdict="refused", message=str(error))
    return Row(
        *row,
        finding.verdict,
        _number(finding.value),
        _number(finding.gap),
        finding.true_epsilon,
        "" if finding.verdict == "optimal" else finding.explanation,
    )


def _number(x: float) -> float | None:
    """A number for the file; what is not known is null."""
    return None if math.isnan(x) else float(x)
