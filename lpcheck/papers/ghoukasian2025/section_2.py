r"""Trade-off functions: what they are, conjugates, and which FLDP is a profile of (ε, δ)-LDP."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr, ndtri

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, grid, joined
from lpcheck.papers.ghoukasian2025.trade_off import (
    BENT,
    HALF_LINE,
    STEEP,
    Nodes,
    approximate,
    conjugate,
    error_curve,
    hockey_stick,
    levels,
    margin,
    symmetrised,
    value,
)

F = Fraction


def _pairs(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(2)
    for n in range(60 if full else 12):
        k = int(generator.integers(2, 6))
        p, q = ([F(int(x), 30) for x in generator.multinomial(30, [1 / k] * k)] for _ in range(2))
        yield Instance(f"random pair {n}", {"p": p, "q": q}, "random")


_EDGES = (
    at("a fair and a biased coin", p=[F(1, 2), F(1, 2)], q=[F(1, 4), F(3, 4)]),
    at("singular", "degenerate", p=[F(1), F(0)], q=[F(0), F(1)]),
    at("equal", "degenerate", p=[F(1, 2), F(1, 2)], q=[F(1, 2), F(1, 2)]),
    at("zeros on both sides", "degenerate", p=[F(1, 2), F(1, 2), F(0)], q=[F(0), F(1, 4), F(3, 4)]),
)
_ALL = joined(explicit(*_EDGES), _pairs)


@display(
    "Proposition B.2",
    r"$g$ is a trade-off function if and only if it is convex, continuous, non-increasing and "
    r"$g(x) \le 1-x$.",
    _ALL,
)
def proposition_b_2(p: Any, q: Any, slip: float = 0.0) -> Outcome:
    """The shape of T(p, q), and a pair made from it that has it back; control: g(0) + 1e-6."""
    nodes = list(error_curve(p, q))
    nodes[0] = (nodes[0][0], nodes[0][1] + F(slip))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(nodes)]
    shape = (
        all(s <= r for s, r in itertools.pairwise(slopes))
        and all(s <= 0 for s in slopes)
        and all(g <= 1 - x for x, g in nodes)
        and nodes[-1] == (1, 0)
    )
    first = [b[0] - a[0] for a, b in itertools.pairwise(nodes)]
    second = [a[1] - b[1] for a, b in itertools.pairwise(nodes)]
    again = error_curve([*first, F(0)], [*second, 1 - nodes[0][1]])
    same = margin(again, error_curve(p, q)) == 0 == margin(error_curve(p, q), again)
    return Outcome(shape and same, float(not same), f"shape {shape}, made again {same}")


@display(
    "Section 2 ([21, Proposition 3])",
    r"$(\varepsilon,\delta)$-LDP is $g_{\varepsilon,\delta}$-FLDP with $g_{\varepsilon,\delta}"
    r"(\theta) = \max\{0, 1-\delta-e^\varepsilon\theta, e^{-\varepsilon}(1-\delta-\theta)\}$.",
    _ALL,
)
def section_2_approximate(p: Any, q: Any, slip: float = 0.0) -> Outcome:
    """In rational arithmetic at e^ε = 1, 3/2, 4; the control compares with δ + 1e-6."""
    for t in (F(1), F(3, 2), F(4)):
        exact = max(hockey_stick(p, q, t), hockey_stick(q, p, t))
        for delta in (exact - F(1, 2 * 10**6), exact, exact + F(1, 2 * 10**6)):
            if not 0 <= delta <= 1:
                continue
            g = approximate(t, min(delta + F(slip), F(1)))
            functional = min(margin(error_curve(p, q), g), margin(error_curve(q, p), g)) >= 0
            if functional != (exact <= delta):
                return Outcome(False, 1.0, f"e^ε = {t}, δ = {delta}: T ≥ g is {functional}")
    return Outcome(True, 0.0, "equal truth values")


@display(
    "eqs. 23 and 28",
    r"$g_{\varepsilon,\delta}$ is (23); $g^*_{\varepsilon,\delta}(y) = -(1-\delta)$ for "
    r"$y < -e^\varepsilon$, $\frac{1-\delta}{e^\varepsilon+1}(y-1)$ to $-e^{-\varepsilon}$, "
    r"$(1-\delta)y$ to $0$, $y$ beyond.",
    grid(t=(F(1), F(3, 2), F(10)), delta=(F(0), F(1, 10), F(1))),
)
def equation_23(t: Any, delta: Any, slip: float = 0.0) -> Outcome:
    """Function and conjugate; the control moves the conjugate by 1e-6."""
    nodes = approximate(t, delta)

    def printed(y: Any) -> Any:
        if y < -t:
            return -(1 - delta)
        if y <= -1 / t:
            return (1 - delta) / (t + 1) * (y - 1)
        return (1 - delta) * y if y <= 0 else y

    thetas = sorted({F(i, 40) for i in range(41)} | {x for x, _ in nodes})
    wrong = [
        x for x in thetas if value(nodes, x) != max(F(0), 1 - delta - t * x, (1 - delta - x) / t)
    ]
    ys = [-t - 1, -t, -(t + 1 / t) / 2, -1 / t, -1 / (2 * t), F(0), F(2)]
    wrong += [y for y in ys if conjugate(nodes, y) != printed(y) + F(slip)]
    return Outcome(not wrong, float(len(wrong)), f"differ at {[str(w) for w in wrong]}")


@display(
    "Section 2",
    r"$G_\nu(\theta) = \Phi(\Phi^{-1}(1-\theta) - \nu)$ is a trade-off function, and symmetric.",
    grid(nu=(0.1, 0.5, 1.0, 2.0)),
)
def section_2_gaussian(nu: float, slip: float = 0.0) -> Outcome:
    """Convex, falling, G(G(θ)) = θ; the control applies G of ν + 1e-6 the second time."""
    theta = np.linspace(0.01, 0.9, 90)
    values = ndtr(ndtri(1.0 - theta) - nu)
    back = ndtr(ndtri(1.0 - values) - (nu + slip))
    return both(
        at_most(float(np.max(np.diff(values))), 0.0),
        at_most(float(-np.min(np.diff(values, 2))), 1e-12),
        at_most(float(np.max(values - (1.0 - theta))), 0.0, slack=1e-15),
        at_most(float(np.max(np.abs(back - theta))), 1e-9),
    )


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


@display(
    "Appendix D.6",
    r"$G_\nu^*(-e^\beta) = -e^\beta \Phi(-\frac{\nu}{2}-\frac{\beta}{\nu}) - \Phi(-\frac{\nu}{2}+"
    r"\frac{\beta}{\nu})$, and $1 + G_\nu^*(-e^\beta) = \Phi(\frac{\nu}{2}-\frac{\beta}{\nu}) - "
    r"e^\beta \Phi(-\frac{\nu}{2}-\frac{\beta}{\nu})$.",
    grid(nu=(0.1, 0.5, 1.0, 2.0, 5.0), beta=(0.0, 0.3, 1.0, 2.5)),
)
def appendix_d_6(nu: float, beta: float, slip: float = 0.0) -> Outcome:
    """Against a search for the supremum; the control has β off by 1e-6."""
    found, b = gaussian_conjugate(nu, math.exp(beta)), beta + slip
    second = float(ndtr(-nu / 2 - b / nu)) * math.exp(b)
    first = equal(found, -second - float(ndtr(-nu / 2 + b / nu)))
    return both(first, equal(1.0 + found, float(ndtr(nu / 2 - b / nu)) - second, slack=1e-12))


section_2_trade_off = displays(
    (proposition_b_2, section_2_approximate, equation_23, section_2_gaussian, appendix_d_6),
    id="ghoukasian2025.section-2-trade-off",
    source="Section 2, Proposition B.2, Appendices C and D.6",
    conditions="g on [0, 1]; ε ≥ 0, δ ∈ [0, 1], both orders of each pair; ν > 0, β ≥ 0",
    evidence="T(P, Q) has the four properties for random pairs, and each such g with nodes x_i is "
    "T(P, Q) for P(i) = x_i − x_{i−1} and Q(i) = g(x_{i−1}) − g(x_i); g_{ε,δ} is right at, just "
    "below and just above the exact δ of a pair. All of it rational but G_ν, which is compared "
    "with a direct search.",
    weight="detail",
)


def functional_and_profile(p: Any, q: Any, nodes: Nodes) -> tuple[bool, bool]:
    """T ≥ g in both orders; E_t ≤ 1 + g*(−t) at every t ≥ 1 in both orders. Exact."""
    functional = min(margin(error_curve(p, q), nodes), margin(error_curve(q, p), nodes)) >= 0
    profile = all(
        hockey_stick(a, b, t) <= 1 + conjugate(nodes, -t)
        for t in levels(nodes)
        for a, b in ((p, q), (q, p))
    )
    return functional, profile


@claim(
    id="ghoukasian2025.appendix-d-1",
    source="proofs of Proposition 3.3 and Theorem 3.6 ([21, Proposition 6])",
    statement=r"For a trade-off function $g$ a sampler is $g$-FLDP if and only if it is "
    r"$(\varepsilon, 1 + g^*(-e^\varepsilon))$-LDP for all $\varepsilon \ge 0$.",
    kind="equal",
    conditions="any trade-off function g",
    expected="refuted",
    quote=r"Based on Proposition 6 in Dong et al. [21], for a trade-off function $g$, a sampler is "
    r"$g$-FLDP if and only if it is $(\varepsilon, 1+g^{*}(-e^{\varepsilon}))$-LDP for all "
    r"$\varepsilon\geq 0$.",
    finding="condition",
    stands="For the functions that the paper uses, g_{ε,δ} and G_ν, it holds: they are symmetric.",
    holds="For symmetric g, as Dong et al. state it, and for any g with max(g, g⁻¹) in its place.",
    below="ghoukasian2025.theorem-3-6",
    evidence="g(x) = (1 − x)/2 and outputs (3/4, 1/4), (1/4, 3/4): 1 + g*(−t) = 1/2 bounds E_t for "
    "all t ≥ 1, but T at 1/4 is 1/4 < 3/8.",
    instances=explicit(
        at("g(x) = (1 − x)/2", "counterexample", p=[F(3, 4), F(1, 4)], q=[F(1, 4), F(3, 4)],
           nodes=HALF_LINE),
        at("a bent symmetric g", p=[F(3, 4), F(1, 4)], q=[F(1, 4), F(3, 4)], nodes=BENT),
    ),
    slip=None,
)  # fmt: skip
def appendix_d_1(p: Any, q: Any, nodes: Nodes) -> Outcome:
    """Truth values in rational arithmetic."""
    functional, profile = functional_and_profile(p, q, nodes)
    agree = functional == profile
    return Outcome(agree, float(not agree), f"T ≥ g is {functional}, profile is {profile}")


def _symmetric(full: bool) -> Iterator[Instance]:
    for name, g in (("bent", BENT), ("half line", HALF_LINE), ("steep", STEEP)):
        for each in (*_EDGES, *_pairs(full)):
            near = [(3 * a + b) / 4 for a, b in zip(*each.parameters.values(), strict=True)]
            for label, p in (("", each.parameters["p"]), (", mixed", near)):
                parameters = {"p": p, "q": each.parameters["q"], "nodes": symmetrised(g)}
                yield Instance(f"{name}; {each.label}{label}", parameters, each.kind)


@claim(
    id="ghoukasian2025.appendix-d-1-symmetric",
    source="proofs of Proposition 3.3 and Theorem 3.6 ([21, Proposition 6])",
    statement=r"For symmetric $g$ (any $g$ replaced by $\max(g, g^{-1})$) a sampler is $g$-FLDP if "
    r"and only if it is $(\varepsilon, 1 + g^*(-e^\varepsilon))$-LDP for all $\varepsilon \ge 0$.",
    kind="equal",
    conditions="g symmetric",
    evidence="Equal truth values in rational arithmetic, on pairs on both sides of privacy.",
    instances=_symmetric,
    control={"p": [F(2, 3), F(1, 3)], "q": [F(1, 3), F(2, 3)], "nodes": approximate(F(2), F(0))},
    corrects="ghoukasian2025.appendix-d-1",
)
def appendix_d_1_symmetric(p: Any, q: Any, nodes: Nodes, slip: float = 0.0) -> Outcome:
    """Truth values; the control, a pair on the edge of log 2, has P nudged on one side only."""
    moved = [p[0] + F(slip), p[1] - F(slip), *p[2:]] if slip else p
    functional = functional_and_profile(p, q, nodes)[0]
    profile = functional_and_profile(moved, q, nodes)[1]
    agree = functional == profile
    return Outcome(agree, float(not agree), f"T ≥ g is {functional}, profile is {profile}")


CLAIMS: tuple[Claim, ...] = (section_2_trade_off, appendix_d_1, appendix_d_1_symmetric)
