r"""Remarks on λ* and steps of the proofs of Theorems 3.4 to 3.6 (Appendices D.2 to D.4)."""

from __future__ import annotations

import itertools
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.stats import beta, laplace, norm

from formulations import MinimaxSampler
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, grid, joined
from lpcheck.papers.ghoukasian2025.proposition_33 import TWO, boundary, least_room
from lpcheck.papers.ghoukasian2025.theorem_36 import printed_weight
from lpcheck.papers.ghoukasian2025.trade_off import (
    BENT,
    HALF_LINE,
    STEEP,
    Nodes,
    approximate,
    conjugate,
)

F = Fraction
_DENSITIES: dict[str, Any] = {"Laplace": laplace, "Gaussian": norm, "arcsine": beta(0.5, 0.5)}
_FUNCTIONS = (
    ("0", ((F(0), F(0)), (F(1), F(0)))),
    ("bent", BENT),
    ("half line", HALF_LINE),
    ("steep", STEEP),
    ("e^ε = 3, δ = 1/5", approximate(F(3), F(1, 5))),
    ("1 − x", ((F(0), F(1)), (F(1), F(0)))),
)


@display(
    "below Theorem 3.4",
    r"The non-triviality condition (3) is equivalent to $\lambda^*_{c_1,c_2,g} \le 1$.",
    joined(
        explicit(
            at("e^ε = 7/3, equality", nodes=approximate(F(7, 3), F(0)), **TWO),
            at("g(x) = (1 − x)/2", nodes=HALF_LINE, **TWO),
            at("g steep first", nodes=STEEP, **TWO),
            at("c1 = 0", nodes=BENT, k=3, c1=F(0), c2=F(3)),
        ),
        boundary,
    ),
)
def equation_3(nodes: Nodes, k: int, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Truth values; the control, at equality, raises λ* by 1e-6."""
    del k
    condition = least_room(nodes, c1, c2) <= 0
    weight = printed_weight(nodes, c1, c2) + F(slip)
    agree = bool(condition) == bool(weight <= 1)
    return Outcome(agree, 0.0 if agree else 1.0, f"(3) is {condition}, λ* = {weight}")


@display(
    "below Theorem 3.4",
    r"A larger $\lambda$ yields outputs closer to $P$: $D_f(P\|\lambda P + (1-\lambda)\mu)$ does "
    r"not rise.",
    grid(seed=range(8)),
    slip=1e-3,
)
def section_3_weight(seed: int, slip: float = 0.0) -> Outcome:
    """Along λ = 0, 1/20, ..., 1, for six f; the control adds 1e-3 λ."""
    generator = np.random.default_rng([34, seed])
    p, mu = generator.dirichlet(np.ones(2 + seed % 4), 2)
    shares = np.linspace(0.0, 1.0, 21)
    outcomes = []
    for name in ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "reversed:1/2"):
        f = f_named(name)
        values = np.array([f.between(p, s * p + (1 - s) * mu) for s in shares]) + slip * shares
        outcomes.append(at_most(float(np.max(np.diff(values))), 0.0, scale=10.0))
    return both(*outcomes)


@display(
    "D.2, step 2",
    r"$h_g(0) \le \lim_{\varepsilon \to \infty} h_g(\varepsilon)$, so that the infimum of (4) is "
    r"attained at a finite $\varepsilon^\star_g$.",
    explicit(
        *(
            at(f"g: {name}, c1 = {c1}, c2 = {c2}", nodes=g, c1=c1, c2=c2)
            for name, g in _FUNCTIONS
            for c1, c2 in ((F(0), F(2)), (F(1, 2), F(2)), (F(1, 9), F(9)))
        )
    ),
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


@display(
    "D.3",
    r"For each $i < t$ there is a real $s_i$ with $\mu((-\infty, s_i] \times \mathbb{R}^{n-1}) = "
    r"\frac it$ (for $i = t$, $s_t = \infty$ serves); the slices between them have measure "
    r"$\frac1t$: $\mu$ with a density is $(\frac1t, t, 1)$-decomposable for every $t$.",
    grid(name=tuple(_DENSITIES), t=(2, 3, 10)),
)
def appendix_d_3(name: str, t: int, slip: float = 0.0) -> Outcome:
    """Slices by quadrature, to 1e-9; the control shifts the first threshold by 1e-6."""
    density = _DENSITIES[name]
    inner = [float(density.ppf(i / t)) for i in range(1, t)]
    inner[0] += slip
    ends = [density.support()[0], *inner, density.support()[1]]
    masses = [quad(density.pdf, a, b, epsabs=1e-12, limit=200)[0] for a, b in pairwise(ends)]
    return both(*(equal(mass, 1.0 / t, relative=0.0, slack=1e-9) for mass in masses))


@display(
    "D.4",
    r"$\mathcal{P}([k]) = \tilde{\mathcal{P}}_{0,k,\mu_k}$, and $1 + g^*(-e^\varepsilon) \le "
    r"\frac{(c_2-c_1e^\varepsilon)(1-c_1)}{c_2-c_1} = 1$ for every $g$: (3) always holds.",
    explicit(*(at(f"g: {name}, k = {k}", nodes=g, k=k) for name, g in _FUNCTIONS for k in (2, 5))),
)
def appendix_d_4(nodes: Nodes, k: int, slip: float = 0.0) -> Outcome:
    """The k point masses, −1 ≤ g*(−t) ≤ 0; the control, with equality, lowers 1 by 1e-6."""
    points = MinimaxSampler(k=k, epsilon=1).extreme_points
    vertices = np.array_equal(np.sort(points, axis=0), np.sort(np.eye(k), axis=0))
    largest = max(conjugate(nodes, -t) for t in (F(1), F(3, 2), F(3), F(100)))
    return both(
        Outcome(vertices and largest >= -1, 0.0, "extreme points"),
        at_most(float(1 + largest), 1.0 - slip),
    )


@display(
    "proofs of Corollaries C.4 and 3.7",
    r"$\frac{c_2-c_1}{1-c_1} \in \mathbb{N}$ and $c_2 > 1$ imply $\frac{c_2-c_1}{1-c_1} \ge 2$ and "
    r"$c_1 + c_2 \ge 2$.",
    grid(d=range(1, 13)),
)
def assumption_3_2_sum(d: int, slip: float = 0.0) -> Outcome:
    """The least c1 + c2 over whole ratios n with c2 = c1 + n(1 − c1) > 1; control: 2 + 1e-6."""
    starts = [F(i, d) for i in range(d)]
    sums = [2 * c + n * (1 - c) for c in starts for n in range(1, 6) if c + n * (1 - c) > 1]
    return at_most(2.0 + slip, float(min(sums)))


theorem_3_6_steps = displays(
    (equation_3, section_3_weight, appendix_d_2, appendix_d_3, appendix_d_4, assumption_3_2_sum),
    id="ghoukasian2025.theorem-3-6-steps",
    source="Section 3 below Theorem 3.4, proofs D.2 to D.4, Corollary C.4",
    conditions="Assumption 3.2, any trade-off function g; D.3: μ has a density",
    evidence="In rational arithmetic, for symmetric and other g, at, above and below (3)'s "
    "boundary; λ by six f on random P and μ (D_f is convex in λ and 0 at λ = 1); slices by "
    "quadrature. (Below Theorem 3.4 the paper calls (3) “the condition in Proposition 3.3”: it is "
    "its negation.)",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (theorem_3_6_steps,)
