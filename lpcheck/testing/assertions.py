r"""Assertions for tests: is a mechanism private, is it optimal, does a printed claim still hold.

Each raises :class:`AssertionError` with a message that a log can stand on: the row, the output, the
factor, and what to do. What could not be decided raises :class:`InconclusiveError`, an assertion
error too, so that it never passes. The pytest plugin (see :mod:`lpcheck.pytest_plugin`) reports
that as an expected failure, or as a failure under ``--lpcheck-strict``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.kernels import privacy_violations, read_kernel, stochastic_violations
from formulations.parameters import read_delta, read_epsilon
from formulations.privacy import true_epsilon, true_epsilon_at
from lpcheck.auditing import audit, kernel_of
from lpcheck.claims.claim import Claim, ClaimResult
from lpcheck.claims.paper import Paper
from lpcheck.claims.selection import select
from lpcheck.compare import TOLERANCE, Comparison, check
from lpcheck.report import catalogue, console
from lpcheck.report.audit import of_audit
from lpcheck.runner import Report, run_claim
from lpcheck.testing._certificates import write_certificate
from lpcheck.testing._privacy import approximate_violations, delta_slack, refuse_lost, remedy


class InconclusiveError(AssertionError):
    """Neither the statement nor its opposite could be established."""


@dataclass(frozen=True)
class Check:
    """One assertion that was made.

    Attributes:
        subject: what of.
        verdict: as the message has it.
        holds: whether the assertion passed.
        gap: to the optimum, or to the level that is asked for; how much is broken, where it is.
        tolerance: the gap that was allowed (NaN where there is no one number).
        certificate: the file that proves it, or why there is none; "" where none was asked for.
    """

    subject: str
    verdict: str
    holds: bool
    gap: float
    tolerance: float
    certificate: str = ""


_checks: list[Check] = []


def take_checks() -> list[Check]:
    """The checks since the last call, which forgets them."""
    taken = _checks.copy()
    _checks.clear()
    return taken


P = ParamSpec("P")
R = TypeVar("R")


def _told_at_the_call(assertion: Callable[P, R]) -> Callable[P, R]:
    """Bad input is shown at the user's line, as a failed assertion is: not inside lpcheck."""

    @wraps(assertion)
    def wrapper(*given: P.args, **named: P.kwargs) -> R:
        __tracebackhide__ = True
        try:
            return assertion(*given, **named)
        except InputError as error:
            raise error.with_traceback(None) from None

    return wrapper


@_told_at_the_call
def assert_private(
    K: Any,
    *,
    epsilon: Any,
    delta: Any = 0,
    tolerance: float = TOLERANCE,
    inputs: Iterable[Any] | None = None,
) -> float:
    r"""Assert that a kernel is (ε, δ)-locally differentially private.

    .. math:: \sum_y \max(K_{xy} - e^\varepsilon K_{x'y}, 0) \le \delta
              \quad \text{for all inputs } x, x'.

    Args:
        K: non-negative k × m, a row an input, each of sum 1; floats, Fractions or text.
        epsilon: the level to keep, in nats, 0 to 700.
        delta: the probability to keep, 0 to 1.
        tolerance: what may be lost to rounding, relative to the entries, to min(1, ε) and to δ;
            to δ a rounding error of its sum, at most 2e-15, is added.
        inputs: where K is a client that draws, such as ``client.privatise``: what it is called
            with (see :func:`lpcheck.auditing.audit`).

    Returns:
        the ε, in nats, that the kernel really has (with this δ, to the tolerance).

    Raises:
        AssertionError: the kernel is not private, or no kernel; the message says where.
        InputError: K is no matrix of finite numbers, has entries that a double cannot hold, or a
            level is out of range.

    Example:
        >>> round(assert_private([["3/4", "1/4"], ["1/4", "3/4"]], epsilon=1.1), 6)  # log 3
        1.098612
    """
    __tracebackhide__ = True
    _refuse_tolerance(tolerance)
    level, slack = float(read_epsilon(epsilon)), float(read_delta(delta))
    if inputs is not None and not slack:
        return _private_client(K, inputs, level)
    K = K if inputs is None else kernel_of(K, inputs).kernel
    kernel = read_kernel(K, _rows(K))
    found = stochastic_violations(kernel, tolerance)
    refuse_lost(K, kernel)
    kernel = np.maximum(kernel, 0.0)
    had = true_epsilon_at(kernel, slack) if slack else true_epsilon(kernel)
    if not found and slack:
        more = delta_slack(kernel, level, slack, tolerance)
        found = approximate_violations(kernel, level, slack, more)
        had = had if found else true_epsilon_at(kernel, slack + more)
    elif not found:
        found = privacy_violations(kernel, level, tolerance)
    gap = max((v.amount for v in found), default=had - level)
    asked = f"ε = {level:g}" + (f", δ = {slack:g}" if slack else "")
    subject = f"private, {asked}, {kernel.shape[0]} × {kernel.shape[1]}"
    verdict = "infeasible" if found else "private"
    _checks.append(Check(subject, verdict, not found, gap, tolerance))
    if found:
        lines = [f"the kernel is not private at {asked} (rows and outputs are counted from 0)"]
        lines += [f"  {v.constraint}: {v.explanation}" for v in found]
        raise AssertionError("\n".join([*lines, f"  remedy: {remedy(kernel, found, level, had)}"]))
    return had


