"""Progress on a terminal; none where standard error is piped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


@contextmanager
def counted(total: int) -> Iterator[Callable[[Claim], None] | None]:
    """A bar with the id of the claim that is under test."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda claim: bar.update(task, advance=1, description=claim.id)


@contextmanager
def status(what: str) -> Iterator[Callable[[str], None]]:
    """A line that says how far a search is, on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415

    with Console(stderr=True).status(what) as line:
        yield line.update
