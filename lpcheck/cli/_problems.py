"""The parameters of a problem as options, and the problem that the options state."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from formulations.errors import InputError
from lpcheck.cli._parser import Parser
from lpcheck.problems import PROBLEMS

if TYPE_CHECKING:
    from formulations import Formulation


VECTORS = (
    "A vector is 0.2,0.3,0.5 or 1/5,3/10,1/2 (rationals stay exact) or @FILE (CSV, JSON, NPY)."
)


def add_problems(parser: argparse.ArgumentParser, extend: Callable[[Parser], None]) -> None:
    """One subcommand a problem, with its parameters and what `extend` adds."""
    problems = parser.add_subparsers(
        dest="problem", metavar="PROBLEM", required=True, parser_class=Parser
    )
    for slug, problem in PROBLEMS.items():
        sub: Parser = problems.add_parser(
            slug, help=problem.help, description=f"{problem.help}.", epilog=VECTORS
        )
        for p in problem.parameters:
            sub.add_argument(p.option, dest=p.name, metavar=p.metavar, help=p.help)
        extend(sub)


def state_problem(options: argparse.Namespace) -> tuple[Formulation, tuple[str, ...] | None]:
    """The problem that the options state, and the letters that its vectors name.

    Raises:
        InputError: a parameter is missing or states no problem.
    """
    import formulations  # noqa: PLC0415  NumPy and CVXPY load only when a command runs
    from lpcheck.inputs import read_vector_text, same_letters  # noqa: PLC0415

    problem = PROBLEMS[options.problem]
    given: dict[str, object] = {}
    letters: list[tuple[str, tuple[str, ...] | None]] = []
    for parameter in problem.parameters:
        text: str | None = getattr(options, parameter.name)
        if text is None:
            if parameter.required:
                what = f"give {parameter.option} {parameter.metavar}: {parameter.help}"
                raise InputError(parameter.name, "is missing", what)
        elif parameter.kind == "vector":
            vector = read_vector_text(parameter.name, text)
            given[parameter.name] = vector.numbers
            letters.append((parameter.name, vector.rows))
        else:
            given[parameter.name] = text
    stated: Formulation = getattr(formulations, problem.home)(**given)
    return stated, same_letters(letters)
