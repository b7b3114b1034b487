"""Figures 3 and 6: averages over the instances, and each instance against its optimum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.claims.instances import F
from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds, percent
from lpcheck.papers.kairouz2016.experiment import (
    BEYOND,
    COLUMNS,
    DRAWN,
    EPSILONS,
    INFORMATION,
    TESTING,
    WITNESS,
    Experiment,
    grid,
)

MECHANISMS = {
    "binary": "binary mechanism",
    "randomized_response": "randomized response",
    "geometric": "geometric mechanism",
}
MUCH = 1.1
"""Our reading of "significantly": by 10 %."""
MUCH_PRINTED = f"≥ × {MUCH:g} (our reading)"
ROUNDING = 1e-9
"""A share of the optimum above 1 − this is optimal: the solver's accuracy."""
STEP = 0.05
"""How bad a mechanism can be is printed in steps of 5 %."""

WITNESSES: dict[Experiment, dict[str, Any]] = {
    TESTING: {  # all |P0(x) − P1(x)| are equal
        "p0": [F(2, 9), F(2, 9), F(2, 9), F(1, 9), F(1, 9), F(1, 9)],
        "p1": [F(1, 9), F(1, 9), F(1, 9), F(2, 9), F(2, 9), F(2, 9)],
    },
    INFORMATION: {"prior": [F(49, 100)] * 2 + [F(1, 200)] * 4},  # nearly a fair coin
}
"""Nearly the worst instances for randomized response as ε → 0."""


def numbers(experiment: Experiment) -> Callable[..., Series]:
    """Six letters, 100 instances and the witness; 15 levels of ε, or 41 in the full run."""

    def series(full: bool = False) -> Series:
        levels = grid(41 if full else 15)
        note = f"100 instances on 6 letters {DRAWN}; {len(levels)} levels of ε (16 and 20, and a "
        note += "witness at the smallest, are in the numbers and not in the drawing)"
        rows = experiment.rows(6, 100, [*levels, *BEYOND])
        return Series.of(COLUMNS, [*rows, at_worst(experiment)], note)

    return series


def at_worst(experiment: Experiment) -> tuple[Any, ...]:
    """The row of the witness."""
    return experiment.witness(WITNESSES[experiment], EPSILONS[0])


def share(series: Series, mechanism: str) -> Array:
    """The mechanism's utility over the upper bound on the optimum, a row each."""
    return series.column(mechanism) / series.column("optimum_upper")


def drawn(series: Series) -> Series:
    """The rows of the instances that are drawn."""
    return series.among("draw", lambda draw: draw != WITNESS)


def shown(series: Series) -> Series:
    """The rows within the axes."""
    return drawn(series).among("epsilon", lambda epsilon: epsilon <= EPSILONS[1])


def averages(series: Series, mechanism: str) -> tuple[Array, Array]:
    """The levels of ε, and the mean of utility / utility without privacy at each."""
    levels, inverse = np.unique(series.column("epsilon"), return_inverse=True)
    normalised = series.column(mechanism) / series.column("without_privacy")
    return levels, np.bincount(inverse, weights=normalised) / np.bincount(inverse)


def draw(average: str, relative: str) -> Callable[[Series], Any]:
    """The drawing of the two panels; the words are those of the vertical axes."""

    def panels(series: Series) -> Any:
        visible = shown(series)
        figure, (left, right) = style.canvas(2, width=3.7, height=3.2)
        lines = {"optimum_lower": "optimum", **MECHANISMS}
        for (column, label), line in zip(lines.items(), style.LINES, strict=False):
            levels, mean = averages(visible, column)
            wide = 3.0 if column == "optimum_lower" else None
            left.plot(levels, mean, label=label, **line, **({"linewidth": wide} if wide else {}))
        left.set(xscale="log", ylim=(0, 1.02), xlabel="ε (nats)", ylabel=average)
        left.set_title("average over the instances")
        for column, line in zip(("binary", "randomized_response"), style.LINES[1:], strict=False):
            epsilon, ratio = visible.column("epsilon"), share(visible, column)
            count = len(visible.values("draw"))
            faint = {"color": line["color"], "linewidth": 0.5, "alpha": 0.35}
            right.plot(epsilon.reshape(-1, count), ratio.reshape(-1, count), **faint)
            levels = epsilon.reshape(-1, count)[:, 0]
            right.plot(levels, ratio.reshape(-1, count).min(axis=1), **line, linewidth=2.2)
        right.set(xscale="log", ylim=(0, 1.02), xlabel="ε (nats)", ylabel=relative)
        right.set_title("each instance (faint) and the worst (bold)")
        for axes in (left, right):
            axes.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        style.legend_above(figure, left, 4)
        return figure

    return panels


