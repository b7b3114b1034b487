"""The table of claims, and its filters."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lpcheck.atlas.html import KINDS, badge, claim_link
from lpcheck.atlas.mathematics import typeset
from lpcheck.claims.claim import ClaimResult
from lpcheck.claims.findings import FINDINGS, WEIGHTS
from lpcheck.report.text import share

_COLUMNS = ("Claim", "Verdict", "Statement", "Weight", "Instances", "Relative loss")


def claims_table(results: Sequence[ClaimResult], up: str = "") -> str:
    """A row a claim. Roles are spelled out: on a phone the style sheet makes cards of the rows."""
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in _COLUMNS)
    rows = "\n".join(_row(i, result, up) for i, result in enumerate(results))
    return f"""<table class="claims" role="table">
<caption>Claims, at first in the order of the papers. The relative loss is by how much a statement
fails at its smallest counterexample, as a share of the optimum or of the printed number.</caption>
<thead role="rowgroup"><tr role="row">{head}</tr></thead>
<tbody role="rowgroup">
{rows}
</tbody>
</table>"""


def _row(index: int, result: ClaimResult, up: str) -> str:
    claim = result.claim
    loss = result.loss
    cells = (
        ("claim", index, f"{typeset(claim.source)}<br>{claim_link(claim, up)}"),
        ("", "", badge(result)),
        ("statement", "", f"<div>{typeset(claim.statement)}</div>"),
        ("", WEIGHTS.index(claim.weight), claim.weight),
        ("number", result.instances, str(result.instances)),
        ("number", -1 if loss is None else loss, "" if loss is None else share(loss)),
    )
    row = "".join(
        f'<td role="cell" class="{style}" data-label="{label}"'
        + (f' data-key="{key}"' if key != "" else "")
        + f">{html}</td>"
        for label, (style, key, html) in zip(_COLUMNS, cells, strict=True)
    )
    expected = "yes" if result.as_expected else "no"
    return (
        f'<tr role="row" data-paper="{claim.paper}" data-kind="{claim.kind}" '
        f'data-verdict="{result.verdict}" data-finding="{claim.finding or ""}" '
        f'data-weight="{claim.weight}" data-expected="{expected}" '
        f'data-tex="{escape(claim.statement)}">{row}</tr>'
    )


def controls(papers: Sequence[str] = ()) -> str:
    """Filters; hidden until the script shows them."""
    choices: list[tuple[str, str, Sequence[str]]] = [
        ("verdict", "Verdict", ("verified", "refuted", "undecided", "inconclusive")),
        ("finding", "Finding", (*FINDINGS, "undecided", "probe")),
        ("weight", "Weight", WEIGHTS),
        ("kind", "Kind", tuple(KINDS)),
    ]
    if papers:
        choices.insert(0, ("paper", "Paper", papers))
    selects = "".join(
        f'<label>{title} <select data-filter="{name}"><option value="">all</option>'
        + "".join(f"<option>{option}</option>" for option in options)
        + "</select></label>"
        for name, title, options in choices
    )
    return (
        '<form class="controls" hidden role="search">'
        '<label class="grow">Search <input type="search" placeholder="words, LaTeX or an id">'
        f'</label>{selects}<button type="reset">Show all</button>'
        '<p role="status" aria-live="polite"></p></form>'
    )
