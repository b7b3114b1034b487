"""Figure 1: a mixture of four Laplaces in the plane, under pure and under Gaussian LDP."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.continuous import clipped_sampler, laplace_figure, linear_sampler
from lpcheck.figures import plane
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, at_most, holds
from lpcheck.mechanisms.linear_sampler import printed_linear_weight
from lpcheck.papers.ghoukasian2025.trade_off import read

EPSILON, NU, HALF = 1.0, 1.5, 4.0
GAMMAS = {"local": 2, "global": 6}
LEVELS = {"pure": {"epsilon": EPSILON}, "gaussian": {"nu": NU}}
COLUMNS = (*plane.COLUMNS, "gamma", "printed_weight")


def numbers(full: bool = False) -> Series:
    """Four answers on a grid of 41 points a side, or 121, and their exact divergences."""
    n, found = 121 if full else 41, []
    given = laplace_figure()
    for setting, level in LEVELS.items():
        for sampler, gamma in GAMMAS.items():
            band = (given.target, given.reference, 1 / gamma, gamma)
            pure = setting == "pure"
            q = clipped_sampler(*band, EPSILON) if pure else linear_sampler(*band, read(level))
            weight = printed_linear_weight(1 / gamma, gamma, read(level))
            found += [(*row, gamma, weight) for row in plane.rows(setting, sampler, q, HALF, n)]
    note = (
        f"four Laplaces of scale 2 on the unit cross; γ = 2 (local) and 6 (global); {n} × {n} "
        "points; divergences are integrals of the densities themselves; under Gaussian LDP the "
        "local class is private as it is, so that the answer is the input (λ* as printed exceeds 1)"
    )
    return Series.of(COLUMNS, found, note)


def draw(series: Series) -> Any:
    """A row of maps for each requirement."""
    words = {"pure": f"ε-LDP, ε = {EPSILON:g}", "gaussian": f"ν-GLDP, ν = {NU:g}"}
    return plane.draw(series, words, {name: name for name in GAMMAS})


def _closer(setting: str) -> Callable[[Series], Reading]:
    return lambda series: plane.closer(series, setting, "local", "global")


def _in_class(series: Series) -> Reading:
    """On the points of the grid; where p/h is largest and least, at the kinks, it has points."""
    ratio = series.column("input") / series.column("reference")
    least, most = float(ratio.min()), float(ratio.max())
    off = max(0.5 - least, most - 2.0)
    remark = f"e^(−1/2) = {np.exp(-0.5):.4g}, e^(1/2) = {np.exp(0.5):.4g}"
    return holds(off <= 0, f"{least:.4g} to {most:.4g}", "in [1/2, 2]", off, remark)


def _natural(series: Series) -> Reading:
    found = []
    for gamma in series.values("gamma"):
        c1, c2 = 1 / Fraction(gamma), Fraction(gamma)
        found.append((c2 - c1) / (1 - c1))
    away = max(float(abs(x - round(x))) for x in found)
    return holds(away == 0, ", ".join(str(x) for x in found), "natural numbers", away)


def _condition(series: Series) -> Reading:
    mine = series.where(setting="gaussian")
    weights = {str(s): float(mine.where(sampler=s).column("printed_weight")[0]) for s in GAMMAS}
    remark = "; ".join(f"{name}: λ* = {w:.5g}" for name, w in weights.items())
    return at_most(max(weights.values()), 1.0, lambda x: f"{x:.5g}").remarked(remark)


FIGURE = Figure(
    name="ghoukasian2025.figure-1",
    source="Section 1, Figure 1 and Appendix E.1",
    caption="A mixture of four Laplaces in the plane, and what the local and the global minimax "
    "sampler make of it under ε-LDP and under ν-Gaussian LDP.",
    numbers=numbers,
    draw=draw,
    statements=(
        *(
            Statement(
                "Section 1 and Appendix E.1",
                f"Under {words} the local sampler's output is (significantly) closer to the input "
                "than the global one's.",
                _closer(setting),
                claim="ghoukasian2025.figure-1",
            )
            for setting, words in (("pure", "pure LDP"), ("gaussian", "ν-GLDP"))
        ),
        Statement(
            "caption",
            "Under pure LDP the budget of both is ε = 1.",
            lambda series: plane.private_at(series, "pure", EPSILON),
        ),
        Statement("Appendix E.1", "The input is in the local universe: 1/2 ≤ p/h ≤ 2.", _in_class),
        Statement(
            "Appendix E.1", "(c₂ − c₁)/(1 − c₁) is natural for both, as Assumption 3.2 asks.",
            _natural,
        ),
        Statement(
            "Appendix E.1, with condition (3)",
            "Theorem 4.1 and Corollary 3.8 apply at ν = 1.5: λ* ≤ 1.",
            _condition,
            claim="ghoukasian2025.figure-1-condition",
        ),
    ),
)  # fmt: skip
