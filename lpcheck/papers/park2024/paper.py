"""The reference of park2024; its statements and figures are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="park2024",
    title="Exactly Minimax-Optimal Locally Differentially Private Sampling",
    authors=("Hyun-Young Park", "Shahab Asoodeh", "Si-Hyeon Lee"),
    year=2024,
    venue="NeurIPS",
    statements="lpcheck.papers.park2024.statements:CLAIMS",
    figures="lpcheck.papers.park2024.figures:FIGURES",
    intervals="lpcheck.papers.park2024.intervals:PROVED",
    arxiv="2410.22699",
    text="a text in which most formulas were lost; they were restored from their context",
)
