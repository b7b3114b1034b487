"""`check --html`: one page that needs nothing else, to be sent, printed or put beside a paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lpcheck.compare import Comparison
from lpcheck.report.closed_forms import agreements
from lpcheck.report.console import explained, facts, verdict_in_words
from lpcheck.report.differences import differences
from lpcheck.report.forms import AGREES
from lpcheck.report.heat.html import figure
from lpcheck.report.html import formula, page, pairs, value
from lpcheck.report.json_report import plain
from lpcheck.report.panels import Letters, panels

_CLASSES = {"optimal": "verified", "inconclusive": "inconclusive"}
"""Classes of the atlas's style sheet; any other verdict looks like a refutation."""

_LISTED = 60
"""Entries of a vector that are written out."""


def of_comparison(
    finding: Comparison, command: str, rows: Letters = None, columns: Letters = None
) -> str:
    """The page: verdict, explanation, numbers, both mechanisms drawn, how to find it again.

    Args:
        finding: the comparison.
        command: what repeats it.
        rows: letters of the inputs, where the user named them.
        columns: letters of the outputs of the user's mechanism.
    """
    problem = finding.problem
    given = [(name, _parameter(x)) for name, x in problem.parameters.items()]
    rest = [
        "<h2>The problem</h2>",
        f"<p>{escape(problem.source)}</p>",
        pairs([*given, ("solver", escape(finding.solution.solver))]),
    ]
    if command:
        rest += ["<h2>Do it again</h2>", f"<pre><code>{escape(command)}</code></pre>"]
    title = f"{problem.slug}: {finding.verdict}"
    return page(title, "\n".join([body(finding, rows, columns), *rest]))


def body(finding: Comparison, rows: Letters = None, columns: Letters = None) -> str:
    """Verdict, explanation, numbers, both mechanisms drawn, as a part of a page."""
    problem, better = finding.problem, finding.improved_mechanism
    both = panels(finding, rows, columns)
    look = _CLASSES.get(finding.verdict, "refuted")
    parts = [
        f'<h1>{problem.slug} <span class="verdict {look}">{finding.verdict}</span></h1>',
        f"<p>{escape(_sentence(verdict_in_words(finding)))}</p>",
        _list(explained(finding, rows, columns)),
        pairs([(name, escape(text)) for name, text in facts(finding)]),
        "<h2>Side by side</h2>",
        figure(both),
    ]
    if better is not None:
        changed = differences(finding.mechanism, better, rows, columns, labelled=both.named)
        parts += ["<h2>What the better one does differently</h2>", _list(changed)]
    told = finding.mechanism if better is None else better
    known = [] if finding.violations else agreements(problem, told, finding.solution, rows)
    if known:
        whose = "" if better is None else " of the better one"
        parts.append(f"<h2>Closed forms{whose}, which agree to {AGREES:g}</h2>")
        parts.append(pairs([(name, formula(text)) for name, text in known]))
    return "\n".join(part for part in parts if part)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _parameter(x: object) -> str:
    stated = plain(x)
    long = isinstance(stated, list) and len(stated) > _LISTED
    return f"{len(stated)} entries, as the command below has them" if long else value(stated)


def _list(lines: Sequence[str]) -> str:
    items = "".join(f"<li>{formula(x)}</li>" for x in lines)
    return f"<ul>{items}</ul>" if lines else ""
