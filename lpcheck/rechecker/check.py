"""Re-checks a certificate: reads it, rebuilds the problem, and judges every number in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure
from lpcheck.rechecker.budget import open_budget
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.mechanism import SLACK, at_least_0, ends, judge_mechanism, judge_of, prove
from lpcheck.rechecker.problems import READERS
from lpcheck.rechecker.reader import fields, read, text
from lpcheck.rechecker.refusal import Refusal

FORMAT, VERSION = "lpcheck-certificate", 1
Source = str | Path | bytes | Mapping[str, Any]

_FIELDS = ["format", "version", "problem", "parameters", "bounds", "primal", "dual", "mechanism"]


@dataclass(frozen=True)
class Recheck:
    """What the checker found. True where the certificate is accepted.

    Attributes:
        ok: every number in the file was proved.
        reason: one line: why it is not accepted, or what was proved.
        problem: the slug, where it could be read.
        bounds: the checker's own enclosure of the optimum, decimal strings rounded outwards.
        verdict: the verdict on the mechanism asked about, if there is one.
        value: an enclosure of that mechanism's objective; where it is not exactly feasible, of
            that of the feasible one beside it.
        gap: an enclosure of the distance of that value from the optimum.
        judged: the gap that the verdict is about: wide enough for the value of the entries given.
        limits: the largest tolerance that `optimal` may have, and what a gap that is `suboptimal`
            is above.
        distance: how far the feasible mechanism is from the one asked about, rounded up.
        amount: by how much at least a constraint is broken, rounded down (`infeasible`).
        assumes: what all of this rests on and was not proved, if anything; the file says it too.
    """

    ok: bool
    reason: str
    problem: str | None = None
    bounds: tuple[str, str] | None = None
    verdict: str | None = None
    value: tuple[str, str] | None = None
    gap: tuple[str, str] | None = None
    judged: tuple[str, str] | None = None
    limits: tuple[str, str] | None = None
    distance: str | None = None
    amount: str | None = None
    assumes: str | None = None

    def __bool__(self) -> bool:
        """Whether it is accepted."""
        return self.ok

    def __str__(self) -> str:
        """The answer in a line."""
        return f"{'accepted' if self.ok else 'REJECTED'}: {self.reason}"


def recheck(source: Source, arithmetic: str = "decimal") -> Recheck:
    """Whether a certificate proves what it says.

    Args:
        source: a path, the bytes of a file, or the object itself.
        arithmetic: ``decimal`` (standard library) or ``flint`` (python-flint).

    Returns:
        a :class:`Recheck`. Nothing that a file holds raises an exception.
    """
    return _guarded(source, arithmetic, claims=True)


def enclose(source: Source, arithmetic: str = "decimal") -> Recheck:
    """What can be proved from a draft, whose claimed numbers (and verdict) are not looked at.

    The primal, the multipliers, and the mechanism are judged as in :func:`recheck`; bounds, value,
    gap, distance, amount and tolerance may be anything.
    """
    return _guarded(source, arithmetic, claims=False)


def knows(slug: str) -> bool:
    """Whether there are certificates of a problem of this name."""
    return slug in READERS


def standing(
    document: Mapping[str, Any], mechanism: Mapping[str, Any]
) -> Literal["feasible", "nearly", "broken"]:
    """Whether a mechanism's `entries` (for samplers: on its `points`) are proved feasible.

    `nearly` is by the slack that lets them be judged beside a feasible mechanism.
    """
    try:
        problem = READERS[document["problem"]](document["parameters"])
        judge = judge_of(problem, dict(mechanism))
        rows = judge.rows(mechanism["entries"], "mechanism.entries")
        if judge.breach(rows) is None:
            return "feasible"
        return "nearly" if judge.breach(rows, SLACK) is None else "broken"
    except Refusal:
        return "broken"


def _guarded(source: Source, arithmetic: str, *, claims: bool) -> Recheck:
    A = _arithmetic(arithmetic)
    open_budget()
    try:
        return _recheck(read(source), A, claims=claims)
    except Refusal as refusal:
        return Recheck(False, str(refusal))
    except (ArithmeticError, MemoryError) as error:  # an interval that holds 0, a size beyond all
        return Recheck(False, f"the numbers cannot be enclosed: {type(error).__name__}")


def _arithmetic(name: str) -> Arithmetic:
    if name == "decimal":
        return Decimals()
    if name == "flint":
        from lpcheck.rechecker.balls import Balls  # noqa: PLC0415 - python-flint is optional

        return Balls()
    raise ValueError(f"arithmetic is 'decimal' or 'flint', not {name!r}")


def _recheck(document: dict[str, Any], A: Arithmetic, *, claims: bool) -> Recheck:
    given = fields(document, "certificate", _FIELDS, "assumes", "claim", "made_by")
    version = given["version"]
    if given["format"] != FORMAT or type(version) is not int or version != VERSION:
        raise Refusal(f"format: is not {FORMAT}, version {VERSION}")
    for name in ("claim", "made_by"):
        text(given.get(name), name)
    slug = given["problem"]
    if not isinstance(slug, str) or slug not in READERS:
        raise Refusal("problem: is none that has certificates")
    if not isinstance(given["dual"], dict):
        raise Refusal("dual: is not an object")
    problem = READERS[slug](given["parameters"])
    assumes = getattr(problem, "assumes", None)
    if claims and given.get("assumes") != assumes:
        raise Refusal(f"assumes: is not {'null' if assumes is None else repr(assumes)}")
    primal = problem.rows(given["primal"], "primal")
    broken = problem.breach(primal)
    if broken is not None:
        raise Refusal(f"primal: {broken}")
    value = at_least_0(problem.value(A, primal))
    bound = problem.bound(A, given["dual"])
    found = Enclosure(value.lower, bound) if problem.maximise else Enclosure(bound, value.upper)
    if found.lower > found.upper:  # cannot be: a bound would not be one
        raise Refusal("the bounds cross: there is an error in the checker")
    if claims:
        prove(found, given["bounds"], "bounds")
    asked = judge_mechanism(problem, found, given["mechanism"], A, claims=claims)
    low, high = ends(found)
    reason = f"the optimum of {slug} lies in [{low}, {high}]"
    if assumes is not None:
        reason = f"assuming that {assumes}, {reason}"
    return Recheck(
        True,
        reason if asked is None else f"{reason}; {asked.said()}",
        slug,
        (low, high),
        assumes=assumes,
        **({} if asked is None else asked.shown()),
    )
