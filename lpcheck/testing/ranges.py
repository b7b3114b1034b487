"""An assertion over a whole grid of ε."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from formulations.parameters import read_epsilon
from lpcheck.compare import TOLERANCE
from lpcheck.ranges import Grid, instances
from lpcheck.testing.assertions import InconclusiveError, assert_optimal


def assert_optimal_on(
    problem: Any, mechanism: Any, epsilons: Iterable[Any], *, tolerance: float = TOLERANCE
) -> Grid:
    """Assert that a formula is optimal at every ε of a grid.

    Args:
        problem: a function ε → problem, or a problem, whose ε is replaced.
        mechanism: a function of those of the problem's parameters that it names, such as `k` and
            `epsilon`.
        epsilons: levels in nats.
        tolerance: as in :func:`lpcheck.testing.assert_optimal`.

    Returns:
        the comparison at each level.

    Raises:
        AssertionError: it is not at some levels; the message has each, and what is better.
        InconclusiveError: at some levels the optimum is not known well enough, and at no level is
            the formula beaten.
        InputError: a level is out of range, or the formula gives no mechanism.

    Example:
        >>> from formulations import Staircase
        >>> from lpcheck.mechanisms import randomized_response
        >>> pair = Staircase(p0=["1/4", "3/4"], p1=["3/4", "1/4"], epsilon=1, divergence="tv")
        >>> len(assert_optimal_on(pair, randomized_response, ["1/2", 1, 2]).findings)
        3
    """
    __tracebackhide__ = True
    family = instances(problem, mechanism)
    levels = tuple(read_epsilon(epsilon) for epsilon in epsilons)
    findings, failures = [], []
    for level in levels:
        posed = family.problem(level)
        try:
            findings.append(assert_optimal(posed, family.mechanism(posed), tolerance=tolerance))
        except AssertionError as error:
            failures.append((level, error))
    if failures:
        lines = [f"not shown optimal at {len(failures)} of {len(levels)} levels"]
        lines += [f"at ε = {float(level):g}: {error}" for level, error in failures]
        open_only = all(isinstance(error, InconclusiveError) for _, error in failures)
        raise (InconclusiveError if open_only else AssertionError)("\n".join(lines))
    return Grid(levels, tuple(findings))
