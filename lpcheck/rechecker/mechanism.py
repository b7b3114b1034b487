r"""The mechanism that was asked about: how good it is, or what it breaks.

A verdict is about the entries that the file gives, and has one meaning:

- `infeasible`: they break a constraint by more than :data:`SLACK`.
- Else they are judged. Entries that are exactly feasible stand for themselves. Others, which break
  no constraint by more than the slack, are judged together with a feasible mechanism beside them:
  what is said holds for the value of either.
- `optimal`: the gap is at most the tolerance, and at most :data:`SHARE` of the optimum.
- `suboptimal`: the gap is above the tolerance, and above that share of the optimum.

What is said has the tolerance that was used: the smaller of the two for `optimal`, else the larger.

**No two verdicts are accepted for the same entries**, whatever else two files hold. *Proof.* An
amount above the slack at one place makes :meth:`~lpcheck.rechecker.problems.Judge.breach` with the
slack refuse the entries, so that `infeasible` excludes the other two. Let O be the optimum and g
the distance of the entries' own value from it, to the worse side. `optimal` proves g ≤ SHARE·O
(:func:`_most`, with a lower bound of O); `suboptimal` proves g > SHARE·O (:func:`_least`). ∎
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
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

SLACK = Fraction(1, 10**9)
"""What entries may break a constraint by: a probability, or for pure privacy a part of a ratio.

