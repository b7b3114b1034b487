"""`lpcheck league`: what mechanisms that libraries ship are worth, beside the optimum."""

from __future__ import annotations

import argparse
from typing import Any

from formulations.errors import InputError
from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._picture import add_figure, picture
from lpcheck.cli._problems import VECTORS

_PROBLEM = "estimation"
_INCONCLUSIVE = 3


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "league",
        help="what shipped mechanisms are worth, beside the optimum",
        description="The risk of the frequency oracles that libraries ship, with the best "
        "estimator and with their own, beside the least that any private kernel has.",
        epilog=VECTORS,
    )
    parser.add_argument("problem", metavar="PROBLEM", help=f"{_PROBLEM}, the only one so far")
    parser.add_argument("--k", metavar="X", help="letters of a uniform prior, up to 1000000")
    parser.add_argument("--prior", metavar="VECTOR", help="instead: the distribution, to 16")
    parser.add_argument("--epsilon", metavar="X", help="required: privacy level in nats, above 0")
    add_json(parser)
    add_figure(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, report, and return the exit status."""
    from formulations.estimation import Estimation  # noqa: PLC0415
    from lpcheck.inputs import read_vector_text  # noqa: PLC0415
    from lpcheck.league import estimation_league  # noqa: PLC0415
    from lpcheck.report import league as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    if options.problem != _PROBLEM:
        what = f"'{options.problem}' has no league"
        raise InputError("problem", what, f"there is {_PROBLEM}: lpcheck league {_PROBLEM} ...")
    if options.epsilon is None:
        raise InputError("epsilon", "is missing", "give --epsilon X, in nats")
    drawing = picture(options.figure)
    prior = None if options.prior is None else read_vector_text("prior", options.prior).numbers
    problem = Estimation(prior=prior, k=options.k, epsilon=options.epsilon)
    out = target("json", options.json)
    found = estimation_league(problem)
    if drawing is not None:
        from lpcheck.figures.league import image  # noqa: PLC0415

        drawing.draw(lambda extension: image(found, extension))
    if out is not None:
        out.write(dumps(report.as_data(found)))
    show(report.as_text(found), json_on_stdout=options.json == "-")
    return 0 if found.solution.status == "optimal" else _INCONCLUSIVE
