"""The reference of park2024; its statements and figures are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim
    from lpcheck.figures.figure import Figure


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.park2024.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


def _figures() -> tuple[Figure, ...]:
    from lpcheck.papers.park2024.figures import FIGURES  # noqa: PLC0415

    return FIGURES


PAPER = Paper(
    key="park2024",
    title="Exactly Minimax-Optimal Locally Differentially Private Sampling",
    authors=("Hyun-Young Park", "Shahab Asoodeh", "Si-Hyeon Lee"),
    year=2024,
    venue="NeurIPS",
    statements=_statements,
    figures=_figures,
    arxiv="2410.22699",
    text="a text in which most formulas were lost; they were restored from their context",
)
