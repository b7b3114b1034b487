"""Lists of what happens inside a block: problems solved, mechanisms compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")


class Watch(Generic[T]):
    """Calling it opens a block; whatever is noted inside, in this thread, is in the block's list.

    >>> watched = Watch[str]("example")
    >>> with watched() as seen:
    ...     watched.note("a solve")
    >>> seen
    ['a solve']
    """

    def __init__(self, name: str) -> None:
        self._open: ContextVar[list[T] | None] = ContextVar(name, default=None)

    @contextmanager
    def __call__(self) -> Iterator[list[T]]:
        """What is noted inside the block, in order."""
        found: list[T] = []
        token = self._open.set(found)
        try:
            yield found
        finally:
            self._open.reset(token)

    def note(self, item: T) -> None:
        """Add to the list of the innermost block, if there is one."""
        found = self._open.get()
        if found is not None:
            found.append(item)
