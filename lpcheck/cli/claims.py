"""`lpcheck claims`: what the catalogue states."""

from __future__ import annotations

import argparse
import shutil
import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "claims", help="list the catalogue", description="List the printed statements."
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="ids, patterns, words in them; FILE.toml"
    )
    parser.add_argument(
        "--paper", metavar="KEY", help="only those of one paper: its key, or FILE.toml"
    )
    parser.add_argument(
        "--finding",
        choices=("false", "condition", "misprint", "imprecise", "undecided", "probe"),
        help="only those with one finding",
    )
    parser.add_argument(
        "--weight", choices=("headline", "normal", "detail"), help="only those of one weight"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List, and return 0."""
    from lpcheck.claims import catalogue  # noqa: PLC0415
    from lpcheck.claims.selection import select  # noqa: PLC0415
    from lpcheck.claims.written import is_written  # noqa: PLC0415
    from lpcheck.report import console, json_report  # noqa: PLC0415

    out = target("json", options.json)
    files = [word for word in options.words if is_written(word)]
    options.words = [word for word in options.words if word not in files]
    pool = select(files, options.paper).claims if files else catalogue(options.paper)
    listed = [c for c in pool if _chosen(c, options)]
    if out is not None:
        out.write(json_report.dumps(json_report.of_claims(listed)))
    # A pipe gets whole statements, a terminal one line each.
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    show(console.of_claims(listed, width), json_on_stdout=options.json == "-")
    return 0


def _chosen(claim: Claim, options: argparse.Namespace) -> bool:
    if options.finding not in (None, claim.finding) or options.weight not in (None, claim.weight):
        return False
    text = f"{claim.id} {claim.source} {claim.statement} {claim.evidence}".lower()
    return all(
        fnmatchcase(claim.id, word) if set("*?[") & set(word) else word.lower() in text
        for word in options.words
    )
