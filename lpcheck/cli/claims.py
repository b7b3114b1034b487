"""`lpcheck claims`: what the catalogue states."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import Any

from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "claims", help="list the catalogue", description="List the printed statements."
    )
    parser.add_argument("--paper", metavar="KEY", help="only those of one paper")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List, and return 0."""
    from lpcheck.claims import catalogue  # noqa: PLC0415
    from lpcheck.report import console, json_report  # noqa: PLC0415

    out = target("json", options.json)
    listed = catalogue(options.paper)
    if out is not None:
        out.write(json_report.dumps(json_report.of_claims(listed)))
    # A pipe gets whole statements, a terminal one line each.
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    show(console.of_claims(listed, width), json_on_stdout=options.json == "-")
    return 0
