"""Values and dual bounds in decimals, to many digits but without proof.

They choose between proposals and write the first draft of a certificate; the re-checker's
enclosures decide what stands in the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from formulations._box import BoxProjection
from formulations._patterns import PatternProblem
from formulations._sampler import SamplerProblem
from formulations.approximate_binary import ApproximateBinary
from formulations.formulation import Formulation
from formulations.information import Information
from formulations.public_prior import PublicPrior
from formulations.staircase import Staircase
from lpcheck.certificates._numbers import Row, decimal, decimals
from lpcheck.certificates._patterns import subset_sums, utilities
from lpcheck.certificates._terms import Terms, read_terms

Rows = Sequence[Sequence[Fraction]]
_ZERO, _ONE = Decimal(0), Decimal(1)


def value(problem: Formulation, rows: Rows) -> Decimal:
    """The objective of a feasible mechanism."""
    if isinstance(problem, Information):
        return _information(problem, rows)
    f = read_terms(problem.divergence)  # type: ignore[attr-defined]
    if isinstance(problem, (Staircase, ApproximateBinary)):
        m0 = [_mix(problem.p0.exact, column) for column in zip(*rows, strict=True)]
        m1 = [_mix(problem.p1.exact, column) for column in zip(*rows, strict=True)]
        return between(f, m0, m1)
    if isinstance(problem, PublicPrior):
        size = len(rows)
        points = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
        return max(between(f, p, row) for p, row in zip(points, rows, strict=True))
    if isinstance(problem, BoxProjection):
        return between(f, problem.target.exact, rows[0])
    assert isinstance(problem, SamplerProblem)
    return max(between(f, p, row) for p, row in zip(exact_points(problem), rows, strict=True))


def exact_points(problem: SamplerProblem) -> list[list[Fraction]]:
    """The distributions that the rows of a sampler answer, exactly."""
    p = [c.p for orbit in problem.cells.orbits for c in orbit.cells]
    return [
        [p[c] if c >= 0 else Fraction(0) for c in row] for row in problem.cells.of_rows.tolist()
    ]


def orbit_value(problem: SamplerProblem, rows: Rows) -> Decimal:
    """The value of a sampler that is given by one row an orbit, one entry a cell."""
    f = read_terms(problem.divergence)
    return max(
        sum(
            (
                c.count * f.term(decimal(c.p), decimal(x))
                for c, x in zip(orbit.cells, row, strict=True)
            ),
            _ZERO,
        )
        for orbit, row in zip(problem.cells.orbits, rows, strict=True)
    )


def between(f: Terms, p: Sequence[Fraction], q: Sequence[Fraction]) -> Decimal:
    """D_f(p‖q) of rational distributions."""
    return sum((f.term(decimal(a), decimal(b)) for a, b in zip(p, q, strict=True) if a != b), _ZERO)


def _mix(p: Sequence[Fraction], column: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(p, column, strict=True)), Fraction(0))


def _information(problem: Information, rows: Rows) -> Decimal:
    prior, kl = problem.prior.exact, Terms("kl")
    marginal = [_mix(prior, column) for column in zip(*rows, strict=True)]
    return sum(
        (decimal(p) * between(kl, row, marginal) for p, row in zip(prior, rows, strict=True) if p),
        _ZERO,
    )


def bound(problem: Formulation, dual: dict[str, Any]) -> Decimal:
    """The bound on the other side (samplers: see :meth:`Sampler.bound`)."""
    if isinstance(problem, PatternProblem):
        return _pattern_bound(problem, dual["alpha"])
    if isinstance(problem, ApproximateBinary):
        return _binary_bound(problem, dual["alpha"], dual["beta"])
    if isinstance(problem, PublicPrior):
        return _prior_bound(problem, dual)
    assert isinstance(problem, BoxProjection)
    return _box_bound(problem, dual["normaliser"])


def _pattern_bound(problem: PatternProblem, alpha: Row) -> Decimal:
    k, u = problem.k, (-decimal(problem.epsilon)).exp()
    assert isinstance(problem, (Staircase, Information))
    sums = subset_sums([(1 - u) * a for a in alpha], u * sum(alpha, _ZERO))
    gains = [m - s for m, s in zip(utilities(problem, u), sums, strict=True)]
    gains[0] = gains[-1]  # the pattern of ∅ is that of all letters
    return sum(alpha, _ZERO) + max(max(gains), _ZERO) * k / (1 + (k - 1) * u)


def _binary_bound(problem: ApproximateBinary, alpha: Row, beta: Row) -> Decimal:
    u, delta = (-decimal(problem.epsilon)).exp(), decimal(problem.delta)
    f, p0, p1 = read_terms(problem.divergence), problem.p0.exact, problem.p1.exact
    budget = [max(b, _ZERO) for b in beta]
    paid = [budget[0], _ZERO, _ZERO, budget[1]]
    rays = [[delta, _ZERO], [_ONE, u], [u, _ONE], [_ZERO, delta]]
    short = _ZERO
    for (a, b), extra in zip(rays, paid, strict=True):
        m0 = decimal(p0[0]) * a + decimal(p0[1]) * b
        m1 = decimal(p1[0]) * a + decimal(p1[1]) * b
        gain = f.term(m0, m1) if a != b else _ZERO
        short = max(short, gain - alpha[0] * a - alpha[1] * b - extra)
    return sum(alpha, _ZERO) + sum(budget, _ZERO) + 4 * short


def _prior_bound(problem: PublicPrior, dual: dict[str, Any]) -> Decimal:
    q, u = decimals(problem.prior.exact), (-decimal(problem.epsilon)).exp()
    weights, prices = dual["weights"], dual["prices"]
    n, diagonal = len(q), sum(dual["prices"], _ZERO)
    for j in range(n):
        beta = [(weights[j] if i == j else _ZERO) - prices[i] * q[j] / q[i] for i in range(n)]
        order = sorted(range(n), key=lambda i: -beta[i])
        total = sum((q[i] * beta[i] for i in order), _ZERO)
        moment = mass = _ZERO
        roots = []
        for i in order:
            moment, mass = moment + q[i] * beta[i], mass + q[i]
            roots.append(((1 - u) * moment + u * total) / ((1 - u) * mass + u))
        diagonal += max(roots)
    f = read_terms(problem.divergence)
    if diagonal >= 1:
        return _ZERO
    x = max(diagonal, _ZERO)
    return f.term(_ONE, x) + f.term(_ZERO, 1 - x)


def _box_bound(problem: BoxProjection, normaliser: Decimal | None) -> Decimal:
    f, p = read_terms(problem.divergence), decimals(problem.target.exact)
    low, high = _true_bounds(problem)
    if normaliser is None:
        price = f.at_zero
        x = [h if a > 0 else lo for a, lo, h in zip(p, low, high, strict=True)]
    else:
        price = f.price(normaliser)
        x = [min(max(a / normaliser, lo), h) for a, lo, h in zip(p, low, high, strict=True)]
    cost = sum((f.term(a, b) for a, b in zip(p, x, strict=True)), _ZERO)
    return max(cost - price * (sum(x, _ZERO) - 1), _ZERO)


def _true_bounds(problem: BoxProjection) -> tuple[Row, Row]:
    parameters = problem.parameters
    if "epsilon" not in parameters:
        low, high = parameters["lower"], parameters["upper"]
        return decimals(low), [min(_ONE, x) for x in decimals(high)]
    root = (decimal(parameters["epsilon"]) / 2).exp()
    q = decimals(parameters["reference"].exact)
    return [x / root for x in q], [min(_ONE, x * root) for x in q]
