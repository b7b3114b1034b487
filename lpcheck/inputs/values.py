"""Vectors and mechanisms from what a user wrote; text stays text, so that rationals stay exact."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.parameters import LARGEST_ALPHABET, read_number
from lpcheck.inputs.files import FILES, read_table
from lpcheck.inputs.table import Labelled, Table, is_numeric, shown

_OTHER_LIST = re.compile(r"[\d.,;/e+\-\s\[\]()]+")
"""Numbers in brackets, or with something else than commas between them."""

_SHAPES, _MOST_ZIPF = ("uniform", "zipf"), 2000
"""What a vector may be called; and how many letters are given exactly."""

_PERCENT = re.compile(r"[\d.,eE+-]+\s*%")
_COMMA = re.compile(r"[+-]?\d*,\d+")


def read_vector_text(name: str, text: str) -> Labelled:
    """A vector from ``0.2,0.3,0.5``, ``1/5,3/10,1/2`` or ``@file``; the entries stay text.

    ``uniform:6`` is (1/6, …, 1/6), and ``zipf:6`` is proportional to (1, 1/2, …, 1/6), exact.

    Raises:
        InputError: the file cannot be read, or is no vector of finite numbers.
    """
    shape, colon, size = text.partition(":")
    if colon and shape.strip() in _SHAPES:
        return Labelled(_shaped(name, shape.strip(), size.strip()))
    if text.startswith("@"):
        return _vector(name, Path(text[1:]))
    if not text.strip():
        return Labelled([])
    if not is_numeric(text.partition(",")[0].strip()):
        if Path(text).suffix.lower() in FILES:
            what = f"{shown(text)} is not a number"
            raise InputError(name, what, f"for a file, write @{text[:60]}")
        if _OTHER_LIST.fullmatch(text):
            what = f"{shown(text)} is no list of numbers"
            raise InputError(name, what, "separate them by commas, without brackets: 1/2,0.3,0.2")
    return Labelled([cell.strip() for cell in text.split(",")])


def _shaped(name: str, shape: str, size: str) -> list[str]:
    """The entries of `uniform:k` or `zipf:k`."""
    if not size.isdecimal() or len(size) > 7 or not 0 < int(size) <= LARGEST_ALPHABET:
        what = f"{shown(f'{shape}:{size}')} has no size"
        raise InputError(name, what, f"give a whole number from 1 to {LARGEST_ALPHABET}: {shape}:6")
    k = int(size)
    if shape == "uniform":
        return [f"1/{k}"] * k
    if k > _MOST_ZIPF:
        what = f"{shown(f'{shape}:{size}')} has terms of thousands of digits"
        raise InputError(name, what, f"give at most {_MOST_ZIPF} letters, or a file of decimals")
    total = sum((Fraction(1, i) for i in range(1, k + 1)), Fraction(0))
    return [str(Fraction(1, i) / total) for i in range(1, k + 1)]


def normalized(name: str, entries: Sequence[Any]) -> list[Fraction]:
    """Counts, or other weights, divided by their sum, exactly.

    Raises:
        InputError: one is no number or negative, or all are 0.
    """
    weights = [read_number(f"{name}[{i}]", x) for i, x in enumerate(entries)]
    total = sum(weights, Fraction(0))
    if total <= 0 or min(weights) < 0:
        raise InputError(name, "has no positive sum of counts", "give counts ≥ 0, some above 0")
    return [weight / total for weight in weights]


def read_matrix_text(name: str, text: str) -> Labelled:
    """A matrix from ``0,1;1,0`` (a semicolon ends a row) or ``@file``; the entries stay text.

    Raises:
        InputError: the file cannot be read, or is no matrix of finite numbers.
    """
    if not text.startswith("@"):
        return Labelled([[cell.strip() for cell in row.split(",")] for row in text.split(";")])
    table = read_table(name, Path(text[1:]))
    if not isinstance(table, Table):
        if np.ndim(table) != 2:
            what = f"{shown(Path(text[1:]))} has shape {np.shape(table)}"
            raise InputError(name, what, "give a matrix, a row an input")
        return Labelled(table.tolist())
    for i, row in enumerate(table.cells):
        for j in range(len(row)):
            _check(name, table, i, j)
    return Labelled([list(row) for row in table.cells], table.row_letters, table.column_letters)


def read_distribution_file(name: str, path: str) -> Labelled:
    """A distribution as a mechanism: one row, one column, or letter and probability."""
    return _vector(name, Path(path))


def read_kernel_file(name: str, path: str) -> Labelled:
    """A kernel as a mechanism, as doubles, with its letters.

    Raises:
        InputError: the file cannot be read, or has an entry that is no finite number.
    """
    table = read_table(name, Path(path))
    if not isinstance(table, Table):
        return Labelled(table)
    return Labelled(_floats(name, table), table.row_letters, table.column_letters)


def _vector(name: str, path: Path) -> Labelled:
    table = read_table(name, path)
    if not isinstance(table, Table):
        if math.prod(table.shape) != max(table.shape, default=0):
            raise InputError(name, f"{shown(path)} has shape {table.shape}", "give a vector")
        return Labelled(table.ravel().tolist())
    height, width = len(table.cells), len(table.cells[0])
    letters = table.row_letters
    if height == 1:
        column, letters = None, table.column_letters
    elif width == 1:
        column = 0
    elif width == 2 and table.column_letters is not None and letters is None:
        # A header above two columns of numbers: letters that are digits.
        column, letters = 1, tuple(row[0] for row in table.cells)
    else:
        raise InputError(
            name,
            f"{shown(path)} is a table of {height} × {width}",
            "give one row, one column, or letter,probability",
        )
    cells = (
        [(0, j) for j in range(width)] if column is None else [(i, column) for i in range(height)]
    )
    for i, j in cells:
        _check(name, table, i, j)
    return Labelled([table.cells[i][j] for i, j in cells], letters)


def _floats(name: str, table: Table) -> Array:
    numbers = np.empty((len(table.cells), len(table.cells[0])))
    for i, row in enumerate(table.cells):
        try:
            numbers[i] = [float(cell) for cell in row]
            usual = bool(np.isfinite(numbers[i]).all()) and "_" not in "".join(row)
        except ValueError:
            usual = False
        if not usual:
            numbers[i] = [_check(name, table, i, j) for j in range(len(row))]
    return numbers


def _check(name: str, table: Table, i: int, j: int) -> float:
    """One cell as a number, or an error that says where it stands."""
    cell = table.cells[i][j]
    remedy = "give a finite number such as 0.5, 1e-3 or 1/3"
    if _PERCENT.fullmatch(cell):
        remedy = "divide percentages by 100"
    elif _COMMA.fullmatch(cell):
        remedy = "write a point for the decimal comma"
    if cell == "":
        raise InputError(name, f"{table.place(i, j)} is empty", remedy)
    try:
        return float(read_number(name, cell))
    except InputError as error:
        raise InputError(name, f"{table.place(i, j)}: {error.problem}", remedy) from None
    except OverflowError:
        problem = f"{table.place(i, j)}: {shown(cell)} is beyond double precision"
        raise InputError(name, problem, remedy) from None


def same_letters(named: Sequence[tuple[str, tuple[str, ...] | None]]) -> tuple[str, ...] | None:
    """The letters that inputs name, or None; two that disagree are refused.

    Raises:
        InputError: naming the first place where the letters differ.
    """
    first, letters = next(((n, known) for n, known in named if known is not None), ("", None))
    for name, other in named:
        if other is None or letters is None or len(other) != len(letters):
            continue
        for i, (a, b) in enumerate(zip(letters, other, strict=True)):
            if a != b:
                raise InputError(
                    name,
                    f"its letter {i} is {shown(b)} where {first} has {shown(a)}",
                    "put both in the same order",
                )
    return letters
