r"""Certificates of the binary problem under (ε, δ)-LDP: four rays, two budgets."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from formulations.approximate_binary import ApproximateBinary
from lpcheck.certificates.breach import kernel_breach
from lpcheck.certificates.exact.kernels import Kernel, breaks_approximate, exact_kernel
from lpcheck.certificates.exact.numbers import (
    LOSS,
    Row,
    decimal,
    decimals,
    digits_for,
    exponential_below,
    places_for,
)
from lpcheck.certificates.exact.simplex import maximise
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.repair import approximate, mend

_ZERO, _ONE = Decimal(0), Decimal(1)


def refuse(problem: ApproximateBinary) -> None:
    """Refuse a divergence of the user's own."""
    read_terms(problem.divergence)


def breach(
    problem: ApproximateBinary, entries: Rows, constraint: str, where: dict[str, int]
) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    found = kernel_breach(entries, constraint, where, problem.epsilon, problem.delta)
    if constraint != "privacy":
        return found
    return found._replace(where={name: where[name] for name in ("row", "other_row")})


def repair(problem: ApproximateBinary, entries: Rows) -> Rows:
    """A private kernel next to the entries."""
    return mend(entries, approximate(problem.epsilon, problem.delta))


def propose(problem: ApproximateBinary) -> Proposal:
    """The primal, and the prices α of the rows and β of the budgets of the outer rays."""
    getcontext().prec = digits_for(problem.epsilon)
    u, delta = (-decimal(problem.epsilon)).exp(), decimal(problem.delta)
    rays = [[delta, _ZERO], [_ONE, u], [u, _ONE], [_ZERO, delta]]
    p0, p1 = decimals(problem.p0.exact), decimals(problem.p1.exact)
    f = read_terms(problem.divergence)
    utilities = [
        f.term(p0[0] * a + p0[1] * b, p1[0] * a + p1[1] * b) if a != b else _ZERO for a, b in rays
    ]
    if not all(x.is_finite() for x in utilities):
        return Proposal(_saturated(problem))
    if problem.epsilon == 0 and problem.delta == 0:
        return Proposal([[Fraction(1)]] * 2, {"alpha": [_ZERO, _ZERO], "beta": [_ZERO, _ZERO]})
    columns = [
        [*rays[0], _ONE, _ZERO],
        [*rays[1], _ZERO, _ZERO],
        [*rays[2], _ZERO, _ZERO],
        [*rays[3], _ZERO, _ONE],
        [_ZERO, _ZERO, _ONE, _ZERO],
        [_ZERO, _ZERO, _ZERO, _ONE],
    ]
    gains = [*utilities, _ZERO, _ZERO]

    def reduced(prices: Row) -> Row:
        return [
            g - sum((c * p for c, p in zip(column, prices, strict=True)), _ZERO)
            for g, column in zip(gains, columns, strict=True)
        ]

    # At ε = 0 the two inner rays are one, and an outer ray of weight 0 completes the basis.
    start = [1, 2, 4, 5] if u < 1 else [1, 0, 4, 5]
    vertex = maximise(columns.__getitem__, gains.__getitem__, reduced, [_ONE] * 4, start)
    weights = dict(zip(vertex.columns, vertex.weights, strict=True))
    kernel = _four_columns(problem, [max(weights.get(j, _ZERO), _ZERO) for j in range(4)], u)
    prices = [max(p, _ZERO) for p in vertex.prices[2:]]
    return Proposal(kernel, {"alpha": vertex.prices[:2], "beta": prices})


def _four_columns(problem: ApproximateBinary, weights: Row, u: Decimal) -> Kernel:
    """The columns along the rays, exactly private, and zeros kept: mixing could cost a √ of it.

    The inner columns have a ratio a little below e^ε, which leaves room for rounding.
    """
    places, delta = places_for(problem.epsilon), problem.delta
    inner = u * (1 + Decimal(10) ** -LOSS * min(decimal(problem.epsilon), _ONE))

    def rounded(x: Decimal) -> Fraction:
        return Fraction(x.quantize(Decimal(1).scaleb(-places)))

    zero = Fraction(0)
    outer = [min(rounded(w * decimal(delta)), delta) for w in (weights[0], weights[3])]
    rows = [
        [outer[0], rounded(weights[1]), rounded(weights[2] * inner), zero],
        [zero, rounded(weights[1] * inner), rounded(weights[2]), outer[1]],
    ]
    for row in rows:
        larger = 1 if row[1] >= row[2] else 2
        row[larger] += 1 - sum(row)
    kept = [y for y in range(4) if rows[0][y] or rows[1][y]]
    kernel = [[row[y] for y in kept] for row in rows]
    t = exponential_below(problem.epsilon, places)
    if min(map(min, kernel)) < 0 or breaks_approximate(kernel, t, delta):
        mixed = [[decimal(x) for x in row] for row in kernel]
        return approximate_kernel(mixed, problem.epsilon, delta)
    return kernel


def approximate_kernel(rows: list[Row], epsilon: Fraction, delta: Fraction) -> Kernel:
    """Nearly private decimals as an exactly (ε, δ)-LDP kernel."""
    places = places_for(epsilon)
    t = exponential_below(epsilon, places)
    smallest = (-decimal(epsilon)).exp()
    return exact_kernel(rows, places, smallest, lambda kernel: breaks_approximate(kernel, t, delta))


def _saturated(problem: ApproximateBinary) -> Kernel:
    """An outcome of probability δ that only one input has, from each of them."""
    delta = problem.delta
    return [[delta, Fraction(0), 1 - delta], [Fraction(0), delta, 1 - delta]]
