r"""Rational linear programs as VIPR 1.0 certificates, for checkers that others have written.

The format (Cheung, Gleixner and Steffy, "Verifying integer programming results", 2017) holds a
linear program, a solution, and the linear combination of its rows that proves the bound, all in
rationals. :math:`e^\varepsilon` is irrational, so that the program here has a rational t for it:
what is proved is the optimum at that t, and, as optima are monotone in t, a bound at every ε on
one side of log t. Staircase programs need rational utilities: TV, χ² and hockey-sticks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Literal

from formulations.errors import InputError
from formulations.public_prior import PublicPrior
from formulations.staircase import Staircase
from lpcheck.certificates.exact.simplex import maximise
from lpcheck.certificates.exact.terms import Terms, read_terms
from lpcheck.certificates.public_prior import kernel_at

Sparse = dict[int, Fraction]
_RATIONAL = ("tv", "chi2", "hockey-stick")


@dataclass(frozen=True)
class _Program:
    """Maximise objective·x; bounds on single variables first, then rows, with their multipliers."""

    names: list[str]
    objective: Sparse
    constraints: list[tuple[str, Literal["E", "L", "G"], Fraction, Sparse]]
    bound_count: int
    solution: Sparse
    multipliers: Sparse


def export(problem: Staircase | PublicPrior, t: Fraction) -> str:
    """The text of a VIPR 1.0 file for the problem with e^ε = t.

    Args:
        problem: staircase with TV, χ² or a hockey-stick, or public prior with TV; its own ε is
            not used.
        t: a rational > 1.

    Raises:
        InputError: the program at that t would not be rational, or has no meaning.
    """
    if t <= 1:
        raise InputError("t", f"{t} is not above 1", "give a rational near e^ε")
    f = read_terms(problem.divergence)
    if isinstance(problem, Staircase):
        if f.name not in _RATIONAL:
            raise InputError(
                "divergence", f"{f.name} is not rational", "use TV, χ² or hockey-stick"
            )
        return _text(_staircase(problem, f, t), f"staircase program, e^eps = {t}")
    if f.name != "tv":
        raise InputError("divergence", f"{f.name} is not linear here", "use tv")
    if min(problem.prior.exact) == 0 or problem.n == 1:
        raise InputError("prior", "has a zero, or one letter: nothing to prove", "leave it out")
    return _text(_public_prior(problem, t), f"public prior, largest min_i K_ii, e^eps = {t}")


def _staircase(problem: Staircase, f: Terms, t: Fraction) -> _Program:
    """Maximise μᵀθ, Sθ = 1, θ ≥ 0, patterns with entries 1 and t; that of ∅ stands for all."""
    k = problem.k
    if k == 1:
        raise InputError("p0", "has one letter: nothing to prove", "give at least two")
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
    bounds = [(f"N{j}", "G", Fraction(0), {j: Fraction(1)}) for j in range(len(columns))]
    rows = [
        (f"R{x}", "E", Fraction(1), {j: column[x] for j, column in enumerate(columns)})
        for x in range(k)
    ]
    # objective = Σ prices·rows − Σ slack·θ, and θ ≥ 0: multipliers of G rows are ≤ 0 in a "≤".
    multipliers = {
        j: u - _dot(prices, column)
        for j, (u, column) in enumerate(zip(utilities, columns, strict=True))
    }
    multipliers |= {len(columns) + x: price for x, price in enumerate(prices)}
    return _Program(
        names,
        {j: u for j, u in enumerate(utilities) if u},
        [*bounds, *rows],  # type: ignore[list-item]
        len(bounds),
        {j: w for j, w in weights.items() if w},
        {i: m for i, m in multipliers.items() if m},
    )


def _public_prior(problem: PublicPrior, t: Fraction) -> _Program:
    """Maximise z ≤ K_ii over private kernels that keep q; proved by the rarest letter's column."""
    n, q = problem.n, problem.prior.exact
    kernel, z = kernel_at(q, 1 / t), n * n
    names = [f"K{i}_{j}" for i in range(n) for j in range(n)] + ["z"]
    constraints: list[tuple[str, Literal["E", "L", "G"], Fraction, Sparse]] = []
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
    return _Program(names, {z: one}, constraints, bound_count, solution, multipliers)


def _text(program: _Program, title: str) -> str:
    value = sum((c * program.solution.get(j, 0) for j, c in program.objective.items()), Fraction(0))
    bound = sum(
        (m * program.constraints[i][2] for i, m in program.multipliers.items()), Fraction(0)
    )
    constraints = [
        f"{name} {sense} {b} {_list(row)}" for name, sense, b, row in program.constraints
    ]
    lines = [
        f"% {title}",
        "VER 1.0",
        f"VAR {len(program.names)}",
        " ".join(program.names),
        "INT 0",
        "OBJ max",
        _list(program.objective),
        f"CON {len(constraints)} {program.bound_count}",
        *constraints,
        f"RTP range {value} {bound}",
        "SOL 1",
        f"best {_list(program.solution)}",
        "DER 1",
        f"B L {bound} OBJ {{ lin {_list(program.multipliers)} }} -1",
    ]
    return "\n".join(lines) + "\n"


def _list(entries: Sparse) -> str:
    return " ".join([str(len(entries)), *(f"{i} {x}" for i, x in sorted(entries.items()))])


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
