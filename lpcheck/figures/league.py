"""A league of mechanisms: how far each is above the optimum."""

from __future__ import annotations

from typing import Any

from lpcheck.figures import style
from lpcheck.league import League


def image(found: League, extension: str = "png") -> bytes:
    """The drawing as a file's content: png, svg or pdf; the same each time.

    Raises:
        InputError: Matplotlib is not installed.
    """
    with style.applied():
        return style.saved(draw(found), extension)


def draw(found: League) -> Any:
    """A line a mechanism: a dot with the best estimator, a ring with the one that is shipped."""
    rows = len(found.standings)
    figure, axes = style.canvas(width=6.0, height=1.0 + 0.28 * rows)
    best = found.solution.value
    for y, s in enumerate(found.standings):
        shipped = s.ratio if s.counting is None else s.counting / best
        axes.plot([s.ratio, shipped], [y, y], color="#bbbbbb", linewidth=1.2, zorder=2)
        if s.counting is not None:
            label = "as shipped" if y == 0 else None
            axes.plot(
                shipped, y, "o", markerfacecolor="white", color=style.ORANGE, label=label, zorder=3
            )
        axes.plot(s.ratio, y, "o", color=style.BLUE, label=found.best if y == 0 else None, zorder=4)
    axes.axvline(1.0, color=style.BLACK, linewidth=1.2)
    axes.set(xscale="log", yticks=range(rows), xlabel="its value / optimum over all kernels")
    axes.set_yticklabels([s.name for s in found.standings])
    axes.set_ylim(rows - 0.5, -0.5)
    top = max(max(s.ratio, (s.counting or 0.0) / best) for s in found.standings)
    ticks = [t for t in (1, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1000) if t <= 1.2 * top]
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.minorticks_off()
    style.legend_above(figure, axes, 2)
    return figure
