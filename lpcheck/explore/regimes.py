"""Which partition is optimal at which ε: found at once, proved when that is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from formulations.errors import InputError
from formulations.formulation import Bounds
from lpcheck import regimes as proved
from lpcheck.explore.form import has_regimes
from lpcheck.explore.state import State, pose
from lpcheck.regimes.linear import order
from lpcheck.regimes.search import Search
from lpcheck.report import svg
from lpcheck.report.regimes import blocks
from lpcheck.report.text import number

_LEFT, _RIGHT, _TOP, _HIGH, _FOOT = 8, svg.RIGHT, 8, 44, 48
_ROOM = 26
_LEAST = 1e-3


def regimes(state: State, prove: bool = False) -> dict[str, Any]:
    """The intervals, drawn and listed.

    Args:
        state: what the controls say.
        prove: prove every interval; for KL and others that takes up to minutes.

    Raises:
        InputError: the state states no problem that has regimes.
    """
    posed = pose(state)
    problem: Any = posed.problem
    if not has_regimes(type(problem)):
        raise InputError("problem", f"'{problem.slug}' has no regimes", "choose staircase")
    told = "Every interval is proved."
    if prove or order(problem.divergence.name) is not None:  # a closed form is as fast as a search
        found = proved.regimes(problem.p0, problem.p1, problem.divergence)
        parts = [(i.epsilon, i.partition) for i in found.intervals]
        if not found.proved:
            told = "Not every interval is proved: where not, it was computed at single levels."
    else:
        parts, told = _searched(Search(problem.p0, problem.p1, problem.divergence)), ""
    now = float(problem.epsilon)
    return {
        "svg": _strip(parts, now),
        "rows": [[_span(span), str(len(cut)), blocks(cut)] for span, cut in parts],
        "proved": bool(told),
        "told": told
        or "Found on a grid of levels and not proved yet: a narrow interval may be missing.",
    }


def _searched(search: Search) -> list[tuple[Bounds, tuple[tuple[int, ...], ...]]]:
    if search.n == 1:
        return [(Bounds(0.0, math.inf), search.blocks((0, 1)))]
    start, stop = search.ends(0.0, math.inf)
    crossings = search.changes(start, stop)
    lows = [0.0, *(c[1] for c in crossings)]
    highs = [*(c[0] for c in crossings), math.inf]
    cuts = [search.best(start) if not crossings else crossings[0][2], *(c[3] for c in crossings)]
    return [
        (Bounds(low, high), search.blocks(cut))
        for low, high, cut in zip(lows, highs, cuts, strict=True)
    ]


def _strip(parts: Sequence[tuple[Bounds, Any]], now: float) -> str:
    """Boxes along ε, a box an interval, with the number of its blocks."""
    last = max([now, *(span.lower for span, _ in parts)])
    across = svg.Scale(0.0, svg.nice_ceiling(1.25 * max(last, _LEAST)), _LEFT, svg.WIDTH - _RIGHT)
    ground = _TOP + _HIGH
    drawn = []
    for span, cut in parts:
        left, right = across(span.lower), across(min(span.upper, across.high))
        size = f'width="{max(right - left, 0.5):.1f}" height="{_HIGH}"'
        drawn.append(f'<rect class="axis" x="{left:.1f}" y="{_TOP}" {size}/>')
        if right - left > _ROOM:
            drawn.append(
                svg.text((left + right) / 2, _TOP + _HIGH / 2, str(len(cut)), "middle", middle=True)
            )
    place = across(now)
    drawn.append(f'<path class="no" d="M{place:.1f} {_TOP - 6}V{ground + 6}"/>')
    drawn.append(svg.bottom(across, ground, "ε (nats); blocks of the optimal partition"))
    label = "; ".join(f"{len(cut)} blocks for ε from {_span(span)}" for span, cut in parts)
    return svg.drawing(ground + _FOOT, label, drawn)


def _span(span: Bounds) -> str:
    return f"{number(span.lower)} to {number(span.upper)}"
