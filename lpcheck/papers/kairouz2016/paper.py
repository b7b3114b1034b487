"""The reference of kairouz2016; its statements and figures are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lpcheck.claims.paper import Paper

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim
    from lpcheck.figures.figure import Figure


def _statements() -> tuple[Claim, ...]:
    from lpcheck.papers.kairouz2016.statements import CLAIMS  # noqa: PLC0415

    return CLAIMS


def _figures() -> tuple[Figure, ...]:
    from lpcheck.papers.kairouz2016.figures import FIGURES  # noqa: PLC0415

    return FIGURES


PAPER = Paper(
    key="kairouz2016",
    title="Extremal Mechanisms for Local Differential Privacy",
    authors=("Peter Kairouz", "Sewoong Oh", "Pramod Viswanath"),
    year=2016,
    venue="Journal of Machine Learning Research 17(17):1–51",
    statements=_statements,
    figures=_figures,
    url="https://jmlr.org/papers/v17/15-135.html",
    arxiv="1407.1338",
)
