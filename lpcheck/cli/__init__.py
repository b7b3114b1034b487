"""The command line: reads arguments, calls the library, hands the result to a reporter.

Exit status: 0 all as expected or optimal, 1 a negative finding, 2 bad input (one line on standard
error), 3 inconclusive, 70 a fault in lpcheck itself, 130 interrupted.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

from formulations.errors import InputError
from lpcheck import __version__
from lpcheck.cli import check, claims, figure, init, recheck, regimes, solve, sweep, verify
from lpcheck.cli._output import complain
from lpcheck.cli._parser import Parser, joined

_COMMANDS = (claims, verify, solve, check, recheck, regimes, figure, sweep, init)

BAD_INPUT, FAULT, INTERRUPTED = 2, 70, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: those of the process by default.

    Returns:
        the exit status.
    """
    try:
        options = _parser().parse_args(joined(sys.argv[1:] if arguments is None else arguments))
        status: int = options.run(options)
    except InputError as error:
        complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    except Exception as error:
        traceback.print_exc()
        complain(f"internal error: {type(error).__name__}; please report it with the lines above")
        return FAULT
    return status


def _parser() -> Parser:
    parser = Parser(
        prog="lpcheck",
        description="Check locally private mechanisms against the optimum over all mechanisms.",
        epilog="Exit status: 0 as expected or optimal, 1 a negative finding, 2 bad input, "
        "3 inconclusive.",
    )
    parser.add_argument("--version", action="version", version=f"lpcheck {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in _COMMANDS:
        module.add(commands)
    return parser
