"""`lpcheck cite`: how to cite lpcheck, or what a claim tests."""

from __future__ import annotations

import argparse
from typing import Any

from lpcheck.cli._output import show
from lpcheck.cli._parser import Parser


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "cite",
        help="BibTeX of lpcheck, or of a claim's paper",
        description="Print BibTeX: of lpcheck, or of the paper of a claim, with the claim's "
        "sentence and its verdict as a comment.",
    )
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="a claim, a paper's key, FILE.toml or FILE.toml:ID"
    )
    parser.add_argument("--cff", action="store_true", help="lpcheck as a CITATION.cff")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print, and return 0."""
    from lpcheck.claims import citation, known, paper  # noqa: PLC0415
    from lpcheck.claims.selection import select  # noqa: PLC0415

    if options.id is None or options.cff:
        text = citation.cff() if options.cff else citation.bibtex()
    elif options.id in known() or options.id.endswith(".toml"):
        text = paper(options.id).bibtex
    else:
        chosen = select([options.id])
        text = "\n".join(citation.of_claim(c, chosen.paper(c.paper)) for c in chosen.claims)
    show(text.rstrip(), json_on_stdout=False)
    return 0
