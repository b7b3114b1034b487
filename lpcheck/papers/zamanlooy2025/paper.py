"""The reference of zamanlooy2025; statements and figures are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim
    from lpcheck.figures.figure import Figure


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.zamanlooy2025.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


def _figures() -> tuple[Figure, ...]:
    from lpcheck.papers.zamanlooy2025.figures import FIGURES  # noqa: PLC0415

    return FIGURES


PAPER = Paper(
    key="zamanlooy2025",
    title="Locally Private Sampling with Public Data",
    authors=("Behnoosh Zamanlooy", "Mario Diaz", "Shahab Asoodeh"),
    year=2025,
    venue="AISTATS, PMLR 258",
    statements=_statements,
    figures=_figures,
    arxiv="2411.08791",
    text="the AISTATS version and the first arXiv version, as text taken from them",
)
