"""What a state comes to: the verdict, the bounds, both kernels, and how to have it elsewhere."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from formulations.formulation import Array, Formulation, Solution
from formulations.gate import solve
from lpcheck.compare import Comparison, check
from lpcheck.explore import snippets
from lpcheck.explore.state import State, mechanism, pose
from lpcheck.inputs import Labelled
from lpcheck.report.closed_forms import agreements
from lpcheck.report.console import explained, facts, verdict_in_words
from lpcheck.report.differences import differences
from lpcheck.report.forms import AGREES
from lpcheck.report.heat.html import figure
from lpcheck.report.json_report import plain
from lpcheck.report.panels import panels
from lpcheck.report.text import exact

_LOOKS = {"optimal": "verified", "inconclusive": "inconclusive"}
_KEPT = 200
_MOST_RECOGNISED = 600
"""Entries; a larger matrix takes longer to recognise than to solve."""

_solutions: OrderedDict[str, Solution] = OrderedDict()


def answer(state: State, offered: Sequence[str] = ()) -> dict[str, Any]:
    """All that the page shows at once.

    Args:
        state: what the controls say.
        offered: MODULE:FUNCTION that the command line allowed.

    Raises:
        InputError: the state states no problem, or no mechanism.
    """
    posed = pose(state)
    given = mechanism(state, posed, offered)
    solution = solved(posed.problem)
    found: dict[str, Any] = {"texts": dict(posed.texts), "link": state.query()}
    finding = None
    if given is None:
        found |= _optimum(posed.problem, solution)
    else:
        finding = check(posed.problem, given.numbers, solution=solution)
        found |= _comparison(finding, given)
    return found | {"snippets": snippets.of(state, posed, solution, finding, offered)}


def solved(problem: Formulation) -> Solution:
    """The solution of a problem, computed once."""
    key = f"{problem.slug} {plain(problem.parameters)}"
    if key not in _solutions:
        _solutions[key] = solve(problem)
        if len(_solutions) > _KEPT:
            _solutions.popitem(last=False)
    return _solutions[key]


def _optimum(problem: Formulation, solution: Solution) -> dict[str, Any]:
    """The optimum alone."""
    known = solution.status == "optimal"
    drawn, told = "", []
    if solution.mechanism is not None:
        itself = check(problem, solution.mechanism, solution=solution)
        both = panels(itself)
        drawn = figure(replace(both, yours=both.other or both.yours, other=None, notes=()))
        told = [pair for pair in facts(itself) if pair[0] not in ("gap", "tolerance")]
    told += [("solver", solution.solver)]
    return {
        "verdict": "solved" if known else "inconclusive",
        "look": "remark" if known else "inconclusive",
        "sentence": solution.message
        or "the optimum over all mechanisms, with bounds on both sides",
        "facts": told,
        "explained": [],
        "figure": drawn,
        "changed": [],
        "closed": _closed(problem, solution.mechanism, solution),
        "numbers": _numbers(solution.value, solution),
    }


def _comparison(finding: Comparison, given: Labelled) -> dict[str, Any]:
    both = panels(finding, given.rows, given.columns)
    better = finding.improved_mechanism
    changed = (
        differences(finding.mechanism, better, given.rows, given.columns, labelled=both.named)
        if better is not None
        else []
    )
    told = finding.mechanism if better is None else better
    return {
        "verdict": finding.verdict,
        "look": _LOOKS.get(finding.verdict, "refuted"),
        "sentence": verdict_in_words(finding),
        "facts": [*facts(finding), ("solver", finding.solution.solver)],
        "explained": explained(finding, given.rows, given.columns),
        "figure": figure(both),
        "changed": changed,
        "closed": _closed(finding.problem, None if finding.violations else told, finding.solution),
        "numbers": _numbers(finding.value, finding.solution)
        | {"gap": exact(finding.gap), "true_epsilon": _exact(finding.true_epsilon)},
    }


def _closed(problem: Formulation, told: Array | None, solution: Solution) -> dict[str, Any]:
    """What closed forms the better of the mechanisms that are drawn agrees with."""
    small = told is not None and told.size <= _MOST_RECOGNISED
    found = agreements(problem, told, solution) if told is not None and small else []
    return {"title": f"Closed forms, which agree to {AGREES:g}", "pairs": found}


def _numbers(value: float, solution: Solution) -> dict[str, str | None]:
    """In all digits, for whoever compares."""
    bounds = solution.bounds
    return {"value": exact(value), "lower": exact(bounds.lower), "upper": exact(bounds.upper)}


def _exact(x: float | None) -> str | None:
    return None if x is None else exact(x)