def as_bad_as(
    source: str, mechanism: str, printed: float, where: str, impossible: str = ""
) -> Statement:
    """Some instance, drawn or a witness, has the printed share, to the step of the print.

    `impossible` says why no instance can agree, where that is so.
    """

    def check(series: Series) -> Reading:
        visible = series.among("epsilon", lambda epsilon: epsilon <= EPSILONS[1])
        ratios = share(visible, mechanism)
        worst = int(np.argmin(ratios))
        at = f"draw {visible.cells('draw')[worst]} at ε = {visible.column('epsilon')[worst]:.3g}"
        ours = f"of the draws {percent(float(share(shown(series), mechanism).min()))}"
        remark = "; ".join(filter(None, (at.replace("draw w", "w"), ours, impossible)))
        off = float(ratios[worst]) - printed
        return holds(off <= STEP / 2, percent(ratios[worst]), f"{100 * printed:g} %", off, remark)

    text = f"The {MECHANISMS[mechanism]} can be as bad as {100 * printed:g} % of the optimum"
    text = text.replace("The randomized", "Randomized")
    return Statement(source, f"{text} ({where}).", check)


def _optimal(series: Series) -> Reading:
    """How many instances have the right optimal mechanism at the two ends."""
    found = []
    for mechanism, epsilon in (("binary", EPSILONS[0]), ("randomized_response", BEYOND[0])):
        good = share(drawn(series).where(epsilon=epsilon), mechanism) >= 1.0 - ROUNDING
        found.append((int(good.sum()), len(good)))
    measured = "; ".join(f"{a} of {b}" for a, b in found)
    missing = sum(b - a for a, b in found)
    at_ten = share(drawn(series).where(epsilon=EPSILONS[1]), "randomized_response")
    remark = (
        f"binary at ε = {EPSILONS[0]:g}; randomized response at ε = {BEYOND[0]:g} (at ε = "
        f"{EPSILONS[1]:g}: {int((at_ten >= 1.0 - ROUNDING).sum())} of {len(at_ten)})"
    )
    return holds(missing == 0, measured, "all", missing, remark)


def optimal_at_ends(source: str) -> Statement:
    """The two regimes."""
    text = (
        "In all instances the binary mechanism is optimal for small ε and randomized response for "
        "large ε."
    )
    return Statement(source, text, _optimal, drawn=True)


def _gain(series: Series) -> Reading:
    visible = shown(series)
    levels, geometric = averages(visible, "geometric")
    ratios = np.array([averages(visible, m)[1] / geometric for m in MECHANISMS])[:2]
    least = np.unravel_index(np.argmin(ratios), ratios.shape)
    which = ("binary", "randomized response")[least[0]]
    remark = f"smallest ratio of the averages for ε from {levels[0]:g} to {levels[-1]:g}: {which} "
    remark += f"at ε = {levels[least[1]]:.3g}"
    smallest = float(ratios[least])
    return holds(smallest >= MUCH, f"× {smallest:.3f}", MUCH_PRINTED, MUCH - smallest, remark)


def gain(source: str) -> Statement:
    """The statement that both mechanisms improve on the geometric one."""
    text = (
        "In all regimes both mechanisms improve significantly on the geometric mechanism, on "
        "average."
    )
    return Statement(source, text, _gain, drawn=True)


