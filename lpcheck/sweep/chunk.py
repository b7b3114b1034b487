"""What travels to a worker, and what comes back. Light: only the worker loads the solvers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from lpcheck.sweep.point import Point

Task: TypeAlias = Sequence[tuple[int, Point]]
"""Points by their number."""

Found: TypeAlias = list[tuple[int, list[tuple[Any, ...]]]]
"""Rows, as tuples, by their point's number."""


def run_chunk(task: Task) -> Found:
    """The rows of some points; this is what a worker does."""
    from lpcheck.sweep.evaluate import evaluate  # noqa: PLC0415  loads CVXPY

    return [(index, evaluate(point)) for index, point in task]
