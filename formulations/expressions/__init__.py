"""Formulas as text: of mechanisms, optima, utilities and divergences, in any arithmetic."""

from formulations.expressions.expression import Expression, read_expression
from formulations.expressions.operations import FLOATS, Operations, UndecidedError

__all__ = ["FLOATS", "Expression", "Operations", "UndecidedError", "read_expression"]
