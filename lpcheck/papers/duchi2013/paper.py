"""The reference of duchi2013; its statements are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.duchi2013.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


PAPER = Paper(
    key="duchi2013",
    title="Local Privacy and Statistical Minimax Rates",
    authors=("John C. Duchi", "Michael I. Jordan", "Martin J. Wainwright"),
    year=2013,
    venue="FOCS",
    statements=_statements,
    doi="10.1109/FOCS.2013.53",
    text="not at hand: its bound as it is commonly quoted",
)
