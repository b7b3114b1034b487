r"""Theorems 3.4 and 3.6, on finite alphabets: the linear sampler under functional LDP."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    decomposable,
    linear_is_optimal,
)
from lpcheck.papers.ghoukasian2025._trade_off import (
    HALF_LINE,
    STEEP,
    Nodes,
    approximate,
    conjugate,
    levels,
    private_margin,
    symmetrised,
)

F = Fraction
_EVERY_F = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "low:1/2")
_TWO = {"k": 2, "c1": F(1, 3), "c2": F(5, 3)}


def printed_weight(nodes: Nodes, c1: Any, c2: Any) -> Any:
    """λ* of equation (4), exactly: the infimum over t ≥ 1 is where 1 + g*(−t) bends."""
    ratio = (c2 - c1) / (1 - c1)
    return min(
        (t + ratio * (1 + conjugate(nodes, -t)) - 1) / ((1 - c1) * t + c2 - 1)
        for t in levels(nodes)
    )


def exact_privacy(nodes: Nodes, k: int, c1: Any, c2: Any, weight: Any) -> Outcome:
    """Whether λP + (1 − λ)μ_k on two opposite extreme points of the class is g-FLDP."""
    m = Fraction(k * (1 - c1), c2 - c1)  # letters at c2
    tops = [range(int(m)), range(k - int(m), k)]
    rows = [[(c2 if x in top else c1) * Fraction(1, k) for x in range(k)] for top in tops]
    mixed = [[weight * p + (1 - weight) * Fraction(1, k) for p in row] for row in rows]
    short = -private_margin(mixed, nodes)
    return Outcome(bool(short <= 1e-12), float(short), f"λ = {weight}; T − g is at least {-short}")


@claim(
    id="ghoukasian2025.theorem-3-6",
    source="Theorem 3.6 (and 3.4)",
    statement=r"For every trade-off function $g$ the sampler $\lambda^* P + (1-\lambda^*)\mu$ with "
    r"$\lambda^*$ of (4) satisfies $g$-FLDP.",
    kind="feasible",
    conditions="Assumption 3.2, (3), μ decomposable; any trade-off function g",
    expected="refuted",
    evidence="g(x) = (1 − x)/2 asks for log 2 of pure LDP in both orders. (4) sees only t ≥ 1, "
    "where 1 + g*(−t) = 1/2, and answers P = (5/6, 1/6) by (3/4, 1/4): a ratio of 3. Proposition "
    "6 of Dong et al., on which the proof rests, is for symmetric g.",
    instances=explicit(
        at("g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, **_TWO),
        at("e^ε = 2, δ = 1/10", nodes=approximate(F(2), F(1, 10)), **_TWO),
        at("g steep first, not symmetric", nodes=STEEP, k=2, c1=F(0), c2=F(2)),
    ),
    slip=None,
)
def theorem_3_6(nodes: Nodes, k: int, c1: Any, c2: Any) -> Outcome:
    """T of two answers against g, in rational arithmetic."""
    return exact_privacy(nodes, k, c1, c2, printed_weight(nodes, c1, c2))


@claim(
    id="ghoukasian2025.theorem-3-6-any-g",
    source="Theorem 3.6 (and 3.4)",
    statement=r"For every trade-off function $g$ the sampler with $\lambda^*$ of (4) for "
    r"$\max(g, g^{-1})$ in place of $g$ satisfies $g$-FLDP and is minimax-optimal.",
    kind="tight",
    conditions="Assumption 3.2, (3) for max(g, g⁻¹), μ decomposable",
    evidence="FLDP is asked of both orders of every pair, that is, for max(g, g⁻¹), which is "
    "symmetric. Private in rational arithmetic, and optimal over all samplers.",
    instances=explicit(
        at("g(x) = (1 − x)/2", nodes=HALF_LINE, divergence="kl", **_TWO),
        at("the same, TV", nodes=HALF_LINE, divergence="tv", **_TWO),
        at("g steep first", nodes=STEEP, divergence="kl", k=2, c1=F(0), c2=F(2)),
        at("g steep first, four letters", nodes=STEEP, divergence="tv", k=4, c1=F(0), c2=F(2)),
        at("g = 0: nothing is asked", "degenerate", nodes=((F(0), F(0)), (F(1), F(0))),
           divergence="kl", k=2, c1=F(0), c2=F(2)),
        at("g = 1 − x: a constant sampler", "degenerate", nodes=((F(0), F(1)), (F(1), F(0))),
           divergence="tv", k=2, c1=F(0), c2=F(2)),
    ),
    slip=1e-6,
    corrects="ghoukasian2025.theorem-3-6",
)  # fmt: skip
def theorem_3_6_any_g(
    nodes: Nodes, k: int, c1: Any, c2: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    both_orders = symmetrised(nodes)
    weight = min(printed_weight(both_orders, c1, c2), F(1))
    private = exact_privacy(nodes, k, c1, c2, weight + F(slip))
    if not private.holds:
        return private
    level = {"nodes": both_orders}
    return linear_is_optimal(level, c1, c2, divergence, slip, weight=float(weight), k=k)


@claim(
    id="ghoukasian2025.theorem-3-6-symmetric",
    source="Theorem 3.6 and eq. 5",
    statement=r"The sampler $\lambda^* P + (1-\lambda^*)\mu$ satisfies $g$-FLDP and is "
    r"minimax-optimal under any $f$, with risk $\frac{1-r_1}{r_2-r_1} f(r_2) + "
    r"\frac{r_2-1}{r_2-r_1} f(r_1)$, $r_1 = \frac{c_1}{1-(1-c_1)\lambda^*}$, "
    r"$r_2 = \frac{c_2}{(c_2-1)\lambda^*+1}$.",
    kind="tight",
    conditions="Assumption 3.2, (3), μ (α, 1/α, 1)-decomposable; g symmetric",
    evidence="Optimal over all samplers with the printed value, for pure, approximate, Gaussian "
    "and a bent symmetric g, six f, uniform and other references.",
    instances=decomposable(PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL, divergences=_EVERY_F),
    corrects="ghoukasian2025.theorem-3-6",
)
def theorem_3_6_symmetric(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    return linear_is_optimal(level, c1, c2, divergence, slip, **of_class)


CLAIMS: tuple[Claim, ...] = (theorem_3_6, theorem_3_6_any_g, theorem_3_6_symmetric)
