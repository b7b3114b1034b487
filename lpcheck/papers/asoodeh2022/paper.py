"""The reference of asoodeh2022; its statements are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.asoodeh2022.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


PAPER = Paper(
    key="asoodeh2022",
    title="Contraction of Locally Differentially Private Mechanisms",
    authors=("Shahab Asoodeh", "Huanyu Zhang"),
    year=2022,
    venue="preprint",
    statements=_statements,
    arxiv="2210.13386",
    text="not at hand: its abstract alone",
)
