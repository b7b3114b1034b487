"""The optimum and a mechanism along ε, a few levels at a time, the coarse ones first."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from formulations.parameters import read_epsilon
from lpcheck.compare import check
from lpcheck.explore.answer import solved
from lpcheck.explore.state import State, mechanism, pose
from lpcheck.report import svg
from lpcheck.report.text import number, share, small

LEVELS = 32
SLICE = 0.3
"""Seconds of work a question: the page asks again until all is there."""

_KEPT = 4000
_TOP, _PANEL, _BETWEEN, _LOSS, _FOOT = 44, 200, 44, 110, 48
_SMALLEST = 1e-9

# Coarse first: in the order of the digits, backwards.
_ORDER = sorted(range(1, LEVELS + 1), key=lambda i: int(f"{i % LEVELS:05b}"[::-1], 2))


@dataclass(frozen=True)
class _Point:
    epsilon: float
    optimum: float
    value: float | None
    verdict: str


_points: OrderedDict[tuple[str, Fraction], _Point | None] = OrderedDict()


def curve(state: State, offered: Sequence[str] = ()) -> dict[str, Any]:
    """The drawing of what is computed so far, and whether that is all.

    Args:
        state: what the controls say; its ε says how far the curve goes.
        offered: MODULE:FUNCTION that the command line allowed.

    Raises:
        InputError: the state states no problem with an ε, or no mechanism.
    """
    if "epsilon" not in state.given:
        raise InputError("epsilon", "is not what moves here", "give a level")
    now = read_epsilon(state.given["epsilon"])
    mechanism(state, pose(state), offered)  # what is wrong here is told, elsewhere left out
    key = _at(state, Fraction(0)).query()
    most = 4
    while most < 1.25 * now:
        most *= 2
    levels = [Fraction(i * most, LEVELS) for i in _ORDER]
    end = time.monotonic() + SLICE
    for level in levels:
        if (key, level) not in _points:
            _points[key, level] = _point(_at(state, level), level, offered)
            if time.monotonic() > end:
                break
    done = [_points[key, level] for level in sorted(levels) if (key, level) in _points]
    while len(_points) > _KEPT:
        _points.popitem(last=False)
    shown = [p for p in done if p is not None and math.isfinite(p.optimum)]
    return {
        "svg": _drawing(shown, float(now), float(most)) if shown else "",
        "rows": [_row(p) for p in shown],
        "done": len(done),
        "of": LEVELS,
    }


def _at(state: State, level: Fraction) -> State:
    return replace(state, given={**state.given, "epsilon": str(level)})


def _point(state: State, level: Fraction, offered: Sequence[str]) -> _Point | None:
    """None where there is no such instance, or the formula gives none."""
    try:
        posed = pose(state)
        solution = solved(posed.problem)
        given = mechanism(state, posed, offered)
        if given is None:
            return _Point(float(level), solution.value, None, solution.status)
        found = check(posed.problem, given.numbers, solution=solution)
    except InputError:
        return None
    return _Point(float(level), solution.value, found.value, found.verdict)


def _lost(p: _Point) -> float | None:
    """The share of the optimum that the mechanism loses; None where it is no candidate."""
    if p.value is None or p.verdict == "infeasible" or not math.isfinite(p.value):
        return None
    return abs(p.value - p.optimum) / abs(p.optimum) if p.optimum else None


def _row(p: _Point) -> list[str]:
    lost = _lost(p)
    if p.value is None:
        return [number(p.epsilon), number(p.optimum), p.verdict]
    shown = "" if lost is None else share(lost) if lost > _SMALLEST else small(lost * 100) + " %"
    return [number(p.epsilon), number(p.optimum), p.verdict, number(p.value), shown]


def _drawing(points: Sequence[_Point], now: float, most: float) -> str:
    across = svg.Scale(0.0, most, svg.LEFT, svg.WIDTH - svg.RIGHT)
    compared = [p for p in points if p.value is not None and math.isfinite(p.value)]
    values = [p.optimum for p in points] + [p.value for p in compared if p.value is not None]
    up = svg.linear(values, _TOP + _PANEL, _TOP)
    parts = [svg.grid(across, up), svg.ground_line(across, up.start)]
    parts += [_upright(across(now), _TOP, up.start)]
    parts += [svg.line([(across(p.epsilon), up(p.optimum)) for p in points], "optimum")]
    parts += [
        svg.mark(svg.LEFT + 12, 16, "bar"),
        svg.text(svg.LEFT + 28, 16, "optimum", middle=True),
    ]
    ground = float(_TOP + _PANEL)
    label = f"The optimum for ε from {points[0].epsilon:g} to {points[-1].epsilon:g}"
    if compared:
        for p in compared:
            assert p.value is not None
            style = "no" if p.verdict == "infeasible" else "form"
            parts.append(svg.mark(across(p.epsilon), up(p.value), style))
        parts += [svg.mark(svg.LEFT + 164, 16, "form")]
        parts += [svg.text(svg.LEFT + 176, 16, "the mechanism", middle=True)]
        parts += [svg.mark(svg.LEFT + 356, 16, "no")]
        parts += [svg.text(svg.LEFT + 370, 16, "not private there", middle=True)]
        ground += _BETWEEN + _LOSS
        worst = max((x for p in compared if (x := _lost(p)) is not None), default=0.0)
        parts += _losses(compared, across, ground, worst)
        label += f", and the mechanism, which loses up to {share(worst)} of it"
    parts.append(svg.bottom(across, ground, "ε (nats); the upright line is where the page is"))
    return svg.drawing(ground + _FOOT, label, parts)


def _losses(points: Sequence[_Point], across: svg.Scale, ground: float, worst: float) -> list[str]:
    up = svg.Scale(0.0, svg.nice_ceiling(100 * max(worst, 1e-3)), ground, ground - _LOSS)
    ticks = svg.grid(across, svg.Scale(0.0, up.high, ground, ground - _LOSS))
    parts = [ticks, svg.text(svg.LEFT, ground - _LOSS - 14, "lost, in % of the optimum")]
    for p in points:
        lost = _lost(p)
        if lost is not None:
            parts.append(svg.mark(across(p.epsilon), up(100 * lost), "gap"))
    return [*parts, svg.ground_line(across, ground)]


def _upright(x: float, top: float, ground: float) -> str:
    return f'<path class="allowed" d="M{x:.1f} {top}V{ground}"/>'
