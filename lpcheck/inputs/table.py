"""CSV as people write it: with or without a header, with or without letters in front."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from formulations.errors import InputError

_LONGEST_SHOWN = 40


@dataclass(frozen=True)
class Table:
    """Rows of cells as text, where each stands in its file, and the letters that the file names."""

    cells: Sequence[Sequence[str]]
    place: Callable[[int, int], str]
    row_letters: tuple[str, ...] | None = None
    column_letters: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Labelled:
    """Numbers, and the letters of their rows and columns where the user named them."""

    numbers: Any
    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None


def shown(value: object) -> str:
    """What a user wrote, on one line, in quotes, shortened; of a path the end is kept."""
    text = str(value)
    if len(text) > _LONGEST_SHOWN:
        kept = _LONGEST_SHOWN - 3
        text = f"...{text[-kept:]}" if isinstance(value, Path) else f"{text[:kept]}..."
    return "'" + "".join(c if c.isprintable() else "?" for c in text) + "'"


def is_numeric(cell: str) -> bool:
    """Whether a cell is meant as a number, NaN and infinities included (they are refused later)."""
    if "_" in cell:
        return False
    try:
        float(cell)
    except ValueError:
        try:
            Fraction(cell)
        except ZeroDivisionError:
            return True
        except ValueError:
            return False
    return True


def read_csv(name: str, path: Path, text: str) -> Table:
    """A table of text cells; a header row and a column of letters are told from numbers.

    A first row without a number is a header, and a first column without a number names the rows.
    An empty first cell says that both are there, whatever they hold.

    Raises:
        InputError: with the line and the column (counted from 1, letters included).
    """
    lines, rows = _rows(name, path, text)
    corner = rows[0][0] == "" and len(rows) > 1 and len(rows[0]) > 1
    # R leaves the corner out.
    short = len(rows) > 1 and all(len(row) == len(rows[0]) + 1 for row in rows[1:])
    body = rows[1:] if short else rows
    # Where nothing is a number (0,5 or 50 %), that is what is wrong, and not the letters.
    numeric = any(is_numeric(cell) for row in body for cell in row)
    lettered = corner or (
        numeric and max(map(len, body)) > 1 and all(row and not is_numeric(row[0]) for row in body)
    )
    first = rows[0] if short else rows[0][1:] if lettered else rows[0]
    headed = corner or (numeric and len(rows) > 1 and not any(is_numeric(cell) for cell in first))
    skip = 1 if lettered else 0
    letters = tuple(row[0] for row in rows[headed:]) if lettered else None
    columns = tuple(first) if headed else None
    cells, lines = [row[skip:] for row in rows[headed:]], lines[headed:]

    def place(i: int, j: int) -> str:
        return f"{shown(path)}, line {lines[i]}, column {j + skip + 1}"

    for i, row in enumerate(cells):
        if len(row) != len(cells[0]) or (columns is not None and len(row) != len(columns)):
            wanted = len(cells[0]) if columns is None else len(columns)
            raise InputError(
                name,
                f"{shown(path)}, line {lines[i]} has {len(row)} entries where {wanted} are due",
                "give rows of one length",
            )
    _refuse_repeated(name, path, "column", columns)
    _refuse_repeated(name, path, "row", letters)
    return Table(cells, place, letters, columns)


def _rows(name: str, path: Path, text: str) -> tuple[list[int], list[list[str]]]:
    """The rows that are neither blank nor comments, and their line numbers."""
    start = next(line for line in text.splitlines() if line.strip())
    separator = next((s for s in (";", ",", "\t") if s in start), None)
    if separator is None and len(start.split()) > 1:
        text, separator = "\n".join(",".join(line.split()) for line in text.splitlines()), ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator or ",")
    lines, rows = [], []
    try:
        for row in reader:
            stripped = [cell.strip() for cell in row]
            if any(stripped) and not stripped[0].startswith("#"):
                lines.append(reader.line_num)
                rows.append(stripped)
    except csv.Error as error:
        raise InputError(
            name, f"{shown(path)}, line {reader.line_num}: {error}", "give one row a line"
        ) from None
    if not rows:
        raise InputError(name, f"{shown(path)} has no entries", "give one number an entry")
    return lines, rows


def _refuse_repeated(name: str, path: Path, which: str, letters: tuple[str, ...] | None) -> None:
    seen: set[str] = set()
    for letter in letters or ():
        if letter in seen and letter:
            raise InputError(
                name,
                f"{shown(path)} names two {which}s {shown(letter)}",
                "give every letter once",
            )
        seen.add(letter)
