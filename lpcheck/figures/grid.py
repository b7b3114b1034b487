"""A grid: value and optimum along ε, and what is lost; or a map over two parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lpcheck.figures import style
from lpcheck.report.grid import lost, optimum, parameters

Row = Mapping[str, Any]

_NAMES = {"epsilon": "ε (nats)"}
_MARKS = {"infeasible": "x", "inconclusive": "$?$"}


def image(rows: Sequence[Row], extension: str = "png") -> bytes:
    """The drawing as a file's content: png, svg or pdf; the same each time.

    Args:
        rows: an answer each (:func:`lpcheck.report.ranges.grid_rows`).
        extension: the kind of file.

    Raises:
        InputError: Matplotlib is not installed.
    """
    with style.applied():
        return style.saved(draw(rows), extension)


def draw(rows: Sequence[Row]) -> Any:
    """One parameter along the axis, or two as a map."""
    return _map(rows) if len(parameters(rows)) == 2 else _curves(rows)


def _curves(rows: Sequence[Row]) -> Any:
    (name,) = parameters(rows)
    judged = "verdict" in rows[0]
    figure, panels = style.canvas(
        1, 2 if judged else 1, width=5.6, height=2.1, sharex=True, squeeze=False
    )
    at = np.array([float(row[name]) for row in rows])
    above = panels[0, 0]
    best = [optimum(row) for row in rows]
    above.plot(at, best, label="optimum over all mechanisms", **style.LINES[0])
    above.set(ylabel="value")
    panels[-1, 0].set_xlabel(_NAMES.get(name, name))
    if judged:
        value = np.array([row["value"] for row in rows], dtype=float)
        above.plot(at, value, "o", color=style.BLUE, label="the formula", markerfacecolor="white")
        _losses(panels[1, 0], at, rows)
        style.legend_above(figure, above, 2)
    return figure


def _losses(axes: Any, at: Any, rows: Sequence[Row]) -> None:
    """The relative loss on a log scale; what is none stands on the ground."""
    losses = np.array([np.nan if lost(row) is None else lost(row) for row in rows], dtype=float)
    some = losses[losses > 0.0]
    floor = 10.0 ** np.floor(np.log10(some.min()) - 0.5) if some.size else 0.1
    axes.set(yscale="log", ylabel="loss / optimum")
    axes.plot(at, np.where(losses == 0.0, floor, losses), "o", color=style.BLUE, clip_on=False)
    for verdict, mark in _MARKS.items():
        there = [x for x, row in zip(at.tolist(), rows, strict=True) if row["verdict"] == verdict]
        if there:
            axes.plot(there, [floor] * len(there), mark, color=style.ORANGE, clip_on=False)
            axes.text(there[0], floor, f" {verdict}", fontsize=7.5, va="bottom")
    axes.set_ylim(floor, None if some.size else 1.0)


def _map(rows: Sequence[Row]) -> Any:
    down, across = parameters(rows)
    if down == "epsilon":
        down, across = across, down
    ups, alongs = (sorted({float(row[name]) for row in rows}) for name in (down, across))
    judged = "verdict" in rows[0]
    shown = np.full((len(ups), len(alongs)), np.nan)
    for row in rows:
        x = lost(row) if judged else optimum(row)
        if x is not None:
            percent = 100.0 * x if judged else x
            shown[ups.index(float(row[down])), alongs.index(float(row[across]))] = percent
    figure, axes = style.canvas(width=5.6, height=3.4)
    drawn = axes.pcolormesh(
        alongs, ups, shown, cmap="Blues", vmin=0.0 if judged else None, shading="nearest",
        rasterized=True,
    )  # fmt: skip
    figure.colorbar(drawn, ax=axes, label="loss (% of the optimum)" if judged else "optimum")
    axes.set(xlabel=_NAMES.get(across, across), ylabel=_NAMES.get(down, down))
    axes.grid(visible=False)
    return figure
