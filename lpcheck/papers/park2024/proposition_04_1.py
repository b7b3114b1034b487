r"""Proposition 4.1: the mechanism is Lipschitz in total variation; its constant is not tight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both
from lpcheck.claims.exact import distance, no_more, same
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.park2024._instances import bands, simplices_as_bands
from lpcheck.papers.park2024._sampler import Band, F, members

Row = list[Fraction]


def _pairs(band: Band) -> Iterator[tuple[Row, Row, Fraction, Fraction]]:
    """Members, their answers' distance and max(r_P, r_P'), each r_P the largest that is allowed."""
    points = members(band, 4)
    # Near neighbours as well: a step towards another member.
    points += [[(99 * x + y) / 100 for x, y in zip(p, points[1], strict=True)] for p in points[2:5]]
    solved = [(p, band.answer(p), band.normaliser(p)) for p in points]
    for (p, q, r), (other, answer, s) in combinations(solved, 2):
        yield p, other, distance(q, answer), max(r, s)


_CLASSES = joined(
    bands(odds=(F(2),)),
    simplices_as_bands(sizes=(2, 4), odds=(F(11, 10), F(150))),
)


@claim(
    id="park2024.proposition-4-1",
    source="Proposition 4.1, eq. 14",
    statement=r"$D_{TV}(\mathbf Q^*(P), \mathbf Q^*(P')) \le "
    r"\frac{2}{\max(r_P, r_{P'})} D_{TV}(P, P')$.",
    kind="upper",
    conditions="the setups of Theorems 3.1 and 3.3, any choice of r_P",
    evidence="Exactly, over pairs of members, with the largest r_P (the strongest reading where "
    "r_P is not unique).",
    instances=_CLASSES,
    slip=1.1,
    control={"mu": [F(1, 4)] * 4, "c1": F(0), "c2": F(2), "t": F(7, 2)},
)
def proposition_4_1(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """Pairs of members; the slip is taken off the constant 2 (1 would still hold)."""
    constant = 2 - F(slip)
    return both(
        *(
            no_more(found, constant / r * distance(p, other))
            for p, other, found, r in _pairs(Band(tuple(mu), c1, c2, t))
        )
    )


@claim(
    id="park2024.proposition-4-1-sharp",
    source="Proposition 4.1, with constant 1",
    statement=r"$D_{TV}(\mathbf Q^*(P), \mathbf Q^*(P')) \le "
    r"\frac{1}{\max(r_P, r_{P'})} D_{TV}(P, P')$.",
    kind="upper",
    conditions="as Proposition 4.1, any choice of r_P",
    evidence="The factor 2 is not needed. For r_P ≥ r_P', Q − Q' = d − e with d = clip(p/r_P) − "
    "clip(p'/r_P), e ≥ 0 and Σe = Σd, hence TV ≤ Σ d⁺ ≤ Σ (p − p')⁺/r_P. Exactly, over pairs of "
    "members; equality occurs (proposition-4-1-attained).",
    instances=_CLASSES,
    slip=0.1,
    control={"mu": [F(1, 4)] * 4, "c1": F(0), "c2": F(2), "t": F(7, 2)},
)
def proposition_4_1_sharp(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """Pairs of members; the slip is taken off the constant 1."""
    return proposition_4_1.test(mu, c1, c2, t, 1.0 + slip)


@claim(
    id="park2024.proposition-4-1-attained",
    source="Proposition 4.1",
    statement=r"The constant 1 in place of 2 is attained.",
    kind="equal",
    conditions="the setup of Theorem 3.1",
    evidence="P = (1/2, 1/2, 0) and P' = (3/5, 2/5, 0), e^ε = 2: r_P = r_P' = 4/3 and the answers "
    "(3/8, 3/8, 1/4) and (9/20, 3/10, 1/4) are 3/40 apart, which is TV(P, P') = 1/10 divided by "
    "4/3.",
    instances=explicit(
        at("three letters", p=[F(1, 2), F(1, 2), F(0)], other=[F(3, 5), F(2, 5), F(0)], t=F(2)),
        at("two letters", p=[F(1, 2), F(1, 2)], other=[F(3, 5), F(2, 5)], t=F(2)),
    ),
)
def proposition_4_1_attained(p: Row, other: Row, t: Fraction, slip: float = 0.0) -> Outcome:
    """Equality at a pair; the slip changes the constant 1."""
    band = Band((F(1, len(p)),) * len(p), F(0), F(len(p)), t)
    r = max(band.normaliser(p), band.normaliser(other))
    found = distance(band.answer(p), band.answer(other))
    return same(found, (1 + F(slip)) / r * distance(p, other))


@claim(
    id="park2024.section-4-2-estimate",
    source="Section 4.2, below Proposition 4.1",
    statement=r"Whenever $D_{TV}(P, P') \le \beta r_P/2$, $D_{TV}(\mathbf Q^*(P), "
    r"\mathbf Q^*(P')) \le \beta$.",
    kind="upper",
    conditions="the setups of Theorems 3.1 and 3.3",
    evidence="Exactly; with β = 2 TV(P, P')/r_P, and half of it is enough.",
    instances=_CLASSES,
    slip=0.55,
    control={"mu": [F(1, 4)] * 4, "c1": F(0), "c2": F(2), "t": F(7, 2)},
)
def section_4_2_estimate(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """With the r of P alone, which is at most the larger; the slip is a share taken off β."""
    band, outcomes = Band(tuple(mu), c1, c2, t), []
    solved = [(p, band.answer(p), band.normaliser(p)) for p in members(band, 3)]
    for p, answer, r in solved:
        for other, answer_to_other, _ in solved:
            beta = 2 * distance(p, other) / r * (1 - F(slip))
            outcomes.append(no_more(distance(answer, answer_to_other), beta))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (
    proposition_4_1,
    proposition_4_1_sharp,
    proposition_4_1_attained,
    section_4_2_estimate,
)
