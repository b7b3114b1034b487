"""A run of the catalogue as text: counts, the headlines, and, loudly, what is unexpected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lpcheck.claims.claim import ClaimResult, ClaimVerdict
from lpcheck.claims.findings import FINDINGS, refuted
from lpcheck.report.findings import headline
from lpcheck.report.text import small

if TYPE_CHECKING:
    from lpcheck.runner import Report

_VERDICTS: tuple[ClaimVerdict, ...] = ("verified", "refuted", "undecided", "inconclusive")
_COLUMNS = ("claims", *_VERDICTS, "unexpected")


def of_report(report: Report, width: int = 80) -> str:
    """The summary of a run.

    Args:
        report: the run.
        width: where lines are broken.
    """
    lines = [*_counts(report), *_kinds(report)]
    as_expected = [r for r in report.results if r.as_expected]
    shown = refuted(r.claim for r in as_expected)
    if len(report.results) > 1:  # else it is asked for by name
        shown = tuple(c for c in shown if c.weight == "headline")
    if shown:
        lines += ["", "Printed statements that do not hold, the most important ones:"]
        for claim in shown:
            lines += headline(claim, width)
        lines += ["See `lpcheck findings` for all of them, and `lpcheck show ID` for one in full."]
    for result in report.unexpected:
        lines += ["", *_unexpected(result)]
    lines += ["", _last_line(report)]
    return "\n".join(lines)


def counts(results: Iterable[ClaimResult]) -> dict[str, int]:
    """How many there are, of each verdict, and against expectation."""
    results = list(results)
    found = Counter(r.verdict for r in results)
    return {
        "claims": len(results),
        **{verdict: found[verdict] for verdict in _VERDICTS},
        "unexpected": sum(not r.as_expected for r in results),
    }


def findings(results: Iterable[ClaimResult]) -> dict[str, int]:
    """How many refuted statements have each finding."""
    found = Counter(r.claim.finding for r in results if r.verdict == "refuted")
    return {finding: found[finding] for finding in FINDINGS}


def papers(report: Report) -> dict[str, list[ClaimResult]]:
    """The results by paper, in the order of the run."""
    grouped: dict[str, list[ClaimResult]] = {}
    for result in report.results:
        grouped.setdefault(result.claim.paper, []).append(result)
    return grouped


def _counts(report: Report) -> list[str]:
    rows = [(paper, counts(results)) for paper, results in papers(report).items()]
    if len(rows) > 1:
        rows.append(("all", counts(report.results)))
    width = max([len("paper"), *(len(paper) for paper, _ in rows)])
    lines = [f"{'paper':{width}}  " + "  ".join(_COLUMNS)]
    for paper, row in rows:
        cells = "  ".join(f"{row[column]:>{len(column)}}" for column in _COLUMNS)
        lines.append(f"{paper:{width}}  {cells}")
    return lines


def _kinds(report: Report) -> list[str]:
    kinds = [f"{n} {finding}" for finding, n in findings(report.results).items() if n]
    refuted_ones = sum(findings(report.results).values())
    return [f"of the refuted ones {', '.join(kinds)}"] if refuted_ones > 1 else []


def _unexpected(result: ClaimResult) -> list[str]:
    claim = result.claim
    lines = [
        f"UNEXPECTED {claim.id} ({claim.source}): {result.verdict}, expected {claim.expected}",
        f"  {' '.join(claim.statement.split())}",
    ]
    if result.counterexample is not None:
        lines.append(f"  fails at {_where(result)}")
        parameters = result.counterexample.parameters.items()
        lines.append("  " + ", ".join(f"{name} = {_value(value)}" for name, value in parameters))
    elif result.detail:
        lines.append(f"  {result.detail}")
    if result.control_caught is False:
        lines.append("  its negative control was not caught")
    if result.strays:
        lines.append(f"  it fails also where it is to hold: {'; '.join(result.strays[:3])}")
    if result.reading != claim.ours:
        lines.append(f"  on our draws it {result.reading}, expected that it {claim.ours}")
    return lines


def _where(result: ClaimResult) -> str:
    label = result.counterexample.label if result.counterexample is not None else "an instance"
    return f"{label}: {' '.join(result.detail.split())}" if result.detail else label


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(map(_value, value)) + ")"
    text = " ".join(str(value).split())
    return text if len(text) <= 200 else text[:199] + "…"


def _last_line(report: Report) -> str:
    totals = counts(report.results)
    number = totals["claims"]
    tested = sum(r.instances for r in report.results)
    found = (
        f"{totals['unexpected']} of {number} verdicts UNEXPECTED"
        if totals["unexpected"]
        else f"exit status 0: all {number} verdicts are as computation gave them before"
        if number != 1
        else "exit status 0: the verdict is as computation gave it before"
    )
    # Of other kinds the gap is no distance to an optimum: an error of a limit, a rounded figure.
    optimal = [r for r in report.results if r.verdict == "verified" and r.claim.kind == "tight"]
    worst = max(optimal, key=lambda r: r.worst_gap, default=None)
    gap = ""
    if worst is not None:
        where = f" ({worst.claim.id})" if number > 1 else ""
        gap = f"verified optima are met within {small(worst.worst_gap)}{where}, "
    return f"{found}; {tested} instances, {gap}{report.seconds:.1f} s"
