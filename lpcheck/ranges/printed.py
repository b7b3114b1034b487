"""Formulas that papers print, proved over whole intervals of ε."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from formulations.formulation import Formulation
from lpcheck.ranges.whole import Whole, prove_whole


@dataclass(frozen=True)
class Printed:
    """A printed mechanism, an instance without its ε, and the interval it is proved over.

    Attributes:
        statement: where it is printed, such as "Theorem 8".
        what: the mechanism and the instance in words.
        problem: the instance; its ε is not used.
        formula: as text, or a Python function, see :func:`lpcheck.ranges.prove_whole`.
        least: nats.
        most: nats.
    """

    statement: str
    what: str
    problem: Formulation
    formula: str | Callable[..., Any]
    least: str
    most: str

    def prove(self) -> Whole:
        """Prove it, as far as it holds."""
        return prove_whole(self.problem, self.formula, self.least, self.most)


def printed(intervals: str) -> tuple[Printed, ...]:
    """What `module:NAME` lists; nothing for the empty name."""
    return tuple(resolve_name(intervals)) if intervals else ()
