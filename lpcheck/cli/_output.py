"""Where results go. Nothing else in lpcheck prints or writes a user's files."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

from formulations.errors import InputError


def complain(message: str) -> None:
    """One line on standard error."""
    _write(sys.stderr, "lpcheck: " + " ".join(message.split()))


def show(text: str, *, json_on_stdout: bool) -> None:
    """A report for people: on standard output, unless JSON is alone there."""
    _write(sys.stderr if json_on_stdout else sys.stdout, text)


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    try:
        print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)
    except BrokenPipeError:
        # The reader has gone (`| head`); the exit status still tells the result.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
            if self._special:
                return
            temporary = self._temporary()
            temporary.touch(exist_ok=False)
            temporary.unlink()
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None

    @property
    def _special(self) -> bool:
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
            if self._special:
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


def target(name: str, path: str | None) -> Target | None:
    """The target of an option, or None where the option is not given."""
    return None if path is None else Target(name, path)
