"""Two samplers in three divergences at several privacy levels: panels, and who is below whom.

A series has the columns `divergence`, the level (`epsilon` or `nu`) and one for each sampler; where
it has a row for each client, what counts is the largest loss at a level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.figures import style
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds, percent, untold

DIVERGENCES = {
    "kl": "KL divergence (nats)", "tv": "total variation", "hellinger": "squared Hellinger",
}  # fmt: skip
SHORT = {"kl": "KL", "tv": "TV", "hellinger": "Hellinger"}
LETTERS = {"epsilon": "ε", "nu": "ν"}
AXES = {"epsilon": "ε (nats)", "nu": "ν"}
SOLVED = 1e-9
"""A closed form is the optimum where it is within this share of both bounds."""


def largest(series: Series, divergence: str, level: str, column: str) -> tuple[Array, Array]:
    """The levels, and the largest entry of a column at each."""
    mine = series.where(divergence=divergence)
    levels, place = np.unique(mine.column(level), return_inverse=True)
    most = np.full(len(levels), -np.inf)
    np.maximum.at(most, place, mine.column(column))
    return levels, most


def below(series: Series, level: str, first: str, second: str, *, margin: float = 0.0) -> Reading:
    """Whether the largest loss of the first is below that of the second at every point.

    `margin` asks for that share of the second; `off` is the largest excess as a share of it.
    """
    found = []
    for name in DIVERGENCES:
        levels, ours = largest(series, name, level, first)
        _, theirs = largest(series, name, level, second)
        for at, a, b in zip(levels, ours, theirs, strict=True):
            share = a / b if b > 0 else 1.0 if a <= 0 else np.inf
            found.append((float(share), f"{SHORT[name]}, {LETTERS[level]} = {at:g}"))
    shares = np.array([share for share, _ in found])
    good = int((shares < 1.0 - margin).sum())
    close, far = found[int(shares.argmax())], found[int(shares.argmin())]
    remark = f"{_lead(close[0])} at the closest point ({close[1]}), {_lead(far[0])} at the "
    remark += f"farthest ({far[1]})"
    off = float(shares.max() - 1.0 + margin)
    return holds(good == len(found), f"at {good} of {len(found)} points", "at all", off, remark)


def _lead(share: float) -> str:
    return f"{percent(abs(1.0 - share))} {'lower' if share <= 1.0 else 'higher'}"


def attained(source: str, text: str, columns: tuple[str, ...], claim: str = "") -> Statement:
    """Each column is within `<column>_lower` and `<column>_upper`, where a program was solved."""

    def check(series: Series) -> Reading:
        away, wide = [0.0], [0.0]
        for column in columns:
            value = series.column(column)
            low, high = series.column(f"{column}_lower"), series.column(f"{column}_upper")
            kept = np.isfinite(high)
            value, low, high = value[kept], low[kept], high[kept]
            away += (np.maximum(low - value, value - high) / value).tolist()
            wide += ((high - low) / value).tolist()
        count, off = len(away) - 1, max(away)
        if not count or max(wide) > 1e3 * SOLVED:
            return untold("equal", "no program was solved to the accuracy that this needs")
        remark = f"{count} programs over all samplers, bounds at most {max(wide):.1g} apart"
        return holds(off <= SOLVED, f"equal to {max(off, 1e-16):.1g}", "equal", off, remark)

    return Statement(source, text, check, claim=claim)


def curves(
    level: str, shown: tuple[float, ...], samplers: Mapping[str, str]
) -> Callable[[Series], Any]:
    """Closed forms as lines, the levels of the paper as markers, programs as crosses."""

    def draw(series: Series) -> Any:
        figure, axes = style.canvas(3, width=3.1, height=2.9)
        for panel, (name, words) in zip(axes, DIVERGENCES.items(), strict=True):
            mine = series.where(divergence=name)
            levels = mine.column(level)
            crosses: list[tuple[Array, Array]] = []
            for i, (column, label) in enumerate(samplers.items()):
                values = mine.column(column)
                panel.plot(
                    levels, values, marker=style.MARKERS[i], label=label,
                    markevery=np.flatnonzero(np.isin(levels, shown)).tolist(),
                    **style.LINES[i + 1],
                )  # fmt: skip
                upper = mine.column(f"{column}_upper")
                kept = np.isfinite(upper)
                crosses.append((levels[kept], upper[kept]))
            x, y = (np.concatenate(c) for c in zip(*crosses, strict=True))
            label = "convex program"
            panel.plot(x, y, "x", color=style.BLACK, markersize=7, label=label, zorder=1)
            panel.set(xlabel=AXES[level], ylabel=f"worst-case {words}")
            panel.set_ylim(bottom=0)
            panel.set_xlim(left=0)
        style.legend_above(figure, axes[0], len(samplers) + 1)
        return figure

    return draw


def strips(level: str, samplers: Mapping[str, str]) -> Callable[[Series], Any]:
    """Each client as a faint dot, and the largest loss at each level."""

    def draw(series: Series) -> Any:
        figure, axes = style.canvas(3, width=3.1, height=2.9)
        for panel, (name, words) in zip(axes, DIVERGENCES.items(), strict=True):
            mine = series.where(divergence=name)
            levels = np.unique(mine.column(level))
            place = np.searchsorted(levels, mine.column(level)).astype(float)
            middle = (len(samplers) - 1) / 2
            for i, (column, label) in enumerate(samplers.items()):
                line, shift = style.LINES[i + 1], 0.22 * (i - middle)
                # Spread by the client's number, so that the same numbers give the same dots.
                spread = 0.09 * (np.mod(mine.column("client") * 0.618, 1.0) - 0.5)
                panel.plot(
                    place + shift + spread, mine.column(column), ".", color=line["color"],
                    markersize=4, alpha=0.35, markeredgewidth=0,
                )  # fmt: skip
                x = np.arange(len(levels)) + shift
                most = largest(mine, name, level, column)[1]
                panel.plot(
                    x, most, marker=style.MARKERS[i], markersize=5, label=label, clip_on=False,
                    **line,
                )  # fmt: skip
            panel.set_xticks(range(len(levels)), [f"{x:g}" for x in levels])
            panel.grid(visible=False, axis="x")
            panel.set(xlabel=AXES[level], ylabel=words)
            panel.set_ylim(bottom=0)
        style.legend_above(figure, axes[0], len(samplers))
        return figure

    return draw
