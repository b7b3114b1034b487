"""A figure with one panel each for time, memory and error, by size."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks._measure import Measured, Row

_FLOOR = 1e-17
"""Where an error of exactly 0 is drawn on a logarithmic axis."""


def draw_panels(rows: Sequence[Row], path: Path, size: str, error: str) -> str:
    """Three log-log panels, where Matplotlib is installed; what became of it."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
    except ImportError:
        return "no figure: Matplotlib is not installed"
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    panels: list[tuple[str, Callable[[Measured], float]]] = [
        ("median time (s)", lambda m: m.median),
        ("peak memory (MB)", lambda m: m.peak),
        (error, lambda m: max(m.error, _FLOOR)),
    ]
    figure, row = plt.subplots(1, len(panels), figsize=(12, 3.8), layout="constrained")
    names = list(dict.fromkeys(r.way for r in rows))
    for axes, (label, of) in zip(row, panels, strict=True):
        for number, name in enumerate(names):
            points = [(r.size, of(r.measured)) for r in rows if r.way == name]
            known = [(n, y) for n, y in points if math.isfinite(y)]
            if known:
                axes.loglog(*zip(*known, strict=True), "o-", color=f"C{number}", label=name)
        axes.set_xlabel(size)
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    row[0].legend()
    figure.savefig(path, dpi=150)
    plt.close(figure)
    return f"figure in {path}"
