r"""Certificates of hypothesis testing: D_f(M0‖M1) over ε-LDP kernels.

Beyond a few inputs the best mechanism is found without the 2^k patterns
(:mod:`lpcheck.certificates.staircase.partition`).
"""

from __future__ import annotations

from decimal import Decimal

from formulations.staircase import Staircase
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.formula import as_written, read_any_terms, refuse_formula
from lpcheck.certificates.exact.numbers import Row, decimal, decimals
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_large
from lpcheck.certificates.repair import mend, pure
from lpcheck.certificates.staircase.partition import best_response
from lpcheck.certificates.staircase.patterns import (
    best_mixture,
    private_kernel,
    subset_sums,
    trivial,
)
from lpcheck.certificates.staircase.rational import rational_program
from lpcheck.rechecker.zonotope import LARGEST_K

__all__ = ["breach", "propose", "rational_program", "refuse", "repair"]

_MOST_INPUTS = 12
"""The simplex method over all patterns is slow beyond."""


def refuse(problem: Staircase) -> None:
    """Refuse a divergence that is no name and no formula, and too many inputs."""
    refuse_formula(problem.divergence, problem.epsilon)
    refuse_large("p0", problem.k, LARGEST_K, "whose file would be too long")


def propose(problem: Staircase) -> Proposal:
    """The primal and the prices α of the row sums."""
    settled = trivial(problem.k, problem.epsilon)
    if settled is not None:
        return settled
    if problem.k > _MOST_INPUTS:
        rows, alpha = best_response(problem)
        kernel = private_kernel(rows, problem.epsilon)
        return Proposal(kernel, {"alpha": as_written(problem, alpha)})
    u = (-decimal(problem.epsilon)).exp()
    found = best_mixture(problem.k, problem.epsilon, utilities(problem, u))
    return Proposal(found.primal, {"alpha": as_written(problem, found.dual["alpha"])})


def utilities(problem: Staircase, u: Decimal) -> Row:
    """The utility of every pattern, relative to its largest entry; shape (2^k,)."""
    f, rest = read_any_terms(problem.divergence), 1 - u
    m0 = subset_sums([rest * p for p in decimals(problem.p0.exact)], u)
    m1 = subset_sums([rest * p for p in decimals(problem.p1.exact)], u)
    # All letters: both marginals are 1 but for rounding.
    middle = [f.term(a, b) for a, b in zip(m0[1:-1], m1[1:-1], strict=True)]
    return [Decimal(0), *middle, Decimal(0)]


def breach(problem: Staircase, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    return kernel_breach(entries, constraint, where, problem.epsilon)


def repair(problem: Staircase, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return mend(entries, pure(problem.epsilon))
