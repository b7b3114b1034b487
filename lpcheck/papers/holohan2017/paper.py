"""The reference of holohan2017; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="holohan2017",
    title="Optimal Differentially Private Mechanisms for Randomised Response",
    authors=("Naoise Holohan", "Douglas J. Leith", "Oliver Mason"),
    year=2017,
    venue="IEEE Transactions on Information Forensics and Security",
    statements="lpcheck.papers.holohan2017.statements:CLAIMS",
    arxiv="1612.05568v1",
    text="not at hand: its abstract alone",
)
