"""Which subset size is best at which ε and skew of the prior, and what the best oracle loses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from formulations.estimation import Estimation, risk
from formulations.parameters import read_epsilon, read_number
from formulations.shown import Shown
from lpcheck import mechanisms as m
from lpcheck.league.estimation import estimation_league
from lpcheck.league.league import Standing

LARGEST = 10
"""Letters: each instance is solved over all patterns."""

NONE = 1e-9
"""A loss, relative to the optimum, up to which a mechanism counts as optimal; or twice the width
of the bounds, where they are further apart."""


@dataclass(frozen=True)
class Cell:
    """One instance.

    Attributes:
        epsilon: nats.
        skew: s, where letter i has a share proportional to i^−s.
        size: of the subsets with the least risk among subset selections.
        subsets: what that loses, relative to the optimum.
        best: the best mechanism of the league, or subset selection of that size.
        loss: what it loses.
        status: of the solution; losses are none where it is not `optimal`.
        allowed: the loss up to which a mechanism counts as optimal here.
    """

    epsilon: Fraction
    skew: Fraction
    size: int
    subsets: float
    best: str
    loss: float
    status: str
    allowed: float

    @property
    def optimal(self) -> bool:
        """Whether subset selection is optimal over all private kernels."""
        return self.status == "optimal" and self.subsets <= self.allowed


@dataclass(frozen=True)
class SkewMap(Shown):
    """The cells over levels and skews, by rising skew, then by rising ε."""

    k: int
    cells: tuple[Cell, ...]


def skew_map(
    k: int,
    epsilons: Iterable[Any],
    skews: Iterable[Any],
    *,
    told: Callable[[], None] = lambda: None,
) -> SkewMap:
    """Solve them all.

    Args:
        k: letters, 3 to 10.
        epsilons: levels in nats, above 0.
        skews: exponents s of priors proportional to 1, 2^−s, ..., k^−s, from 0 (uniform).
        told: called after each instance.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> even, skewed = skew_map(4, ["1"], [0, 3]).cells
        >>> even.optimal, skewed.optimal, even.size
        (True, False, 1)
    """
    if not 3 <= k <= LARGEST:
        raise InputError("k", f"{k} is outside 3 to {LARGEST}", "give 6, say")
    levels = sorted({read_epsilon(x) for x in epsilons})
    powers = sorted({Fraction(read_number("skew", x)) for x in skews})
    if not levels or not powers or levels[0] == 0 or not 0 <= powers[0] <= powers[-1] <= 20:
        raise InputError("skew", "or ε is out of range", "give ε above 0, and s from 0 to 20")
    cells = []
    for s in powers:
        for epsilon in levels:
            cells.append(_cell(k, epsilon, s))
            told()
    return SkewMap(k, tuple(cells))


def prior(k: int, skew: Fraction) -> list[Fraction]:
    """The prior, exactly 1 in sum.

    >>> prior(2, Fraction(1))
    [Fraction(2, 3), Fraction(1, 3)]
    """
    weights = [Fraction(repr(float(i) ** -float(skew))) for i in range(1, k + 1)]
    return [w / sum(weights) for w in weights]


def _cell(k: int, epsilon: Fraction, skew: Fraction) -> Cell:
    problem = Estimation(prior=prior(k, skew), epsilon=epsilon)
    league = estimation_league(problem)
    optimum, level = league.solution.value, float(epsilon)
    risks = [risk(m.subset_mechanism(k, level, d), problem.prior.array) for d in range(1, k)]
    size = min(range(1, k), key=lambda d: risks[d - 1])
    name = "randomized response" if size == 1 else "subset selection"
    own = Standing(name, risks[size - 1], None, risks[size - 1] / optimum, f"size {size}")
    best = min([own, *league.standings], key=lambda standing: standing.risk)
    return Cell(
        epsilon=epsilon,
        skew=skew,
        size=size,
        subsets=max(own.ratio - 1.0, 0.0),
        best=best.name,
        loss=max(best.ratio - 1.0, 0.0),
        status=league.solution.status,
        allowed=max(NONE, 2.0 * league.solution.bounds.width / optimum),
    )
