"""A run beside the manifest of another: verdicts must agree, values within a tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

RELATIVE, ABSOLUTE = 1e-6, 1e-8
"""How far values may be apart: other versions of solvers and libraries round elsewhere."""

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Agreement:
    """What differs between two runs.

    Attributes:
        verdicts: claims of both, whose verdicts are compared.
        disagreements: a sentence for each that has another verdict, or is in one run only.
        values: numbers that were compared.
        largest: the largest difference among them, absolute.
        beyond: a sentence for each value that is farther off than the tolerance.
        explained: what else differs, and does not speak against the run: versions, the machine, the
            bytes of outputs, instances that other versions drew, times.
    """

    verdicts: int
    disagreements: tuple[str, ...]
    values: int
    largest: float
    beyond: tuple[str, ...]
    explained: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether the run agrees with the other."""
        return not self.disagreements and not self.beyond


def compared(then: Mapping[str, Any], now: Mapping[str, Any]) -> Agreement:
    """Two manifests beside each other.

    Args:
        then: the one that was given.
        now: that of this run.
    """
    before = {row["id"]: row for row in then["results"]}
    after = {row["id"]: row for row in now["results"]}
    both = [i for i in before if i in after]
    disagreements = [f"{i}: was {before[i]['verdict']}, and did not run" for i in before]
    disagreements = [text for i, text in zip(before, disagreements, strict=True) if i not in after]
    disagreements += [f"{i}: ran, and is not in the manifest" for i in after if i not in before]
    explained = list(_explained(then, now))
    beyond, count, largest = [], 0, 0.0
    for i in both:
        old, new = before[i], after[i]
        if old["verdict"] != new["verdict"]:
            disagreements.append(f"{i}: was {old['verdict']}, is {new['verdict']}")
        if old["instances"] != new["instances"]:
            explained.append(f"{i}: other instances (drawn by other versions, or from a new file)")
            continue
        for left, right in zip(old["outcomes"], new["outcomes"], strict=False):
            if left["holds"] != right["holds"]:
                beyond.append(f"{i} at {left['at']}: held {left['holds']}, now {right['holds']}")
            for a, b in _values(left, right):
                count += 1
                apart = 0.0 if a == b else abs(a - b)
                largest = max(largest, apart)
                if not apart <= ABSOLUTE + RELATIVE * abs(a):
                    beyond.append(f"{i} at {left['at']}: was {a:.10g}, is {b:.10g}")
    return Agreement(
        len(both), tuple(disagreements), count, largest, tuple(beyond), tuple(explained)
    )


def _values(left: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    """The gap, the loss, and the numbers of the sentence, where both tell it in the same words."""
    for name in ("gap", "loss"):
        if left[name] is not None and right[name] is not None:
            yield float(left[name]), float(right[name])
    told = [str(side["detail"]) for side in (left, right)]
    if _NUMBER.sub("#", told[0]) == _NUMBER.sub("#", told[1]):
        numbers = [map(float, _NUMBER.findall(text)) for text in told]
        yield from zip(*numbers, strict=True)


def _explained(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for what in ("machine", "versions"):
        old, new = then[what], now[what]
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                yield f"{what}: {name} {old.get(name, 'absent')}, here {new.get(name, 'absent')}"
    if then["source"] != now["source"]:
        yield "source: the code of lpcheck is not the same"
    for what in ("inputs", "outputs"):
        old, new = then.get(what, {}), now.get(what, {})
        if what == "outputs" and not (old and new):  # one of the runs was asked for none
            continue
        for name in sorted({*old, *new}):
            if name not in new:
                yield f"{what}: {name} is not there here"
            elif name not in old:
                yield f"{what}: {name} is only here"
            elif old[name] != new[name]:
                yield f"{what}: {name} has other bytes"
    old, new = float(then.get("seconds", math.nan)), float(now.get("seconds", math.nan))
    if old > 0 and new > 0 and not 0.5 <= new / old <= 2:
        yield f"time: {old:.3g} s, here {new:.3g} s"
