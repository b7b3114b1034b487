"""The pages with tables: one over everything, and one a paper."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from lpcheck.atlas.html import KINDS, badge, claim_link, page, paper_title
from lpcheck.atlas.mathematics import typeset
from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.report.catalogue import counts, papers
from lpcheck.report.text import small
from lpcheck.runner import Report

_COUNTED = ("claims", "verified", "refuted", "inconclusive", "unexpected")
_COLUMNS = ("Claim", "Verdict", "Statement", "Kind", "Instances", "Largest gap")


def overview(report: Report) -> str:
    """The first page: counts, what does not hold, and a table of all claims."""
    totals, tested = counts(report.results), sum(r.instances for r in report.results)
    grouped = papers(report)
    body = f"""<h1>What papers print about private mechanisms, tested</h1>
<p>Each statement was tested by computation: closed forms against the optimum over all mechanisms,
bounds and identities at {tested} generic and degenerate instances. {totals["verified"]} of
{totals["claims"]} statements hold; {totals["refuted"]} do not hold as printed, and link to a form
that does where there is one; {_undecided(totals["inconclusive"])}.</p>
{_unexpected(report)}
<h2 id="papers">Papers</h2>
{_papers(grouped)}
<h2 id="claims">Claims</h2>
{_controls(grouped)}
{claims_table(report.results)}"""
    return page("lpcheck atlas", body, scripted=True)


def _undecided(number: int) -> str:
    return "none is undecided" if number == 0 else f"undecided: {number}"


def paper_page(
    key: str, results: Sequence[ClaimResult], corrections: Mapping[str, Sequence[Claim]]
) -> str:
    """The page of one paper: what does not hold as printed first, then everything."""
    totals = counts(results)
    refuted = [r for r in results if r.verdict == "refuted"]
    items = "".join(_refuted(r, corrections.get(r.claim.id, ())) for r in refuted)
    gone = f'<h2>What does not hold as printed</h2>\n<ul class="refuted-list">{items}</ul>'
    body = f"""<h1>{escape(paper_title(key))}</h1>
<p>{totals["claims"]} claims: {totals["verified"]} hold, {totals["refuted"]} do not hold as printed;
{_undecided(totals["inconclusive"])}.</p>
{gone if refuted else ""}
<h2 id="claims">All claims</h2>
{_controls({})}
{claims_table(results, up="../")}"""
    return page(f"{key} – lpcheck atlas", body, up="../", scripted=True)


def claims_table(results: Sequence[ClaimResult], up: str = "") -> str:
    """A row a claim. Roles are spelled out: on a phone the style sheet makes cards of the rows."""
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in _COLUMNS)
    rows = "\n".join(_row(i, result, up) for i, result in enumerate(results))
    return f"""<table class="claims" role="table">
<caption>Claims, at first in the order of the papers. The gap is by how much a claim fails, or how
far it is from equality where it holds: to an optimum, to a rounded figure, to a limit.</caption>
<thead role="rowgroup"><tr role="row">{head}</tr></thead>
<tbody role="rowgroup">
{rows}
</tbody>
</table>"""


def _row(index: int, result: ClaimResult, up: str) -> str:
    claim = result.claim
    gap = result.worst_gap
    cells = (
        ("claim", index, f"{typeset(claim.source)}<br>{claim_link(claim, up)}"),
        ("", "", badge(result)),
        ("statement", "", f"<div>{typeset(claim.statement)}</div>"),
        ("", "", f'<span title="{escape(KINDS[claim.kind])}">{claim.kind}</span>'),
        ("number", result.instances, str(result.instances)),
        ("number", gap if math.isfinite(gap) else 1e308, small(gap)),
    )
    row = "".join(
        f'<td role="cell" class="{style}" data-label="{label}"'
        + (f' data-key="{key}"' if key != "" else "")
        + f">{html}</td>"
        for label, (style, key, html) in zip(_COLUMNS, cells, strict=True)
    )
    return (
        f'<tr role="row" data-paper="{claim.paper}" data-kind="{claim.kind}" '
        f'data-verdict="{result.verdict}" data-expected="{"yes" if result.as_expected else "no"}" '
        f'data-tex="{escape(claim.statement)}">{row}</tr>'
    )


def _controls(grouped: Mapping[str, object]) -> str:
    """Filters; hidden until the script shows them."""
    choices: list[tuple[str, str, tuple[str, ...]]] = [
        ("verdict", "Verdict", ("verified", "refuted", "inconclusive"))
    ]
    if grouped:
        choices.insert(0, ("paper", "Paper", tuple(grouped)))
    choices.append(("kind", "Kind", tuple(KINDS)))
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


def _papers(grouped: Mapping[str, list[ClaimResult]]) -> str:
    """A row a paper, with roles for the same reason as the claims."""
    names = ("paper", *_COUNTED)
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in names)
    rows = ""
    for key, results in grouped.items():
        row = counts(results)
        cells = "".join(
            f'<td role="cell" class="number" data-label="{name}">{row[name]}</td>'
            for name in _COUNTED
        )
        link = f'<a href="papers/{key}.html">{escape(paper_title(key))}</a>'
        rows += f'<tr role="row"><th role="rowheader" scope="row">{link}</th>{cells}</tr>'
    return (
        '<table class="papers" role="table"><thead role="rowgroup"><tr role="row">'
        f'{head}</tr></thead><tbody role="rowgroup">{rows}</tbody></table>'
    )


def _refuted(result: ClaimResult, corrections: Sequence[Claim]) -> str:
    claim = result.claim
    where = f" at {typeset(result.counterexample.label)}" if result.counterexample else ""
    held = ", ".join(claim_link(c, "../") for c in corrections)
    instead = f" What holds: {held}." if held else ""
    return f"<li>{typeset(claim.source)}, {claim_link(claim, '../')}: fails{where}.{instead}</li>"


def _unexpected(report: Report) -> str:
    if not report.unexpected:
        return ""
    items = "".join(
        f"<li>{claim_link(r.claim)}: {r.verdict}, expected {r.claim.expected}</li>"
        for r in report.unexpected
    )
    return f'<section class="alarm"><h2>Not as expected</h2><ul>{items}</ul></section>'
