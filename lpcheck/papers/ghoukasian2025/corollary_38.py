r"""Corollary 3.8: Gaussian LDP."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025._samplers import decomposable, linear_is_optimal

F = Fraction


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


CLAIMS: tuple[Claim, ...] = (corollary_3_8,)
