r"""Section 3.2, "better than the baseline", for Gaussian mixtures in the plane.

Section 5.2 shows it on a line only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024.section_05_2 import FS, LEVELS, below, worst

_PLANE: dict[str, Any] = {"means": [0.5, 1.0]}


@claim(
    id="park2024.section-3-2-better-plane",
    source="Section 3.2, below Theorem 3.3, with the class of that section for n = 2",
    statement=r"For $\tilde{\mathcal P} \subset \mathcal P_{c_1,c_2,h}$ the proposed mechanism is "
    r"better than the previously proposed one in terms of the worst-case $f$-divergence.",
    kind="upper",
    conditions="none printed; shown numerically for n = 1 only (Section 5)",
    expected="refuted",
    evidence="n = 2, ε = 0.1: at N((1, 0), I) the squared Hellinger of the proposed mechanism is "
    "0.244, and TV 0.376; the baseline with Q0 = N(0, I) has at most 0.219 and 0.368, its largest "
    "values over single Gaussians and so, by convexity, over mixtures. Minimax optimality is over "
    "the larger class.",
    instances=explicit(
        at("n = 2, ε = 0.1", "counterexample", epsilon=0.1, names=FS, **_PLANE),
        at("n = 2, ε = 2", epsilon=2.0, names=FS, **_PLANE),
    ),
    slip=None,
)
def section_3_2_better_plane(
    means: list[float], epsilon: float, names: tuple[str, ...], slip: float = 0.0
) -> Outcome:
    """The largest over Gaussians at several distances from 0; the slip raises the baseline's ε."""
    ours, theirs = worst(means, epsilon, slip, plane=True)
    return below(ours.max(axis=0), theirs.max(axis=0), names)


def _plane_holds(full: bool) -> Iterator[Instance]:
    means = np.linspace(0.1, 1, 10).tolist() if full else _PLANE["means"]
    for epsilon in LEVELS[:2] if full else LEVELS[:1]:
        yield at(f"ε = {epsilon:g}, KL", epsilon=epsilon, names=FS[:1], means=means)
    for epsilon in LEVELS[2:] if full else LEVELS[2:3]:
        yield at(f"ε = {epsilon:g}", epsilon=epsilon, names=FS, means=means)


@claim(
    id="park2024.section-3-2-better-plane-corrected",
    source="Section 3.2, below Theorem 3.3, with the class of that section for n = 2",
    statement=r"For $n = 2$ it is better for KL at every $\varepsilon$ of the figures, and for TV "
    r"and squared Hellinger at $\varepsilon \ge 1$.",
    kind="upper",
    conditions="unit covariance, Q0 = N(0, I); ε ∈ {0.1, 0.5, 1, 2, 5}",
    evidence="Largest values over single Gaussians; the closest are 4 % apart (ε = 1, Hellinger).",
    instances=_plane_holds,
    slip=0.5,
    control={"means": [1.0], "epsilon": 0.1, "names": ("kl",)},
    corrects="park2024.section-3-2-better-plane",
)
def section_3_2_better_plane_corrected(
    means: list[float], epsilon: float, names: tuple[str, ...], slip: float = 0.0
) -> Outcome:
    """As above; the control gives the baseline 0.5 more of ε."""
    ours, theirs = worst(means, epsilon, slip, plane=True)
    return below(ours.max(axis=0), theirs.max(axis=0), names)


CLAIMS: tuple[Claim, ...] = (section_3_2_better_plane, section_3_2_better_plane_corrected)
