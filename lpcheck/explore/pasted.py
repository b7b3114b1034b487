"""Numbers as people paste them: CSV, a spreadsheet's cells, JSON, or what Python prints."""

from __future__ import annotations

import re
from pathlib import Path

from formulations.errors import InputError
from lpcheck.inputs import Labelled
from lpcheck.inputs.table import is_numeric, read_csv

LONGEST = 60_000
"""Characters of one field."""

MOST_ENTRIES = 4096

_BRACKETS = re.compile(r"[\[\](){}]+")
_PYTHON = re.compile(r"\s*(?:(?:np\.|numpy\.)?(?:array|matrix))?\s*[\[({]")
"""How lists begin; brackets elsewhere may be those of letters."""


def rows(name: str, text: str) -> Labelled:
    """A matrix, a row a line; a semicolon or a bracket ends a row too; letters where it has some.

    The entries stay text, so that rationals stay exact.

    Raises:
        InputError: nothing is there, an entry is no number, or the rows have different lengths.
    """
    refuse_long(name, text)
    found = _PYTHON.match(text)
    if found is not None:
        text = text[found.end() - 1 :]
        text = "\n".join(line.strip(" ,\t\r") for line in _BRACKETS.sub("\n", text).splitlines())
    if ";" in text and "\n" not in text.strip():
        text = text.replace(";", "\n")
    if not text.strip():
        raise InputError(name, "is empty", "paste a row an input, a column an output")
    table = read_csv(name, Path("pasted"), text)
    if len(table.cells) * len(table.cells[0]) > MOST_ENTRIES:
        what = f"has {len(table.cells)} × {len(table.cells[0])} entries"
        remedy = f"at most {MOST_ENTRIES} can be pasted; give the command line a file"
        raise InputError(name, what, remedy)
    for i, row in enumerate(table.cells):
        for j, cell in enumerate(row):
            if not is_numeric(cell):
                what = f"{table.place(i, j)}: '{cell[:20]}' is not a number"
                raise InputError(name, what, "give a finite number such as 0.5, 1e-3 or 1/3")
    return Labelled([list(row) for row in table.cells], table.row_letters, table.column_letters)


def entries(name: str, text: str) -> str:
    """A vector with commas between its entries, whatever is between them."""
    refuse_long(name, text)
    text = _BRACKETS.sub(" ", text).strip(" ,;\n\t\r")
    parts = re.split(r"[,;\n]", text) if re.search(r"[,;\n]", text) else text.split()
    return ",".join(part.strip() for part in parts if part.strip())


def refuse_long(name: str, text: str) -> None:
    """Refuse what is longer than a page can be expected to hold.

    Raises:
        InputError: it is.
    """
    if len(text) > LONGEST:
        raise InputError(name, f"has {len(text)} characters", "give the command line a file")
