r"""Proposition 3.4 and Remark 3.5: the projection, and the linear mechanism Q† beside it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Mollifier
from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, between, floats, read
from lpcheck.claims.evidence import at_most, both, equal, nudged, optimal
from lpcheck.claims.exact import F, distance, no_more, odds, same, shares
from lpcheck.claims.instances import at, explicit, joined, labelled
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.park2024._instances import bands, bounded, simplices, simplices_as_bands
from lpcheck.papers.park2024.sampler import Band, members, simplex
from lpcheck.papers.park2024.theorem_03_3 import problem_of


@claim(
    id="park2024.proposition-3-4",
    source="Proposition 3.4",
    statement=r"$D_f(P\|\mathbf Q^*(P)) = \inf_{Q \in \mathcal M} D_f(P\|Q)$ for every "
    r"$P$ and $f$.",
    kind="tight",
    conditions="the setups of Theorems 3.1 and 3.3",
    evidence="Against the projection program for thirteen f, f(0) = ∞ among them; decomposability "
    "of μ is not needed.",
    instances=labelled(
        joined(bands(odds=(F(2), F(7, 2))), simplices_as_bands(sizes=(2, 4), odds=(F(2), F(150)))),
        (*EVERY_F, *INFINITE_AT_ZERO),
        rotate=True,
    ),
    slip=1e-4,
)
def proposition_3_4(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """Three members against the program; the slip moves mass between two letters."""
    band, outcomes = Band(tuple(mu), c1, c2, t), []
    points = members(band, 2)
    for p in (points[0], points[1], points[-1]):
        problem = Mollifier(
            target=p, lower=band.lower, upper=band.upper, divergence=read(divergence)
        )
        answer = nudged(nudged(floats(band.answer(p)), slip), -slip, (len(mu) - 1,))
        outcomes.append(optimal(problem, answer))
    return both(*outcomes)


@claim(
    id="park2024.proposition-3-4-better",
    source="Section 3.3, below Proposition 3.4",
    statement=r"$D_f(P\|\mathbf Q^*(P)) \le D_f(P\|\mathbf Q^\dagger(P))$ for every $P$.",
    kind="upper",
    conditions="the setups of Theorems 3.1 and 3.3",
    evidence="Over members of each class, for thirteen f; equal at P that split, smaller at most "
    "others.",
    instances=labelled(bands(), (*EVERY_F, *INFINITE_AT_ZERO), rotate=True),
    slip=0.05,
    control=bounded("1 1 1", "1/2", "2", t=F(2), divergence="kl"),
)
def proposition_3_4_better(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The divergences of the two answers; the slip mixes that much of μ into the proposed one."""
    band, f = Band(tuple(mu), c1, c2, t), read(divergence)
    outcomes = []
    for p in members(band, 5):
        mixed = [(1 - F(slip)) * x + F(slip) * m for x, m in zip(band.answer(p), mu, strict=True)]
        outcomes.append(at_most(between(f, p, mixed), between(f, p, band.linear(p)), scale=10.0))
    return both(*outcomes)


_SPLIT = F(1, 2), F(1, 4), F(1, 4)
_SAMPLER: dict[tuple[Fraction, ...], list[Fraction]] = {
    (F(1), F(0), F(0)): shares("8 3 1"),
    (F(0), F(1, 2), F(1, 2)): shares("2 3 1"),
    (F(1, 2), F(1, 2), F(0)): shares("5 6 1"),
    (F(1, 2), F(0), F(1, 2)): shares("7 3 2"),
}
"""Another sampler for μ = (1/2, 1/4, 1/4), c1 = 0, c2 = 2, e^ε = 2, at the extreme points."""


