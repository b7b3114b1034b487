"""`lpcheck explore`: a local page on which everything can be moved."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import Any

from formulations.errors import InputError
from lpcheck.cli._output import show
from lpcheck.cli._parser import Parser

_MOST_PORTS = 65535


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "explore",
        help="a local page to move ε, priors and mechanisms on",
        description="Serve a page, on this machine alone, on which problem, priors, ε and "
        "mechanism are moved and the verdict follows. The link has a token that nobody else "
        "knows; Ctrl-C ends it.",
        epilog="Needs: pip install 'lpcheck[explore]'. Example:\n"
        "  lpcheck explore 'problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1'",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "state", metavar="STATE", nargs="?", default="",
        help="what to begin with: a link of the page, or what follows its question mark",
    )  # fmt: skip
    parser.add_argument(
        "--port", metavar="N", default="0", help="of 127.0.0.1 (default: one that is free)"
    )
    parser.add_argument(
        "--mechanism",
        metavar="MODULE:FUNCTION",
        action="append",
        default=[],
        help="offer a function of your own among the mechanisms; it runs as your own code does "
        "(may be given several times; the page itself can name none)",
    )
    parser.add_argument("--browser", action="store_true", help="open the page too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and return 0."""
    for name in ("starlette", "uvicorn"):
        if find_spec(name) is None:
            what = f"needs {name}, which is not installed"
            raise InputError("explore", what, "pip install 'lpcheck[explore]'")
    from lpcheck.explore.server import serve  # noqa: PLC0415  the extra
    from lpcheck.explore.state import read  # noqa: PLC0415
    from lpcheck.inputs.callables import load_mechanism  # noqa: PLC0415

    if not options.port.isdecimal() or not 0 <= int(options.port[:9]) <= _MOST_PORTS:
        what = f"'{options.port[:20]}' is no port"
        raise InputError("port", what, f"give a whole number up to {_MOST_PORTS}")
    for name in options.mechanism:
        load_mechanism("mechanism", name)
    query = read(options.state).query() if options.state else ""

    def ready(link: str) -> None:
        show(f"{link}\nCtrl-C ends it", json_on_stdout=False)
        if options.browser:
            import webbrowser  # noqa: PLC0415

            webbrowser.open(link)

    serve(int(options.port), options.mechanism, query, ready)
    return 0