In privacy it is a part of δ, or else of ε, where that is below 1 (`level_scale`)."""

SHARE = Fraction(1, 10**9)
"""The part of the optimum that `optimal` may lack."""

_ROOM = Fraction(1, 10**70)

_FEASIBLE = ["feasible_entries", "distance", "value", "gap"]
_FIELDS = ["entries", "verdict", *_FEASIBLE, "tolerance", "breach"]


@dataclass(frozen=True)
class Asked:
    """What was found of a mechanism.

    Attributes:
        verdict: that of the file.
        value: of the feasible mechanism.
        gap: its distance from the optimum.
        judged: the same, or where the entries are not feasible wide enough for their own value.
        limits: the largest tolerance of `optimal`, and what a gap of `suboptimal` is above.
        distance: from the entries to the feasible mechanism.
        tolerance: what the gap was compared with.
        amount: by how much at least a constraint is broken.
        of: the enclosures that the gap is a difference of.
    """

    verdict: str
    value: Enclosure | None = None
    gap: Enclosure | None = None
    judged: Enclosure | None = None
    limits: tuple[Real, Real] | None = None
    distance: Fraction | None = None
    tolerance: Real = Fraction(0)
    amount: Real | None = None
    of: tuple[Enclosure, ...] = ()

    def shown(self) -> dict[str, Any]:
        """The fields of :class:`lpcheck.rechecker.Recheck` that speak of the mechanism."""
        return {
            "verdict": self.verdict,
            "value": None if self.value is None else ends(self.value),
            "gap": None if self.gap is None else ends(self.gap, *self.of),
            "judged": None if self.judged is None else ends(self.judged, *self.of),
            "limits": None
            if self.limits is None
            else (rounded(self.limits[0], up=False), rounded(self.limits[1], up=True)),
            "distance": None if self.distance is None else rounded(self.distance, up=True),
            "amount": None if self.amount is None else rounded(self.amount, up=False),
        }

    def said(self) -> str:
        """The verdict in its own words: on which mechanism, to within what."""
        if self.amount is not None:
            return f"the mechanism is infeasible, by at least {_short(self.amount, up=False)}"
        assert self.judged is not None
        low, high = _short(self.judged.lower, up=False), _short(self.judged.upper, up=True)
        gap = f"with a gap in [{low}, {high}]"
        if self.verdict == "optimal":
            verdict = f"optimal to within {_short(self.tolerance, up=True)}"
        else:
            verdict = f"suboptimal by more than {_short(self.tolerance, up=False)}"
        if not self.distance:
            return f"the mechanism is {verdict}, {gap}"
        return (
            f"the mechanism breaks no constraint by more than {_short(SLACK, up=True)} of its"
            f" level; its value,"
            f" and a feasible mechanism within {_short(self.distance, up=True)} of it, are"
            f" {verdict}, {gap}"
        )


def _short(x: Real, *, up: bool) -> str:
    text = rounded(x, up=up, digits=3)  # which are at most 4
    return text if "inf" in text else f"{Decimal(text):.4g}"


def ends(x: Enclosure, *of: Enclosure) -> tuple[str, str]:
    """The ends of an enclosure, rounded outwards, far enough for the other arithmetic to agree.

    That one's roundings are other ones: what cancels here to exactly 0 may not do so there. So the
    room is a part of the numbers that went in, which are `of`; where they are all 0 there is none.
    What is ≥ 0 stays so.
    """
    room = _room(x, *of)
    lower = x.lower
    if isinstance(lower, Fraction) and lower >= 0:
        lower = max(lower, room)
    return rounded(lower, up=False, room=room), rounded(x.upper, up=True, room=room)


def _room(*of: Enclosure) -> Fraction:
    sizes = [abs(end) for x in of for end in (x.lower, x.upper) if isinstance(end, Fraction)]
    largest = max(sizes, default=Fraction(0))
    return _ROOM * max(largest, Fraction(1)) if largest else largest


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
    achieved = at_least_0(judge.value(A, feasible))
    gap = judged = _gap(optimum, achieved, maximise=problem.maximise)
    largest = achieved.upper
    if distance:
        own = _own_value(judge, entries, A)
        judged, largest = _widened(gap, optimum, own, problem), max(largest, own.upper)
    limits = _most(optimum), _least(optimum, largest, maximise=problem.maximise)
    asked = Asked(given["verdict"], achieved, gap, judged, limits, distance, of=(optimum, achieved))
    if claims:
        tolerance, (most, least) = _tolerance(given), limits
        best = asked.verdict == "optimal"
        tolerance = min(tolerance, most) if best else max(tolerance, least)
        asked = replace(asked, tolerance=tolerance)
        _prove(given, asked)
    return asked


def _own_value(judge: Judge, entries: Kernel, A: Arithmetic) -> Enclosure:
    """The value, by the formulas, of entries that break little; negative ones count as 0."""
    if judge.breach(entries) is None:
        raise Refusal("mechanism.feasible_entries: entries that are feasible stand for themselves")
    broken = judge.breach(entries, SLACK)
    if broken is not None:
        raise Refusal(f"mechanism.entries: by more than {_short(SLACK, up=True)}, {broken}")
    clipped = tuple(tuple(max(x, Fraction(0)) for x in row) for row in entries)
    return at_least_0(judge.value(A, clipped))


def at_least_0(x: Enclosure) -> Enclosure:
    """As every objective is; a ball around 0 does not know."""
    return Enclosure(max(x.lower, Fraction(0)), x.upper)


def _widened(gap: Enclosure, optimum: Enclosure, own: Enclosure, problem: Problem) -> Enclosure:
    """The gap of the feasible mechanism, widened to hold that of the entries' own value.

    Which may be on the better side of the optimum: that too must be within the tolerance.
    """
    best, mine = (optimum, own) if problem.maximise else (own, optimum)
    worse, better = _minus(best.upper, mine.lower), _minus(mine.upper, best.lower)
    return Enclosure(
        max(min(gap.lower, _minus(best.lower, mine.upper)), Fraction(0)),
        max(gap.upper, worse, better),
    )


def judge_of(problem: Problem, given: dict[str, Any]) -> Judge:
    """The problem itself; for samplers, the judge of rows that answer `points`."""
    judge: Judge = problem
    return problem.answering(given["points"]) if hasattr(problem, "answering") else judge


def _prove(given: dict[str, Any], found: Asked) -> None:
    assert found.value is not None
    assert found.gap is not None
    assert found.judged is not None
    assert found.distance is not None
    farthest = extended(given["distance"], "mechanism.distance")
    if not found.distance <= farthest <= LARGEST_DISTANCE:
        raise Refusal("mechanism.distance: the feasible mechanism is further away")
    prove(found.value, given["value"], "mechanism.value")
    prove(found.gap, given["gap"], "mechanism.gap")
    lower, upper = claimed(given["gap"], "mechanism.gap")
    lower, upper = min(lower, found.judged.lower), max(upper, found.judged.upper)
    if found.verdict == "optimal" and not upper <= found.tolerance:
        allowed = _short(found.tolerance, up=False)
        raise Refusal(f"mechanism.verdict: the gap is not proved to be within {allowed}")
    if found.verdict == "suboptimal" and not lower > found.tolerance:
        allowed = _short(found.tolerance, up=True)
        raise Refusal(f"mechanism.verdict: the gap is not proved to be above {allowed}")


def _most(optimum: Enclosure) -> Real:
    """The largest tolerance of `optimal`: a share of the optimum, whatever it is at least."""
    return optimum.lower if math.isinf(optimum.lower) else SHARE * max(optimum.lower, Fraction(0))


def _least(optimum: Enclosure, value: Real, *, maximise: bool) -> Real:
    """A gap above this is above SHARE·O, for every optimum O there may be.

    O = v + g for a maximum, of value v: g > SHARE·(v + g) where g (1 − SHARE) > SHARE·v. A minimum
    is at most the value of a feasible mechanism.
    """
    if isinstance(value, float):
        value = optimum.upper
    if isinstance(value, float):
        return value
    least = SHARE * max(value, Fraction(0))
    return least / (1 - SHARE) if maximise else least


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


def _gap(optimum: Enclosure, achieved: Enclosure, *, maximise: bool) -> Enclosure:
    """How far a feasible value is from the optimum: never below 0."""
    best, mine = (optimum, achieved) if maximise else (achieved, optimum)
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
    least = SLACK * judge.scale(constraint)
    if not amount > least:
        slack = _short(least, up=True)
        raise Refusal(f"mechanism.breach: the constraint is not broken by more than {slack} there")
    if claims:
        given_amount = extended(breach["amount"], "mechanism.breach.amount")
        _tolerance(given)
        if not least < given_amount <= amount:
            raise Refusal("mechanism.breach.amount: the constraint is broken by less")
    return Asked("infeasible", amount=amount)


def _size(entries: Kernel, name: str) -> int:
    return len(entries[0]) if name == "column" else len(entries)
