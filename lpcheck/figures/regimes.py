"""The regimes of given priors: how good three mechanisms are, and the optimal partition below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.staircase import Staircase
from formulations.staircase_path import Letters, best_by_outputs, best_partition, value_of
from lpcheck.figures import style
from lpcheck.figures.series import Series
from lpcheck.regimes import Regimes
from lpcheck.report.regimes import blocks

_LEVELS = 160
_HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---")
_WIDEST = 26
"""Partitions that take more characters are named by their number of blocks."""


def image(
    found: Regimes,
    p0: Any,
    p1: Any,
    divergence: Any,
    extension: str = "png",
    letters: Sequence[str] | None = None,
) -> bytes:
    """The drawing as a file's content: png, svg or pdf; the same each time.

    Raises:
        InputError: Matplotlib is not installed.
    """
    with style.applied():
        return style.saved(draw(found, numbers(found, p0, p1, divergence), letters), extension)


def numbers(found: Regimes, p0: Any, p1: Any, divergence: Any) -> Series:
    """Over ε, evenly in log ε: the values of binary and randomized response over the optimum."""
    rows = []
    for epsilon in _levels(found).tolist():
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence)
        best = best_partition(problem.letters).value
        binary = best_by_outputs(problem, most=2)[-1].value
        response = _response(problem.letters.apart())
        rows.append((epsilon, *(v / best if best > 0 else 1.0 for v in (best, binary, response))))
    return Series.of(("epsilon", "optimum", "binary", "randomized_response"), rows)


def _response(letters: Letters) -> float:
    """The value of randomized response over all k inputs, tied ones and those without mass too."""
    return value_of(letters, np.arange(len(letters) + 1))


def _levels(found: Regimes) -> Array:
    """From a decade before the first change to a decade after the last, within the range."""
    ends = [c.epsilon.lower for c in found.changes] or [max(found.least, 0.1), min(found.most, 10)]
    low, high = max(found.least, min(ends) / 10.0), min(found.most, 3.0 * max(ends), 600.0)
    if not low < high:
        low, high = found.least, found.most
    return np.geomspace(low, high, _LEVELS)


def draw(found: Regimes, series: Series, letters: Sequence[str] | None = None) -> Any:
    """Lines above, and a strip of partitions below, on one axis of ε."""
    figure, (above, strip) = style.canvas(
        1, 2, width=6.4, height=2.2, sharex=True, gridspec_kw={"height_ratios": (4, 1)}
    )
    epsilon = series.column("epsilon")
    labels = {
        "optimum": "optimum",
        "binary": "best binary mechanism",
        "randomized_response": "randomized response",
    }
    for (column, label), line in zip(labels.items(), style.LINES, strict=False):
        wide = {"linewidth": 3.0} if column == "optimum" else {}
        above.plot(epsilon, series.column(column), label=label, **line, **wide)
    above.set(xscale="log", ylim=(0, 1.03), ylabel="value / optimum")
    for change in found.changes:
        for axes in (above, strip):
            axes.axvline(change.epsilon.upper, color="#555555", linewidth=0.8, zorder=3)
    _strip(strip, found, (float(epsilon[0]), float(epsilon[-1])), letters)
    strip.set_xlabel("ε (nats)")
    style.legend_above(figure, above, 3)
    return figure


def _strip(
    axes: Any, found: Regimes, ends: tuple[float, float], letters: Sequence[str] | None
) -> None:
    """One box an interval: coloured, hatched and, where there is room, named."""
    colours = (style.SKY, style.ORANGE, style.GREEN, style.PURPLE, style.BLUE)
    for i, interval in enumerate(found.intervals):
        low, high = max(interval.epsilon.lower, ends[0]), min(interval.epsilon.upper, ends[1])
        if not low < high:
            continue
        size = len(interval.partition)
        axes.axvspan(
            low, high, facecolor=colours[i % len(colours)], alpha=0.25, edgecolor="#777777",
            hatch=_HATCHES[i % len(_HATCHES)], linewidth=0,
        )  # fmt: skip
        name = blocks(interval.partition, letters)
        room = 80.0 * math.log(high / low) / math.log(ends[1] / ends[0])
        name = name if len(name) <= min(room, _WIDEST) else str(size)
        middle = math.sqrt(low * high)
        box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.0}
        axes.text(middle, 0.5, name, ha="center", va="center", fontsize=7.5, bbox=box, zorder=4)
    axes.set(ylim=(0, 1), yticks=[], ylabel="optimal\npartition")
    axes.grid(visible=False)
