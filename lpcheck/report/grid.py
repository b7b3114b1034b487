"""A grid as a page: value and optimum along ε, what is lost, or a map over two parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from lpcheck.report import html as markup
from lpcheck.report import svg
from lpcheck.report.text import number, small

Row = Mapping[str, Any]

MEASURED = ("verdict", "status", "value", "lower", "upper", "loss", "true_epsilon", "message")
"""Names of a row that are answers; the others are parameters."""

_TOP, _PANEL, _BETWEEN, _LOSSES, _FOOT = 24, 210, 40, 150, 48


def page(title: str, rows: Sequence[Row], command: str = "") -> str:
    """The page of a grid.

    Args:
        title: what was asked.
        rows: an answer each (:func:`lpcheck.report.ranges.grid_rows`).
        command: what repeats it.
    """
    again = f"<h2>Do it again</h2>\n<pre><code>{escape(command)}</code></pre>" if command else ""
    return markup.page(title, f"{body(title, rows)}\n{again}")


def body(title: str, rows: Sequence[Row]) -> str:
    """The drawing and the table, as a part of a page."""
    drawn = _map(rows) if len(parameters(rows)) == 2 else _curves(rows)
    cells = [{_head(name): _cell(x) for name, x in row.items()} for row in rows]
    return "\n".join([
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(summary(rows))}</p>",
        drawn,
        "<h2>The numbers</h2>",
        markup.table(cells),
    ])  # fmt: skip


def summary(rows: Sequence[Row]) -> str:
    """How often each verdict was found, and the largest loss."""
    words = [str(row.get("verdict") or row.get("status")) for row in rows]
    counted = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
    most, worst = max(((lost(row) or 0.0, i) for i, row in enumerate(rows)), key=lambda x: x[0])
    if not most:
        return f"{len(rows)} instances: {counted}."
    where = ", ".join(f"{_head(name)} = {_cell(rows[worst][name])}" for name in parameters(rows))
    largest = f"{small(most)} of the optimum, at {where}"
    return f"{len(rows)} instances: {counted}. Largest loss: {largest}."


def parameters(rows: Sequence[Row]) -> list[str]:
    """The names of a row that were given."""
    return [name for name in rows[0] if name not in MEASURED]


def lost(row: Row) -> float | None:
    """The share of the optimum that is lost: 0 where the verdict is `optimal`; or unknown."""
    loss: float | None = row.get("loss")
    return 0.0 if row.get("verdict") == "optimal" else loss


def optimum(row: Row) -> float:
    """The middle of the bounds; NaN where one is not finite."""
    middle = 0.5 * (row["lower"] + row["upper"])
    return middle if math.isfinite(middle) else math.nan


def _curves(rows: Sequence[Row]) -> str:
    """The optimum as a line, the mechanism as circles, and below how much of it is lost."""
    (name,) = parameters(rows)
    at = [float(row[name]) for row in rows]
    values = [x for row in rows for x in (row["value"], optimum(row)) if math.isfinite(x)]
    if len(set(at)) < 2 or not values:
        return ""
    across = svg.Scale(min(at), max(at), svg.LEFT, svg.WIDTH - svg.RIGHT)
    down = _TOP + _PANEL
    up = svg.linear(values, down, _TOP)
    best = [(across(x), up(optimum(r))) for x, r in zip(at, rows, strict=True) if _known(r)]
    parts = [svg.grid(across, up), svg.ground_line(across, down), svg.line(best, "optimum")]
    for x, row in zip(at, rows, strict=True):
        if math.isfinite(row["value"]) and "verdict" in row:
            look = "no" if row["verdict"] == "infeasible" else "gap"
            parts.append(svg.mark(across(x), up(row["value"]), look))
    legend = "Line: the optimum over all mechanisms."
    if "verdict" in rows[0]:
        legend += " Circles: the formula; crosses: where it is not feasible."
        floor = down + _BETWEEN + _LOSSES
        below = _losses(at, rows, across, (floor, down + _BETWEEN))
        parts += below
        share = (
            " Below: the share of the optimum that it loses, on a log scale; on its ground, none."
        )
        legend += share * bool(below)
        down = floor if below else down
    parts.append(svg.bottom(across, down, _head(name)))
    drawing = svg.drawing(down + _FOOT, summary(rows), parts)
    return f"<figure>{drawing}<figcaption>{legend}</figcaption></figure>"


def _losses(
    at: Sequence[float], rows: Sequence[Row], across: svg.Scale, span: tuple[float, float]
) -> list[str]:
    found = [(x, lost(row)) for x, row in zip(at, rows, strict=True)]
    some = [loss for _, loss in found if loss]
    if not some:
        return []
    up = svg.logarithmic(some, *span)
    places = [(across(x), up(y) if y else span[0]) for x, y in found if y is not None]
    marks = [svg.mark(x, y, "gap") for x, y in places]
    return [svg.grid(across, up), svg.ground_line(across, span[0]), *marks]


def _known(row: Row) -> bool:
    return math.isfinite(optimum(row))


def _map(rows: Sequence[Row]) -> str:
    """A cell an instance, darker where more is lost; without a mechanism, the optimum."""
    down, across = parameters(rows)
    if down == "epsilon":
        down, across = across, down
    ups = sorted({row[down] for row in rows}, key=float)
    alongs = sorted({row[across] for row in rows}, key=float)
    found = {(row[down], row[across]): row for row in rows}
    head = "".join(f'<th scope="col">{_cell(x)}</th>' for x in alongs)
    lines = ""
    for y in ups:
        cells = "".join(_shade(found.get((y, x))) for x in alongs)
        lines += f'<tr><th scope="row">{_cell(y)}</th>{cells}</tr>\n'
    corner = f"{_head(down)} \\ {_head(across)}"
    legend = "The optimum over all mechanisms."
    if "verdict" in rows[0]:
        legend = "The share of the optimum that is lost; darker is more, ▼ is not feasible, "
        legend += "? is not decided."
    return (
        '<figure class="heat"><div class="wide" tabindex="0" role="region" aria-label="Map">'
        f'<table class="cells numbers"><thead><tr><td class="corner">{corner}</td>{head}</tr>'
        f"</thead><tbody>{lines}</tbody></table></div><figcaption>{legend}</figcaption></figure>"
    )


def _shade(row: Row | None) -> str:
    if row is None:
        return "<td></td>"
    if "verdict" not in row:
        return f'<td class="h0">{row["value"]:.4g}</td>'
    loss = lost(row)
    if row["verdict"] == "infeasible":
        return '<td class="marked">▼</td>'
    if loss is None or row["verdict"] == "inconclusive":
        return "<td>?</td>"
    level = min(9, max(1, round(9 + 1.5 * math.log10(min(loss, 1.0))))) if loss else 0
    return f'<td class="h{level}">{small(loss)}</td>'


def _head(name: str) -> str:
    return {"epsilon": "ε", "true_epsilon": "true ε"}.get(name, name)


def _cell(x: Any) -> str:
    if x is None or isinstance(x, str):
        return x or ""
    return str(x) if isinstance(x, int) else number(float(x))
