r"""Theorem 3.3 (and C.4): the value and the optimal mechanism between two multiples of μ.

The theorem is printed for densities. A partition of :math:`\mathbb R^n` into k cells of equal h
gives a finite class with uniform μ inside it, whose optimum is a lower bound by data processing;
where αk is a whole number it already equals (12), and the linear mechanism attains (12) on every
space. So for rational α the finite program decides the continuous statement.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, floats, read
from lpcheck.claims.evidence import both, equal, nudged, optimal, optimum_equals
from lpcheck.claims.exact import F, no_more, odds, same
from lpcheck.claims.instances import labelled
from lpcheck.mechanisms.clipped_sampler import class_risk, class_sampler
from lpcheck.papers.park2024._instances import bands, bounded, simplices
from lpcheck.papers.park2024.sampler import Band, members, simplex

_LEVELS = (F(11, 10), F(2), F(7, 2), F(1), F(10**6))


def problem_of(band: Band, divergence: str) -> MinimaxSampler:
    """The program over all samplers of the class."""
    return MinimaxSampler(
        reference=list(band.mu),
        c1=band.c1,
        c2=band.c2,
        epsilon=math.log(band.t),
        divergence=read(divergence),
    )


def answers(problem: MinimaxSampler, band: Band) -> list[Any]:
    """The proposed mechanism at the program's extreme points, found exactly."""
    return [
        floats(band.answer([c.limit_denominator(10**9) for c in map(F, row)]))
        for row in problem.extreme_points.tolist()
    ]


