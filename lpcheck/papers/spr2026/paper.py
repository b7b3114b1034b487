"""The reference of spr2026; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="spr2026",
    title="Sort, Partition, Randomize",
    authors=("Ghazi", "others"),
    year=2026,
    venue="preprint",
    statements="lpcheck.papers.spr2026.statements:CLAIMS",
    arxiv="2606.07443",
    text="not at hand: its abstract alone",
)
