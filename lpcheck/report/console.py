"""Results as text for a terminal or a log."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from formulations.formulation import Array, Bounds, Formulation, Solution
from lpcheck.claims.claim import Claim
from lpcheck.compare import Comparison
from lpcheck.report.closed_forms import agreements
from lpcheck.report.differences import differences, flat
from lpcheck.report.forms import AGREES
from lpcheck.report.heat.colours import Colours
from lpcheck.report.heat.text import side_by_side
from lpcheck.report.panels import Letters, panels
from lpcheck.report.plain import plain_letters
from lpcheck.report.text import exact, matrix, number, small

_BROKEN = {
    "stochastic": "the sum of a row",
    "sum": "the sum",
    "nonnegative": "the sign of an entry",
    "lower": "a lower bound",
    "upper": "an upper bound",
}
"""Constraints whose name alone says little."""

_SENSE = {"maximize": "maximise", "minimize": "minimise"}


def of_solution(problem: Formulation, solution: Solution, rows: Letters = None) -> str:
    """The optimum, its bounds, and a mechanism that attains it."""
    rows = plain_letters(rows)
    lines = [f"{solution.status}: {problem.slug} ({problem.source})"]
    lines += [f"  {name:9}  {text}" for name, text in solution_facts(problem, solution)]
    if solution.mechanism is not None:
        columns = rows if problem.outputs == "letters" else None
        lines.append(f"mechanism ({_shape(solution.mechanism.shape)}):")
        lines.append(matrix(solution.mechanism, rows, columns))
        lines += _known(agreements(problem, solution.mechanism, solution, rows))
    return "\n".join(lines)


def solution_facts(problem: Formulation, solution: Solution) -> list[tuple[str, str]]:
    """The numbers behind a solution, by name."""
    taken = f", {solution.seconds:.2g} s" * bool(solution.seconds)
    found = [
        ("value", f"{number(solution.value)} (to {_SENSE[problem.sense]})"),
        ("bounds", _bounds(solution.bounds)),
        ("solver", f"{solution.solver}{taken}"),
    ]
    return [*found, ("note", solution.message)] if solution.message else found


def _known(agreements: list[tuple[str, str]], whose: str = "") -> list[str]:
    """Closed forms that were recognised, and to what they agree."""
    head = f"closed forms{whose}, which agree to {AGREES:g}:"
    return [head, *(f"  {name:9}  {text}" for name, text in agreements)] if agreements else []


def of_comparison(
    finding: Comparison,
    rows: Letters = None,
    columns: Letters = None,
    *,
    width: int = 80,
    colours: Colours = None,
) -> str:
    """The verdict in words first, then the numbers, then both mechanisms side by side.

    Args:
        finding: the comparison.
        rows: letters of the inputs, where the user named them.
        columns: letters of the outputs of the user's mechanism.
        width: of the terminal.
        colours: what the terminal has; None draws with characters.
    """
    rows, columns = plain_letters(rows), plain_letters(columns)
    lines = [f"{finding.verdict}: {verdict_in_words(finding)}"]
    for violation in finding.violations:
        lines.append(f"  {violation.constraint}: {violation.explanation}")
        legend = _legend(violation.where, rows, columns)
        if legend:
            lines.append(f"    {legend}")
        if violation.constraint == "stochastic" and (likely := _likely(finding.mechanism)):
            lines.append(f"    {likely}")
    lines += [f"  {name:9}  {text}" for name, text in facts(finding)]
    if finding.verdict not in ("suboptimal", "infeasible"):
        known = agreements(finding.problem, finding.mechanism, finding.solution, rows)
        return "\n".join([*lines, *_known(known)])
    both = panels(finding, rows, columns)
    figure, whole = side_by_side(both, width, colours)
    lines += ["side by side:", *figure]
    better = finding.improved_mechanism
    if better is not None:
        if not whole:
            value = number(finding.solution.value)
            lines.append(f"the better one ({_shape(better.shape)}), value {value}:")
            named = rows if finding.problem.outputs == "letters" else None
            lines.append(matrix(flat(better), rows, named))
        changed = differences(finding.mechanism, better, rows, columns, labelled=both.named)
        if changed:
            lines += ["what it does differently:", *(f"  {line}" for line in changed)]
        known = agreements(finding.problem, better, finding.solution, rows)
        lines += _known(known, " of the better one")
    return "\n".join(lines)


def facts(finding: Comparison) -> list[tuple[str, str]]:
    """The numbers behind a verdict, by name."""
    found = []
    if finding.true_epsilon is not None:
        asked = finding.problem.parameters.get("epsilon")
        stated = "" if asked is None else f" ({number(float(asked))} is asked for)"
        found.append(("true ε", f"{number(finding.true_epsilon)}{stated}"))
    found.append(("value", f"{number(finding.value)} (to {_SENSE[finding.problem.sense]})"))
    found.append(("bounds", _bounds(finding.bounds)))
    found.append(("gap", f"{small(finding.gap)}{_share(finding)}"))
    found.append(("tolerance", f"{small(finding.tolerance)} on the gap ({finding.rigor})"))
    if finding.problem.unverified is not None:
        found.append(("note", finding.problem.unverified))
    return found


def explained(finding: Comparison, rows: Letters = None, columns: Letters = None) -> list[str]:
    """What is broken: a sentence a constraint, with the letters of what it names."""
    rows, columns = plain_letters(rows), plain_letters(columns)
    found = []
    for violation in finding.violations:
        legend = _legend(violation.where, rows, columns)
        more = f" ({legend})" if legend else ""
        likely = _likely(finding.mechanism) if violation.constraint == "stochastic" else ""
        more += f"; {likely}" if likely else ""
        found.append(f"{violation.constraint}: {violation.explanation}{more}")
    return found


def _likely(kernel: Array) -> str:
    """What probably happened to a kernel whose rows do not sum to 1, and what to do."""
    sums = kernel.sum(axis=1)
    if np.allclose(sums, 1.0, rtol=0, atol=1e-6) and np.array_equal(kernel, np.float32(kernel)):
        return "its entries have single precision: compute them in double precision"
    if np.allclose(kernel.sum(axis=0), 1.0, rtol=0, atol=1e-6):
        return "its columns sum to 1: if it is transposed, make a row of each input"
    if sums[0] > 0 and np.allclose(sums, sums[0], rtol=1e-6):
        return f"all rows sum to {number(float(sums[0]))}: divide by it"
    return ""


def verdict_in_words(finding: Comparison) -> str:
    """What a verdict says, without its name."""
    if finding.verdict == "infeasible":
        names = (_BROKEN.get(v.constraint, v.constraint) for v in finding.violations)
        broken = ", ".join(dict.fromkeys(names))
        return f"the mechanism breaks {broken} (rows and columns are counted from 0)"
    if finding.verdict == "optimal":
        return f"no mechanism that meets the constraints does better; {finding.explanation}"
    return finding.explanation


def _share(finding: Comparison) -> str:
    """The gap against the optimum, where that says something."""
    if finding.verdict == "infeasible" and finding.gap < -finding.tolerance:
        return " (what breaks a constraint may pass the optimum)"
    best = finding.solution.value
    if finding.verdict != "suboptimal" or not 0 < abs(best) < math.inf or math.isinf(finding.gap):
        return ""
    percent = 100 * finding.gap / abs(best)
    return (
        f" ({percent:.3g} % of the optimum)"
        if percent < 1000
        else f" ({percent / 100:.3g} × the optimum)"
    )


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
    return f"{exact(bounds.lower)} ≤ optimum ≤ {exact(bounds.upper)} ({width})"


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if len(shape) > 1 else f"{shape[0]} letters"


def of_claims(claims: Iterable[Claim], width: int | None = None) -> str:
    """One line a claim: id, source, kind, expected verdict with its finding, statement.

    Args:
        claims: in the order to print.
        width: where to cut lines; None leaves statements whole.
    """
    cells = [
        (c.id, c.source, c.kind, c.finding or c.expected, " ".join(c.statement.split()))
        for c in claims
    ]
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
