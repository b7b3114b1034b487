r"""A function f of x given as text, such as ``x*ln(x)``: read, never executed, and enclosed.

The language: whole numbers and decimals of at most 15 digits, ``x``, the constants ``e`` and
``pi``, ``+ - * /``, powers ``^`` or ``**``, and ``exp ln log sqrt abs min max``. Python's parser
reads the text, whose length, depth and characters are limited, and only the nodes named here are
accepted. What is rational stays rational, so that f(1) = 0 is decided exactly.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

from lpcheck.rechecker.arithmetic import Arithmetic, Number
from lpcheck.rechecker.budget import spend
from lpcheck.rechecker.interval import Decimals, circle
from lpcheck.rechecker.refusal import Refusal

LONGEST, DEEPEST, LARGEST_POWER = 200, 20, 1000
_PREFIX = "f:"
_FUNCTIONS = {"exp": 1, "ln": 1, "log": 1, "sqrt": 1, "abs": 1, "min": 2, "max": 2}
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_CHARACTERS = re.compile(r"[0-9a-z.,()+\-*/^ ]*", re.ASCII)
_NUMBER = re.compile(r"[0-9.]+[a-z]?")
_PLAIN_NUMBER = re.compile(r"\d+(\.\d*)?|\.\d+", re.ASCII)
_MOST_DIGITS = 15  # a double holds them, so that Python's parser loses none
_MOST_BITS = 20_000
_STEP, _MULTIPLY = 4000, 12_000

_EXACT: dict[tuple[str, Fraction | int], int] = {
    ("exp", 0): 1, ("ln", 1): 0, ("log", 1): 0, ("sqrt", 0): 0, ("sqrt", 1): 1,
}  # fmt: skip

Value: TypeAlias = Any
"""A rational, or a number of the arithmetic."""


@dataclass(frozen=True)
class Formula:
    """A function of x.

    Attributes:
        text: as the file has it, without the prefix.
        tree: its syntax; only the nodes of the language.
    """

    text: str
    tree: ast.expr

    def at(self, A: Arithmetic, x: Value) -> Value:
        """An enclosure of f(x); a rational where x and all that is done with it are rational."""
        return _evaluate(A, self.tree, x)


def is_formula(text: object) -> bool:
    """Whether a divergence's name is a formula."""
    return isinstance(text, str) and text.startswith(_PREFIX)


def read_formula(text: str, name: str) -> Formula:
    """A formula with its prefix, ``f:``."""
    body = text.removeprefix(_PREFIX).strip()
    if len(text) > LONGEST:
        raise Refusal(f"{name}: a formula of {len(text)} characters")
    if not _CHARACTERS.fullmatch(body):
        raise Refusal(f"{name}: a formula has other characters than 0-9 a-z . , ( ) + - * / ^")
    for found in _NUMBER.findall(body):
        digits = found.replace(".", "")
        if not _PLAIN_NUMBER.fullmatch(found) or len(digits) > _MOST_DIGITS:
            what = f"is no number of at most {_MOST_DIGITS} digits"
            raise Refusal(f"{name}: '{found[:40]}' {what}")
    try:
        tree = ast.parse(body.replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refusal(f"{name}: is no formula") from None
    _refuse_unknown(tree, name, DEEPEST)
    return Formula(body, tree)


def _refuse_unknown(node: ast.expr, name: str, depth: int) -> None:
    if depth == 0:
        raise Refusal(f"{name}: is nested more than {DEEPEST} deep")
    inner: list[ast.expr] = []
    match node:
        case ast.Constant(value=value) if type(value) in (int, float):
            pass
        case ast.Name(id="x" | "e" | "pi"):
            pass
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            inner = [operand]
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
            inner = [left, right]
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]) if (
            function in _FUNCTIONS
        ):
            count = len(arguments)
            if count != _FUNCTIONS[function] and not (_FUNCTIONS[function] == 2 < count):
                raise Refusal(f"{name}: {function} of {count} arguments")
            inner = arguments
        case _:
            raise Refusal(f"{name}: {type(node).__name__.lower()} is not part of the language")
    for part in inner:
        _refuse_unknown(part, name, depth - 1)


def lift(A: Arithmetic, value: Value) -> Number:
    """A number of the arithmetic from a rational, or from itself."""
    return A.number(value) if isinstance(value, Fraction) else value


