"""Files: refused when too large, before memory is used, and read by their kind."""

from __future__ import annotations

import io
import json
import math
import os
import stat
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.inputs.table import Table, read_csv, shown

LARGEST_FILE = 64 * 2**20
"""Bytes."""

LARGEST_ENTRIES = 2_000_000
"""Numbers in a file: a kernel of 1400 letters on 1400, 16 MB as doubles."""

_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

KINDS = "CSV, JSON or NPY"

FILES = (".csv", ".tsv", ".txt", ".json", ".npy")
"""Endings of files that can be read."""


def read_table(name: str, path: Path) -> Table | Array:
    """The entries of a file: text with its places (CSV, JSON), or an array (NPY).

    Args:
        name: the parameter, for error messages.
        path: ends in .csv, .tsv, .txt, .json or .npy.

    Raises:
        InputError: no such file, no such kind, too large, or not what it says it is.
    """
    kind = path.suffix.lower()
    if kind not in FILES:
        if path.is_dir():
            raise InputError(name, f"{shown(path)} is a directory", "name a file in it")
        raise InputError(
            name, f"{shown(path)} has no known ending", f"give a {KINDS} file (.csv, .json, .npy)"
        )
    raw = read_bytes(name, path)
    if kind == ".npy":
        return _read_npy(name, path, raw)
    if _entries(raw) > LARGEST_ENTRIES:
        raise InputError(
            name,
            f"{shown(path)} has more than {LARGEST_ENTRIES} entries",
            "no problem takes a mechanism that large; give a smaller one",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            name, f"{shown(path)} is not text (byte {error.start} is no UTF-8)", "save it as UTF-8"
        ) from None
    if not text.strip():
        raise InputError(name, f"{shown(path)} is empty", "give one number an entry")
    return _read_json(name, path, text) if kind == ".json" else read_csv(name, path, text)


def _entries(raw: bytes) -> int:
    """How many cells there are at most: what stands between separators, and what is empty there."""
    codes = np.frombuffer(raw, dtype=np.uint8)
    empty = sum(raw.count(c) for c in (b",", b"\n", b";"))
    blank = (codes <= ord(" ")) | (codes == ord(",")) | (codes == ord(";"))
    return max(empty, int(np.count_nonzero(blank[:-1] & ~blank[1:])))


def read_bytes(name: str, path: Path) -> bytes:
    """A regular file's bytes, at most `LARGEST_FILE` of them.

    A pipe would be waited for, without an end: it is opened without waiting, and refused.
    """
    try:
        opened = os.open(path, os.O_RDONLY | _NO_WAIT)
        with os.fdopen(opened, "rb", closefd=True) as file:
            found = os.fstat(opened)
            if stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError
            regular, size = stat.S_ISREG(found.st_mode), found.st_size
            raw = file.read(LARGEST_FILE + 1) if regular and size <= LARGEST_FILE else b""
    except FileNotFoundError:
        raise InputError(name, f"{shown(path)} does not exist", "check the path") from None
    except IsADirectoryError:
        raise InputError(name, f"{shown(path)} is a directory", "name a file in it") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(name, f"{shown(path)} cannot be read ({why})", "check the path") from None
    if not regular:
        what = f"{shown(path)} is a pipe or a device, not a file"
        raise InputError(name, what, "write it to a file first")
    if max(size, len(raw)) > LARGEST_FILE:
        raise InputError(
            name,
            f"{shown(path)} is larger than {LARGEST_FILE >> 20} MB",
            "give a smaller mechanism",
        )
    return raw


def _read_json(name: str, path: Path, text: str) -> Table:
    try:
        # Digits stay text, so that decimals are exact and NaN is refused with its place.
        data = json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            object_pairs_hook=_refuse_twice,
        )
    except RecursionError:
        raise InputError(
            name, f"{shown(path)} is nested too deeply", "give a list of lists"
        ) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(
            name, f"{shown(path)}, {where}: {error.msg}", "give a JSON list of lists"
        ) from None
    except _TwiceError as error:
        raise InputError(
            name, f"{shown(path)} has the key {shown(error)} twice", "keep one of them"
        ) from None
    if isinstance(data, dict):
        if name not in data and "mechanism" not in data:
            raise InputError(
                name, f"{shown(path)} is an object without '{name}'", "give a list of lists"
            )
        data = data[name] if name in data else data["mechanism"]
    if not isinstance(data, list) or not data:
        what = "an empty list" if data == [] else "no list"
        raise InputError(name, f"{shown(path)} holds {what}", "give a list of lists of numbers")
    flat = not any(isinstance(row, list) for row in data)
    return _table_of_lists(name, path, [data] if flat else data, flat)


def _table_of_lists(name: str, path: Path, rows: list[Any], flat: bool) -> Table:
    def place(i: int, j: int) -> str:
        return f"{shown(path)}, entry [{j}]" if flat else f"{shown(path)}, entry [{i}, {j}]"

    for i, row in enumerate(rows):
        if not isinstance(row, list):
            raise InputError(name, f"{shown(path)}, row {i} is no list", "give a list of lists")
        if len(row) != len(rows[0]) or not row:
            raise InputError(
                name,
                f"{shown(path)}, row {i} has {len(row)} entries where row 0 has {len(rows[0])}",
                "give rows of one length",
            )
        for j, cell in enumerate(row):
            if not isinstance(cell, str):
                raise InputError(
                    name,
                    f"{place(i, j)} is {_described(cell)}, not a number",
                    "give a number such as 0.5 or a string such as '1/3'",
                )
    return Table(rows, place)


def _described(cell: object) -> str:
    if isinstance(cell, (list, dict)):
        return "a list" if isinstance(cell, list) else "an object"
    return {None: "null", True: "true", False: "false"}[cell]  # type: ignore[index]


class _TwiceError(ValueError):
    """A key that a JSON object has twice."""


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return result


def _read_npy(name: str, path: Path, raw: bytes) -> Array:
    """An array of numbers; the header is judged before anything is allocated or unpickled."""
    file = io.BytesIO(raw)
    remedy = "save it with numpy.save, as an array of numbers"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            version = np.lib.format.read_magic(file)
            read = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }[version]
            shape, _, dtype = read(file)
    except Exception:  # whatever a broken header makes NumPy do, it is no NPY file
        raise InputError(name, f"{shown(path)} has no valid NPY header", remedy) from None
    if dtype.hasobject:
        raise InputError(
            name,
            f"{shown(path)} holds Python objects, which are never unpickled",
            "save it as numbers: numpy.save(file, array.astype(float))",
        )
    if dtype.kind not in "fiu":
        raise InputError(name, f"{shown(path)} has entries of type {dtype}, not numbers", remedy)
    promised, held = math.prod(shape) * dtype.itemsize, len(raw) - file.tell()
    if promised != held or min(shape, default=0) < 0:
        raise InputError(
            name,
            f"{shown(path)} holds {held} bytes where its header promises {promised}",
            remedy,
        )
    if not promised:
        raise InputError(name, f"{shown(path)} is empty (shape {shape})", remedy)
    file.seek(0)
    with np.errstate(over="ignore"):
        numbers: Array = np.load(file, allow_pickle=False)
        return numbers if dtype == np.float32 else np.asarray(numbers, dtype=np.float64)
