"""Certificates of problems whose optimum is a theorem for all priors: what it is worth here.

The kernel proves that the data are as the theorem asks, and where the value of the closed form
lies. The certificate's primal and dual are not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from lpcheck.proofs._coq import (
    HEAD,
    LAST,
    Unsupported,
    bounds,
    exponential,
    listed,
    precision,
    quotient,
    real,
    whole,
    whole_number,
)
from lpcheck.proofs._curves import JS
from lpcheck.rechecker.binary import read_binary
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.prior import read_prior
from lpcheck.rechecker.sampler import SamplerProblem, read_local, read_minimax

_STEPS = 100_000
"""Of the search for a partition."""


def public_prior(document: Mapping[str, Any], every: bool) -> str:
    """Theorem 1 of zamanlooy2025."""
    problem = read_prior(document.get("parameters"))
    q, d = whole(problem.q)
    if min(q) == 0:
        raise Unsupported("parameters.prior: there is no theorem for a letter of probability 0")
    f, convex = _form(problem.f)
    level, data = real(problem.epsilon), f"{listed(map(whole_number, q))}%Z"
    optimum = f"Gamma ({f}) {level} n q"
    check = f"public_prior ({f}) {level} {d} {data} {q.index(min(q))}%nat"
    proof = f"[{convex}|lra|vm_cast_no_check (eq_refl true)]"
    letters = f"let n := {len(q)}%nat in\n  let q := over {d} {data} in"
    value = "unfold value. cbn [nth]."
    return _file(document, letters, optimum, check, proof, value, precision(problem.epsilon))


def minimax_sampler(document: Mapping[str, Any], every: bool) -> str:
    """Theorem 3.3 of park2024 on a finite alphabet, where the reference splits into sets."""
    return _sampler(document, read_minimax(document.get("parameters")))


def local_minimax(document: Mapping[str, Any], every: bool) -> str:
    """The same with c1 = 1/γ and c2 = γ."""
    return _sampler(document, read_local(document.get("parameters")))


def approximate_binary(document: Mapping[str, Any], every: bool) -> str:
    """Theorem 18 of kairouz2016: two inputs under (ε, δ)."""
    problem = read_binary(document.get("parameters"))
    if 0 in (*problem.p0, *problem.p1):
        raise Unsupported("parameters: there is no theorem for an input of probability 0")
    f, convex = _form(problem.f)
    pairs = (whole(p) for p in (problem.p0, problem.p1))
    priors = [(d, f"{listed(map(whole_number, p))}%Z") for p, d in pairs]
    level, delta = real(problem.epsilon), real(problem.delta)
    letters = " ".join(f"let p{n} := over {d} {data} in" for n, (d, data) in enumerate(priors))
    optimum = f"best ({f}) {level} {delta} p0 p1"
    (d0, first), (d1, second) = priors
    check = f"approximate ({f}) {level} {delta} {d0} {d1} {first} {second}"
    proof = f"[{convex}|lra|lra|vm_cast_no_check (eq_refl true)..]"
    value = "unfold worth, kept_part, over. cbn [nth]."
    return _file(document, letters, optimum, check, proof, value, precision(problem.epsilon))


def _sampler(document: Mapping[str, Any], problem: SamplerProblem) -> str:
    epsilon, c1, c2 = problem.level.epsilon, problem.c1, problem.c2
    if epsilon is None or not problem.level.pure:
        raise Unsupported("parameters: there is a theorem for pure local privacy only")
    if not c1 < 1 < c2 or c1 * exponential(epsilon) >= c2:
        raise Unsupported("parameters: there is no theorem for a class that privacy does not bind")
    mu, d = whole(problem.reference)
    labels = _partition(mu, (1 - c1) / (c2 - c1) * d)
    if labels is None:
        what = "there is no theorem for one that was not split into sets of (1 − c1)/(c2 − c1)"
        raise Unsupported(f"parameters.reference: {what}")
    f, convex = _form(problem.f)
    level, data = real(epsilon), f"{listed(map(whole_number, mu))}%Z"
    optimum = f"minimax (between {real(c1)} {real(c2)} n mu) {level} ({f}) n"
    blocks = f"{listed(map(str, labels))}%nat {max(labels) + 1}"
    ends = f"{c1.numerator} {c1.denominator} {c2.numerator} {c2.denominator}"
    check = f"bounded ({f}) {level} {d} {data} {blocks} {ends}"
    digits = precision(epsilon)
    proof = f"[{convex}|lra|vm_cast_no_check (eq_refl true)|interval with (i_prec {digits})]"
    letters = f"let n := {len(mu)}%nat in\n  let mu := over {d} {data} in"
    value = "rewrite bounded_risk_0 by lra." if c1 == 0 else "unfold bounded_risk."
    return _file(document, letters, optimum, check, proof, value, digits)


def _file(
    document: Mapping[str, Any], letters: str, optimum: str, check: str, proof: str, value: str,
    digits: int,
) -> str:  # fmt: skip
    lower, upper = bounds(document)
    return f"""{HEAD}From Lpcheck Require Import Convexity PublicPrior Bounded.
From Lpcheck.instances Require Import Entries ClosedForms Approximate.
Open Scope R_scope.
Theorem certificate :
  {letters}
  exists v, {optimum} v /\\ {quotient(lower)} <= v <= {quotient(upper)}.
Proof.
  intros.
  eexists. split.
  - apply ({check}); {proof}.
  - {value} cbv beta zeta. rewrite ?Rmax_abs, ?Rmult_0_l. split; interval with (i_prec {digits}).
Qed.
{LAST}"""


def _form(f: Divergence) -> tuple[str, str]:
    """f, and why it is convex."""
    if f.name == "hockey-stick":
        order = quotient(f.order)
        return f"fun x => Rmax 0 (x - {order})", f"exact (convex_hockey_stick ({order}))"
    known = {
        "kl": ("fun x => x * ln x", "exact convex_xlnx"),
        "tv": ("fun x => Rabs (x - 1) / 2", "exact convex_tv"),
        "chi2": ("fun x => (x - 1) ^ 2", "exact convex_chi2"),
        "hellinger": ("fun x => (1 - sqrt x) ^ 2", "exact convex_hellinger"),
        "js": (f"fun x => {JS} / 2", "exact convex_js"),
    }
    if f.name not in known:
        raise Unsupported(f"parameters.divergence: there is no theorem for {f.name!r} yet")
    return known[f.name]


def _partition(sizes: Sequence[int], block: Fraction) -> list[int] | None:
    """Each letter's block, every block of the same size; None where none was found."""
    if block.denominator != 1 or block <= 0 or sum(sizes) % int(block):
        return None
    room = [int(block)] * (sum(sizes) // int(block))
    order = sorted(range(len(sizes)), key=lambda x: -sizes[x])
    labels, steps = [0] * len(sizes), 0

    def place(at: int) -> bool:
        nonlocal steps
        steps += 1
        if at == len(order):
            return True
        size, tried = sizes[order[at]], set[int]()
        for label, left in enumerate(room):
            if left < size or left in tried or steps > _STEPS:
                continue
            tried.add(left)
            room[label] -= size
            labels[order[at]] = label
            if place(at + 1):
                return True
            room[label] += size
        return False

    return labels if place(0) else None
