"""Figures 4 and 7: the better of the binary mechanism and randomized response, for four sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, at_least, percent
from lpcheck.papers.kairouz2016.experiment import (
    COLUMNS,
    DRAWN,
    EPSILONS,
    INFORMATION,
    TESTING,
    Experiment,
    grid,
)

SIZES = (3, 4, 6, 12)


@dataclass(frozen=True)
class Sample:
    """How many of the 100 instances of one size the short run takes."""

    instances: int = 100
    """where they are worst: at their own crossing,"""
    curves: int = 15
    """and at other levels of ε too."""


_ALL = Sample(100, 100)


def numbers(experiment: Experiment, short: Mapping[int, Sample]) -> Callable[..., Series]:
    """The samples of each size; all instances at all levels in the full run."""

    def series(full: bool = False) -> Series:
        levels = grid(25 if full else 9)
        samples = dict.fromkeys(SIZES, _ALL) if full else short
        rows = (row for k in SIZES for row in _rows(experiment, k, samples[k], levels))
        note = (
            f"the first {_listed(s.instances for s in samples.values())} instances on 3, 4, 6, 12 "
            f"letters {DRAWN}, each at the ε where both mechanisms are equally good; the first "
            f"{_listed(s.curves for s in samples.values())} at {len(levels)} other levels of ε"
        )
        return Series.of(COLUMNS, rows, note)

    return series


def _listed(counts: Iterable[int]) -> str:
    """The counts of the sizes; one number where they are equal."""
    different = dict.fromkeys(listed := list(counts))
    return ", ".join(map(str, different if len(different) == 1 else listed))


def _rows(
    experiment: Experiment, k: int, sample: Sample, levels: list[float]
) -> Iterator[tuple[Any, ...]]:
    yield from experiment.rows(k, sample.curves, levels)
    for number in range(sample.instances):
        crossing = experiment.crossing(experiment.instances(k)[number])
        if crossing is not None:
            yield experiment.row(k, number, crossing)
        elif number >= sample.curves:  # the other mechanism never overtakes on these axes
            yield from (experiment.row(k, number, epsilon) for epsilon in EPSILONS)


def better(series: Series) -> Array:
    """The larger of the two utilities over the upper bound on the optimum, a row each."""
    best = np.maximum(series.column("binary"), series.column("randomized_response"))
    return np.asarray(best / series.column("optimum_upper"))


def draw(quantity: str) -> Callable[[Series], Any]:
    """A panel for each size."""

    def panels(series: Series) -> Any:
        figure, axes = style.canvas(2, 2, width=3.6, height=2.4, sharex=True, sharey=True)
        for panel, k in zip(axes.flat, SIZES, strict=True):
            _panel(panel, series.where(k=k), k)
        for panel in axes[1]:
            panel.set(xlabel="ε (nats)", xscale="log")
            panel.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        figure.supylabel(f"better of the two: {quantity}", fontsize=9.5)
        style.legend_above(figure, axes[0, 0], 3)
        return figure

    return panels


def _panel(panel: Any, mine: Series, k: int) -> None:
    points: list[tuple[float, float]] = []
    label: str | None = "one instance"
    for number in mine.values("draw"):
        one = mine.where(draw=number)
        epsilon, ratio = one.column("epsilon"), better(one)
        order = np.argsort(epsilon)
        if len(order) > 1:
            faint = {"color": style.BLUE, "linewidth": 0.6, "alpha": 0.5}
            panel.plot(epsilon[order], ratio[order], label=label, **faint)
            label = None
        points.append((float(epsilon[ratio.argmin()]), float(ratio.min())))
    x, y = zip(*points, strict=True)
    panel.plot(x, y, ".", color=style.ORANGE, markersize=3, label="an instance where it is worst")
    worst = int(np.argmin(y))
    panel.plot(x[worst], y[worst], "v", color=style.BLACK, markersize=6, label="the worst of all")
    panel.annotate(
        percent(y[worst]), (x[worst], y[worst]), xytext=(0, -14), textcoords="offset points",
        fontsize=8.5, ha="center",
    )  # fmt: skip
    panel.set(ylim=(0.4, 1.02))
    panel.set_title(f"k = {k}")


def at_least_share(source: str, sizes: tuple[int, ...], printed: float) -> Statement:
    """For all instances of these sizes."""

    def check(series: Series) -> Reading:
        worst = {k: float(better(series.where(k=k)).min()) for k in sizes}
        least = min(worst, key=lambda k: worst[k])
        mine = series.where(k=least)
        place = int(np.argmin(better(mine)))
        at = f"k = {least}, draw {mine.cells('draw')[place]}, "
        at += f"ε = {mine.column('epsilon')[place]:.3g}, of {len(mine.values('draw'))} instances"
        return at_least(worst[least], printed, percent).remarked(at)

    alphabets = ", ".join(map(str, sizes))
    text = (
        f"The better of the two achieves at least {100 * printed:g} % of the optimum for all "
        f"instances with k = {alphabets}."
    )
    return Statement(source, text, check, drawn=True)


def _sizes(series: Series) -> Reading:
    worst = [float(better(series.where(k=k)).min()) for k in SIZES]
    shown = ", ".join(f"{percent(w)} (k = {k})" for w, k in zip(worst, SIZES, strict=True))
    return Reading(None, shown, "-", 0.0, "how much would be too much is not said")


def insensitive(source: str) -> Statement:
    """A statement without a number: the worst shares are given, and no verdict."""
    return Statement(source, "It is not (too) sensitive to the size of the alphabet.", _sizes, True)


def _figure(
    number: int, section: str, experiment: Experiment, short: Mapping[int, Sample], quantity: str,
    words: str, shares: tuple[tuple[str, tuple[int, ...], float, str], ...],
) -> Figure:  # fmt: skip
    return Figure(
        name=f"kairouz2016.figure-{number}",
        source=f"{section}, Figure {number}",
        caption=f"{words} under the better of the binary mechanism and randomized response, over "
        "the optimum, on 3, 4, 6 and 12 letters.",
        numbers=numbers(experiment, short),
        draw=draw(f"{quantity} / optimum"),
        statements=(
            *(
                at_least_share(source, sizes, printed).tested_by(f"kairouz2016.{claim}")
                for source, sizes, printed, claim in shares
            ),
            insensitive(section),
        ),
    )


FIGURES = (
    _figure(
        4, "Section 3.4", TESTING, dict.fromkeys(SIZES, Sample()), "D(M₀‖M₁)", "KL divergence",
        (
            ("Section 3.4", (6,), 0.70, "section-3-4-better-of-two"),
            ("Section 3.4", (12,), 0.55, "section-3-4-better-of-two-12"),
            ("caption", SIZES, 0.55, "section-3-4-better-of-two-12"),
        ),
    ),
    _figure(
        7, "Section 4.4", INFORMATION,
        {**dict.fromkeys((3, 4, 6), Sample()), 12: Sample(20, 2)},
        "I(X; Y)", "Mutual information",
        (
            ("Section 4.4", (6,), 0.75, "figure-7"),
            ("Section 4.4", (12,), 0.65, "figure-7"),
            ("caption", SIZES, 0.65, "figure-7"),
        ),
    ),
)  # fmt: skip
