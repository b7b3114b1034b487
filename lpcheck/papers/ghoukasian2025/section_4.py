r"""The neighbourhood N_γ(P0) of Section 4: eq. 9, total variation, and what E_γ ≤ ζ means."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025.trade_off import hockey_stick

F = Fraction


def _pairs(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(9)
    for n in range(100 if full else 15):
        k = int(generator.integers(2, 6))
        p, q = ([F(int(x), 60) for x in generator.multinomial(60, [1 / k] * k)] for _ in range(2))
        gamma = F(int(generator.integers(2, 8)), 2)
        yield Instance(f"random pair {n}, γ = {gamma}", {"p": p, "q": q, "gamma": gamma}, "random")


_EDGES = (
    at("on the edge", p=[F(2, 3), F(1, 3)], q=[F(1, 3), F(2, 3)], gamma=F(2)),
    at("point masses", "degenerate", p=[F(1), F(0)], q=[F(0), F(1)], gamma=F(2)),
    at("Q has a zero", "degenerate", p=[F(1, 2), F(1, 2)], q=[F(1), F(0)], gamma=F(2)),
    at("equal, γ = 1", "degenerate", p=[F(1, 2), F(1, 2)], q=[F(1, 2), F(1, 2)], gamma=F(1)),
)
_ALL = joined(explicit(*_EDGES), _pairs)


@display(
    "Definition B.2",
    r"$E_\gamma(P\|Q) = \mathbb{E}_Q[\max\{\frac{dP}{dQ}-\gamma, 0\}] = \frac12 "
    r"\int|dP - \gamma dQ| - \frac12(\gamma-1)$.",
    _ALL,
)
def definition_b_2(p: Any, q: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control has γ − 1 off by 1e-6 of γ."""
    total = sum(abs(a - gamma * b) for a, b in zip(p, q, strict=True))
    gap = abs(hockey_stick(p, q, gamma) - (total - (gamma * (1 + F(slip)) - 1)) / 2)
    return Outcome(gap == 0, float(gap), f"the two differ by {gap}")


