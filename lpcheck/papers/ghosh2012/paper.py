"""The reference of ghosh2012; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="ghosh2012",
    title="Universally Utility-Maximizing Privacy Mechanisms",
    authors=("Arpita Ghosh", "Tim Roughgarden", "Mukund Sundararajan"),
    year=2012,
    venue="SIAM Journal on Computing",
    statements="lpcheck.papers.ghosh2012.statements:CLAIMS",
    doi="10.1137/09076828X",
    arxiv="0811.2841",
    text="not at hand: its theorem as it is commonly quoted",
)
