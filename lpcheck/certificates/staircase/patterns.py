r"""Certificates of the staircase linear program: hypothesis testing and information.

With :math:`u = e^{-\varepsilon}` the pattern of T is 1 on T and u elsewhere. Randomized response
is a vertex, from which a simplex method in decimals goes to the best one. Hypothesis testing
beyond a few inputs does without the 2^k patterns (:mod:`lpcheck.certificates.staircase.partition`).
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from formulations.errors import InputError
from formulations.information import Information
from formulations.staircase import Staircase
from lpcheck.certificates.exact.kernels import Kernel, breaks_pure, exact_kernel
from lpcheck.certificates.exact.numbers import (
    Row,
    decimal,
    decimals,
    digits_for,
    exponential_below,
    places_for,
)
from lpcheck.certificates.exact.simplex import Vertex, maximise
from lpcheck.certificates.exact.terms import Terms, read_terms
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.staircase.partition import best_response
from lpcheck.rechecker.patterns import LARGEST_INFORMATION_K
from lpcheck.rechecker.zonotope import LARGEST_K

_MOST_INPUTS = 12
"""The simplex method over all patterns is slow beyond."""


def propose(problem: Staircase | Information) -> Proposal:
    """The primal and the dual of a pattern problem.

    Raises:
        InputError: more inputs than the re-checker takes.
    """
    _refuse_large(problem)
    getcontext().prec = digits_for(problem.epsilon)
    if problem.epsilon == 0 or problem.k == 1:
        kernel = [[Fraction(1)]] * problem.k
        return Proposal(kernel, {"alpha": [Decimal(0)] * problem.k})
    if isinstance(problem, Staircase) and problem.k > _MOST_INPUTS:
        rows, alpha = best_response(problem)
        return Proposal(private_kernel(rows, problem.epsilon), {"alpha": alpha})
    vertex = best_vertex(problem)
    u = (-decimal(problem.epsilon)).exp()
    used = [(j, w) for j, w in zip(vertex.columns, vertex.weights, strict=True) if w > 0]
    rows = [[w * (1 if j >> x & 1 else u) for j, w in used] for x in range(problem.k)]
    return Proposal(private_kernel(rows, problem.epsilon), {"alpha": vertex.prices})


def _refuse_large(problem: Staircase | Information) -> None:
    if isinstance(problem, Staircase):
        name, most, why = "p0", LARGEST_K, "whose file would be too long"
    else:
        name, most, why = "prior", LARGEST_INFORMATION_K, "whose 2^k patterns are all looked at"
    if problem.k > most:
        what = f"has {problem.k} entries, and no certificate is made of a {problem.slug} problem"
        raise InputError(name, f"{what} of more than {most}, {why}", f"give at most {most}")


def private_kernel(rows: list[Row], epsilon: Fraction) -> Kernel:
    """Nearly private decimals as an exactly ε-LDP kernel."""
    places = places_for(epsilon)
    t = exponential_below(epsilon, places)
    smallest = (-decimal(epsilon)).exp()
    return exact_kernel(rows, places, smallest, lambda kernel: breaks_pure(kernel, t))


def best_vertex(problem: Staircase | Information) -> Vertex[Decimal]:
    """The optimal mixture of patterns. Bit x of a pattern's index says whether x is in T."""
    k, u = problem.k, (-decimal(problem.epsilon)).exp()
    rest = 1 - u
    worth = utilities(problem, u)

    def column(j: int) -> Row:
        return [Decimal(1) if j >> x & 1 else u for x in range(k)]

    def reduced(prices: Row) -> Row:
        floor = u * sum(prices, Decimal(0))
        sums = subset_sums([rest * a for a in prices], floor)
        gains = [m - s for m, s in zip(worth, sums, strict=True)]
        gains[0] = Decimal("-Infinity")  # the pattern of ∅ is that of all letters
        return gains

    start = [1 << x for x in range(k)]
    return maximise(column, worth.__getitem__, reduced, [Decimal(1)] * k, start)


def subset_sums(values: Row, start: Decimal) -> Row:
    """Start + Σ_{x ∈ T} values_x for all subsets T."""
    sums = [start]
    for v in values:
        sums += [s + v for s in sums]
    return sums


def utilities(problem: Staircase | Information, u: Decimal) -> Row:
    """The utility of every pattern, relative to its largest entry."""
    rest, size = 1 - u, 2**problem.k
    if isinstance(problem, Staircase):
        f = read_terms(problem.divergence)
        m0 = subset_sums([rest * p for p in decimals(problem.p0.exact)], u)
        m1 = subset_sums([rest * p for p in decimals(problem.p1.exact)], u)
        ends = [Decimal(0)] if size > 1 else []
        # All letters: both marginals are 1 but for rounding.
        middle = [f.term(a, b) for a, b in zip(m0[1:-1], m1[1:-1], strict=True)]
        return [Decimal(0), *middle, *ends]
    kl = Terms("kl")
    prior = decimals(problem.prior.exact)
    inside, outside = subset_sums(prior, Decimal(0)), subset_sums([-p for p in prior], Decimal(1))
    result = [Decimal(0)]
    for a, b in zip(inside[1:-1], outside[1:-1], strict=True):
        mean = a + u * b
        result.append(a * kl.term(Decimal(1), mean) + b * kl.term(u, mean))
    return [*result, Decimal(0)]
