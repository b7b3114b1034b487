r"""Behaviour of (12) in ε (Section 3.2, Appendix E)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, vanishes
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024._instances import EVERY_F, labelled, read
from lpcheck.papers.park2024._sampler import Band, F, chord

_PAIRS = explicit(
    at("c1 = 1/2, c2 = 2", c1=F(1, 2), c2=F(2)),
    at("c1 = 0, c2 = 5", c1=F(0), c2=F(5)),
    at("c1 = 1/10, c2 = 100", c1=F(1, 10), c2=F(100)),
)


def value(c1: Fraction, c2: Fraction, t: Fraction, divergence: str) -> float:
    """Eq. 12, and 0 in the trivial case."""
    return Band((F(1),), c1, c2, t).value(read(divergence)) if c2 > t * c1 else 0.0


@claim(
    id="park2024.theorem-3-3-decreasing",
    source="Behavior of the optimal mechanism, Section 3.2",
    statement=r"For fixed $(c_1, c_2)$, $\mathcal R$ is decreasing in $\varepsilon$.",
    kind="upper",
    conditions="eq. 10",
    evidence="Weakly for eleven f; strictly for KL, TV, Hellinger and χ² until it is 0.",
    instances=labelled(_PAIRS, EVERY_F),
    slip=0.2,
    control={"c1": F(1, 2), "c2": F(2), "divergence": "tv"},
)
def theorem_3_3_decreasing(
    c1: Fraction, c2: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
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


@claim(
    id="park2024.theorem-3-3-vanishes",
    source="Behavior of the optimal mechanism, Section 3.2",
    statement=r"If $c_1 = 0$ and $f(0) < \infty$, $\mathcal R \to 0$ as $\varepsilon \to \infty$; "
    r"if $c_1 > 0$, $\mathcal R = 0$ for $e^\varepsilon \ge c_2/c_1$.",
    kind="asymptotic",
    conditions="eq. 10",
    evidence="R = O(e^{−ε}) for c1 = 0. For c1 > 0 (12) tends to 0 as e^ε rises to c2/c1, so that "
    "the trivial case joins on continuously.",
    instances=labelled(_PAIRS, ("kl", "tv", "hellinger", "chi2", "js", "alpha:3")),
    slip=1e-3,
)
def theorem_3_3_vanishes(c1: Fraction, c2: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """The slope in e^{−ε}, or in c2/c1 − e^ε; the slip adds a constant."""

    def risk(h: float) -> float:
        t = 1 / F(h) if c1 == 0 else c2 / c1 * (1 - F(h))
        return value(c1, c2, t, divergence) + slip

    return vanishes(risk, (1e-4, 1e-6, 1e-8), 1.0)


@claim(
    id="park2024.theorem-3-3-infinite-continuous",
    source="Behavior of the optimal mechanism, Section 3.2",
    statement=r"If $c_1 = 0$ (which implies $r_1 = 0$) and $f(0) = \infty$, then $\mathcal R = "
    r"\infty$, on a space without atoms.",
    kind="equal",
    conditions="eq. 10",
    evidence="r1 = 0 gets weight (r2 − 1)/r2 > 0 in (12), which is R (theorem-3-3).",
    instances=labelled(
        explicit(at("c2 = 5", c2=F(5), t=F(2)), at("c2 = 101/100", c2=F(101, 100), t=F(1000))),
        ("alpha:0", "alpha:-1"),
    ),
    slip=0.01,
)
def theorem_3_3_infinite_continuous(
    c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The printed value; the slip makes c1 positive."""
    band = Band((F(1),), F(slip), c2, t)
    risk = chord(read(divergence), band.r1, band.r2)
    return Outcome(risk == float("inf") and band.r1 == 0, 0.0, f"r1 = {band.r1}, value {risk}")


CLAIMS: tuple[Claim, ...] = (
    theorem_3_3_decreasing,
    theorem_3_3_vanishes,
    theorem_3_3_infinite_continuous,
)
