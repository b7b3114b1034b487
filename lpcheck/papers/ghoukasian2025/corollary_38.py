r"""Corollary 3.8 and Appendix D.6: Gaussian LDP."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr, ndtri

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._samplers import decomposable, linear_is_optimal

F = Fraction


def gaussian_conjugate(nu: float, t: float) -> float:
    """G_ν*(−t) by the definition: the largest of −t x − G_ν(x), x = Φ(z), over z."""

    def cost(z: float) -> float:
        return t * float(ndtr(z)) + float(ndtr(-z - nu))

    # Stationary at z = −ν/2 − log(t)/ν; the search does not use it.
    grid = np.linspace(-40.0, 40.0, 8001)
    best = int(np.argmin(t * ndtr(grid) + ndtr(-grid - nu)))
    bounds = (grid[max(best - 1, 0)], grid[min(best + 1, 8000)])
    found = minimize_scalar(cost, bounds=bounds, method="bounded", options={"xatol": 1e-12})
    return -min(float(found.fun), cost(float(grid[best])))


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
    evidence="Optimal over all samplers, private at every β, ν = 0.05 and 0.5 (λ* = 1 comes soon "
    "after on the small classes).",
    instances=decomposable({"nu": 0.5}, {"nu": 0.05}, divergences=("kl", "tv", "hellinger")),
)
def corollary_3_8(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    weight = gaussian_weight(level["nu"], float(c1), float(c2))
    return linear_is_optimal(level, c1, c2, divergence, slip, weight=weight, **of_class)


@claim(
    id="ghoukasian2025.corollary-3-8-large-nu",
    source="Corollary 3.8, eq. 7, with D.6",
    statement=r"The sampler with $\lambda^*_{G_\nu}$ is $\nu$-GLDP and minimax-optimal on "
    r"$\mathcal{P}([k])$.",
    kind="tight",
    conditions="c1 = 0, c2 = k, μ uniform",
    evidence="Optimal over all samplers at the ν of the figures.",
    instances=explicit(
        *(at(f"k = {k}, ν = {nu}", k=k, nu=nu) for k in (2, 6) for nu in (0.1, 1.0, 2.0, 3.0))
    ),
)
def corollary_3_8_large_nu(k: int, nu: float, slip: float = 0.0) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    weight = gaussian_weight(nu, 0.0, float(k))
    return linear_is_optimal({"nu": nu}, F(0), F(k), "kl", slip, weight=weight, k=k)


def _levels(full: bool) -> Iterator[Instance]:
    for nu in (0.1, 0.5, 1.0, 2.0, 5.0):
        for beta in (0.0, 0.3, 1.0, 2.5):
            yield Instance(f"ν = {nu}, β = {beta}", {"nu": nu, "beta": beta})


@claim(
    id="ghoukasian2025.appendix-d-6",
    source="Appendix D.6",
    statement=r"$G_\nu^*(-e^\beta) = -e^\beta \Phi(-\frac{\nu}{2}-\frac{\beta}{\nu}) - "
    r"\Phi(-\frac{\nu}{2}+\frac{\beta}{\nu})$, and $1 + G_\nu^*(-e^\beta) = "
    r"\Phi(\frac{\nu}{2}-\frac{\beta}{\nu}) - e^\beta \Phi(-\frac{\nu}{2}-\frac{\beta}{\nu})$.",
    kind="equal",
    conditions="ν > 0, β ≥ 0",
    evidence="Equal to a direct search for the supremum.",
    instances=_levels,
    slip=1e-4,
)
def appendix_d_6(nu: float, beta: float, slip: float = 0.0) -> Outcome:
    """Both displays; the control has β off by 1e-4."""
    found, b = gaussian_conjugate(nu, math.exp(beta)), beta + slip
    second = float(ndtr(-nu / 2 - b / nu)) * math.exp(b)
    first = equal(found, -second - float(ndtr(-nu / 2 + b / nu)))
    return both(first, equal(1.0 + found, float(ndtr(nu / 2 - b / nu)) - second, slack=1e-12))


@claim(
    id="ghoukasian2025.section-2-gaussian",
    source="Section 2",
    statement=r"$G_\nu(\theta) = \Phi(\Phi^{-1}(1-\theta) - \nu)$ is a trade-off function, and "
    r"symmetric.",
    kind="equal",
    conditions="ν > 0",
    evidence="Convex, falling, at most 1 − θ, and its own inverse, on a grid.",
    instances=explicit(*(at(f"ν = {nu}", nu=nu) for nu in (0.1, 0.5, 1.0, 2.0))),
    slip=1e-3,
)
def section_2_gaussian(nu: float, slip: float = 0.0) -> Outcome:
    """Shape and G(G(θ)) = θ; the control applies G of ν + 1e-3 the second time."""
    theta = np.linspace(0.01, 0.9, 90)
    values = ndtr(ndtri(1.0 - theta) - nu)
    back = ndtr(ndtri(1.0 - values) - (nu + slip))
    return both(
        at_most(float(np.max(np.diff(values))), 0.0),
        at_most(float(-np.min(np.diff(values, 2))), 1e-12),
        at_most(float(np.max(values - (1.0 - theta))), 0.0, slack=1e-15),
        at_most(float(np.max(np.abs(back - theta))), 1e-9),
    )


CLAIMS: tuple[Claim, ...] = (
    corollary_3_8,
    corollary_3_8_large_nu,
    appendix_d_6,
    section_2_gaussian,
)
