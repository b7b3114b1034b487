"""What the page offers: the problems that are installed, their parameters, what fits each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from inspect import isfunction
from typing import Any, get_type_hints

from formulations.description import Parameter
from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck import mechanisms
from lpcheck.explore import shapes
from lpcheck.explore.state import CLOSED_FORMS, State, at, pose
from lpcheck.problems import known, problem_class

_SLIDERS = {
    "epsilon": (0.0, 8.0, 0.05),
    "delta": (0.0, 1.0, 0.01),
    "nu": (0.05, 4.0, 0.05),
    "gamma": (1.0, 8.0, 0.05),
    "c1": (0.0, 1.0, 0.01),
    "k": (2.0, 24.0, 1.0),
}
"""Least, most and step of what is moved; other numbers are typed."""


def form(offered: Sequence[str] = ()) -> dict[str, Any]:
    """All of it, as data.

    Args:
        offered: MODULE:FUNCTION that the command line allowed.
    """
    return {
        "problems": [_problem(name, offered) for name in known()],
        "shapes": {"vector": shapes.VECTORS, "matrix": shapes.MATRICES},
    }


def _problem(name: str, offered: Sequence[str]) -> dict[str, Any]:
    kind = problem_class(name)
    return {
        "slug": name,
        "summary": kind.summary,
        "source": kind.source,
        "shape": kind.shape,
        "inputs": [_parameter(p) for p in kind.inputs],
        "start": start(name).query(),
        "mechanisms": [*fitting(name), *offered],
        "regimes": has_regimes(kind),
        "curve": any(p.name == "epsilon" for p in kind.inputs),
    }


def _parameter(p: Parameter) -> dict[str, Any]:
    return {
        "name": p.name,
        "kind": p.kind,
        "help": p.help,
        "required": p.required,
        "choices": p.choices,
        "slider": _SLIDERS.get(p.name) if p.kind == "number" else None,
    }


def start(slug: str) -> State:
    """The problem's example with priors and losses of any size, where that states a problem."""
    kind = problem_class(slug)
    priors = iter(("zipf", "zipf-reversed"))
    shaped = {
        p.name: next(priors, "uniform") if p.kind == "vector" else "distance"
        for p in kind.inputs
        if p.kind in ("vector", "matrix") and p.name in kind.example
    }
    for size in ("4", "2") if shaped else ():
        state = State(slug, {**kind.example, **shaped}, size=size)
        with suppress(InputError):
            pose(state)
            return state
    return State(slug, dict(kind.example))


def has_regimes(kind: type[Formulation]) -> bool:
    """Whether a problem states what :func:`lpcheck.regimes.regimes` asks, and but for ε no more."""
    return {p.name for p in kind.inputs} == {"p0", "p1", "divergence", "epsilon"}


def fitting(slug: str) -> list[str]:
    """The closed forms that give a mechanism for the problem's example."""
    problem = pose(State(slug, dict(problem_class(slug).example))).problem
    found = []
    for name in mechanisms.__all__:
        closed_form = getattr(mechanisms, name)
        if not isfunction(closed_form) or get_type_hints(closed_form).get("return") != Array:
            continue
        try:
            at(f"{CLOSED_FORMS}:{name}", problem)
        except InputError:
            continue
        found.append(f"{CLOSED_FORMS}:{name}")
    return found
