"""Text → a syntax tree of which every node is known; nothing is ever executed."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Collection

from formulations.errors import InputError

FUNCTIONS = {
    "exp": 1,
    "ln": 1,
    "log": 1,
    "sqrt": 1,
    "abs": 1,
    "sum": 1,
    "len": 1,
    "min": 2,
    "max": 2,
}
"""How many arguments they take; `min` and `max` also take one vector, or more numbers."""

CONSTANTS = ("e", "pi")

_LONGEST, _DEEPEST, _DIGITS = 4000, 60, 400
_SPELLINGS = {
    "^": "**", "ε": "epsilon", "δ": "delta", "π": "pi", "−": "-", "×": "*", "·": "*",
    "≤": "<=", "≥": ">=", "≠": "!=",
}  # fmt: skip
_NODES = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Call, ast.IfExp, ast.Subscript,
    ast.UnaryOp, ast.USub, ast.UAdd, ast.Not, ast.BoolOp, ast.And, ast.Or,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.Mod, ast.FloorDiv,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip


def parse(parameter: str, text: str, names: Collection[str]) -> ast.expr:
    """The tree of a formula in which only these names, the functions and e, pi occur.

    Raises:
        InputError: it is no formula, or names something else.
    """
    if len(text) > _LONGEST:
        what = f"a formula of {len(text)} characters"
        raise InputError(parameter, what, f"give one of at most {_LONGEST}")
    plain = text.strip()
    for spelling, ascii_one in _SPELLINGS.items():
        plain = plain.replace(spelling, ascii_one)
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None)
        where = f" (at character {column})" if column else ""
        single = re.search(r"(?<![<>=!])=(?!=)", plain)
        example = "(exp(epsilon) - 1)/(exp(epsilon) + k - 1)"
        remedy = "compare with ==" if single else f"write it as in {example}"
        raise InputError(parameter, f"'{_shown(text)}' is no formula{where}", remedy) from None
    _refuse_deep(parameter, tree)
    called = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    for node in ast.walk(tree):
        _refuse_unknown(parameter, node, names, called)
    return tree


def _refuse_deep(parameter: str, tree: ast.expr) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise InputError(parameter, f"is nested more than {_DEEPEST} deep", "give a simpler formula")


def _refuse_unknown(
    parameter: str, node: ast.AST, names: Collection[str], called: set[int]
) -> None:
    if not isinstance(node, _NODES):
        what = f"{type(node).__name__.lower()} is not part of the language"
        remedy = "use numbers, names, + - * / ^, a if c else b, v[i] and functions"
        raise InputError(parameter, what, remedy)
    if isinstance(node, ast.Constant):
        number = isinstance(node.value, int | float) and not isinstance(node.value, bool)
        if not number or (isinstance(node.value, int) and abs(node.value) >= 10**_DIGITS):
            raise InputError(parameter, f"{_shown(repr(node.value))} is no number", "give a number")
    elif isinstance(node, ast.Call):
        _refuse_call(parameter, node)
    elif isinstance(node, ast.Name) and id(node) not in called:
        known = [*names, *CONSTANTS]
        if node.id not in known:
            close = difflib.get_close_matches(node.id, [*known, *FUNCTIONS], n=1)
            remedy = f"did you mean '{close[0]}'?" if close else f"use {', '.join(sorted(names))}"
            raise InputError(parameter, f"'{_shown(node.id)}' is not known here", remedy)


def _refuse_call(parameter: str, node: ast.Call) -> None:
    name = node.func.id if isinstance(node.func, ast.Name) else None
    if name not in FUNCTIONS:
        shown = _shown(ast.unparse(node.func))
        raise InputError(parameter, f"'{shown}' is no function", f"use {', '.join(FUNCTIONS)}")
    many = FUNCTIONS[name] > 1 and node.args
    if node.keywords or (len(node.args) != FUNCTIONS[name] and not many):
        what = f"{name} takes {len(node.args) + len(node.keywords)} arguments here"
        raise InputError(parameter, what, f"give it {FUNCTIONS[name]}")


def _shown(text: str) -> str:
    one_line = "".join(c if c.isprintable() else "�" for c in text)
    return one_line if len(one_line) <= 60 else one_line[:57] + "…"
