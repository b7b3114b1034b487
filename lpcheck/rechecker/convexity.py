r"""Is a formula convex on an interval of positive numbers? Proved, disproved, or left open.

A sum is convex where each summand is, and where the smooth ones together are. Of a summand:

- a constant or a multiple of x is; a number times a convex (concave) one, by the number's sign;
- the largest of convex ones is, the absolute value and an even power of an affine one, and a power
  of at least 1 of a convex one that is not below 0;
- a smooth one is, if its second derivative is ≥ 0. That is enclosed on parts of the interval by
  carrying (f, f', f'') through the formula in interval arithmetic; parts in which it may have
  either sign are halved. Where it is 0 somewhere inside, no part may be small enough: then it is
  left open. Where it is below 0 on a whole part, f is not convex.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from lpcheck.rechecker.arithmetic import Arithmetic, Number
from lpcheck.rechecker.formula import Formula, constant, lift, power
from lpcheck.rechecker.interval import Decimals

Answer = Literal["convex", "not convex", "open"]

_DIGITS, _MOST_PARTS, _PLACES = 40, 3000, 48
_ZERO = Fraction(0)
_BENT = ("abs", "max", "min")


def convex(f: Formula, lower: Fraction, upper: Fraction) -> Answer:
    """Whether f is convex on [lower, upper], 0 < lower < 1 < upper.

    `not convex` is proved as well: by a second derivative, or by a point above its chord.
    """
    if _above_a_chord(f, lower, upper):
        return "not convex"
    return _convex(_Within(Decimals(_DIGITS), lower, upper), f.tree, 1)


def _above_a_chord(f: Formula, lower: Fraction, upper: Fraction) -> bool:
    """Whether f is certainly above a chord at one of a few places next to each other."""
    A, places = Decimals(_DIGITS), {lower, upper, Fraction(1)}
    while len(places) < _PLACES:
        ordered = sorted(places)
        halves = {_middle(a, b) for a, b in pairwise(ordered)}
        if halves <= places:
            break
        places |= halves
    ordered = sorted(places)
    values = [lift(A, f.at(A, x)) for x in ordered]
    for i in range(1, len(ordered) - 1):
        a, x, b = ordered[i - 1 : i + 2]
        share = (x - a) / (b - a)
        chord = A.number(1 - share) * values[i - 1] + A.number(share) * values[i + 1]
        if A.lower(values[i]) > A.upper(chord):
            return True
    return False


@dataclass(frozen=True)
class _Within:
    A: Arithmetic
    lower: Fraction
    upper: Fraction


def _convex(within: _Within, node: ast.expr, sign: int) -> Answer:
    """Whether sign·node is convex; `not convex` only where the whole node is smooth."""
    if not _bent(node):
        return _by_parts(within, [(node, sign)])
    summands = _summands(node, sign)
    smooth = [part for part in summands if not _bent(part[0])]
    bent = [part for part in summands if _bent(part[0])]
    if all(_bent_convex(within, part, s) for part, s in bent) and (
        not smooth or _by_parts(within, smooth) == "convex"
    ):
        return "convex"
    return "open"


def _bent(node: ast.expr) -> bool:
    """Whether an absolute value, a maximum or a minimum is in it, with x inside."""
    return any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _BENT
        and _has_x(n)
        for n in ast.walk(node)
    )  # fmt: skip


def _has_x(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Name) and n.id == "x" for n in ast.walk(node))


def _summands(node: ast.expr, sign: int) -> list[tuple[ast.expr, int]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _summands(left, sign) + _summands(right, sign)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _summands(left, sign) + _summands(right, -sign)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _summands(operand, -sign)
        case ast.UnaryOp(operand=operand):
            return _summands(operand, sign)
    return [(node, sign)]


def _bent_convex(within: _Within, node: ast.expr, sign: int) -> bool:
    """Whether sign·node is convex, for a part that is no sum."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div() as op, right=right):
            pairs = [(left, right)] if isinstance(op, ast.Div) else [(left, right), (right, left)]
            for part, factor in pairs:
                known = _sign(within, factor)
                if known:
                    return _convex(within, part, sign * known) == "convex"
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=arguments):
            upwards = (name == "max") == (sign > 0)
            return upwards and all(_convex(within, a, sign) == "convex" for a in arguments)
        case ast.Call(func=ast.Name(id="abs"), args=[argument]):
            return sign > 0 and _affine(argument)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = constant(right)
            rises = exponent is not None and exponent >= 1 and _not_below_0(within, left)
            return sign > 0 and rises and _convex(within, left, 1) == "convex"
    return False


def _not_below_0(within: _Within, node: ast.expr) -> bool:
    """Whether it is an absolute value, or a maximum with a number ≥ 0 among its parts."""
    match node:
        case ast.Call(func=ast.Name(id="abs")):
            return True
        case ast.Call(func=ast.Name(id="max"), args=arguments):
            return any(constant(a) == 0 or _sign(within, a) > 0 for a in arguments)
    return False


def _sign(within: _Within, node: ast.expr) -> int:
    """1 or −1 for a part without x whose sign is known, else 0."""
    if _has_x(node):
        return 0
    value = lift(within.A, Formula("", node).at(within.A, _ZERO))
    low, high = within.A.lower(value), within.A.upper(value)
    return 1 if low > 0 else -1 if high < 0 else 0


