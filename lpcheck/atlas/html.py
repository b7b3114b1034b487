"""What every page of the atlas shares: its frame, verdicts, and values as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np

from lpcheck import __version__
from lpcheck.claims import registry
from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.report.text import entry, number

_LONGEST = 200

KINDS = {
    "tight": "attained, and no mechanism does better",
    "upper": "an upper bound",
    "lower": "a lower bound",
    "feasible": "keeps the constraints",
    "equal": "both sides are equal",
    "asymptotic": "holds in a limit",
}


def page(title: str, body: str, *, up: str = "", scripted: bool = False) -> str:
    """A whole page.

    Args:
        title: of the window.
        body: HTML, beginning with its `<h1>`.
        up: the way to the root of the site, such as "../".
        scripted: whether the page has a table to filter and sort.
    """
    script = f'\n<script src="{up}atlas.js" defer></script>' if scripted else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}style.css">{script}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a href="{up}index.html">lpcheck atlas</a></header>
<main id="main">
{body}
</main>
<footer><p>Made by lpcheck {escape(__version__)}. Verdicts come from computation, never from the
paper. Rows, columns and letters are counted from 0; values are in nats.</p></footer>
</body>
</html>
"""


def badge(result: ClaimResult) -> str:
    """The verdict, in words and in colour, with a loud mark where it is not the expected one."""
    mark = "" if result.as_expected else ' <strong class="unexpected">unexpected</strong>'
    return f'<span class="verdict {result.verdict}">{result.verdict}</span>{mark}'


def claim_link(claim: Claim, up: str = "") -> str:
    """A link to a claim's page, by its id."""
    # A line may break after the paper and after each hyphen.
    text = escape(claim.id).replace(".", ".<wbr>").replace("-", "-<wbr>")
    return f'<a class="id" href="{up}claims/{escape(claim.id)}.html">{text}</a>'


def paper_title(key: str) -> str:
    """Authors, title, venue and year of a paper; its key where it is not installed."""
    return registry.paper(key).citation if key in registry.known() else key


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
