"""A run of the catalogue as text: counts, what is refuted, and, loudly, what is unexpected."""

from __future__ import annotations

from collections.abc import Iterable

from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.report.text import small
from lpcheck.runner import Report

_COLUMNS = ("claims", "verified", "refuted", "inconclusive", "unexpected")


def of_report(report: Report, claims: Iterable[Claim] = ()) -> str:
    """The summary of a run.

    Args:
        report: the run.
        claims: where corrected forms are looked up, besides the run itself.
    """
    known = {c.id: c for c in [*claims, *(r.claim for r in report.results)]}
    corrections: dict[str, list[Claim]] = {}
    for claim in known.values():
        if claim.corrects is not None:
            corrections.setdefault(claim.corrects, []).append(claim)
    lines = _counts(report)
    refuted = [r for r in report.results if r.verdict == "refuted" and r.as_expected]
    if refuted:
        lines += ["", "Printed statements that do not hold:"]
        for result in refuted:
            lines += _refuted(result, corrections.get(result.claim.id, []))
    for result in report.unexpected:
        lines += ["", *_unexpected(result)]
    lines += ["", _last_line(report)]
    return "\n".join(lines)


def counts(results: Iterable[ClaimResult]) -> dict[str, int]:
    """How many there are, of each verdict, and against expectation."""
    results = list(results)
    verdicts = [r.verdict for r in results]
    return {
        "claims": len(results),
        "verified": verdicts.count("verified"),
        "refuted": verdicts.count("refuted"),
        "inconclusive": verdicts.count("inconclusive"),
        "unexpected": sum(not r.as_expected for r in results),
    }


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


def _refuted(result: ClaimResult, corrections: list[Claim]) -> list[str]:
    claim = result.claim
    line = f"  {claim.id} ({claim.source}) fails at {_where(result)}"
    if not corrections:
        return [line]
    forms = "; ".join(c.id + _under(c.conditions, claim.conditions) for c in corrections)
    return [line, f"    what holds: {forms}"]


def _under(conditions: str, printed: str) -> str:
    """The conditions of a corrected form, where they are not as printed; `none: …` says of what."""
    if conditions in ("none", printed):
        return ""
    rest = conditions.removeprefix("none: ")
    return f", {rest}" if rest != conditions else f", for {conditions}"


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
        else f"all {number} verdicts as expected"
        if number != 1
        else "the verdict is as expected"
    )
    # Of other kinds the gap is no distance to an optimum: an error of a limit, a rounded figure.
    optimal = [r for r in report.results if r.verdict == "verified" and r.claim.kind == "tight"]
    worst = max(optimal, key=lambda r: r.worst_gap, default=None)
    gap = ""
    if worst is not None:
        where = f" ({worst.claim.id})" if number > 1 else ""
        gap = f"verified optima are met within {small(worst.worst_gap)}{where}, "
    return f"{found}; {tested} instances, {gap}{report.seconds:.1f} s"
