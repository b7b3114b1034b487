"""A certificate as a theorem about all private kernels, for Rocq's kernel to check.

Nothing here is trusted: the theorem is what the kernel prints. Its proof is a Boolean checker,
proved sound in `proofs/instances`, that the kernel evaluates on the certificate's numbers.
"""

from __future__ import annotations

import math
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from lpcheck.proofs._curves import GRID, Hint, curve, hint
from lpcheck.proofs.build import MACHINE_INTEGERS, axioms, compiled, run
from lpcheck.proofs.registry import REALS
from lpcheck.rechecker.budget import open_budget
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.patterns import ColumnProblem, read_staircase
from lpcheck.rechecker.reader import Row, fields, matrix, number, read, vector
from lpcheck.rechecker.refusal import Refusal

SLACK = Fraction(1, 10**30)
"""The theorem's bounds are the certificate's, wider by this: e^ε is a rational number here."""

LONGEST = 300.0
"""Seconds that the kernel may take for one certificate; six times as many for all patterns."""

_EVERY = 16
"""Inputs of which all patterns are walked."""

_PRICES = 10**40
"""The prices' denominator: they are rounded up."""

_DIGITS = 45
"""Of the rational numbers that stand for e^ε and e^−ε."""

_MIXED = Fraction(1, 10**38)
"""The share of the constant kernel that keeps the primal private at a rational below e^ε."""


class Unsupported(Exception):  # noqa: N818 - no fault of the certificate
    """There is no theorem for certificates of this kind."""


@dataclass(frozen=True)
class Proof:
    """What came of a certificate.

    Attributes:
        verdict: `proved`; `refused` by the kernel, or unreadable; `unsupported`.
        reason: the theorem as the kernel prints it, or why there is none.
        assumptions: the axioms that the theorem rests on.
    """

    verdict: Literal["proved", "refused", "unsupported"]
    reason: str
    assumptions: tuple[str, ...] = ()


def prove(source: str | Path | bytes | Mapping[str, Any], every: bool = False) -> Proof:
    """Have the kernel check a certificate.

    Args:
        source: a path, the bytes of a file, or the object itself.
        every: have all 2^k patterns walked, as a cross-check of the walk that leaves some out.

    Raises:
        InputError: Coq is not installed.
    """
    open_budget()
    try:
        text = translate(read(source), every)
    except Unsupported as reason:
        return Proof("unsupported", str(reason))
    except Refusal as reason:
        return Proof("refused", str(reason))
    place, _ = compiled()
    longest = LONGEST * 6 if every else LONGEST
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "Instance.v"
        file.write_text(text, encoding="utf-8")
        try:
            done = run(place, file, longest)
        except subprocess.TimeoutExpired:
            return Proof("unsupported", f"the kernel did not finish in {longest:.0f} s")
        if done.returncode != 0:
            return Proof("refused", "the kernel: " + " ".join(done.stderr.split())[-200:])
        said = (file.parent / "statement.out").read_text(encoding="utf-8")
        rests = axioms((file.parent / "assumptions.out").read_text(encoding="utf-8").strip())
    beyond = [a for a in rests if a not in REALS and not a.startswith(MACHINE_INTEGERS)]
    if beyond:
        return Proof("refused", f"the theorem rests on {beyond[0]}", tuple(rests))
    return Proof("proved", said.strip(), tuple(rests))


