"""Figures 5 and 8: each instance at ε = 0.1 and at ε = 10, against what the scaling says."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds, percent
from lpcheck.papers.kairouz2016.corollary_10_expansion import divergence, printed_constant
from lpcheck.papers.kairouz2016.experiment import (
    COLUMNS,
    DRAWN,
    EPSILONS,
    INFORMATION,
    TESTING,
    Experiment,
)
from lpcheck.papers.kairouz2016.figures.regimes import (
    MECHANISMS,
    MUCH,
    MUCH_PRINTED,
    ROUNDING,
    share,
)
from lpcheck.papers.kairouz2016.hypothesis import total_variation
from lpcheck.papers.kairouz2016.information import balance, entropy

SMALL, LARGE = EPSILONS
MOST = 0.95
"""The share of the instances that are to be where a leading term alone predicts."""

SEEN = 0.002
"""A relative difference that a plot of points does not show."""

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
    """The mechanism of the regime attains the optimum on every instance, as far as a plot tells."""
    mechanism = BEST[epsilon]

    def check(series: Series) -> Reading:
        ratios = share(series.where(epsilon=epsilon), mechanism)
        good = int((ratios >= 1.0 - ROUNDING).sum())
        least = float(ratios.min())
        remark = f"exactly on {good} of {len(ratios)}"
        measured = f"at worst {100 * least:.4g} %"
        return holds(least >= 1.0 - SEEN, measured, "all", 1.0 - least, remark)

    text = f"At ε = {epsilon:g} {_named(mechanism)} achieves the optimum."
    return Statement(source, text, check, drawn=True)


def scaling(source: str, epsilon: float, equation: str, rounding: float, losses: bool) -> Statement:
    """The mechanism of the regime is where the scaling predicts, to within `rounding`.

    At ε = 0.1 a remainder of relative order ε is printed, so that 10 % is allowed. At ε = 10 the
    values are compared with the leading term, which is the horizontal axis, on 95 % of the
    instances; or, with `losses`, how little is lost of what there is without privacy, on all.
    """
    mechanism = BEST[epsilon]

    def check(series: Series) -> Reading:
        mine = series.where(epsilon=epsilon)
        whole = mine.column("abscissa") if losses else 0.0
        leading = epsilon == LARGE and not losses
        due = mine.column("abscissa" if leading else "predicted")
        ratio: Array = (whole - mine.column(mechanism)) / (whole - due)
        away = np.abs(ratio - 1.0)
        measured = f"{100 * (ratio.min() - 1):+.2g} to {100 * (ratio.max() - 1):+.2g} %"
        printed = f"within {100 * rounding:g} % (our reading)"
        most = float(np.quantile(away, MOST) if leading else away.max())
        remark = f"the median is {100 * np.median(away):.2g} % away, "
        remark += f"{int((away > rounding).sum())} of {len(away)} more than {100 * rounding:g} %"
        return holds(most <= rounding, measured, printed, most, remark)

    text = f"At ε = {epsilon:g} {_named(mechanism)} exhibits the scaling predicted by {equation}."
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


def _tv(pair: dict[str, Any], epsilon: float) -> tuple[float, float]:
    """What is printed below (16) and (17), without the remainders."""
    if epsilon == SMALL:
        distance = total_variation(**pair)
        return distance, math.expm1(epsilon) ** 2 / (math.exp(epsilon) + 1.0) * distance**2
    whole = divergence(*pair.values())
    return whole, whole - printed_constant(*pair.values()) * math.exp(-epsilon)


def _balance(instance: dict[str, Any], epsilon: float) -> tuple[float, float]:
    """Equations 21 and 22, without the remainders."""
    prior = np.array(instance["prior"])
    if epsilon == SMALL:
        mass = float(balance(instance["prior"]))
        return mass * (1.0 - mass), 0.5 * mass * (1.0 - mass) * epsilon**2
    whole = entropy(prior)
    return whole, whole - (len(prior) - 1) * epsilon * math.exp(-epsilon)


def _statements(section: str, claims: dict[str, str], equations: tuple[str, str], close: float,
                *, losses: bool, significant: bool) -> tuple[Statement, ...]:  # fmt: skip
    """Three statements at each ε; `claims` are their ids."""
    place = f"{section} and caption"
    found = {}
    for epsilon, equation, rounding in zip(EPSILONS, equations, (0.10, close), strict=True):
        far = epsilon == LARGE
        found[f"optimal {epsilon:g}"] = optimal(place, epsilon)
        found[f"scaling {epsilon:g}"] = scaling(place, epsilon, equation, rounding, losses and far)
        found[f"gain {epsilon:g}"] = gain(place, epsilon, significant=significant)
    return tuple(
        s.tested_by(f"kairouz2016.{claims[name]}") if name in claims else s
        for name, s in found.items()
    )


FIGURES = (
    Figure(
        name="kairouz2016.figure-5",
        source="Section 3.5, Figure 5",
        caption="KL divergence on 6 letters, instance by instance, at ε = 0.1 against "
        "‖P0 − P1‖_TV and at ε = 10 against D(P0‖P1).",
        numbers=numbers(TESTING, _tv),
        draw=draw(
            "D(M₀‖M₁) (nats)", "total variation of P₀ and P₁", "D(P₀‖P₁) (nats)", "eqs. 16, 17"
        ),
        statements=_statements(
            "Section 3.5",
            {
                "optimal 0.1": "figure-5-binary",
                "optimal 10": "figure-5-response",
                "scaling 0.1": "figure-5-scaling",
                "scaling 10": "figure-5-scaling-17",
                "gain 0.1": "figure-5-gain",
                "gain 10": "figure-5-gain",
            },
            ("eq. 16", "eq. 17"),
            0.05,
            losses=False,
            significant=True,
        ),
    ),
    Figure(
        name="kairouz2016.figure-8",
        source="Section 4.5, Figure 8",
        caption="Mutual information on 6 letters, instance by instance, at ε = 0.1 against "
        "P(T)P(Tᶜ) and at ε = 10 against H(X).",
        numbers=numbers(INFORMATION, _balance),
        draw=draw("I(X; Y) (nats)", "P(T) P(Tᶜ)", "H(X) (nats)", "eqs. 21, 22"),
        statements=_statements(
            "Section 4.5",
            {
                "optimal 0.1": "figure-8",
                "optimal 10": "figure-8",
                "scaling 0.1": "figure-8-scaling",
                "scaling 10": "figure-8-scaling",
            },
            ("eq. 21", "eq. 22"),
            0.15,
            losses=True,
            significant=False,
        ),
    ),
)
