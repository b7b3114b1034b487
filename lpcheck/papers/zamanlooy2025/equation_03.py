r"""Equation 3: the clipped closed form of the relative mollifier, and when it exists."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import RelativeMollifier
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.exact import F, no_more, shares
from lpcheck.claims.instances import again, at, explicit, joined, labelled
from lpcheck.mechanisms import normaliser_exists, relative_mollifier

_OUTSIDE = [
    at("a rare letter", "counterexample", target=[1, 0], reference=shares("1 3"), tau=F(2)),
    at("disjoint", "counterexample", target=[1, 0], reference=shares("0 1"), tau=F(2)),
    at(
        "two of four letters",
        "counterexample",
        target=shares("1 2 0 0"),
        reference=shares("1 1 5 3"),
        tau=F(3, 2),
    ),
    at(
        "Section 5.2 at p^1 = 1, q uniform",
        "counterexample",
        target=[1, *[0] * 99],
        reference=[F(1, 100)] * 100,
        tau=F(546, 10),
    ),
]
_INSIDE = [
    at("generic", target=shares("5 3 2"), reference=shares("1 3 6"), tau=F(3, 2)),
    at("a zero", target=shares("1 1 0"), reference=[F(1, 3)] * 3, tau=F(2)),
    at("point mass", "degenerate", target=[1, 0], reference=shares("1 1"), tau=F(3)),
    at("threshold", "degenerate", target=[1, 0], reference=shares("1 2"), tau=F(2)),
    at("itself", "degenerate", target=shares("1 3"), reference=shares("1 3"), tau=F(2)),
    at("ε = 0", "degenerate", target=[1, 0], reference=shares("1 3"), tau=F(1)),
    at("one letter", "degenerate", target=[F(1)], reference=[F(1)], tau=F(2)),
    at("ε = 40", "degenerate", target=shares("1 4 0"), reference=shares("1 5 4"), tau=F(485165195)),
    at("ties", "degenerate", target=shares("2 1 1"), reference=shares("1 1 2"), tau=F(5, 4)),
]


def _largest_sum(target: Any, reference: Any, tau: Fraction) -> Fraction:
    """Σ p̂ in the limit C → 0, its largest value over C > 0 (which a small enough C attains)."""
    pairs = zip(target, reference, strict=True)
    return sum((q * tau if p > 0 else q / tau for p, q in pairs), F(0))


@claim(
    id="zamanlooy2025.equation-3",
    source="Section 2.3, eq. 3",
    statement=r"$\hat p(x) = \min\{\max\{q(x)/e^{\varepsilon/2}, p(x)/C\}, e^{\varepsilon/2} "
    r"q(x)\}$ solves (2), where $C > 0$ is a normalising constant that makes $\hat p$ sum to 1.",
    kind="feasible",
    conditions="none",
    expected="refuted",
    evidence="For p = (1, 0), q = (1/4, 3/4), e^{ε/2} = 2 the sum is at most 2/4 + 3/8 = 7/8, "
    "whatever C is: letters outside supp p stay at their lower bound. It is met in Section 5.2 at "
    "p^1 = 1, where the bisection of Section 5.1 has nothing to find unless q_1 ≥ 1/(1 + e^4).",
    instances=explicit(*_OUTSIDE, *_INSIDE),
    slip=None,
    quote="solving (2) admits the following closed-form expression: [(3)] where C > 0 is a "
    "normalizing constant, depending on p, q, and ε, ensuring that [p̂] sums to one.",
    finding="condition",
    holds="C exists if and only if ε = 0 or q(supp p) ≥ 1/(1 + e^{ε/2}), and then (3) solves (2).",
    stands="No theorem rests on it: (3) is the baseline's, taken from Husain et al. (2020), and it "
    "holds wherever p has full support.",
)
def equation_3(target: Any, reference: Any, tau: Fraction, slip: float = 0.0) -> Outcome:
    """Whether the sum reaches 1 for some C; it is continuous, and 1/τ ≤ 1 for large C."""
    return no_more(F(1), _largest_sum(target, reference, tau))


@claim(
    id="zamanlooy2025.equation-3-threshold",
    source="Section 2.3, eq. 3, with its condition",
    statement=r"The normalising constant of (3) exists if and only if $\varepsilon = 0$ or "
    r"$q(\operatorname{supp} p) \ge 1/(1 + e^{\varepsilon/2})$.",
    kind="equal",
    conditions="none",
    evidence="The sum is continuous in C, at most e^{ε/2} Q + (1 − Q)/e^{ε/2} with "
    "Q = q(supp p), and reaches that value; solve for 1.",
    instances=again(explicit(_INSIDE[3], *_OUTSIDE, *_INSIDE)),
    slip=0.01,
    corrects="zamanlooy2025.equation-3",
)
def equation_3_threshold(target: Any, reference: Any, tau: Fraction, slip: float = 0.0) -> Outcome:
    """Existence against the threshold, exactly; the slip raises the threshold by 1 %."""
    inside = sum((q for p, q in zip(target, reference, strict=True) if p > 0), F(0))
    exists = _largest_sum(target, reference, tau) >= 1
    claimed = tau == 1 or inside * (1 + tau) >= 1 + F(slip)
    coded = normaliser_exists(_floats(target), _floats(reference), 2.0 * math.log(tau))
    detail = f"exists: {exists}; by the threshold: {claimed}; by the function: {coded}"
    return Outcome(exists == claimed == coded, 0.0, detail)


@claim(
    id="zamanlooy2025.equation-3-corrected",
    source="Section 2.3, eqs 2 and 3, with the condition, for every f",
    statement=r"If $\varepsilon = 0$ or $q(\operatorname{supp} p) \ge 1/(1 + e^{\varepsilon/2})$, "
    r"the clip (3) with its $C$ minimises $\mathsf{KL}(p\|\cdot)$, and every $D_f(p\|\cdot)$, over "
    r"$\mathcal M_{\varepsilon,q}$.",
    kind="tight",
    conditions="ε = 0 or q(supp p) ≥ 1/(1 + e^{ε/2})",
    evidence="Optimal against the program over the whole mollifier, for KL on every instance and "
    "for twelve other f, f(0) = ∞ among them: one multiplier prices the sum, and for each f some "
    "price makes the clip the minimiser of the Lagrangian.",
    instances=joined(
        labelled(explicit(*_INSIDE), ("kl",)),
        labelled(explicit(*_INSIDE[:2]), (*EVERY_F[1:], *INFINITE_AT_ZERO)),
    ),
    corrects="zamanlooy2025.equation-3",
)
def equation_3_corrected(
    target: Any, reference: Any, tau: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The printed clip, with C from the exact solver, against the program; the slip changes C."""
    p, q, root = np.array(_floats(target)), np.array(_floats(reference)), float(tau)
    epsilon = 2.0 * math.log(tau)
    normaliser = relative_mollifier(p, q, epsilon).normaliser
    if normaliser is None:
        return Outcome(False, 1.0, "there is no normalising constant")
    clip = np.minimum(np.maximum(q / root, p / (normaliser * (1.0 + slip))), root * q)
    return optimal(_problem(target, reference, tau, divergence), clip)


