"""Hypothesis testing as a rational linear program: utilities of TV, χ² and hockey-sticks."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from formulations.errors import InputError
from formulations.staircase import Staircase
from lpcheck.certificates.exact.simplex import maximise
from lpcheck.certificates.exact.terms import Terms, read_terms
from lpcheck.certificates.vipr import Constraint, Program

_RATIONAL = ("tv", "chi2", "hockey-stick")
_MOST = 10
"""Letters: the file holds 2^k columns of k numbers."""


def rational_program(problem: Staircase, t: Fraction) -> Program:
    """Maximise μᵀθ, Sθ = 1, θ ≥ 0, patterns with entries 1 and t; that of ∅ stands for all."""
    f, k = read_terms(problem.divergence), problem.k
    if f.name not in _RATIONAL:
        raise InputError(
            "divergence", f"{f.name} is not rational", "use tv, chi2 or a hockey-stick"
        )
    if not 2 <= k <= _MOST:
        what = f"has {k} letters, and a VIPR file of this problem 2 to {_MOST}"
        raise InputError("p0", what, "write a certificate instead")
    columns = [[t if j >> x & 1 else Fraction(1) for x in range(k)] for j in range(2**k - 1)]
    utilities = [
        _term(f, _dot(problem.p0.exact, column), _dot(problem.p1.exact, column))
        for column in columns
    ]
    vertex = maximise(
        columns.__getitem__,
        utilities.__getitem__,
        lambda ys: [u - _dot(ys, c) for u, c in zip(utilities, columns, strict=True)],
        [Fraction(1)] * k,
        [1 << x for x in range(k)],
    )
    weights, prices = dict(zip(vertex.columns, vertex.weights, strict=True)), vertex.prices
    names = [f"theta{j}" for j in range(len(columns))]
    bounds: list[Constraint] = [
        (f"N{j}", "G", Fraction(0), {j: Fraction(1)}) for j in range(len(columns))
    ]
    rows: list[Constraint] = [
        (f"R{x}", "E", Fraction(1), {j: column[x] for j, column in enumerate(columns)})
        for x in range(k)
    ]
    # objective = Σ prices·rows − Σ slack·θ, and θ ≥ 0: multipliers of G rows are ≤ 0 in a "≤".
    multipliers = {
        j: u - _dot(prices, column)
        for j, (u, column) in enumerate(zip(utilities, columns, strict=True))
    }
    multipliers |= {len(columns) + x: price for x, price in enumerate(prices)}
    return Program(
        f"staircase program, e^eps = {t}",
        names,
        {j: u for j, u in enumerate(utilities) if u},
        [*bounds, *rows],
        len(bounds),
        {j: w for j, w in weights.items() if w},
        {i: m for i, m in multipliers.items() if m},
    )


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _term(f: Terms, a: Fraction, b: Fraction) -> Fraction:
    """The centred b f(a/b) of a divergence that is rational."""
    if f.name == "tv":
        return abs(a - b) / 2
    if f.name == "chi2":
        return (a - b) ** 2 / b
    with localcontext() as context:
        context.prec = 50
        return max(a - Fraction(+Decimal(f.order)) * b, Fraction(0))
