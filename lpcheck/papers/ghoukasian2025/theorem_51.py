r"""Theorem 5.1: the clipped local minimax sampler under pure LDP, on finite alphabets."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.covers import evenly_covered
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import both, nudged, optimal
from lpcheck.claims.instances import at, explicit, grid, joined, labelled
from lpcheck.compare import check
from lpcheck.mechanisms.clipped_sampler import clipped_sampler
from lpcheck.papers.ghoukasian2025.samplers import (
    NEIGHBOURHOODS,
    beaten,
    inside,
    local_problem,
    outside,
    private,
    two_points,
)

F = Fraction


def printed_band(gamma: Any, t: Any) -> tuple[Any, Any]:
    r"""M_ε: (γ+1)/(γ+e^ε) and (γ+1)e^ε/(γ+e^ε)."""
    return (gamma + 1) / (gamma + t), (gamma + 1) * t / (gamma + t)


def clip_is_optimal(
    epsilon: float, reference: Any, gamma: Any, divergence: str, slip: float
) -> Outcome:
    """Optimal over all samplers with the printed value; private inside and outside N_γ(P0)."""
    stated = local_problem({"epsilon": epsilon}, reference, gamma, divergence)
    p0, g, t = stated.reference.array, float(gamma), math.exp(epsilon)
    band = printed_band(g, t)
    rows = np.asarray(clipped_sampler(stated.extreme_points, p0, *band))
    value = 0.0
    if t < g * g:
        r1, r2 = (t + g) / (g * (g + 1)), g * (t + g) / (t * (g + 1))
        value = two_points(r1, r2, f_named(divergence))
    others = np.concatenate([inside(stated.extreme_points, 20, len(p0)), outside(p0, g, 1)[1]])
    answers = np.concatenate([rows, np.asarray(clipped_sampler(others, p0, *band))])
    return both(
        private(answers, {"epsilon": epsilon}), optimal(stated, nudged(rows, slip), value=value)
    )


@claim(
    id="ghoukasian2025.theorem-5-1",
    source="Theorem 5.1, with D.8 and eq. 34",
    statement=r"$q = \mathrm{clip}(\frac{1}{r_P} p; \frac{\gamma+1}{\gamma+e^\varepsilon} p_0, "
    r"\frac{(\gamma+1)e^\varepsilon}{\gamma+e^\varepsilon} p_0)$, after projection of $P \notin "
    r"N_\gamma(P_0)$, is $\varepsilon$-LDP on $\tilde{\mathcal{P}}$ and locally minimax-optimal; "
    r"the risk is that of $r_1 = \frac{e^\varepsilon+\gamma}{\gamma(\gamma+1)}$, $r_2 = "
    r"\frac{\gamma(e^\varepsilon+\gamma)}{e^\varepsilon(\gamma+1)}$, and 0 for $\varepsilon \ge 2 "
    r"\log\gamma$.",
    kind="tight",
    conditions="P0 (1/(γ+1), γ+1, 1)-decomposable, γ natural",
    weight="headline",
    evidence="Optimal over all samplers with the printed value, six f; private on extreme points, "
    "inside and outside. For ε ≥ 2 log γ the clip is the identity.",
    instances=joined(
        labelled(
            explicit(
                *(
                    at(f"{label}; ε = {e}", epsilon=e, reference=p0, gamma=gamma)
                    for label, p0, gamma in NEIGHBOURHOODS
                    for e in (0.01, 0.5, 1.2, 2.0, 3.0)
                )
            ),
            ("kl", "tv", "hellinger", "chi2", "hockey-stick:5/4", "reversed:4/5"),
            rotate=True,
        ),
        explicit(
            at("γ = 1: one distribution", "degenerate", epsilon=1.0,
               reference=[F(1, 2), F(1, 2)], gamma=1, divergence="kl"),
            at("ε = 0", "degenerate", epsilon=0.0, reference=[F(1, 3)] * 3, gamma=2,
               divergence="kl"),
        ),
    ),
    control={"epsilon": 0.5, "reference": [F(1, 3)] * 3, "gamma": 2, "divergence": "kl"},
)  # fmt: skip
def theorem_5_1(
    epsilon: float, reference: Any, gamma: int, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against all samplers; the control has one entry off by 1e-6."""
    return clip_is_optimal(epsilon, reference, gamma, divergence, slip)