@display(
    "eq. 9",
    r"$E_\gamma(P\|P_0) = E_\gamma(P_0\|P) = 0$ if and only if $P \le \gamma P_0$ and $P_0 \le "
    r"\gamma P$, that is, $N_\gamma(P_0) = \tilde{\mathcal{P}}_{1/\gamma, \gamma, P_0}$.",
    _ALL,
)
def equation_9(p: Any, q: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """Compare the two definitions; the control has the γ of the second lowered by 1e-6."""
    first = hockey_stick(p, q, gamma) == 0 == hockey_stick(q, p, gamma)
    g = gamma - F(slip)
    second = all(a <= g * b and b <= g * a for a, b in zip(p, q, strict=True))
    return Outcome(first == second, float(first != second), f"{first} and {second}")


@display(
    "below eq. 9",
    r"$E_\gamma(P\|Q) = 0$ implies $D_{TV}(P, Q) \le 1 - \frac1\gamma$.",
    _ALL,
    control={"p": [F(1), F(0)], "q": [F(0), F(1)], "gamma": F(2)},
)
def section_4_tv(p: Any, q: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """The largest TV over all such Q; the control, where it is tight, lowers the bound by 1e-6."""
    del q
    rest = 1 - 1 / gamma
    largest = max(
        hockey_stick(p, [a / gamma + (rest if i == j else 0) for i, a in enumerate(p)], 1)
        for j in range(len(p))
    )
    return at_most(float(largest), float(rest) - slip)


section_4_neighbourhood = displays(
    (definition_b_2, equation_9, section_4_tv),
    id="ghoukasian2025.section-4-neighbourhood",
    source="Section 4, eq. 9 and Definition B.2",
    conditions="γ ≥ 1",
    evidence="Equal in rational arithmetic, inside, outside and on the edge, zeros included. TV is "
    "convex in Q, so its largest value is at the vertices P/γ + (1 − 1/γ)e_j of {Q ≥ P/γ}: all "
    "looked at; tight for a point mass.",
    weight="detail",
)


@claim(
    id="ghoukasian2025.section-4-zeta",
    source="Section 4, below eq. 9",
    statement=r"$E_\gamma(P\|P_0) \le \zeta$ (and in reverse) means that the likelihood ratio lies "
    r"in $[1/\gamma, \gamma]$ with probability at least $1-\zeta$ under $P_0$.",
    kind="lower",
    conditions="γ ≥ 1, ζ ≥ 0",
    expected="refuted",
    quote=r"we can straightforwardly extend this neighborhood to the more general case by "
    r"replacing $E_{\gamma}(P\|P_{0})=0$ with $E_{\gamma}(P\|P_{0})\leq\zeta$, meaning the "
    r"likelihood ratio lies in $[1/\gamma,\gamma]$ with probability at least $1-\zeta$ under "
    r"$P_{0}$",
    finding="imprecise",
    weight="detail",
    stands="Nothing rests on it: it is an outlook, and at ζ = 0, the paper's neighbourhood, it is "
    "right.",
    holds="E_γ(P‖P0) ≤ ζ says P(A) ≤ γ P0(A) + ζ for every A; the ratio exceeds cγ with "
    "probability at most ζ/((c − 1)γ) under P0.",
    evidence="γ = 3/2, P0 = (1/2, 1/2), P = (1, 0): E_γ is 1/4, and 1/2 in reverse, but the ratio "
    "is 2 or 0: never within. (With one side only: γ = 2, (5/8, 3/8) against (1/4, 3/4): 1/8 and "
    "0, ratio 5/2 with probability 1/4.) E_γ weighs by how much the ratio is passed.",
    instances=explicit(
        at("a fair coin, P = (1, 0)", "counterexample", p=[F(1), F(0)], q=[F(1, 2), F(1, 2)],
           gamma=F(3, 2)),
        at("P = (5/8, 3/8)", "counterexample", p=[F(5, 8), F(3, 8)], q=[F(1, 4), F(3, 4)],
           gamma=F(2)),
        at("P inside", p=[F(1, 2), F(1, 2)], q=[F(1, 4), F(3, 4)], gamma=F(2)),
    ),
    slip=None,
)  # fmt: skip
def section_4_zeta(p: Any, q: Any, gamma: Any) -> Outcome:
    """The probability of a ratio outside against ζ, the larger of the two E_γ; exact."""
    zeta = max(hockey_stick(p, q, gamma), hockey_stick(q, p, gamma))
    pairs = list(zip(p, q, strict=True))
    beyond = sum(b for a, b in pairs if a > gamma * b or b > gamma * a)
    return at_most(float(beyond), float(zeta))


@claim(
    id="ghoukasian2025.section-4-zeta-corrected",
    source="Section 4, below eq. 9",
    statement=r"$E_\gamma(P\|P_0) \le \zeta$ if and only if $P(A) \le \gamma P_0(A) + \zeta$ for "
    r"every $A$; the ratio then exceeds $c\gamma$, $c > 1$, with probability at most "
    r"$\frac{c}{c-1}\zeta$ under $P$, and $\frac{\zeta}{(c-1)\gamma}$ under $P_0$.",
    kind="equal",
    conditions="γ ≥ 1, ζ ≥ 0",
    evidence="All 2^k events, and the two probabilities at c = 3/2, in rational arithmetic.",
    instances=joined(
        explicit(at("P = (5/8, 3/8)", p=[F(5, 8), F(3, 8)], q=[F(1, 4), F(3, 4)], gamma=F(2))),
        _ALL,
    ),
    weight="detail",
    corrects="ghoukasian2025.section-4-zeta",
)
def section_4_zeta_corrected(p: Any, q: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """ζ is the largest P(A) − γP0(A); the control raises it by 1e-6."""
    zeta = hockey_stick(p, q, gamma) + F(slip)
    pairs, c = list(zip(p, q, strict=True)), F(3, 2)
    events = product((0, 1), repeat=len(pairs))
    most = max(sum((a - gamma * b) * s for (a, b), s in zip(pairs, A, strict=True)) for A in events)
    over = [(a, b) for a, b in pairs if a > c * gamma * b]
    tails = (
        sum(a for a, _ in over) * (c - 1) <= c * zeta,
        sum(b for _, b in over) * (c - 1) * gamma <= zeta,
    )
    return Outcome(most == zeta and all(tails), float(abs(most - zeta)), f"{most}, {zeta}, {tails}")


CLAIMS: tuple[Claim, ...] = (section_4_neighbourhood, section_4_zeta, section_4_zeta_corrected)
