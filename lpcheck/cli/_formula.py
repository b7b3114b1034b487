"""`--mechanism` where it is a formula, and counts: what `threshold` and `hunt` share."""

from __future__ import annotations

import argparse
from typing import Any

from formulations.errors import InputError
from lpcheck.cli._ranges import names_formula


def add_formula(parser: argparse.ArgumentParser, more: str) -> None:
    """`--mechanism FORMULA`."""
    parser.add_argument(
        "--mechanism",
        metavar="FORMULA",
        help="required: MODULE:FUNCTION, a Python function that returns the mechanism, given those "
        "of the problem's parameters that it names; or the entry (x, y) as text, such as "
        f"'(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)' ({more})",
    )


def read_formula(text: str | None) -> Any:
    """The function that `--mechanism MODULE:FUNCTION` names, or a formula as text.

    Raises:
        InputError: it is missing, a file, or cannot be imported.
    """
    from lpcheck.inputs.callables import load_mechanism, names_callable  # noqa: PLC0415

    remedy = "give --mechanism MODULE:FUNCTION, a function of the problem's parameters"
    if not text:
        raise InputError("mechanism", "is missing", remedy)
    if names_formula(text):
        return text
    if not names_callable(text):
        raise InputError("mechanism", f"'{text[:60]}' is no MODULE:FUNCTION", remedy)
    return load_mechanism("mechanism", text)


def read_count(name: str, text: str, most: int = 100_000, least: int = 2) -> int:
    """A whole number from `least`.

    Raises:
        InputError: it is none.
    """
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise InputError(
            name, f"'{text[:20]}' is no count", f"give a whole number, {least} to {most}"
        )
    return int(text)
