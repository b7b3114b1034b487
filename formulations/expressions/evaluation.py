"""A formula's value, exact among exact numbers and in an arithmetic otherwise."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.expressions.operations import Number, Operations

_LARGEST_POWER, _LARGEST_EXACT = 10_000, 10**6
_EXACT = (int, Fraction)
_VALUES: dict[str, dict[Any, int]] = {
    "exp": {0: 1}, "ln": {1: 0}, "log": {1: 0}, "sqrt": {0: 0, 1: 1},
}  # fmt: skip
_DIVISIONS = (operator.mod, operator.floordiv)
_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Mod: operator.mod, ast.FloorDiv: operator.floordiv,
}  # fmt: skip


def evaluate(
    parameter: str, tree: ast.expr, values: Mapping[str, Any], operations: Operations
) -> Any:
    """The value of a parsed formula; see :meth:`Expression.evaluate`."""
    return _each(_number(operations), _Evaluation(parameter, values, operations).of(tree))


def _number(operations: Operations) -> Callable[[Any], Number]:
    return lambda x: operations.number(Fraction(x)) if isinstance(x, _EXACT) else x


def _both(a: Any, b: Any) -> Any:
    return np.logical_and(a, b) if np.ndim(a) or np.ndim(b) else bool(a and b)


def _either(a: Any, b: Any) -> Any:
    return np.logical_or(a, b) if np.ndim(a) or np.ndim(b) else bool(a or b)


def _not(a: Any) -> Any:
    return np.logical_not(a) if np.ndim(a) else not a


def _each(function: Callable[..., Any], *arguments: Any) -> Any:
    """Entry by entry, where one of the arguments is a vector."""
    lengths = {len(a) for a in arguments if isinstance(a, tuple)}
    if not lengths:
        return function(*arguments)
    if len(lengths) > 1:
        raise InputError("formula", "vectors of different lengths", "give as many entries in each")
    (n,) = lengths
    columns = (a if isinstance(a, tuple) else (a,) * n for a in arguments)
    return tuple(function(*entries) for entries in zip(*columns, strict=True))


@dataclass(frozen=True)
class _Evaluation:
    parameter: str
    values: Mapping[str, Any]
    operations: Operations

    def of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value if isinstance(value, int) else Fraction(repr(value))
            case ast.Name(id=name):
                return self._named(name)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _each(_not, self.of(operand))
            case ast.UnaryOp(op=op, operand=operand):
                value = self.of(operand)
                return _each(operator.neg, value) if isinstance(op, ast.USub) else value
            case ast.BinOp(left=ast.Name(id="e"), op=ast.Pow(), right=right) if (
                "e" not in self.values
            ):
                return self._function("exp", [self.of(right)])
            case ast.BinOp(left=left, op=op, right=right):
                apply = {ast.Pow: self._power, ast.Div: self._quotient}.get(type(op))
                apply = apply or self._mixed(_OPERATORS[type(op)])
                return _each(apply, self.of(left), self.of(right))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._chosen(self.of(test), body, other)
            case ast.BoolOp(op=op, values=parts):
                together = _both if isinstance(op, ast.And) else _either
                return reduce(lambda a, b: _each(together, a, b), map(self.of, parts))
            case ast.Compare(left=left, ops=signs, comparators=others):
                sides = [self.of(left), *map(self.of, others)]
                told = [
                    _each(self._compared(sign), a, b)
                    for sign, a, b in zip(signs, sides[:-1], sides[1:], strict=True)
                ]
                return reduce(lambda a, b: _each(_both, a, b), told)
            case ast.Subscript(value=vector, slice=index):
                return self._entry(self.of(vector), self.of(index))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._function(name, [self.of(a) for a in arguments])
        raise AssertionError(node)

    def _named(self, name: str) -> Any:
        if name in self.values:
            return self.values[name]
        if name == "e":
            return self.operations.exp(self.operations.number(Fraction(1)))
        return self.operations.pi()

    def _mixed(self, apply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Exact among exact numbers, in the arithmetic otherwise."""

        def applied(a: Any, b: Any) -> Any:
            if isinstance(a, _EXACT) and isinstance(b, _EXACT):
                return self._small(apply(a, b)) if b or apply not in _DIVISIONS else self._by_zero()
            lift = _number(self.operations)
            return apply(lift(a), lift(b))

        return applied

    def _quotient(self, a: Any, b: Any) -> Any:
        if isinstance(b, _EXACT) and not b:
            self._by_zero()
        if isinstance(a, _EXACT) and isinstance(b, _EXACT):
            return Fraction(a) / Fraction(b)
        lift = _number(self.operations)
        try:
            return lift(a) / lift(b)
        except ZeroDivisionError:
            return self._by_zero()

    def _power(self, base: Any, exponent: Any) -> Any:
        whole = isinstance(exponent, _EXACT) and Fraction(exponent).denominator == 1
        if not whole:
            lift = _number(self.operations)
            return self.operations.power(lift(base), lift(exponent))
        n = int(exponent)
        if abs(n) > _LARGEST_POWER:
            raise InputError(self.parameter, f"the power {n}", f"stay within ±{_LARGEST_POWER}")
        if n < 0:
            return self._quotient(1, self._power(base, -n))
        times, result = self._mixed(operator.mul), 1
        while n:
            result, n = (times(result, base) if n & 1 else result), n >> 1
            base = times(base, base) if n else base
        return result

    def _chosen(self, test: Any, body: ast.expr, other: ast.expr) -> Any:
        if isinstance(test, tuple):
            return _each(lambda t, a, b: a if t else b, test, self.of(body), self.of(other))
        if np.ndim(test):
            lift = _number(self.operations)
            return np.where(test, lift(self.of(body)), lift(self.of(other)))
        return self.of(body if test else other)

    def _compared(self, sign: ast.cmpop) -> Callable[[Any, Any], Any]:
        def compare(a: Any, b: Any) -> Any:
            if isinstance(a, _EXACT) and isinstance(b, _EXACT):
                less, more = a < b, b < a
            else:
                lift = _number(self.operations)
                less, more = (self.operations.less(lift(s), lift(t)) for s, t in ((a, b), (b, a)))
            match sign:
                case ast.Lt():
                    return less
                case ast.Gt():
                    return more
                case ast.LtE():
                    return _not(more)
                case ast.GtE():
                    return _not(less)
                case ast.Eq():
                    return _not(_either(less, more))
            return _either(less, more)

        return compare

    def _entry(self, vector: Any, index: Any) -> Any:
        if not isinstance(vector, tuple) or not isinstance(index, int):
            raise InputError(self.parameter, "an index into no vector", "write p[x], x whole")
        if not 0 <= index < len(vector):
            what = f"index {index} of a vector of {len(vector)}"
            raise InputError(self.parameter, what, "entries are numbered from 0")
        return vector[index]

    def _function(self, name: str, arguments: list[Any]) -> Any:
        operations, lift = self.operations, _number(self.operations)
        if name in ("sum", "len", "min", "max") and len(arguments) == 1:
            (vector,) = arguments
            if not isinstance(vector, tuple) or not vector:
                raise InputError(self.parameter, f"{name} of no vector", "give it a vector")
            if name == "len":
                return len(vector)
            arguments = list(vector)
            if name == "sum":
                return reduce(self._mixed(operator.add), arguments)
            return reduce(self._extreme(name), arguments)
        if name in ("min", "max"):
            return reduce(lambda a, b: _each(self._extreme(name), a, b), arguments)
        (argument,) = arguments
        apply = {
            "exp": operations.exp, "ln": operations.ln, "log": operations.ln,
            "sqrt": operations.sqrt, "abs": operations.absolute,
        }[name]  # fmt: skip
        exact: dict[Any, int] = {
            "exp": {0: 1},
            "ln": {1: 0},
            "log": {1: 0},
            "sqrt": {0: 0, 1: 1},
        }.get(name, {})

        def applied(x: Any) -> Any:
            if isinstance(x, _EXACT):
                return abs(x) if name == "abs" else exact[x] if x in exact else apply(lift(x))
            return apply(x)

        return _each(applied, argument)

    def _extreme(self, name: str) -> Callable[[Any, Any], Any]:
        pick, exact = (
            (self.operations.maximum, max) if name == "max" else (self.operations.minimum, min)
        )

        def picked(a: Any, b: Any) -> Any:
            if isinstance(a, _EXACT) and isinstance(b, _EXACT):
                return exact(a, b)
            lift = _number(self.operations)
            return pick(lift(a), lift(b))

        return picked

    def _small(self, x: Any) -> Any:
        size = Fraction(x)
        if max(size.numerator.bit_length(), size.denominator.bit_length()) > _LARGEST_EXACT:
            raise InputError(self.parameter, "an exact number is too long", "give smaller powers")
        return x

    def _by_zero(self) -> Any:
        raise InputError(self.parameter, "divides by 0", "exclude that point, or rewrite it")
