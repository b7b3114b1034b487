"""Results as text for a terminal or a log."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from formulations.formulation import Bounds, Formulation, Solution
from lpcheck.claims.claim import Claim
from lpcheck.compare import Comparison
from lpcheck.report._differences import differences
from lpcheck.report._text import exact, matrix, number, small

Letters: TypeAlias = Sequence[str] | None

_UNNAMED_OUTPUTS = ("staircase", "information", "approximate-binary")
"""Problems whose outputs may be permuted, merged and split without changing the mechanism."""

_SENSE = {"maximize": "maximise", "minimize": "minimise"}


def of_solution(problem: Formulation, solution: Solution, rows: Letters = None) -> str:
    """The optimum, its bounds, and a mechanism that attains it."""
    lines = [
        f"{solution.status}: {problem.slug} ({problem.source})",
        f"  value      {number(solution.value)} (to {_SENSE[problem.sense]})",
        _bounds(solution.bounds),
        f"  solver     {solution.solver}"
        + (f", {solution.seconds:.2g} s" * bool(solution.seconds)),
    ]
    if solution.message:
        lines.append(f"  note       {solution.message}")
    if solution.mechanism is not None:
        columns = rows if problem.slug == "public-prior" else None
        lines.append(f"mechanism ({_shape(solution.mechanism.shape)}):")
        lines.append(matrix(solution.mechanism, rows, columns))
    return "\n".join(lines)


def of_comparison(finding: Comparison, rows: Letters = None, columns: Letters = None) -> str:
    """The verdict in words first, then the numbers, then the better mechanism if there is one."""
    lines = [f"{finding.verdict}: {_words(finding)}"]
    for violation in finding.violations:
        lines.append(f"  {violation.constraint}: {violation.explanation}")
        legend = _legend(violation.where, rows, columns)
        if legend:
            lines.append(f"    {legend}")
    if finding.true_epsilon is not None:
        lines.append(f"  true ε     {number(finding.true_epsilon)}{_asked(finding.problem)}")
    lines.append(f"  value      {number(finding.value)} (to {_SENSE[finding.problem.sense]})")
    lines.append(_bounds(finding.bounds))
    lines.append(f"  gap        {small(finding.gap)}{_share(finding)}")
    lines.append(f"  tolerance  {small(finding.tolerance)} on the gap ({finding.rigor})")
    better = finding.improved_mechanism
    if better is not None:
        value = number(finding.solution.value)
        lines.append(f"a better mechanism ({_shape(better.shape)}), value {value}:")
        lines.append(matrix(better, rows, rows if finding.problem.slug == "public-prior" else None))
        named = finding.problem.slug not in _UNNAMED_OUTPUTS
        changed = differences(finding.mechanism, better, rows, labelled=named)
        if changed:
            lines += ["what it does differently:", *(f"  {line}" for line in changed)]
    return "\n".join(lines)


def _words(finding: Comparison) -> str:
    if finding.verdict == "infeasible":
        broken = ", ".join(dict.fromkeys(v.constraint for v in finding.violations))
        return f"the mechanism breaks {broken} (rows and columns are counted from 0)"
    if finding.verdict == "optimal":
        return f"no mechanism that meets the constraints does better; {finding.explanation}"
    return finding.explanation


def _asked(problem: Formulation) -> str:
    epsilon = problem.parameters.get("epsilon")
    return "" if epsilon is None else f" ({number(float(epsilon))} is asked for)"


def _share(finding: Comparison) -> str:
    """The gap against the optimum, where that says something."""
    best = finding.solution.value
    if finding.verdict != "suboptimal" or not 0 < abs(best) < math.inf or math.isinf(finding.gap):
        return ""
    return f" ({100 * finding.gap / abs(best):.3g} % of the optimum)"


def _legend(where: Mapping[str, int], rows: Letters, columns: Letters) -> str:
    """Which letters the indices of a violation stand for."""
    parts = []
    for key, i in where.items():
        letters = columns if key == "column" else rows
        if letters is not None and i < len(letters):
            parts.append(f"{key.replace('_', ' ')} {i} is '{letters[i]}'")
    return ", ".join(parts)


def _bounds(bounds: Bounds) -> str:
    width = f"width {small(bounds.width)}"
    return f"  bounds     {exact(bounds.lower)} ≤ optimum ≤ {exact(bounds.upper)} ({width})"


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if len(shape) > 1 else f"{shape[0]} letters"


def of_claims(claims: Iterable[Claim], width: int | None = None) -> str:
    """One line a claim: id, source, kind, expected verdict, statement.

    Args:
        claims: in the order to print.
        width: where to cut lines; None leaves statements whole.
    """
    cells = [(c.id, c.source, c.kind, c.expected, " ".join(c.statement.split())) for c in claims]
    if not cells:
        return "no claims"
    widths = [max(len(row[i]) for row in cells) for i in range(4)]
    lines = []
    for row in cells:
        line = "  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=False))
        lines.append(cut(f"{line}  {row[4]}", width))
    return "\n".join(lines)


def cut(line: str, width: int | None) -> str:
    """A line no longer than `width`."""
    return line if width is None or len(line) <= width else line[: max(width - 1, 0)] + "…"
