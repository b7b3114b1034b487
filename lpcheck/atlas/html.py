"""What every page of the atlas shares: its frame, and verdicts as HTML."""

from __future__ import annotations

from html import escape
from importlib.metadata import version

from lpcheck.atlas.mathematics import typeset
from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.claims.findings import MEANING
from lpcheck.claims.paper import Paper
from lpcheck.report.findings import how_far

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
        scripted: whether the page has a table to filter and sort, or a text to copy.
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
<footer><p>Made by lpcheck {escape(version("lpcheck"))}. Verdicts come from computation, never from
the paper. Rows, columns and letters are counted from 0; values are in nats.</p></footer>
</body>
</html>
"""


def badge(result: ClaimResult) -> str:
    """The verdict with its finding, in words and in colour; loud where it is not the expected."""
    mark = "" if result.as_expected else ' <strong class="unexpected">unexpected</strong>'
    finding = result.claim.finding
    look: str = result.verdict
    if look == "refuted" and finding in ("misprint", "imprecise"):
        look = "remark"  # no error of the paper
    words = finding if result.verdict == "refuted" and finding else result.verdict
    told = f' title="{escape(MEANING[finding])}"' if finding else ""
    return f'<span class="verdict {look}"{told}>{words}</span>{mark}'


def claim_link(claim: Claim, up: str = "") -> str:
    """A link to a claim's page, by its id."""
    # A line may break after the paper and after each hyphen.
    text = escape(claim.id).replace(".", ".<wbr>").replace("-", "-<wbr>")
    return f'<a class="id" href="{up}claims/{escape(claim.id)}.html">{text}</a>'


def citation(paper: Paper) -> str:
    """Authors, title, venue and year, with what it is linked to."""
    links = " · ".join(
        f'<a rel="external" href="{escape(address)}">{escape(name)}</a>'
        for name, address in paper.links
    )
    return escape(paper.citation) + (f" · {links}" if links else "")


def quotation(claim: Claim) -> str:
    """The printed sentence, where it is known."""
    if not claim.quote:
        return ""
    source = typeset(claim.source)
    return f"<blockquote><p>{typeset(claim.quote)}</p><footer>{source}</footer></blockquote>"


def where(result: ClaimResult) -> str:
    """The counterexample by its label, and how far off the statement is there."""
    if result.counterexample is None:
        return ""
    off = how_far(result.claim, result.loss)
    return typeset(result.counterexample.label) + (f" ({off})" if off else "")
