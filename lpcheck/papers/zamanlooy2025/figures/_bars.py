"""Bars of the largest loss in each group: how Figures 3 and 4 are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from lpcheck.figures import style
from lpcheck.figures.series import Series

_BARS = {
    "kernel": ("minimax-optimal kernel", style.BLUE, ""),
    "mollifier": ("relative mollifier", style.ORANGE, "//"),
}


def panel(axes: Any, series: Series, group: str) -> None:
    """Two bars a group, told apart by hatching too, with their heights."""
    labels = [str(cell) for cell in series.cells(group)]
    places = np.arange(len(labels))
    for shift, (column, (label, colour, hatch)) in zip((-0.2, 0.2), _BARS.items(), strict=True):
        bars = axes.bar(
            places + shift, series.column(column), 0.38, label=label, color=colour, hatch=hatch,
            edgecolor="white",
        )  # fmt: skip
        axes.bar_label(bars, fmt="%.2g", fontsize=7, padding=1)
    axes.set_xticks(places, labels)
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.12)
    axes.set(ylabel="largest total variation")
