r"""Mixtures of staircase patterns: what hypothesis testing and information have in common.

With :math:`u = e^{-\varepsilon}` the pattern of T is 1 on T and u elsewhere. Randomized response
is a vertex of the linear program over mixtures, from which a simplex method in decimals goes to
the best one. The utility of a pattern is the problem's to say.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from lpcheck.certificates.exact.kernels import Kernel, breaks_pure, exact_kernel
from lpcheck.certificates.exact.numbers import (
    Row,
    decimal,
    digits_for,
    exponential_below,
    places_for,
)
from lpcheck.certificates.exact.simplex import Vertex, maximise
from lpcheck.certificates.proposal import Proposal


def trivial(k: int, epsilon: Fraction) -> Proposal | None:
    """The one mechanism there is, where ε is 0 or there is one input; sets the precision else."""
    getcontext().prec = digits_for(epsilon)
    if epsilon == 0 or k == 1:
        return Proposal([[Fraction(1)]] * k, {"alpha": [Decimal(0)] * k})
    return None


def best_mixture(k: int, epsilon: Fraction, utilities: Row) -> Proposal:
    """The primal and the prices of the row sums.

    Args:
        k: how many inputs.
        epsilon: the level, positive.
        utilities: of each of the 2^k patterns, relative to its largest entry.
    """
    vertex = best_vertex(k, epsilon, utilities)
    u = (-decimal(epsilon)).exp()
    used = [(j, w) for j, w in zip(vertex.columns, vertex.weights, strict=True) if w > 0]
    rows = [[w * (1 if j >> x & 1 else u) for j, w in used] for x in range(k)]
    return Proposal(private_kernel(rows, epsilon), {"alpha": vertex.prices})


def private_kernel(rows: list[Row], epsilon: Fraction) -> Kernel:
    """Nearly private decimals as an exactly ε-LDP kernel."""
    places = places_for(epsilon)
    t = exponential_below(epsilon, places)
    smallest = (-decimal(epsilon)).exp()
    return exact_kernel(rows, places, smallest, lambda kernel: breaks_pure(kernel, t))


def best_vertex(k: int, epsilon: Fraction, utilities: Row) -> Vertex[Decimal]:
    """The optimal mixture of patterns. Bit x of a pattern's index says whether x is in T."""
    u = (-decimal(epsilon)).exp()
    rest = 1 - u

    def column(j: int) -> Row:
        return [Decimal(1) if j >> x & 1 else u for x in range(k)]

    def reduced(prices: Row) -> Row:
        floor = u * sum(prices, Decimal(0))
        sums = subset_sums([rest * a for a in prices], floor)
        gains = [m - s for m, s in zip(utilities, sums, strict=True)]
        gains[0] = Decimal("-Infinity")  # the pattern of ∅ is that of all letters
        return gains

    start = [1 << x for x in range(k)]
    return maximise(column, utilities.__getitem__, reduced, [Decimal(1)] * k, start)


def subset_sums(values: Row, start: Decimal) -> Row:
    """Start + Σ_{x ∈ T} values_x for all subsets T."""
    sums = [start]
    for v in values:
        sums += [s + v for s in sums]
    return sums