def translate(document: Mapping[str, Any], every: bool = False) -> str:
    """The Coq file of a certificate, with the theorem `certificate`.

    Args:
        document: the certificate.
        every: have all 2^k patterns walked, without brackets.

    Raises:
        Unsupported: there is no theorem for this kind.
        Refusal: it is no certificate of its kind.
    """
    slug = document.get("problem")
    if slug != "staircase":
        raise Unsupported(f"problem: there is no theorem for {slug!r} yet, only for 'staircase'")
    problem = read_staircase(document.get("parameters"))
    k = len(problem.p0)
    if every and k > _EVERY:
        raise Unsupported(f"parameters: all patterns of {k} inputs are too many; at most {_EVERY}")
    bounds = fields(document.get("bounds"), "bounds", ["lower", "upper"])
    if "inf" in (bounds["upper"], bounds["lower"]):
        raise Unsupported("bounds: there is no theorem for infinite ones")
    lower = number(bounds["lower"], "bounds.lower") - SLACK
    upper = number(bounds["upper"], "bounds.upper") + SLACK
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
    small, large = _exponential(-level), _exponential(level)
    p0, d0 = _whole(problem.p0)
    p1, d1 = _whole(problem.p1)
    prices = _prices(problem, alpha, upper)
    entries, dq = _whole([x for row in _inside(rows, large) for x in row])
    kernel = [entries[i * m : (i + 1) * m] for i in range(k)]
    table = [(_column(p0, kernel, y) * d1, _column(p1, kernel, y) * d0) for y in range(m)]
    marginals = [f"(marginal k {name} Q)" for name in names]
    shape = curve(f)
    if shape is not None:
        module, utility = shape.module, shape.utility.format(*marginals)
        values = [shape.summand(a, b) for a, b in table]
        scaled = [
            (a * d1 * _PRICES, b * d0 * _PRICES, c * d0 * d1)
            for a, b, c in zip(p0, p1, prices, strict=True)
        ]
        low, high = shape.ends(small)
        hints = [None if every else hint(shape, entry, low, high) for entry in scaled]
        walk = f" {GRID} {_z(low)} {_z(high)} hints"
        more = f"Definition hints : list hint := {_list(map(_hint, hints))}."
        start, last = shape.first, ""
    elif f.linear:
        module, utility, values, start, last = _piecewise(f, table, marginals)
        walk = more = ""
    else:
        raise Unsupported(f"parameters.divergence: there is no theorem for {f.name!r} yet")
    digits = 4 * _DIGITS + 4 * max(0, math.ceil(abs(level) * 2)) + 60
    epsilon = f"(IZR {_z(level.numerator)} / IZR {_z(level.denominator)})"
    ends = " ".join(f"{_z(x.numerator)} {x.denominator}" for x in (lower, upper))
    powers = " ".join(f"{x.numerator} {x.denominator}" for x in (small, large))
    data = f"{d0} {d1} {_PRICES} {dq} p0_data p1_data prices{walk} rows values"
    arguments = f"{start}{epsilon} {k} {m} {powers} {data} {ends}"
    return f"""From Interval Require Import Tactic.
Require Import Reals ZArith List Lra.
From Lpcheck Require Import Definitions.
From Lpcheck.instances Require Import Entries Curved Certificates {module}.
Import ListNotations.
Open Scope Z_scope.
Definition p0_data := {_list(map(_z, p0))}.
Definition p1_data := {_list(map(_z, p1))}.
Definition prices := {_list(map(_z, prices))}.
Definition rows := {_list(_list(map(_z, row)) for row in kernel)}.
Definition values := {_list(map(_z, values))}.
{more}
Open Scope R_scope.
Theorem certificate :
  let k := {k}%nat in
  let {names[0]} := over {d0} {_list(map(_z, p0))}%Z in
  let {names[1]} := over {d1} {_list(map(_z, p1))}%Z in
  encloses {epsilon} k (fun m Q => {utility}) ({_r(lower)}) ({_r(upper)}).
Proof.
  intros k {names[0]} {names[1]}.
  apply ({module}.certificate {arguments}).
  - vm_cast_no_check (eq_refl true).
  - interval with (i_prec {digits}).
  - interval with (i_prec {digits}).{last}
Qed.
Set Printing Width 96.
Redirect "statement" Check certificate.
Redirect "assumptions" Print Assumptions certificate.
"""


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
    return [math.floor((c + left + d) * _PRICES) for c, d in zip(alpha, apart, strict=True)]


def _inside(rows: Sequence[Row], large: Fraction) -> Sequence[Row]:
    """The primal, mixed with a constant kernel where it is not private at e^ε ≥ `large` only."""
    if all(max(column) <= large * min(column) for column in zip(*rows, strict=True)):
        return rows
    even = Fraction(1, len(rows[0]))
    return [tuple((1 - _MIXED) * x + _MIXED * even for x in row) for row in rows]


def _exponential(x: Fraction) -> Fraction:
    """A rational below e^x, to as many digits."""
    with localcontext() as context:
        context.prec = _DIGITS + 20
        value = (Decimal(x.numerator) / Decimal(x.denominator)).exp()
        context.prec = _DIGITS
        value = value * (1 - Decimal(10) ** -(_DIGITS - 5))
    return Fraction(value)


def _whole(values: Sequence[Fraction]) -> tuple[list[int], int]:
    scale = math.lcm(*(x.denominator for x in values))
    return [int(x * scale) for x in values], scale


def _column(p: Sequence[int], kernel: Sequence[Sequence[int]], y: int) -> int:
    return sum(a * row[y] for a, row in zip(p, kernel, strict=True))


def _z(x: int) -> str:
    return str(x) if x >= 0 else f"({x})"


def _r(x: Fraction) -> str:
    return f"{_z(x.numerator)} / {x.denominator}"


def _list(items: Iterable[str]) -> str:
    return "[" + "; ".join(items) + "]"


def _hint(found: Hint) -> str:
    return "None" if found is None else f"Some ({', '.join(map(_z, found))})"
