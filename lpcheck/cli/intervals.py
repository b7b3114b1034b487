"""`lpcheck intervals`: the papers' formulas, proved optimal at every ε of an interval."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._progress import status

if TYPE_CHECKING:
    from lpcheck.ranges import Printed, Whole


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "intervals",
        help="printed formulas, proved at every ε of an interval",
        description="Prove printed formulas of the papers optimal over all mechanisms at every ε "
        "of an interval, at one instance each; takes minutes.",
        epilog="Exit status: 0 all are proved, 1 one is refuted, 2 bad input, 3 a part is open.",
    )
    parser.add_argument("--paper", metavar="KEY", help="only those of one paper")
    parser.add_argument(
        "--statement", metavar="TEXT", help="only those of one statement, such as 'Theorem 8'"
    )
    parser.add_argument("--markdown", action="store_true", help="as a table in Markdown")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prove, report, and return the exit status."""
    from formulations.errors import InputError  # noqa: PLC0415
    from lpcheck import claims  # noqa: PLC0415
    from lpcheck.ranges import printed  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    out = target("json", options.json)
    papers = claims.papers() if options.paper is None else (claims.paper(options.paper),)
    chosen = [
        (paper.key, one)
        for paper in papers
        for one in printed(paper.intervals)
        if options.statement in (None, one.statement)
    ]
    if not chosen:
        raise InputError("paper", "no interval is listed for that", "leave --paper out")
    rows: list[tuple[str, Printed, Whole]] = []
    with status("proving") as told:
        for key, one in chosen:
            told(f"{len(rows)} of {len(chosen)} done, {key}: {one.statement}, {one.what}")
            rows.append((key, one, one.prove()))
    if out is not None:
        out.write(dumps(report.printed_data(rows)))
    text = report.printed_markdown(rows) if options.markdown else report.of_printed(rows)
    show(text, json_on_stdout=options.json == "-")
    found = [whole for _, _, whole in rows]
    if all(whole.proved for whole in found):
        return 0
    return 1 if any(whole.refuted for whole in found) else 3
