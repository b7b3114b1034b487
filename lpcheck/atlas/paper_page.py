"""A page a paper: the sentence that it opens with, findings in order of weight, errata to copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from lpcheck.atlas.html import badge, citation, claim_link, page, quotation, where
from lpcheck.atlas.mathematics import typeset
from lpcheck.atlas.table import claims_table, controls
from lpcheck.claims.claim import Claim, ClaimResult, Outcome
from lpcheck.claims.findings import ERRORS, Found, opening, refuted
from lpcheck.claims.paper import Paper
from lpcheck.report.findings import of_latex


def paper_page(paper: Paper, results: Sequence[ClaimResult]) -> str:
    """The page of one paper, below the root."""
    known = {r.claim.id: r for r in results}
    failing = refuted(r.claim for r in results if r.verdict == "refuted")
    grave = [c for c in failing if c.finding in ERRORS and c.weight != "detail"]
    light = [c for c in failing if c not in grave]
    undecided = [r.claim for r in results if r.verdict == "undecided"]
    probes = [r.claim for r in results if r.claim.finding == "probe"]
    text = f"<p>Read from {escape(paper.text)}.</p>" if paper.text else ""
    parts = [
        f"<h1>{escape(paper.title)}</h1>",
        f'<p class="crumbs">{citation(paper)}</p>',
        f"<p><strong>{typeset(opening(paper))}</strong></p>",
        text,
        _section("What fails as printed", (_finding(known[c.id], results) for c in grave)),
        _folded("Details, misprints and remarks", (_finding(known[c.id], results) for c in light)),
        _folded("On draws or data that nobody has", (_listed(known[c.id]) for c in undecided)),
        _folded("Hypotheses varied by us", (_listed(known[c.id]) for c in probes)),
        _copies(paper, [known[c.id] for c in failing], results),
        '<h2 id="claims">All claims</h2>',
        controls(),
        claims_table(results, up="../"),
    ]
    return page(f"{paper.key} – lpcheck atlas", "\n".join(filter(None, parts)), up="../",
                scripted=True)  # fmt: skip


def _section(title: str, items: Iterable[str]) -> str:
    text = "".join(items)
    return f"<h2>{title}</h2>\n{text}" if text else ""


def _folded(title: str, items: Iterable[str]) -> str:
    found = list(items)
    if not found:
        return ""
    return (
        f'<details class="folded"><summary>{title} ({len(found)})</summary>'
        f"{''.join(found)}</details>"
    )


def _finding(result: ClaimResult, results: Sequence[ClaimResult]) -> str:
    """What is printed, where it fails, what holds and what stands."""
    claim = result.claim
    again = ", ".join(claim_link(r.claim, "../") for r in results if r.claim.below == claim.id)
    mended = ", ".join(claim_link(r.claim, "../") for r in results if r.claim.corrects == claim.id)
    rows = [
        ("Fails at", where(result)),
        ("Holds", typeset(claim.holds) + (f" ({mended})" if mended else "")),
        ("Stands", typeset(claim.stands)),
        ("Met again in", again),
    ]
    facts = "".join(f"<dt>{name}</dt><dd>{html}</dd>" for name, html in rows if html)
    statement = quotation(claim) or f"<p>{typeset(claim.statement)}</p>"
    return (
        f'<article class="finding"><p>{badge(result)} {typeset(claim.source)}, '
        f'{claim_link(claim, "../")}</p>{statement}<dl class="facts">{facts}</dl></article>'
    )


def _listed(result: ClaimResult) -> str:
    claim = result.claim
    told = "" if result.reading is None else f" Our own draws {_AGREE[result.reading]}."
    return (
        f"<p>{claim_link(claim, '../')}, {typeset(claim.source)}: "
        f"{typeset(claim.statement)}{told}</p>"
    )


_AGREE = {"agrees": "agree with it", "differs": "differ from it"}


def _copies(
    paper: Paper, failing: Sequence[ClaimResult], results: Sequence[ClaimResult]
) -> str:  # fmt: skip
    found = [
        Found(r.claim, r.counterexample, Outcome(False, r.worst_gap, r.detail, r.loss),
              _again(r.claim, results))
        for r in failing
        if r.counterexample is not None
    ]  # fmt: skip
    return _copy("Errata as LaTeX", of_latex([(paper, found)])) + _copy("BibTeX", paper.bibtex)


def _again(claim: Claim, results: Sequence[ClaimResult]) -> tuple[Claim, ...]:
    return tuple(r.claim for r in results if r.claim.below == claim.id)


def _copy(title: str, text: str) -> str:
    return (
        f'<details class="copy"><summary>{title}</summary>'
        f"<pre><code>{escape(text)}</code></pre></details>"
    )
