"""`lpcheck solve`: the optimum over all mechanisms, with bounds on both sides."""

from __future__ import annotations

import argparse
from typing import Any

from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems, state_problem

_STATUS = {"optimal": 0, "inconclusive": 3}


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "solve", help="solve a problem", description="Solve a problem to two-sided bounds."
    )
    add_problems(parser, add_json)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve, report, and return the exit status."""
    from formulations.gate import solve  # noqa: PLC0415
    from lpcheck.report import console, json_report  # noqa: PLC0415

    out = target("json", options.json)
    problem, letters = state_problem(options)
    solution = solve(problem)
    if out is not None:
        out.write(json_report.dumps(json_report.of_solution(problem, solution)))
    show(console.of_solution(problem, solution, letters), json_on_stdout=options.json == "-")
    return _STATUS[solution.status]
