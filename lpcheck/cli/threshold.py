"""`lpcheck threshold`: the ε at which a formula starts or stops to be optimal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lpcheck.cli._formula import add_formula, read_count, read_formula
from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems
from lpcheck.cli._ranges import stated

if TYPE_CHECKING:
    from formulations.formulation import Formulation


def add(commands: Any, given: Sequence[str] = ()) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "threshold",
        help="the ε at which a formula starts or stops to be optimal",
        description="Enclose the levels ε at which a formula starts or stops to be optimal over "
        "all mechanisms, with certificates on both sides where there are such. "
        "`lpcheck threshold PROBLEM --help` has the options.",
        epilog="Exit status: 0 changes were enclosed, 2 bad input, 3 no change was seen.",
    )
    add_problems(parser, given, _extend, " --mechanism mechanisms:kernel")
    parser.set_defaults(run=run)


def _extend(parser: Parser, problem: type[Formulation]) -> None:
    add_formula(parser, "--epsilon itself is not needed")
    parser.add_argument("--least", metavar="X", default="1/20", help="smallest ε (default: 1/20)")
    parser.add_argument("--most", metavar="X", default="10", help="largest ε (default: 10)")
    parser.add_argument(
        "--levels", metavar="N", default="40", help="levels that are asked first (default: 40)"
    )
    parser.add_argument("--width", metavar="X", default="1e-9", help="in nats (default: 1e-9)")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Enclose, report, and return the exit status."""
    from formulations.parameters import read_epsilon, read_number  # noqa: PLC0415
    from lpcheck.compare import check  # noqa: PLC0415
    from lpcheck.ranges import instances, thresholds  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    out = target("json", options.json)
    formula = read_formula(options.mechanism)
    levels = read_count("levels", options.levels)
    least, most = read_epsilon(options.least, "least"), read_epsilon(options.most, "most")
    problem = stated(options, least)
    width = float(read_number("width", options.width))
    found = thresholds(problem, formula, least=least, most=most, levels=levels, width=width)
    verdict = ""
    if not found:
        family = instances(problem, formula)
        verdict = check(problem, family.mechanism(problem)).verdict
    if out is not None:
        out.write(dumps(report.thresholds_data(problem, found)))
    text = report.of_thresholds(found, float(least), float(most), verdict)
    show(text, json_on_stdout=options.json == "-")
    return 0 if found else 3
