"""Figures 5 and 8: each instance at ε = 0.1 and at ε = 10, against what the scaling says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.figures import style
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds, percent
from lpcheck.papers.kairouz2016.figures._experiment import COLUMNS, DRAWN, EPSILONS, Experiment
from lpcheck.papers.kairouz2016.figures._regimes import (
    MECHANISMS,
    MUCH,
    MUCH_PRINTED,
    ROUNDING,
    share,
)

SMALL, LARGE = EPSILONS
BEST = {SMALL: "binary", LARGE: "randomized_response"}

Abscissa = Callable[[dict[str, Any], float], tuple[float, float]]
"""From an instance and ε to the horizontal coordinate and the value that the scaling predicts."""


def numbers(experiment: Experiment, abscissa: Abscissa) -> Callable[..., Series]:
    """Six letters and 100 instances, in the short run too."""

    def series(full: bool = False) -> Series:
        rows = (
            (*row, *abscissa(experiment.instances(6)[row[1]], row[2]))
            for row in experiment.rows(6, 100, EPSILONS)
        )
        return Series.of((*COLUMNS, "abscissa", "predicted"), rows, f"100 instances {DRAWN}")

    return series


def draw(quantity: str, small: str, large: str, prediction: str) -> Callable[[Series], Any]:
    """A panel for each ε."""

    def panels(series: Series) -> Any:
        figure, axes = style.canvas(2, width=3.7, height=3.2)
        for panel, epsilon, label in zip(axes, EPSILONS, (small, large), strict=True):
            mine = series.where(epsilon=epsilon)
            x = mine.column("abscissa")
            order = np.argsort(x)
            panel.plot(
                x[order], mine.column("predicted")[order], color=style.BLACK, linewidth=0.9,
                label=f"predicted ({prediction})",
            )  # fmt: skip
            for mechanism, colour, marker in (
                ("binary", style.BLUE, "o"),
                ("randomized_response", style.ORANGE, "s"),
                ("geometric", style.GREEN, "^"),
            ):
                panel.plot(
                    x, mine.column(mechanism), marker, color=colour, markersize=3.5,
                    markerfacecolor="none", markeredgewidth=0.8, label=MECHANISMS[mechanism],
                )  # fmt: skip
            panel.set(xlabel=label, ylabel=quantity, ylim=(0, None))
            panel.set_title(f"ε = {epsilon:g}")
        style.legend_above(figure, axes[0], 4)
        return figure

    return panels


def optimal(source: str, epsilon: float) -> Statement:
    """The mechanism of the regime attains the optimum on every instance."""
    mechanism = BEST[epsilon]

    def check(series: Series) -> Reading:
        ratios = share(series.where(epsilon=epsilon), mechanism)
        good = int((ratios >= 1.0 - ROUNDING).sum())
        least = float(ratios.min())
        measured = f"{good} of {len(ratios)}"
        return holds(
            good == len(ratios), measured, "all", 1.0 - least, f"at worst {100 * least:.4g} %"
        )

    text = f"At ε = {epsilon:g} {_named(mechanism)} achieves the optimum."
    return Statement(source, text, check, drawn=True)


def scaling(source: str, epsilon: float, equation: str, rounding: float) -> Statement:
    """The mechanism of the regime is where the scaling predicts, to within `rounding`.

    At ε = 0.1 a remainder of relative order ε is printed, so that 10 % is allowed. At ε = 10 what
    the scaling predicts is how little is lost: losses are compared, not values nearly equal to
    what there is without privacy.
    """
    mechanism = BEST[epsilon]

    def check(series: Series) -> Reading:
        mine = series.where(epsilon=epsilon)
        whole = mine.column("abscissa") if epsilon == LARGE else 0.0
        ratio: Array = (whole - mine.column(mechanism)) / (whole - mine.column("predicted"))
        worst = float(np.abs(ratio - 1.0).max())
        measured = f"{100 * (ratio.min() - 1):+.2g} to {100 * (ratio.max() - 1):+.2g} %"
        printed = f"within {100 * rounding:g} % (our reading)"
        away = np.abs(ratio - 1.0)
        remark = f"the median is {100 * np.median(away):.2g} % away, "
        remark += f"{int((away > rounding).sum())} of {len(away)} more than {100 * rounding:g} %"
        return holds(worst <= rounding, measured, printed, worst, remark)

    what = "loses what is" if epsilon == LARGE else "scales as"
    text = f"At ε = {epsilon:g} {_named(mechanism)} {what} predicted by {equation}."
    return Statement(source, text, check, drawn=True)


def gain(source: str, epsilon: float, *, significant: bool) -> Statement:
    """The mechanism of the regime against the geometric one, instance by instance."""
    due, printed = (MUCH, MUCH_PRINTED) if significant else (1.0, "> × 1")
    mechanism = BEST[epsilon]

    def check(series: Series) -> Reading:
        mine = series.where(epsilon=epsilon)
        ratio = mine.column(mechanism) / mine.column("geometric")
        measured = f"× {ratio.min():.3g} to × {ratio.max():.3g}"
        ahead = percent(float(np.mean(ratio > 1)))
        remark = f"× {np.median(ratio):.3g} at the median; ahead on {ahead}"
        least = float(ratio.min())
        agrees = least >= due if significant else least > due
        return holds(agrees, measured, printed, due - least, remark)

    how = "improves significantly on" if significant else "improves on"
    text = f"At ε = {epsilon:g} {_named(mechanism)} {how} the geometric mechanism."
    return Statement(source, text, check, drawn=True)


def _named(mechanism: str) -> str:
    return "the binary mechanism" if mechanism == "binary" else "randomized response"
