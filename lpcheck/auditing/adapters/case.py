"""What an adapter tells of a library's client."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Client: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True)
class Case:
    """One mechanism of one library.

    Attributes:
        library: the distribution's name on the package index.
        versions: those that were audited.
        mechanism: its name there.
        promise: what the documentation says, quoted.
        where: where it says so.
        client: from k and ε to a function of one input.
        inputs: from k to the k inputs.
        sizes: the alphabets that can be enumerated.
        seeds: how many hash seeds stand for all; 0 where none are drawn.
        decoder: from k and ε to a function of one report that gives k estimates, or None.
        stands: what keeps its promise, and what it costs.
        change: what would be better, or "".
        draws: calls an input where nothing can be replayed; 0 elsewhere.
        rewritten: whether the code is ours, written from a description of the fault.
    """

    library: str
    versions: tuple[str, ...]
    mechanism: str
    promise: str
    where: str
    client: Callable[[int, float], Client]
    inputs: Callable[[int], Sequence[Any]] = range
    sizes: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    seeds: int = 0
    decoder: Callable[[int, float], Client] | None = None
    stands: str = ""
    change: str = ""
    draws: int = 0
    rewritten: bool = False


def letters(k: int) -> list[str]:
    """k names, for libraries whose inputs are text."""
    return [chr(ord("a") + i) for i in range(k)]
