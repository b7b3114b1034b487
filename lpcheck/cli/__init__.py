"""The command line: reads arguments, calls the library, hands the result to a reporter.

Exit status: 0 all as expected or optimal, 1 a negative finding, 2 bad input (one line on standard
error), 3 inconclusive, 70 a fault in lpcheck itself, 130 interrupted or told to end.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from typing import NoReturn

from formulations.errors import InputError
from lpcheck import __version__
from lpcheck.cli import (
    audit,
    check,
    cite,
    claims,
    explore,
    figure,
    findings,
    hunt,
    init,
    intervals,
    league,
    proofs,
    recheck,
    regimes,
    show,
    solve,
    sweep,
    threshold,
    verify,
)
from lpcheck.cli._output import complain, open_missing_streams
from lpcheck.cli._parser import Parser, joined

_COMMANDS = (
    findings,
    show,
    claims,
    verify,
    recheck,
    proofs,
    intervals,
    regimes,
    league,
    figure,
    explore,
    sweep,
    init,
    cite,
)
_OF_PROBLEMS = {
    "solve": solve,
    "check": check,
    "audit": audit,
    "threshold": threshold,
    "hunt": hunt,
}

BAD_INPUT, FAULT, INTERRUPTED = 2, 70, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: those of the process by default.

    Returns:
        the exit status.
    """
    open_missing_streams()
    try:
        given = joined(sys.argv[1:] if arguments is None else arguments)
        with _ended_on_request():
            options = _parser(given).parse_args(given)
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


@contextlib.contextmanager
def _ended_on_request() -> Iterator[None]:
    """SIGTERM, which a job gets that ran out of time, ends the workers too, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():  # others have no handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _parser(given: Sequence[str]) -> Parser:
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
    # The options of these depend on the problem, which is imported only if it is asked for.
    command = next((i for i, word in enumerate(given) if not word.startswith("-")), len(given))
    for name, module in _OF_PROBLEMS.items():
        module.add(commands, given[command:] if given[command : command + 1] == [name] else ())
    return parser
