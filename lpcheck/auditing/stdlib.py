"""The random sources of the standard library, answered from a path."""

# ruff: noqa: D102  (methods that Python and NumPy document)
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from lpcheck.auditing.lazy import integer, uniform
from lpcheck.auditing.tree import Path

MATH = ("log", "log2", "log10", "log1p", "exp", "expm1", "sqrt")
"""Functions of `math` that a draw passes through."""


class Enumerating(random.Random):
    """A `random.Random` whose two sources of chance are a path's draws; the rest is Python's own.

    Args:
        current: gives the path of the run.
    """

    def __new__(cls, current: Callable[[], Path]) -> Enumerating:
        """`random.Random` would take the argument for a seed."""
        return super().__new__(cls)

    def __init__(self, current: Callable[[], Path]) -> None:
        self._current = current
        self._real: random.Random | None = None
        super().__init__()

    def fresh(self) -> None:
        """Forget a seed that the run before has set."""
        self._real = None

    def seed(self, a: Any = None, version: int = 2) -> None:
        """A seed makes what follows certain, as it does in the code; none keeps it random."""
        if hasattr(self, "_real"):
            self._real = None if a is None else random.Random(a)

    def random(self) -> Any:
        return self._real.random() if self._real else uniform(self._current())

    def getrandbits(self, k: int) -> Any:
        return self._real.getrandbits(k) if self._real else integer(self._current(), 2**k)

    def _randbelow(self, n: int) -> Any:
        return self._real.randrange(n) if self._real else integer(self._current(), n)

    def randbytes(self, n: int) -> bytes:
        return int(self.getrandbits(8 * n)).to_bytes(n, "little")

    def shuffle(self, x: Any) -> None:
        for i in reversed(range(1, len(x))):
            j = int(self._randbelow(i + 1))
            x[i], x[j] = x[j], x[i]

    def choice(self, seq: Any) -> Any:
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        at = int(self._randbelow(len(seq)))
        return seq[at]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        if self._real or counts is not None:
            return super().sample(population, k, counts=counts)
        if not 0 <= k <= len(population):
            raise ValueError("Sample larger than population or is negative")
        left = list(population)
        return [left.pop(int(self._randbelow(len(left)))) for _ in range(k)]

    def gauss(self, *_: Any, **__: Any) -> NoReturn:
        self._refuse("gauss")

    def normalvariate(self, *_: Any, **__: Any) -> NoReturn:
        self._refuse("normalvariate")

    def getstate(self) -> Any:
        return ()

    def setstate(self, state: Any) -> None:
        """A state that was saved is not known here: draws stay random."""

    def __reduce__(self) -> Any:
        return _same_source, (self._current,)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def _refuse(self, name: str) -> NoReturn:
        raise self._current().refuse(f"draws from `{name}`, a continuous distribution")


class EnumeratingSystem(Enumerating):
    """In place of a `SystemRandom`, which no seed changes."""

    __class__ = random.SystemRandom  # type: ignore[assignment]  # what isinstance sees

    def seed(self, *_: Any, **__: Any) -> None:
        """Has no effect, as on a `SystemRandom`."""


def _same_source(current: Callable[[], Path]) -> Enumerating:
    return Enumerating(current)


def functions(source: Enumerating) -> dict[str, Callable[..., Any]]:
    """What the module `random` offers, drawn from a source."""
    own = {n: getattr(f, "__self__", None) for n, f in vars(random).items()}
    return {n: getattr(source, n) for n, of in own.items() if isinstance(of, random.Random)}


def secrets_functions(source: Enumerating) -> dict[str, Callable[..., Any]]:
    """What the module `secrets` offers, drawn from a source."""

    def choice(seq: Sequence[Any]) -> Any:
        return source.choice(seq)

    return {"choice": choice, "randbelow": _below(source), "randbits": source.getrandbits}


def _below(source: Enumerating) -> Callable[[int], Any]:
    def randbelow(n: int) -> Any:
        if n <= 0:
            raise ValueError("Upper bound must be positive.")
        return source._randbelow(n)

    return randbelow
