"""The reference of kairouz2016; its statements and figures are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="kairouz2016",
    title="Extremal Mechanisms for Local Differential Privacy",
    authors=("Peter Kairouz", "Sewoong Oh", "Pramod Viswanath"),
    year=2016,
    venue="Journal of Machine Learning Research 17(17):1–51",
    statements="lpcheck.papers.kairouz2016.statements:CLAIMS",
    figures="lpcheck.papers.kairouz2016.figures:FIGURES",
    intervals="lpcheck.papers.kairouz2016.intervals:PROVED",
    url="https://jmlr.org/papers/v17/15-135.html",
    arxiv="1407.1338",
)
