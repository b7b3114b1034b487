"""Solutions and comparisons, audits among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from formulations.formulation import Solution
from lpcheck.report import console
from lpcheck.report.closed_forms import pure_epsilon
from lpcheck.report.views.view import View, drawn


def of_solution(found: Solution) -> View:
    """The optimum, its bounds, and a mechanism that attains it."""
    problem, kernel = found.problem, found.mechanism
    if problem is None:
        return View(found.status, lambda: repr(found), [_numbers(found)])
    shown = [] if kernel is None else [kernel]
    row = {"problem": problem.slug, "status": found.status, **_numbers(found)}
    facts = console.solution_facts(problem, found)
    title = f"{problem.slug}: {found.status}"
    whole = lambda: console.of_solution(problem, found)  # noqa: E731
    return View(title, whole, [row], facts, shown, pure_epsilon(problem))


def _numbers(found: Solution) -> dict[str, Any]:
    return {"value": found.value, "lower": found.bounds.lower, "upper": found.bounds.upper}


def of_comparison(finding: Any) -> View:
    """The verdict, the numbers, and both mechanisms."""
    from lpcheck.report import comparison_page  # noqa: PLC0415

    better = finding.improved_mechanism
    row = {
        "problem": finding.problem.slug,
        "verdict": finding.verdict,
        "value": finding.value,
        "lower": finding.bounds.lower,
        "upper": finding.bounds.upper,
        "gap": finding.gap,
        "tolerance": finding.tolerance,
        "true_epsilon": finding.true_epsilon,
    }
    return View(
        f"{finding.problem.slug}: {finding.verdict}",
        lambda: console.of_comparison(finding),
        [row],
        [("verdict", finding.verdict), *console.facts(finding)],
        [finding.mechanism, *([] if better is None else [better])],
        pure_epsilon(finding.problem),
        lambda: comparison_page.body(finding),
    )


def of_audit(found: Any) -> View:
    """The kernel, its level, and the comparison where there is one."""
    from lpcheck.report import audit  # noqa: PLC0415

    row = {
        "verdict": found.verdict,
        "rigor": found.rigor,
        "epsilon": found.epsilon,
        "true_epsilon": found.true_epsilon,
        "delta": found.delta,
        "runs": found.runs,
    }
    facts = [("verdict", f"{found.verdict or 'kernel'}: {found.explanation}"), *audit.facts(found)]
    title = f"audit: {found.verdict or 'kernel'}"
    whole = View(title, lambda: audit.of_audit(found), [row], facts, [found.kernel], found.epsilon)
    if found.finding is None:
        return whole
    against = of_comparison(found.finding)
    return replace(whole, body=lambda: f"{drawn(whole)}\n{drawn(against)}")
