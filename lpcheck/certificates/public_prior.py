r"""Certificates of the public-prior problem: Algorithm 1 exactly, and one weight.

For q sorted increasingly the kernel is :math:`K_{ij} = q_j c_{\min(i,j)}` off its diagonal
(see :mod:`lpcheck.mechanisms.public_prior`). Whatever the numbers c are, it keeps q; so they can
be rounded, and the diagonal takes what is left of each row.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from formulations.public_prior import PublicPrior
from lpcheck.certificates.exact.kernels import Kernel, breaks_pure
from lpcheck.certificates.exact.numbers import (
    LOSS,
    decimal,
    digits_for,
    exponential_below,
    places_for,
)
from lpcheck.certificates.exact.simplex import Number
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.proposal import Proposal


def propose(problem: PublicPrior) -> Proposal:
    """The primal, and the weight 1 on the rarest letter."""
    getcontext().prec = digits_for(problem.epsilon)
    q = problem.prior.exact
    if len(q) == 1:
        return Proposal([[Fraction(1)]])
    f = read_terms(problem.divergence)
    constant = [list(q)] * len(q)
    if min(q) == 0:
        return Proposal(constant, {}, infinite=not (f.at_zero + f.slope).is_finite())
    if not f.at_zero.is_finite():
        return Proposal(constant, {}, infinite=True)
    rarest = q.index(min(q))
    weights = [Decimal(int(i == rarest)) for i in range(len(q))]
    return Proposal(
        _algorithm_1(q, problem.epsilon),
        {"weights": weights, "prices": [Decimal(0)] * len(q)},
    )


def _algorithm_1(q: tuple[Fraction, ...], epsilon: Fraction) -> Kernel:
    n, places = len(q), places_for(epsilon)
    t = exponential_below(epsilon, places)
    order = sorted(range(n), key=q.__getitem__)
    # A level slightly below ε, and room for the rounding between the two.
    level = (-decimal(epsilon)).exp() * (1 + _room(epsilon))
    for attempt in range(12):
        c = _off_diagonal([decimal(q[i]) for i in order], min(level, Decimal(1)))
        kernel = _kernel(q, order, [Fraction(_rounded(x, places)) for x in c])
        if min(map(min, kernel)) >= 0 and not breaks_pure(kernel, t):
            return kernel
        level *= 1 + _room(epsilon) * 1000**attempt
    return [list(q)] * n


def _room(epsilon: Fraction) -> Decimal:
    """What is given away of ε, relative to e^ε: less than ε itself by 10^−LOSS."""
    return Decimal(10) ** -LOSS * min(decimal(epsilon), Decimal(1))


def _rounded(x: Decimal, places: int) -> Decimal:
    return x.quantize(Decimal(1).scaleb(-places))


def _off_diagonal(q: list[Number], u: Number) -> list[Number]:
    """The numbers c_i = u M_i / E_i for q sorted increasingly."""
    product, result = type(u)(1), []
    for i, mass in enumerate(q[:-1]):
        tail = sum(q[i + 1 :], type(u)(0))
        level = mass + u * tail
        result.append(u * product / level)
        product *= ((1 - u) * mass + u * tail) / level
    return result


def kernel_at(q: tuple[Fraction, ...], u: Fraction) -> Kernel:
    """Algorithm 1 exactly, at a rational e^{−ε} = u."""
    order = sorted(range(len(q)), key=q.__getitem__)
    return _kernel(q, order, _off_diagonal([q[i] for i in order], u))


def _kernel(q: tuple[Fraction, ...], order: list[int], c: list[Fraction]) -> Kernel:
    n = len(q)
    kernel = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                kernel[order[i]][order[j]] = q[order[j]] * c[min(i, j)]
    for i, row in enumerate(kernel):
        row[i] = 1 - sum(row, Fraction(0))
    return kernel
