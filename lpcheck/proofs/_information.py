"""Certificates of mutual information over ε-LDP kernels: all 2^k patterns are paid for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal, localcontext
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
from lpcheck.proofs._staircase import LARGEST_WALK
from lpcheck.rechecker.patterns import read_information
from lpcheck.rechecker.reader import fields, matrix, vector


def translate(document: Mapping[str, Any], every: bool) -> str:
    """The Coq file; patterns are never left out.

    Raises:
        Unsupported: there is no theorem for this prior.
        Refusal: it is no certificate of its kind.
    """
    problem = read_information(document.get("parameters"))
    level, k = problem.epsilon, len(problem.p0)
    if k > LARGEST_WALK:
        what = f"parameters: all patterns of {k} inputs are too many; at most {LARGEST_WALK}"
        raise Unsupported(what)
    if 0 in problem.p0:
        raise Unsupported("parameters.prior: there is no theorem for an input of probability 0")
    lower, upper = bounds(document)
    rows = matrix(document.get("primal"), "primal", k)
    if document.get("dual") == {}:
        raise Unsupported("dual: there is no theorem for the trivial bound")
    dual = fields(document.get("dual"), "dual", ["alpha"])
    alpha = vector(dual["alpha"], "dual.alpha", k)
    left = (upper - SLACK / 4 - sum(alpha)) / k
    prices = [math.floor((c + left) * PRICES) for c in alpha]

    small, large = exponential(-level), exponential(level)
    used = [y for y in range(len(rows[0])) if any(row[y] for row in rows)]
    kept = inside([tuple(row[y] for y in used) for row in rows], large)
    m, p, d0 = len(used), *whole(problem.p0)
    entries, dq = whole([x for row in kept for x in row])
    kernel = [entries[x * m : (x + 1) * m] for x in range(k)]
    values = [_value(p, d0, [row[y] for row in kernel], column(p, kernel, y)) for y in range(m)]
    powers = " ".join(f"{x.numerator} {x.denominator}" for x in (small, large))
    ends = " ".join(f"{whole_number(x.numerator)} {x.denominator}" for x in (lower, upper))
    data = f"{d0} {PRICES} {dq} p_data prices rows values {ends}"
    return f"""{HEAD}From Lpcheck.instances Require Import Entries Certificates Information.
Open Scope Z_scope.
Definition p_data := {listed(map(whole_number, p))}.
Definition prices := {listed(map(whole_number, prices))}.
Definition rows := {listed(listed(map(whole_number, row)) for row in kernel)}.
Definition values := {listed(map(whole_number, values))}.
Open Scope R_scope.
Theorem certificate :
  let k := {k}%nat in
  let prior := over {d0} {listed(map(whole_number, p))}%Z in
  encloses {real(level)} k (utility (information k prior)) ({quotient(lower)}) ({quotient(upper)}).
Proof.
  intros k prior.
  apply (Information.certificate {real(level)} {k} {m} {powers} {data}).
  - vm_cast_no_check (eq_refl true).
  - interval with (i_prec {precision(level)}).
  - interval with (i_prec {precision(level)}).
Qed.
{LAST}"""


def _value(p: list[int], d0: int, entries: list[int], mean: int) -> int:
    """Σ p q ln(q d0/mean) over the letters, rounded down."""
    if not all(entries):
        return 0  # no private column; the kernel refuses it
    with localcontext() as context:
        context.prec = 300
        value = Decimal(0)
        for a, q in zip(p, entries, strict=True):
            value += a * q * (Decimal(q * d0) / Decimal(mean)).ln()
        return math.floor(value) - 1 - int(abs(value) * Decimal(10) ** -50)
