"""Certificates of minimax samplers: pure, (ε, δ) or Gaussian; global and local."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np

from formulations.errors import InputError
from formulations.samplers.problem import SamplerProblem
from formulations.samplers.profiles import all_pairs, profile_excess
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.kernels import Kernel, excess
from lpcheck.certificates.exact.normal import gaussian_level
from lpcheck.certificates.exact.numbers import decimal, up, written
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.repair import Requirement, approximate, mixed, summing_to_one
from lpcheck.certificates.samplers import propose as proposals
from lpcheck.certificates.samplers.cells import exact_points


def refuse(problem: SamplerProblem) -> None:
    """Refuse functions of the user's own: a divergence, a trade-off function."""
    if "trade_off_function" in problem.privacy.parameters:
        raise InputError(
            "trade_off_function",
            "is a function of your own, and a certificate holds data only",
            "certify with epsilon (and delta) or nu",
        )
    read_terms(problem.divergence)


def propose(problem: SamplerProblem) -> Proposal:
    """The primal, one row an orbit and one entry a cell; multipliers where they prove anything."""
    sampler, primal, multipliers = proposals.propose(problem)
    useful = multipliers is not None and any(w > 0 for w in multipliers.risk)
    dual = sampler.written(multipliers) if useful and multipliers is not None else {}
    return Proposal(primal, dual, exact_points(problem))


def breach(
    problem: SamplerProblem, entries: Rows, constraint: str, where: dict[str, int]
) -> Breach:
    """By how much at least a sampler breaks a constraint."""
    given = problem.privacy.parameters
    if "nu" in given and constraint == "privacy":
        return _gaussian(problem, entries, where)
    delta = None if "column" in where else given.get("delta")
    return kernel_breach(entries, constraint, where, given.get("epsilon", Fraction(0)), delta)


def repair(problem: SamplerProblem, entries: Rows) -> Rows:
    """A private sampler next to the entries: mixed with the reference."""
    given = problem.privacy.parameters
    if "nu" in given:
        requirement = _gaussian_requirement(problem)
    else:
        requirement = approximate(given["epsilon"], given.get("delta", Fraction(0)))
    return mixed(summing_to_one(entries), list(problem.reference.exact), requirement)


def _gaussian_requirement(problem: SamplerProblem) -> Requirement:
    profile = problem.privacy.profiles[0]

    def breaks(kernel: Kernel) -> bool:
        array = np.array([[float(x) for x in row] for row in kernel])
        first, second = all_pairs(len(array), own=False)
        return bool((profile_excess(array[first], array[second], profile)[0] > -1e-15).any())

    return Requirement(breaks, lambda *_: Fraction(1, 10**14))


def _gaussian(problem: SamplerProblem, entries: Rows, where: dict[str, int]) -> Breach:
    """The excess over the Gaussian level at the β where doubles find the most, or near it."""
    a, b = entries[where["row"]], entries[where["other_row"]]
    first, second = (np.array([[float(x) for x in row]]) for row in (a, b))
    _, beta = profile_excess(first, second, problem.privacy.profiles[0])
    with localcontext() as context:
        context.prec = 60
        at = Decimal(repr(float(beta[0])))
        t = Fraction(up(at.exp(), 50))
        level = gaussian_level(decimal(problem.privacy.parameters["nu"]), at)
        over = decimal(excess(a, b, t)) - level
        return Breach(over * (1 - Decimal("1e-12")), {"beta": written(at)})
