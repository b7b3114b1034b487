"""A density in the plane, what private samplers make of it, and the differences, as maps.

A series has the columns `setting`, `sampler`, `x`, `y`, `input`, `output` and `reference`, and in
every row of a sampler its divergences `kl`, `tv` and `hellinger`, and the band from `lower` h to
`upper` h in which it holds every answer (0 to ∞ where it holds none).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.continuous import PrivateDensity
from lpcheck.figures import style
from lpcheck.figures.comparison import DIVERGENCES, SHORT
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, holds

COLUMNS = (
    "setting", "sampler", "x", "y", "input", "output", "reference", *DIVERGENCES, "lower", "upper",
)  # fmt: skip

_ROUNDING = 1e-12


def rows(
    setting: str, sampler: str, private: PrivateDensity, half: float, n: int
) -> Iterator[tuple[Any, ...]]:
    """COLUMNS on an n × n grid of [−half, half]²."""
    ticks = np.linspace(-half, half, n)
    points = np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)
    losses = private.divergences(tuple(DIVERGENCES))
    ends = private.response.constants
    band = (0.0, math.inf) if private.normaliser is None else (ends[0], ends[-1])
    densities = zip(
        private.target.at(points), private.at(points), private.reference.at(points), strict=True
    )
    return (
        (setting, sampler, *point, *at, *losses, *band)
        for point, at in zip(points.tolist(), densities, strict=True)
    )


def losses(series: Series, setting: str, sampler: str) -> dict[str, float]:
    """KL, TV and squared Hellinger of one sampler."""
    first = next(iter(series.where(setting=setting, sampler=sampler)))
    return {name: float(first[name]) for name in DIVERGENCES}


def closer(series: Series, setting: str, first: str, second: str) -> Reading:
    """Whether the first sampler's output is closer to the input in all three divergences."""
    ours, theirs = losses(series, setting, first), losses(series, setting, second)
    good = sum(ours[name] < theirs[name] for name in DIVERGENCES)
    off = max(ours[name] / theirs[name] for name in DIVERGENCES) - 1.0
    shown = (f"{SHORT[n]} {ours[n]:.3g} against {theirs[n]:.3g}" for n in DIVERGENCES)
    return holds(good == 3, f"in {good} of 3 divergences", "closer", off, "; ".join(shown))


def private_at(series: Series, setting: str, epsilon: float) -> Reading:
    """The ε of the samplers' bands, which do not depend on the input, and hold its answer."""
    spent, outside = [], 0
    for sampler in series.where(setting=setting).values("sampler"):
        mine = series.where(setting=setting, sampler=sampler)
        level = mine.column("output") / mine.column("reference")
        lower, upper = mine.column("lower"), mine.column("upper")
        inside = (lower * (1 - _ROUNDING) <= level) & (level <= upper * (1 + _ROUNDING))
        outside += int((~inside).sum())
        spent.append(math.log(float(upper.max() / lower.min())) if lower.min() > 0 else math.inf)
    most = max(spent)
    off = max(abs(s - epsilon) for s in spent)
    remark = "log(u/l) of the band [l h, u h] that holds every answer of a sampler; "
    remark += f"{outside} of {len(series.where(setting=setting))} points are outside"
    agrees = off <= _ROUNDING and not outside
    return holds(agrees, f"{most:.6g}", f"{epsilon:g}", off, remark)


def draw(series: Series, settings: Mapping[str, str], samplers: Mapping[str, str]) -> Any:
    """A row of maps for each setting: input, outputs, and outputs less the input."""
    count = len(samplers)
    figure, axes = style.canvas(
        2 * count + 1, len(settings), width=2.2, height=2.4, squeeze=False,
        sharex=True, sharey=True,
    )  # fmt: skip
    top = max(float(series.column(c).max()) for c in ("input", "output"))
    for line, (setting, words) in zip(axes, settings.items(), strict=True):
        found = [series.where(setting=setting, sampler=s) for s in samplers]
        change = [_map(s, "output") - _map(s, "input") for s in found]
        most = max(float(np.abs(c).max()) for c in change) or 1.0
        extent = _extent(found[0])
        whole = {"origin": "lower", "extent": extent, "interpolation": "bilinear"}
        density = line[0].imshow(_map(found[0], "input"), cmap="cividis", vmin=0, vmax=top, **whole)
        line[0].set_title("input")
        line[0].set_ylabel(words)
        for i, (sampler, label) in enumerate(samplers.items()):
            loss = losses(series, setting, sampler)["tv"]
            line[1 + i].imshow(_map(found[i], "output"), cmap="cividis", vmin=0, vmax=top, **whole)
            line[1 + i].set_title(f"{label}, TV = {loss:.2g}")
            shift = line[1 + count + i].imshow(
                change[i], cmap="PuOr", vmin=-most, vmax=most, **whole
            )
            line[1 + count + i].set_title(f"{label} − input")
        figure.colorbar(density, ax=line[: 1 + count].tolist(), shrink=0.8, pad=0.01)
        figure.colorbar(shift, ax=line[1 + count :].tolist(), shrink=0.8, pad=0.01)
        for panel in line:
            panel.grid(visible=False)
    return figure


def _map(series: Series, column: str) -> Array:
    """An image: rows are y, upwards."""
    n = len(series.values("x"))
    return np.asarray(series.column(column).reshape(n, n).T)


def _extent(series: Series) -> tuple[float, float, float, float]:
    ends = [float(f(series.column(c))) for c in ("x", "y") for f in (np.min, np.max)]
    return ends[0], ends[1], ends[2], ends[3]
