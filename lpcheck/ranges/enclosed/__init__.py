"""Proofs over intervals of ε: formulas as enclosed functions, and duals as polynomials in ε."""

from lpcheck.ranges.enclosed.function import Function, Functions, operations

__all__ = ["Function", "Functions", "operations"]
