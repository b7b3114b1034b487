"""What a paper says of a figure, as a test on the figure's numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lpcheck.figures.series import Series


@dataclass(frozen=True)
class Reading:
    """What the numbers say of one statement.

    Attributes:
        agrees: True or False; None where these numbers cannot tell, and `remark` says why.
        measured: what was computed, for the table.
        printed: what the paper prints, for the table.
        off: by how much the statement is missed, ≥ 0, in the unit of `printed`.
        remark: where or why, in a few words.
    """

    agrees: bool | None
    measured: str
    printed: str
    off: float = 0.0
    remark: str = ""

    def remarked(self, remark: str) -> Reading:
        """The reading with a remark."""
        return replace(self, remark=remark)


@dataclass(frozen=True)
class Statement:
    """One sentence of a paper about a figure.

    Attributes:
        source: where it is printed, such as "Section 3.4" or "caption".
        text: what it says.
        check: from the numbers of the figure to a reading.
        drawn: whether it is about random draws that the paper does not give, so that a difference
            may be one of draws.
        claim: the claim of the catalogue that tests the same beyond this figure, if there is one.
    """

    source: str
    text: str
    check: Callable[[Series], Reading]
    drawn: bool = False
    claim: str = ""

    def tested_by(self, claim: str) -> Statement:
        """The statement with the id of the claim that tests it."""
        return replace(self, claim=claim)


def at_least(measured: float, printed: float, show: Callable[[float], str] = str) -> Reading:
    """The number is printed as a lower bound."""
    return _reading(printed - measured, measured, printed, show, "≥ ")


def at_most(measured: float, printed: float, show: Callable[[float], str] = str) -> Reading:
    """The number is printed as an upper bound."""
    return _reading(measured - printed, measured, printed, show, "≤ ")


def near(
    measured: float, printed: float, rounding: float, show: Callable[[float], str] = str
) -> Reading:
    """The number is printed as such, rounded to within `rounding`."""
    gap = abs(measured - printed)
    return Reading(gap <= rounding, show(measured), show(printed), 0.0 if gap <= rounding else gap)


def holds(agrees: bool, measured: str, printed: str, off: float = 0.0, remark: str = "") -> Reading:
    """A statement without a number of its own; `off` counts only where it does not hold."""
    return Reading(bool(agrees), measured, printed, 0.0 if agrees else float(off), remark)


def untold(printed: str, remark: str) -> Reading:
    """These numbers cannot tell."""
    return Reading(None, "-", printed, 0.0, remark)


def percent(value: float) -> str:
    """A share with one decimal."""
    return f"{100 * value:.1f} %"


def _reading(
    excess: float, measured: float, printed: float, show: Callable[[float], str], sign: str
) -> Reading:
    return Reading(excess <= 0, show(measured), sign + show(printed), float(max(excess, 0.0)))
