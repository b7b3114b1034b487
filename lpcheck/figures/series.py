"""The numbers behind a figure: one plain table, one observation a row."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.formulation import Array

Cell = str | int | float


@dataclass(frozen=True)
class Series:
    """What a figure shows, as data; all that its drawing and its statements may look at.

    Attributes:
        columns: the names of the columns.
        rows: the cells; :meth:`of` turns text that reads as a number into it, as CSV would.
        note: seeds, sizes, and choices that the paper leaves open, in one line.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        ragged = [i for i, row in enumerate(self.rows) if len(row) != len(self.columns)]
        if ragged:
            raise ValueError(f"row {ragged[0]} does not have {len(self.columns)} cells")

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[Iterable[Any]], note: str = "") -> Series:
        """A table from rows that may hold NumPy numbers."""
        return cls(tuple(columns), tuple(tuple(_plain(c) for c in row) for row in rows), note)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        """The rows as dictionaries."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def column(self, name: str) -> Array:
        """One numerical column, shape (len(self),)."""
        return np.array([float(row[self._place(name)]) for row in self.rows])

    def cells(self, name: str) -> list[Cell]:
        """One column, whatever it holds."""
        return [row[self._place(name)] for row in self.rows]

    def values(self, name: str) -> list[Any]:
        """The different cells of a column, in order of appearance."""
        return list(dict.fromkeys(self.cells(name)))

    def where(self, **chosen: Cell) -> Series:
        """The rows whose cells are as given."""
        places = {self._place(name): cell for name, cell in chosen.items()}
        kept = [row for row in self.rows if all(row[i] == cell for i, cell in places.items())]
        return Series(self.columns, tuple(kept), self.note)

    def among(self, name: str, kept: Callable[[Any], bool]) -> Series:
        """The rows whose cell in a column is `kept`."""
        place = self._place(name)
        return Series(self.columns, tuple(r for r in self.rows if kept(r[place])), self.note)

    def to_csv(self) -> str:
        """A header and the rows; floats as the shortest text that reads back to them."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([[_text(cell) for cell in row] for row in self.rows])
        return out.getvalue()

    @classmethod
    def from_csv(cls, text: str, note: str = "") -> Series:
        """The inverse of :meth:`to_csv`; the note is not in the file."""
        header, *rows = csv.reader(io.StringIO(text))
        return cls(tuple(header), tuple(tuple(_read(c) for c in row) for row in rows), note)

    def _place(self, name: str) -> int:
        return self.columns.index(name)


def _plain(cell: Any) -> Cell:
    """A Python number; text that reads as a number becomes it, as it would from CSV."""
    if isinstance(cell, str):
        return _read(str(cell))
    number: int | float = cell.item() if isinstance(cell, np.generic) else cell
    return number


def _text(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else str(cell)


def _read(cell: str) -> Cell:
    try:
        return int(cell)
    except ValueError:
        pass
    try:
        return float(cell)
    except ValueError:
        return cell
