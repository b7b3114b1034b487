"""The reference of spr2026; its statements are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.spr2026.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


PAPER = Paper(
    key="spr2026",
    title="Sort, Partition, Randomize",
    authors=("Ghazi", "others"),
    year=2026,
    venue="preprint",
    statements=_statements,
    arxiv="2606.07443",
    text="not at hand: its abstract alone",
)
