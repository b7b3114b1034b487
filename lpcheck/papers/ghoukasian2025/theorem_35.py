r"""Theorem 3.5: the linear sampler of all of P([k]) under functional LDP."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    linear_is_optimal,
)
from lpcheck.papers.ghoukasian2025._trade_off import HALF_LINE, STEEP, Nodes, approximate
from lpcheck.papers.ghoukasian2025.theorem_36 import exact_privacy, printed_weight

F = Fraction


@claim(
    id="ghoukasian2025.theorem-3-5",
    source="Theorem 3.5",
    statement=r"$\lambda^*_{k,g} P + (1-\lambda^*_{k,g}) \mu_k$, $\lambda^*_{k,g} = "
    r"\inf_{\beta \ge 0} \frac{e^\beta + k(1 + g^*(-e^\beta)) - 1}{e^\beta + k - 1}$, satisfies "
    r"$g$-FLDP and is minimax-optimal under any $f$.",
    kind="tight",
    conditions="any trade-off function g, any k",
    expected="refuted",
    evidence="k = 2, g(x) = (1 − x)/2: λ* = 1/2 and the point masses are answered by (3/4, 1/4) "
    "and (1/4, 3/4), whose T at 1/4 is 1/4 where g is 3/8.",
    instances=explicit(
        at("k = 2, g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, k=2),
        at("k = 3, g(x) = (1 − x)/2", nodes=HALF_LINE, k=3),
        at("k = 3, e^ε = 2, δ = 1/10", nodes=approximate(F(2), F(1, 10)), k=3),
        at("k = 3, g steep first, not symmetric", nodes=STEEP, k=3),
    ),
    slip=None,
)
def theorem_3_5(nodes: Nodes, k: int) -> Outcome:
    """T of two answers against g, in rational arithmetic."""
    c1, c2 = F(0), F(k)
    return exact_privacy(nodes, k, c1, c2, printed_weight(nodes, c1, c2))


@claim(
    id="ghoukasian2025.theorem-3-5-symmetric",
    source="Theorem 3.5",
    statement=r"$\lambda^*_{k,g} P + (1-\lambda^*_{k,g}) \mu_k$ satisfies $g$-FLDP and is "
    r"minimax-optimal under any $f$, for symmetric $g$.",
    kind="tight",
    conditions="g symmetric, any k",
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


CLAIMS: tuple[Claim, ...] = (theorem_3_5, theorem_3_5_symmetric)
