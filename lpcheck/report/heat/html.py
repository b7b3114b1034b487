"""Two heat maps side by side as HTML tables: every cell is text, which colour only repeats."""

from __future__ import annotations

import math
from html import escape

from lpcheck.report.heat.panel import Panel, Panels
from lpcheck.report.text import entry

_LEVELS = 9
_MOST_ROWS = _MOST_COLUMNS = 32
_NUMBERED = 10
"""Columns of a panel whose numbers are written out; beyond, they are there for screen readers."""


def figure(both: Panels) -> str:
    """A figure of both panels, the scale, and what was left out."""
    fitted = both.fitted(_MOST_ROWS, _MOST_COLUMNS)
    numbered = max(len(panel.columns) for panel in fitted.both) <= _NUMBERED
    panels = "".join(_table(panel, fitted, numbered) for panel in fitted.both)
    notes = "".join(f" {escape(note[0].upper() + note[1:])}." for note in fitted.notes)
    return (
        f'<figure class="heat"><div class="pair">{panels}</div>'
        f"<figcaption>{_scale(fitted)}{_words(fitted)}{notes}</figcaption></figure>"
    )


def _table(panel: Panel, both: Panels, numbered: bool) -> str:
    style = "numbers" if numbered else "shades"
    starts = {sum(panel.groups[:n]) for n in range(1, len(panel.groups))}
    head = "".join(
        f'<th scope="col"{_class("bar" * (j in starts), "named" * (j in panel.marked_columns))}>'
        f"{_mark('▼', j in panel.marked_columns)}{_breakable(name)}</th>"
        for j, name in enumerate(panel.columns)
    )
    body = ""
    for i, name in enumerate(panel.rows):
        named = i in panel.marked_rows
        cells = "".join(
            _cell(x, both.largest, numbered, (i, j) in panel.marked, j in starts)
            for j, x in enumerate(panel.values[i].tolist())
        )
        row = f'<th scope="row"{_class("named" * named)}>{_mark("▶", named)}{escape(name)}</th>'
        body += f"<tr>{row}{cells}</tr>\n"
    top = f'<thead><tr><td class="corner"></td>{head}</tr></thead>' if any(panel.columns) else ""
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(panel.title)}">'
        f'<table class="cells {style}"><caption><span>{escape(panel.title)}</span></caption>{top}'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(x: float, largest: float, numbered: bool, marked: bool, bar: bool) -> str:
    share = max(x, 0.0) / largest if largest > 0 else 0.0
    level = min(math.ceil(_LEVELS * share - 1e-9), _LEVELS)
    classes = _class(f"h{level}", "marked" * marked, "bar" * bar)
    text = entry(x) + "!" * marked
    if numbered:
        return f"<td{classes}>{text}</td>"
    seen = "!" if marked else ""
    return f'<td{classes} title="{entry(x)}">{seen}<span class="unseen">{entry(x)}</span></td>'


def _breakable(name: str) -> str:
    return escape(name).replace("+", "+<wbr>")


def _class(*names: str) -> str:
    used = " ".join(filter(None, names))
    return f' class="{used}"' if used else ""


def _mark(arrow: str, marked: bool) -> str:
    return f'<span aria-hidden="true">{arrow}</span> ' if marked else ""


def _scale(both: Panels) -> str:
    steps = "".join(f'<i class="h{n}"></i>' for n in range(_LEVELS + 1))
    return (
        f'<span class="scale">0 <span aria-hidden="true">{steps}</span> '
        f"{entry(both.largest)}</span> "
    )


def _words(both: Panels) -> str:
    found = []
    if not both.distribution:
        found.append("A row is an input, a column an output.")
    if any(panel.groups for panel in both.both):
        found.append("Bars stand between groups of outputs that correspond.")
    if both.yours.marked_rows or both.yours.marked_columns:
        found.append("▶, ▼ and ! mark what breaks a constraint.")
    return " ".join(found)
