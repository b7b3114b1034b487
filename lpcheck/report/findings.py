"""What was found in papers, for people, for LaTeX and as data: three lines a finding."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from lpcheck.claims.claim import Claim
from lpcheck.claims.findings import ERRORS, MEANING, Found, opening
from lpcheck.claims.paper import Paper
from lpcheck.report.text import share

Grouped: TypeAlias = Sequence[tuple[Paper, Sequence[Found]]]


def of_findings(grouped: Grouped, width: int = 80) -> str:
    """The findings of each paper under the sentence that it opens with.

    Args:
        grouped: findings by paper, the gravest first.
        width: where lines are broken.
    """
    blocks = []
    for paper, findings in grouped:
        lines = [paper.citation, *textwrap.wrap(opening(paper), width)]
        for found in findings:
            lines += ["", *_finding(found, width)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def headline(claim: Claim, width: int = 80) -> list[str]:
    """A finding in a line or two: where it is printed, what it is, what holds."""
    words = f"{claim.id} ({claim.source}; {claim.finding}): {holds(claim)}"
    return textwrap.wrap(words, width, initial_indent="  ", subsequent_indent="    ")


def holds(claim: Claim) -> str:
    """What holds instead, or why it fails, whichever the claim tells."""
    return one_line(claim.holds or claim.evidence)


def where(found: Found) -> str:
    """The counterexample, and how far off the statement is there."""
    off = how_far(found.claim, found.outcome.loss, ", ")
    return f"{one_line(found.instance.label)}{off}: {one_line(found.outcome.detail)}"


def how_far(claim: Claim, loss: float | None, before: str = "") -> str:
    """What a mechanism loses, or by how much a printed number is off; nothing where unknown.

    Args:
        claim: the statement; one of kind `tight` is about a mechanism.
        loss: relative to the optimum, or to the printed number.
        before: what stands before the words, if there are any.
    """
    if loss is None:
        return ""
    return before + (f"{share(loss)} lost" if claim.kind == "tight" else f"off by {share(loss)}")


def told_twice(claim: Claim) -> bool:
    """Whether the quotation is the statement word for word."""
    return one_line(claim.quote) == one_line(claim.statement)


def _finding(found: Found, width: int) -> list[str]:
    claim = found.claim
    head = f"{claim.id}  {claim.source}  [{claim.finding}, {claim.weight}]"
    rows = [
        ("printed", f"“{one_line(claim.quote)}”" if claim.quote else one_line(claim.statement)),
        ("fails at", where(found)),
        ("holds", holds(claim)),
        ("stands", one_line(claim.stands)),
        ("again in", ", ".join(c.id for c in found.again)),
    ]
    lines = [head]
    for name, text in rows:
        if text:
            first = f"  {name:9}"
            lines += textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * 11)
    return lines


def of_data(grouped: Grouped) -> dict[str, Any]:
    """The fields of `findings --json`."""
    return {
        "papers": [
            {"key": p.key, "citation": p.citation, "opening": opening(p)} for p, _ in grouped
        ],
        "findings": [_data(found) for _, findings in grouped for found in findings],
    }


def _data(found: Found) -> dict[str, Any]:
    claim, instance = found.claim, found.instance
    return {
        "id": claim.id,
        "paper": claim.paper,
        "source": claim.source,
        "finding": claim.finding,
        "weight": claim.weight,
        "quote": claim.quote,
        "statement": claim.statement,
        "counterexample": {"label": instance.label, "parameters": instance.parameters},
        "detail": found.outcome.detail,
        "loss": found.outcome.loss,
        "holds": claim.holds,
        "stands": claim.stands,
        "again": [c.id for c in found.again],
    }


def of_latex(grouped: Grouped) -> str:
    """The errata of each paper as a LaTeX list, to be pasted into a document."""
    parts = []
    for paper, findings in grouped:
        parts.append(
            f"% {paper.citation}\n\\paragraph{{{_tex(paper.title)} \\cite{{{paper.key}}}.}}"
        )
        parts.append(_tex(opening(paper)))
        if findings:
            items = "\n".join(map(_item, findings))
            parts.append(f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}")
    return "\n".join(parts) + "\n"


def _item(found: Found) -> str:
    claim = found.claim
    quoted = f"``{_tex(claim.quote)}'' " if claim.quote else f"{one_line(claim.statement)} "
    what = MEANING[claim.finding or "false"]
    lines = [f"\\item[{_tex(claim.source)}] {quoted}({what}.)"]
    lines.append(f"  Fails at {_tex(where(found))}.")
    if claim.holds:
        lines.append(f"  Holds: {_tex(one_line(claim.holds))}")
    if claim.stands:
        lines.append(f"  {_tex(one_line(claim.stands))}")
    return "\n".join(lines)


def of_markdown(grouped: Grouped) -> str:
    """A page of the findings: headlines and errors in full, misprints and remarks in a line."""
    parts = []
    for paper, findings in grouped:
        links = ", ".join(f"[{name}]({address})" for name, address in paper.links)
        parts += [f"## {paper.title}", f"{paper.citation}{' · ' if links else ''}{links}"]
        parts.append(f"**{opening(paper)}**")
        grave = [f for f in findings if f.claim.finding in ERRORS and f.claim.weight != "detail"]
        parts += [_told(found) for found in grave]
        light = [f"- {_brief(found)}" for found in findings if found not in grave]
        if light:
            parts += ["### Details, misprints and remarks", "\n".join(light)]
    return "\n\n".join(parts) + "\n"


def _told(found: Found) -> str:
    claim = found.claim
    lines = [f"### {claim.source} ({claim.finding})"]
    if claim.quote:
        lines.append(f"> {one_line(claim.quote)}")
    lines.append(f"Fails at {where(found)}.")
    lines += [f"{text}" for text in (one_line(claim.holds), one_line(claim.stands)) if text]
    lines.append(f"`lpcheck show {claim.id}`")
    return "\n\n".join(lines)


def _brief(found: Found) -> str:
    claim = found.claim
    return f"{claim.source} ({claim.finding}): {holds(claim)} `{claim.id}`"


def of_bibtex(papers: Iterable[Paper]) -> str:
    """The papers' own entries."""
    return "\n".join(paper.bibtex for paper in papers)


