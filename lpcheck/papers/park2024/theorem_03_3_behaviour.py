r"""Behaviour of (12) in ε (Section 3.2, Appendix E)."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, chord, read
from lpcheck.claims.evidence import at_most, both, vanishes
from lpcheck.claims.exact import F
from lpcheck.claims.instances import at, explicit, labelled
from lpcheck.papers.park2024.sampler import Band

_PAIRS = explicit(
    at("c1 = 1/2, c2 = 2", c1=F(1, 2), c2=F(2)),
    at("c1 = 0, c2 = 5", c1=F(0), c2=F(5)),
    at("c1 = 1/10, c2 = 100", c1=F(1, 10), c2=F(100)),
)


def value(c1: Fraction, c2: Fraction, t: Fraction, divergence: str) -> float:
    """Eq. 12, and 0 in the trivial case."""
    return Band((F(1),), c1, c2, t).value(read(divergence)) if c2 > t * c1 else 0.0


@display(
    "first",
    r"For fixed $(c_1, c_2)$, $\mathcal R$ is decreasing in $\varepsilon$ (weakly for every $f$).",
    labelled(_PAIRS, EVERY_F),
    slip=0.2,
    control={"c1": F(1, 2), "c2": F(2), "divergence": "tv"},
)
def _decreasing(c1: Fraction, c2: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """Neighbours on a grid of e^ε; the slip adds that much times e^ε to the value."""
    levels = [F(1001, 1000), F(11, 10), F(3, 2), F(2), F(39, 10), F(9), F(400), F(10**5)]
    strict = divergence in ("kl", "tv", "hellinger", "chi2")
    outcomes = []
    for low, high in pairwise(levels):
        before = value(c1, c2, low, divergence) + slip * float(low)
        after = value(c1, c2, high, divergence) + slip * float(high)
        outcomes.append(at_most(after, before, scale=10.0))
        if strict and before > 0.0:
            outcomes.append(Outcome(after < before, 0.0, "strictly decreasing"))
    return both(*outcomes)


@display(
    "limits",
    r"If $c_1 = 0$ and $f(0) < \infty$, $\mathcal R \to 0$ as $\varepsilon \to \infty$; if "
    r"$c_1 > 0$, $\mathcal R = 0$ for $e^\varepsilon \ge c_2/c_1$, to which (12) joins on.",
    labelled(_PAIRS, ("kl", "tv", "hellinger", "chi2", "js", "alpha:3")),
)
def _vanishes(c1: Fraction, c2: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """The slope in e^{−ε}, or in c2/c1 − e^ε; the slip adds a constant."""

    def risk(h: float) -> float:
        t = 1 / F(h) if c1 == 0 else c2 / c1 * (1 - F(h))
        return value(c1, c2, t, divergence) + slip

    return vanishes(risk, (1e-4, 1e-6, 1e-8), 1.0)


@display(
    "infinite f(0)",
    r"If $c_1 = 0$ (which implies $r_1 = 0$) and $f(0) = \infty$, then $\mathcal R = \infty$.",
    labelled(
        explicit(at("c2 = 5", c2=F(5), t=F(2)), at("c2 = 101/100", c2=F(101, 100), t=F(1000))),
        INFINITE_AT_ZERO,
    ),
)
def _infinite(c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """The printed value; the slip makes c1 positive."""
    band = Band((F(1),), F(slip), c2, t)
    risk = chord(read(divergence), band.r1, band.r2)
    return Outcome(risk == math.inf and band.r1 == 0, 0.0, f"r1 = {band.r1}, value {risk}")


behaviour = displays(
    [_decreasing, _vanishes, _infinite],
    id="park2024.theorem-3-3-behaviour",
    source="Section 3.2, behavior of the optimal mechanism (Appendix E)",
    conditions="eq. 10, a space without atoms",
    evidence="(12) is R (theorem-3-3). Strictly decreasing for KL, TV, Hellinger and χ² until it "
    "is 0; O(e^{−ε}) for c1 = 0; r1 = 0 has weight (r2 − 1)/r2 > 0 in it.",
)

CLAIMS: tuple[Claim, ...] = (behaviour,)
