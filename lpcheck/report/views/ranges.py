"""Grids, maps, thresholds, intervals and hunts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.report.json_report import plain
from lpcheck.report.views.view import View


def of_grid(found: Any) -> View:
    """A row a level, drawn."""
    from lpcheck.report import grid, ranges  # noqa: PLC0415

    rows = ranges.grid_rows(found)
    title = f"{found.findings[0].problem.slug}: {found.verdict}"
    body = lambda: grid.body(title, rows)  # noqa: E731
    return View(title, lambda: ranges.table(rows), rows, body=body)


def of_map(found: Any) -> View:
    """A row an instance, drawn."""
    from lpcheck.report import grid, ranges  # noqa: PLC0415

    rows = ranges.map_rows(found)
    title = f"{found.grids[0].findings[0].problem.slug}: {found.verdict}"
    body = lambda: grid.body(title, rows)  # noqa: E731
    return View(title, lambda: ranges.table(rows), rows, body=body)


def of_threshold(found: Any) -> View:
    """A row an end."""
    from lpcheck.report import ranges  # noqa: PLC0415

    rows = [
        {
            "epsilon": end.epsilon,
            "verdict": end.verdict,
            "loss_lower": end.loss.lower,
            "loss_upper": end.loss.upper,
            "certified": end.certified,
        }
        for end in (found.lower, found.upper)
    ]
    word = "optimal from" if found.starts else "optimal up to"
    title = f"{word} ε = {found.epsilon.lower:.10g}"
    return View(title, lambda: ranges.of_thresholds([found], 0, 0, ""), rows)


def of_whole(found: Any) -> View:
    """A row a part."""
    from lpcheck.report import ranges  # noqa: PLC0415

    rows = [{"from": part.least, "to": part.most, **vars(part)} for part in found.parts]
    for row in rows:
        del row["least"], row["most"]
    standing = "proved optimal" if found.proved else "not proved throughout"
    return View(standing, lambda: ranges.of_whole(found), rows)


def of_hunt(found: Any) -> View:
    """The counterexample, if any."""
    from lpcheck.report import comparison_page, ranges  # noqa: PLC0415

    one = found.counterexample
    row = {"tried": found.tried, "refused": found.refused, "undecided": found.undecided}
    if one is None:
        whole = lambda: ranges.of_hunt("", found, "")  # noqa: E731
        return View("no counterexample", whole, [{"verdict": None, "loss": None, **row}])
    finding = one.finding
    stated = {name: _stated(x) for name, x in finding.problem.parameters.items()}
    return View(
        f"{finding.problem.slug}: {finding.verdict}",
        lambda: ranges.of_hunt(finding.problem.slug, found, "MODULE:FUNCTION"),
        [{"verdict": finding.verdict, "loss": one.loss, **row, **stated}],
        body=lambda: comparison_page.body(finding),
    )


def _stated(x: Any) -> Any:
    """A parameter as one cell."""
    data = x if isinstance(x, Fraction) else plain(x)
    return ", ".join(map(str, data)) if isinstance(data, list) else data


def of_regimes(found: Any) -> View:
    """A row an interval."""
    from lpcheck.report import regimes  # noqa: PLC0415

    rows = [
        {
            "from": one.epsilon.lower,
            "to": one.epsilon.upper,
            "blocks": len(one.partition),
            "partition": regimes.blocks(one.partition),
            "proved": one.proved,
        }
        for one in found.intervals
    ]
    return View("staircase: regimes", lambda: regimes.as_text(found), rows)
