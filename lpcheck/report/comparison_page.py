"""`check --html`: one page that needs nothing else, to be sent, printed or put beside a paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lpcheck import __version__
from lpcheck.compare import Comparison
from lpcheck.report._differences import differences
from lpcheck.report.console import explained, facts, verdict_in_words
from lpcheck.report.heat.html import figure
from lpcheck.report.html import style, value
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
    problem, better = finding.problem, finding.improved_mechanism
    both = panels(finding, rows, columns)
    look = _CLASSES.get(finding.verdict, "refuted")
    body = [
        f'<h1>{problem.slug} <span class="verdict {look}">{finding.verdict}</span></h1>',
        f"<p>{escape(_sentence(verdict_in_words(finding)))}</p>",
        _list(explained(finding, rows, columns)),
        _pairs([(name, escape(text)) for name, text in facts(finding)]),
        "<h2>Side by side</h2>",
        figure(both),
    ]
    if better is not None:
        changed = differences(finding.mechanism, better, rows, columns, labelled=both.named)
        body += ["<h2>What the better one does differently</h2>", _list(changed)]
    given = [(name, _parameter(x)) for name, x in problem.parameters.items()]
    body += [
        "<h2>The problem</h2>",
        f"<p>{escape(problem.source)}</p>",
        _pairs([*given, ("solver", escape(finding.solution.solver))]),
        "<h2>Do it again</h2>",
        f"<pre><code>{escape(command)}</code></pre>",
    ]
    return _page(f"{problem.slug}: {finding.verdict}", "\n".join(part for part in body if part))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _parameter(x: object) -> str:
    stated = plain(x)
    long = isinstance(stated, list) and len(stated) > _LISTED
    return f"{len(stated)} entries, as the command below has them" if long else value(stated)


def _list(lines: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(x).replace('e^ε', 'e<sup>ε</sup>')}</li>" for x in lines)
    return f"<ul>{items}</ul>" if lines else ""


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{html}</dd>" for name, html in pairs)
    return f'<dl class="facts">{rows}</dl>'


def _page(title: str, body: str) -> str:
    """The frame, with the style sheets inside."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} – lpcheck</title>
<link rel="icon" href="data:,">
<style>
{style()}</style>
</head>
<body>
<main id="main">
{body}
</main>
<footer><p>Made by lpcheck {escape(__version__)}. Rows, columns and letters are counted from 0;
values are in nats.</p></footer>
</body>
</html>
"""