@claim(
    id="park2024.theorem-3-3",
    source="Theorem 3.3, eq. 12 (Theorem C.4 on finite spaces)",
    statement=r"$\mathcal R = \frac{1-r_1}{r_2-r_1} f(r_2) + \frac{r_2-1}{r_2-r_1} f(r_1)$ with "
    r"$b = \frac{c_2-c_1}{(e^\varepsilon-1)(1-c_1)+c_2-c_1}$, $r_1 = \frac{c_1}{b}$, $r_2 = "
    r"\frac{c_2}{be^\varepsilon}$.",
    kind="equal",
    conditions="eq. 10; a space without atoms, or (Theorem C.4) an (α, t, u)-decomposable μ",
    evidence="Equal to the program over all samplers on cells of equal h with αk a whole number, "
    "which decides the continuous statement, and on decomposable uneven μ.",
    instances=labelled(bands(_LEVELS, generic=False), EVERY_F, rotate=True),
    slip=1e-4,
    weight="headline",
)
def theorem_3_3(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The printed value against the optimum; the slip changes e^ε by that fraction."""
    band = Band(tuple(mu), c1, c2, t)
    problem, f = problem_of(band, divergence), read(divergence)
    claimed = Band(tuple(mu), c1, c2, t * (1 + F(slip))).value(f)
    coded = class_risk(float(c1), float(c2), math.log(t), f)
    return both(
        optimum_equals(problem, solve(problem), claimed), equal(coded, claimed, scale=100.0)
    )


@claim(
    id="park2024.theorem-3-3-mechanism",
    source="Theorem 3.3, eq. 13",
    statement=r"$q(x) = \mathrm{clip}(p(x)/r_P; b h(x), b e^\varepsilon h(x))$ is "
    r"$\varepsilon$-LDP and optimal under any $D_f$.",
    kind="tight",
    conditions="as Theorem 3.3",
    evidence="Private and optimal against the program over all samplers for every f tried.",
    instances=labelled(bands(_LEVELS, generic=False), EVERY_F, rotate=True),
    weight="headline",
)
def theorem_3_3_mechanism(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """At all extreme points, against the exact one and the program; the slip moves one entry."""
    band = Band(tuple(mu), c1, c2, t)
    problem = problem_of(band, divergence)
    exact, epsilon = np.array(answers(problem, band)), math.log(t)
    coded = class_sampler(problem.extreme_points, floats(mu), float(c1), float(c2), epsilon)
    return both(
        equal(float(np.abs(coded - exact).max()), 0.0, scale=100.0),
        optimal(problem, nudged(coded, slip)),
    )


@display(
    "below eq. 13",
    r"$c_1 < b < 1 < be^\varepsilon < c_2$ and $0 \le r_1 < 1 < r_2$.",
    bands(odds=(F(10**6 + 1, 10**6), F(2), F(7, 2), F(10**6))),
    control=bounded("1 1 1", "1/2", "2", t=F(7, 2)),
)
def _constants(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """Strictly, also at the edges of (10) and c2 = 1e6; the slip lowers c2 below c1 e^ε."""
    outcomes = []
    edges = {c2, c1 * t + F(1, 10**6) if c1 * t >= 1 else F(10**6 + 1, 10**6), F(10**6)}
    for high in [c1 * t * (1 - F(slip))] if slip else edges:
        band = Band(tuple(mu), c1, high, t)
        chain = [band.c1, band.b, F(1), band.b * t, band.c2]
        rising = all(x < y for x, y in pairwise(chain))
        ratios = 0 <= band.r1 < 1 < band.r2
        outcomes.append(Outcome(rising and ratios, 0.0, f"{chain}, {band.r1}, {band.r2}"))
    return both(*outcomes)


@display(
    "last sentence",
    r"$\int g_r$ is at least 1 at $r_1$ and at most 1 at $r_2$; $r_1 < r_P \le r_2$ can be chosen.",
    bands(),
)
def _normaliser(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """The sums at r1, r2 and an r between, for every P and μ; the slip lowers the clip.

    At r1 the clip is above the chord between c1 μ and c2 μ, at r2 below it, and on it where P is
    at a bound everywhere.
    """
    band, outcomes = Band(tuple(mu), c1, c2, t), []
    for p in members(band, 6):
        r = band.normaliser(p)
        sums = [sum(band.clipped(p, x), F(0)) * (1 - F(slip)) for x in (band.r1, r, band.r2)]
        outcomes += [
            no_more(F(1), sums[0]),
            same(sums[1], F(1)),
            no_more(sums[2], F(1)),
            Outcome(band.r1 < r <= band.r2, 0.0, f"r_P = {r}"),
        ]
    return both(*outcomes)


@display(
    "remarks on the constant r_P",
    r"The value of $r_P$ may not be unique, but $\mathbf Q^*$ does not depend on it; "
    r"$\int g_{r_1} = 1$ implies $\int g_r = 1$ for every $r \in (r_1, r_2]$.",
    bands(),
)
def _unique(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """Answers over the interval of r; the slip goes beyond its end.

    It is longer than a point only where P is at a bound everywhere, and is then all of [r1, r2].
    """
    band, outcomes = Band(tuple(mu), c1, c2, t), []
    for p in members(band, 6):
        first, last = band.normalisers(p)
        end = F(min(last, band.r2)) * (1 + F(slip))
        splits = all(x in (c1 * m, c2 * m) for x, m in zip(p, mu, strict=True))
        whole = first <= band.r1 and last >= band.r2
        at_r1 = sum(band.clipped(p, band.r1), F(0)) == 1
        middle = (max(first, band.r1) + end) / 2
        outcomes += [
            same(band.clipped(p, first), band.clipped(p, end)),
            same(band.clipped(p, middle), band.clipped(p, end)),
            Outcome(splits == whole == at_r1, 0.0, f"{p} splits: {splits}; all r: {whole}"),
        ]
    return both(*outcomes)


@display(
    "below the theorem",
    r"$\mathbf Q^*_{c_1,c_2,h,\varepsilon}$ satisfies $\varepsilon$-LDP.",
    bands(),
)
def _private(mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """The largest ratio of two answers, for every μ; the slip lowers what is allowed."""
    band = Band(tuple(mu), c1, c2, t)
    rows = [band.answer(p) for p in members(band, 6)]
    seen = [i for i, m in enumerate(mu) if m > 0]
    return no_more(odds([[row[i] for i in seen] for row in rows]), t * (1 - F(slip)))


@display(
    "Section 3.3, a theorem that includes both",
    r"For $c_1 = 0$, $c_2 = k$ and uniform $\mu$ the constants of (11) give (7) and (8).",
    simplices(sizes=(2, 3, 5), odds=(F(11, 10), F(2), F(10**9))),
)
def _contains(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The constants, and both values from f as printed; the slip changes c2."""
    band = Band((F(1, k),) * k, F(0), k + F(slip), t)
    constants = same([band.b / k, band.r1, band.r2], [1 / (t + k - 1), F(0), (t + k - 1) / t])
    f, full = read("hellinger"), simplex(k, t)
    x = float(t / (t + k - 1))
    printed = x * float(f.f(1 / x)) + float((k - 1) / (t + k - 1)) * f.at_zero
    return both(constants, equal(full.value(f), printed, scale=10.0))


remarks = displays(
    [_constants, _normaliser, _private, _unique, _contains],
    id="park2024.theorem-3-3-remarks",
    source="Theorem 3.3, last sentence, and the remarks below it",
    conditions="eq. 10; any P of the class",
    evidence="In rational arithmetic over extreme points and mixtures, for every μ.",
)

CLAIMS: tuple[Claim, ...] = (theorem_3_3, theorem_3_3_mechanism, remarks)
