"""A directory of results: written beside its place, then given its name, so never half there."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from formulations.errors import InputError

_MANIFEST = ".lpcheck-files"


class DirectoryTarget:
    """A directory to be written later; refused at once if it holds anything of someone else's.

    Raises:
        InputError: it cannot be written, is no directory, or holds files that lpcheck did not
            write.
    """

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = Path(os.path.realpath(path))
        try:
            if not path:
                raise OSError(errno.ENOENT, "it has no name")
            if self.path.exists() and not self.path.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, "it is a file")
            self._refuse_foreign()
            # Only trying tells whether the directory around it may be written to.
            temporary = self._beside("tmp")
            temporary.mkdir()
            temporary.rmdir()
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None

    def _refuse_foreign(self) -> None:
        if not self.path.is_dir():
            return
        manifest = self.path / _MANIFEST
        ours = (
            set(manifest.read_text(encoding="utf-8").splitlines()) if manifest.exists() else set()
        )
        for directory, below, files in os.walk(self.path):
            links = [name for name in below if os.path.islink(os.path.join(directory, name))]
            for file in files + links:
                relative = (Path(directory) / file).relative_to(self.path).as_posix()
                if relative not in ours and relative != _MANIFEST:
                    raise InputError(
                        self.name,
                        f"'{self.path}' holds '{relative}', which lpcheck did not write",
                        "give a new or an empty directory",
                    )

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(f".{self.path.name[:100]}.{os.getpid()}.{ending}")

    def _refusal(self, error: Exception) -> InputError:
        if isinstance(error, InputError):
            return error
        why = getattr(error, "strerror", None) or error
        problem = f"directory '{self.path}' cannot be written ({why})"
        return InputError(self.name, problem, "give a place that you may write to")

    def write(self, files: Mapping[str, str]) -> None:
        """Put files in place of what is there: all of them or none."""
        temporary, old = self._beside("tmp"), self._beside("old")
        try:
            self._refuse_foreign()
            for name, text in {**files, _MANIFEST: "\n".join(sorted(files)) + "\n"}.items():
                file = temporary / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            if self.path.exists():
                self.path.rename(old)
            temporary.rename(self.path)
        except (OSError, InputError) as error:
            if old.exists() and not self.path.exists():
                old.rename(self.path)
            raise self._refusal(error) from None
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)
