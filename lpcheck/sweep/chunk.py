"""What travels to a worker, and what comes back. Light: only the worker loads the solvers."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from functools import cache
from os import _exit  # by name: where a user's code runs, os._exit is refused
from typing import Any, TypeAlias

from lpcheck.sweep.point import Point

Task: TypeAlias = Sequence[tuple[int, Point]]
"""Points by their number."""

Found: TypeAlias = list[tuple[int, list[tuple[Any, ...]]]]
"""Rows, as tuples, by their point's number."""


def run_chunk(task: Task) -> Found:
    """The rows of some points; this is what a worker does.

    Raises:
        InputError: a mechanism cannot be imported here, which is no finding on a point.
    """
    from lpcheck.sweep.evaluate import evaluate, import_mechanisms  # noqa: PLC0415  loads CVXPY

    import_mechanisms({name for _, point in task for name in point.mechanisms})
    return [(index, evaluate(point)) for index, point in task]


def run_beside(task: Task) -> Found:
    """Run a chunk in a child process, which ends when its parent is killed: joblib's would stay."""
    _end_with(os.getppid())
    return run_chunk(task)


@cache
def _end_with(parent: int) -> None:
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        _exit(1)

    threading.Thread(target=watch, daemon=True).start()
