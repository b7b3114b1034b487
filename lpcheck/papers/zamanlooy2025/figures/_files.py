"""Large text files line by line, compressed or not, with errors that name the line."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

from formulations.errors import InputError
from lpcheck.inputs.table import shown

Lines = Iterator[tuple[int, list[str]]]


def refusal(path: Path, line: int | None, problem: str, remedy: str) -> InputError:
    """What is wrong, and in which line (counted from 1)."""
    where = shown(path) if line is None else f"{shown(path)}, line {line}"
    return InputError("data", f"{where} {problem}", remedy)


def rows(path: Path, separator: str, encoding: str, remedy: str) -> Lines:
    """The fields of each line that is not blank, with its number; one line in memory at a time.

    A comma separates CSV with quotes; any other separator just splits. Gzip is told by its first
    bytes.

    Raises:
        InputError: the file cannot be read, or is not text.
    """
    number = 0
    try:
        with _opened(path, encoding) as file:
            if separator == ",":
                reader = csv.reader(file)
                for fields in reader:
                    number = reader.line_num
                    if fields:
                        yield number, fields
                return
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line.rstrip("\r\n").split(separator)
    except UnicodeDecodeError:
        # Text is decoded in blocks, some lines ahead of the one that was last read.
        problem = f"is not {encoding} text, from about line {number + 1} on"
        raise refusal(path, None, problem, remedy) from None
    except csv.Error as error:
        raise refusal(path, number + 1, f"is no CSV ({error})", remedy) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise refusal(path, number + 1, "is where the compressed file is broken", remedy) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise refusal(path, None, f"cannot be read ({why})", remedy) from None


def _opened(path: Path, encoding: str) -> io.TextIOBase:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if packed:
        return gzip.open(path, "rt", encoding=encoding, newline="")
    return path.open(encoding=encoding, newline="")
