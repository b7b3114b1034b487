r"""Proposition 4.1: the mechanism is Lipschitz in total variation; its constant is not tight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both
from lpcheck.claims.exact import F, Row, distance, no_more, same, shares
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.park2024._instances import bands, bounded, simplices_as_bands
from lpcheck.papers.park2024.sampler import Band, members

_CLASSES = joined(bands(odds=(F(2),)), simplices_as_bands(sizes=(2, 4), odds=(F(11, 10), F(150))))
_CONTROL = bounded("1 1 1 1", "0", "2", t=F(7, 2))


def _pairs(band: Band) -> Iterator[tuple[Row, Row, Fraction, Fraction, Fraction]]:
    """Members, their answers' distance, r_P and r_P', each the largest that is allowed."""
    points = members(band, 4)
    # Near neighbours as well: a step towards another member.
    points += [[(99 * x + y) / 100 for x, y in zip(p, points[1], strict=True)] for p in points[2:5]]
    solved = [(p, band.answer(p), band.normaliser(p)) for p in points]
    for (p, q, r), (other, answer, s) in combinations(solved, 2):
        yield p, other, distance(q, answer), r, s


def _lipschitz(constant: Fraction, **band: Any) -> Outcome:
    """Pairs of members against constant/max(r_P, r_P')."""
    pairs = _pairs(Band(tuple(band.pop("mu")), **band))
    return both(*(no_more(d, constant / max(r, s) * distance(p, o)) for p, o, d, r, s in pairs))


@claim(
    id="park2024.proposition-4-1",
    source="Proposition 4.1, eq. 14",
    statement=r"$D_{TV}(\mathbf Q^*(P), \mathbf Q^*(P')) \le "
    r"\frac{2}{\max(r_P, r_{P'})} D_{TV}(P, P')$.",
    kind="upper",
    conditions="the setups of Theorems 3.1 and 3.3, any choice of r_P",
    evidence="Exactly, over pairs of members, with the largest r_P (the strongest reading where "
    "r_P is not unique). A factor 1 would do: proposition-4-1-sharp.",
    instances=_CLASSES,
    slip=1.1,
    control=_CONTROL,
)
def proposition_4_1(slip: float = 0.0, **band: Any) -> Outcome:
    """The slip is taken off the constant 2 (1 would still hold)."""
    return _lipschitz(2 - F(slip), **band)


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
    control=_CONTROL,
    finding="probe",
)
def proposition_4_1_sharp(slip: float = 0.0, **band: Any) -> Outcome:
    """The slip is taken off the constant 1."""
    return _lipschitz(1 - F(slip), **band)


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
        at("three letters", p=shares("1 1 0"), other=shares("3 2 0"), t=F(2)),
        at("two letters", p=shares("1 1"), other=shares("3 2"), t=F(2)),
    ),
    finding="probe",
    weight="detail",
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
    evidence="Exactly, with β = 2 TV(P, P')/r_P for the r of either; half of it is enough.",
    instances=_CLASSES,
    slip=0.55,
    control=_CONTROL,
)
def section_4_2_estimate(mu: Any, slip: float = 0.0, **band: Any) -> Outcome:
    """The slip is a share taken off β."""
    pairs = _pairs(Band(tuple(mu), **band))
    share = 2 * (1 - F(slip))
    return both(*(no_more(d, share * distance(p, o) / x) for p, o, d, *rs in pairs for x in rs))


CLAIMS: tuple[Claim, ...] = (
    proposition_4_1,
    proposition_4_1_sharp,
    proposition_4_1_attained,
    section_4_2_estimate,
)
