"""Results as JSON: exact parameters as strings, infinities as "inf", what is unknown as null."""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from formulations.divergences import Divergence
from formulations.formulation import Bounds, Formulation, Solution, Violation
from formulations.parameters import Distribution
from lpcheck.claims.claim import Claim, ClaimResult, Instance
from lpcheck.compare import Comparison
from lpcheck.report.catalogue import counts, findings, papers

if TYPE_CHECKING:
    from lpcheck.runner import Report


def dumps(data: Mapping[str, Any]) -> str:
    """Strict JSON, indented, ending in a newline."""
    return json.dumps(plain(data), indent=2, allow_nan=False) + "\n"


def plain(value: Any) -> Any:
    """A value as JSON has it; a rational is the string that states it exactly."""
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, (float, np.floating)):
        x = float(value)
        return x if math.isfinite(x) else None if math.isnan(x) else str(x)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Distribution):
        return [str(x) for x in value.exact]
    if isinstance(value, Bounds):
        return {"lower": plain(value.lower), "upper": plain(value.upper)}
    if isinstance(value, Divergence):
        return value.name
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    return str(getattr(value, "__name__", value))


def of_solution(problem: Formulation, solution: Solution) -> dict[str, Any]:
    """The fields of `solve --json`."""
    return {
        "problem": problem.slug,
        "parameters": problem.parameters,
        "sense": problem.sense,
        "status": solution.status,
        "value": solution.value,
        "bounds": solution.bounds,
        "mechanism": solution.mechanism,
        "solver": solution.solver,
        "residuals": solution.residuals,
        "seconds": solution.seconds,
        "message": solution.message,
    }


def of_comparison(finding: Comparison) -> dict[str, Any]:
    """The fields of `check --json`."""
    return {
        "problem": finding.problem.slug,
        "parameters": finding.problem.parameters,
        "sense": finding.problem.sense,
        "verdict": finding.verdict,
        "rigor": finding.rigor,
        "value": finding.value,
        "bounds": finding.bounds,
        "gap": finding.gap,
        "tolerance": finding.tolerance,
        "true_epsilon": finding.true_epsilon,
        "violations": [_violation(v) for v in finding.violations],
        "improved_mechanism": finding.improved_mechanism,
        "explanation": finding.explanation,
        "solver": finding.solution.solver,
    }


def of_claims(claims: Iterable[Claim]) -> dict[str, Any]:
    """The fields of `claims --json`."""
    return {"claims": [_claim(c) for c in claims]}


def of_report(report: Report) -> dict[str, Any]:
    """The fields of `verify --json`."""
    return {
        "claims": [_result(r) for r in report.results],
        "summary": {
            **counts(report.results),
            "findings": findings(report.results),
            "as_expected": bool(report),
            "seconds": report.seconds,
            "papers": {paper: counts(results) for paper, results in papers(report).items()},
        },
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """What computed it: this project, what it solves with, and Python."""
    found = {"python": platform.python_version()}
    for name in ("lpcheck", "cvxpy", "numpy", "scipy", "highspy", "clarabel"):
        found[name] = metadata.version(name)
    return found


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "paper": claim.paper,
        "source": claim.source,
        "kind": claim.kind,
        "statement": claim.statement,
        "conditions": claim.conditions,
        "expected": claim.expected,
        "evidence": claim.evidence,
        "corrects": claim.corrects,
        "quote": claim.quote,
        "finding": claim.finding,
        "weight": claim.weight,
        "holds": claim.holds,
        "stands": claim.stands,
        "below": claim.below,
    }


def _result(result: ClaimResult) -> dict[str, Any]:
    return {
        **_claim(result.claim),
        "verdict": result.verdict,
        "instances": result.instances,
        "worst_gap": result.worst_gap,
        "seconds": result.seconds,
        "counterexample": _instance(result.counterexample),
        "reading": result.reading,
        "loss": result.loss,
        "control_caught": result.control_caught,
        "rigor": result.rigor,
        "worst_instance": result.worst_instance,
        "certificates": result.certificates,
        "detail": result.detail,
    }


def _instance(instance: Instance | None) -> dict[str, Any] | None:
    if instance is None:
        return None
    return {"label": instance.label, "kind": instance.kind, "parameters": instance.parameters}


def _violation(violation: Violation) -> dict[str, Any]:
    return {
        "constraint": violation.constraint,
        "where": violation.where,
        "amount": violation.amount,
        "explanation": violation.explanation,
    }
