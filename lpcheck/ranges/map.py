"""A formula over two parameters: a grid of ε for each value of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from formulations.errors import InputError
from formulations.shown import Shown
from lpcheck.compare import TOLERANCE, Verdict
from lpcheck.ranges.grid import Grid, check_grid, gravest


@dataclass(frozen=True)
class Map(Shown):
    """A formula's findings over two parameters.

    Attributes:
        name: what is varied beside ε, such as `k`.
        values: of it, in the order given.
        grids: the findings over ε at each.
    """

    name: str
    values: tuple[Any, ...]
    grids: tuple[Grid, ...]

    @property
    def verdict(self) -> Verdict:
        """The gravest: infeasible, suboptimal, inconclusive, optimal."""
        return gravest(grid.verdict for grid in self.grids)


def check_map(
    problem: Callable[[Any], Any],
    mechanism: Any,
    name: str,
    values: Iterable[Any],
    epsilons: Iterable[Any],
    *,
    tolerance: float = TOLERANCE,
    told: Callable[[], None] = lambda: None,
) -> Map:
    """Compare a formula with the optimum over all mechanisms at every pair of two parameters.

    Args:
        problem: a function of the other parameter: a problem, whose ε is replaced, or a function
            ε → problem.
        mechanism: a function of those of the problem's parameters that it names.
        name: of the other parameter.
        values: of the other parameter.
        epsilons: levels in nats.
        tolerance: as in :func:`lpcheck.check`.
        told: called after each instance.

    Raises:
        InputError: as in :func:`check_grid`, or there is no value.

    Example:
        >>> from formulations import Information
        >>> from lpcheck.mechanisms import randomized_response
        >>> even = lambda k: Information(prior=[f"1/{k}"] * k, epsilon=1)
        >>> found = check_map(even, randomized_response, "k", [2, 6], [1, 2])
        >>> [[finding.verdict for finding in grid.findings] for grid in found.grids]
        [['optimal', 'optimal'], ['suboptimal', 'optimal']]
    """
    given, levels = tuple(values), tuple(epsilons)
    if not given:
        raise InputError(name, "has no values", "give at least one")
    grids = [
        check_grid(problem(value), mechanism, levels, tolerance=tolerance, told=told)
        for value in given
    ]
    return Map(name, given, tuple(grids))
