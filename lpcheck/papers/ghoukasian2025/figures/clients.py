"""Figures 4, 10 and 11: the largest loss over random Laplace mixtures, γ = 3 within γ = 9."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from lpcheck.figures import comparison
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds
from lpcheck.papers.ghoukasian2025.clients import (
    CLIENTS,
    LINE,
    LINE_GAUSSIAN,
    LOCAL,
    PLANE,
    Experiment,
    all_below,
    nearly_all_below,
)

ACCURACY = 1e-6
"""Of an integral in the plane (`lpcheck.continuous.PrivateDensity.divergences`)."""


def _pointwise(series: Series) -> Reading:
    excess = series.column("local") - series.column("local_linear")
    good = int((excess <= ACCURACY).sum())
    measured = f"in {good} of {len(series)} cases"
    remark = f"to the accuracy of the integrals, {ACCURACY:g}"
    return holds(good == len(series), measured, "in all", float(excess.max()), remark)


def _in_class(series: Series) -> Reading:
    least, most = float(series.column("least").min()), float(series.column("most").max())
    off = max(1.0 / LOCAL - least, most - LOCAL)
    inner = np.exp(-1.0) * (1 - 1e-9) <= least and most <= np.exp(1.0) * (1 + 1e-9)
    remark = f"even within [1/e, e]: {'yes' if inner else 'no'}"
    return holds(off <= 0, f"{least:.4g} to {most:.4g}", "in [1/3, 3]", off, remark)


def drawn(
    what: Experiment, number: str, source: str, text: str, local: str = "local",
    check: Callable[[Series, str, str], Reading] = all_below,
) -> Statement:  # fmt: skip
    """What the catalogue's claim on the same sentence reads too."""

    def reading(series: Series) -> Reading:
        return check(series, what.level, local)

    return Statement(source, text, reading, drawn=True, claim=f"ghoukasian2025.{number}")


_LINEAR = (
    "The local sampler of Theorem 4.1 (linear) outperforms the global one for nearly all ε (our "
    "reading: all but one)."
)
_CLIP = "The local sampler of Theorem 5.1 (clip) outperforms the global one for all f and ε."
_LOWER = "The local sampler has the lower worst case for all f and "
_MIXTURES = "Largest divergence over random Laplace mixtures "
_TABLE: tuple[tuple[int, str, Experiment, int, str, tuple[Statement, ...]], ...] = (
    (4, "Section 6.2, Figure 4", LINE, CLIENTS,
     "on the line: the local and the global minimax sampler under ε-LDP.",
     (drawn(LINE, "figure-4", "Sections 1 and 6.2", f"{_LOWER}ε."),)),
    (10, "Appendix E.6, Figure 10", LINE_GAUSSIAN, CLIENTS,
     "on the line: the local and the global minimax sampler under ν-Gaussian LDP.",
     (drawn(LINE_GAUSSIAN, "figure-10", "Appendix E.6", f"{_LOWER}ν."),)),
    (11, "Appendix E.7, Figure 11", PLANE, 12,
     "in the plane: two local minimax samplers and the global one under ε-LDP.",
     (drawn(PLANE, "figure-11-linear", "Appendix E.7", _LINEAR, "local_linear", nearly_all_below),
      drawn(PLANE, "figure-11", "Appendix E.7, with Section 6.2", _CLIP),
      Statement("Proposition 5.2",
                "The clip is at least as close to each client as the linear sampler.", _pointwise,
                claim="ghoukasian2025.proposition-5-2"))),
)  # fmt: skip
"""Number, source, experiment, clients of the short run, caption, statements."""

_IN_CLASS = Statement(
    "Section 6.2, Appendix E.4",
    "Every client is in the local universe: 1/3 ≤ p/h ≤ 3, and so in the global one.",
    _in_class,
    drawn=True,
)


def _numbers(what: Experiment, few: int, full: bool = False) -> Series:
    return what.rows(CLIENTS if full else few)


FIGURES = tuple(
    Figure(
        name=f"ghoukasian2025.figure-{number}",
        source=source,
        caption=f"{_MIXTURES}{caption}",
        numbers=partial(_numbers, what, few),
        draw=comparison.strips(what.level, what.labels),
        statements=(*statements, _IN_CLASS),
    )
    for number, source, what, few, caption, statements in _TABLE
)
