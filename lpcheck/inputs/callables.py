"""A mechanism as Python: `module:function`, called here, and called twice.

A sampler P → Q is asked at every extreme point of its class; any other function returns the
mechanism, and is given those of the problem's parameters that it names. A function that answers
differently when it is called again is refused: it returns a draw, where a distribution is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from numbers import Number
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from formulations.parameters import read_vector
from lpcheck.inputs.arguments import Arguments, arguments
from lpcheck.inputs.files import FILES
from lpcheck.inputs.surroundings import aside, importable
from lpcheck.inputs.table import shown
from lpcheck.inputs.user_code import call, load

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_PYTHON_FILE = re.compile(r"(?:\./)*([^:]*)\.py(?::(\w+))?", re.IGNORECASE)


def names_callable(text: str) -> bool:
    """Whether an argument is `module:function` rather than a file.

    Raises:
        InputError: it is the path of a Python file.
    """
    found = _PYTHON_FILE.fullmatch(text)
    if found is not None:
        module = found[1].replace("\\", ".").replace("/", ".").strip(".")
        remedy = f"write it as MODULE:FUNCTION: {module}:{found[2] or 'FUNCTION'}"
        raise InputError("mechanism", f"{shown(text)} is a Python file", remedy)
    return bool(_NAME.fullmatch(text)) and not text.lower().endswith(FILES)


def read_callable_mechanism(name: str, text: str, problem: Formulation) -> Array:
    """The mechanism that `module:function` is, in the problem's shape.

    Args:
        name: the parameter, for error messages.
        text: such as ``mechanisms:kernel``; the current directory can be imported from.
        problem: gives the shape, the parameters and, for samplers, the distributions to ask at.

    Raises:
        InputError: it cannot be imported or called, raises, gives the wrong shape or no finite
            numbers, or a different answer when it is called again.
    """
    return mechanism_of(name, text, load_mechanism(name, text), problem)


def read_function(name: str, text: str) -> str | Callable[..., Any]:
    """The function that `module:function` names, called with ours; any other text as it is.

    Args:
        name: the parameter, for error messages.
        text: a formula, or such as ``mine:utility``.

    Raises:
        InputError: it cannot be imported, or is no function.
    """
    if not _NAME.fullmatch(text):
        return text
    function = load_mechanism(name, text)

    def called(*given: Any) -> Any:
        with importable(), aside():
            return function(*given)

    called.__name__ = text
    return called


def load_mechanism(name: str, text: str) -> Callable[..., Any]:
    """The function that `module:function` names; the current directory can be imported from.

    Raises:
        InputError: it cannot be imported, or is no function.
    """
    with importable(), aside():
        return load(name, text)


def mechanism_of(name: str, text: str, function: Callable[..., Any], problem: Formulation) -> Array:
    """What a function returns as the problem's mechanism, given the parameters that it names.

    Args:
        name: the parameter, for error messages.
        text: what the function is called, for error messages.
        function: a function of some of the problem's parameters; for samplers also P → Q.
        problem: gives the shape and the parameters.

    Raises:
        InputError: it raises, gives the wrong shape or no finite numbers, or a different answer
            when it is called again.
    """
    with importable(), aside():
        asked = arguments(name, text, function, problem)
        if asked.asks_at is None:
            first = call(name, text, function, asked.given, asked.named)
            again = call(name, text, function, asked.given, asked.named)
            _refuse_draw(name, text, first, again)
            return problem.read_mechanism(first)
        points = asked.asks_at
        rows = [_row(name, text, function, p, asked) for p in points]
        # In the other order, so that a function that remembers is found out.
        others = [_row(name, text, function, p, asked) for p in points[::-1]][::-1]
        for p, row, other in zip(points, rows, others, strict=True):
            _refuse_draw(name, f"{text} at P = {_vector(p)}", row, other)
        return problem.read_mechanism(np.array(rows))


def _row(
    name: str, text: str, function: Callable[..., Any], p: Array, asked: Arguments
) -> list[float]:
    at = f" at P = {_vector(p)}"
    answer = call(name, text, function, [p, *asked.given], asked.named, at)
    try:
        if isinstance(answer, np.ndarray):
            answer = answer.astype(float) if answer.dtype.kind in "fiub" else answer
        elif hasattr(answer, "__array__"):
            answer = np.asarray(answer)
        row = [float(x) for x in read_vector(name, answer)]
    except InputError as error:
        what = f"'{text}'{at} returned no distribution: {error.problem}"
        raise InputError(error.parameter, what, error.remedy) from None
    if len(row) != len(p):
        what = f"'{text}'{at} returned {len(row)} entries"
        raise InputError(name, what, f"return {len(p)}, one for each letter")
    return row


def _refuse_draw(name: str, text: str, first: Any, second: Any) -> None:
    """Refuse a function that answers differently the second time."""
    try:
        entries = np.asarray(first, dtype=object)
        same = bool(np.all(entries == np.asarray(second, dtype=object)))
    except (TypeError, ValueError):
        return  # no matrix at all, which its reader says better
    if same or _both_nan(first, second):
        return
    if all(isinstance(x, (Number, str)) for x in entries.flat):  # else its reader says better
        raise InputError(
            name,
            f"'{text}' gave a different answer when it was called again",
            "return the distribution of the output, not a draw from it",
        )


def _both_nan(first: Any, second: Any) -> bool:
    try:
        return bool(np.array_equal(np.asarray(first, float), np.asarray(second, float), True))
    except (TypeError, ValueError):
        return False


def _vector(p: Array) -> str:
    entries = [f"{x:.4g}" for x in p[:6]] + ["…"] * (len(p) > 6)
    return f"({', '.join(entries)})"
