"""The reference of ghoukasian2025; statements and figures are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim
    from lpcheck.figures.figure import Figure


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.ghoukasian2025.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


def _figures() -> tuple[Figure, ...]:
    from lpcheck.papers.ghoukasian2025.figures import FIGURES  # noqa: PLC0415

    return FIGURES


PAPER = Paper(
    key="ghoukasian2025",
    title="Locally Optimal Private Sampling: Beyond the Global Minimax",
    authors=("Hrad Ghoukasian", "Bonwoo Lee", "Shahab Asoodeh"),
    year=2025,
    venue="NeurIPS",
    statements=_statements,
    figures=_figures,
    arxiv="2510.09485v1",
    text="the first arXiv version, as text taken from it, with each formula twice",
)