def one_line(text: str) -> str:
    """Text without line breaks."""
    return " ".join(text.split())


_ESCAPED = re.compile(r"[&%#_{}~^\\]")
_NAMES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SYMBOLS = {
    "ε": r"$\varepsilon$", "δ": r"$\delta$", "γ": r"$\gamma$", "μ": r"$\mu$", "ν": r"$\nu$",
    "λ": r"$\lambda$", "α": r"$\alpha$", "β": r"$\beta$", "χ": r"$\chi$", "²": r"$^2$",
    "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "∞": r"$\infty$", "−": "$-$", "×": r"$\times$",
    "→": r"$\to$", "∈": r"$\in$", "ζ": r"$\zeta$", "θ": r"$\theta$", "‖": r"$\|$", "·": r"$\cdot$",
    "ℕ": r"$\mathbb{N}$", "Σ": r"$\sum$", "Δ": r"$\Delta$", "Φ": r"$\Phi$", "⁻¹": r"$^{-1}$",
}  # fmt: skip


def _tex(text: str) -> str:
    """Words as LaTeX; what stands between dollars stays as it is."""
    parts = re.split(r"(\$[^$]*\$)", one_line(text))
    return "".join(part if part.startswith("$") else _plain(part) for part in parts)


def _plain(text: str) -> str:
    text = _ESCAPED.sub(lambda m: _NAMES.get(m[0], "\\" + m[0]), text)
    for symbol, command in _SYMBOLS.items():
        text = text.replace(symbol, command)
    return text
