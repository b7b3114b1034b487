"""The parameters of a problem as options, and the problem that the options state."""

from __future__ import annotations

import argparse
import textwrap
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

EXAMPLES: dict[str, dict[str, str]] = {
    "staircase": {"p0": "1/2,1/4,1/4", "p1": "1/4,1/4,1/2", "epsilon": "1", "divergence": "tv"},
    "information": {"prior": "1/2,1/4,1/4", "epsilon": "1"},
    "approximate-binary": {
        "p0": "2/3,1/3",
        "p1": "1/4,3/4",
        "epsilon": "1",
        "delta": "1/10",
        "divergence": "kl",
    },
    "public-prior": {"prior": "1/5,3/10,1/2", "epsilon": "1", "divergence": "tv"},
    "relative-mollifier": {
        "target": "7/10,1/5,1/10",
        "reference": "1/3,1/3,1/3",
        "epsilon": "1",
        "divergence": "kl",
    },
    "mollifier": {
        "target": "7/10,1/5,1/10",
        "lower": "1/5,1/5,1/5",
        "upper": "1/2,1/2,1/2",
        "divergence": "kl",
    },
    "minimax-sampler": {"k": "3", "epsilon": "1", "divergence": "kl"},
    "local-minimax": {"k": "3", "gamma": "2", "epsilon": "1", "divergence": "tv"},
}
"""Parameters of an example of each problem, for help and for `lpcheck init`."""


def example(slug: str) -> str:
    """The parameters of a problem's example as they are typed."""
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, value in EXAMPLES[slug].items())


def add_problems(
    parser: argparse.ArgumentParser, extend: Callable[[Parser], None], more: str = ""
) -> None:
    """One subcommand a problem, with its parameters and what `extend` adds.

    Args:
        parser: of the command.
        extend: adds the options that are the command's own.
        more: what the command's example has after the parameters.
    """
    problems = parser.add_subparsers(
        dest="problem", metavar="PROBLEM", required=True, parser_class=Parser
    )
    for slug, problem in PROBLEMS.items():
        # The example stays on one line, to be copied.
        sample = f"Example:\n  {parser.prog} {slug} {example(slug)}{more}"
        sub: Parser = problems.add_parser(
            slug,
            help=problem.help,
            description=f"{problem.help[0].upper()}{problem.help[1:]}.",
            epilog=f"{textwrap.fill(VECTORS, 78)}\n\n{sample}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for p in problem.parameters:
            needed = "required: " if p.required else ""
            sub.add_argument(p.option, dest=p.name, metavar=p.metavar, help=needed + p.help)
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
