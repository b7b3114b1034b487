r"""Remarks on λ* and steps of the proofs of Theorems 3.5 and 3.6 (Appendices D.2 and D.4)."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import MinimaxSampler
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._samplers import f_named
from lpcheck.papers.ghoukasian2025._trade_off import (
    BENT,
    HALF_LINE,
    STEEP,
    Nodes,
    approximate,
    conjugate,
)
from lpcheck.papers.ghoukasian2025.theorem_36 import printed_weight

F = Fraction
_FUNCTIONS = (
    ("bent", BENT),
    ("half line", HALF_LINE),
    ("steep", STEEP),
    ("e^ε = 3, δ = 1/5", approximate(F(3), F(1, 5))),
    ("1 − x", ((F(0), F(1)), (F(1), F(0)))),
    ("0", ((F(0), F(0)), (F(1), F(0)))),
)


@claim(
    id="ghoukasian2025.appendix-d-2",
    source="proof of Theorem 3.6, step 2 (D.2)",
    statement=r"$h_g(0) \le \lim_{\varepsilon \to \infty} h_g(\varepsilon)$, so that the infimum "
    r"of (4) is attained at a finite $\varepsilon^\star_g$.",
    kind="upper",
    conditions="Assumption 3.2, any trade-off function g",
    evidence="h(0) = (1 + g*(−1))/(1 − c1) and the limit is 1/(1 − c1), exactly; equal where "
    "g*(−1) = 0. A grid to e^ε = 1000 is nowhere below the least of the bends.",
    instances=explicit(
        *(
            at(f"g: {name}, c1 = {c1}, c2 = {c2}", nodes=g, c1=c1, c2=c2)
            for name, g in _FUNCTIONS
            for c1, c2 in ((F(0), F(2)), (F(1, 2), F(2)), (F(1, 9), F(9)))
        )
    ),
    slip=1e-6,
)
def appendix_d_2(nodes: Nodes, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """The ratio h on a grid against its least at the bends; the control raises that by 1e-6."""
    ratio = (c2 - c1) / (1 - c1)

    def h(t: Any) -> Any:
        return (t + ratio * (1 + conjugate(nodes, -t)) - 1) / ((1 - c1) * t + c2 - 1)

    start = h(F(1)) == (1 + conjugate(nodes, F(-1))) / (1 - c1) <= 1 / (1 - c1)
    least = printed_weight(nodes, c1, c2) + F(slip)
    bends = [t for (a, x), (b, y) in itertools.pairwise(nodes)
             if (t := (x - y) / (b - a)) >= 1]  # fmt: skip
    grid = [F(1), F(11, 10), F(3, 2), F(2), F(4), F(20), F(1000), *bends]
    found = min(h(t) for t in grid)
    return both(
        Outcome(bool(start), 0.0, f"h(0) = {h(F(1))}, limit {1 / (1 - c1)}"),
        Outcome(bool(found >= least), float(least - found), f"least {least}, on a grid {found}"),
    )


@claim(
    id="ghoukasian2025.appendix-d-4",
    source="proof of Theorem 3.5 (D.4)",
    statement=r"$\mathcal{P}([k]) = \tilde{\mathcal{P}}_{0,k,\mu_k}$, and $1 + g^*(-e^\varepsilon) "
    r"\le \frac{(c_2-c_1e^\varepsilon)(1-c_1)}{c_2-c_1} = 1$ for every $g$: (3) always holds.",
    kind="upper",
    conditions="c1 = 0, c2 = k ≥ 2",
    evidence="The class's extreme points are the k point masses; −1 ≤ g*(−t) ≤ 0 exactly, with "
    "equality for g = 0.",
    instances=explicit(
        at("g: 0", nodes=((F(0), F(0)), (F(1), F(0))), k=2),
        *(at(f"g: {name}, k = {k}", nodes=g, k=k) for name, g in _FUNCTIONS for k in (2, 5)),
    ),
    slip=0.01,
)
def appendix_d_4(nodes: Nodes, k: int, slip: float = 0.0) -> Outcome:
    """Both statements; the control lowers the right side by 1 %."""
    points = MinimaxSampler(k=k, epsilon=1).extreme_points
    vertices = np.array_equal(np.sort(points, axis=0), np.sort(np.eye(k), axis=0))
    largest = max(conjugate(nodes, -t) for t in (F(1), F(3, 2), F(3), F(100)))
    c1, c2 = F(0), F(k)
    side = float((c2 - c1) * (1 - c1) / (c2 - c1)) * (1.0 - slip)
    return both(
        Outcome(vertices and largest >= -1, 0.0, "extreme points"),
        at_most(float(1 + largest), side),
    )


@claim(
    id="ghoukasian2025.section-3-weight",
    source="Section 3, below Theorem 3.4",
    statement=r"A larger $\lambda$ yields outputs closer to $P$.",
    kind="upper",
    conditions="0 ≤ λ ≤ 1, any P, μ with finite D_f",
    evidence="D_f(P‖λP + (1 − λ)μ) does not increase with λ, for six f on random P and μ: it is "
    "convex in λ and 0 at λ = 1.",
    instances=explicit(*(at(f"draw {n}", seed=n) for n in range(8))),
    slip=0.05,
)
def section_3_weight(seed: int, slip: float = 0.0) -> Outcome:
    """Along λ = 0, 1/20, ..., 1; the control adds 0.05 λ."""
    generator = np.random.default_rng([34, seed])
    p, mu = generator.dirichlet(np.ones(2 + seed % 4), 2)
    shares = np.linspace(0.0, 1.0, 21)
    outcomes = []
    for name in ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "low:1/2"):
        f = f_named(name)
        values = np.array([f.between(p, s * p + (1 - s) * mu) for s in shares]) + slip * shares
        outcomes.append(at_most(float(np.max(np.diff(values))), 0.0, scale=10.0))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (section_3_weight, appendix_d_2, appendix_d_4)