@_told_at_the_call
def assert_optimal(
    problem: Formulation,
    K: Any,
    *,
    tolerance: float = TOLERANCE,
    inputs: Iterable[Any] | None = None,
) -> Comparison:
    """Assert that no mechanism does better on a problem, and that this one is feasible.

    Args:
        problem: an instance of a problem, such as ``PublicPrior(prior=…, epsilon=1)``.
        K: a mechanism in the problem's shape; for samplers also a callable P → Q.
        tolerance: for feasibility and the gap relative to the optimum, in (0, 0.1].
        inputs: where K is a client that draws: what it is called with.

    Returns:
        the comparison, with value, bounds and gap.

    Raises:
        AssertionError: it is infeasible or suboptimal; the message says where and what is better.
        InconclusiveError: the optimum is not known well enough.
        InputError: the mechanism does not have the problem's shape, has entries that a double
            cannot hold, or every mechanism is optimal because all have value +∞.

    Example:
        >>> from formulations import Staircase
        >>> from lpcheck.mechanisms import randomized_response
        >>> pair = Staircase(p0=["1/4", "3/4"], p1=["3/4", "1/4"], epsilon=1, divergence="tv")
        >>> finding = assert_optimal(pair, randomized_response(2, 1))
        >>> round(finding.value, 6)
        0.231059
    """
    __tracebackhide__ = True
    K = K if inputs is None else kernel_of(K, inputs).kernel
    finding = check(problem, K, tolerance=tolerance)
    refuse_lost(K, finding.mechanism)
    if finding.verdict == "optimal" and problem.sense == "minimize" and finding.value == math.inf:
        what = f"has the value +∞ for every mechanism, so that any is optimal ({problem.slug})"
        raise InputError("problem", what, "choose a bounded divergence, such as tv or hellinger")
    epsilon = problem.parameters.get("epsilon")
    subject = problem.slug if epsilon is None else f"{problem.slug}, ε = {float(epsilon):g}"
    gap = max((v.amount for v in finding.violations), default=finding.gap)
    holds = finding.verdict == "optimal"
    proof = write_certificate(finding, K, tolerance)
    _checks.append(Check(subject, finding.verdict, holds, gap, finding.tolerance, proof))
    if holds:
        return finding
    lines = [console.of_comparison(finding), f"  remedy: {_REMEDIES[finding.verdict]}"]
    lines += [f"  certificate: {proof}"] if proof else []
    raise (InconclusiveError if finding.verdict == "inconclusive" else AssertionError)(
        "\n".join(lines)
    )


def _private_client(client: Any, inputs: Iterable[Any], level: float) -> float:
    """The ε of a client that draws, where it keeps the level."""
    found = audit(client, inputs, level)
    subject = f"private, ε = {level:g}, a client, {len(found.inputs)} inputs"
    verdict, holds = str(found.verdict), found.verdict == "private"
    gap = found.true_epsilon - level
    _checks.append(Check(subject, verdict, holds, gap, math.nan))
    if holds:
        return found.true_epsilon
    text = of_audit(found)
    raise (AssertionError if verdict == "infeasible" else InconclusiveError)(text)


_REMEDIES = {
    "infeasible": "mend the entries named above; lpcheck.solve(problem).mechanism keeps every "
    "constraint and is optimal",
    "suboptimal": "use the better mechanism above: lpcheck.check(problem, K).improved_mechanism",
    "inconclusive": "give a larger tolerance, or a smaller or better scaled instance",
}


@_told_at_the_call
def assert_matches(*claims: str | Claim | Paper, full: bool = False) -> tuple[ClaimResult, ...]:
    """Assert that claims of the catalogue still have the verdicts that computation gave.

    Args:
        claims: ids such as ``"kairouz2016.theorem-6"``, patterns, ``"module:object"``, or claims
            and papers themselves.
        full: test the wider set of instances.

    Raises:
        AssertionError: a verdict is not the expected one; the message says at which instance.
        InconclusiveError: a verdict is open.
        InputError: an id is unknown, or none is given.
    """
    __tracebackhide__ = True
    if not claims:
        raise InputError("claims", "none is given", "name one, see `lpcheck claims`")
    results = tuple(run_claim(claim, full) for claim in select(claims).claims)
    for result in results:
        gap = result.worst_gap
        _checks.append(Check(result.claim.id, result.verdict, result.as_expected, gap, math.nan))
    wrong = [r for r in results if not r.as_expected]
    if wrong:
        text = catalogue.of_report(Report(tuple(wrong), sum(r.seconds for r in wrong)))
        text += f"\n  remedy: `lpcheck verify {' '.join(r.claim.id for r in wrong)}` repeats this"
        open_only = all(r.verdict == "inconclusive" for r in wrong)
        raise (InconclusiveError if open_only else AssertionError)(text)
    return results


def _rows(K: Any) -> int:
    try:
        return len(K)
    except TypeError:
        return 1  # what has no length is refused by its shape


def _refuse_tolerance(tolerance: float) -> None:
    if not 0 < tolerance <= 0.1:
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
