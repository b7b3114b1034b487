"""A mechanism as Python: `module:function`, called here, and called twice.

A sampler P → Q is asked at every extreme point of its class; any other function returns the
mechanism, and is given those of the problem's parameters that it names. A function that answers
differently when it is called again is refused: it returns a draw, where a distribution is due.
Whatever the user's code does, what comes back is one line.
"""

from __future__ import annotations

import importlib
import inspect
import re
import traceback
from collections.abc import Callable, Mapping, Sized
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.parameters import Distribution, read_vector
from lpcheck.inputs.files import LARGEST_ENTRIES
from lpcheck.inputs.surroundings import aside, importable
from lpcheck.inputs.table import shown

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_FILES = (".csv", ".tsv", ".txt", ".json", ".npy")


def names_callable(text: str) -> bool:
    """Whether an argument is `module:function` rather than a file."""
    return bool(_NAME.fullmatch(text)) and not text.lower().endswith(_FILES)


def read_callable_mechanism(name: str, text: str, problem: Formulation) -> NDArray[np.float64]:
    """The mechanism that `module:function` is, in the problem's shape.

    Args:
        name: the parameter, for error messages.
        text: such as ``mechanisms:kernel``; the current directory can be imported from.
        problem: gives the shape, the parameters and, for samplers, the distributions to ask at.

    Raises:
        InputError: it cannot be imported or called, raises, gives the wrong shape or no finite
            numbers, or a different answer when it is called again.
    """
    with importable(), aside():
        function = _load(name, text)
        arguments = _arguments(name, text, function, problem)
        if arguments.asks_at is None:
            first = _called(name, text, function, arguments.named)
            _refuse_draw(name, text, first, _called(name, text, function, arguments.named))
            return problem.read_mechanism(first)
        points = arguments.asks_at
        rows = [_row(name, text, function, p, arguments.named) for p in points]
        # In the other order, so that a function that remembers is found out.
        again = [_row(name, text, function, p, arguments.named) for p in points[::-1]][::-1]
        for p, row, other in zip(points, rows, again, strict=True):
            _refuse_draw(name, f"{text} at P = {_vector(p)}", row, other)
        return problem.read_mechanism(np.array(rows))


class _Arguments:
    """What a function is called with."""

    def __init__(self, asks_at: NDArray[np.float64] | None, named: Mapping[str, Any]) -> None:
        self.asks_at = asks_at
        self.named = named


def _load(name: str, text: str) -> Callable[..., Any]:
    module_name, _, path = text.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            where = f"run where {module_name.partition('.')[0]}.py is, or install it"
            raise InputError(name, f"there is no module '{error.name}'", where) from None
        raise _raised(name, f"importing '{module_name}'", error) from None
    except (Exception, SystemExit) as error:
        raise _raised(name, f"importing '{module_name}'", error) from None
    for part in path.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, [n for n in dir(found) if n[:1] != "_"], n=1)
            remedy = f"did you mean '{near[0]}'?" if near else "name one of its functions"
            raise InputError(name, f"'{module_name}' has no '{part}'", remedy)
        found = getattr(found, part)
    if not callable(found):
        what = f"'{text}' is a {type(found).__name__}, not a function"
        raise InputError(name, what, "name a function that returns it")
    if isinstance(found, type):
        what = f"'{text}' is a class, not a function"
        raise InputError(name, what, "name an instance of it, or a function")
    return found  # type: ignore[no-any-return]


