"""What a claim and a paper are, and which are installed. No paper is named here."""

from __future__ import annotations

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import Display, display, displays
from lpcheck.claims.paper import Paper
from lpcheck.claims.registry import catalogue, find, known, matching, paper, papers

__all__ = [
    "Claim",
    "Display",
    "Instance",
    "Outcome",
    "Paper",
    "catalogue",
    "claim",
    "display",
    "displays",
    "find",
    "known",
    "matching",
    "paper",
    "papers",
]
