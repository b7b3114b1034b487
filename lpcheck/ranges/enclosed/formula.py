"""A mechanism's formula, as text or as a Python function, evaluated in any arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.expressions import UndecidedError
from formulations.formulation import Formulation
from lpcheck.inputs.arguments import arguments
from lpcheck.ranges.enclosed.function import Function, Functions, operations
from lpcheck.ranges.formula import written_rows

Rows = list[list[Function]]
"""A mechanism as functions of ε: a row an input (for samplers: an extreme point of the class)."""


class OpenError(ArithmeticError):
    """A formula that cannot be enclosed on an interval: shorter ones may do."""


@dataclass(frozen=True)
class Formula:
    """A mechanism for every ε.

    Attributes:
        text: how it was given.
        rows: the problem (its ε is not used) and the arithmetic on an interval → the mechanism.
    """

    text: str
    rows: Callable[[Formulation, Functions], Rows]


def read_formula(mechanism: Any, problem: Formulation) -> Formula:
    """A formula from text or from a function.

    Args:
        mechanism: text (see :func:`lpcheck.ranges.formula.written_rows`); a Python function of
            those of the problem's parameters that it names, which works on numbers that have
            + − × / and NumPy's `exp`, `log` and `sqrt`; or a matrix.
        problem: an instance; its ε is not used.

    Raises:
        InputError: it is no formula.
    """
    if isinstance(mechanism, str):
        written_rows(mechanism, problem, Fraction(1))  # refused at once, where it is none
        return Formula(mechanism, lambda posed, F: _written(mechanism, posed, F))
    if callable(mechanism):
        name = getattr(mechanism, "__name__", "the function")
        return Formula(name, lambda posed, F: _called(mechanism, name, posed, F))
    matrix = problem.read_mechanism(mechanism)
    return Formula("a matrix", lambda _, F: [[F.read(x) for x in row] for row in matrix])


def _written(text: str, problem: Formulation, F: Functions) -> Rows:
    found = _guarded(lambda: written_rows(text, problem, F.epsilon, operations(F)))
    return [[F.read(x) for x in row] for row in found]


def _called(function: Callable[..., Any], name: str, problem: Formulation, F: Functions) -> Rows:
    asked = arguments("mechanism", name, function, problem)
    named = {**asked.named, **({"epsilon": F.epsilon} if "epsilon" in asked.named else {})}

    def rows() -> Rows:
        if asked.asks_at is None:
            found = [function(*asked.given, **named)]
            table = np.asarray(found[0], dtype=object)
        else:
            found = [function(p, *asked.given, **named) for p in asked.asks_at]
            table = np.array([np.asarray(row, dtype=object) for row in found], dtype=object)
        if table.ndim != 2:
            raise InputError("mechanism", f"'{name}' gives no matrix", "return rows and columns")
        return [[F.read(x) for x in row] for row in table]

    try:
        return _guarded(rows)
    except (TypeError, ValueError, AttributeError, InputError) as error:
        what = f"'{name}' does not take an interval of ε: {error}"
        remedy = "write the formula as text, or with + - * / ** and NumPy's exp, log and sqrt"
        raise InputError("mechanism", what, remedy) from None


def _guarded(made: Callable[[], list[list[Any]]]) -> list[list[Any]]:
    try:
        return made()
    except UndecidedError as error:
        raise OpenError(str(error)) from None
    except ArithmeticError as error:  # a quotient by, or a logarithm of, what may be 0
        raise OpenError(str(error)) from None


def named_divergence(problem: Formulation) -> Any:
    """The divergence as the re-checker has it.

    Raises:
        InputError: it is a function of the user's own.
    """
    from lpcheck.certificates.exact.terms import read_terms  # noqa: PLC0415
    from lpcheck.rechecker.divergence import read_divergence  # noqa: PLC0415

    given = problem.parameters["divergence"]
    assert isinstance(given, Divergence)
    read_terms(given)
    return read_divergence(given.name)
