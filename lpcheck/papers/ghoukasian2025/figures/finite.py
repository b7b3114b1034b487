"""Figures 3 and 5 to 9: local and global minimax risk on k letters, γ = k/2 − 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.figures import comparison
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds
from lpcheck.papers.ghoukasian2025.samplers import local_problem
from lpcheck.papers.ghoukasian2025.section_6 import risks

LEVELS = (0.1, 0.5, 1.0, 2.0)
SAMPLERS = {"local": "local minimax", "global": "global minimax"}
_NONE = (0.0, math.inf, 0.0, math.inf)


def columns(level: str) -> tuple[str, ...]:
    """The two risks at each level, and bounds on them."""
    ends = ("local_lower", "local_upper", "global_lower", "global_upper")
    return ("k", "divergence", level, "local", "global", *ends)


def bounds(k: int, level: str, value: float, divergence: str) -> tuple[float, ...]:
    """On both risks, from the programs over all samplers."""
    asked: dict[str, Any] = {level: value}
    near = local_problem(asked, [Fraction(1, k)] * k, Fraction(k, 2) - 1, divergence)
    everywhere = MinimaxSampler(k=k, divergence=divergence, **asked)
    found = [solve(problem).bounds for problem in (near, everywhere)]
    return tuple(x for b in found for x in (b.lower, b.upper))


def rows(
    k: int, level: str, levels: Sequence[float], solved: Collection[float] = LEVELS
) -> list[tuple[Any, ...]]:
    """:func:`columns`: closed forms, and programs at the levels of `solved` (trivial bounds else).

    The curve and the points are one table, which is what the drawing and the CSV need.
    """
    return [
        (
            k, name, x, *risks(k, {level: x}, name),
            *(bounds(k, level, x, name) if x in solved else _NONE),
        )
        for name in comparison.DIVERGENCES
        for x in levels
    ]  # fmt: skip


def numbers(k: int, level: str, other: int | None) -> Callable[..., Series]:
    """Closed forms on 24 levels up to 2, or 80; `other` is the k that the text compares with."""

    def series(full: bool = False) -> Series:
        grid = np.linspace(0.05, 2.0, 80 if full else 24)
        levels = sorted({*LEVELS, *grid.tolist()})
        found = rows(k, level, levels)
        if other is not None:
            found += rows(other, level, LEVELS, solved=())
        letter = comparison.LETTERS[level]
        note = f"k = {k}, γ = {k / 2 - 1:g}; closed forms at {len(levels)} {letter}, markers at "
        note += "the four of the paper; crosses: the programs over all samplers"
        note += f"; the numbers hold k = {other} as well, for comparison" if other else ""
        return Series.of(columns(level), found, note)

    return series


def main(series: Series) -> Series:
    """The rows of the figure's own k, which come first."""
    return series.where(k=series.values("k")[0])


def printed(series: Series, level: str) -> Series:
    """The rows at the levels of the paper."""
    return series.among(level, LEVELS.__contains__)


def _gap(level: str) -> Callable[[Series], Reading]:
    """Whether global − local is smaller for the larger of the two k, at every printed point."""

    def check(series: Series) -> Reading:
        few, many = sorted(int(k) for k in series.values("k"))
        gaps = {}
        for k in (few, many):
            mine = printed(series.where(k=k), level)
            gaps[k] = mine.column("global") - mine.column("local")
        rise = gaps[many] - gaps[few]
        good, worst = int((rise < 0).sum()), int(rise.argmax())
        mine = printed(series.where(k=few), level)
        name = comparison.SHORT[str(mine.cells("divergence")[worst])]
        remark = f"{name} at {comparison.LETTERS[level]} = {mine.column(level)[worst]:g}: "
        remark += f"{gaps[few][worst]:.4g} at k = {few}, {gaps[many][worst]:.4g} at k = {many}"
        measured = f"at {good} of {len(rise)} points"
        return holds(good == len(rise), measured, "at all", float(rise.max()), remark)

    return check


def _decomposable(series: Series) -> Reading:
    """γ whole, and the k letters fall into 1/α sets of αk letters each, α = 1/(γ + 1)."""
    k = int(series.values("k")[0])
    gamma = Fraction(k, 2) - 1
    alpha = 1 / (gamma + 1)
    parts = (gamma, 1 / alpha, alpha * k)
    off = max(float(abs(x - round(x))) for x in parts)
    remark = f"{1 / alpha} sets of {alpha * k} letters"
    return holds(off == 0, f"γ = {gamma}, α = {alpha}", "γ ∈ ℕ, α = 2/k", off, remark)


def figure(number: int, k: int, level: str, section: str, other: int | None = None) -> Figure:
    """Figure `number`; `other` is the k against which the text compares its gap."""
    words = "ε-LDP" if level == "epsilon" else "ν-Gaussian LDP"
    letter = comparison.LETTERS[level]
    statements = [
        Statement(
            section,
            f"The local risk is below the global one for all f and {letter}.",
            lambda series: comparison.below(series, level, "local", "global"),
            claim="ghoukasian2025.figures-3-5-9",
        ),
        comparison.attained(
            "caption, with Appendix E.3" if level == "epsilon" else "caption, with Appendix E.5",
            "The values are the theoretical worst cases of minimax-optimal samplers: the optima.",
            ("local", "global"),
            claim="ghoukasian2025.figures-formulas",
        ),
        Statement(
            "Appendix E.3",
            "γ = k/2 − 1 is natural and μ_k is (2/k, k/2, 1)-decomposable.",
            _decomposable,
            claim="ghoukasian2025.figures-formulas",
        ),
    ]
    statements = [_of_main(s, level) for s in statements]
    if other is not None:
        few, many = sorted((k, other))
        statements.append(
            Statement(
                "Appendix E.3",
                f"The gap decreases for larger k (from k = {few} to {many}).",
                _gap(level),
                claim="ghoukasian2025.appendix-e-3-gap",
            )
        )

    def draw(series: Series) -> Any:
        return comparison.curves(level, LEVELS, SAMPLERS)(main(series))

    return Figure(
        name=f"ghoukasian2025.figure-{number}",
        source=f"{section}, Figure {number}",
        caption=f"Local and global minimax risk on {k} letters under {words}.",
        numbers=numbers(k, level, other),
        draw=draw,
        statements=tuple(statements),
    )


def _of_main(statement: Statement, level: str) -> Statement:
    """The statement on the figure's own k at the paper's levels."""

    def check(series: Series) -> Reading:
        return statement.check(printed(main(series), level))

    return replace(statement, check=check)


_TABLE = (
    (3, 20, "epsilon", "Section 6.1", None),
    (5, 10, "epsilon", "Appendix E.3", 20),
    (6, 100, "epsilon", "Appendix E.3", 20),
    (7, 10, "nu", "Appendix E.5", None),
    (8, 20, "nu", "Appendix E.5", None),
    (9, 100, "nu", "Appendix E.5", None),
)
"""Number, k, requirement, section, and the k with which the text compares."""

FIGURES = tuple(figure(*row) for row in _TABLE)
