r"""Corollaries C.4 and 3.7: the infimum in closed form for (ε, δ)- and ε-LDP, and eq. 29."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.clipped_sampler import class_risk
from lpcheck.papers.ghoukasian2025._samplers import (
    decomposable,
    f_named,
    linear_is_optimal,
    printed_risk,
    two_points,
)
from lpcheck.papers.ghoukasian2025._trade_off import approximate
from lpcheck.papers.ghoukasian2025.theorem_36 import printed_weight

F = Fraction


def _grid(full: bool) -> Iterator[Instance]:
    for t in (F(1), F(11, 10), F(2), F(10)):
        for delta in (F(0), F(1, 10), F(1)):
            for c1, n in ((F(0), 2), (F(1, 2), 2), (F(1, 3), 5), (F(9, 10), 3)):
                c2 = c1 + n * (1 - c1)
                label = f"e^ε = {t}, δ = {delta}, c1 = {c1}, c2 = {c2}"
                yield Instance(label, {"t": t, "delta": delta, "c1": c1, "c2": c2})


@claim(
    id="ghoukasian2025.corollary-c-4",
    source="Corollary C.4, eqs. 21 and 22",
    statement=r"$\lambda^*_{c_1,c_2,g_{\varepsilon,\delta}} = \frac{e^\varepsilon + "
    r"\frac{c_2-c_1}{1-c_1}\delta - 1}{(1-c_1)e^\varepsilon + c_2 - 1}$.",
    kind="equal",
    conditions="Assumption 3.2",
    evidence="Equal to the infimum (4) of g_{ε,δ} in rational arithmetic, δ = 0, δ = 1 and ε = 0 "
    "included. Optimality is Proposition C.2.",
    instances=_grid,
)
def corollary_c_4(t: Any, delta: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control moves the closed form by 1e-6."""
    closed = (t + (c2 - c1) / (1 - c1) * delta - 1) / ((1 - c1) * t + c2 - 1) + F(slip)
    found = printed_weight(approximate(t, delta), c1, c2)
    return Outcome(found == closed, float(abs(found - closed)), f"infimum {found}, {closed}")


