r"""Appendix B: f-divergences by any dominating measure, two forms of χ², data processing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import divergence
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025.samplers import draws

F = Fraction
_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "reversed:1/2", "alpha:0")


def _pairs(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(10)
    for n in range(40 if full else 8):
        k = int(generator.integers(2, 6))
        p, q = ([F(int(x), 12) for x in generator.multinomial(12, [1 / k] * k)] for _ in range(2))
        yield Instance(f"random pair {n}", {"p": p, "q": q}, "random")


_EDGES = explicit(
    at("generic", p=[F(1, 2), F(1, 3), F(1, 6)], q=[F(1, 4), F(1, 4), F(1, 2)]),
    at("zeros", "degenerate", p=[F(1, 2), F(1, 2), F(0)], q=[F(0), F(1, 3), F(2, 3)]),
    at("singular", "degenerate", p=[F(1), F(0)], q=[F(0), F(1)]),
    at("equal", "degenerate", p=[F(1, 2), F(1, 2)], q=[F(1, 2), F(1, 2)]),
)


def by_densities(p: Any, q: Any, mu: Any, name: str) -> float:
    """∫ q f(p/q) dμ with the densities of P and Q, and the conventions (11) to (13)."""
    f, total = f_named(name), 0.0
    for a, b, m in zip(p, q, mu, strict=True):
        if m == 0 or a == b == 0:
            continue
        x, y = a / m, b / m
        if y == 0:
            term = float(x) * f.slope_at_infinity
        else:
            term = float(y) * (f.at_zero if x == 0 else float(f.f(float(x / y))))
        total += term * float(m)
    return total


@display(
    "Definition B.1, eqs. 10 to 13",
    r"$D_f(P\|Q) = \int q f(\frac pq) d\mu$ is independent of the dominating measure $\mu$, and "
    r"for $P \ll Q$ it is $\mathbb{E}_Q[f(\frac{dP}{dQ})]$ (Definition 2.4).",
    joined(_EDGES, _pairs),
)
def definition_b_1(p: Any, q: Any, slip: float = 0.0) -> Outcome:
    """Four dominating measures; the control has one density of P off by 1e-6."""
    both_of_them = [a + b for a, b in zip(p, q, strict=True)]
    uneven = [m * (i + 1) for i, m in enumerate(both_of_them)]
    measures = [both_of_them, [F(1)] * len(p), uneven]
    if all(b > 0 or a == 0 for a, b in zip(p, q, strict=True)):
        measures.append(q)
    outcomes = []
    for name in _FS:
        values = [by_densities(p, q, mu, name) for mu in measures]
        values[0] = by_densities([p[0] * (1 + F(slip)), *p[1:]], q, measures[0], name)
        exact = f_named(name).between([float(a) for a in p], [float(b) for b in q])
        outcomes += [equal(v, exact, scale=100.0) for v in values]
    return both(*outcomes)


@display(
    "B.1, and [17, Section 2.1]",
    r"The $\chi^2$-divergence of $f(t) = (t-1)^2$ is that of $f(t) = t^2-1$.",
    joined(_EDGES, _pairs),
)
def appendix_b_1_chi2(p: Any, q: Any, slip: float = 0.0) -> Outcome:
    """The divergence of (t − 1)² is χ²; the control has the square off by 1e-6 of t."""
    square = divergence(
        lambda t: (t - 1.0) ** 2 + slip * t * (t - 1.0),
        name="square",
        at_zero=1.0,
        slope_at_infinity=math.inf,
        derivative=lambda t: 2.0 * (t - 1.0) + slip * (2.0 * t - 1.0),
    )
    rows = [float(a) for a in p], [float(b) for b in q]
    return equal(square.between(*rows), f_named("chi2").between(*rows), scale=100.0)


@display(
    "Theorem B.1",
    r"$D_f(P_1\|P_2) \ge D_f(P_1 M\|P_2 M)$ for every Markov kernel $M$.",
    joined(explicit(at("the identity: equality", k=3, seed=-1)), draws(60, 2, 4, 6)),
)
def theorem_b_1(k: int, seed: int, slip: float = 0.0) -> Outcome:
    """Before and after; the control raises the divergence after by 1e-6."""
    generator = np.random.default_rng(max(seed, 0))
    p, q = generator.dirichlet(np.ones(k), 2)
    kernels = [np.eye(k)] if seed < 0 else [generator.dirichlet(np.ones(3), k)]
    if seed >= 0:
        kernels.append(np.eye(k)[[0, *range(k - 1)]])  # the first two letters merged
    outcomes = []
    for name in _FS[:-1]:
        f = f_named(name)
        for M in kernels:
            after = f.between(p @ M, q @ M) * (1.0 + slip)
            outcomes.append(at_most(after, f.between(p, q), scale=k))
    return both(*outcomes)


appendix_b = displays(
    (definition_b_1, appendix_b_1_chi2, theorem_b_1),
    id="ghoukasian2025.appendix-b",
    source="Definition B.1, Appendix B.1, Theorem B.1",
    conditions="0 f(0/0) = 0, 0 f(a/0) = a lim f(u)/u",
    evidence="P + Q, the counting measure and an uneven μ give one value, infinite ones included, "
    "for seven f; where Q has no zero so does Q itself. The two χ² differ by 2(t − 1), whose "
    "integral is 0. Random pairs through random kernels, merging letters, and the identity.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (appendix_b,)
