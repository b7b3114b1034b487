"""Mechanisms in the order of what they are worth, and the optimum that they stand beside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from formulations.formulation import Formulation, Solution
from formulations.shown import Shown


@dataclass(frozen=True)
class Standing:
    """One mechanism.

    Attributes:
        name: as the literature has it.
        risk: its value when its outputs are used as well as can be.
        counting: its value as libraries ship it; None where nothing is common.
        ratio: the risk over the optimum, at least 1 up to rounding.
        note: its parameter, where it has one.
    """

    name: str
    risk: float
    counting: float | None
    ratio: float
    note: str


@dataclass(frozen=True)
class League(Shown):
    """The mechanisms, best first, and the solution that they are measured against.

    Attributes:
        problem: what is minimised.
        solution: the optimum over all mechanisms.
        standings: by risk.
        measure: what the numbers are, in a line.
        best: how the outputs are used as well as can be.
    """

    problem: Formulation
    solution: Solution
    standings: tuple[Standing, ...]
    measure: str
    best: str

    @classmethod
    def of(
        cls, solution: Solution, standings: Iterable[Standing], measure: str, best: str
    ) -> League:
        """The standings in order."""
        assert solution.problem is not None
        order = tuple(sorted(standings, key=lambda s: s.risk))
        return cls(solution.problem, solution, order, measure, best)
