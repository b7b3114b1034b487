"""The mechanism that was asked about: feasible nearby and how good, or what it breaks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Real, rounded
from lpcheck.rechecker.kernels import Kernel
from lpcheck.rechecker.problems import Judge, Problem
from lpcheck.rechecker.reader import extended, fields, index
from lpcheck.rechecker.refusal import Refusal

LARGEST_DISTANCE = Fraction(1, 10**6)
"""A feasible mechanism further away says nothing about the one asked about."""

_ROOM = Fraction(1, 10**70)

_FEASIBLE = ["feasible_entries", "distance", "value", "gap"]
_FIELDS = ["entries", "verdict", *_FEASIBLE, "tolerance", "breach"]


@dataclass(frozen=True)
class Asked:
    """What was found of a mechanism."""

    verdict: str
    value: Enclosure | None = None
    gap: Enclosure | None = None
    distance: Fraction | None = None
    amount: Real | None = None

    def shown(self) -> tuple[Any, ...]:
        """The fields of :class:`lpcheck.rechecker.Recheck` from `verdict` on."""
        return (
            self.verdict,
            None if self.value is None else ends(self.value),
            None if self.gap is None else ends(self.gap),
            None if self.distance is None else rounded(self.distance, up=True),
            None if self.amount is None else rounded(self.amount, up=False),
        )

    def said(self) -> str:
        """What was proved, in one line: how far from the entries given, and how large a gap."""
        if self.amount is not None:
            return f"the mechanism is infeasible, by at least {_short(self.amount, up=False)}"
        assert self.gap is not None
        low, high = _short(self.gap.lower, up=False), _short(self.gap.upper, up=True)
        who = "the mechanism"
        if self.distance:
            who = f"a feasible mechanism within {_short(self.distance, up=True)} of the one given"
        return f"{who} is {self.verdict}, with a gap in [{low}, {high}]"


def _short(x: Real, *, up: bool) -> str:
    text = rounded(x, up=up, digits=3)  # which are at most 4
    return text if "inf" in text else f"{Decimal(text):.4g}"


def ends(x: Enclosure) -> tuple[str, str]:
    """Both ends, rounded outwards, far enough for the other arithmetic to agree."""
    return rounded(x.lower, up=False, room=_ROOM), rounded(x.upper, up=True, room=_ROOM)


def claimed(value: Any, name: str) -> tuple[Real, Real]:
    """A claimed enclosure."""
    given = fields(value, name, ["lower", "upper"])
    lower = extended(given["lower"], f"{name}.lower")
    upper = extended(given["upper"], f"{name}.upper")
    if lower > upper:
        raise Refusal(f"{name}: lower is above upper")
    return lower, upper


def prove(found: Enclosure, value: Any, name: str) -> None:
    """Refuse a claimed enclosure that does not hold what was found."""
    lower, upper = claimed(value, name)
    if lower > found.lower or upper < found.upper:
        low, high = ends(found)
        raise Refusal(f"{name}: what is proved is [{low}, {high}]")


def judge_mechanism(
    problem: Problem, optimum: Enclosure, value: Any, A: Arithmetic, *, claims: bool
) -> Asked | None:
    """What is proved of the mechanism; with `claims`, refused unless the file says no more."""
    if value is None:
        return None
    sampler = hasattr(problem, "answering")
    given = fields(value, "mechanism", [*_FIELDS, *(["points"] if sampler else [])])
    judge = judge_of(problem, given)
    entries = judge.rows(given["entries"], "mechanism.entries")
    if given["verdict"] == "infeasible":
        return _infeasible(judge, entries, given, claims=claims)
    if given["verdict"] not in ("optimal", "suboptimal"):
        raise Refusal("mechanism.verdict: is none of optimal, suboptimal, infeasible")
    if given["breach"] is not None:
        raise Refusal("mechanism.breach: only an infeasible mechanism has one")
    feasible = judge.rows(given["feasible_entries"], "mechanism.feasible_entries")
    broken = judge.breach(feasible)
    if broken is not None:
        raise Refusal(f"mechanism.feasible_entries: {broken}")
    distance = _distance(entries, feasible)
    if distance and judge.breach(entries) is None:
        raise Refusal("mechanism.feasible_entries: entries that are feasible stand for themselves")
    worth = judge.value(A, feasible)
    gap = _gap(optimum, worth, maximise=problem.maximise)
    if claims:
        _prove(given, distance, worth, gap)
    return Asked(given["verdict"], worth, gap, distance)


def judge_of(problem: Problem, given: dict[str, Any]) -> Judge:
    """The problem itself; for samplers, the judge of rows that answer `points`."""
    judge: Judge = problem
    return problem.answering(given["points"]) if hasattr(problem, "answering") else judge


def _prove(given: dict[str, Any], distance: Fraction, worth: Enclosure, gap: Enclosure) -> None:
    allowed = extended(given["distance"], "mechanism.distance")
    if not distance <= allowed <= LARGEST_DISTANCE:
        raise Refusal("mechanism.distance: the feasible mechanism is further away")
    prove(worth, given["value"], "mechanism.value")
    prove(gap, given["gap"], "mechanism.gap")
    tolerance = _tolerance(given)
    lower, upper = claimed(given["gap"], "mechanism.gap")
    if given["verdict"] == "optimal" and not upper <= tolerance:
        raise Refusal("mechanism.verdict: the gap is not proved to be within the tolerance")
    if given["verdict"] == "suboptimal" and not lower > tolerance:
        raise Refusal("mechanism.verdict: the gap is not proved to be above the tolerance")


def _tolerance(given: dict[str, Any]) -> Real:
    tolerance = extended(given["tolerance"], "mechanism.tolerance")
    if not 0 <= tolerance < math.inf:
        raise Refusal("mechanism.tolerance: is no number ≥ 0")
    return tolerance


def _distance(entries: Kernel, feasible: Kernel) -> Fraction:
    if [len(row) for row in entries] != [len(row) for row in feasible]:
        raise Refusal("mechanism.feasible_entries: has another shape than entries")
    return max(
        abs(a - b)
        for row, other in zip(entries, feasible, strict=True)
        for a, b in zip(row, other, strict=True)
    )


def _gap(optimum: Enclosure, worth: Enclosure, *, maximise: bool) -> Enclosure:
    """How far a feasible value is from the optimum: never below 0."""
    best, mine = (optimum, worth) if maximise else (worth, optimum)
    return Enclosure(
        max(_minus(best.lower, mine.upper), Fraction(0)),
        max(_minus(best.upper, mine.lower), Fraction(0)),
    )


def _minus(a: Real, b: Real) -> Real:
    """The difference a − b, where two like infinities are no distance apart."""
    if a == b:
        return Fraction(0)
    if isinstance(a, float) or isinstance(b, float):
        return a if isinstance(a, float) else -b
    return a - b


def _infeasible(judge: Judge, entries: Kernel, given: dict[str, Any], *, claims: bool) -> Asked:
    for name in _FEASIBLE:
        if given[name] is not None:
            raise Refusal(f"mechanism.{name}: an infeasible mechanism has none")
    breach = fields(given["breach"], "mechanism.breach", ["constraint", "where", "amount"], "beta")
    constraint = breach["constraint"]
    if not isinstance(constraint, str) or constraint not in judge.where:
        raise Refusal("mechanism.breach.constraint: is none of this problem")
    names = judge.where[constraint]
    where = fields(breach["where"], "mechanism.breach.where", names)
    at = {
        name: index(where[name], f"mechanism.breach.where.{name}", _size(entries, name))
        for name in names
    }
    amount = judge.amount(entries, constraint, at, breach.get("beta"))
    if not amount > 0:
        raise Refusal("mechanism.breach: the constraint is not broken there")
    if claims:
        least = extended(breach["amount"], "mechanism.breach.amount")
        _tolerance(given)
        if not 0 < least <= amount:
            raise Refusal("mechanism.breach.amount: the constraint is broken by less")
    return Asked("infeasible", amount=amount)


def _size(entries: Kernel, name: str) -> int:
    return len(entries[0]) if name == "column" else len(entries)
