"""argparse whose errors are one line, like every other bad input."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from formulations.errors import InputError
from lpcheck.cli._output import write_help

_NEGATIVE = re.compile(r"-\.?(\d|inf|nan)", re.IGNORECASE)
_LONG_OPTION = re.compile(r"--[a-z][a-z0-9-]*")


class Parser(argparse.ArgumentParser):
    """No abbreviations, and :class:`InputError` in place of a usage dump."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "allow_abbrev": False})

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help goes the way of reports: a terminal may lack its letters, or be gone."""
        write_help(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is unknown where it stands, so that the remedy names that command."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Say which argument is wrong."""
        remedy = f"see {self.prog} --help"
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            raise InputError(missing.lower(), "is missing", remedy)
        match = re.match(r"argument ([^:]+): (.*)", message, re.DOTALL)
        if match is None:
            raise InputError("arguments", message, remedy)
        raise InputError(match[1].lstrip("-").lower(), match[2], remedy)


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments, with `--p0 -0.1,1.1` as `--p0=-0.1,1.1`: argparse would see an option."""
    result: list[str] = []
    for argument in arguments:
        if result and _NEGATIVE.match(argument) and _LONG_OPTION.fullmatch(result[-1]):
            result[-1] += f"={argument}"
        else:
            result.append(argument)
    return result


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json [FILE]`."""
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write JSON to FILE, or, alone, to standard output",
    )
