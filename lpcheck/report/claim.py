"""One claim in full, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.claims.findings import MEANING
from lpcheck.claims.paper import Paper
from lpcheck.claims.registry import catalogue, known
from lpcheck.compare import Comparison
from lpcheck.proofs.registry import Theorem
from lpcheck.report.console import of_comparison
from lpcheck.report.findings import how_far, one_line, told_twice
from lpcheck.report.heat.colours import Colours
from lpcheck.report.text import small


def of_result(
    result: ClaimResult,
    paper: Paper,
    comparisons: Sequence[Comparison],
    width: int = 80,
    colours: Colours = None,
) -> str:
    """All that is known of a claim.

    Args:
        result: the claim and its verdict.
        paper: where it is printed.
        comparisons: what its test compares where it fails.
        width: where lines are broken.
        colours: what the terminal has.
    """
    claim = result.claim
    kind = "" if claim.finding is None else f" ({claim.finding}: {MEANING[claim.finding]})"
    rows = [
        ("verdict", f"{result.verdict}{kind}" + ("" if result.as_expected else ", UNEXPECTED")),
        ("printed", f"“{one_line(claim.quote)}”" if claim.quote else ""),
        ("statement", "" if told_twice(claim) else one_line(claim.statement)),
        ("conditions", one_line(claim.conditions)),
        ("stands", one_line(claim.stands)),
        ("holds", one_line(claim.holds)),
        ("why", one_line(claim.evidence)),
        ("theorem", "" if result.theorem is None else _theorem(result.theorem)),
        ("fails at", _where(result)),
        ("on draws", "" if result.reading is None else f"our own {result.reading[:-1]} with it"),
        ("tested", f"{result.instances} instances, the largest gap {small(result.worst_gap)}"),
        ("control", _CONTROL[result.control_caught]),
        ("mended by", ", ".join(c.id for c in _near(paper) if c.corrects == claim.id)),
        ("mends", claim.corrects or ""),
        ("again in", ", ".join(c.id for c in _near(paper) if c.below == claim.id)),
        ("below", claim.below or ""),
    ]
    lines = [f"{claim.id}  {claim.source}  [{claim.kind}, {claim.weight}]", paper.citation]
    lines += [f"  {name}: {address}" for name, address in paper.links]
    for name, text in rows:
        if text:
            first = f"  {name:11}"
            lines += textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * 13)
    if result.theorem is not None and result.theorem.statement is not None:
        lines += ["", textwrap.indent(result.theorem.statement, "  ")]
    beaten = next((c for c in comparisons if c.verdict in ("suboptimal", "infeasible")), None)
    if beaten is not None:
        compared = of_comparison(beaten, width=width, colours=colours)
        lines += ["", f"against {beaten.problem.slug}:", compared]
    return "\n".join(lines)


_CONTROL = {True: "caught", False: "NOT caught", None: "the instances at which it holds"}


def _where(result: ClaimResult) -> str:
    if result.counterexample is None:
        return ""
    off = how_far(result.claim, result.loss, ", ")
    return f"{one_line(result.counterexample.label)}{off}: {one_line(result.detail)}"


def _near(paper: Paper) -> tuple[Claim, ...]:
    return catalogue(paper.key) if paper.key in known() else paper.claims


def _theorem(theorem: Theorem) -> str:
    return f"{theorem.finding} in Rocq for {theorem.scope} ({theorem.module}; `lpcheck proofs`)"
