"""Certificates of hypothesis testing: D_f(M0‖M1) over ε-LDP kernels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lpcheck.proofs._coq import (
    HEAD,
    LAST,
    PRICES,
    SLACK,
    Unsupported,
    bounds,
    column,
    exponential,
    inside,
    listed,
    precision,
    quotient,
    real,
    whole,
    whole_number,
)
from lpcheck.proofs._curves import GRID, Hint, curve, hint
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.patterns import ColumnProblem, read_staircase
from lpcheck.rechecker.reader import Row, fields, matrix, vector

LARGEST_WALK = 16
"""Inputs of which all patterns are walked."""


def translate(document: Mapping[str, Any], every: bool) -> str:
    """The Coq file; `every`: all 2^k patterns walked, without brackets.

    Raises:
        Unsupported: there is no theorem for this divergence.
        Refusal: it is no certificate of its kind.
    """
    problem = read_staircase(document.get("parameters"))
    k = len(problem.p0)
    if every and k > LARGEST_WALK:
        raise Unsupported(
            f"parameters: all patterns of {k} inputs are too many; at most {LARGEST_WALK}"
        )
    lower, upper = bounds(document)
    rows = matrix(document.get("primal"), "primal", k)
    if document.get("dual") == {}:
        raise Unsupported("dual: there is no theorem for the trivial bound")
    dual = fields(document.get("dual"), "dual", ["alpha"])
    return _file(problem, rows, vector(dual["alpha"], "dual.alpha", k), lower, upper, every)


def _file(
    problem: ColumnProblem,
    rows: Sequence[Row],
    alpha: Row,
    lower: Fraction,
    upper: Fraction,
    every: bool,
) -> str:
    assert problem.p1 is not None
    names = ("p0", "p1")
    if problem.f.name == "alpha" and problem.f.order == 0:  # KL of the second against the first
        names = ("p1", "p0")
        problem = replace(problem, p0=problem.p1, p1=problem.p0, f=Divergence("kl"))
    assert problem.p1 is not None
    k, m = len(rows), len(rows[0])
    f, level = problem.f, problem.epsilon
    small, large = exponential(-level), exponential(level)
    p0, d0 = whole(problem.p0)
    p1, d1 = whole(problem.p1)
    prices = _prices(problem, alpha, upper)
    entries, dq = whole([x for row in inside(rows, large) for x in row])
    kernel = [entries[i * m : (i + 1) * m] for i in range(k)]
    table = [(column(p0, kernel, y) * d1, column(p1, kernel, y) * d0) for y in range(m)]
    marginals = [f"(marginal k {name} Q)" for name in names]
    shape = curve(f)
    if shape is not None:
        module, utility = shape.module, shape.utility.format(*marginals)
        values = [shape.summand(a, b) for a, b in table]
        scaled = [
            (a * d1 * PRICES, b * d0 * PRICES, c * d0 * d1)
            for a, b, c in zip(p0, p1, prices, strict=True)
        ]
        low, high = shape.ends(small)
        hints = [None if every else hint(shape, entry, low, high) for entry in scaled]
        walk = f" {GRID} {whole_number(low)} {whole_number(high)} hints"
        more = f"Definition hints : list hint := {listed(map(_hint, hints))}."
        start, last = shape.first, ""
    elif f.linear:
        module, utility, values, start, last = _piecewise(f, table, marginals)
        walk = more = ""
    else:
        raise Unsupported(f"parameters.divergence: there is no theorem for {f.name!r} yet")
    digits, epsilon = precision(level), real(level)
    ends = " ".join(f"{whole_number(x.numerator)} {x.denominator}" for x in (lower, upper))
    powers = " ".join(f"{x.numerator} {x.denominator}" for x in (small, large))
    data = f"{d0} {d1} {PRICES} {dq} p0_data p1_data prices{walk} rows values"
    arguments = f"{start}{epsilon} {k} {m} {powers} {data} {ends}"
    return f"""{HEAD}From Lpcheck.instances Require Import Entries Curved Certificates {module}.
Open Scope Z_scope.
Definition p0_data := {listed(map(whole_number, p0))}.
Definition p1_data := {listed(map(whole_number, p1))}.
Definition prices := {listed(map(whole_number, prices))}.
Definition rows := {listed(listed(map(whole_number, row)) for row in kernel)}.
Definition values := {listed(map(whole_number, values))}.
{more}
Open Scope R_scope.
Theorem certificate :
  let k := {k}%nat in
  let {names[0]} := over {d0} {listed(map(whole_number, p0))}%Z in
  let {names[1]} := over {d1} {listed(map(whole_number, p1))}%Z in
  encloses {epsilon} k (fun m Q => {utility}) ({quotient(lower)}) ({quotient(upper)}).
Proof.
  intros k {names[0]} {names[1]}.
  apply ({module}.certificate {arguments}).
  - vm_cast_no_check (eq_refl true).
  - interval with (i_prec {digits}).
  - interval with (i_prec {digits}).{last}
Qed.
{LAST}"""


def _piecewise(
    f: Divergence, table: Sequence[tuple[int, int]], marginals: Sequence[str]
) -> tuple[str, str, list[int], str, str]:
    if f.name == "tv":
        values = [abs(a - b) // 2 for a, b in table]
        return "TotalVariation", " ".join(["TV m", *marginals]), values, "", ""
    n, d = f.order.numerator, f.order.denominator
    values = [max(0, (d * a - n * b) // d) for a, b in table]
    utility = f"Df (fun x => Rmax 0 (x - IZR {n} / IZR {d})) m {{0}} {{1}}".format(*marginals)
    return "HockeyStick", utility, values, f"{n} {d} ", "\n  - lra."


def _prices(problem: ColumnProblem, alpha: Row, upper: Fraction) -> list[int]:
    """Prices with a sum of at most `upper`, spread over the letters, rounded down by little.

    Their share of what is left is a little different for each letter: letters of one likelihood
    ratio then change sign at different places, which the walk tells apart.
    """
    assert problem.p1 is not None
    k = len(alpha)
    if problem.f.name == "kl":  # the centred f against x log x
        alpha = tuple(c + a - b for a, b, c in zip(problem.p0, problem.p1, alpha, strict=True))
    left = (upper - SLACK / 4 - sum(alpha)) / k
    apart = [SLACK / (4 * k) * Fraction(2 * x + 1 - k, k) for x in range(k)]
    return [math.floor((c + left + d) * PRICES) for c, d in zip(alpha, apart, strict=True)]


def _hint(found: Hint) -> str:
    return "None" if found is None else f"Some ({', '.join(map(whole_number, found))})"
