r"""Behaviour of the optimal value over all distributions (Section 3.1, Appendix E)."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np

from formulations import MinimaxSampler
from formulations.formulation import Array
from formulations.gate import solve
from formulations.privacy import make_private
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal, vanishes
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.park2024._instances import EVERY_F, INFINITE_AT_ZERO, labelled, read
from lpcheck.papers.park2024._sampler import F, chord, members, simplex

SMOOTH = ("kl", "hellinger", "chi2", "js", "alpha:1/2", "alpha:3")
_FINITE = explicit(at("all distributions"))


def value(k: int, t: Fraction, divergence: str) -> float:
    """Eq. 7."""
    return 0.0 if k == 1 else chord(read(divergence), F(0), (t + k - 1) / t)


@claim(
    id="park2024.section-3-1-decreasing",
    source="Behaviors of the optimal mechanism",
    statement=r"$\mathcal R$ is decreasing in $\varepsilon$ and increasing in $k$.",
    kind="upper",
    conditions="f(0) < ∞",
    evidence="In the weak sense for eleven f, and strictly for KL, total variation, Hellinger and "
    "χ². The strict sense fails where f is affine from 0 to a point beyond 1: a hockey-stick with "
    "γ ≥ (e^ε + k − 1)/e^ε has value 0 for a range of ε and k.",
    instances=labelled(_FINITE, EVERY_F),
    slip=0.2,
    control={"divergence": "kl"},
)
def section_3_1_decreasing(divergence: str, slip: float = 0.0) -> Outcome:
    """Neighbours on a grid of e^ε and k; the slip adds that much times ε to the value."""
    levels = [F(1), F(101, 100), F(3, 2), F(2), F(4), F(20), F(1000)]
    strict = divergence in ("kl", "tv", "hellinger", "chi2")
    outcomes = []
    for k in (2, 3, 7):
        for low, high in pairwise(levels):
            before, after = value(k, low, divergence), value(k, high, divergence)
            after += slip * math.log(high)
            outcomes.append(at_most(after, before, scale=10.0))
            if strict:
                outcomes.append(Outcome(after < before, 0.0, "strictly decreasing in ε"))
    for t in levels[1:]:
        for k in (1, 2, 3, 7):
            less, more = value(k, t, divergence), value(k + 1, t, divergence)
            outcomes.append(at_most(less, more, scale=10.0))
            if strict:
                outcomes.append(Outcome(less < more, 0.0, "strictly increasing in k"))
    return both(*outcomes)


@claim(
    id="park2024.section-3-1-vanishes",
    source="Behaviors of the optimal mechanism",
    statement=r"For fixed $k$, $\mathcal R \to 0$ as $\varepsilon \to \infty$.",
    kind="asymptotic",
    conditions="f(0) < ∞",
    evidence="R = O(e^{−ε}), measured at k = 2, 5 and 50 for every f tried.",
    instances=labelled(explicit(*(at(f"k = {k}", k=k) for k in (2, 5, 50))), (*SMOOTH, "tv")),
    slip=1e-3,
    control={"k": 5, "divergence": "kl"},
)
def section_3_1_vanishes(k: int, divergence: str, slip: float = 0.0) -> Outcome:
    """The slope in h = e^{−ε}; the slip adds a constant."""
    return vanishes(lambda h: value(k, 1 / F(h), divergence) + slip, (1e-4, 1e-6, 1e-8), 1.0)


@claim(
    id="park2024.section-3-1-uniform",
    source="Behaviors of the optimal mechanism",
    statement=r"As $\varepsilon \to 0$, $\mathbf Q^*_{k,\varepsilon}(x|P) \to 1/k$ for all $P, x$.",
    kind="asymptotic",
    conditions="any P and k",
    evidence="The largest deviation over members of the simplex falls as ε.",
    instances=explicit(*(at(f"k = {k}", k=k) for k in (2, 3, 6))),
    slip=1e-3,
)
def section_3_1_uniform(k: int, slip: float = 0.0) -> Outcome:
    """The slope of the deviation in e^ε − 1; the slip adds a constant."""
    points = members(simplex(k, F(2)), 3)

    def deviation(h: float) -> float:
        band = simplex(k, 1 + F(h))
        return slip + max(float(abs(x - F(1, k))) for p in points for x in band.answer(p))

    return vanishes(deviation, (1e-4, 1e-6, 1e-8), 1.0)


@claim(
    id="park2024.section-3-1-infinite",
    source="Behaviors of the optimal mechanism",
    statement=r"If $f(0) = \infty$ then $\mathcal R = \infty$: every $\varepsilon$-LDP sampling "
    r"mechanism has $R_f(\mathbf Q) = \infty$.",
    kind="lower",
    conditions="k ≥ 2 (with one letter R = 0)",
    evidence="Randomized response, the constant sampler and random private samplers all have an "
    "infinite risk; and for f with f(0) = 1/a the optimum over all samplers grows as 1/a.",
    instances=labelled(
        explicit(*(at(f"k = {k}", k=k) for k in (2, 3, 5))), (*INFINITE_AT_ZERO, "alpha:-1/2")
    ),
    slip=0.5,
)
def section_3_1_infinite(k: int, divergence: str, slip: float = 0.0) -> Outcome:
    """Private kernels at ε = 1, and a family of f that tends to f(0) = ∞.

    The slip leaves the first row without mass outside its own letter, and is not private.
    """
    f, generator = read(divergence), np.random.default_rng([k, 3])
    kernels = [randomized_response(k, 1.0), np.full((k, k), 1.0 / k)]
    kernels += [_private(generator, k) for _ in range(5)]
    if slip:
        kernels = [np.eye(k)]
    risks = [
        max(f.between(e, q) for e, q in zip(np.eye(k), kernel, strict=True)) for kernel in kernels
    ]
    optima = [solve(MinimaxSampler(k=k, epsilon=1, divergence=f"alpha:{a}")) for a in (0.1, 0.01)]
    growth = optima[1].value / optima[0].value
    return both(
        *(equal(risk, math.inf) for risk in risks),
        Outcome(8.0 < growth < 12.0, 0.0, f"the optimum grows by {growth:.4g} as f(0) by 10"),
    )


def _private(generator: np.random.Generator, k: int) -> Array:
    """A random kernel, mixed with enough of the uniform one to be 1-LDP."""
    rows = generator.dirichlet(np.ones(k), k)
    return make_private(rows, np.full(k, 1.0 / k), 1.0)


@claim(
    id="park2024.section-3-1-infinite-class",
    source="Behaviors of the optimal mechanism, in brackets",
    statement=r"If $f(0) = \infty$, then $\mathcal R = \infty$ whenever the class contains two "
    r"mutually singular distributions.",
    kind="lower",
    conditions="ε-LDP, any class",
    evidence="If neither of the two answers costs infinity, both are supported on disjoint sets, "
    "and ε-LDP forbids that. Confirmed where extreme points are singular, also as the limit of "
    "f with f(0) = 1/a. Singular pairs are not needed: see theorem-3-3-infinite-support.",
    instances=labelled(
        explicit(
            at("two letters", mu=[F(1, 2)] * 2, c2=F(2)),
            at("four letters, halves", mu=[F(1, 4)] * 4, c2=F(2)),
            at("uneven μ", mu=[F(1, 6), F(1, 3), F(1, 2)], c2=F(2)),
            at("five letters", mu=[F(1, 5)] * 5, c2=F(5, 2)),
        ),
        INFINITE_AT_ZERO,
    ),
    slip=0.3,
    control={"mu": [F(1, 2)] * 2, "c2": F(2), "divergence": "alpha:0"},
)
def section_3_1_infinite_class(
    mu: list[Fraction], c2: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The optimum over all samplers; the slip lowers c2, so that no two members are singular."""

    def problem(f: object) -> MinimaxSampler:
        return MinimaxSampler(reference=mu, c2=c2 - F(slip), epsilon=1, divergence=f)

    target = problem(read(divergence))
    overlap = target.extreme_points @ target.extreme_points.T
    singular = Outcome(bool(overlap.min() == 0), 0.0, f"the least overlap is {overlap.min():.3g}")
    growth = solve(problem("alpha:0.01")).value / solve(problem("alpha:0.1")).value
    return both(
        singular,
        equal(solve(target).value, math.inf),
        Outcome(8.0 < growth < 12.0, 0.0, f"the optimum grows by {growth:.4g} as f(0) by 10"),
    )


CLAIMS: tuple[Claim, ...] = (
    section_3_1_decreasing,
    section_3_1_vanishes,
    section_3_1_uniform,
    section_3_1_infinite,
    section_3_1_infinite_class,
)
