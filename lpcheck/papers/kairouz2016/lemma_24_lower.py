r"""Section 8.2: the lower bound of Lemma 24 needs no condition on ties, unlike the upper one."""

from __future__ import annotations

from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import joined
from lpcheck.papers.kairouz2016._hypothesis import (
    TIE,
    F,
    exact,
    favoured,
    growth,
    masks,
    pairs_at,
)
from lpcheck.papers.kairouz2016.lemma_24_proof import SPREAD, complement, eq36, parts
from lpcheck.papers.kairouz2016.lemma_24_thresholds import UNTIED
from lpcheck.papers.kairouz2016.theorem_05 import TWO_TIES

BAD = (SPREAD[1], SPREAD[0])
"""Two letters outside T, so that some pattern limits ε."""

NAMED = {"two letters outside T": BAD, "a tie": TIE, "two ties": TWO_TIES}


@claim(
    id="kairouz2016.section-8-2-lower",
    source="Section 8.2, below eq. 36",
    statement=r"For $T_j \ne T^c$ there is a positive $\varepsilon(j)$ such that the left-hand "
    r"side of (36) is positive for all $\varepsilon \le \varepsilon(j)$; so the lower bound of "
    r"Lemma 24 holds below some $\varepsilon_2 > 0$.",
    kind="lower",
    conditions="P_0 ≠ P_1, positive; ties P_0(x) = P_1(x) do no harm here",
    evidence="With e^{ε(j)} − 1 the ratio at which (36) changes sign, exactly. A tied letter lies "
    "in T, and added to T^c leaves P_0(x)(P_0(T) − P_1(T))u² > 0, though the strict inequality "
    "that the proof uses is an equality there: only the upper bound of Lemma 24 fails.",
    instances=joined(growth(pairs_at(NAMED, (0.5,))), UNTIED),
    slip=0.02,
)
def lower_threshold(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The sign of (36) up to its change of sign, for all patterns; the slip raises ε(j) by 2 %."""
    pair, worst = exact(p0, p1), F(1)
    for mask in masks(len(pair[0])):
        if mask == complement(favoured(pair)):
            continue
        a, b, p, q = parts(pair, mask)
        slack, turn = (a - b) + (p - q), (a * q - b * p) + (p - q)
        limit = slack / -turn if turn < 0 else F(10**6)
        if limit <= 0:
            return Outcome(False, 1.0, f"no positive ε(j) for the pattern {mask}")
        for share in (F(99, 100) * (1 + F(slip)), F(1, 100)):
            u = limit * share
            worst = min(worst, eq36(pair, mask, u) / u**2)
    return Outcome(worst > 0, -float(worst), f"the smallest left side is {float(worst):.3g} u²")


CLAIMS: tuple[Claim, ...] = (lower_threshold,)
