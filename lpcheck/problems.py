"""The problems that are installed, ours among them, by slug; and anybody's, as `module:Class`.

A package brings a problem by one line of its `pyproject.toml`:

    [project.entry-points."lpcheck.problems"]
    truth = "truthful:Truth"

The name is the class's slug; the class is a :class:`formulations.formulation.Formulation`, whose
docstring says what it has to say of itself. A class is imported when it is asked for.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from formulations.errors import InputError

if TYPE_CHECKING:
    from formulations.formulation import Formulation

GROUP = "lpcheck.problems"


def installed(group: str, kind: str) -> dict[str, EntryPoint]:
    """What packages bring, by name.

    Args:
        group: of entry points.
        kind: what they are, for the message.

    Raises:
        InputError: two packages bring different things of one name.
    """
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        if point.name in found and found[point.name].value != point.value:
            what = f"'{point.name}' is brought by '{found[point.name].value}' and '{point.value}'"
            raise InputError(kind, what, "uninstall one of the two packages")
        found[point.name] = point
    return found


@cache
def _installed() -> dict[str, EntryPoint]:
    return installed(GROUP, "problem")


def known() -> tuple[str, ...]:
    """The slugs that are installed; no class is imported for it."""
    return tuple(_installed())


def names_problem(text: str) -> bool:
    """Whether a text is a slug that is installed, or has the form of `module:Class`."""
    return text in _installed() or (":" in text and not text.startswith(("-", ":")))


def home(name: str) -> str:
    """The `module:Class` of a problem."""
    return name if ":" in name else _installed()[name].value


@cache
def problem_class(name: str) -> type[Formulation]:
    """The class of a problem.

    Args:
        name: a slug, or `module:Class`; the current directory can be imported from.

    Raises:
        InputError: there is none, it cannot be imported, or it does not describe itself.
    """
    if ":" in name:
        from lpcheck.inputs.surroundings import aside, importable  # noqa: PLC0415  NumPy
        from lpcheck.inputs.user_code import load_object  # noqa: PLC0415

        with importable(), aside():
            return _described(name, load_object("problem", name))
    if name not in _installed():
        near = get_close_matches(name, known(), n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"use one of {', '.join(known())}"
        raise InputError("problem", f"'{name}' is unknown", f"{hint}, or MODULE:CLASS")
    point = _installed()[name]
    try:
        found = point.load()
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        what = f"'{name}' cannot be loaded from '{point.value}' ({why})"
        raise InputError("problem", what, "mend or uninstall the package that brings it") from None
    return _described(name, found)


def _described(name: str, found: object) -> type[Formulation]:
    """The class, if it says of itself what everybody asks it.

    Raises:
        InputError: naming the first thing that is missing.
    """
    from formulations.formulation import Formulation  # noqa: PLC0415  NumPy

    if not (isinstance(found, type) and issubclass(found, Formulation)):
        remedy = "name a subclass of formulations.formulation.Formulation"
        raise InputError("problem", f"'{name}' is no problem class", remedy)
    abstract = sorted(getattr(found, "__abstractmethods__", ()))
    if abstract:
        raise InputError("problem", f"'{name}' has no '{abstract[0]}'", "write that method")
    for attribute in ("slug", "sense", "source", "summary", "inputs"):
        if not getattr(found, attribute, None):
            raise InputError("problem", f"'{name}' has no '{attribute}'", "set it on the class")
    return found
