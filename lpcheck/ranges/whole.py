r"""Every ε of an interval at once: a formula is proved optimal on parts that cover it, or refuted.

On each part the formula's constraints, its value and a bound on the optimum are functions of ε
that are enclosed (:mod:`lpcheck.ranges.enclosed`). Solvers in doubles only propose where to split
and which prices to take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.parameters import read_epsilon
from formulations.shown import Shown
from lpcheck.compare import TOLERANCE, Comparison, check
from lpcheck.ranges.enclosed import Function, Functions
from lpcheck.ranges.enclosed.binary import read_binary
from lpcheck.ranges.enclosed.columns import read_columns
from lpcheck.ranges.enclosed.constraints import Breach
from lpcheck.ranges.enclosed.formula import Formula, Rows, read_formula
from lpcheck.ranges.enclosed.prior import read_prior
from lpcheck.ranges.enclosed.samplers import read_samplers
from lpcheck.rechecker.budget import open_budget

NARROWEST = 1e-6
"""Parts are not halved below this width in nats (below ε = 1 times ε): they stay open."""

_FINEST = 2**14
"""A formula that loses so little that only parts this much shorter than usual could be refuted
everywhere is refuted at one level."""

Standing: TypeAlias = Literal["proved", "refuted", "open"]


@dataclass(frozen=True)
class Part:
    """What holds at every ε of a closed interval.

    Attributes:
        least: its lower end, in nats.
        most: its upper end.
        standing: `proved` optimal, `refuted` (not optimal, or not feasible), or `open`.
        loss: relative to the optimum: of a proved part, what the formula loses at most, anywhere;
            of a refuted one, what it loses at least at `level` (everywhere it is more than the
            tolerance). None where that is not known, or a constraint is what is broken.
        breach: of a proved part, the most that a constraint is broken by; of a refuted one, what
            one is broken by at least somewhere. None where that is not known.
        level: a level at which the formula loses so much; in an open part, one at which doubles
            find it not optimal. Or None.
        certified: whether a certificate proves that it is not optimal at that level.
    """

    least: Fraction
    most: Fraction
    standing: Standing
    loss: float | None = None
    breach: float | None = None
    level: float | None = None
    certified: bool = False


@dataclass(frozen=True)
class Whole(Shown):
    """A formula over an interval of ε.

    Attributes:
        parts: they cover the interval, in order; neighbours differ in their standing.
        pieces: into how many the interval was cut.
        tolerance: the loss, relative to the optimum, and the breach that still count as none.
    """

    parts: tuple[Part, ...]
    pieces: int
    tolerance: float

    @property
    def proved(self) -> bool:
        """Whether the formula is proved optimal at every ε of the interval."""
        return all(part.standing == "proved" for part in self.parts)

    @property
    def refuted(self) -> bool:
        """Whether there are levels at which it is proved not to be."""
        return any(part.standing == "refuted" or part.certified for part in self.parts)


class Family(Protocol):
    """A problem without its ε."""

    def broken(self, F: Functions, rows: Rows) -> Breach:
        """By how much a constraint is broken, at least somewhere and at most anywhere."""

    def value(self, F: Functions, rows: Rows) -> Function:
        """The formula's objective."""

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """The size that a loss is relative to, and an upper bound of the formula's loss."""


def prove_whole(
    problem: Formulation,
    mechanism: Any,
    least: Any,
    most: Any,
    *,
    tolerance: float = TOLERANCE,
    narrowest: float = NARROWEST,
    told: Callable[[float], None] = lambda _reached: None,
) -> Whole:
    """Prove that a formula is optimal at every ε of [least, most], as far as it is.

    Args:
        problem: staircase (with a divergence that has a name) or information, up to 10 letters;
            approximate-binary; public prior; the samplers under pure LDP. Its ε is not used.
        mechanism: the entry (x, y) as text, or a function of those of the problem's parameters
            that it names, see :func:`lpcheck.ranges.enclosed.formula.read_formula`.
        least: nats, positive.
        most: nats, above `least`.
        tolerance: as in :func:`lpcheck.check`, for the loss and for each constraint.
        narrowest: the width, in nats, below which parts are not halved.
        told: called with the ε up to which all is done.

    Raises:
        InputError: nothing is proved of that problem for intervals, the range is empty, or the
            formula cannot be evaluated over an interval.

    Example:
        >>> from formulations import Information
        >>> problem = Information(prior=["1/3"] * 3, epsilon=1)
        >>> formula = "(1 if x == y else e^-ε)/(1 + (k - 1) * e^-ε)"
        >>> prove_whole(problem, formula, "2", "2.25").proved
        True
    """
    low, high = read_epsilon(least, "least"), read_epsilon(most, "most")
    if low == 0:
        raise InputError("epsilon", "an interval from 0", "begin above 0, such as 1e-6")
    if not low < high:
        raise InputError("least", "is not below most", "give 0 < least < most")
    judge = _Judge(problem, _family(problem), read_formula(mechanism, problem), tolerance)
    pieces: list[Part] = []
    a, width, patience = low, _widest(low), 1
    while a < high:
        b = _short(a, min(a + width, high), high)
        part = judge.part(a, b)
        if part.standing == "open" and b - a > judge.finest(part, patience * Fraction(narrowest)):
            width = (b - a) / 2
            continue
        pieces.append(part)
        told(float(b))
        # What stays open is passed in longer and longer strides.
        patience = 4 * patience if part.standing == "open" else 1
        a, width = b, min((b - a) * (4 if patience > 1 else Fraction(3, 2)), _widest(b))
    return Whole(_joined(pieces), len(pieces), tolerance)


