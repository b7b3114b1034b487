"""A formula in LaTeX."""

from __future__ import annotations

import ast

_LETTERS = {
    "epsilon": r"\varepsilon",
    "delta": r"\delta",
    "pi": r"\pi",
    "gamma": r"\gamma",
    "mu": r"\mu",
}
_SIGNS = {
    ast.Eq: "=", ast.NotEq: r"\ne", ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge",
    ast.And: r"\text{ and }", ast.Or: r"\text{ or }",
}  # fmt: skip
_SUM, _PRODUCT, _UNARY, _POWER, _ATOM = range(5)


def latex(tree: ast.expr) -> str:
    """The formula, without dollars."""
    return _latex(tree)[0]


def _latex(node: ast.expr) -> tuple[str, int]:  # noqa: PLR0912  a case a kind of node
    """The text and how tightly it binds."""
    match node:
        case ast.Constant(value=value):
            return str(value), _ATOM
        case ast.Name(id=name):
            return _name(name), _ATOM
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return rf"\frac{{{latex(left)}}}{{{latex(right)}}}", _ATOM
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"{_within(left, _ATOM)}^{{{latex(right)}}}", _POWER
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            sign = "+" if isinstance(op, ast.Add) else "-"
            least = _SUM if sign == "+" else _PRODUCT
            return f"{latex(left)} {sign} {_within(right, least)}", _SUM
        case ast.BinOp(left=left, op=op, right=right):
            times = {ast.Mod: r"\bmod", ast.FloorDiv: r"\div"}.get(type(op), _times(right))
            return f"{_within(left, _PRODUCT)} {times} {_within(right, _UNARY)}", _PRODUCT
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return rf"\neg {_within(operand, _ATOM)}", _UNARY
        case ast.UnaryOp(op=op, operand=operand):
            sign = "-" if isinstance(op, ast.USub) else ""
            return f"{sign}{_within(operand, _PRODUCT)}", _UNARY
        case ast.IfExp(test=test, body=body, orelse=other):
            rows = rf"{latex(body)} & {latex(test)} \\ {latex(other)} & \text{{otherwise}}"
            return rf"\begin{{cases}} {rows} \end{{cases}}", _ATOM
        case ast.Compare(left=left, ops=signs, comparators=others):
            pairs = zip(signs, others, strict=True)
            rest = " ".join(f"{_SIGNS[type(sign)]} {latex(other)}" for sign, other in pairs)
            return f"{latex(left)} {rest}", _SUM
        case ast.BoolOp(op=op, values=parts):
            return _SIGNS[type(op)].join(_within(part, _SUM) for part in parts), _SUM
        case ast.Subscript(value=vector, slice=index):
            return f"{{{latex(vector)}}}_{{{latex(index)}}}", _ATOM
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _call(name, arguments), _POWER
    raise AssertionError(node)


def _within(node: ast.expr, least: int) -> str:
    text, tightness = _latex(node)
    return text if tightness >= least else rf"\left({text}\right)"


def _times(right: ast.expr) -> str:
    """A dot where two numbers would run together."""
    first = right
    while isinstance(first, ast.BinOp) and isinstance(first.op, ast.Mult | ast.Pow):
        first = first.left
    return r"\cdot" if isinstance(first, ast.Constant) else r"\,"


def _name(name: str) -> str:
    if name in _LETTERS:
        return _LETTERS[name]
    letters = name.rstrip("0123456789")
    if letters and letters != name and len(letters) == 1:
        return f"{letters}_{{{name[len(letters) :]}}}"
    return name if len(name) == 1 else rf"\mathrm{{{name}}}".replace("_", r"\_")


def _call(name: str, arguments: list[ast.expr]) -> str:
    inside = ", ".join(latex(a) for a in arguments)
    match name:
        case "exp":
            return f"e^{{{inside}}}"
        case "sqrt":
            return rf"\sqrt{{{inside}}}"
        case "abs":
            return rf"\left|{inside}\right|"
        case "sum":
            return rf"\sum_i \left({inside}\right)_i"
        case "len":
            return rf"\dim {inside}"
    sign = r"\log" if name in ("ln", "log") else rf"\{name}"
    return rf"{sign}\left({inside}\right)"
