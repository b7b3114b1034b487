"""A league of mechanisms, and a map of leagues, as text and as data."""

from __future__ import annotations

from typing import Any

from lpcheck.league import Cell, League, SkewMap
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
        "bounds": found.solution.bounds,
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


def map_text(found: SkewMap) -> str:
    """A line a skew, a column a level: the best subset size, and what the best mechanism loses."""
    levels = sorted({c.epsilon for c in found.cells})
    rows = [found.cells[i : i + len(levels)] for i in range(0, len(found.cells), len(levels))]
    lines = ["s \\ ε".rjust(7) + "".join(f"{float(e):>12.4g}" for e in levels)]
    for row in rows:
        cells = "".join(f"{c.size:>4} {_loss(c):>7}" for c in row)
        lines.append(f"{float(row[0].skew):>7.4g}{cells}")
    optimal = sum(c.optimal for c in found.cells)
    return "\n".join([
        f"{found.k} letters with shares proportional to i^-s",
        "the best size of subset selection, and what the best oracle loses of the optimum:",
        *lines,
        f"=: subset selection is optimal to 1e-9, at {optimal} of {len(found.cells)} instances",
    ])  # fmt: skip


def map_rows(found: SkewMap) -> list[dict[str, Any]]:
    """A row an instance."""
    return [{**vars(c), "optimal": c.optimal} for c in found.cells]


def map_data(found: SkewMap) -> dict[str, Any]:
    """The fields of `league --json` for a map."""
    return {"problem": "estimation", "k": found.k, "instances": map_rows(found)}


def _loss(cell: Cell) -> str:
    if cell.status != "optimal":
        return "?"
    return "=" if cell.optimal else f"{cell.loss:.1e}"