@claim(
    id="park2024.proposition-3-4-pointwise",
    source="Proposition 3.4, among all samplers in place of those with values in M",
    statement=r"$\mathcal M$ is needed: on $\mu = (\frac12, \frac14, \frac14)$ with $c_1 = 0$, "
    r"$c_2 = 2$, $e^\varepsilon = 2$ another sampler that is minimax-optimal for total variation "
    r"has $D_{TV} = \frac1{12}$ at $P = (\frac12, \frac12, 0)$, and $\mathbf Q^*$ has $\frac16$.",
    kind="upper",
    conditions="some class, P and f; on the whole simplex the answers of every sampler that is "
    "optimal for total variation are in M",
    evidence="It answers the four extreme points with (8, 3, 1)/12, (4, 6, 2)/12, (5, 6, 1)/12 and "
    "(7, 3, 2)/12: private and with total variation at most 1/3 = R exactly, and so by convexity "
    "on the class. Privacy does not fix how Q splits {2, 3}.",
    instances=explicit(at("three letters", target=(F(1, 2), F(1, 2), F(0)), t=F(2))),
    finding="probe",
    stands="Proposition 3.4 stands; the paper compares Q* with Q† only, and better it is.",
)
def proposition_3_4_pointwise(
    target: tuple[Fraction, ...], t: Fraction, slip: float = 0.0
) -> Outcome:
    """Privacy, the same worst case, and less at the target; the slip moves mass of that answer."""
    band, rows = Band(_SPLIT, F(0), F(2), t), {p: list(q) for p, q in _SAMPLER.items()}
    rows[target][2] -= F(slip)
    rows[target][1] += F(slip)
    problem = problem_of(band, "tv")
    points = [tuple(F(x).limit_denominator(100) for x in p) for p in problem.extreme_points]
    ours, theirs = (distance(target, q) for q in (band.answer(target), rows[target]))
    return both(
        no_more(odds(list(rows.values())), t),
        *(no_more(distance(p, q), F(1, 3)) for p, q in rows.items()),
        optimal(problem, np.array([floats(rows[p]) for p in points])),
        same([ours, theirs], [F(1, 6), F(1, 12)]),
    )


@claim(
    id="park2024.section-3-3-linear",
    source="Section 3.3, achievability part",
    statement=r"$\mathbf Q^\dagger(P) = \gamma P + (1-\gamma)\mu \in \mathcal M$, and "
    r"$\mathbf Q^\dagger$ is also optimal in the minimax sense.",
    kind="tight",
    conditions="the setups of Theorems 3.1 and 3.3 (decomposable μ)",
    evidence="γ = (1 − b)/(1 − c1) keeps every answer in the band, exactly, with both bounds met "
    "at P that split; optimal against the program over all samplers.",
    instances=labelled(bands(generic=False), EVERY_F, rotate=True),
    slip=1e-3,
)
def section_3_3_linear(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """Ratios to μ in [b, bt], and optimality; the slip raises γ by 0.1 %."""
    band = Band(tuple(mu), c1, c2, t)
    gamma = band.weight * (1 + F(slip))
    ends = [gamma * c + 1 - gamma for c in (c1, c2)]
    problem = problem_of(band, divergence)
    rows = float(gamma) * problem.extreme_points + float(1 - gamma) * floats(mu)
    return both(same(ends, [band.b, band.b * t]), optimal(problem, rows))


@claim(
    id="park2024.remark-3-5",
    source="Remark 3.5",
    statement=r"On $[k]$, $\mathbf Q^\dagger$ mixes $P$ with the uniform distribution, satisfies "
    r"$\varepsilon$-LDP tightly, and is sampling from $P$ followed by $k$-ary randomized response.",
    kind="equal",
    conditions="k ≥ 2",
    evidence="γP + (1 − γ)/k equals P times the randomized response kernel, exactly; its true ε "
    "over point masses is ε.",
    instances=simplices(sizes=(2, 3, 5), odds=(F(1), F(11, 10), F(2), F(150), F(10**9))),
)
def remark_3_5(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The two distributions, and the ε that is had; the slip changes one entry of the kernel."""
    band, high, low = simplex(k, t), t / (t + k - 1), 1 / (t + k - 1)
    kernel = [[high if x == y else low for y in range(k)] for x in range(k)]
    kernel[0][1] += F(slip)
    outcomes = []
    for p in members(band, 3):
        through = [sum((p[x] * kernel[x][y] for x in range(k)), F(0)) for y in range(k)]
        outcomes.append(same(band.linear(p), through))
    rows = [band.linear([F(int(i == j)) for j in range(k)]) for i in range(k)]
    coded = randomized_response(k, math.log(t))
    return both(
        *outcomes,
        Outcome(odds(rows) == t, 0.0, f"e^ε that is had: {odds(rows)}"),
        equal(true_epsilon(coded), math.log(t), scale=10.0),
        equal(float(np.abs(coded - np.array([floats(r) for r in rows])).max()), 0.0, scale=10.0),
    )


CLAIMS: tuple[Claim, ...] = (
    proposition_3_4,
    proposition_3_4_better,
    proposition_3_4_pointwise,
    section_3_3_linear,
    remark_3_5,
)
