r"""A claim's test along ε: the instances are tested at a few levels, a figure wants many.

The test itself is run again, at one instance with only ε changed (or $t = e^\varepsilon$, where the
test is exact), and what it compares is read off. So no claim has to say how it is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from lpcheck import compare
from lpcheck.claims import trace
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.curve import Curve, Drawing, Meaning, Point
from lpcheck.claims.trace import Remainder, Sides
from lpcheck.compare import Comparison

Traced: TypeAlias = Comparison | Sides | Remainder
_Row: TypeAlias = tuple[float, Sequence[Traced], bool | None]

POINTS = 25
"""Levels of a curve."""

FEWEST = 5
"""Points below which there is no curve along ε."""

_TRIED = 3
_LOWEST, _HIGHEST = 1e-3, 8.0
_BELOW, _ABOVE = 0.2, 3.0
"""The span around a single level, relative to it."""


def drawing(
    claim: Claim,
    instances: Sequence[Instance],
    outcomes: Sequence[Outcome],
    traces: Sequence[Sequence[Traced]],
) -> Drawing:
    """What there is to draw of a claim.

    Args:
        claim: the claim.
        instances: those that were tested.
        outcomes: what was found at each of them.
        traces: what the test compared at each of them.
    """
    measured = (r for seen in traces for r in seen if isinstance(r, Remainder) and all(r.sizes))
    # The counterexample says most; degenerate instances, where all is 0 or 1, say least.
    order = ("counterexample", "fixed", "random", "degenerate")
    tried = sorted(
        (
            instance
            for instance, seen in zip(instances, traces, strict=True)
            if any(not isinstance(x, Remainder) for x in seen)
            and _level(instance.parameters) is not None
        ),
        key=lambda instance: order.index(instance.kind),
    )
    outside = 0
    for instance in tried[:_TRIED]:
        found = _along(claim, instance, instances)
        if found is None:
            continue
        if not (found.refusals and claim.expected == "verified"):
            return Drawing(found)
        outside = outside or found.refusals
    remainder = next(measured, None)
    if remainder is not None:
        return Drawing(remainder=remainder)
    rows = [
        (float(i), seen, outcome.holds)
        for i, (seen, outcome) in enumerate(zip(traces, outcomes, strict=True), start=1)
    ]
    return Drawing(_curve("", [row for row in rows if row[1]], fewest=2), outside=outside)


@contextmanager
def traced() -> Iterator[list[Traced]]:
    """What a test compares inside the block; comparisons with an optimum come first."""
    seen: list[Traced] = []
    with compare.watched() as comparisons, trace.watched() as noted:
        yield seen
    seen += [*comparisons, *noted]


def _along(claim: Claim, instance: Instance, instances: Sequence[Instance]) -> Curve | None:
    read: list[_Row] = []
    for epsilon, parameters in _levels(instance, instances):
        if read and epsilon <= read[-1][0]:  # exact levels are few where they are small
            continue
        try:
            with traced() as seen:
                outcome = claim.test(**parameters)
        except Exception:  # a level that the test was not written for is left out
            continue
        read.append((epsilon, seen, outcome.holds))
    return _curve(" ".join(instance.label.split()), read, FEWEST)


def _curve(label: str, read: Sequence[_Row], fewest: int) -> Curve | None:
    # Closed forms against an optimum, where there are any; else pairs of numbers.
    for kind in (Comparison, Sides):
        rows = [(e, [x for x in seen if isinstance(x, kind)], holds) for e, seen, holds in read]
        number = min((len(found) for _, found, _ in rows), default=0)
        drawn = [
            [p for e, found, holds in rows if _finite(p := _point(e, found[j], holds))]
            for j in range(number)
        ]
        which = _most_telling(drawn, fewest)
        if which is not None:
            meaning, problem = _words(rows[0][1][which])
            return Curve(label, meaning, problem, tuple(drawn[which]), number)
    return None


def _words(found: Traced) -> tuple[Meaning, str]:
    if isinstance(found, Comparison):
        divergence = found.problem.parameters.get("divergence")
        name = getattr(divergence, "name", "")
        return "optimum", f"{found.problem.slug}, {name}" if name else found.problem.slug
    assert isinstance(found, Sides)
    return found.relation, ""


def _point(epsilon: float, found: Traced, holds: bool | None) -> Point:
    if isinstance(found, Comparison):
        return _of_comparison(epsilon, found, holds)
    assert isinstance(found, Sides)
    return _of_sides(epsilon, found, holds)


def _of_comparison(epsilon: float, found: Comparison, holds: bool | None) -> Point:
    bounds = found.bounds
    bound = bounds.lower if found.problem.sense == "minimize" else bounds.upper
    return Point(epsilon, bound, found.value, found.gap, holds, found.tolerance)


def _of_sides(epsilon: float, sides: Sides, holds: bool | None) -> Point:
    gap = sides.left - sides.right
    return Point(
        epsilon, sides.left, sides.right, abs(gap) if sides.relation == "=" else gap, holds
    )


def _finite(p: Point) -> bool:
    return all(map(math.isfinite, (p.computed, p.claimed, p.gap)))


def _most_telling(drawn: Sequence[Sequence[Point]], fewest: int) -> int | None:
    """The first curve with the largest visible gap, of those that are not 0 throughout."""
    best, best_gap = None, -1.0
    for j, points in enumerate(drawn):
        size = max((abs(p.claimed) + abs(p.computed) for p in points), default=0.0)
        if len(points) < fewest or size == 0.0:
            continue
        gap = round(max(0.0, *(p.gap for p in points)) / size, 6)  # room to spare tells nothing
        if gap > best_gap:
            best, best_gap = j, gap
    return best


def _level(parameters: Mapping[str, Any]) -> float | None:
    """ε of an instance, in nats; None where it has none, or one that is no number."""
    for name, read in (("epsilon", float), ("t", lambda t: math.log(float(t)))):
        if name in parameters:
            try:
                return float(read(parameters[name]))
            except (TypeError, ValueError):
                return None
    return None


def _levels(
    instance: Instance, instances: Sequence[Instance]
) -> Iterator[tuple[float, dict[str, Any]]]:
    """ε and the parameters there: over the levels tested at this instance, else at any."""
    own = [i for i in instances if _rest(i.parameters) == _rest(instance.parameters)]
    low, high = _span(own)
    if high <= low:
        low, high = _span(instances)
    if high <= low:  # one level only: around it
        low, high = max(_BELOW * low, _LOWEST), min(_ABOVE * high, _HIGHEST)
    for i in range(POINTS):
        epsilon = low + (high - low) * i / (POINTS - 1)
        if "epsilon" in instance.parameters:
            yield epsilon, {**instance.parameters, "epsilon": epsilon}
        else:
            exact = isinstance(instance.parameters["t"], (Fraction, int))
            t = Fraction(math.exp(epsilon)).limit_denominator(64) if exact else math.exp(epsilon)
            yield math.log(float(t)), {**instance.parameters, "t": t}


def _span(instances: Sequence[Instance]) -> tuple[float, float]:
    levels = [e for e in (_level(i.parameters) for i in instances) if e is not None]
    levels = [min(max(e, _LOWEST), _HIGHEST) for e in levels]
    return (min(levels), max(levels)) if levels else (0.0, 0.0)


def _rest(parameters: Mapping[str, Any]) -> str:
    return repr({k: v for k, v in parameters.items() if k not in ("epsilon", "t")})
