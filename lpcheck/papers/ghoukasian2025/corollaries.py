r"""Corollaries C.4, 3.7 and 3.8: the infimum (4) for (ε, δ)-, pure and Gaussian LDP."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.mechanisms.clipped_sampler import class_risk
from lpcheck.papers.ghoukasian2025.samplers import (
    decomposable,
    linear_is_optimal,
    printed_risk,
    two_points,
)
from lpcheck.papers.ghoukasian2025.theorem_36 import printed_weight
from lpcheck.papers.ghoukasian2025.trade_off import approximate

F = Fraction
_NATURAL = ((F(0), F(2)), (F(1, 2), F(3, 2)), (F(1, 3), F(11, 3)), (F(9, 10), F(12, 10)))
_OTHER = (("0", "3/2"), ("1/2", "5/4"), ("1/2", "4"), ("1/3", "4"), ("9/10", "101/100"))


@claim(
    id="ghoukasian2025.corollary-c-4",
    source="Corollary C.4, eqs. 21 and 22, its proof's step 2, and eq. 29",
    statement=r"The infimum (4) of $g_{\varepsilon,\delta}$ is $\min\{\frac{e^\varepsilon + "
    r"\frac{c_2-c_1}{1-c_1}\delta - 1}{(1-c_1)e^\varepsilon + c_2 - 1}, \frac{1 - (1-\delta)"
    r"\frac{2}{e^\varepsilon+1}}{1-c_1}\}$, which is the first if and only if $c_1 + c_2 \ge 2$, "
    r"so always under Assumption 3.2; (29) is the case $\delta = 0$.",
    kind="equal",
    conditions="0 ≤ c1 < 1 < c2, whole ratio or not; “only if” for ε > 0, δ < 1",
    evidence="Equal in rational arithmetic on both sides of c1 + c2 = 2, δ = 0, δ = 1 and ε = 0 "
    "included. Optimality under Assumption 3.2 is Proposition C.2. (In the other case of (29) the "
    "sampler is not optimal: theorem-3-6-hypotheses.)",
    instances=explicit(
        *(
            at(f"e^ε = {t}, δ = {d}, c1 = {c1}, c2 = {c2}", t=t, delta=d, c1=F(c1), c2=F(c2))
            for t in (F(1), F(11, 10), F(3), F(50))
            for d in (F(0), F(1, 10), F(2, 3), F(1))
            for c1, c2 in (*_NATURAL, *_OTHER)
        )
    ),
)
def corollary_c_4(t: Any, delta: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Infimum, minimum and which is smaller; the control moves both candidates by 1e-6."""
    first = (t + (c2 - c1) / (1 - c1) * delta - 1) / ((1 - c1) * t + c2 - 1) + F(slip)
    second = (1 - (1 - delta) * 2 / (t + 1)) / (1 - c1) + F(slip)
    found = printed_weight(approximate(t, delta), c1, c2)
    ordered = (first <= second) == (c1 + c2 >= 2 or t == 1 or delta == 1)
    detail = f"infimum {found}, candidates {first} and {second}"
    return Outcome(
        found == min(first, second) and ordered, float(abs(found - min(first, second))), detail
    )


