"""A point of a sweep, and the rows that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lpcheck.problems import problem_class


@dataclass(frozen=True)
class Point:
    """Parameters as text, so that rationals stay exact, and mechanisms as `module:function`."""

    problem: str
    parameters: Mapping[str, str]
    mechanisms: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One result: a solved problem, with a mechanism or, where none is asked for, without.

    `status` is that of the solution, or `refused` where the parameters state no problem; `verdict`
    is the comparison's, or `refused` where the function returns no mechanism; `message` says why.
    Nothing here depends on the clock or on the order in which points are solved.
    """

    problem: str
    parameters: str
    mechanism: str | None
    status: str
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    verdict: str | None = None
    mechanism_value: float | None = None
    gap: float | None = None
    true_epsilon: float | None = None
    message: str = ""


def parameter_kinds(slug: str) -> dict[str, str]:
    """`number`, `vector`, `matrix` or `name` for each parameter of a problem."""
    return {p.name: p.kind for p in problem_class(slug).inputs}
