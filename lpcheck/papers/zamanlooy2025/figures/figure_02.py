"""Figure 2: the kernel of Algorithm 1 and the relative mollifier on a simulated public prior.

The paper's draws are not given. The ten priors are those of the claims of Section 5.2, and so are
the functions that read the statements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from formulations import RelativeMollifier
from formulations.divergences import read_divergence
from formulations.formulation import Array
from formulations.gate import solve
from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds
from lpcheck.mechanisms import apply_kernel
from lpcheck.papers.zamanlooy2025.section_5_2 import (
    CLEAR,
    EPSILON,
    RUNS,
    SEEDS,
    N,
    local,
    priors,
    score,
)

_NEAR, _FAR = "zamanlooy2025.section-5-2-near-uniform", "zamanlooy2025.section-5-2-near-dirac"
SEED = SEEDS[0]
DIVERGENCES = {"tv": "total variation", "kl": "KL divergence (nats)"}


def losses(divergence: str, p: Array, q: Array) -> tuple[float, float, float]:
    """D(p‖p̂) under the kernel, and bounds on it under the mollifier."""
    problem = RelativeMollifier(target=p, reference=q, epsilon=EPSILON, divergence=divergence)
    bounds = solve(problem).bounds
    kernel = read_divergence(divergence).between(p, apply_kernel(p, q, EPSILON))
    return float(kernel), bounds.lower, bounds.upper


def numbers(full: bool = False) -> Series:
    """The two losses at 13 values of p^1 from 1/n to 1, or 34; the mollifier's by its program."""
    rows = []
    for name in DIVERGENCES:
        for first in np.linspace(1.0 / N, 1.0, 34 if full else 13):
            for run, q in enumerate(priors(SEED)):
                rows.append((name, first, run, *losses(name, local(first), q)))
    note = f"n = {N}, ε = {EPSILON:g}, {RUNS} priors from U[0, 1] with seed {SEED} (the paper's "
    note += "are not given); bars are standard errors; the mollifier's loss by its convex program"
    columns = ("divergence", "p1", "run", "kernel", "mollifier_lower", "mollifier_upper")
    return Series.of(columns, rows, note)


def mean_and_error(series: Series, divergence: str, column: str) -> tuple[Array, Array, Array]:
    """The values of p^1, and the mean and its standard error over the runs at each."""
    mine = series.where(divergence=divergence)
    firsts = np.array(mine.values("p1"))
    losses = mine.column(column).reshape(len(firsts), -1)
    error = losses.std(axis=1, ddof=1) / np.sqrt(losses.shape[1])
    return firsts, losses.mean(axis=1), error


def draw(series: Series) -> Any:
    """A panel for each divergence."""
    figure, axes = style.canvas(2, width=3.7, height=3.1)
    labels = {"kernel": "minimax-optimal kernel", "mollifier_upper": "relative mollifier"}
    for panel, (divergence, words) in zip(axes, DIVERGENCES.items(), strict=True):
        for i, (column, label) in enumerate(labels.items()):
            firsts, mean, error = mean_and_error(series, divergence, column)
            panel.errorbar(
                firsts, mean, error, label=label, capsize=2, elinewidth=0.8,
                marker=style.MARKERS[i], **style.LINES[i + 1],
            )  # fmt: skip
        panel.set(xlabel="p¹, the mass of the first letter", ylabel=f"mean {words}")
        panel.set_ylim(bottom=0)
    style.legend_above(figure, axes[0], 2)
    return figure


def lead(series: Series, divergence: str) -> tuple[Array, Array]:
    """The values of p^1, and mean (kernel − mollifier) in its standard errors at each."""
    mine = series.where(divergence=divergence)
    firsts = np.array(mine.values("p1"))
    both = np.stack([mine.column("kernel"), mine.column("mollifier_upper")], axis=1)
    return firsts, np.array([score(runs) for runs in both.reshape(len(firsts), -1, 2)])


def _better_at(divergence: str, place: int, sign: float) -> Callable[[Series], Reading]:
    def read(series: Series) -> Reading:
        firsts, found = lead(series, divergence)
        measured = f"{found[place]:+.1f} standard errors at p¹ = {firsts[place]:.3g}"
        printed = "kernel − mollifier > 0" if sign > 0 else "kernel − mollifier < 0"
        crossing = float(firsts[np.argmax(found < 0)])
        remark = f"the kernel's average is smaller from p¹ = {crossing:.3g} on"
        off = max(CLEAR - sign * float(found[place]), 0.0)
        return holds(sign * found[place] > CLEAR, measured, printed, off, remark)

    return read


def _statements() -> tuple[Statement, ...]:
    found = []
    for name in DIVERGENCES:
        shown = name.upper()
        near = f"Near uniform (low p¹) the relative mollifier is better, in {shown}."
        far = f"As p¹ grows the kernel has significantly less distortion, in {shown}."
        found.append(Statement("Section 5.2", near, _better_at(name, 0, 1.0), True, _NEAR))
        found.append(Statement("Section 5.2", far, _better_at(name, -1, -1.0), True, _FAR))
    return tuple(found)


FIGURE = Figure(
    name="zamanlooy2025.figure-2",
    source="Section 5.2, Figure 2",
    caption="Loss of a user whose distribution moves from uniform to a point mass: the "
    "minimax-optimal kernel and the relative mollifier, n = 100, ε = 8.",
    numbers=numbers,
    draw=draw,
    statements=_statements(),
)