def _arguments(
    name: str, text: str, function: Callable[..., Any], problem: Formulation
) -> _Arguments:
    points: NDArray[np.float64] | None = getattr(problem, "extreme_points", None)
    try:
        wanted = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # built in, without a signature
        return _Arguments(points, {})
    known = _known(problem)
    wanted = [p for p in wanted if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if points is not None and wanted and wanted[0].name not in known:
        wanted = wanted[1:]  # P itself
    else:
        points = None
    named = {}
    for p in wanted:
        if p.name in known and p.kind is not p.POSITIONAL_ONLY:
            named[p.name] = known[p.name]
        elif p.default is p.empty:
            raise InputError(
                name,
                f"'{text}' asks for '{p.name}', which {problem.slug} does not have",
                f"ask for none, or for some of {', '.join(known)}",
            )
    return _Arguments(points, named)


def _known(problem: Formulation) -> dict[str, Any]:
    """The problem's parameters as a function takes them: floats, arrays, and a divergence's name.

    `k`, and `n`, is the size of the alphabet.
    """
    known: dict[str, Any] = {}
    for key, value in problem.parameters.items():
        if isinstance(value, Distribution):
            known[key] = value.array.copy()
            known.setdefault("k", len(value))
            known.setdefault("n", len(value))
        elif isinstance(value, Fraction):
            known[key] = float(value)
        elif isinstance(value, tuple):
            known[key] = np.array([float(x) for x in value])
        else:
            known[key] = value.name if isinstance(value, Divergence) else value
    return known


def _called(
    name: str, text: str, function: Callable[..., Any], named: Mapping[str, Any], *given: Any
) -> Any:
    copies = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in named.items()}
    try:
        answer = function(*given, **copies)
    except (Exception, SystemExit) as error:
        at = f" at P = {_vector(given[0])}" if given else ""
        raise _raised(name, f"'{text}'{at}", error) from None
    if inspect.isawaitable(answer) or inspect.isgenerator(answer) or hasattr(answer, "tocsr"):
        if inspect.iscoroutine(answer):
            answer.close()
        kind = type(answer).__name__
        raise InputError(name, f"'{text}' returned a {kind}", "return an array or a list")
    if _entries(answer) > LARGEST_ENTRIES:
        what = f"'{text}' returned more than {LARGEST_ENTRIES} entries"
        raise InputError(name, what, "no problem takes a mechanism that large; give a smaller one")
    return answer


def _entries(answer: Any) -> int:
    """How many entries there are at least, without touching them."""
    size = getattr(answer, "size", None)
    if isinstance(size, int):
        return size
    if not isinstance(answer, Sized):
        return 1
    rows = len(answer)
    first = next(iter(answer), None) if isinstance(answer, (list, tuple)) else None
    return rows * (len(first) if isinstance(first, Sized) and rows else 1)


def _row(
    name: str, text: str, function: Callable[..., Any], p: NDArray[np.float64], named: Any
) -> list[float]:
    answer = _called(name, text, function, named, p.copy())
    try:
        if isinstance(answer, np.ndarray):
            answer = answer.astype(float) if answer.dtype.kind in "fiub" else answer
        elif hasattr(answer, "__array__"):
            answer = np.asarray(answer)
        row = [float(x) for x in read_vector(name, answer)]
    except InputError as error:
        what = f"'{text}' at P = {_vector(p)} returned no distribution: {error.problem}"
        raise InputError(error.parameter, what, error.remedy) from None
    if len(row) != len(p):
        what = f"'{text}' at P = {_vector(p)} returned {len(row)} entries"
        raise InputError(name, what, f"return {len(p)}, one for each letter")
    return row


def _refuse_draw(name: str, text: str, first: Any, second: Any) -> None:
    """Refuse a function that answers differently the second time."""
    try:
        same = bool(np.all(np.asarray(first, dtype=object) == np.asarray(second, dtype=object)))
    except (TypeError, ValueError):
        return  # no matrix at all, which its reader says better
    if not same and not _both_nan(first, second):
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


def _raised(name: str, what: str, error: BaseException) -> InputError:
    frames = traceback.extract_tb(error.__traceback__)
    own = str(Path(__file__))
    users = [f for f in frames if f.filename != own and "importlib" not in f.filename]
    where = f" ({Path(users[-1].filename).name}, line {users[-1].lineno})" if users else ""
    if isinstance(error, SyntaxError) and error.filename:
        where = f" ({Path(error.filename).name}, line {error.lineno})"
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    message = shown(" ".join(text.split()))[1:-1]
    described = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return InputError(name, f"{what} raised {described}{where}", "mend it, and run this again")


def _vector(p: NDArray[np.float64]) -> str:
    entries = [f"{x:.4g}" for x in p[:6]] + ["…"] * (len(p) > 6)
    return f"({', '.join(entries)})"