@claim(
    id="ghoukasian2025.theorem-5-1-undecomposable",
    source="Theorem 5.1, on alphabets that do not split, by us",
    statement=r"On a finite alphabet Theorem 5.1 needs a $P_0$ that splits: else the clip may not "
    r"be locally minimax-optimal.",
    kind="lower",
    conditions="γ natural, any P0",
    finding="probe",
    stands="The theorem is for continuous P0, which always splits.",
    holds="For every P0 that sets of probability 1/(γ + 1) cover evenly (theorem-5-1-gamma).",
    evidence="Two fair letters, γ = 2, ε = 1: the neighbourhood's extreme points are (3/4, 1/4) "
    "and (1/4, 3/4), and (e/(1+e), 1/(1+e)) is nearer to the first than the clip, which is "
    "(0.682, 0.318). The control, three fair letters, is optimal.",
    instances=explicit(
        at("two fair letters, γ = 2", epsilon=1.0, reference=[F(1, 2), F(1, 2)], gamma=2,
           divergence="kl"),
        at("P0 = (1/2, 1/4, 1/4), γ = 2", epsilon=0.5, reference=[F(1, 2), F(1, 4), F(1, 4)],
           gamma=2, divergence="kl"),
    ),
    slip=1.0,
    control={"epsilon": 1.0, "reference": [F(1, 3)] * 3, "gamma": 2, "divergence": "kl"},
)  # fmt: skip
def theorem_5_1_undecomposable(
    epsilon: float, reference: Any, gamma: int, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against all samplers; the control is a P0 that splits."""
    del slip
    stated = local_problem({"epsilon": epsilon}, reference, gamma, divergence)
    band = printed_band(gamma, math.exp(epsilon))
    rows = np.asarray(clipped_sampler(stated.extreme_points, stated.reference.array, *band))
    return beaten(check(stated, rows))


@claim(
    id="ghoukasian2025.theorem-5-1-gamma",
    source="Section 4 and Theorem 5.1, without γ ∈ ℕ, by us",
    statement=r"Theorem 5.1 holds for every real $\gamma > 1$ if sets of probability "
    r"$\frac{1}{\gamma+1}$ cover the letters of $P_0$ evenly (uniform on $[k]$: "
    r"$\frac{k}{\gamma+1} \in \mathbb{N}$).",
    kind="tight",
    conditions="(1/(γ+1), t, u)-decomposable P0, u/t = 1/(γ+1); γ need not be natural",
    finding="probe",
    evidence="Optimal over all samplers at γ = 3/2, 4/3, 5/2, 7/5, uniform and other P0: so the "
    "figures' γ = k/2 − 1 serves odd k as well. For TV and strictly convex f the cover is also "
    "needed: park2024.theorem-3-3-finite-necessary.",
    instances=explicit(
        *(
            at(f"{name}, γ = {gamma}, ε = {e}, {f}", epsilon=e, reference=p0, gamma=gamma,
               divergence=f)
            for name, p0, gamma, f in (
                ("k = 5", [F(1, 5)] * 5, F(3, 2), "kl"),
                ("k = 7", [F(1, 7)] * 7, F(4, 3), "tv"),
                ("k = 7", [F(1, 7)] * 7, F(5, 2), "hellinger"),
                ("k = 12", [F(1, 12)] * 12, F(7, 5), "tv"),
                ("(2, 1, 1, 1)/5", [F(2, 5), F(1, 5), F(1, 5), F(1, 5)], F(3, 2), "chi2"),
                ("(2, 2, 1, 1, 1)/7", [F(2, 7), F(2, 7), *[F(1, 7)] * 3], F(4, 3), "kl"),
            )
            for e in (0.1, 0.4, 1.0)
        )
    ),
)  # fmt: skip
def theorem_5_1_gamma(
    epsilon: float, reference: Any, gamma: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The cover, and against all samplers; the control has one entry off by 1e-6."""
    covered = Outcome(evenly_covered(reference, 1 / (gamma + 1)), 0.0, "an even cover")
    return both(covered, clip_is_optimal(epsilon, reference, gamma, divergence, slip))


@display(
    "D.8, step 3",
    r"For $2\log\gamma \le \varepsilon$: $p_1(x)/p_2(x) \le \frac{\gamma}{1/\gamma} \le "
    r"e^\varepsilon$, and the clip of Theorem 5.1 is the identity on $N_\gamma(P_0)$.",
    explicit(
        at("γ = 2, e^ε = 4", gamma=F(2), t=F(4)),
        at("γ = 3/2, e^ε = 5/2", gamma=F(3, 2), t=F(5, 2)),
        at("γ = 1, ε = 0", "degenerate", gamma=F(1), t=F(1)),
    ),
)
def appendix_d_8(gamma: Any, t: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control lowers e^ε by 1e-6."""
    t = t - F(slip)
    low, high = printed_band(gamma, t)
    holds = gamma**2 <= t and low <= 1 / gamma and gamma <= high
    return Outcome(bool(holds), float(gamma**2 - t), f"[{low}, {high}] around [1/γ, γ]")


@display(
    "D.9",
    r"$\lambda^*_{g_\varepsilon} = \frac{\gamma(e^\varepsilon-1)}{(\gamma-1)"
    r"(e^\varepsilon+\gamma)}$ and $\frac{\gamma+1}{e^\varepsilon+\gamma} \le "
    r"\frac{dQ^\star_{g_\varepsilon}}{dP_0} \le \frac{(\gamma+1)e^\varepsilon}"
    r"{e^\varepsilon+\gamma}$, with equality at $dP/dP_0 = 1/\gamma, \gamma$.",
    grid(gamma=(F(11, 10), F(2), F(9)), t=(F(1), F(6, 5), F(3))),
)
def proposition_5_2_band(gamma: Any, t: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control has λ off by 1e-6."""
    weight = gamma * (t - 1) / ((gamma - 1) * (t + gamma)) + F(slip)
    middle = (gamma - 1) * (t + gamma)
    checks = (
        weight == (t - 1) / ((1 - 1 / gamma) * t + gamma - 1),
        1 - weight == (gamma**2 - t) / middle,
        weight / gamma + 1 - weight == (gamma**2 - 1) / middle == (gamma + 1) / (t + gamma),
        gamma * weight + 1 - weight == (gamma + 1) * t / (t + gamma),
    )
    return Outcome(all(checks), float(checks.count(False)), f"displays {checks}")


theorem_5_1_steps = displays(
    (appendix_d_8, proposition_5_2_band),
    id="ghoukasian2025.theorem-5-1-steps",
    source="proofs of Theorem 5.1 and Proposition 5.2 (D.8, D.9)",
    conditions="γ ≥ 1, in D.9 γ > 1",
    evidence="Every display holds in rational arithmetic. (D.8 prints γ² < e^ε, which is ≤ at "
    "ε = 2 log γ: without consequence.)",
    weight="detail",
)


CLAIMS: tuple[Claim, ...] = (
    theorem_5_1,
    theorem_5_1_undecomposable,
    theorem_5_1_gamma,
    theorem_5_1_steps,
)
