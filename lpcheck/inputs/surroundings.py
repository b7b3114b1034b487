"""What a user's code runs in: the current directory can be imported, standard output is spared."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def importable() -> Iterator[None]:
    """The current directory first on the path, as `python -m` has it."""
    here = os.getcwd()
    sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(here)


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Whatever is printed goes to standard error, by compiled code and child processes too."""
    with contextlib.redirect_stdout(sys.stderr), contextlib.ExitStack() as back:
        with contextlib.suppress(OSError):  # a process may have no such files
            kept = os.dup(1)
            back.callback(os.close, kept)
            sys.stderr.flush()
            os.dup2(2, 1)
            back.callback(os.dup2, kept, 1)
        yield
