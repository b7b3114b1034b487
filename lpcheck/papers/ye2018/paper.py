"""The reference of ye2018; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="ye2018",
    title="Optimal Schemes for Discrete Distribution Estimation Under Locally Differential Privacy",
    authors=("Min Ye", "Alexander Barg"),
    year=2018,
    venue="IEEE Transactions on Information Theory",
    statements="lpcheck.papers.ye2018.statements:CLAIMS",
    arxiv="1702.00610",
    text="not at hand: its abstract, and subset selection as it is commonly quoted",
)
