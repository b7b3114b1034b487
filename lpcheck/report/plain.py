"""What came from a user, on its way to a terminal: names of letters, of files, and messages.

An escape sequence in a header of a table could move the cursor, and a line break in the name of a
file begin a line of its own: either can forge a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_CONTROL = re.compile(
    r"\x1b\[[\d;]*m|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""Colours, and after them what moves the cursor or turns the direction of text; not line breaks."""


def plain(text: object) -> str:
    """A text on one line, with a question mark for each character that does not print."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


def plain_letters(letters: Sequence[str] | None) -> tuple[str, ...] | None:
    """Names of letters, each on one line."""
    return None if letters is None else tuple(map(plain, letters))


def harmless(text: str) -> str:
    """A report whose only control characters are line breaks and colours."""
    return _CONTROL.sub(lambda found: found[0] if len(found[0]) > 1 else "?", text)
