r"""Section 3.3: the ideas of the proof, where they are statements."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.covers import sets_of_mass
from lpcheck.claims.displays import Display, display, displays
from lpcheck.claims.divergences import EVERY_F, below_chord, between, read
from lpcheck.claims.evidence import at_most, both, equal, optimum_equals
from lpcheck.claims.exact import F, same, shares
from lpcheck.claims.instances import at, explicit, joined, labelled
from lpcheck.papers.park2024._instances import bands, simplices_as_bands
from lpcheck.papers.park2024.sampler import Band, members

_GENERIC = {"p": shares("5 3 2"), "q": shares("1 3 6")}
_POINT = {"p": shares("1 0 0"), "q": shares("2 1 1")}


@display(
    "below the theorems",
    r"The worst-case $f$-divergence of the proposed mechanism is attained at extreme $P$: at point "
    r"masses, or where $p(x) \in \{c_1h(x), c_2h(x)\}$.",
    labelled(bands(generic=False), EVERY_F, rotate=True),
)
def _worst_case(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """Members against (12), equality where P splits; the slip lowers (12)."""
    band, f = Band(tuple(mu), c1, c2, t), read(divergence)
    claimed, outcomes, splitting = band.value(f) * (1 - slip), [], 0
    for p in members(band, 4):
        found = between(f, p, band.answer(p))
        outcomes.append(at_most(found, claimed, scale=10.0))
        if all(x in (c1 * m, c2 * m) for x, m in zip(p, mu, strict=True)):
            splitting += 1
            outcomes.append(equal(found, claimed, scale=10.0))
    return both(Outcome(splitting > 0, 0.0, f"{splitting} members split"), *outcomes)


@display(
    "achievability part",
    r"$\mathcal M = \{\mathbf Q^*(P)\}$ consists of all $Q$ with $bh \le q \le be^\varepsilon h$ "
    r"(on $[k]$: $\frac{1}{e^\varepsilon+k-1} \le Q \le \frac{e^\varepsilon}{e^\varepsilon+k-1}$).",
    bands(),
)
def _range(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """Members of the band are members of the class and fixed; the slip widens the band."""
    band = Band(tuple(mu), c1, c2, t)
    inner = Band(tuple(mu), band.b * (1 - F(slip)), band.b * t, F(1))
    return both(
        Outcome(c1 <= band.b and band.b * t <= c2, 0.0, "the band lies in the class"),
        *(same(band.answer(q), q) for q in members(inner, 4)),
    )


_ratio_bound = Display(
    "achievability part, Theorem 2.1 of [59]",
    r"If $m \le dP/dQ \le M$, $m < 1 < M$, then $D_f(P\|Q) \le \frac{(1-m) f(M) + (M-1) f(m)}"
    r"{M-m}$, with equality where the ratio takes two values.",
    below_chord,
    labelled(
        explicit(
            at("two ratios", p=shares("1 1"), q=shares("1 3")),
            at("two ratios, a zero", p=shares("1 0 0"), q=[F(1, 3)] * 3),
            at("generic", **_GENERIC),
            at("close", p=shares("499 501"), q=shares("1 1")),
        ),
        EVERY_F,
    ),
)


@display(
    "converse part, data processing",
    r"$D_f(P\|\mathbf Q(P))$ is at least the divergence of the indicators of $A_P$, which "
    r"decreases in $\mathbf Q(A_P|P)$ up to $P(A_P)$.",
    labelled(explicit(at("generic", **_GENERIC), at("point mass", **_POINT)), EVERY_F),
    control={**_POINT, "divergence": "kl"},
)
def _data_processing(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """All sets of three letters, and a grid of Q(A); the slip takes that share of Q(A) away."""
    f, outcomes, whole = read(divergence), [], between(read(divergence), p, q)

    def two_point(a: Fraction, b: Fraction) -> float:
        return between(f, [a, 1 - a], [b, 1 - b])

    for chosen in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)):
        a, b = (sum((v[i] for i in chosen), F(0)) for v in (p, q))
        outcomes.append(at_most(two_point(a, b * (1 - F(slip))), whole, scale=10.0))
        steps = [two_point(a, a * F(i, 10)) for i in range(1, 11)]
        pairs = zip(steps[1:], steps, strict=False)
        outcomes += [at_most(after, before, scale=10.0) for after, before in pairs]
    return both(*outcomes)


@display(
    "converse part, packing",
    r"For any $\varepsilon$-LDP $\mathbf Q$, $\min_P \mathbf Q(A_P|P) \le "
    r"\frac{\alpha e^\varepsilon}{\alpha e^\varepsilon+1-\alpha}$ over $P$ whose sets $A_P$ of "
    r"mass $\alpha$ cover the alphabet evenly (on $[k]$: at most "
    r"$\frac{e^\varepsilon}{e^\varepsilon+k-1}$).",
    joined(
        bands(generic=False, odds=(F(2), F(7, 2))),
        simplices_as_bands(sizes=(2, 4), odds=(F(2), F(150))),
    ),
    slip=1e-4,
)
def _packing(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """The largest possible least mass is c2 α less the optimum for total variation.

    The slip changes e^ε.
    """
    band = Band(tuple(mu), c1, c2, t)
    problem = MinimaxSampler(reference=mu, c1=c1, c2=c2, epsilon=math.log(t), divergence="tv")
    odds = t * (1 + F(slip))
    largest = band.alpha * odds / (band.alpha * odds + 1 - band.alpha)
    exists = any(True for _ in sets_of_mass(mu, band.alpha))
    return both(
        Outcome(exists, 0.0, "sets of mass α exist"),
        same(band.b * t * band.alpha, band.alpha * t / (band.alpha * t + 1 - band.alpha)),
        optimum_equals(problem, solve(problem), float(c2 * band.alpha - largest)),
    )


proof = displays(
    [_worst_case, _range, _ratio_bound, _data_processing, _packing],
    id="park2024.section-3-3-proof",
    source="Section 3.3, proof sketch of Theorems 3.1 and 3.3",
    conditions="eq. 10, decomposable μ (any μ in the second)",
    evidence="P that split have (12) exactly and mixtures no more; every Q between the bounds is "
    "its own answer with r_P = 1; convexity; the program over all samplers.",
)

CLAIMS: tuple[Claim, ...] = (proof,)
