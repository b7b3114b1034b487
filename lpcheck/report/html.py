"""Values as HTML: rationals stay exact, a matrix is a table; and the frame of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from lpcheck import __version__
from lpcheck.report.text import entry, number

_LONGEST = 200


def style() -> str:
    """The style sheets of pages and of heat maps."""
    sheets = ("style.css", "heat_map.css")
    return "\n".join(files("lpcheck.report").joinpath(s).read_text("utf-8") for s in sheets)


def page(title: str, body: str) -> str:
    """A page that needs nothing else, with the style sheets inside."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} – lpcheck</title>
<link rel="icon" href="data:,">
<style>
{style()}</style>
</head>
<body>
<main id="main">
{body}
</main>
<footer><p>Made by lpcheck {escape(__version__)}. Rows, columns and letters are counted from 0;
values are in nats.</p></footer>
</body>
</html>
"""


def fragment(body: str) -> str:
    """A part of somebody else's page, such as a notebook, whose style it leaves alone."""
    nested = re.sub(r"(?m)^(\s*)(:root|body)(?= \{)", r"\1&", style())
    return f'<div class="lpcheck"><style>.lpcheck {{\n{nested}}}</style>\n{body}\n</div>'


def pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """Names (text) and what they have (HTML)."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{html}</dd>" for name, html in pairs)
    return f'<dl class="facts">{rows}</dl>'


def formula(text: str) -> str:
    """A sentence whose powers of e are set as powers."""
    return escape(text).replace("e^(ε/2)", "e<sup>ε/2</sup>").replace("e^ε", "e<sup>ε</sup>")


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows of texts under their names."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row.values()) + "</tr>\n"
        for row in rows
    )
    return (
        f'<div class="wide"><table class="numbers"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def value(x: Any) -> str:
    """A parameter as HTML; rationals stay exact, a matrix becomes a table."""
    if isinstance(x, np.ndarray):
        x = x.tolist()
    if isinstance(x, Mapping):
        return ", ".join(f"{escape(str(key))} = {value(item)}" for key, item in x.items())
    if isinstance(x, Sequence) and not isinstance(x, str):
        if x and all(isinstance(row, Sequence) and not isinstance(row, str) for row in x):
            return _table(x)
        return "(" + ", ".join(value(item) for item in x) + ")"
    return escape(_plain(x))


def _plain(x: Any) -> str:
    if isinstance(x, (Fraction, bool, int, str)):
        text = str(x)
    elif isinstance(x, (float, np.floating)):
        text = number(float(x))
    else:
        text = getattr(x, "name", None) or getattr(x, "__name__", None) or type(x).__name__
        text = "a function" if text == "<lambda>" else str(text)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _table(rows: Sequence[Sequence[Any]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{_cell(x)}</td>" for x in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table class="matrix"><tbody>{body}</tbody></table></div>'


def _cell(x: Any) -> str:
    return escape(entry(x)) if isinstance(x, float) else value(x)
