"""Figure 2: the mechanism of Theorem 3.1 at one distribution, for several ε.

The distribution that the paper draws is not given; ours is binomial.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp
from typing import Any

import numpy as np

from lpcheck.claims.divergences import floats
from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, at_most, holds
from lpcheck.mechanisms.clipped_sampler import global_sampler
from lpcheck.papers.park2024.sampler import simplex

K, EPSILONS = 10, (0.1, 0.5, 1.0, 2.0, 5.0)
SMALL = (1e-4, 1e-2)
"""Beyond the panels: where the limit ε → 0 is read."""
INPUT = tuple(Fraction(comb(K - 1, i) * 3**i * 7 ** (K - 1 - i), 10 ** (K - 1)) for i in range(K))
COLUMNS = ("epsilon", "letter", "input", "output", "exact", "lower", "upper")
ROUNDING = 1e-12
_BOUNDS = {
    "lower": r"$1/(e^\varepsilon + k - 1)$", "upper": r"$e^\varepsilon/(e^\varepsilon + k - 1)$"
}  # fmt: skip


def numbers(full: bool = False) -> Series:
    """The answers, and the same in rational arithmetic; the same in the full run."""
    rows = []
    for epsilon in (*SMALL, *EPSILONS):
        # e^ε rounded to a double and taken as it is: the exact answer is for that number.
        odds = Fraction(exp(epsilon))
        answer = global_sampler(floats(INPUT), epsilon)
        exact = floats(simplex(K, odds).answer(INPUT))
        low = 1.0 / (exp(epsilon) + K - 1)
        for x in range(K):
            bounds = (low, exp(epsilon) * low)
            rows.append((epsilon, x + 1, float(INPUT[x]), answer[x], exact[x], *bounds))
    note = (
        f"k = {K}; the input is binomial ({K - 1} trials, 3/10) on 1 to {K}, ours, as the paper "
        "gives none; ε = 1e-4 and 1e-2 are in the numbers only; the upper bound is beyond the "
        "axis at ε = 2 and 5"
    )
    return Series.of(COLUMNS, rows, note)


def draw(series: Series) -> Any:
    """A panel for each ε."""
    figure, axes = style.canvas(len(EPSILONS), width=2.15, height=2.5, sharey=True)
    for panel, epsilon in zip(axes, EPSILONS, strict=True):
        mine = series.where(epsilon=epsilon)
        letters = mine.column("letter")
        panel.bar(letters, mine.column("input"), width=0.85, color="#cfcfcf", label="input P")
        panel.plot(
            letters, mine.column("output"), "o", color=style.BLUE, label="output Q*(P)", zorder=3
        )
        for bound, label in _BOUNDS.items():
            style_of = style.LINES[2 if bound == "lower" else 3]
            panel.axhline(mine.column(bound)[0], label=label, **(style_of | {"linewidth": 1.1}))
        panel.set_title(f"ε = {epsilon:g}")
        panel.set(xlabel="letter")
        panel.set_xticks([1, 4, 7, 10])
        panel.grid(visible=False, axis="x")
        panel.set_ylim(0, 1.15 * max(float(series.column("input").max()), 0.3))
    axes[0].set_ylabel("probability")
    style.legend_above(figure, axes[0], 4)
    return figure


def _uniform(series: Series) -> Reading:
    """The largest deviation from 1/k falls with ε, in proportion to it in the end."""
    levels = np.array(series.values("epsilon"))
    outputs = series.column("output").reshape(len(levels), -1)
    away = np.abs(outputs - 1.0 / K).max(axis=1)
    slope = float(np.log(away[1] / away[0]) / np.log(levels[1] / levels[0]))
    falls = bool((np.diff(away) > 0).all()) and abs(slope - 1.0) < 0.02
    off = max(float(np.max(-np.diff(away))), abs(slope - 1.0))
    measured = f"{away[0]:.1e} from 1/k at ε = {levels[0]:g}"
    return holds(falls, measured, "→ 0", off, f"of order ε^{slope:.3f}, and smaller with each ε")


def _bounds(series: Series) -> Reading:
    output = series.column("output")
    over = np.maximum(output - series.column("upper"), series.column("lower") - output)
    return at_most(max(float(over.max()), 0.0), ROUNDING, lambda x: f"{x:.1g}").remarked(
        "the most by which a bound is passed"
    )


def _formula(series: Series) -> Reading:
    gap = float(np.abs(series.column("output") - series.column("exact")).max())
    return at_most(gap, ROUNDING, lambda x: f"{x:.1g}").remarked(
        "away from eq. 8 in rational arithmetic"
    )


FIGURE = Figure(
    name="park2024.figure-2",
    source="Section 3.1, Figure 2",
    caption="The minimax sampler of all distributions on 10 letters at one input, for five ε.",
    numbers=numbers,
    draw=draw,
    statements=(
        Statement(
            "Section 3.1",
            "As ε → 0 the mechanism tends to the uniform distribution, as Figure 2 shows.",
            _uniform,
            claim="park2024.section-3-1-behaviour",
        ),
        Statement(
            "caption, with eq. 8",
            "It shows Q*(x|P) = max(P(x)/r_P, 1/(e^ε + k − 1)).",
            _formula,
            claim="park2024.theorem-3-1-mechanism",
        ),
        Statement(
            "Section 3.1, with Figure 2",
            "Every Q*(x|P) is between 1/(e^ε + k − 1) and e^ε/(e^ε + k − 1).",
            _bounds,
            claim="park2024.theorem-3-1-remarks",
        ),
    ),
)
