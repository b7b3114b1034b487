"""`lpcheck regimes`: which partition is optimal at which ε, for given priors."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import VECTORS

if TYPE_CHECKING:
    from lpcheck.regimes import Regimes

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
    parser.add_argument("--figure", metavar="FILE", help="draw it: png, svg or pdf")
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
    picture = _Picture(options.figure) if options.figure is not None else None
    p0, p1 = (read_vector_text(name, getattr(options, name)) for name in ("p0", "p1"))
    letters = same_letters([("p0", p0.rows), ("p1", p1.rows)])
    found = regimes(
        p0.numbers, p1.numbers, options.divergence, least=options.least, most=options.most
    )
    if picture is not None:
        picture.draw(found, p0.numbers, p1.numbers, options.divergence, letters)
    if out is not None:
        out.write(dumps(report.as_data(found, p0.numbers, p1.numbers, options.divergence)))
    show(report.as_text(found, letters), json_on_stdout=options.json == "-")
    return 0 if found.certified else _INCONCLUSIVE


class _Picture:
    """The file of the figure, refused before anything is computed where it cannot be drawn."""

    def __init__(self, path: str) -> None:
        from lpcheck.figures import EXTENSIONS, style  # noqa: PLC0415

        self.extension = Path(path).suffix.removeprefix(".").lower()
        if self.extension not in EXTENSIONS:
            remedy = f"end it in {', '.join(f'.{e}' for e in EXTENSIONS)}"
            raise InputError("figure", f"'{path}' has no ending of a picture", remedy)
        with style.applied():  # refuses where Matplotlib is missing
            self.out: Target | None = target("figure", path)

    def draw(self, found: Regimes, p0: Any, p1: Any, divergence: Any, letters: Any) -> None:
        from lpcheck.figures.regimes import image  # noqa: PLC0415

        if self.out is not None:
            self.out.write(image(found, p0, p1, divergence, self.extension, letters))
