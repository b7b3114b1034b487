"""An audit for people and for programs: the verdict in one line, then what it rests on."""

from __future__ import annotations

import math
from typing import Any

from lpcheck.auditing import Audit
from lpcheck.auditing.outputs import shown
from lpcheck.report import console, json_report
from lpcheck.report.heat.colours import Colours
from lpcheck.report.text import matrix, number, small

_RIGOR = {
    "exact": "exact, in rationals",
    "bounded": "exact but for the mass that was not followed",
    "statistical": "statistical, from draws",
}


def of_audit(found: Audit, *, width: int = 80, colours: Colours = None) -> str:
    """The verdict in words first, then the numbers, the kernel, and the comparison.

    Args:
        found: the audit.
        width: of the terminal.
        colours: what the terminal has; None draws with characters.
    """
    lines = [f"{found.verdict or 'kernel'}: {found.explanation}"]
    lines += [f"  {name:9}  {text}" for name, text in facts(found)]
    lines += [f"  note       {note}" for note in found.notes]
    rows, columns = [shown(x) for x in found.inputs], [shown(y) for y in found.outputs]
    named = "frequencies" if found.rigor == "statistical" else "kernel"
    lines.append(f"{named} ({len(rows)} inputs × {len(columns)} outputs):")
    lines.append(matrix(found.kernel, rows, columns))
    if found.finding is not None:
        against = found.finding.problem.slug
        text = console.of_comparison(found.finding, rows, columns, width=width, colours=colours)
        lines += [f"against the optimum of {against}:", text]
    return "\n".join(lines)


def facts(found: Audit) -> list[tuple[str, str]]:
    """The numbers behind a verdict, by name."""
    asked = "" if found.epsilon is None else f" ({number(found.epsilon)} is asked for)"
    least = "" if found.rigor == "exact" else "at least "
    lines = [("true ε", f"{least}{number(found.true_epsilon)}{asked}")]
    if found.delta > 0 and found.verdict == "infeasible":
        lines.append(
            ("δ", f"{small(found.delta)} more is needed at ε = {number(found.epsilon or 0)}")
        )
    if any(found.unresolved):
        lines.append(("mass", f"{small(float(max(found.unresolved)))} of a row was not followed"))
    lines.append(("rigor", f"{_RIGOR[found.rigor]}; {found.runs} runs"))
    return lines


def as_json(found: Audit) -> dict[str, Any]:
    """The fields of `audit --json`; rationals are the strings that state them."""
    finding = found.finding
    return {
        "verdict": found.verdict,
        "rigor": found.rigor,
        "epsilon": found.epsilon,
        "true_epsilon": found.true_epsilon,
        "epsilon_bounds": {"lower": found.epsilon_bounds[0], "upper": found.epsilon_bounds[1]},
        "delta": None if math.isnan(found.delta) else found.delta,
        "confidence": found.confidence,
        "inputs": [str(x) for x in found.inputs],
        "outputs": [shown(y) for y in found.outputs],
        "kernel": found.kernel,
        "fractions": found.fractions,
        "unresolved": found.unresolved,
        "runs": found.runs,
        "explanation": found.explanation,
        "notes": found.notes,
        "finding": None if finding is None else json_report.of_comparison(finding),
    }
