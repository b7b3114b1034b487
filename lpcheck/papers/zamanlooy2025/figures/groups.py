"""Groups of users with counts over the same letters, what samplers lose on them, as bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.figures import style
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, holds
from lpcheck.mechanisms import apply_kernel, relative_mollifier


@dataclass(frozen=True, eq=False)
class Group:
    """The users of one subcategory.

    Attributes:
        label: the subcategory.
        letters: what is counted: websites, or genres.
        counts: clicks or summed ratings, shape (users, letters), no row of zeros.
    """

    label: str
    letters: tuple[str, ...]
    counts: Array

    @property
    def distributions(self) -> Array:
        """Each user's empirical distribution p, as rows."""
        return np.asarray(self.counts / self.counts.sum(axis=1, keepdims=True))

    @property
    def prior(self) -> Array:
        """The public prior q: the average of the users' distributions."""
        return np.asarray(self.distributions.mean(axis=0))


def largest_losses(users: Array, prior: Array, epsilon: float) -> tuple[float, float]:
    """The largest TV(p, p̂) over the users, under the optimal kernel and under the mollifier.

    The mollifier is projected on exactly: the linear program of Appendix A.8 has the same value.
    """
    kernel = apply_kernel(users, prior, epsilon)
    mollified = np.array([relative_mollifier(p, prior, epsilon).distribution for p in users])
    losses = (0.5 * np.abs(users - sampled).sum(axis=1) for sampled in (kernel, mollified))
    ours, theirs = (float(loss.max()) for loss in losses)
    return ours, theirs


def ahead(series: Series) -> Reading:
    """Whether the kernel's largest loss is the smaller one in every group."""
    gap = series.column("mollifier") - series.column("kernel")
    good = int((gap > 0).sum())
    return holds(good == len(gap), f"in {good} of {len(gap)}", "in all", -float(gap.min()))


_BARS = {
    "kernel": ("minimax-optimal kernel", style.BLUE, ""),
    "mollifier": ("relative mollifier", style.ORANGE, "//"),
}


def bars(axes: Any, series: Series, group: str) -> None:
    """Two bars a group, told apart by hatching too, with their heights."""
    labels = [str(cell) for cell in series.cells(group)]
    places = np.arange(len(labels))
    for shift, (column, (label, colour, hatch)) in zip((-0.2, 0.2), _BARS.items(), strict=True):
        drawn = axes.bar(
            places + shift, series.column(column), 0.38, label=label, color=colour, hatch=hatch,
            edgecolor="white",
        )  # fmt: skip
        axes.bar_label(drawn, fmt="%.2g", fontsize=7, padding=1)
    axes.set_xticks(places, labels)
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.12)
    axes.set(ylabel="largest total variation")
