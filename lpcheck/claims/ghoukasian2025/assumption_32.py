r"""Assumption 3.2: what it is needed for, and what suffices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from formulations.gate import solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    f_named,
    linear_is_optimal,
    mix,
    printed_risk,
)
from lpcheck.claims.ghoukasian2025._trade_off import problem, read
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.linear_sampler import linear_weight, printed_linear_weight

F = Fraction
_ONE = {"epsilon": 1}


@claim(
    id="ghoukasian2025.assumption-3-2-dropped",
    source="Section 3 and eq. 29, the technical assumption dropped",
    statement=r"With $\frac{c_2-c_1}{1-c_1} \notin \mathbb{N}$ the linear sampler with "
    r"$\lambda^*$ of (4) is minimax-optimal.",
    kind="tight",
    conditions="μ_k uniform, αk ∈ ℕ",
    expected="refuted",
    evidence="k = 3, c1 = 0, c2 = 3/2, TV, (1/2, 1/10)-LDP: 0.2265 against an optimum of 0.1862. "
    "For c1 + c2 < 2 no two sets of measure α are disjoint, and (4), like the first case of (29), "
    "guards against pairs that do not exist.",
    instances=explicit(
        at("k = 3, c2 = 3/2, (1/2, 1/10)", "counterexample", level=APPROXIMATE, k=3,
           c1=F(0), c2=F(3, 2), divergence="tv"),
        at("k = 3, c2 = 3/2, pure: eq. 29", level=_ONE, k=3, c1=F(0), c2=F(3, 2),
           divergence="kl"),
        at("k = 5, c2 = 5/2: it does hold", level=APPROXIMATE, k=5, c1=F(0), c2=F(5, 2),
           divergence="kl"),
    ),
    slip=None,
)  # fmt: skip
def assumption_3_2_dropped(
    level: dict[str, Any], k: int, c1: Any, c2: Any, divergence: str
) -> Outcome:
    """Against all samplers."""
    weight = printed_linear_weight(c1, c2, read(level))
    return linear_is_optimal(level, c1, c2, divergence, 0.0, weight=weight, k=k)


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
    source="Assumption 3.2, weakened",
    statement=r"For uniform $\mu_k$ with $\alpha k \in \mathbb{N}$ and any $c_1 < 1 < c_2$ the "
    r"linear sampler is minimax-optimal with risk (5), where $\frac{c_2-c_1}{1-c_1}$ in (4) is "
    r"replaced by $\frac{c_2-c_1}{\min(1-c_1, c_2-1)}$: the same number for $c_1 + c_2 \ge 2$.",
    kind="tight",
    conditions="μ_k uniform, αk ∈ ℕ, g symmetric; no natural ratio",
    evidence="A sampler symmetric in the letters answers P_A and P_A' for A, A' disjoint (α ≤ 1/2) "
    "or with disjoint complements; two such sets are enough for (19). So γ ∈ ℕ is not needed "
    "either: 1/γ + γ ≥ 2. Optimal over all samplers at 1/α = 5/2, 7/2, 7/3, 3/2, 4/3.",
    instances=_uniform,
    corrects="ghoukasian2025.assumption-3-2-dropped",
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
        at("c1 = 0, 3/2 → 2", level=APPROXIMATE, k=4, c1=F(0), c2=F(2), larger=F(2),
           divergence="tv"),
        at("k = 3, 3/2 → 2", level=APPROXIMATE, k=3, c1=F(0), c2=F(3, 2), larger=F(2),
           divergence="tv"),
        at("5/2 → 3", level=PURE, k=5, c1=F(0), c2=F(5, 2), larger=F(3), divergence="kl"),
        at("γ = 3/2 → c2 = 5/3", level=GAUSSIAN, k=5, c1=F(2, 3), c2=F(3, 2), larger=F(5, 3),
           divergence="hellinger"),
    ),
    slip=0.01,
)  # fmt: skip
def assumption_3_2_superset(
    level: dict[str, Any], k: int, c1: Any, c2: Any, larger: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The larger class's sampler on the smaller class; the control lowers its risk by 1 %."""
    f = f_named(divergence)
    stated = problem(level, k=k, c1=c1, c2=c2, divergence=f)
    weight = linear_weight(c1, larger, read(level))
    rows = stated.read_mechanism(mix(weight, stated.reference.array))
    broken = stated.violations(rows, 1e-9)
    private = Outcome(not broken, 0.0, "; ".join(v.explanation for v in broken))
    bound = printed_risk(c1, larger, weight, f) * (1.0 - slip)
    best = solve(stated).bounds.upper
    return both(private, at_most(stated.value(rows), bound), at_most(best, bound))


@claim(
    id="ghoukasian2025.assumption-3-2-sum",
    source="proofs of Corollaries C.4 and 3.7",
    statement=r"$\frac{c_2-c_1}{1-c_1} \in \mathbb{N}$ and $c_2 > 1$ imply "
    r"$\frac{c_2-c_1}{1-c_1} \ge 2$ and $c_1 + c_2 \ge 2$.",
    kind="lower",
    conditions="Assumption 3.2",
    evidence="The ratio exceeds 1; exact for all c1 with denominators to 12.",
    instances=explicit(at("all c1 = i/d, d ≤ 12", largest=12)),
    slip=1e-3,
)
def assumption_3_2_sum(largest: int, slip: float = 0.0) -> Outcome:
    """The least c1 + c2 over whole ratios n with c2 = c1 + n(1 − c1) > 1; control: 2 + 1e-3."""
    sums = [
        c1 + c1 + n * (1 - c1)
        for d in range(1, largest + 1)
        for c1 in (F(i, d) for i in range(d))
        for n in range(1, 6)
        if c1 + n * (1 - c1) > 1
    ]
    return at_most(2.0 + slip, float(min(sums)))


CLAIMS: tuple[Claim, ...] = (
    assumption_3_2_dropped,
    assumption_3_2_corrected,
    assumption_3_2_superset,
    assumption_3_2_sum,
)
