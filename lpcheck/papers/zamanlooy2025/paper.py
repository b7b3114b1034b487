"""The reference of zamanlooy2025; statements and figures are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="zamanlooy2025",
    title="Locally Private Sampling with Public Data",
    authors=("Behnoosh Zamanlooy", "Mario Diaz", "Shahab Asoodeh"),
    year=2025,
    venue="AISTATS, PMLR 258",
    statements="lpcheck.papers.zamanlooy2025.statements:CLAIMS",
    figures="lpcheck.papers.zamanlooy2025.figures:FIGURES",
    intervals="lpcheck.papers.zamanlooy2025.intervals:PROVED",
    arxiv="2411.08791",
    text="the AISTATS version and the first arXiv version, as text taken from them",
)
