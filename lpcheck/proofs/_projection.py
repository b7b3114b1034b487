"""Certificates of a projection onto a box of distributions: min D_f(p‖r), l ≤ r ≤ h."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import localcontext
from typing import Any

from lpcheck.proofs._coq import (
    HEAD,
    LAST,
    Unsupported,
    bounds,
    listed,
    quotient,
    whole,
    whole_number,
)
from lpcheck.proofs._curves import GRID, Curve, curve
from lpcheck.rechecker.box import read_mollifier
from lpcheck.rechecker.reader import matrix

_PRICE = 10**40
"""The denominator of the price of the mass."""

_CURVES = {
    "ChiSquare": "chi2",
    "Hellinger": "hellinger",
    "KullbackLeibler": "kl",
    "JensenShannon": "js",
}
"""What each module calls its curve."""


def translate(document: Mapping[str, Any], every: bool) -> str:
    """The Coq file: support lines at the primal, a price of the mass, a constant a letter.

    Raises:
        Unsupported: there is no theorem for this divergence, or for zeros.
        Refusal: it is no certificate of its kind.
    """
    problem = read_mollifier(document.get("parameters"))
    n, f = len(problem.p), curve(problem.f)
    if f is None or f.module not in _CURVES:
        raise Unsupported(f"parameters.divergence: there is no theorem for {problem.f.name!r} yet")
    if min(*problem.p, *problem.low) <= 0:
        raise Unsupported("parameters: there is no theorem for zeros of the target or of lower")
    lower, upper = bounds(document)
    r = matrix(document.get("primal"), "primal", 1, n)[0]
    entries, d = whole([*problem.p, *problem.low, *problem.high, *r])
    p, low, high, near = (entries[i * n : (i + 1) * n] for i in range(4))
    with localcontext() as context:
        context.prec = 75
        places = [f.place(a, b) or 1 for a, b in zip(p, near, strict=True)]
        price = _price(f, near, low, high, places)
        rows, room = [], _PRICE * d // 10**38 + 1
        for a, least, most, b, z in zip(p, low, high, near, places, strict=True):
            rest = min(_line(f, a, end, z) - price * end for end in (least, most))
            value = f.summand(a * _PRICE, b * _PRICE) + 2
            rows.append((a, least, most, b, value + room, rest - room, z))
    data = listed(f"({', '.join(map(whole_number, row))})" for row in rows)
    names = ("p", "l", "h")
    vectors = dict(
        zip(names, (listed(map(whole_number, one)) for one in (p, low, high)), strict=True)
    )
    letters = "\n".join(f"  let {name} := over {d} {text}%Z in" for name, text in vectors.items())
    ends = " ".join(f"{whole_number(e.numerator)} {e.denominator}" for e in (lower, upper))
    shape = f"{f.module}.{_CURVES[f.module]}"
    utility = f.utility.replace(" m ", " n ").format("p", "r")
    return f"""{HEAD}From Lpcheck.instances Require Import Entries Projection.
From Lpcheck.instances Require {f.module}.
Open Scope Z_scope.
Definition rows : list row := {data}.
Open Scope R_scope.
Theorem certificate :
  let n := {n}%nat in
{letters}
  nearest (fun p r => {utility}) n p l h ({quotient(lower)}) ({quotient(upper)}).
Proof.
  exact (Projection.certificate {shape} {d} {_PRICE} {whole_number(price)} {GRID} rows {ends}
    {shape}_sound ltac:(vm_cast_no_check (eq_refl true))).
Qed.
{LAST}"""


def _line(f: Curve, a: int, b: int, z: int) -> int:
    """The support line at z, `_PRICE` times, rounded down."""
    return _largest(lambda c: f.weight((a * _PRICE, b * _PRICE, c), z) >= 0)


def _price(
    f: Curve, near: Sequence[int], low: Sequence[int], high: Sequence[int], places: Sequence[int]
) -> int:
    """The derivative in r at a letter inside; without one, the largest at an upper end."""
    slopes = [_line(f, 0, 1, z) for z in places]
    ends = zip(slopes, near, low, high, strict=True)
    between = [s for s, r, least, most in ends if least < r < most]
    if between:
        return between[0]
    above = [s for s, r, h in zip(slopes, near, high, strict=True) if r == h]
    return max(above) if above else min(slopes)


def _largest(holds: Callable[[int], bool]) -> int:
    """The largest whole number at which it holds."""
    width = 1
    while holds(width):
        width *= 16
    low = -1
    while not holds(low):
        low *= 16
    while width - low > 1:
        middle = (low + width) // 2
        low, width = (middle, width) if holds(middle) else (low, middle)
    return low
