"""Values as HTML: rationals stay exact, a matrix is a table; and the style sheet of all pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from lpcheck.report.text import entry, number

_LONGEST = 200


def style() -> str:
    """The style sheets of pages and of heat maps."""
    sheets = ("style.css", "heat_map.css")
    return "\n".join(files("lpcheck.report").joinpath(s).read_text("utf-8") for s in sheets)


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
