r"""Certificates of the public-prior problem: Algorithm 1 exactly, and one weight.

For q sorted increasingly the kernel is :math:`K_{ij} = q_j c_{\min(i,j)}` off its diagonal
(see :mod:`lpcheck.mechanisms.public_prior`). Whatever the numbers c are, it keeps q; so they can
be rounded, and the diagonal takes what is left of each row.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from formulations.errors import InputError
from formulations.public_prior import PublicPrior
from lpcheck.certificates.breach import kernel_breach
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
from lpcheck.certificates.maker import Breach, Rows
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_large
from lpcheck.certificates.repair import mixed, pure, summing_to_one
from lpcheck.certificates.vipr import Constraint, Program
from lpcheck.rechecker.prior import LARGEST_N

_MOST_RATIONAL = 30
"""Letters of a VIPR file, which holds n³ rows."""


def refuse(problem: PublicPrior) -> None:
    """Refuse a divergence of the user's own, and more letters than the re-checker takes."""
    read_terms(problem.divergence)
    refuse_large("prior", problem.n, LARGEST_N, "whose n² entries are all priced")


def breach(problem: PublicPrior, entries: Rows, constraint: str, where: dict[str, int]) -> Breach:
    """By how much at least a kernel breaks a constraint."""
    if constraint != "invariance":
        return kernel_breach(entries, constraint, where, problem.epsilon)
    q, y = problem.prior.exact, where["column"]
    kept = sum((a * row[y] for a, row in zip(q, entries, strict=True)), Fraction(0))
    return Breach(abs(kept - q[y]), {})


def repair(problem: PublicPrior, entries: Rows) -> Rows:
    """A private kernel next to the entries that keeps q: what a column lacks, every row gets."""
    rows, q = summing_to_one(entries), list(problem.prior.exact)
    lost = [
        mass - sum((a * x for a, x in zip(q, column, strict=True)), Fraction(0))
        for mass, column in zip(q, zip(*rows, strict=True), strict=True)
    ]
    rows = [[x + v for x, v in zip(row, lost, strict=True)] for row in rows]
    return mixed(rows, q, pure(problem.epsilon))


def propose(problem: PublicPrior) -> Proposal:
    """The primal, and the weight 1 on the rarest letter."""
    getcontext().prec = digits_for(problem.epsilon)
    q = problem.prior.exact
    if len(q) == 1:
        return Proposal([[Fraction(1)]])
    f = read_terms(problem.divergence)
    constant = [list(q)] * len(q)
    if min(q) == 0 or not f.at_zero.is_finite():  # no private kernel is better
        return Proposal(constant)
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


def rational_program(problem: PublicPrior, t: Fraction) -> Program:
    """Maximise z ≤ K_ii over private kernels that keep q; proved by the rarest letter's column."""
    n, q = problem.n, problem.prior.exact
    if read_terms(problem.divergence).name != "tv":
        raise InputError("divergence", "is not linear here", "use tv")
    if min(q) == 0 or not 2 <= n <= _MOST_RATIONAL:
        what = f"has a zero, or is not of 2 to {_MOST_RATIONAL} letters"
        raise InputError("prior", what, "write a certificate instead")
    title = f"public prior, largest min_i K_ii, e^eps = {t}"
    kernel, z = kernel_at(q, 1 / t), n * n
    names = [f"K{i}_{j}" for i in range(n) for j in range(n)] + ["z"]
    constraints: list[Constraint] = []
    one = Fraction(1)
    for v in range(n * n):
        constraints.append((f"N{v}", "G", Fraction(0), {v: one}))
    bound_count, where = len(constraints), {}
    for i in range(n):
        constraints.append((f"R{i}", "E", one, {i * n + j: one for j in range(n)}))
    for j in range(n):
        where["keep", j, 0] = len(constraints)
        constraints.append((f"Q{j}", "E", q[j], {i * n + j: q[i] for i in range(n)}))
        where["diagonal", j, 0] = len(constraints)
        constraints.append((f"D{j}", "L", Fraction(0), {z: one, j * n + j: -one}))
        for a in range(n):
            for b in range(n):
                if a != b:
                    where[f"private{j}", a, b] = len(constraints)
                    row = {a * n + j: one, b * n + j: -t}
                    constraints.append((f"P{a}_{b}_{j}", "L", Fraction(0), row))
    r = q.index(min(q))
    # t q_r = Σ_b t q_b K_br ≥ t q_r K_rr + Σ_{b≠r} q_b K_rr = (t q_r + 1 − q_r) K_rr.
    scale = t * q[r] + 1 - q[r]
    multipliers = {where["diagonal", r, 0]: one, where["keep", r, 0]: t / scale}
    for b in range(n):
        if b != r:
            multipliers[where[f"private{r}", r, b]] = q[b] / scale
    solution = {i * n + j: kernel[i][j] for i in range(n) for j in range(n)}
    solution[z] = min(kernel[i][i] for i in range(n))
    return Program(title, names, {z: one}, constraints, bound_count, solution, multipliers)
