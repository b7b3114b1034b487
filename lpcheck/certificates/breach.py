"""The constraint that a mechanism breaks, and an amount that it certainly breaks it by."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Formulation, Violation
from formulations.parameters import Distribution
from formulations.projections.box import BoxProjection
from formulations.samplers.problem import SamplerProblem
from formulations.samplers.profiles import profile_excess
from lpcheck.certificates.exact.kernels import excess
from lpcheck.certificates.exact.normal import gaussian_level
from lpcheck.certificates.exact.numbers import decimal, down, exponential_below, up, written

Rows = list[list[Fraction]]
_DIGITS = 20
_COLUMN = {"entry": "column"}


def breach(
    problem: Formulation, entries: Rows, violations: tuple[Violation, ...]
) -> dict[str, Any] | None:
    """The first violation whose amount is certainly positive, as the format has it."""
    for violation in violations:
        # The format knows columns only, also of a distribution.
        where = {_COLUMN.get(name, name): int(i) for name, i in violation.where.items()}
        amount: Decimal | Fraction
        more: dict[str, str] = {}
        if "nu" in problem.parameters and violation.constraint == "privacy":
            amount, more = _gaussian(problem, entries, where)
        else:
            amount = _amount(problem, entries, violation.constraint, where)
        if amount > 0:
            text = "inf" if amount == Decimal("Infinity") else written(down(amount, _DIGITS))
            return {"constraint": violation.constraint, "where": where, "amount": text, **more}
    return None


def _amount(
    problem: Formulation, entries: Rows, constraint: str, where: dict[str, int]
) -> Decimal | Fraction:
    if constraint == "nonnegative":
        return -entries[where["row"]][where["column"]]
    if constraint == "stochastic":
        return abs(sum(entries[where["row"]], Fraction(-1)))
    if constraint == "sum":
        return abs(sum(entries[0], Fraction(-1)))
    if constraint == "invariance":
        prior: Distribution = problem.parameters["prior"]
        q, y = prior.exact, where["column"]
        kept = sum((a * row[y] for a, row in zip(q, entries, strict=True)), Fraction(0))
        return abs(kept - q[y])
    if constraint in ("lower", "upper"):
        return _beyond(problem, entries[0], constraint, where["column"])
    return _privacy(problem, entries, where)


def _beyond(problem: Formulation, x: list[Fraction], side: str, i: int) -> Fraction:
    """How far an entry is outside its box, whose bound is rounded outwards."""
    assert isinstance(problem, BoxProjection)
    parameters = problem.parameters
    if "epsilon" in parameters:
        below = exponential_below(parameters["epsilon"] / 2, 60)
        root = below * (1 + Fraction(1, 10**58)) if parameters["epsilon"] else below
        q: Fraction = parameters["reference"].exact[i]
        bound = q / root if side == "lower" else min(Fraction(1), q * root)
    else:
        bound = Fraction(parameters[side][i])
    return bound - x[i] if side == "lower" else x[i] - bound


def _privacy(problem: Formulation, entries: Rows, where: dict[str, int]) -> Decimal | Fraction:
    parameters = problem.parameters
    a, b = entries[where["row"]], entries[where["other_row"]]
    if "column" in where:
        x, y = a[where["column"]], b[where["column"]]
        return Decimal("Infinity") if y == 0 else x / (_above(parameters["epsilon"]) * y) - 1
    return excess(a, b, _above(parameters["epsilon"])) - Fraction(parameters["delta"])


def _above(epsilon: Fraction) -> Fraction:
    """A rational just above e^ε."""
    if epsilon == 0:
        return Fraction(1)
    return exponential_below(epsilon, 60) * (1 + Fraction(1, 10**58))


def _gaussian(
    problem: Formulation, entries: Rows, where: dict[str, int]
) -> tuple[Decimal, dict[str, str]]:
    """The excess over the Gaussian level at the β where doubles find the most, or near it."""
    assert isinstance(problem, SamplerProblem)
    a, b = entries[where["row"]], entries[where["other_row"]]
    first, second = (np.array([[float(x) for x in row]]) for row in (a, b))
    _, beta = profile_excess(first, second, problem.privacy.profiles[0])
    with localcontext() as context:
        context.prec = 60
        at = Decimal(repr(float(beta[0])))
        t = Fraction(up(at.exp(), 50))
        over = decimal(excess(a, b, t)) - gaussian_level(decimal(problem.parameters["nu"]), at)
        return over * (1 - Decimal("1e-12")), {"beta": written(at)}
