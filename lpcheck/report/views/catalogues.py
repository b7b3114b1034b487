"""Leagues, their maps, and runs of the catalogue."""

from __future__ import annotations

from typing import Any

from lpcheck.report.views.view import View


def of_league(found: Any) -> View:
    """The mechanisms, a row each."""
    from lpcheck.report import league  # noqa: PLC0415

    rows = league.as_data(found)["mechanisms"]
    return View(f"{found.problem.slug}: a league", lambda: league.as_text(found), rows)


def of_skews(found: Any) -> View:
    """The instances, a row each."""
    from lpcheck.report import league  # noqa: PLC0415

    rows = league.map_rows(found)
    return View("estimation: a map", lambda: league.map_text(found), rows)


def of_verify(found: Any) -> View:
    """The claims, a row each."""
    from lpcheck.report import catalogue  # noqa: PLC0415

    rows = [
        {
            "claim": one.claim.id,
            "source": one.claim.source,
            "verdict": one.verdict,
            "finding": one.claim.finding,
            "instances": one.instances,
            "worst_gap": one.worst_gap,
            "as_expected": one.as_expected,
        }
        for one in found.results
    ]
    title = "verify: as expected" if found else "verify: not as expected"
    return View(title, lambda: catalogue.of_report(found), rows)
