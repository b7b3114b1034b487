"""`lpcheck league`: what mechanisms that libraries ship are worth, beside the optimum."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._picture import Picture, add_figure, picture
from lpcheck.cli._problems import VECTORS

if TYPE_CHECKING:
    from lpcheck.league import League

_PROBLEMS = ("estimation", "loss")
_INCONCLUSIVE = 3


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "league",
        help="what shipped mechanisms are worth, beside the optimum",
        description="estimation: the risk of the frequency oracles that libraries ship, with the "
        "best estimator and with their own, beside the least that any private kernel has. "
        "loss: the same for noise on a count, as shipped and with the best answer to each output.",
        epilog=VECTORS,
    )
    parser.add_argument("problem", metavar="PROBLEM", help=" or ".join(_PROBLEMS))
    parser.add_argument(
        "--k", metavar="X", help="estimation: letters of a uniform prior, up to 1000000"
    )
    parser.add_argument("--counts", metavar="N", help="loss: counts 0 to N − 1, 2 to 100")
    parser.add_argument(
        "--loss",
        metavar="NAME",
        default="absolute",
        help="loss: absolute (default), squared or zero-one",
    )
    parser.add_argument(
        "--prior", metavar="VECTOR", help="the distribution; for estimation instead of --k, to 16"
    )
    parser.add_argument(
        "--epsilon",
        metavar="X",
        help="required: privacy level in nats, above 0; for counts between neighbours; A:B:N with "
        "--skew",
    )
    parser.add_argument(
        "--skew",
        metavar="A:B:N",
        help="estimation: a map over ε and the skew s of priors proportional to 1, 2^-s, ..., k^-s",
    )
    add_json(parser)
    add_figure(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, report, and return the exit status."""
    from lpcheck.report import league as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    if options.problem not in _PROBLEMS:
        what = f"'{options.problem}' has no league"
        raise InputError("problem", what, f"there are {' and '.join(_PROBLEMS)}")
    if options.epsilon is None:
        raise InputError("epsilon", "is missing", "give --epsilon X, in nats")
    drawing, out = picture(options.figure), target("json", options.json)
    if options.skew is not None:
        return _mapped(options, drawing, out)
    found = _measured(options)
    if drawing is not None:
        from lpcheck.figures.league import image  # noqa: PLC0415

        drawing.draw(lambda extension: image(found, extension))
    if out is not None:
        out.write(dumps(report.as_data(found)))
    show(report.as_text(found), json_on_stdout=options.json == "-")
    return 0 if found.solution.status == "optimal" else _INCONCLUSIVE


def _mapped(options: argparse.Namespace, drawing: Picture | None, out: Target | None) -> int:
    """The map over levels and skews."""
    from lpcheck.league import skew_map  # noqa: PLC0415
    from lpcheck.ranges import read_levels  # noqa: PLC0415
    from lpcheck.report import league as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    if options.problem != "estimation" or options.prior is not None:
        raise InputError("skew", "is for estimation, and makes the prior", "leave --prior out")
    if options.k is None or not options.k.isdecimal():
        raise InputError("k", "is missing", "give --k 6, say")
    found = skew_map(
        int(options.k[:9]), read_levels(options.epsilon), read_levels(options.skew, "skew")
    )
    if drawing is not None:
        from lpcheck.figures.skew import image  # noqa: PLC0415

        drawing.draw(lambda extension: image(found, extension))
    if out is not None:
        out.write(dumps(report.map_data(found)))
    show(report.map_text(found), json_on_stdout=options.json == "-")
    return 0 if all(c.status == "optimal" for c in found.cells) else _INCONCLUSIVE


def _measured(options: argparse.Namespace) -> League:
    from formulations.estimation import Estimation  # noqa: PLC0415
    from lpcheck.inputs import read_vector_text  # noqa: PLC0415
    from lpcheck.league import counts, estimation_league, loss_league  # noqa: PLC0415

    prior = None if options.prior is None else read_vector_text("prior", options.prior).numbers
    if options.problem == "estimation":
        return estimation_league(Estimation(prior=prior, k=options.k, epsilon=options.epsilon))
    if options.counts is None or not options.counts.isdecimal():
        raise InputError("counts", "are missing", "give --counts 11 for counts 0 to 10")
    n = int(options.counts[:9])
    return loss_league(counts(n, options.epsilon, options.loss, prior))