@claim(
    id="ghoukasian2025.equation-29",
    source="proof of Corollary 3.7, eq. 29",
    statement=r"$\lambda^*_{c_1,c_2,g_\varepsilon} = \frac{e^\varepsilon-1}{(e^\varepsilon+1)"
    r"(1-c_1)}$ if $c_1 + c_2 < 2$, else $\frac{e^\varepsilon-1}{(1-c_1)e^\varepsilon + c_2 - 1}$.",
    kind="equal",
    conditions="0 ≤ c1 < 1 < c2",
    evidence="Equal to the infimum (4) in rational arithmetic on both sides of c1 + c2 = 2. (In "
    "the first case the sampler is not optimal: assumption-3-2-dropped.)",
    instances=explicit(
        *(
            at(f"e^ε = {t}, c1 = {c1}, c2 = {c2}", t=t, c1=c1, c2=c2)
            for t in (F(1), F(6, 5), F(3), F(50))
            for c1, c2 in (
                (F(0), F(3, 2)),
                (F(1, 2), F(5, 4)),
                (F(1, 2), F(3, 2)),
                (F(1, 2), F(4)),
                (F(9, 10), F(101, 100)),
            )
        )
    ),
)
def equation_29(t: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control moves the closed form by 1e-6."""
    closed = (t - 1) / ((t + 1) * (1 - c1) if c1 + c2 < 2 else (1 - c1) * t + c2 - 1) + F(slip)
    found = printed_weight(approximate(t, F(0)), c1, c2)
    return Outcome(found == closed, float(abs(found - closed)), f"infimum {found}, {closed}")


@claim(
    id="ghoukasian2025.corollary-3-7",
    source="Corollary 3.7, eq. 6",
    statement=r"With $\lambda^* = \frac{e^\varepsilon-1}{(1-c_1)e^\varepsilon+c_2-1}$ the linear "
    r"sampler is $\varepsilon$-LDP and minimax-optimal, with risk (6), $r_1 = c_1 "
    r"\frac{(1-c_1)e^\varepsilon+c_2-1}{c_2-c_1}$, $r_2 = \frac{c_2}{c_2-c_1} "
    r"\frac{(1-c_1)e^\varepsilon+c_2-1}{e^\varepsilon}$.",
    kind="tight",
    conditions="Assumption 3.2, (3): c2 ≥ c1 e^ε; μ decomposable",
    evidence="Optimal over all samplers with the printed value.",
    instances=decomposable(
        {"epsilon": 0.25}, {"epsilon": 0.7}, {"epsilon": 0.01},
        divergences=("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2"),
    ),
)  # fmt: skip
def corollary_3_7(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    t, a, b = math.exp(level["epsilon"]), float(c1), float(c2)
    weight = (t - 1) / ((1 - a) * t + b - 1)
    base, f = ((1 - a) * t + b - 1) / (b - a), f_named(divergence)
    value = equal(printed_risk(c1, c2, weight, f), two_points(a * base, b * base / t, f))
    return both(
        value, linear_is_optimal(level, c1, c2, divergence, slip, weight=weight, **of_class)
    )


@claim(
    id="ghoukasian2025.corollary-3-7-park",
    source="below Corollary 3.7",
    statement=r"Corollary 3.7 reproduces the minimax risk of [17, Theorem 3.3].",
    kind="equal",
    conditions="0 ≤ c1 < 1 < c2, c2 > c1 e^ε",
    evidence="The two closed forms agree.",
    instances=explicit(
        *(
            at(f"ε = {e}, c1 = {c1}, c2 = {c2}, {f}", epsilon=e, c1=c1, c2=c2, divergence=f)
            for e in (1e-3, 0.5, 1.0)
            for c1, c2 in ((0, 2), (F(1, 3), 3), (F(1, 9), 9), (0, 20))
            for f in ("kl", "tv", "hellinger", "chi2")
        )
    ),
    slip=0.01,
)
def corollary_3_7_park(
    epsilon: float, c1: Any, c2: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """(5) at λ of Corollary 3.7 against Park's; the control moves λ by 1 %."""
    t, a, b = math.exp(epsilon), float(c1), float(c2)
    weight = math.expm1(epsilon) / ((1 - a) * t + b - 1) * (1.0 - slip)
    f = f_named(divergence)
    return equal(printed_risk(c1, c2, weight, f), class_risk(a, b, epsilon, f), scale=10.0)


def _unrestricted(full: bool) -> Iterator[Instance]:
    for t in (F(1), F(6, 5), F(3), F(50)):
        for delta in (F(0), F(1, 10), F(2, 3), F(1)):
            for c1, c2 in (("0", "3/2"), ("1/2", "5/4"), ("1/2", "3/2"), ("1/3", "4")):
                label = f"e^ε = {t}, δ = {delta}, c1 = {c1}, c2 = {c2}"
                yield at(label, t=t, delta=delta, c1=F(c1), c2=F(c2))


@claim(
    id="ghoukasian2025.corollary-c-4-minimum",
    source="proof of Corollary C.4, step 2",
    statement=r"The infimum (4) of $g_{\varepsilon,\delta}$ is $\min\{\frac{e^\varepsilon + "
    r"\frac{c_2-c_1}{1-c_1}\delta - 1}{(1-c_1)e^\varepsilon + c_2 - 1}, \frac{1 - (1-\delta)"
    r"\frac{2}{e^\varepsilon+1}}{1-c_1}\}$; the first is the smaller if $c_1 + c_2 \ge 2$.",
    kind="equal",
    conditions="0 ≤ c1 < 1 < c2, no natural ratio",
    evidence="Equal in rational arithmetic on both sides of c1 + c2 = 2; below it, for ε > 0 and "
    "δ < 1, the second is strictly smaller: the printed 'precisely when'.",
    instances=_unrestricted,
)
def corollary_c_4_minimum(t: Any, delta: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Infimum, minimum and which is smaller; the control moves both candidates by 1e-6."""
    first = (t + (c2 - c1) / (1 - c1) * delta - 1) / ((1 - c1) * t + c2 - 1) + F(slip)
    second = (1 - (1 - delta) * 2 / (t + 1)) / (1 - c1) + F(slip)
    found = printed_weight(approximate(t, delta), c1, c2)
    ordered = (first <= second) == (c1 + c2 >= 2 or t == 1 or delta == 1)
    detail = f"infimum {found}, candidates {first} and {second}"
    return Outcome(
        found == min(first, second) and ordered, float(abs(found - min(first, second))), detail
    )


CLAIMS: tuple[Claim, ...] = (
    corollary_c_4,
    corollary_c_4_minimum,
    equation_29,
    corollary_3_7,
    corollary_3_7_park,
)
