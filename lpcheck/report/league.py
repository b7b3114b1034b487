"""A league of mechanisms, as text and as data."""

from __future__ import annotations

from typing import Any

from lpcheck.league import League
from lpcheck.report.text import number, small


def as_text(found: League) -> str:
    """The optimum, then a line a mechanism, best first."""
    bounds = found.solution.bounds
    wide = max(20, *(len(s.name) for s in found.standings))
    lines = [
        f"optimum over all kernels  {number(found.solution.value)} "
        f"(bounds {small(bounds.width)} apart, {found.solution.status})",
        found.measure,
        f"  {'mechanism':{wide}}  {found.best:>14}  {'/ optimum':>9}  {'as shipped':>12}",
    ]
    for s in found.standings:
        shipped = "" if s.counting is None else f"{s.counting:.7g}"
        note = f"  {s.note}" if s.note else ""
        lines.append(f"  {s.name:{wide}}  {s.risk:>14.7g}  {s.ratio:>9.4f}  {shipped:>12}{note}")
    if found.solution.message:
        lines.append(found.solution.message)
    return "\n".join(lines)


def as_data(found: League) -> dict[str, Any]:
    """The fields of `league --json`."""
    return {
        "problem": found.problem.slug,
        "parameters": found.problem.parameters,
        "status": found.solution.status,
        "optimum": found.solution.value,
        "bounds": {"lower": found.solution.bounds.lower, "upper": found.solution.bounds.upper},
        "mechanisms": [
            {
                "name": s.name,
                "note": s.note,
                "risk": s.risk,
                "as_shipped": s.counting,
                "over_optimum": s.ratio,
            }
            for s in found.standings
        ],
    }