def constant(node: ast.expr) -> Fraction | None:
    """The rational that a part without x is, if it is one."""
    if any(isinstance(n, ast.Name) and n.id == "x" for n in ast.walk(node)):
        return None
    value = _evaluate(Decimals(), node, Fraction(0))
    return value if isinstance(value, Fraction) else None


def _evaluate(A: Arithmetic, node: ast.expr, x: Value) -> Value:
    spend(_STEP)
    match node:
        case ast.Constant(value=value):
            return Fraction(repr(value))
        case ast.Name(id="x"):
            return x
        case ast.Name(id="e"):
            return A.exp(A.number(1))
        case ast.Name():
            return circle(A)
        case ast.UnaryOp(op=op, operand=operand):
            value = _evaluate(A, operand, x)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(left=ast.Name(id="e"), op=ast.Pow(), right=right):
            return _apply(A, "exp", _evaluate(A, right, x))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return power(A, _evaluate(A, left, x), _evaluate(A, right, x))
        case ast.BinOp(left=left, op=op, right=right):
            return _arithmetic(A, op, _evaluate(A, left, x), _evaluate(A, right, x))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            values = [_evaluate(A, part, x) for part in arguments]
            if len(values) == 1:
                return _apply(A, name, values[0])
            return reduce(lambda a, b: _extreme(A, name, a, b), values)
    raise AssertionError(node)


def _arithmetic(A: Arithmetic, op: ast.operator, a: Value, b: Value) -> Value:
    if isinstance(op, ast.Mult) and any(isinstance(v, Fraction) and v == 0 for v in (a, b)):
        return Fraction(0)
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        a, b = lift(A, a), lift(A, b)
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
    if isinstance(b, Fraction) and b == 0:
        raise Refusal("parameters.divergence: divides by zero")
    return a / b


def power(A: Arithmetic, base: Value, exponent: Value) -> Value:
    """A power; whole exponents take any base, others one that is not below 0."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        n = int(exponent)
        if abs(n) > LARGEST_POWER:
            raise Refusal(f"parameters.divergence: a power beyond ±{LARGEST_POWER}")
        if isinstance(base, Fraction):
            if base == 0 and n < 0:
                raise Refusal("parameters.divergence: divides by zero")
            bits = max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(n)
            if bits <= _MOST_BITS:
                return base**n
            base = A.number(base)  # its rational would be too long
        found = _whole_power(A, base, abs(n))
        return found if n >= 0 else A.number(1) / found
    if isinstance(base, Fraction) and base == 1:
        return base
    rises = isinstance(exponent, Fraction) and exponent > 0
    if rises and isinstance(base, Fraction) and base == 0:
        return base
    number = lift(A, base)
    if rises and A.lower(number) <= 0 <= A.upper(number):  # as a root, it has no values below 0
        top = A.upper(number)
        return A.between(Fraction(0), A.upper(power(A, A.number(top), exponent)) if top else top)
    return A.exp(lift(A, exponent) * A.ln(number))


def _whole_power(A: Arithmetic, base: Number, n: int) -> Number:
    """Of an even power nothing is below 0, and it grows with the absolute value."""
    if n and n % 2 == 0:
        base = A.maximum(A.maximum(base, -base), A.number(0))
    spend(_MULTIPLY * n.bit_length())
    result = A.number(1)
    while n:
        result, n = (result * base if n & 1 else result), n >> 1
        base = base * base if n else base
    return result


def _extreme(A: Arithmetic, name: str, a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return max(a, b) if name == "max" else min(a, b)
    return (A.maximum if name == "max" else A.minimum)(lift(A, a), lift(A, b))


def _apply(A: Arithmetic, name: str, x: Value) -> Value:
    if name == "abs":
        return abs(x) if isinstance(x, Fraction) else A.maximum(x, -x)
    known = _EXACT.get((name, x)) if isinstance(x, Fraction) else None
    if known is not None:
        return Fraction(known)
    x = lift(A, x)
    if name == "sqrt":
        if A.upper(x) < 0:
            raise ArithmeticError("the square root of a negative number")
        return A.sqrt(x)
    return A.exp(x) if name == "exp" else A.ln(x)
