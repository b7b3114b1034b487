"""The reference of ghoukasian2025; statements and figures are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="ghoukasian2025",
    title="Locally Optimal Private Sampling: Beyond the Global Minimax",
    authors=("Hrad Ghoukasian", "Bonwoo Lee", "Shahab Asoodeh"),
    year=2025,
    venue="NeurIPS",
    statements="lpcheck.papers.ghoukasian2025.statements:CLAIMS",
    figures="lpcheck.papers.ghoukasian2025.figures:FIGURES",
    intervals="lpcheck.papers.ghoukasian2025.intervals:PROVED",
    arxiv="2510.09485v1",
    text="the first arXiv version, as text taken from it, with each formula twice",
)
