r"""Appendix E.1, Figure 1: a 2-D Laplace mixture, γ = 2 against 6, under pure LDP and GLDP."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit
from lpcheck.continuous import laplace_figure
from lpcheck.mechanisms.linear_sampler import printed_linear_weight
from lpcheck.papers.ghoukasian2025.clients import answer
from lpcheck.papers.ghoukasian2025.trade_off import read


@claim(
    id="ghoukasian2025.figure-1",
    source="Section 1, Figure 1 and Appendix E.1",
    statement=r"The local sampler preserves the input better than the global one, under pure LDP "
    r"($\varepsilon = 1$) and under $\nu$-GLDP ($\nu = 1.5$).",
    kind="upper",
    conditions="four Laplaces of scale 2; classes (1/2, 2) and (1/6, 6); the clip for pure LDP, "
    "the linear sampler for GLDP",
    evidence="Pure: KL 4.7e-7 against 5.1e-4, TV 4e-5 against 6.5e-3. GLDP: the local answer is "
    "the input itself, as λ* is 1 (see figure-1-condition); the global one has TV 0.025.",
    quote=r"Figure 1 demonstrates that the local minimax-optimal sampler better preserves the "
    r"input distribution compared to the global minimax-optimal sampler, given the same level of "
    r"privacy.",
    instances=explicit(
        at("ε = 1", level={"epsilon": 1.0}, local=2.0), at("ν = 3/2", level={"nu": 1.5}, local=2.0)
    ),
    slip=1e-3,
    control={"level": {"epsilon": 1.0}, "local": 6.0},
)
def figure_1(level: Mapping[str, float], local: float, slip: float = 0.0) -> Outcome:
    """All three f; the control has a γ 1e-3 above the global one, and just loses."""
    target = laplace_figure()
    ours, theirs = (
        answer(target.target, target.reference, gamma, level, "nu" in level)
        for gamma in (local + slip, 6.0)
    )
    return both(*(at_most(a, b) for a, b in zip(ours, theirs, strict=True)))


@claim(
    id="ghoukasian2025.figure-1-condition",
    source="Appendix E.1 with condition (3)",
    statement=r"The classes of Figure 1 satisfy what Theorem 4.1 and Corollary 3.8 assume, "
    r"condition (3) with $g = G_\nu$, so that $\lambda^* \le 1$.",
    kind="feasible",
    conditions="ν = 1.5; γ = 2 and 6",
    expected="refuted",
    quote=r"In the $\nu$-GLDP setting, we compare our global minimax-optimal sampler from "
    r"Corollary 3.8 with the local minimax-optimal sampler from Theorem 4.1, using the special "
    r"case $g=G_{\nu}$ with $\nu=1.5$.",
    finding="imprecise",
    weight="detail",
    stands="What the figure shows stands, by Proposition 3.3: at ν = 1.5 the local class is "
    "private as it is, the local answer is the input itself, and it is closer than the global one.",
    holds="For γ = 2 condition (3), which the paper assumes throughout, holds up to ν = 1.398; for "
    "γ = 6 it holds at ν = 1.5.",
    evidence="γ = 2: the printed infimum is λ* = 1.0633 > 1, so that (3) fails; λ*P + (1 − λ*)P0 "
    "would not be a mixture.",
    instances=explicit(
        at("ν = 3/2, γ = 2", "counterexample", nu=1.5, gamma=2.0),
        at("ν = 3/2, γ = 6", nu=1.5, gamma=6.0),
    ),
    slip=None,
)
def figure_1_condition(nu: float, gamma: float) -> Outcome:
    """The infimum of eq. 4 as printed."""
    weight = printed_linear_weight(1 / gamma, gamma, read({"nu": nu}))
    return Outcome(weight <= 1.0, weight - 1.0, f"λ* = {weight:.6g}")


def _excess(gamma: float, nu: float) -> float:
    r"""The most that the δ of the class itself exceeds that of ν-GLDP, over β ≥ 0.

    sup P(A) − e^β P'(A) over the class and A is a maximum over a = μ(A) of a function that is
    concave and piecewise linear, with corners at α and 1 − α.
    """
    profile = read({"nu": nu}).profiles[0]
    alpha = 1.0 / (gamma + 1.0)
    worst = -math.inf
    for beta in np.linspace(0.0, 2.0 * math.log(gamma), 2001).tolist():
        own = 0.0
        for a in (alpha, 1.0 - alpha):
            most = min(gamma * a, 1.0 - (1.0 - a) / gamma)
            least = max(a / gamma, 1.0 - gamma * (1.0 - a))
            own = max(own, most - math.exp(beta) * least)
        worst = max(worst, own - float(profile.delta(beta)))
    return worst


@claim(
    id="ghoukasian2025.figure-1-condition-corrected",
    source="Appendix E.1 with condition (3) and Proposition 3.3",
    statement=r"(3) holds with equality allowed if and only if $N_\gamma(P_0)$ is not $\nu$-GLDP "
    r"as it is (for $\gamma = 2$: $\nu \le 1.398$); at $\nu = 1.5$ it is, and the local risk is 0.",
    kind="equal",
    conditions="P0 without atoms, c1 = 1/γ, c2 = γ, ν off the boundary",
    evidence="The infimum of eq. 4 against the class's own δ at every β, for ν on both sides.",
    instances=explicit(
        at("ν = 3/2, γ = 2", nu=1.5, gamma=2.0),
        at("ν = 1.399, γ = 2", nu=1.399, gamma=2.0),
        at("ν = 1.398, γ = 2", nu=1.398, gamma=2.0),
        at("ν = 3/2, γ = 6", nu=1.5, gamma=6.0),
        *(
            at(f"ν = {nu}, γ = {g}", nu=nu, gamma=g)
            for nu in (0.1, 1.0, 2.0, 3.0)
            for g in (3.0, 9.0)
        ),
    ),
    slip=-2e-3,
    control={"nu": 1.399, "gamma": 2.0},
    corrects="ghoukasian2025.figure-1-condition",
)
def figure_1_condition_corrected(nu: float, gamma: float, slip: float = 0.0) -> Outcome:
    """The signs of λ* − 1 and of the excess of δ agree; the slip lowers ν in the first."""
    weight = printed_linear_weight(1 / gamma, gamma, read({"nu": nu + slip}))
    excess = _excess(gamma, nu)
    detail = f"λ* = {weight:.6g}, the class's δ exceeds by {excess:.3g}"
    return Outcome((weight > 1.0) == (excess <= 0.0), 0.0, detail)


CLAIMS: tuple[Claim, ...] = (figure_1, figure_1_condition, figure_1_condition_corrected)
