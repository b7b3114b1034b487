"""Certificates of estimation: (B, α) over the patterns; of a uniform prior, a subset's size."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.estimation.master import optimise
from formulations.estimation.orbits import Orbits
from formulations.estimation.problem import Estimation
from formulations.patterns import subsets
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.estimation.weights import mended
from lpcheck.certificates.exact.kernels import Kernel
from lpcheck.certificates.exact.numbers import decimal, digits_for
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_large, refuse_other_notion
from lpcheck.certificates.repair import mend, pure
from lpcheck.certificates.staircase.patterns import private_kernel
from lpcheck.rechecker.estimation import LARGEST_K

_NEGLIGIBLE = 1e-12
_MOST_ENTRIES = 60_000
"""Of the kernel: more do not fit into a file beside the mechanism asked about."""


def refuse(problem: Estimation) -> None:
    """Refuse another notion than pure LDP, and priors with too many patterns."""
    refuse_other_notion(problem.cone is not None)
    if not problem.uniform:
        refuse_large("prior", problem.k, LARGEST_K, "whose 2^k patterns are all looked at")


def propose(problem: Estimation) -> Proposal:
    """A kernel, a matrix B near its inverse information, and the prices α of the row sums."""
    getcontext().prec = digits_for(problem.epsilon)
    k = problem.k
    if k == 1 or problem.epsilon == 0:
        return Proposal([[Fraction(1)]] * k)
    if problem.uniform:
        return Proposal([[Fraction(_best_size(k, problem.epsilon))]])
    orbits = problem.orbits
    assert isinstance(orbits, Orbits)
    found = optimise(orbits.columns)
    matrix = orbits.expand(found.block, found.within) / orbits.resolution
    dual = {
        "information": [[_exact(x) for x in row] for row in matrix.tolist()],
        "alpha": [_exact(x) for x in orbits.spread(found.alpha).tolist()],
    }
    return Proposal(_kernel(problem, orbits.shared(found.weights)), dual)


def _exact(x: float) -> Decimal:
    """A double's shortest decimal, which is as good."""
    return Decimal(repr(x))


def _best_size(k: int, epsilon: Fraction) -> int:
    """The size d next to k/(e^ε + 1) with the least risk of subset selection."""
    u = (-decimal(epsilon)).exp()
    middle = int(k * u / (1 + u))

    def size_risk(d: int) -> Decimal:
        mean = u + (1 - u) * d / k
        return mean * mean / (d * (k - d))

    return min({min(max(d, 1), k - 1) for d in (middle, middle + 1)}, key=size_risk)


def _kernel(problem: Estimation, weights: NDArray[np.float64]) -> Kernel:
    used = np.nonzero(weights > _NEGLIGIBLE * weights.max())[0]
    if problem.k * len(used) > _MOST_ENTRIES:
        what = f"has a best mechanism of {len(used)} outputs, which no file holds"
        raise InputError("prior", what, "check without a certificate")
    inside = subsets(problem.k)[:, 1:][:, used] > 0
    u = (-decimal(problem.epsilon)).exp()
    exact = mended(inside, weights[used], u)
    rows = [[w * (1 if x else u) for x, w in zip(row, exact, strict=True)] for row in inside]
    return private_kernel(rows, problem.epsilon)


def breach(problem: Estimation, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    return kernel_breach(entries, constraint, where, problem.epsilon)


def repair(problem: Estimation, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return mend(entries, pure(problem.epsilon))
