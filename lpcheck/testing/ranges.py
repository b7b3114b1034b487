"""Assertions over a grid of ε, and over a whole interval."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from formulations.formulation import Formulation
from formulations.parameters import read_epsilon
from lpcheck.compare import TOLERANCE
from lpcheck.ranges import Grid, Whole, instances, prove_whole
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


def assert_proved_on(
    problem: Formulation, mechanism: Any, least: Any, most: Any, *, tolerance: float = TOLERANCE
) -> Whole:
    """Assert that a formula is proved optimal at every ε of an interval.

    Args:
        problem: an instance, whose ε is not used.
        mechanism: as in :func:`lpcheck.ranges.prove_whole`.
        least: nats, positive.
        most: nats, above `least`.
        tolerance: for each constraint, and for the loss relative to the optimum.

    Returns:
        what was proved.

    Raises:
        AssertionError: it is refuted at some levels; the message has the parts of the interval.
        InconclusiveError: a part stays open, and no level is refuted.
        InputError: as :func:`lpcheck.ranges.prove_whole`.

    Example:
        >>> from formulations import Staircase
        >>> pair = Staircase(p0=["1/4", "3/4"], p1=["3/4", "1/4"], epsilon=1, divergence="kl")
        >>> assert_proved_on(pair, "(e^ε if x == y else 1)/(e^ε + 1)", 1, "1.1").proved
        True
    """
    __tracebackhide__ = True
    from lpcheck.report.ranges import of_whole  # noqa: PLC0415

    found = prove_whole(problem, mechanism, least, most, tolerance=tolerance)
    if not found.proved:
        raise (AssertionError if found.refuted else InconclusiveError)(of_whole(found))
    return found
