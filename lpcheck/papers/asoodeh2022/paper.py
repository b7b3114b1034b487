"""The reference of asoodeh2022; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="asoodeh2022",
    title="Contraction of Locally Differentially Private Mechanisms",
    authors=("Shahab Asoodeh", "Huanyu Zhang"),
    year=2022,
    venue="preprint",
    statements="lpcheck.papers.asoodeh2022.statements:CLAIMS",
    arxiv="2210.13386",
    text="not at hand: its abstract alone",
)
