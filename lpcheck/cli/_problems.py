"""The parameters of a problem as options, and the problem that the options state."""

from __future__ import annotations

import argparse
import shlex
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from formulations.errors import InputError
from lpcheck.cli._parser import Parser
from lpcheck.problems import known, names_problem, problem_class

if TYPE_CHECKING:
    from formulations.formulation import Formulation


VECTORS = (
    "A vector is 0.2,0.3,0.5 or 1/5,3/10,1/2 (rationals stay exact), uniform:K, zipf:K, or @FILE "
    "(CSV, JSON, NPY)."
)


def example(problem: type[Formulation]) -> str:
    """The parameters of a problem's example as they are typed in a shell."""
    given = problem.example.items()
    return " ".join(f"--{name.replace('_', '-')} {shlex.quote(value)}" for name, value in given)


def add_problems(
    parser: argparse.ArgumentParser,
    given: Sequence[str],
    extend: Callable[[Parser, type[Formulation]], None],
    more: str = "",
) -> None:
    """One subcommand a problem, with its parameters and what `extend` adds.

    Only the problem that is asked for is imported; for help, and to refuse one, all are.

    Args:
        parser: of the command.
        given: the words of the command line, from the command on; empty for another command's.
        extend: adds the options that are the command's own.
        more: what the command's example has after the parameters.
    """
    problems = parser.add_subparsers(
        dest="problem", metavar="PROBLEM", required=True, parser_class=Parser
    )
    asked = next((word for word in given[1:] if not word.startswith("-")), "")
    chosen = (asked,) if names_problem(asked) else known() if given else ()
    for name in chosen:
        problem = problem_class(name)
        # The example stays on one line, to be copied.
        sample = f"Example:\n  {parser.prog} {name} {example(problem)}{more}"
        sub: Parser = problems.add_parser(
            name,
            help=problem.summary,
            description=f"{problem.summary[0].upper()}{problem.summary[1:]}.",
            epilog=f"{textwrap.fill(VECTORS, 78)}\n\n{sample}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for p in problem.inputs:
            needed = "required: " if p.required else ""
            sub.add_argument(p.option, dest=p.name, metavar=p.metavar, help=needed + p.help)
        if any(p.kind == "vector" for p in problem.inputs):
            sub.add_argument(
                "--normalize",
                action="store_true",
                help="divide each vector, such as counts, by its sum",
            )
        extend(sub, problem)


def state_problem(options: argparse.Namespace) -> tuple[Formulation, tuple[str, ...] | None]:
    """The problem that the options state, and the letters that its vectors name.

    Raises:
        InputError: a parameter is missing or states no problem.
    """
    from lpcheck.inputs import (  # noqa: PLC0415  NumPy loads only when a command runs
        normalized,
        read_matrix_text,
        read_vector_text,
        same_letters,
    )
    from lpcheck.inputs.callables import read_function  # noqa: PLC0415

    problem = problem_class(options.problem)
    given: dict[str, object] = {}
    letters: list[tuple[str, tuple[str, ...] | None]] = []
    for parameter in problem.inputs:
        text: str | None = getattr(options, parameter.name)
        if text is None:
            if parameter.required:
                what = f"give {parameter.option} {parameter.metavar}: {parameter.help}"
                raise InputError(parameter.name, "is missing", what)
        elif parameter.kind in ("vector", "matrix"):
            read = read_vector_text if parameter.kind == "vector" else read_matrix_text
            found = read(parameter.name, text)
            given[parameter.name] = found.numbers
            if parameter.kind == "vector" and options.normalize:
                given[parameter.name] = normalized(parameter.name, found.numbers)
            letters.append((parameter.name, found.rows))
        elif parameter.kind == "function":
            given[parameter.name] = read_function(parameter.name, text)
        else:
            given[parameter.name] = text
    return problem(**given), same_letters(letters)


def repeated(options: argparse.Namespace, problem: Formulation) -> str:
    """The command that finds the same."""
    words = ["lpcheck", options.command, options.problem]
    for parameter in problem.inputs:
        words += _given(parameter.option, getattr(options, parameter.name))
    words += ["--normalize"] if getattr(options, "normalize", False) else []
    for name in ("mechanism", "tolerance"):
        words += _given(f"--{name}", getattr(options, name, None))
    return shlex.join(words)


def _given(option: str, text: str | None) -> list[str]:
    if text is None:
        return []
    return [f"{option}={text}"] if text.startswith("-") else [option, text]
