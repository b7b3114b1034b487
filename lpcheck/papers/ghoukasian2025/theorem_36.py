r"""Theorems 3.4 to 3.6, on finite alphabets: the linear sampler under functional LDP."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025.samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    decomposable,
    linear_is_optimal,
)
from lpcheck.papers.ghoukasian2025.trade_off import (
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
_EVERY_F = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "reversed:1/2")
_TWO = {"k": 2, "c1": F(1, 3), "c2": F(5, 3)}
STANDS = (
    "Corollaries 3.7 and 3.8, Section 5 and all figures stand: g_{ε,δ} and G_ν are symmetric. "
    "And g-FLDP for both orders of each pair is FLDP for max(g, g⁻¹), which is symmetric."
)


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
    return Outcome(bool(short <= 1e-12), float(short), f"λ = {weight}; the least T − g is {-short}")


def as_printed(nodes: Nodes, k: int, c1: Any, c2: Any) -> Outcome:
    """T of two answers with the printed λ* against g, in rational arithmetic."""
    return exact_privacy(nodes, k, c1, c2, printed_weight(nodes, c1, c2))


theorem_3_6 = claim(
    id="ghoukasian2025.theorem-3-6",
    source="Theorems 3.4 and 3.6",
    statement=r"For every trade-off function $g$ the sampler $\lambda^* P + (1-\lambda^*)\mu$ with "
    r"$\lambda^*$ of (4) satisfies $g$-FLDP.",
    kind="feasible",
    conditions="Assumption 3.2, (3), μ decomposable; any trade-off function g",
    expected="refuted",
    quote=r"Let $\tilde{\mathcal{P}}=\tilde{\mathcal{P}}_{c_{1},c_{2},\mu}$ under Assumption "
    r"3.2, and suppose $\mu$ is $(\alpha,\frac{1}{\alpha},1)$-decomposable with "
    r"$\alpha=\frac{1-c_{1}}{c_{2}-c_{1}}$. Then the sampler defined as "
    r"$\mathbf{Q}^{\star}_{c_{1},c_{2},\mu,g}(P)=\lambda^{\star}_{c_{1},c_{2},g}P+"
    r"(1-\lambda^{\star}_{c_{1},c_{2},g})\mu$ satisfies $g$-FLDP, and is minimax-optimal with "
    r"respect to any $f$-divergence",
    finding="condition",
    weight="headline",
    stands=STANDS,
    holds="For symmetric g; for any other with max(g, g⁻¹) in place of g in (4).",
    evidence="g(x) = (1 − x)/2 asks for log 2 of pure LDP in both orders. (4) sees only t ≥ 1, "
    "where 1 + g*(−t) = 1/2, and answers P = (5/6, 1/6) by (3/4, 1/4): a ratio of 3. Proposition "
    "6 of Dong et al., on which the proof rests, is for symmetric g.",
    instances=explicit(
        at(
            "two letters, c1 = 1/3, c2 = 5/3, g(x) = (1 − x)/2",
            "counterexample",
            nodes=HALF_LINE,
            **_TWO,
        ),
        at("e^ε = 2, δ = 1/10", nodes=approximate(F(2), F(1, 10)), **_TWO),
        at("g steep first, not symmetric", nodes=STEEP, k=2, c1=F(0), c2=F(2)),
    ),
    slip=None,
)(as_printed)


@claim(
    id="ghoukasian2025.theorem-3-6-any-g",
    source="Theorems 3.4 and 3.6",
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
    source="Theorems 3.4 and 3.6, with eq. 5",
    statement=r"The sampler $\lambda^* P + (1-\lambda^*)\mu$ satisfies $g$-FLDP and is "
    r"minimax-optimal under any $f$, with risk $\frac{1-r_1}{r_2-r_1} f(r_2) + "
    r"\frac{r_2-1}{r_2-r_1} f(r_1)$, $r_1 = \frac{c_1}{1-(1-c_1)\lambda^*}$, "
    r"$r_2 = \frac{c_2}{(c_2-1)\lambda^*+1}$.",
    kind="tight",
    conditions="Assumption 3.2, (3), μ (α, 1/α, 1)-decomposable; g symmetric",
    weight="headline",
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


@claim(
    id="ghoukasian2025.theorem-3-5",
    source="Theorem 3.5",
    statement=r"$\lambda^*_{k,g} P + (1-\lambda^*_{k,g}) \mu_k$, $\lambda^*_{k,g} = "
    r"\inf_{\beta \ge 0} \frac{e^\beta + k(1 + g^*(-e^\beta)) - 1}{e^\beta + k - 1}$, satisfies "
    r"$g$-FLDP and is minimax-optimal under any $f$.",
    kind="tight",
    conditions="any trade-off function g, any k",
    expected="refuted",
    quote=r"Then the sampler defined as […] satisfies $g$-FLDP, and is minimax-optimal under any "
    r"$f$-divergence",
    finding="condition",
    stands=STANDS,
    holds="For symmetric g.",
    below="ghoukasian2025.theorem-3-6",
    evidence="k = 2, g(x) = (1 − x)/2: λ* = 1/2 and the point masses are answered by (3/4, 1/4) "
    "and (1/4, 3/4), whose T at 1/4 is 1/4 where g is 3/8. At k = 3 the same g fails too.",
    instances=explicit(
        at("k = 2, g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, k=2),
        at("k = 3, g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, k=3),
        at("k = 3, e^ε = 2, δ = 1/10", nodes=approximate(F(2), F(1, 10)), k=3),
        at("k = 3, g steep first, not symmetric", nodes=STEEP, k=3),
    ),
    slip=None,
)
def theorem_3_5(nodes: Nodes, k: int) -> Outcome:
    """The class (0, k) with the uniform reference."""
    return as_printed(nodes, k, F(0), F(k))


@claim(
    id="ghoukasian2025.theorem-3-5-symmetric",
    source="Theorem 3.5",
    statement=r"$\lambda^*_{k,g} P + (1-\lambda^*_{k,g}) \mu_k$ satisfies $g$-FLDP and is "
    r"minimax-optimal under any $f$, for symmetric $g$.",
    kind="tight",
    conditions="g symmetric, any k",
    weight="headline",
    evidence="Optimal over all samplers, with the value of (5); k = 1 is trivial.",
    instances=explicit(
        *(
            at(f"k = {k}, {name}, {f}", level=level, k=k, divergence=f)
            for k, f in ((2, "kl"), (3, "tv"), (5, "hellinger"), (7, "hockey-stick:2"))
            for name, level in (
                ("pure", {"epsilon": 1}),
                ("small ε", {"epsilon": 1e-3}),
                ("approximate", APPROXIMATE),
                ("Gaussian", GAUSSIAN),
                ("a bent g", FUNCTIONAL),
            )
        ),
        at("χ², k = 4", level={"nu": 2}, k=4, divergence="chi2"),
        at("f(0) = ∞", "degenerate", level={"epsilon": 1}, k=3, divergence="alpha:0"),
        at("δ = 1", "degenerate", level={"epsilon": 1, "delta": 1}, k=3, divergence="kl"),
        at("ε = 0", "degenerate", level={"epsilon": 0}, k=3, divergence="kl"),
        at("ε = 12", "degenerate", level={"epsilon": 12}, k=3, divergence="tv"),
        at("one letter", "degenerate", level={"epsilon": 1}, k=1, divergence="kl"),
    ),
    corrects="ghoukasian2025.theorem-3-5",
)
def theorem_3_5_symmetric(
    level: dict[str, Any], k: int, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    return linear_is_optimal(level, F(0), F(k), divergence, slip, k=k)


CLAIMS: tuple[Claim, ...] = (
    theorem_3_6,
    theorem_3_6_any_g,
    theorem_3_6_symmetric,
    theorem_3_5,
    theorem_3_5_symmetric,
)
