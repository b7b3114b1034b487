"""Certificates of Fisher information: those of its pair of hypotheses, in the unit of the value."""

from __future__ import annotations

from decimal import Decimal

from formulations.fisher import Fisher
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.numbers import decimal
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_large, refuse_other_notion
from lpcheck.certificates.repair import mend, pure
from lpcheck.certificates.staircase import hypothesis_testing
from lpcheck.rechecker.zonotope import LARGEST_K


def refuse(problem: Fisher) -> None:
    """Refuse another notion than pure LDP, and more inputs than the re-checker takes."""
    refuse_other_notion(problem.cone is not None)
    refuse_large("density", problem.k, LARGEST_K, "whose file would be too long")


def propose(problem: Fisher) -> Proposal:
    """The primal and the prices α of the row sums."""
    found = hypothesis_testing.propose(problem.pair)
    unit: Decimal = decimal(problem.step) ** 2
    return Proposal(found.primal, {"alpha": [x / unit for x in found.dual["alpha"]]})


def breach(problem: Fisher, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    return kernel_breach(entries, constraint, where, problem.epsilon)


def repair(problem: Fisher, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return mend(entries, pure(problem.epsilon))
