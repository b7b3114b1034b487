"""The regimes of given priors, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from formulations.divergences import read_divergence
from formulations.formulation import Bounds
from formulations.parameters import read_distribution
from lpcheck.regimes import Blocks, Change, Interval, Regimes
from lpcheck.report.plain import plain
from lpcheck.report.text import exact, number, small

Letters: TypeAlias = Sequence[str] | None

_LONGEST = 60


def as_text(found: Regimes, letters: Letters = None) -> str:
    """The two thresholds, then a line an interval of ε, then a line a change."""
    lines = [
        f"binary mechanism optimal up to      {_level(found.binary_until)}",
        f"randomized response optimal from    {_level(found.response_from)}",
    ]
    if found.trivial:
        lines.append("the optimum is 0: every mechanism is optimal")
    rows = [
        (f"{number(i.epsilon.lower)} to {number(i.epsilon.upper)}", str(len(i.partition)), i)
        for i in found.intervals
    ]
    wide = max(len(row[0]) for row in rows)
    lines.append(f"  {'ε':{wide}}  blocks  optimal partition")
    for span, size, interval in rows:
        lines.append(f"  {span:{wide}}  {size:>6}  {blocks(interval.partition, letters)}")
        lines += [f"  {'':{wide}}          {line}" for line in _standing(interval)]
    if found.changes:
        lines.append("changes:")
        lines += [f"  {_change(change)}" for change in found.changes]
    if found.how:
        lines.append(f"proofs: {found.how}")
    return "\n".join(lines)


def as_data(found: Regimes, p0: Any, p1: Any, divergence: Any) -> dict[str, Any]:
    """The fields of `regimes --json`; infinities become the string "inf"."""
    return {
        "problem": "staircase",
        "parameters": {
            "p0": read_distribution("p0", p0),
            "p1": read_distribution("p1", p1),
            "divergence": read_divergence(divergence),
        },
        "least": found.least,
        "most": found.most,
        "partitions": found.partitions,
        "intervals": [_interval(i) for i in found.intervals],
        "changes": [
            {
                "epsilon": c.epsilon,
                "before": c.before,
                "after": c.after,
                "certified": c.certified,
                "margin": c.margin,
            }
            for c in found.changes
        ],
        "binary_until": found.binary_until,
        "response_from": found.response_from,
        "proved": found.proved,
        "certified": found.certified,
        "argument": found.how,
    }


def blocks(partition: Blocks, letters: Letters = None) -> str:
    """A partition as {a, b} {c}, by letters or by inputs counted from 0; a long one by sizes."""
    names = [
        [str(x) if letters is None else plain(letters[x]) for x in block] for block in partition
    ]
    text = " ".join("{" + ", ".join(block) + "}" for block in names)
    if len(text) <= _LONGEST:
        return text
    sizes = " + ".join(str(len(block)) for block in partition)
    return sizes if len(sizes) <= _LONGEST else sizes[: _LONGEST - 1] + "…"


def _standing(interval: Interval) -> list[str]:
    """Whether an interval is proved, and what is known where it is not."""
    if interval.proved and interval.within == 0:
        return ["proved"]
    if interval.proved:
        return [f"proved to a share of {small(interval.within)}: partitions tie but for rounding"]
    whole = interval.holes == (interval.epsilon,)
    lines = [] if whole else [f"proved but for ε in {', '.join(map(_span, interval.holes[:4]))}"]
    if len(interval.holes) > 4:
        lines[-1] += f" and {len(interval.holes) - 4} more"
    where = "not proved:" if whole else "there"
    return [*lines, f"{where} no mechanism is better by more than {small(interval.regret)}"]


def _span(bounds: Bounds) -> str:
    return f"({small(bounds.lower)}, {small(bounds.upper)})"


def _change(change: Change) -> str:
    standing = "certified" if change.certified else "not certified"
    sizes = f"{len(change.before)} to {len(change.after)} blocks"
    span = f"{exact(change.epsilon.lower)} ≤ ε ≤ {exact(change.epsilon.upper)}"
    margin = f"at the upper end better by {small(change.margin)} of the value"
    return f"{span}  {sizes}, {standing}; {margin}"


def _level(bounds: Bounds | None) -> str:
    if bounds is None:
        return "no ε of the range"
    if bounds.lower == bounds.upper:
        return f"ε = {exact(bounds.lower)}, all of the range"
    return f"ε in [{exact(bounds.lower)}, {exact(bounds.upper)}] (width {small(bounds.width)})"


def _interval(interval: Interval) -> dict[str, Any]:
    return {
        "epsilon": interval.epsilon,
        "partition": interval.partition,
        "proved": interval.proved,
        "holes": interval.holes,
        "regret": interval.regret,
        "within": interval.within,
    }
