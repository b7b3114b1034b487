"""The map over (ε, skew): which subset size is best, where it is optimal, and what is lost."""

from __future__ import annotations

from typing import Any

import numpy as np

from lpcheck.figures import style
from lpcheck.league import SkewMap

_LEAST = 1e-4
"""Losses below it, in percent, have the lightest colour."""


def image(found: SkewMap, extension: str = "png") -> bytes:
    """The drawing as a file's content: png, svg or pdf; the same each time.

    Raises:
        InputError: Matplotlib is not installed.
    """
    with style.applied():
        return style.saved(draw(found), extension)


def draw(found: SkewMap) -> Any:
    """At the left the best size, with dots where it is optimal; at the right the loss."""
    from matplotlib.colors import BoundaryNorm, LogNorm  # noqa: PLC0415

    epsilons = sorted({float(c.epsilon) for c in found.cells})
    skews = sorted({float(c.skew) for c in found.cells})
    shape = (len(skews), len(epsilons))
    size = np.array([c.size for c in found.cells]).reshape(shape)
    percent = np.array([100.0 * c.loss for c in found.cells]).reshape(shape)
    figure, (left, right) = style.canvas(2, width=4.2, height=3.2, sharey=True)
    most = int(size.max())
    bounds = np.arange(0.5, most + 1)
    common: dict[str, Any] = {"shading": "nearest", "rasterized": True}
    drawn = left.pcolormesh(
        epsilons, skews, size, cmap="Blues", norm=BoundaryNorm([*bounds, most + 0.5], 256), **common
    )
    figure.colorbar(drawn, ax=left, ticks=range(1, most + 1), label="best subset size")
    dots = [(float(c.epsilon), float(c.skew)) for c in found.cells if c.optimal]
    if dots:
        left.plot(*zip(*dots, strict=True), ".", color=style.ORANGE, markersize=3.5)
    left.set_title(f"{found.k} letters; dots: optimal to 1e-9")
    top = max(float(percent.max()), 10 * _LEAST)
    drawn = right.pcolormesh(
        epsilons, skews, np.maximum(percent, _LEAST), cmap="Oranges", norm=LogNorm(_LEAST, top),
        **common,
    )  # fmt: skip
    figure.colorbar(drawn, ax=right, label="loss (% of the optimum)")
    right.set_title("the best oracle of a library")
    left.set_ylabel("skew s: shares ∝ i$^{-s}$")
    for axes in (left, right):
        axes.set_xlabel("ε (nats)")
        axes.grid(visible=False)
    return figure
