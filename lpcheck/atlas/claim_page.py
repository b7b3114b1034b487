"""A page a claim: what is printed, what was found, and how to find it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from lpcheck.atlas.html import KINDS, badge, citation, claim_link, page, quotation
from lpcheck.atlas.mathematics import typeset
from lpcheck.claims.claim import Claim, ClaimResult, Instance
from lpcheck.claims.findings import MEANING
from lpcheck.claims.paper import Paper
from lpcheck.compare import Comparison, watched
from lpcheck.report.findings import how_far, told_twice
from lpcheck.report.heat.html import figure
from lpcheck.report.html import value
from lpcheck.report.panels import panels
from lpcheck.report.text import small

_LISTED = 200
"""Instances that a page lists by name."""

_HOLDS = {True: "yes", False: "no", None: "undecided"}


@dataclass(frozen=True)
class Neighbours:
    """The claims that a claim's page points to."""

    before: Claim | None = None
    after: Claim | None = None
    corrected_by: tuple[Claim, ...] = ()
    corrects: Claim | None = None
    below: Claim | None = None


def claim_page(
    result: ClaimResult,
    paper: Paper,
    near: Neighbours,
    instances: Sequence[Instance],
    plot: str = "",
    proof: str = "",
) -> str:
    """The page of one claim, two levels below the root.

    Args:
        result: the claim and its verdict.
        paper: where it is printed.
        near: the claims to point to.
        instances: those that were tested.
        plot: a figure as HTML, or nothing.
        proof: links to certificates as HTML, or nothing.
    """
    claim = result.claim
    parts = [
        f'<p class="crumbs"><a href="../papers/{claim.paper}.html">{escape(claim.paper)}</a>: '
        f"{citation(paper)}</p>",
        f"<h1>{typeset(claim.source)} {badge(result)}</h1>",
        f'<p class="id">{escape(claim.id)}</p>',
        quotation(claim),
        "" if told_twice(claim) else _statement(claim),
        _facts(result, near),
        "<h2>Why this verdict</h2>",
        f"<p>{typeset(claim.evidence)}</p>",
        _found(result),
        _beaten(result, instances),
        plot,
        _tests(result, instances),
        proof,
        _again(claim),
        _turn(near),
    ]
    title = f"{claim.source}: {result.verdict} – {claim.id}"
    return page(title, "\n".join(p for p in parts if p), up="../")


def _statement(claim: Claim) -> str:
    return f'<div class="statement"><p>{typeset(claim.statement)}</p></div>'


def _facts(result: ClaimResult, near: Neighbours) -> str:
    claim = result.claim
    rows = []
    if claim.finding is not None:
        rows.append(("Finding", f"{claim.finding}: {MEANING[claim.finding]}"))
    if claim.stands:
        rows.append(("What stands", typeset(claim.stands)))
    if claim.holds:
        rows.append(("What holds", typeset(claim.holds)))
    if result.reading is not None:
        rows.append(("On our own draws", "it " + result.reading))
    if result.theorem is not None:
        theorem = result.theorem
        words = f"{theorem.finding} in Rocq for {theorem.scope}"
        said = "" if theorem.statement is None else f"<pre>{escape(theorem.statement)}</pre>"
        where = f"(<code>{escape(theorem.module)}</code>)"
        rows.append(("Theorem", f"{escape(words)} {where}{said}"))
    rows += [
        ("Conditions", typeset(claim.conditions)),
        ("What is claimed", f"{claim.kind} ({escape(KINDS[claim.kind])})"),
    ]
    if near.below is not None:
        rows.append(("The same fault as in", claim_link(near.below, "../")))
    if near.corrects is not None:
        rows.append(("Corrects", f"{claim_link(near.corrects, '../')}, which does not hold"))
    if near.corrected_by:
        forms = "".join(
            f"<div>{claim_link(c, '../')}<br>{typeset(c.statement)}</div>"
            for c in near.corrected_by
        )
        rows.append(("Tested in its place", forms))
    return '<dl class="facts">' + "".join(f"<dt>{a}</dt><dd>{b}</dd>" for a, b in rows) + "</dl>"


