r"""Assumption 3.2, a whole ratio (c2 − c1)/(1 − c1): a weaker one, and how to have it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from formulations.gate import solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025.samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    linear_is_optimal,
    linear_stays_below,
)
from lpcheck.papers.ghoukasian2025.trade_off import problem

F = Fraction


def _uniform(full: bool) -> Iterator[Instance]:
    classes = (
        ("k = 5, α = 2/5: γ = 3/2", 5, F(2, 3), F(3, 2), "kl"),
        ("k = 5, α = 2/5, c1 = 0", 5, F(0), F(5, 2), "tv"),
        ("k = 7, α = 2/7, c1 = 1/5", 7, F(1, 5), F(3), "hellinger"),
        ("k = 7, α = 3/7: γ = 4/3", 7, F(3, 4), F(4, 3), "kl"),
        ("k = 3, α = 2/3, c1 = 0", 3, F(0), F(3, 2), "tv"),
        ("k = 4, α = 3/4, c1 = 0", 4, F(0), F(4, 3), "kl"),
    )
    for label, k, c1, c2, chosen in classes:
        for level in ({"epsilon": 0.3}, APPROXIMATE, GAUSSIAN, FUNCTIONAL):
            for f in ("kl", "tv", "hellinger") if full else (chosen,):
                shown = ", ".join(x for x in level)
                parameters = {"level": level, "k": k, "c1": c1, "c2": c2, "divergence": f}
                yield Instance(f"{label}; {shown}; {f}", parameters)


@claim(
    id="ghoukasian2025.assumption-3-2-corrected",
    source="Assumption 3.2, weakened by us",
    statement=r"For uniform $\mu_k$ with $\alpha k \in \mathbb{N}$ and any $c_1 < 1 < c_2$ the "
    r"linear sampler is minimax-optimal with risk (5), where $\frac{c_2-c_1}{1-c_1}$ in (4) is "
    r"replaced by $\frac{c_2-c_1}{\min(1-c_1, c_2-1)}$: the same number for $c_1 + c_2 \ge 2$.",
    kind="tight",
    conditions="μ_k uniform, αk ∈ ℕ, g symmetric; no natural ratio",
    finding="probe",
    evidence="A sampler symmetric in the letters answers P_A and P_A' for A, A' disjoint (α ≤ 1/2) "
    "or with disjoint complements; two such sets are enough for (19). So γ ∈ ℕ is not needed "
    "either: 1/γ + γ ≥ 2. Optimal over all samplers at 1/α = 5/2, 7/2, 7/3, 3/2, 4/3.",
    instances=_uniform,
)
def assumption_3_2_corrected(
    level: dict[str, Any], k: int, c1: Any, c2: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    return linear_is_optimal(level, c1, c2, divergence, slip, k=k)


@claim(
    id="ghoukasian2025.assumption-3-2-superset",
    source="Section 3, above Assumption 3.2",
    statement=r"When $\frac{c_2-c_1}{1-c_1} \notin \mathbb{N}$ one can increase $c_2$: the class "
    r"grows, and the sampler of the larger class is private with at most its risk.",
    kind="upper",
    conditions="c2' ≥ c2 with (c2' − c1)/(1 − c1) ∈ ℕ",
    evidence="Private, and at most (5) of the larger class; but (5) is then an upper bound only: "
    "for k = 3, c2 = 3/2 → 2 it is 0.340 against an optimum of 0.186 (TV, ε = 1/2, δ = 1/10).",
    instances=explicit(
        at("c1 = 0, 2 itself", level=APPROXIMATE, k=4, c1=F(0), c2=F(2), larger=F(2),
           divergence="tv"),
        at("k = 3, 3/2 → 2", level=APPROXIMATE, k=3, c1=F(0), c2=F(3, 2), larger=F(2),
           divergence="tv"),
        at("5/2 → 3", level=PURE, k=5, c1=F(0), c2=F(5, 2), larger=F(3), divergence="kl"),
        at("γ = 3/2 → c2 = 5/3", level=GAUSSIAN, k=5, c1=F(2, 3), c2=F(3, 2), larger=F(5, 3),
           divergence="hellinger"),
    ),
)  # fmt: skip
def assumption_3_2_superset(
    level: dict[str, Any], k: int, c1: Any, c2: Any, larger: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The larger class's sampler on the smaller class; the control lowers its risk by 1e-6."""
    below, bound = linear_stays_below(level, c1, c2, divergence, slip, designed_for=larger, k=k)
    best = solve(problem(level, k=k, c1=c1, c2=c2, divergence=f_named(divergence)))
    return both(below, at_most(best.bounds.upper, bound))


def _ratios(full: bool) -> Iterator[Instance]:
    for d in range(1, 9 if full else 6):
        for c1 in (F(i, d) for i in range(d)):
            for c2 in (F(i, d) for i in range(d + 1, 4 * d)):
                yield at(f"c1 = {c1}, c2 = {c2}", c1=c1, c2=c2)


@claim(
    id="ghoukasian2025.assumption-3-2-decrease",
    source="Section 3, above Assumption 3.2",
    statement=r"When $\frac{c_2-c_1}{1-c_1} \notin \mathbb{N}$, increasing $c_2$ to $c_1 + \lceil"
    r"\frac{c_2-c_1}{1-c_1}\rceil(1-c_1)$ or decreasing $c_1$ enforces it: the first always, the "
    r"second if and only if a whole number $n \ge 2$ lies in $[c_2, \frac{c_2-c_1}{1-c_1}]$, by "
    r"$\frac{n-c_2}{n-1}$ for the largest.",
    kind="equal",
    conditions="0 ≤ c1 < 1 < c2",
    quote=r"When it is not satisfied, one can slightly increase $c_{2}$ or decrease $c_{1}$ to "
    r"enforce the condition",
    weight="detail",
    evidence="In rational arithmetic for all c1 and c2 < 4 with a common denominator to 5. c2 "
    "rises by less than 1 − c1. (At c1 = 0, c2 = 3/2 only the first remedy serves.)",
    instances=_ratios,
    control={"c1": F(1, 2), "c2": F(7, 4)},
)
def assumption_3_2_decrease(c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Try the two remedies; the control has the new c1 off by 1e-6."""
    ratio, whole = (c2 - c1) / (1 - c1), (c2 - c1) // (1 - c1)
    found = (whole - c2) / (whole - 1) if whole > 1 else F(-1)
    exists = any(c2 <= n <= ratio for n in range(2, int(ratio) + 1))
    lower = found + F(slip)
    served = found >= 0 and found <= c1 and ((c2 - lower) / (1 - lower)).denominator == 1
    higher = c1 + math.ceil(ratio) * (1 - c1)
    raised = 0 <= higher - c2 < 1 - c1 and ((higher - c1) / (1 - c1)).denominator == 1
    detail = f"c1' = {found}, a whole number in [{c2}, {ratio}]: {exists}; c2' = {higher}"
    return Outcome(bool(served == exists and raised), 0.0, detail)


CLAIMS: tuple[Claim, ...] = (
    assumption_3_2_corrected,
    assumption_3_2_superset,
    assumption_3_2_decrease,
)
