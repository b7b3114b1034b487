"""The reference of wang2017; its statements are imported when they are asked for."""

from __future__ import annotations

from lpcheck.claims.paper import Paper

PAPER = Paper(
    key="wang2017",
    title="Locally Differentially Private Protocols for Frequency Estimation",
    authors=("Tianhao Wang", "Jeremiah Blocki", "Ninghui Li", "Somesh Jha"),
    year=2017,
    venue="USENIX Security Symposium",
    statements="lpcheck.papers.wang2017.statements:CLAIMS",
    arxiv="1705.04421",
    text="not at hand: OUE and its variance as libraries quote them",
)
