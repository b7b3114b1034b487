r"""Proposition 3.3 and equation (3): when the identity is private."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025.theorem_36 import exact_privacy
from lpcheck.papers.ghoukasian2025.trade_off import (
    BENT,
    HALF_LINE,
    Nodes,
    approximate,
    conjugate,
    levels,
)

F = Fraction


def least_room(nodes: Nodes, c1: Any, c2: Any) -> Any:
    """The least of 1 + g*(−t) − (c2 − c1 t)(1 − c1)/(c2 − c1) over t ≥ 1, exactly.

    Linear between the bends, growing beyond the last (where c1 > 0; else constant).
    """
    alpha = (1 - c1) / (c2 - c1)
    return min(1 + conjugate(nodes, -t) - alpha * (c2 - c1 * t) for t in levels(nodes))


_PRINTED = r"1 + g^*(-e^\beta) > \frac{(c_2 - c_1 e^\beta)(1-c_1)}{c_2-c_1}"
TWO = {"k": 2, "c1": F(3, 5), "c2": F(7, 5)}


@claim(
    id="ghoukasian2025.proposition-3-3",
    source="Proposition 3.3",
    statement=rf"If ${_PRINTED}$ for all $\beta \ge 0$, then $Q(P) = P$ satisfies $g$-FLDP.",
    kind="feasible",
    conditions="Assumption 3.2; any trade-off function g",
    expected="refuted",
    quote=r"Let $g$ be a trade-off function. Under Assumption 3.2, if $1+g^{*}(-e^{\beta})>"
    r"\frac{(c_{2}-c_{1}e^{\beta})(1-c_{1})}{c_{2}-c_{1}}$ for all $\beta\geq 0$, then "
    r"$\mathbf{Q}(P)=P$ satisfies $g$-FLDP.",
    finding="condition",
    stands="For symmetric g, so for (ε, δ)- and Gaussian LDP, it holds, and its converse too.",
    holds="For symmetric g; any other with max(g, g⁻¹) in its place.",
    below="ghoukasian2025.theorem-3-6",
    evidence="g(x) = (1 − x)/2, c1 = 3/5, c2 = 7/5: 1 + g*(−t) = 1/2 exceeds the right side, at "
    "most 2/5, but (7/10, 3/10) and (3/10, 7/10) have ratio 7/3, and g allows 2.",
    instances=explicit(
        at("g(x) = (1 − x)/2, two letters", "counterexample", nodes=HALF_LINE, **TWO),
        at("e^ε = 3", nodes=approximate(F(3), F(0)), **TWO),
        at("e^ε = 2, δ = 1/10: the condition fails", nodes=approximate(F(2), F(1, 10)), **TWO),
    ),
    slip=None,
)
def proposition_3_3(nodes: Nodes, k: int, c1: Any, c2: Any) -> Outcome:
    """The identity on two opposite extreme points, in rational arithmetic."""
    if least_room(nodes, c1, c2) <= 0:
        return Outcome(True, 0.0, "the condition does not hold")
    return exact_privacy(nodes, k, c1, c2, F(1))


def boundary(full: bool) -> Iterator[Instance]:
    """Symmetric g at, just inside and just outside the condition."""
    generator = np.random.default_rng(33)
    for n in range(20 if full else 6):
        t = F(int(generator.integers(11, 40)), 10)
        k = int(generator.integers(2, 5))
        c1 = F(int(generator.integers(1, 9)), 10)
        c2 = c1 + k * (1 - c1)
        edge = max((c2 - c1 * t) * (1 - c1) / (c2 - c1), F(0))
        for move in (F(-1, 50), F(0), F(1, 50)):
            delta = min(max(edge + move, F(0)), F(1))
            label = f"random class {n}, e^ε = {t}, δ = {delta}"
            nodes = approximate(t, delta)
            yield Instance(label, {"nodes": nodes, "k": k, "c1": c1, "c2": c2}, "random")


@claim(
    id="ghoukasian2025.proposition-3-3-symmetric",
    source="Proposition 3.3",
    statement=rf"For symmetric $g$ and decomposable $\mu$, $Q(P) = P$ satisfies $g$-FLDP if and "
    rf"only if ${_PRINTED.replace('>', chr(92) + 'ge')}$ for all $\beta \ge 0$.",
    kind="equal",
    conditions="Assumption 3.2, g symmetric, μ decomposable",
    evidence="Both sides in rational arithmetic, at, inside and outside the boundary. So the "
    "condition suffices, its strictness is not needed, and its converse holds: (3) excludes the "
    "trivial sampler and no other, but for equality in it, which still allows the identity.",
    instances=joined(
        explicit(
            at("e^ε = 7/3, equality", nodes=approximate(F(7, 3), F(0)), **TWO),
            at("a bent g", nodes=BENT, **TWO),
            at("a bent g, a smaller class", nodes=BENT, k=2, c1=F(9, 10), c2=F(11, 10)),
            at("c1 = 0: never private", nodes=BENT, k=3, c1=F(0), c2=F(3)),
        ),
        boundary,
    ),
    corrects="ghoukasian2025.proposition-3-3",
)
def proposition_3_3_symmetric(nodes: Nodes, k: int, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Condition against privacy of the identity; the control moves the condition by 1e-6."""
    condition = least_room(nodes, c1, c2) - F(slip) >= 0
    private = exact_privacy(nodes, k, c1, c2, F(1))
    agree = bool(condition) == private.holds
    return Outcome(agree, 0.0 if agree else 1.0, f"condition {condition}, {private.detail}")


CLAIMS: tuple[Claim, ...] = (proposition_3_3, proposition_3_3_symmetric)
