"""`lpcheck show`: one claim in full, with the mechanism that beats the closed form beside it."""

from __future__ import annotations

import argparse
from typing import Any

from lpcheck.cli._output import show, target, terminal
from lpcheck.cli._parser import Parser, add_json


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "show",
        help="one claim in full",
        description="Test one claim and tell all of it: what is printed, under which conditions, "
        "what was found, and where it fails both mechanisms side by side.",
    )
    parser.add_argument(
        "claim", metavar="ID", help="an id, MODULE:OBJECT of a claim, or FILE.toml:ID"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Test the claim, tell it, and return the exit status."""
    from lpcheck.cli.verify import exit_status  # noqa: PLC0415
    from lpcheck.compare import watched  # noqa: PLC0415
    from lpcheck.report import claim, json_report  # noqa: PLC0415
    from lpcheck.runner import verify  # noqa: PLC0415

    out = target("json", options.json)
    report = verify([options.claim], jobs=1)
    width, colours = terminal(json_on_stdout=options.json == "-")
    for result in report.results:
        with watched() as comparisons:
            if result.counterexample is not None:
                result.claim.test(**result.counterexample.parameters)
        paper = report.selection.paper(result.claim.paper)
        text = claim.of_result(result, paper, comparisons, width, colours)
        show(text, json_on_stdout=options.json == "-")
    if out is not None:
        out.write(json_report.dumps(json_report.of_report(report)))
    return exit_status(report)
