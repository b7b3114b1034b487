"""Certificates of expected and worst loss, under ε-LDP or a metric."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from formulations.errors import InputError
from formulations.loss import Loss
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.numbers import digits_for, written
from lpcheck.certificates.loss.doubles import in_doubles
from lpcheck.certificates.loss.private import Distances, read_distances
from lpcheck.certificates.loss.program import optimum
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_other_notion
from lpcheck.rechecker.loss import LARGEST_N
from lpcheck.rechecker.privacy import LARGEST_EPSILON

_MOST_ROWS = 40_000
"""Inequalities of a linear program that is solved in many digits; beyond, doubles have to do."""

_MOST_COMPARISONS = 300_000
"""Of an entry with another one of its column: then, the prices of more do not fit into a file."""

_DIGITS, _OFF = 45, Decimal("1e-17")


def refuse(problem: Loss) -> None:
    """Refuse negative losses, notions but LDP and metrics, and too many inequalities."""
    refuse_other_notion(problem.privacy.name not in ("ldp", "metric"))
    for x, row in enumerate(problem.loss):
        if min(row) < 0:
            remedy = "add a constant to all entries; it is added to the value"
            raise InputError(f"loss[{x}]", "has a negative entry, and a certificate none", remedy)
    distances = read_distances(problem)
    if distances.values and distances.values[-1] > LARGEST_EPSILON:
        what = f"is beyond {LARGEST_EPSILON} nats, the largest distance of a certificate"
        raise InputError("privacy", what, "check without a certificate")
    comparisons = len(problem.loss) ** 2 * len(problem.loss[0])
    few = comparisons <= _MOST_COMPARISONS or _is_exact(problem, distances)
    if not few or len(problem.loss) > LARGEST_N:
        what = f"has {len(problem.loss)} × {len(problem.loss[0])} entries, whose inequalities are"
        raise InputError("loss", f"{what} too many for a file", "check without a certificate")


def _is_exact(problem: Loss, distances: Distances) -> bool:
    """Whether the linear program is solved in many digits."""
    many = 2 * len(problem.loss) if problem.privacy.name == "ldp" else len(distances.pairs)
    return many * len(problem.loss[0]) <= _MOST_ROWS


def propose(problem: Loss) -> Proposal:
    """The kernel, the weights of the priors, and the prices of pairs of inputs."""
    distances = read_distances(problem)
    ends = (*distances.values[:1], *distances.values[-1:], Fraction(0))
    getcontext().prec = max(digits_for(d) for d in ends)
    exact = _is_exact(problem, distances)
    rows, risk, prices = (optimum if exact else in_doubles)(problem, distances)
    if not any(risk):
        risk = [x + 1 for x in risk]
    privacy = [
        [[x, other, written(price, _DIGITS)] for x, other, price in pairs] for pairs in prices
    ]
    kernel = distances.kernel(rows, Decimal(0) if exact else _OFF)
    return Proposal(kernel, {"risk": risk, "privacy": privacy})


def breach(problem: Loss, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    epsilon = Fraction(0)
    if constraint == "privacy":
        epsilon = read_distances(problem).rows[where["row"]][where["other_row"]]
    return kernel_breach(entries, constraint, where, epsilon)


def repair(problem: Loss, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return read_distances(problem).mend(entries)