def converges(source: str) -> Statement:
    """The average under randomized response tends to 1 as ε grows."""

    def check(series: Series) -> Reading:
        last = 1.0 - float(averages(drawn(series), "randomized_response")[1][-1])
        return holds(last < 1e-4, f"1 − {last:.2g} at ε = {BEYOND[-1]:g}", "→ 1", last)

    text = "Under randomized response the normalised average converges to one."
    return Statement(source, text, check)


def rate(source: str) -> Statement:
    """How fast: log(1 − average) against ε, between 16 and 20."""

    def check(series: Series) -> Reading:
        levels, mean = averages(drawn(series), "randomized_response")
        slope = float(np.diff(np.log(1.0 - mean[-2:]))[0] / np.diff(levels[-2:])[0])
        remark = f"slope of log(1 − average) from ε = {levels[-2]:g} to {levels[-1]:g}"
        return holds(abs(slope + 1.0) < 0.05, f"{slope:.3f}", "−1", abs(slope + 1.0), remark)

    text = "Randomized response converges exponentially in ε to 1 (as e^−ε, by Theorem 8)."
    return Statement(source, text, check)


def order(source: str) -> Statement:
    """The binary mechanism's order at small ε, from the two smallest levels."""

    def check(series: Series) -> Reading:
        levels, mean = averages(drawn(series), "binary")
        slope = float(np.diff(np.log(mean[:2]))[0] / np.diff(np.log(levels[:2]))[0])
        remark = f"slope of log(average) in log ε from ε = {levels[0]:g} to {levels[1]:.3g}"
        return holds(abs(slope - 2.0) < 0.05, f"{slope:.3f}", "2", abs(slope - 2.0), remark)

    text = "The binary mechanism converges quadratically in ε to 0."
    return Statement(source, text, check)


def _tested(section: str, **statements: Statement) -> tuple[Statement, ...]:
    """Statements with the claims of one section."""
    return tuple(
        s.tested_by(f"kairouz2016.{section}-{name.replace('_', '-')}")
        for name, s in statements.items()
    )


FIGURES = (
    Figure(
        name="kairouz2016.figure-3",
        source="Section 3.4, Figure 3",
        caption="KL divergence of the outputs on 6 letters: three mechanisms and the optimum.",
        numbers=numbers(TESTING),
        draw=draw("D(M₀‖M₁) / D(P₀‖P₁)", "D(M₀‖M₁) / optimum"),
        statements=_tested(
            "section-3-4",
            regimes=optimal_at_ends("Section 3.4 and caption"),
            exponential=rate("Section 3.4"),
            quadratic=order("Section 3.4"),
            gain=gain("Section 3.4 and caption"),
            response_10=as_bad_as(
                "Section 3.4 and caption", "randomized_response", 0.10, "for small ε"
            ),
            binary_25=as_bad_as("Section 3.4", "binary", 0.25, "for large ε"),
        ),
    ),
    Figure(
        name="kairouz2016.figure-6",
        source="Section 4.4, Figure 6",
        caption="Mutual information on 6 letters: three mechanisms and the optimum.",
        numbers=numbers(INFORMATION),
        draw=draw("I(X; Y) / H(X)", "I(X; Y) / optimum"),
        statements=(
            *_tested(
                "section-4-4",
                regimes=optimal_at_ends("Section 4.4 and caption"),
                converges=converges("Section 4.4"),
                geometric=gain("Section 4.4 and caption"),
                response_35=as_bad_as(
                    "Section 4.4 and caption", "randomized_response", 0.35, "for small ε"
                ),
                binary_40=as_bad_as("Section 4.4", "binary", 0.40, "for large ε"),
            ),
            as_bad_as(
                "caption",
                "binary",
                0.35,
                "each",
                "no prior is known to have less than log 2 / log 6 = 38.7 %",
            ).tested_by("kairouz2016.figure-6-caption"),
        ),
    ),
)
