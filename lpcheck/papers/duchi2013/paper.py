"""The reference of duchi2013; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="duchi2013",
    title="Local Privacy and Statistical Minimax Rates",
    authors=("John C. Duchi", "Michael I. Jordan", "Martin J. Wainwright"),
    year=2013,
    venue="FOCS",
    statements="lpcheck.papers.duchi2013.statements:CLAIMS",
    doi="10.1109/FOCS.2013.53",
    text="not at hand: its bound as it is commonly quoted",
)
