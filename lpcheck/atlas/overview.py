"""The front page: the most important findings, a row a paper, and a table of all claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from lpcheck.atlas.html import badge, citation, claim_link, page, where
from lpcheck.atlas.mathematics import typeset
from lpcheck.atlas.table import claims_table, controls
from lpcheck.claims.claim import ClaimResult, Finding
from lpcheck.claims.findings import FINDINGS, opening, refuted
from lpcheck.claims.paper import Paper
from lpcheck.report.catalogue import counts, papers
from lpcheck.runner import Report

_COLUMNS = ("claims", "verified", *FINDINGS, "undecided")


def overview(report: Report) -> str:
    """The first page of the site."""
    grouped = papers(report)
    body = f"""<h1>What papers print about private mechanisms, tested</h1>
<p>Each statement was tested by computation: closed forms against the optimum over all mechanisms,
bounds and identities at {sum(r.instances for r in report.results)} generic and degenerate
instances. {_totals(report)}</p>
{_unexpected(report)}
<h2 id="findings">The most important findings</h2>
{_headlines(report.results)}
<h2 id="papers">Papers</h2>
{_papers(report, grouped)}
<h2 id="claims">Claims</h2>
{controls(tuple(grouped))}
{claims_table(report.results)}"""
    return page("lpcheck atlas", body, scripted=True)


def _totals(report: Report) -> str:
    found = counts(report.results)
    kinds = Counter(r.claim.finding for r in report.results if r.verdict == "refuted")
    words: dict[Finding, str] = {
        "false": "are false as printed",
        "condition": "need a condition that is not stated",
        "misprint": "have a slip of the pen",
        "imprecise": "say a little too much",
    }
    parts = [f"{kinds[name]} {text}" for name, text in words.items() if kinds[name]]
    parts = [f"{found['verified']} of {found['claims']} hold", *parts]
    if found["undecided"]:
        parts.append(f"{found['undecided']} rest on draws or data that nobody has")
    if found["inconclusive"]:
        parts.append(f"{found['inconclusive']} could not be decided")
    return "; ".join(parts) + "."


def _headlines(results: Sequence[ClaimResult]) -> str:
    known = {r.claim.id: r for r in results}
    chosen = refuted(r.claim for r in results if r.verdict == "refuted")
    items = "".join(
        f"<li>{badge(known[c.id])} {claim_link(c)}, {typeset(c.source)}: fails at "
        f"{where(known[c.id])}. {typeset(c.holds)}</li>"
        for c in chosen
        if c.weight == "headline"
    )
    return f'<ul class="headlines">{items}</ul>' if items else "<p>None.</p>"


def _papers(report: Report, grouped: dict[str, list[ClaimResult]]) -> str:
    """A row a paper, with roles, since the style sheet makes cards of the rows on a phone."""
    names = ("paper", *_COLUMNS)
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in names)
    rows = ""
    for key, results in grouped.items():
        paper = report.selection.paper(key)
        found = {**counts(results), **_findings(results)}
        cells = "".join(
            f'<td role="cell" class="number" data-label="{name}">{found[name]}</td>'
            for name in _COLUMNS
        )
        told = f"<p>{typeset(opening(paper))}</p>" if _whole(paper, results) else ""
        title = f'<a href="papers/{key}.html">{escape(paper.title)}</a>'
        said = f"{title}<br><small>{citation(paper)}</small>{told}"
        rows += f'<tr role="row"><th role="rowheader" scope="row">{said}</th>{cells}</tr>'
    return (
        '<table class="papers" role="table"><thead role="rowgroup"><tr role="row">'
        f'{head}</tr></thead><tbody role="rowgroup">{rows}</tbody></table>'
    )


def _findings(results: Sequence[ClaimResult]) -> dict[str, int]:
    kinds = Counter(r.claim.finding for r in results if r.verdict == "refuted")
    return {name: kinds[name] for name in FINDINGS}


def _whole(paper: Paper, results: Sequence[ClaimResult]) -> bool:
    """Whether a run had all of a paper, so that its opening sentence is about the run."""
    return len(paper.claims) == len(results)


def _unexpected(report: Report) -> str:
    if not report.unexpected:
        return ""
    items = "".join(
        f"<li>{claim_link(r.claim)}: {r.verdict}, expected {r.claim.expected}</li>"
        for r in report.unexpected
    )
    return f'<section class="alarm"><h2>Not as expected</h2><ul>{items}</ul></section>'
