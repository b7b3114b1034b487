"""A user's function, found by name and called; whatever its code does comes back as one line."""

from __future__ import annotations

import importlib
import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence, Sized
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.parameters import Distribution
from lpcheck.inputs import surroundings
from lpcheck.inputs.files import LARGEST_ENTRIES
from lpcheck.inputs.table import shown


def load_object(name: str, text: str) -> Any:
    """What `module:object` names.

    Raises:
        InputError: it cannot be imported.
    """
    module_name, _, path = text.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{module_name}.".startswith(f"{missing}."):
            top = module_name.partition(".")[0]
            where = f"run where {top}{'' if '.' in missing else '.py'} is, or install it"
            raise InputError(name, f"there is no module '{missing}'", where) from None
        raise raised(name, f"importing '{module_name}'", error) from None
    for part in path.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, [n for n in dir(found) if n[:1] != "_"], n=1)
            remedy = f"did you mean '{near[0]}'?" if near else "name one of its functions"
            raise InputError(name, f"'{module_name}' has no '{part}'", remedy)
        found = getattr(found, part)
    return found


_OURS = (__file__, surroundings.__file__)


def load(name: str, text: str) -> Callable[..., Any]:
    """The function that `module:function` names.

    Raises:
        InputError: it cannot be imported, or is no function.
    """
    found = load_object(name, text)
    if isinstance(found, type):
        what = f"'{text}' is a class, not a function"
        raise InputError(name, what, "name an instance of it, or a function")
    if not callable(found):
        what = f"'{text}' is {_one(found)}, not a function"
        raise InputError(name, what, "name a function that returns it")
    return found  # type: ignore[no-any-return]


def call(
    name: str,
    text: str,
    function: Callable[..., Any],
    given: Sequence[Any],
    named: Mapping[str, Any],
    at: str = "",
) -> Any:
    """What a function returns, where that can be a mechanism by its type and its size.

    Args:
        name: the parameter, for error messages.
        text: the function's name.
        function: the function; it gets copies, which it may change.
        given: its arguments by position.
        named: its arguments by name.
        at: where it is asked, for error messages.

    Raises:
        InputError: it raises, or returns something else.
    """
    try:
        answer = function(*map(_copy, given), **{key: _copy(x) for key, x in named.items()})
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise raised(name, f"'{text}'{at}", error) from None
    if not _may_be_numbers(answer):
        if inspect.iscoroutine(answer):
            answer.close()
        raise InputError(
            name,
            f"'{text}'{at} returned {_one(answer)}",
            "end it with a return" if answer is None else "return an array or a list",
        )
    if np.ma.is_masked(answer):
        what = f"'{text}'{at} returned an array with masked entries"
        raise InputError(name, what, "return an array without gaps")
    if _entries(answer) > LARGEST_ENTRIES:
        what = f"'{text}' returned more than {LARGEST_ENTRIES} entries"
        raise InputError(name, what, "no problem takes a mechanism that large; give a smaller one")
    return answer


def raised(name: str, what: str, error: BaseException) -> InputError:
    """An error of the user's code as one line, with the place in that code."""
    frames = traceback.extract_tb(error.__traceback__)
    aside = ("importlib", "<frozen")
    users = [
        f for f in frames if f.filename not in _OURS and not any(x in f.filename for x in aside)
    ]
    where = f" ({Path(users[-1].filename).name}, line {users[-1].lineno})" if users else ""
    if isinstance(error, SyntaxError) and error.filename:
        where = f" ({Path(error.filename).name}, line {error.lineno})"
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # its __str__ is the user's too
        text = ""
    message = shown(" ".join(text.split()))[1:-1]
    described = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return InputError(name, f"{what} raised {described}{where}", "mend it, and run this again")


def _copy(x: Any) -> Any:
    return x.copy() if isinstance(x, np.ndarray) else x


def _one(x: Any) -> str:
    """A value by its type, with the article."""
    if x is None:
        return "None"
    kind = type(x).__name__
    return f"{'an' if kind[:1].lower() in tuple('aeiou') or kind == 'ndarray' else 'a'} {kind}"


def _may_be_numbers(answer: Any) -> bool:
    """Whether a value is a list or an array, by its type alone; a number is not."""
    if isinstance(answer, (str, bytes, np.generic)):
        return False
    return isinstance(answer, (Sequence, Distribution)) or hasattr(answer, "__array__")


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