@claim(
    id="ghoukasian2025.corollary-3-7",
    source="Corollary 3.7, eq. 6, and the sentence below it",
    statement=r"With $\lambda^* = \frac{e^\varepsilon-1}{(1-c_1)e^\varepsilon+c_2-1}$ the linear "
    r"sampler is $\varepsilon$-LDP and minimax-optimal, with risk (6), $r_1 = c_1 "
    r"\frac{(1-c_1)e^\varepsilon+c_2-1}{c_2-c_1}$, $r_2 = \frac{c_2}{c_2-c_1} "
    r"\frac{(1-c_1)e^\varepsilon+c_2-1}{e^\varepsilon}$; that is the risk of [17, Theorem 3.3].",
    kind="tight",
    conditions="Assumption 3.2, (3): c2 ≥ c1 e^ε; μ decomposable",
    weight="headline",
    evidence="Optimal over all samplers with the printed value, which is Park's.",
    instances=decomposable(
        {"epsilon": 0.25}, {"epsilon": 0.7}, {"epsilon": 0.01},
        divergences=("kl", "tv", "hellinger", "chi2", "hockey-stick:5/4"),
    ),
)  # fmt: skip
def corollary_3_7(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    t, a, b = math.exp(level["epsilon"]), float(c1), float(c2)
    weight = (t - 1) / ((1 - a) * t + b - 1)
    base, f = ((1 - a) * t + b - 1) / (b - a), f_named(divergence)
    risk = two_points(a * base, b * base / t, f)
    return both(
        equal(printed_risk(c1, c2, weight, f), risk),
        equal(class_risk(a, b, level["epsilon"], f), risk, scale=10.0),
        linear_is_optimal(level, c1, c2, divergence, slip, weight=weight, **of_class),
    )


def gaussian_weight(nu: float, c1: float, c2: float) -> float:
    """The infimum as printed in D.6, over a grid of β refined round its best point."""
    ratio = (c2 - c1) / (1.0 - c1)

    def h(beta: float) -> float:
        t = math.exp(beta)
        delta = float(ndtr(nu / 2 - beta / nu)) - t * float(ndtr(-nu / 2 - beta / nu))
        return (t + ratio * delta - 1.0) / ((1.0 - c1) * t + c2 - 1.0)

    grid = np.linspace(0.0, 10.0 * nu + nu * nu, 400)
    values = [h(float(b)) for b in grid]
    best = int(np.argmin(values))
    bounds = (float(grid[max(best - 1, 0)]), float(grid[min(best + 1, 399)]))
    found = minimize_scalar(h, bounds=bounds, method="bounded", options={"xatol": 1e-12})
    return min(float(found.fun), values[best])


@claim(
    id="ghoukasian2025.corollary-3-8",
    source="Corollary 3.8, eq. 7, with D.6",
    statement=r"The sampler with $\lambda^*_{G_\nu} = \inf_{\beta \ge 0} \frac{e^\beta + "
    r"\frac{c_2-c_1}{1-c_1}(\Phi(\frac{\nu}{2}-\frac{\beta}{\nu}) - e^\beta \Phi(-\frac{\nu}{2}-"
    r"\frac{\beta}{\nu})) - 1}{(1-c_1)e^\beta + c_2 - 1}$ is $\nu$-GLDP and minimax-optimal.",
    kind="tight",
    conditions="Assumption 3.2, (3), μ decomposable",
    quote=r"the sampler (4) for $g=G_{\nu}$ belongs to $\mathcal{Q}_{\mathbb{R}^{n},"
    r"\tilde{\mathcal{P}},G_{\nu}}$ and is minimax-optimal with respect to any $f$-divergence",
    weight="headline",
    evidence="Optimal over all samplers, private at every β, ν = 0.05 and 0.5 (λ* = 1 comes soon "
    "after on the small classes); on P([k]), c1 = 0 and c2 = k, at the ν of the figures.",
    instances=joined(
        decomposable({"nu": 0.5}, {"nu": 0.05}, divergences=("kl", "tv", "hellinger")),
        explicit(
            *(
                at(f"all of P([{k}]), ν = {nu}", level={"nu": nu}, c1=F(0), c2=F(k),
                   divergence="kl", k=k)
                for k in (2, 6)
                for nu in (0.1, 1.0, 2.0, 3.0)
            )
        ),
    ),
)  # fmt: skip
def corollary_3_8(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    weight = gaussian_weight(level["nu"], float(c1), float(c2))
    return linear_is_optimal(level, c1, c2, divergence, slip, weight=weight, **of_class)


CLAIMS: tuple[Claim, ...] = (corollary_c_4, corollary_3_7, corollary_3_8)
