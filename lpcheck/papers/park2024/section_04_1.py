r"""Section 4.1: what an inexact r_P costs in privacy.

The sum of :math:`g_r` is only in :math:`[1-\delta_1, 1+\delta_2]`, and the answer is g_r divided by
it; g_r is the clip, which for the finite case is that of Section 3.1, "Comparison".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both
from lpcheck.claims.exact import F, Row, no_more, odds, same
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.park2024._instances import bands, bounded, simplices
from lpcheck.papers.park2024.sampler import Band, members

_SIX = bounded("1 1 1 1 1 1", "1/2", "2", t=F(2), below=F(1, 8), above=F(3, 8))
TOLERANCES = ((F(0), F(1, 2)), (F(1, 8), F(3, 8)), (F(1, 100), F(1, 50)), (F(1, 3), F(0)))


def _tolerated(
    source: Callable[[bool], Iterator[Instance]],
) -> Callable[[bool], Iterator[Instance]]:
    """Every instance with one pair of tolerances in turn."""

    def instances(full: bool) -> Iterator[Instance]:
        for i, instance in enumerate(source(full)):
            below, above = TOLERANCES[i % len(TOLERANCES)]
            parameters = {**instance.parameters, "below": below, "above": above}
            label = f"{instance.label}, sum in [{1 - below}, {1 + above}]"
            yield replace(instance, label=label, parameters=parameters)

    return instances


def _loosest(rows: Callable[[Fraction], Row], r: tuple[Fraction, Fraction], goal: Fraction) -> Row:
    """The normalised g_r with a sum between goal and 1, as near to the goal as bisection gets."""
    low, high = r
    for _ in range(40):
        middle = (low + high) / 2
        if sum(rows(middle), F(0)) > goal:
            low = middle
        else:
            high = middle
    chosen = rows(high if goal >= 1 else low)
    total = sum(chosen, F(0))
    return [x / total for x in chosen]


def _accepted(band: Band, p: Sequence[Fraction], below: Fraction, above: Fraction) -> list[Row]:
    """Answers at the loosest r that the tolerances accept, the sum on either side of 1."""
    top = 2 * max(x / y for x, y in zip(p, band.lower, strict=True) if y > 0)
    bottom = min(x / y for x, y in zip(p, band.upper, strict=True) if x > 0) / 2
    goals = {1 - below, 1 + above} - {F(1)} or {F(1)}
    return [_loosest(lambda r: band.clipped(p, r), (bottom, top), goal) for goal in goals]


@claim(
    id="park2024.section-4-1",
    source="Section 4.1",
    statement=r"If $\int g_{r_P} \in [1-\delta_1, 1+\delta_2]$, the normalised mechanism "
    r"satisfies $(\varepsilon + \log\frac{1+\delta_2}{1-\delta_1})$-LDP.",
    kind="feasible",
    conditions="g_r is the clip (13), on R^n or a finite alphabet",
    evidence="q̃ ∈ [b h/(1 + δ2), b e^ε h/(1 − δ1)], exactly, with r as loose as the tolerances "
    "allow; so ε' = ε − log((1 + δ2)/(1 − δ1)) gives ε-LDP.",
    instances=_tolerated(bands(odds=(F(2),))),
    slip=0.05,
    control=_SIX | {"below": F(0), "above": F(0)},
    quote="indicating that the resulting […] and […] satisfy […]-LDP as opposed to […]-LDP.",
)
def section_4_1(
    mu: Any,
    c1: Fraction,
    c2: Fraction,
    t: Fraction,
    below: Fraction,
    above: Fraction,
    slip: float = 0.0,
) -> Outcome:
    """The worst ratio of accepted answers; the slip lowers what is allowed."""
    band = Band(tuple(mu), c1, c2, t)
    rows = [row for p in members(band, 2) for row in _accepted(band, p, below, above)]
    seen = [i for i, m in enumerate(mu) if m > 0]
    allowed = t * (1 + above) / (1 - below) * (1 - F(slip))
    return no_more(odds([[row[i] for i in seen] for row in rows]), allowed)


@claim(
    id="park2024.section-4-1-attained",
    source="Section 4.1",
    statement=r"The loss $\log\frac{1+\delta_2}{1-\delta_1}$ is attained.",
    kind="equal",
    conditions="some class and some δ1, δ2 > 0",
    evidence="Uniform μ on six letters, c1 = 1/2, c2 = 2, e^ε = 2: P = (1/12, 11/60, ...) at "
    "r = 2/3 has sum 11/8, P' = (1/3, 2/15, ...) at r = 4/3 has sum 7/8, and the first letter is "
    "at its two bounds. (On the whole simplex it is not: see section-4-1-simplex.)",
    instances=explicit(at("six letters", **_SIX)),
    finding="probe",
    weight="detail",
)
def section_4_1_attained(
    mu: Any,
    c1: Fraction,
    c2: Fraction,
    t: Fraction,
    below: Fraction,
    above: Fraction,
    slip: float = 0.0,
) -> Outcome:
    """The ratio at the first letter; the slip moves r1."""
    band = Band(tuple(mu), c1, c2, t)
    rest = len(mu) - 1
    low = [c1 * mu[0], *[(1 - c1 * mu[0]) / rest] * rest]
    high = [c2 * mu[0], *[(1 - c2 * mu[0]) / rest] * rest]
    over = band.clipped(low, band.r1 * (1 - F(slip)))
    under = band.clipped(high, band.r2 * (1 + F(slip)))
    sums = [sum(under, F(0)), sum(over, F(0))]
    ratio = (under[0] / sums[0]) / (over[0] / sums[1])
    return both(same(sums, [1 - below, 1 + above]), same(ratio, t * (1 + above) / (1 - below)))


@claim(
    id="park2024.section-4-1-simplex",
    source="Section 4.1, for the finite case of Theorem 3.1",
    statement=r"On $\mathcal P([k])$, with the clip, $(\varepsilon + \log(1+\delta_2))$-LDP "
    r"holds whatever $\delta_1$ is.",
    kind="feasible",
    conditions="class of all distributions, k ≥ 2, g_r clipped on both sides",
    evidence="A letter at its upper bound leaves the others at least (k − 1)b, so that the sum is "
    "at least 1 and q̃ never exceeds e^ε/(e^ε + k − 1). Sharper than printed; exactly.",
    instances=_tolerated(simplices(sizes=(2, 3, 5), odds=(F(2), F(11, 10), F(20)))),
    slip=0.3,
    control={"k": 3, "t": F(2), "below": F(0), "above": F(0)},
    finding="probe",
    weight="detail",
)
def section_4_1_simplex(
    k: int, t: Fraction, below: Fraction, above: Fraction, slip: float = 0.0
) -> Outcome:
    """The worst ratio of accepted answers; the slip lowers what is allowed."""
    band = Band((F(1, k),) * k, F(0), F(k), t)
    rows = [row for p in members(band, 2) for row in _accepted(band, p, below, above)]
    return no_more(odds(rows), t * (1 + above) * (1 - F(slip)))


def _maximum(p: Sequence[Fraction], low: Fraction, r: Fraction) -> Row:
    """Eq. 8."""
    return [max(x / r, low) for x in p]


def _unclipped(k: int, t: Fraction, below: Fraction, above: Fraction) -> Fraction | float:
    """The worst ratio when g_r = max(P/r, 1/(t + k − 1)) and P is a point mass."""
    low = 1 / (t + k - 1)
    rows = []
    for i in range(k):
        for total in {1 - below, F(1), 1 + above}:
            high = total - (k - 1) * low
            if high >= low:
                rows.append([(high if i == j else low) / total for j in range(k)])
    return odds(rows)


@claim(
    id="park2024.section-4-1-unclipped",
    source="Section 4.1, with max(P/r, 1/(e^ε + k − 1)) in place of the clip",
    statement=r"The upper clip, redundant in eq. 8, is needed here: with $g_r = "
    r"\max(P/r, \frac{1}{e^\varepsilon+k-1})$ the mechanism is $\log(e^\varepsilon + "
    r"\delta_2(e^\varepsilon+k-1))$-LDP and no less: $\log\frac72$ in place of $\log 3$ at "
    r"$k = 2$, $e^\varepsilon = 2$, $\delta_1 = 0$, $\delta_2 = \frac12$.",
    kind="equal",
    conditions="finite case, k ≥ 2, g_r = max(P/r, 1/(e^ε + k − 1)); δ2 ≥ 0",
    evidence="k = 2, e^ε = 2, δ1 = 0, δ2 = 1/2, point masses: g = (7/6, 1/3) sums to 3/2, the "
    "answers are (7/9, 2/9) and (2/9, 7/9), a ratio of 7/2 where the clip has at most 3. Point "
    "masses attain it at the sum 1 + δ2; other P checked exactly.",
    instances=joined(
        explicit(
            at("two letters", k=2, t=F(2), below=F(0), above=F(1, 2)),
            at("three letters", k=3, t=F(11, 10), below=F(1, 100), above=F(1, 10)),
            at("ten letters", k=10, t=F(5), below=F(1, 1000), above=F(1, 1000)),
            at("a sum of at most 1", k=3, t=F(2), below=F(1, 4), above=F(0)),
        ),
        _tolerated(simplices(sizes=(2, 4), odds=(F(2), F(30)))),
    ),
    finding="probe",
    stands="Section 4.1 stands: it clips, and asks for the finite case 'in the same way'.",
)
def section_4_1_unclipped(
    k: int, t: Fraction, below: Fraction, above: Fraction, slip: float = 0.0
) -> Outcome:
    """Point masses attain it, members of the simplex do not exceed it; the slip lowers it."""
    allowed = (t + above * (t + k - 1)) * (1 - F(slip))
    band, low = Band((F(1, k),) * k, F(0), F(k), t), 1 / (t + k - 1)
    rows = []
    for p in members(band, 2):
        for goal in {1 - below, 1 + above} - {F(1)}:
            if goal * (t + k - 1) > k:  # below it no r reaches the sum
                rows.append(_loosest(partial(_maximum, p, low), (F(1, 100), 2 / low), goal))
    return both(same(F(_unclipped(k, t, below, above)), allowed), no_more(odds(rows), allowed))


CLAIMS: tuple[Claim, ...] = (
    section_4_1,
    section_4_1_attained,
    section_4_1_simplex,
    section_4_1_unclipped,
)
