"""Figure 1: a Gaussian ring in the plane, ε = 1/2.

The ring, its reference and its class are those of the claim `park2024.figure-1`: Appendix F, which
describes them, is not in the printed main part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lpcheck.continuous import (
    clipped_sampler,
    gaussian_envelope,
    gaussian_mixture,
    gaussian_ring,
    mollified,
)
from lpcheck.figures import plane
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds
from lpcheck.papers.park2024.figure_01 import SIGMA
from lpcheck.papers.park2024.section_05_2 import FS, below

EPSILON, HALF = 0.5, 3.0
SETTING = "pure"
SAMPLERS = {"baseline": "baseline", "proposed": "proposed"}


def numbers(full: bool = False) -> Series:
    """The two answers on a grid of 41 points a side, or 121, and their exact divergences."""
    ring, (h, c2) = gaussian_ring(3), gaussian_envelope(SIGMA, dimension=2)
    answers = {
        "baseline": mollified(ring, gaussian_mixture([(0.0, 0.0)]), EPSILON),
        "proposed": clipped_sampler(ring, h, 0, c2, EPSILON),
    }
    n = 121 if full else 41
    rows = [row for name, q in answers.items() for row in plane.rows(SETTING, name, q, HALF, n)]
    note = (
        f"ε = {EPSILON:g}; three Gaussians of covariance I/2 on the unit circle; {n} × {n} points; "
        "divergences are integrals of the densities themselves; the baseline is the exact "
        "projection onto the relative mollifier of N(0, I), of which the paper draws a trained "
        "approximation (MBDE)"
    )
    return Series.of(plane.COLUMNS, rows, note)


def draw(series: Series) -> Any:
    """One row of maps."""
    return plane.draw(series, {SETTING: f"ε = {EPSILON:g}"}, SAMPLERS)


def _budget(series: Series) -> Reading:
    return plane.private_at(series, SETTING, EPSILON)


def _closer(series: Series) -> Reading:
    """The test of the claim, on the numbers of the figure."""
    ours, theirs = (plane.losses(series, SETTING, s) for s in ("proposed", "baseline"))
    found = below(*(np.array([x[f] for f in FS]) for x in (ours, theirs)))
    remark = f"{found.detail} of the exact projection; what is drawn is a trained one (MBDE)"
    return holds(
        bool(found.holds), "closer" if found.holds else "farther", "closer", found.gap, remark
    )


FIGURE = Figure(
    name="park2024.figure-1",
    source="Section 1, Figure 1",
    caption="A Gaussian ring, the exact projection onto a relative mollifier, and the minimax "
    "sampler, ε = 1/2.",
    numbers=numbers,
    draw=draw,
    statements=(
        Statement(
            "Section 1",
            "The proposed mechanism outputs a distribution closer to the original than the "
            "baseline.",
            _closer,
            drawn=True,
            claim="park2024.figure-1",
        ),
        Statement("caption", "The privacy budget of both is ε = 0.5.", _budget),
    ),
)
