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
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, chord, read
from lpcheck.claims.evidence import at_most, both, equal, vanishes
from lpcheck.claims.exact import F, shares
from lpcheck.claims.instances import at, explicit, labelled
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.park2024.sampler import members, simplex

_STRICT = ("kl", "tv", "hellinger", "chi2")
_SIZES = explicit(*(at(f"k = {k}", k=k) for k in (2, 3, 5)))


def value(k: int, t: Fraction, divergence: str) -> float:
    """Eq. 7."""
    return 0.0 if k == 1 else chord(read(divergence), F(0), (t + k - 1) / t)


@display(
    "first",
    r"$\mathcal R$ is decreasing in $\varepsilon$ and increasing in $k$ (weakly for every $f$).",
    labelled(explicit(at("all distributions")), EVERY_F),
    slip=0.2,
    control={"divergence": "kl"},
)
def _decreasing(divergence: str, slip: float = 0.0) -> Outcome:
    """Neighbours on a grid of e^ε and k; the slip adds that much times ε to the value.

    Strictly for four f. Not where f is affine from 0 to a point beyond 1: a hockey-stick with
    γ ≥ (e^ε + k − 1)/e^ε has value 0 for a range of ε and k.
    """
    levels = [F(1), F(101, 100), F(3, 2), F(2), F(4), F(20), F(1000)]
    strict = divergence in _STRICT
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


@display(
    "second",
    r"For fixed $k$, $\mathcal R \to 0$ as $\varepsilon \to \infty$.",
    labelled(_SIZES, ("kl", "hellinger", "chi2", "js", "alpha:1/2", "alpha:3", "tv")),
)
def _vanishes(k: int, divergence: str, slip: float = 0.0) -> Outcome:
    """The slope in h = e^{−ε}; the slip adds a constant."""
    return vanishes(lambda h: value(k, 1 / F(h), divergence) + slip, (1e-4, 1e-6, 1e-8), 1.0)


@display(
    "third",
    r"As $\varepsilon \to 0$, $\mathbf Q^*_{k,\varepsilon}(x|P) \to 1/k$ for all $P, x$.",
    _SIZES,
)
def _uniform(k: int, slip: float = 0.0) -> Outcome:
    """The slope of the deviation in e^ε − 1; the slip adds a constant."""
    points = members(simplex(k, F(2)), 3)

    def deviation(h: float) -> float:
        band = simplex(k, 1 + F(h))
        return slip + max(float(abs(x - F(1, k))) for p in points for x in band.answer(p))

    return vanishes(deviation, (1e-4, 1e-6, 1e-8), 1.0)


@display(
    "infinite f(0)",
    r"If $f(0) = \infty$ then $\mathcal R = \infty$: every $\varepsilon$-LDP sampling mechanism "
    r"has $R_f(\mathbf Q) = \infty$ ($k \ge 2$).",
    labelled(_SIZES, (*INFINITE_AT_ZERO, "alpha:-1/2")),
    slip=0.5,
)
def _infinite(k: int, divergence: str, slip: float = 0.0) -> Outcome:
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


@display(
    "in brackets",
    r"If $f(0) = \infty$, then $\mathcal R = \infty$ whenever the class contains two mutually "
    r"singular distributions.",
    labelled(
        explicit(
            at("two letters", mu=[F(1, 2)] * 2, c2=F(2)),
            at("four letters, halves", mu=[F(1, 4)] * 4, c2=F(2)),
            at("uneven μ", mu=shares("1 2 3"), c2=F(2)),
            at("five letters", mu=[F(1, 5)] * 5, c2=F(5, 2)),
        ),
        INFINITE_AT_ZERO,
    ),
    slip=0.3,
)
def _singular_pair(mu: list[Fraction], c2: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
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


behaviour = displays(
    [_decreasing, _vanishes, _uniform, _infinite, _singular_pair],
    id="park2024.section-3-1-behaviour",
    source="Section 3.1, behaviors of the optimal mechanism (Appendix E)",
    conditions="f(0) < ∞ but in the last two",
    evidence="R = O(e^{−ε}), and the largest deviation from 1/k is of the order of ε. With "
    "f(0) = ∞ randomized response, the constant sampler and random private samplers have an "
    "infinite risk, and for f with f(0) = 1/a the optimum over all samplers grows as 1/a.",
)

CLAIMS: tuple[Claim, ...] = (behaviour,)
