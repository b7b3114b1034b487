"""Where results go. Nothing else in lpcheck prints or writes a user's files."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from formulations.errors import InputError
from lpcheck.report.plain import harmless, plain

if TYPE_CHECKING:
    from lpcheck.report.heat.colours import Colours

_PLAIN = str.maketrans({
    "·": ".", "░": ":", "▒": "+", "▓": "%", "█": "#", "│": "|", "▶": ">", "▼": "v", "…": "~",
    "×": "x", "–": "-", "−": "-", "‖": "|", "ε": "epsilon", "δ": "delta", "≤": "<=", "≥": ">=",
    "∞": "inf",
})  # fmt: skip
"""What stands for characters that an output cannot show; those of figures keep their width."""

_WIDTH = 80
"""Columns where there is no terminal, the same on every machine."""


def open_missing_streams() -> None:
    """Where a stream was closed (`>&-`) there is none: what is written to it goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # To the end of the process.
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)


def complain(message: str) -> None:
    """One line on standard error."""
    _write(sys.stderr, "lpcheck: " + plain(" ".join(message.split())))


def show(text: str, *, json_on_stdout: bool) -> None:
    """A report for people on standard output, unless JSON, or XML, is to be alone there."""
    if not json_on_stdout:
        _write(sys.stdout, harmless(text))


def terminal(*, json_on_stdout: bool) -> tuple[int, Colours]:
    """The columns of the terminal that a report is shown on, and the colours it has.

    What is piped has 80 columns and no colours, unless FORCE_COLOR says otherwise; NO_COLOR is
    heeded.
    """
    stream = sys.stderr if json_on_stdout else sys.stdout
    if not (stream.isatty() or os.environ.get("FORCE_COLOR")):
        return _WIDTH, None
    from rich.console import Console  # noqa: PLC0415  only a terminal needs it

    console = Console(file=stream)
    system = None if console.no_color else console.color_system
    colours: Colours = system if system in ("256", "truecolor") else None  # type: ignore[assignment]
    return (console.width if stream.isatty() else _WIDTH), colours


def write_help(text: str) -> None:
    """Help, or the version, on standard output."""
    _write(sys.stdout, text.removesuffix("\n"))


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    try:
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            text = text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
        print(text, file=stream, flush=True)
    except OSError as error:
        # The stream keeps what it could not write, and would fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # A reader that has gone (`| head`) had enough: the exit status still tells the result.
        if not isinstance(error, BrokenPipeError) and stream is sys.stdout:
            what = f"cannot be written ({error.strerror})"
            raise InputError("standard output", what, "send it somewhere else") from None


class Target:
    """A file to be written later, or standard output for "-"; refused at once if it cannot be.

    Raises:
        InputError: the place cannot be written to.
    """

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path: Path | None = None
        if path == "-":
            return
        try:
            self.path = Path(os.path.realpath(path))
            if self.path.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a directory")
            if self.is_special:
                return
            temporary = self._temporary()
            temporary.touch(exist_ok=False)
            temporary.unlink()
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None

    @property
    def is_special(self) -> bool:
        """Whether this is a device or a pipe, which must not be replaced by a file."""
        return self.path is not None and self.path.exists() and not self.path.is_file()

    def _temporary(self) -> Path:
        assert self.path is not None
        return self.path.with_name(f".{self.path.name[:100]}.{os.getpid()}.tmp")

    def _refusal(self, error: Exception) -> InputError:
        why = getattr(error, "strerror", None) or error
        problem = f"'{self.path or '?'}' cannot be written ({why})"
        return InputError(self.name, problem, "give a file in a directory that you may write to")

    def write(self, content: str | bytes) -> None:
        """All of it or nothing: a temporary file takes the name once it is whole."""
        if self.path is None:
            text = content.decode("utf-8") if isinstance(content, bytes) else content
            _write(sys.stdout, text.removesuffix("\n"))
            return
        data = content.encode("utf-8") if isinstance(content, str) else content
        try:
            if self.is_special:
                self.path.write_bytes(data)
                return
            temporary = self._temporary()
            try:
                temporary.write_bytes(data)
                if self.path.exists():
                    shutil.copymode(self.path, temporary)
                temporary.replace(self.path)
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as error:
            raise self._refusal(error) from None


def refuse_shared(targets: Mapping[str, Target | None]) -> None:
    """Refuse two options that write to one place.

    Raises:
        InputError: naming the second of them.
    """
    seen: dict[Path | None, str] = {}
    for name, one in targets.items():
        if one is None:
            continue
        if one.path in seen and not one.is_special:
            place = "standard output" if one.path is None else f"'{one.path}'"
            problem = f"{place} is taken by --{seen[one.path]}"
            raise InputError(name, problem, "give one of them another file")
        seen[one.path] = name


def target(name: str, path: str | None) -> Target | None:
    """The target of an option, or None where the option is not given."""
    return None if path is None else Target(name, path)
