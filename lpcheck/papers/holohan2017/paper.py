"""The reference of holohan2017; its statements are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.holohan2017.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


PAPER = Paper(
    key="holohan2017",
    title="Optimal Differentially Private Mechanisms for Randomised Response",
    authors=("Naoise Holohan", "Douglas J. Leith", "Oliver Mason"),
    year=2017,
    venue="IEEE Transactions on Information Forensics and Security",
    statements=_statements,
    arxiv="1612.05568v1",
    text="not at hand: its abstract alone",
)