@claim(
    id="zamanlooy2025.equation-3-without-normaliser",
    source="Section 2.3, eqs 2 and 3, where C does not exist",
    statement=r"If $\varepsilon > 0$ and $q(\operatorname{supp} p) < 1/(1 + e^{\varepsilon/2})$, "
    r"$D_f(p\|\cdot)$ is least at any member of $\mathcal M_{\varepsilon,q}$ that equals "
    r"$e^{\varepsilon/2} q$ on $\operatorname{supp} p$.",
    kind="tight",
    conditions="ε > 0 and q(supp p) < 1/(1 + e^{ε/2})",
    evidence="v f(p/v) − v f(0) falls in v, so mass on supp p is never worse; confirmed by the "
    "program.",
    instances=labelled(
        again(explicit(_OUTSIDE[0], _OUTSIDE[2], _OUTSIDE[1])),
        ("kl", "tv", "hellinger", "chi2", "hockey-stick:2", "alpha:0"),
    ),
    corrects="zamanlooy2025.equation-3",
)
def equation_3_without_normaliser(
    target: Any, reference: Any, tau: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The rest spread over the other letters; the slip moves mass between the first and last."""
    epsilon = 2.0 * math.log(tau)
    projection = relative_mollifier(_floats(target), _floats(reference), epsilon)
    if projection.exists:
        return Outcome(False, 1.0, "a normalising constant exists after all")
    x = nudged(nudged(projection.distribution, -slip), slip, (len(target) - 1,))
    return optimal(_problem(target, reference, tau, divergence), x)


def _problem(target: Any, reference: Any, tau: Fraction, divergence: str) -> RelativeMollifier:
    return RelativeMollifier(
        target=target, reference=reference, epsilon=2.0 * math.log(tau), divergence=read(divergence)
    )


def _floats(values: Any) -> list[float]:
    return [float(v) for v in values]


CLAIMS: tuple[Claim, ...] = (
    equation_3,
    equation_3_threshold,
    equation_3_corrected,
    equation_3_without_normaliser,
)
