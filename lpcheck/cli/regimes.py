"""`lpcheck regimes`: which partition is optimal at which ε, for given priors."""

from __future__ import annotations

import argparse
from typing import Any

from formulations.errors import InputError
from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._picture import add_figure, picture
from lpcheck.cli._problems import VECTORS

_PROBLEM = "staircase"
_INCONCLUSIVE = 3


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "regimes",
        help="the optimal partitions as ε grows",
        description="Up to which ε the binary mechanism is optimal, from which randomized response "
        "is, and the partitions between them, proved for whole ranges of ε where that succeeds.",
        epilog=VECTORS,
    )
    parser.add_argument("problem", metavar="PROBLEM", help=f"{_PROBLEM}, the only one so far")
    parser.add_argument("--p0", metavar="VECTOR", help="distribution over k inputs")
    parser.add_argument("--p1", metavar="VECTOR", help="distribution over the same inputs")
    parser.add_argument("--divergence", metavar="NAME", default="kl", help="f (kl by default)")
    parser.add_argument("--least", metavar="X", default="0", help="smallest ε (0 by default)")
    parser.add_argument("--most", metavar="X", default="inf", help="largest ε (inf by default)")
    add_json(parser)
    add_figure(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find, prove, report, and return the exit status."""
    from lpcheck.inputs import read_vector_text, same_letters  # noqa: PLC0415
    from lpcheck.regimes import regimes  # noqa: PLC0415
    from lpcheck.report import regimes as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    if options.problem != _PROBLEM:
        what = f"'{options.problem}' has no regimes here"
        raise InputError("problem", what, f"there is {_PROBLEM}: lpcheck regimes {_PROBLEM} ...")
    for name in ("p0", "p1"):
        if getattr(options, name) is None:
            raise InputError(name, "is missing", f"give --{name} VECTOR")
    out = target("json", options.json)
    drawing = picture(options.figure)
    p0, p1 = (read_vector_text(name, getattr(options, name)) for name in ("p0", "p1"))
    letters = same_letters([("p0", p0.rows), ("p1", p1.rows)])
    found = regimes(
        p0.numbers, p1.numbers, options.divergence, least=options.least, most=options.most
    )
    if drawing is not None:
        from lpcheck.figures.regimes import image  # noqa: PLC0415

        given = (found, p0.numbers, p1.numbers, options.divergence)
        drawing.draw(lambda extension: image(*given, extension, letters))
    if out is not None:
        out.write(dumps(report.as_data(found, p0.numbers, p1.numbers, options.divergence)))
    show(report.as_text(found, letters), json_on_stdout=options.json == "-")
    return 0 if found.certified else _INCONCLUSIVE
