"""The levels ε at which a formula starts, or stops, to be optimal.

Levels on a grid find where the verdict changes; bisection narrows each change down. At every level
the formula is compared with the optimum over all mechanisms, two-sided. A loss is told from none
down to rounding: with a loss that grows like s times the distance from the level, that level is
blurred by 10⁻¹³/s; where it grows like the square, by the root of that, and the ends say what was
told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Bounds
from formulations.parameters import read_epsilon
from formulations.shown import Shown
from lpcheck.compare import Comparison, Verdict, check
from lpcheck.ranges.formula import Instances, instances

WIDTH = 1e-9
"""What a level is enclosed to, in nats."""

RESOLUTION = 1e-13
"""The relative loss, next to rounding, from which a formula counts as beaten."""

NO_LOSS = 1e-9
"""The relative loss up to which a certificate calls a mechanism optimal."""


@dataclass(frozen=True)
class End:
    """What is known at one level next to a change.

    Attributes:
        epsilon: nats, the exact number that was asked about.
        verdict: `optimal`, or what it is instead.
        loss: what the formula loses, relative to the optimum: bounds.
        certified: whether a certificate proves the loss (in exact arithmetic), or doubles do.
    """

    epsilon: Fraction
    verdict: Verdict
    loss: Bounds
    certified: bool


@dataclass(frozen=True)
class Threshold(Shown):
    """A formula is optimal at one end, and beaten at the other, of a short range of ε.

    Attributes:
        lower: the end below.
        upper: the end above, at most the width from it.
    """

    lower: End
    upper: End

    @property
    def starts(self) -> bool:
        """Whether the formula is optimal from here on, or else up to here."""
        return self.upper.verdict == "optimal"

    @property
    def epsilon(self) -> Bounds:
        """The enclosure, in nats."""
        return Bounds(float(self.lower.epsilon), float(self.upper.epsilon))

    @property
    def certified(self) -> bool:
        """Whether certificates stand on both sides."""
        return self.lower.certified and self.upper.certified


def thresholds(
    problem: Any,
    mechanism: Any,
    *,
    least: Any = "1/20",
    most: Any = 10,
    levels: int = 40,
    width: float = WIDTH,
    certified: bool = True,
    told: Callable[[], None] = lambda: None,
) -> tuple[Threshold, ...]:
    """The levels in [least, most] at which a formula starts or stops to be optimal.

    Args:
        problem: a function ε → problem, or a problem, whose ε is replaced.
        mechanism: a function of those of the problem's parameters that it names.
        least: nats, positive.
        most: nats, above `least`.
        levels: how many are asked first, evenly in log ε; two changes between two of them are
            missed.
        width: of the enclosures, in nats.
        certified: whether certificates are made at the ends, where there are such.
        told: called after each level.

    Returns:
        the changes by rising ε; none where all levels have one verdict.

    Raises:
        InputError: the range is empty, or the formula gives no mechanism.

    Example:
        >>> from formulations import Information
        >>> from lpcheck.mechanisms import randomized_response
        >>> problem = Information(prior=["1/6"] * 6, epsilon=1)
        >>> (change,) = thresholds(problem, randomized_response, least=1, most=3, levels=3)
        >>> change.starts, change.certified, change.epsilon.width <= 1e-9
        (True, True, True)
    """
    low, high = read_epsilon(least, "least"), read_epsilon(most, "most")
    if not 0 < low < high:
        raise InputError("least", "is not below most", "give 0 < least < most")
    if levels < 2:
        raise InputError("levels", f"{levels} is no grid", "give at least 2")
    if not 1e-13 < width < 1:
        raise InputError("width", f"{width} is outside (1e-13, 1)", "give 1e-9, say")
    family = instances(problem, mechanism)

    def at(level: Fraction) -> Comparison:
        posed = family.problem(level)
        finding = check(posed, family.mechanism(posed), tolerance=RESOLUTION)
        told()
        return finding

    grid = [Fraction(repr(float(x))) for x in np.geomspace(float(low), float(high), levels)]
    grid = [low, *grid[1:-1], high]
    found = [(level, at(level)) for level in grid]
    changes = []
    for (a, first), (b, last) in pairwise(found):
        if _beaten(first) != _beaten(last):
            ends = _narrowed(at, (a, first), (b, last), Fraction(width) * Fraction(9, 10))
            changes.append(Threshold(*(_end(family, *end, certified) for end in ends)))
    return tuple(changes)


_Level = tuple[Fraction, Comparison]


def _beaten(finding: Comparison) -> bool:
    return finding.verdict in ("suboptimal", "infeasible")


def _narrowed(
    at: Callable[[Fraction], Comparison], low: _Level, high: _Level, width: Fraction
) -> tuple[_Level, _Level]:
    """Two levels less than `width` apart, of which one is beaten, by bisection."""
    while high[0] - low[0] > width:
        middle = Fraction(repr(0.5 * float(low[0] + high[0])))
        finding = at(middle)
        if _beaten(finding) == _beaten(low[1]):
            low = (middle, finding)
        else:
            high = (middle, finding)
    return low, high


def _end(family: Instances, level: Fraction, finding: Comparison, certified: bool) -> End:
    sign = 1.0 if finding.problem.sense == "minimize" else -1.0
    size = abs(finding.solution.value) or 1.0
    ends = (finding.bounds.lower, finding.bounds.upper)
    losses = [sign * (finding.value - bound) / size for bound in ends]
    loss, proved = Bounds(*sorted(max(x, 0.0) for x in losses)), False
    verdict = finding.verdict
    if certified and verdict != "infeasible":
        proof = _certified(finding)
        if proof is not None:
            proved = proof.lower > 0 if _beaten(finding) else proof.upper <= NO_LOSS
            loss = proof
    return End(level, verdict, loss, proved)


def _certified(finding: Comparison) -> Bounds | None:
    """The relative loss as a certificate proves it, or None where there is none."""
    from lpcheck.certificates import CertificateError, certify  # noqa: PLC0415

    try:
        certificate = certify(finding.problem, finding.mechanism)
    except (InputError, CertificateError):
        return None
    judged: Any = certificate.data.get("mechanism")
    if not judged or not judged.get("gap"):
        return None
    size = float(Fraction(certificate.bounds.lower)) or 1.0
    gap = judged["gap"]
    return Bounds(*(float(Fraction(gap[side])) / size for side in ("lower", "upper")))