def _short(a: Fraction, b: Fraction, high: Fraction) -> Fraction:
    """An end near b that is short as a decimal."""
    digits = 2
    while b < high:
        near = Fraction(f"{float(b):.{digits}g}")
        if a < near <= high and abs(near - b) <= (b - a) / 8:
            return near
        digits += 1
    return high


def _widest(epsilon: Fraction) -> Fraction:
    """How wide a part is tried; a power of 2, so that ends stay short."""
    width = Fraction(1, 4)
    while width > epsilon / 4:
        width /= 2
    return width


def _family(problem: Formulation) -> Family:
    parameters = problem.parameters
    readers: dict[str, Callable[[Formulation], Family]] = {
        "p0 p1 epsilon divergence": read_columns,
        "p0 p1 epsilon delta divergence": read_binary,
        "prior epsilon": read_columns,
        "prior epsilon divergence": read_prior,
        "reference c1 c2 epsilon divergence": read_samplers,
        "reference gamma epsilon divergence": read_samplers,
    }
    found = readers.get(" ".join(parameters))
    if found is None or "epsilon" not in parameters:
        what = f"nothing is proved of {problem.slug} for a whole interval"
        raise InputError("epsilon", what, "give a grid A:B:N, or one ε")
    return found(problem)


@dataclass(frozen=True)
class _Judge:
    """Judges a formula on one interval at a time."""

    problem: Formulation
    family: Family
    formula: Formula
    tolerance: float

    def part(self, a: Fraction, b: Fraction) -> Part:
        """What is proved on [a, b]."""
        open_budget()  # a certificate made before has left its own
        F = Functions(a, b)
        try:
            rows = self.formula.rows(self.problem, F)
            certain, breach = self.family.broken(F, rows)
            if certain > self.tolerance:
                return Part(a, b, "refuted", breach=float(certain))
            level = (a + b) / 2
            finding = self.finding(level)
            if _is_beaten(finding):
                return self._refuted(a, b, level, finding, F, rows)
            if breach > self.tolerance:
                return Part(a, b, "open")
            size, loss = self.family.loss(F, rows)
        except ArithmeticError:
            return Part(a, b, "open")
        if size.lower <= 0 or loss > self.tolerance * size.lower:
            return Part(a, b, "open")
        share = max(loss / size.lower, Fraction(0))
        return Part(a, b, "proved", loss=float(share), breach=float(breach))

    def finest(self, part: Part, narrowest: Fraction) -> Fraction:
        """The width from which on an open part is not halved."""
        a, b = part.least, part.most
        if part.certified and _is_beaten(self.finding(b)):
            return _widest(a) / 4
        return narrowest * min(max(a, Fraction(1, 10**6)), Fraction(1))

    def finding(self, epsilon: Fraction) -> Comparison:
        """What doubles find at one level."""
        rows = self.formula.rows(self.problem, Functions(epsilon, epsilon, 1))
        kernel = [[float((x.lower + x.upper) / 2) for x in row] for row in rows]
        return check(self.problem_at(epsilon), np.array(kernel), tolerance=self.tolerance)

    def _refuted(
        self,
        a: Fraction,
        b: Fraction,
        level: Fraction,
        finding: Comparison,
        F: Functions,
        rows: Rows,
    ) -> Part:
        """Whether a mechanism that is private at a is better throughout [a, b]."""
        value, at = self.family.value(F, rows), float(level)
        steep = (value.upper - value.lower) / (b - a)
        if finding.gap < steep * _widest(a) / _FINEST:
            return Part(a, b, "open", level=at, certified=_certainly_beaten(finding))
        worse = self._worse(a, value)
        if worse is None or worse <= self.tolerance:
            return Part(a, b, "open", level=at)
        return Part(a, b, "refuted", loss=float(worse), level=at)

    def problem_at(self, epsilon: Fraction) -> Formulation:
        """The problem at one ε."""
        return type(self.problem)(**{**self.problem.parameters, "epsilon": epsilon})

    def _worse(self, a: Fraction, value: Function) -> Fraction | None:
        """What the formula loses at least, everywhere on the interval, relative to the optimum.

        What is private at a is private at every larger ε: the optimum at a is one that all of the
        interval has. A certificate encloses it.
        """
        from lpcheck.certificates import CertificateError, certify  # noqa: PLC0415

        try:
            bounds = certify(self.problem_at(a)).bounds
        except CertificateError:
            return None
        low, high = Fraction(bounds.lower), bounds.upper
        if self.problem.sense == "maximize":
            return (low - value.upper) / low if low > 0 else None
        if high == "inf" or value.lower <= 0 or Fraction(high) <= 0:
            return None
        return (value.lower - Fraction(high)) / Fraction(high)


def _is_beaten(finding: Comparison) -> bool:
    return finding.verdict in ("suboptimal", "infeasible")


def _certainly_beaten(finding: Comparison) -> bool:
    """Whether a certificate has the verdict of doubles."""
    from lpcheck.certificates import CertificateError, certify  # noqa: PLC0415

    try:
        return certify(finding.problem, finding.mechanism).verdict == finding.verdict
    except CertificateError:
        return False


def _joined(pieces: list[Part]) -> tuple[Part, ...]:
    """Neighbours of one standing as one part, with what holds of both."""
    result: list[Part] = []
    for piece in pieces:
        if not result or result[-1].standing != piece.standing:
            result.append(piece)
            continue
        last = result.pop()
        worst = max(last, piece, key=lambda part: part.loss or 0.0)
        result.append(
            Part(
                last.least,
                piece.most,
                piece.standing,
                worst.loss,
                _largest(last.breach, piece.breach),
                worst.level,
                last.certified or piece.certified,
            )
        )
    return tuple(result)


def _largest(a: float | None, b: float | None) -> float | None:
    known = [x for x in (a, b) if x is not None]
    return max(known, default=None)
