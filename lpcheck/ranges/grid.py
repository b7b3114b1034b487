"""A formula at every ε of a grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from formulations.parameters import read_epsilon
from formulations.shown import Shown
from lpcheck.compare import TOLERANCE, Comparison, Verdict, check
from lpcheck.ranges.formula import instances

MOST_LEVELS = 100_000

_GRAVEST: tuple[Verdict, ...] = ("infeasible", "suboptimal", "inconclusive", "optimal")


@dataclass(frozen=True)
class Grid(Shown):
    """A formula's findings, one an ε.

    Attributes:
        epsilons: the levels, in nats, exact, in the order given.
        findings: the comparison at each.
    """

    epsilons: tuple[Fraction, ...]
    findings: tuple[Comparison, ...]

    @property
    def verdict(self) -> Verdict:
        """The gravest: infeasible, suboptimal, inconclusive, optimal."""
        return gravest(finding.verdict for finding in self.findings)

    @property
    def worst(self) -> int:
        """Where the gravest verdict has the largest gap: an index into the levels."""
        rows = [i for i, f in enumerate(self.findings) if f.verdict == self.verdict]
        return max(rows, key=lambda i: self.findings[i].gap)


def gravest(verdicts: Iterable[Verdict]) -> Verdict:
    """The first that was found of infeasible, suboptimal, inconclusive, optimal."""
    found = set(verdicts)
    return next(verdict for verdict in _GRAVEST if verdict in found)


def check_grid(
    problem: Any,
    mechanism: Any,
    epsilons: Iterable[Any],
    *,
    tolerance: float = TOLERANCE,
    told: Callable[[], None] = lambda: None,
) -> Grid:
    """Compare a formula with the optimum over all mechanisms at every ε of a grid.

    Args:
        problem: a function ε → problem, or a problem, whose ε is replaced.
        mechanism: a function of those of the problem's parameters that it names, such as `k` and
            `epsilon`; or a matrix, the mechanism at every ε.
        epsilons: levels in nats, 0 ≤ ε ≤ 700.
        tolerance: as in :func:`lpcheck.check`.
        told: called after each level.

    Returns:
        the comparison at each level.

    Raises:
        InputError: a level is out of range, there is none, or the formula gives no mechanism.

    Example:
        >>> from formulations import Staircase
        >>> from lpcheck.mechanisms import randomized_response
        >>> pair = Staircase(p0=["1/4", "3/4"], p1=["3/4", "1/4"], epsilon=1, divergence="kl")
        >>> check_grid(pair, randomized_response, ["1/2", 1, 2]).verdict
        'optimal'
    """
    family = instances(problem, mechanism)
    levels = tuple(read_epsilon(epsilon) for epsilon in epsilons)
    if not levels:
        raise InputError("epsilon", "is an empty grid", "give at least one level")
    findings = []
    for level in levels:
        posed = family.problem(level)
        findings.append(check(posed, family.mechanism(posed), tolerance=tolerance))
        told()
    return Grid(levels, tuple(findings))


def read_levels(text: str, name: str = "epsilon") -> tuple[Fraction, ...]:
    """The levels of `A:B:N`: N of them, evenly from A to B, both included, exact.

    Args:
        text: of that form.
        name: the parameter to blame.

    Raises:
        InputError: it has not that form, or A is above B.
    """
    first, last, count, *more = [*text.split(":"), "", ""]
    remedy = "write A:B:N, such as 0.5:4:8 for 8 levels from 0.5 to 4"
    if any(more) or not re.fullmatch(r"[1-9]\d{0,8}", count.strip()):
        raise InputError(name, f"'{text[:40]}' is no grid", remedy)
    low, high, n = read_epsilon(first, name), read_epsilon(last, name), int(count)
    if n > MOST_LEVELS:
        raise InputError(name, f"is a grid of {n} levels", f"give at most {MOST_LEVELS}")
    if low > high or (n == 1 and low != high):
        raise InputError(name, f"'{text[:40]}' is no grid", remedy)
    return tuple(low + (high - low) * Fraction(i, max(n - 1, 1)) for i in range(n))
