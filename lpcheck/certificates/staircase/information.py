"""Certificates of mutual information: I(X; Y) over ε-LDP kernels."""

from __future__ import annotations

from decimal import Decimal

from formulations.information import Information
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.numbers import Row, decimal, decimals
from lpcheck.certificates.exact.terms import Terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_large
from lpcheck.certificates.repair import mend, pure
from lpcheck.certificates.staircase.patterns import best_mixture, subset_sums, trivial
from lpcheck.rechecker.patterns import LARGEST_INFORMATION_K


def refuse(problem: Information) -> None:
    """Refuse more letters than the re-checker takes."""
    why = "whose 2^k patterns are all looked at"
    refuse_large("prior", problem.k, LARGEST_INFORMATION_K, why)


def propose(problem: Information) -> Proposal:
    """The primal and the prices α of the row sums."""
    settled = trivial(problem.k, problem.epsilon)
    if settled is not None:
        return settled
    u = (-decimal(problem.epsilon)).exp()
    return best_mixture(problem.k, problem.epsilon, utilities(problem, u))


def utilities(problem: Information, u: Decimal) -> Row:
    """The utility of every pattern, relative to its largest entry; shape (2^k,)."""
    kl, prior = Terms("kl"), decimals(problem.prior.exact)
    inside, outside = subset_sums(prior, Decimal(0)), subset_sums([-p for p in prior], Decimal(1))
    result = [Decimal(0)]
    for a, b in zip(inside[1:-1], outside[1:-1], strict=True):
        mean = a + u * b
        result.append(a * kl.term(Decimal(1), mean) + b * kl.term(u, mean))
    return [*result, Decimal(0)]


def breach(problem: Information, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    return kernel_breach(entries, constraint, where, problem.epsilon)


def repair(problem: Information, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return mend(entries, pure(problem.epsilon))