def _affine(node: ast.expr) -> bool:
    """Whether it is a multiple of x and a constant, by its form."""
    if not _has_x(node):
        return True
    match node:
        case ast.Name():
            return True
        case ast.UnaryOp(operand=operand):
            return _affine(operand)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return _affine(left) and _affine(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return (not _has_x(left) and _affine(right)) or (_affine(left) and not _has_x(right))
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _affine(left) and not _has_x(right)
    return False


def _even_power(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = constant(right)
            return exponent is not None and exponent >= 0 == exponent % 2 and _affine(left)
    return False


def _by_parts(within: _Within, summands: list[tuple[ast.expr, int]]) -> Answer:
    """Whether the second derivative of a smooth sum is ≥ 0 on every part."""
    summands = [part for node, sign in summands for part in _summands(node, sign)]
    summands = [
        (node, sign)
        for node, sign in summands
        if not _affine(node) and not (sign > 0 and _even_power(node))
    ]
    if not summands:
        return "convex"
    # A second derivative that is 0 somewhere is most often so at 1: then in no part's inside.
    A, left, seen = within.A, [(within.lower, Fraction(1)), (Fraction(1), within.upper)], 0
    while left:
        low, high = left.pop()
        seen += 1
        try:
            bend = A.number(0)
            for node, sign in summands:
                second = _jet(A, node, A.between(low, high))[2]
                bend = bend + second if sign > 0 else bend - second
            if A.lower(bend) >= 0:
                continue
            if A.upper(bend) < 0:
                return "not convex" if low < high else "open"
        except ArithmeticError:
            pass
        if seen > _MOST_PARTS or low == high:
            return "open"
        middle = _middle(low, high)
        left += [(middle, high), (low, middle)]
    return "convex"


def _middle(low: Fraction, high: Fraction) -> Fraction:
    """About the geometric mean where the ends are far apart, of few digits."""
    middle = (low + high) / 2 if high <= 4 * low else low * 2
    while high > 4 * middle * middle / low:
        middle *= 2
    return middle


Jet = tuple[Number, Number, Number]


def _jet(A: Arithmetic, node: ast.expr, x: Number) -> Jet:
    """Enclosures of the values, slopes and second derivatives over x."""
    zero = A.number(0)
    if not _has_x(node):
        return lift(A, Formula("", node).at(A, _ZERO)), zero, zero
    match node:
        case ast.Name():
            return x, A.number(1), zero
        case ast.UnaryOp(op=op, operand=operand):
            v, d, s = _jet(A, operand, x)
            return (-v, -d, -s) if isinstance(op, ast.USub) else (v, d, s)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power_jet(A, left, right, x)
        case ast.BinOp(left=left, op=op, right=right):
            return _pair_jet(op, _jet(A, left, x), _jet(A, right, x))
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name not in _BENT:
            return _apply_jet(A, name, _jet(A, argument, x))
    raise ArithmeticError("a part that is not smooth")


def _pair_jet(op: ast.operator, a: Jet, b: Jet) -> Jet:
    match op:
        case ast.Add():
            return a[0] + b[0], a[1] + b[1], a[2] + b[2]
        case ast.Sub():
            return a[0] - b[0], a[1] - b[1], a[2] - b[2]
        case ast.Mult():
            twice = a[1] * b[1]
            slope = a[1] * b[0] + a[0] * b[1]
            return a[0] * b[0], slope, a[2] * b[0] + (twice + twice) + a[0] * b[2]
    v = a[0] / b[0]
    d = (a[1] - v * b[1]) / b[0]
    both = d * b[1]
    return v, d, (a[2] - (both + both) - v * b[2]) / b[0]


def _apply_jet(A: Arithmetic, name: str, a: Jet) -> Jet:
    v, d, s = a
    square = power(A, d, Fraction(2))
    if name == "exp":
        e = A.exp(v)
        return e, e * d, e * (s + square)
    if name == "sqrt":
        root = A.sqrt(v)
        slope = d / (root + root)
        bend = power(A, slope, Fraction(2))
        return root, slope, (s - (bend + bend)) / (root + root)
    return A.ln(v), d / v, s / v - square / (v * v)


def _power_jet(A: Arithmetic, base: ast.expr, exponent: ast.expr, x: Number) -> Jet:
    known = constant(exponent)
    if known is None or (known.denominator != 1 and not isinstance(base, ast.Name)):
        if isinstance(base, ast.Name) and base.id == "e":
            return _apply_jet(A, "exp", _jet(A, exponent, x))
        logarithm = _apply_jet(A, "ln", _jet(A, base, x))
        return _apply_jet(A, "exp", _pair_jet(ast.Mult(), _jet(A, exponent, x), logarithm))
    v, d, s = _jet(A, base, x)
    n = A.number(known)
    if known in (0, 1):
        return (A.number(1), A.number(0), A.number(0)) if known == 0 else (v, d, s)
    first = n * power(A, v, known - 1)
    second = n * A.number(known - 1) * power(A, v, known - 2)
    return power(A, v, known), first * d, second * power(A, d, Fraction(2)) + first * s
