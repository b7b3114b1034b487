r"""A formula as text, evaluated in any arithmetic: doubles, intervals, balls.

The language: numbers (decimals are exact), ``+ - * / ^``, ``exp ln sqrt abs min max sum len``,
``v[i]`` (from 0), ``a if x == y else b``, ``and or not``, the constants ``e`` and ``pi``; ``ε`` is
``epsilon``. Vectors go through everything entry by entry: ``sum(abs(p0 - p1))/2``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.expressions.evaluation import evaluate
from formulations.expressions.latex import latex
from formulations.expressions.operations import FLOATS, Operations
from formulations.expressions.parse import CONSTANTS, FUNCTIONS, parse


@dataclass(frozen=True)
class Expression:
    """A formula.

    Attributes:
        parameter: what error messages call it.
        text: as it was given.
        tree: its syntax, of known nodes only.

    >>> NAMES = ("x", "y", "k", "epsilon")
    >>> kernel = read_expression("mechanism", "(e^ε if x == y else 1)/(e^ε + k - 1)", NAMES)
    >>> float(kernel.evaluate({"x": 0, "y": 1, "k": 3, "epsilon": 0.0}))
    0.3333333333333333
    """

    parameter: str
    text: str
    tree: ast.expr

    @property
    def names(self) -> frozenset[str]:
        """The names that occur, without functions and constants."""
        found = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name)}
        return frozenset(found - set(FUNCTIONS) - set(CONSTANTS))

    def evaluate(self, values: Mapping[str, Any], operations: Operations = FLOATS) -> Any:
        """The formula's value.

        Args:
            values: a number of the arithmetic for each name; an int or a rational stays exact; a
                tuple is a vector.
            operations: the arithmetic.

        Raises:
            InputError: vectors of different lengths, an index out of range, a power too high, a
                division by 0.
            UndecidedError: it depends on the comparison of two enclosures that overlap.
        """
        with np.errstate(all="ignore"):  # what is not finite is for the caller to refuse
            return evaluate(self.parameter, self.tree, values, operations)

    def latex(self) -> str:
        """The formula in LaTeX, without dollars."""
        return latex(self.tree)


def read_expression(parameter: str, text: object, names: Collection[str]) -> Expression:
    """A formula from text.

    Args:
        parameter: what error messages call it.
        text: the formula.
        names: what may occur in it.

    Raises:
        InputError: it is no formula, or names something else.
    """
    if not isinstance(text, str):
        raise InputError(parameter, f"{type(text).__name__} is no formula", "give it as text")
    return Expression(parameter, text, parse(parameter, text, names))
