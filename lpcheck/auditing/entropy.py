"""Bytes from the operating system, answered from a path: each a draw from 0, …, 255."""
# ruff: noqa: D102  (methods that Python documents)

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from lpcheck.auditing.lazy import integer
from lpcheck.auditing.tree import Path

_WHOLE = 2
"""Bytes that may be asked for at once: 65536 branches."""


class BytesDraw:
    """Bytes that are drawn one by one, as the code reads them."""

    __class__ = bytes  # type: ignore[assignment]  # what isinstance sees
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, path: Path, n: int) -> None:
        self._path = path
        self._drawn = [integer(path, 256) for _ in range(n)]

    def __len__(self) -> int:
        return len(self._drawn)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._drawn)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            return self._drawn[at]
        part = BytesDraw(self._path, 0)
        part._drawn = self._drawn[at]
        return part

    def __bytes__(self) -> bytes:
        if len(self) > _WHOLE:
            self._refuse(f"takes {len(self)} bytes of the operating system as one value")
        return bytes(int(b) for b in self._drawn)

    def hex(self, *given: Any) -> str:
        return bytes(self).hex(*given)

    def __eq__(self, other: Any) -> bool:
        return bytes(self) == bytes(other)

    def __add__(self, other: Any) -> Any:
        return bytes(self) + bytes(other)

    def __radd__(self, other: Any) -> Any:
        return bytes(other) + bytes(self)

    def __repr__(self) -> str:
        return repr(bytes(self))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(bytes(self), name)

    def _refuse(self, what: str) -> NoReturn:
        hint = "draw integers by secrets.randbelow or SystemRandom instead"
        raise self._path.refuse(f"{what} (os.urandom; {hint})")


def urandom(current: Callable[[], Path]) -> Callable[..., BytesDraw]:
    """`os.urandom` and `secrets.token_bytes`, answered from the path of the run."""

    def draw(n: int | None = 32, /) -> BytesDraw:
        return BytesDraw(current(), 32 if n is None else n)

    return draw


def token_hex(current: Callable[[], Path]) -> Callable[..., str]:
    """`secrets.token_hex`."""
    return lambda n=None: urandom(current)(n).hex()
