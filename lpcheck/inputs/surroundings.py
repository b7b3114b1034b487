"""What a user's code runs in: the current directory can be imported, standard output is spared."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

_ENDS = ("_exit", "execv", "execve")
"""What ends this process at once, past every handler, with the exit status that it likes."""


class EndedError(RuntimeError):
    """A user's code asked for the end of the process."""


@contextlib.contextmanager
def kept_alive() -> Iterator[None]:
    """The code inside cannot end or replace the process: status 0 would pass for a result.

    Processes that it forks may end as they do. Compiled code can still end everything.
    """
    owner, kept = os.getpid(), {end: getattr(os, end) for end in _ENDS}

    def refusing(end: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(*given: Any, **named: Any) -> NoReturn:
            if os.getpid() != owner:
                real(*given, **named)
            raise EndedError(f"os.{end} would end lpcheck")

        return refuse

    for end, real in kept.items():
        setattr(os, end, refusing(end, real))
    try:
        yield
    finally:
        for end, real in kept.items():
            setattr(os, end, real)


@contextlib.contextmanager
def importable() -> Iterator[None]:
    """The current directory first on the path, as `python -m` has it; the process is kept alive."""
    here = os.getcwd()
    sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        with kept_alive():
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
