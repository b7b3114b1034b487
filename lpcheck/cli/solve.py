"""`lpcheck solve`: the optimum over all mechanisms, with bounds on both sides."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems, state_problem
from lpcheck.cli._ranges import add_csv, asks_range, solve_range

if TYPE_CHECKING:
    from formulations.formulation import Formulation
    from formulations.staircase_path import ByOutputs

_STATUS = {"optimal": 0, "inconclusive": 3}


def add(commands: Any, given: Sequence[str] = ()) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "solve", help="solve a problem", description="Solve a problem to two-sided bounds."
    )
    add_problems(parser, given, _add_options)
    parser.set_defaults(run=run, outputs=None)


def _add_options(parser: Parser, problem: type[Formulation]) -> None:
    add_csv(parser)
    parser.add_argument("--html", metavar="FILE", help="for a grid: write it as one page")
    add_json(parser)
    if problem.limits_outputs:
        parser.add_argument(
            "--outputs",
            metavar="L",
            help="also the best partition into at most 1, ..., L outputs",
        )


def run(options: argparse.Namespace) -> int:
    """Solve, report, and return the exit status."""
    from formulations.gate import solve  # noqa: PLC0415
    from lpcheck.report import console, json_report  # noqa: PLC0415

    if asks_range(options):
        return solve_range(options)
    out = target("json", options.json)
    problem, letters = state_problem(options)
    most = _limit(options.outputs, problem)
    solution = solve(problem)
    answer = json_report.of_solution(problem, solution)
    text = console.of_solution(problem, solution, letters)
    if most is not None:
        found = problem.by_outputs(most)
        answer["by_outputs"] = [each._asdict() for each in found]
        text += "\n" + _shown(found, solution.bounds.upper)
    if out is not None:
        out.write(json_report.dumps(answer))
    show(text, json_on_stdout=options.json == "-")
    return _STATUS[solution.status]


def _limit(text: str | None, problem: Any) -> int | None:
    from formulations.errors import InputError  # noqa: PLC0415

    if text is None:
        return None
    if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= problem.k:
        remedy = f"give a whole number from 1 to {problem.k}, the number of inputs"
        raise InputError("outputs", f"'{text[:20]}' is no limit on the outputs", remedy)
    return int(text)


def _shown(found: Sequence[ByOutputs], optimum: float) -> str:
    lines = ["best partition into at most so many outputs:"]
    for each in found:
        part = f"  {each.value / optimum:8.2%} of the optimum" if optimum > 0 else ""
        lines.append(f"  {each.outputs:4}  {each.value:.10g}{part}")
    return "\n".join(lines)