def _found(result: ClaimResult) -> str:
    """The counterexample, or why the claim is open."""
    if result.counterexample is None:
        if result.verdict == "verified" or not result.detail:
            return ""
        return f"<h2>What stays open</h2>\n<p>{typeset(result.detail)}</p>"
    instance = result.counterexample
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{value(x)}</td></tr>'
        for name, x in instance.parameters.items()
    )
    off = how_far(result.claim, result.loss, ", ")
    detail = f"<p>Found: {typeset(result.detail)}{off}.</p>" if result.detail else ""
    return (
        f'<section class="counterexample"><h2>It fails at: {typeset(instance.label)}</h2>'
        f'<div class="wide"><table class="parameters"><tbody>{rows}</tbody></table></div>'
        f"{detail}</section>"
    )


def _beaten(result: ClaimResult, instances: Sequence[Instance]) -> str:
    """The mechanism of the paper beside the one that beats it, where a mechanism fails."""
    label = None if result.counterexample is None else result.counterexample.label
    instance = next((i for i in instances if i.label == label), None)
    if result.verdict != "refuted" or instance is None:
        return ""
    with watched() as comparisons:
        result.claim.test(**instance.parameters)
    wanted: list[Comparison] = [c for c in comparisons if c.verdict in ("suboptimal", "infeasible")]
    if not wanted or wanted[0].solution.mechanism is None:
        return ""
    first = wanted[0]
    words = "the printed one and a better one" if first.verdict == "suboptimal" else "both"
    return f"<h2>Side by side: {words}</h2>\n{figure(panels(first, mine_is='the printed one'))}"


def _tests(result: ClaimResult, instances: Sequence[Instance]) -> str:
    caught = {
        True: "caught: slightly wrong on purpose, it fails the same test",
        False: "not caught",
        None: "where it is not to fail, it holds",
    }[result.control_caught]
    kinds = ", ".join(f"{n} {kind}" for kind, n in Counter(i.kind for i in instances).items())
    rows = [
        ("Instances", f"{result.instances} ({kinds})" if kinds else str(result.instances)),
        ("Largest gap", f"{small(result.worst_gap)} at {result.worst_instance or 'no instance'}"),
        ("Negative control", caught),
        ("Processor time", f"{result.seconds:.2g} s"),
    ]
    facts = "".join(f"<dt>{a}</dt><dd>{typeset(b)}</dd>" for a, b in rows)
    return (
        f'<h2>How it was tested</h2>\n<dl class="facts">{facts}</dl>\n'
        f"<details><summary>The instances</summary>{_instances(result, instances)}</details>"
    )


def _instances(result: ClaimResult, instances: Sequence[Instance]) -> str:
    """Each instance with what was found there; counted from 1, as figures count them."""
    whole = len(result.outcomes) == len(instances)
    heads = ("no.", "instance", "kind", *(("holds", "gap", "found") if whole else ()))
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    rows = ""
    for i, instance in enumerate(instances[:_LISTED]):
        cells = f'<td class="number">{i + 1}</td><td>{typeset(instance.label)}</td>'
        cells += f"<td>{instance.kind}</td>"
        if whole:
            found = result.outcomes[i]
            cells += (
                f'<td>{_HOLDS[found.holds]}</td><td class="number">{small(found.gap)}</td>'
                f"<td>{escape(found.detail)}</td>"
            )
        rows += f"<tr>{cells}</tr>"
    more = len(instances) - _LISTED
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return (
        f'<div class="wide"><table class="instances"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{rest}"
    )


def _again(claim: Claim) -> str:
    return (
        "<h2>Do it again</h2>\n"
        f"<pre><code>lpcheck verify {escape(claim.id)}</code></pre>\n"
        f"<details><summary>The statement in LaTeX</summary>"
        f"<pre><code>{escape(claim.statement)}</code></pre></details>"
    )


def _turn(near: Neighbours) -> str:
    links = []
    for word, other in (("Before", near.before), ("After", near.after)):
        if other is not None:
            links.append(f"<li>{word}: {claim_link(other, '../')}</li>")
    return f'<nav aria-label="Neighbours"><ul>{"".join(links)}</ul></nav>' if links else ""
