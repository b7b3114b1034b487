r"""Theorem 3.1: the value and the optimal mechanism over all distributions on k letters."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, chord, floats, read
from lpcheck.claims.evidence import both, equal, nudged, optimal, optimum_equals
from lpcheck.claims.exact import F, no_more, same
from lpcheck.claims.instances import labelled
from lpcheck.mechanisms.clipped_sampler import global_risk, global_sampler
from lpcheck.papers.park2024._instances import simplices
from lpcheck.papers.park2024.sampler import members, simplex

_EVERY = labelled(simplices(), (*EVERY_F, *INFINITE_AT_ZERO), rotate=True)
_POSITIVE = simplices(odds=(F(11, 10), F(2), F(150), F(10**9)))
_CONTROL = {"k": 3, "t": F(2)}


def _problem(k: int, t: Fraction, divergence: str) -> MinimaxSampler:
    return MinimaxSampler(k=k, epsilon=math.log(t), divergence=read(divergence))


@claim(
    id="park2024.theorem-3-1",
    source="Theorem 3.1, eq. 7",
    statement=r"$\mathcal R([k], \mathcal P([k]), \varepsilon, f) = "
    r"\frac{e^\varepsilon}{e^\varepsilon+k-1} f\left(\frac{e^\varepsilon+k-1}{e^\varepsilon}"
    r"\right) + \frac{k-1}{e^\varepsilon+k-1} f(0)$.",
    kind="equal",
    conditions="any k, ε > 0 and f",
    evidence="Equal to the program over all samplers for thirteen f, at k = 1, ε = 0 and huge ε "
    "too; infinite on both sides where f(0) = ∞ and k ≥ 2.",
    instances=_EVERY,
    slip=1e-4,
    control={**_CONTROL, "divergence": "kl"},
    weight="headline",
)
def theorem_3_1(k: int, t: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """The printed value against the optimum; the slip changes e^ε by that fraction."""
    f, odds = read(divergence), t * (1 + F(slip))
    claimed = 0.0 if k == 1 else chord(f, F(0), (odds + k - 1) / odds)
    problem = _problem(k, t, divergence)
    return both(
        optimum_equals(problem, solve(problem), claimed),
        equal(global_risk(k, math.log(t), f), claimed, scale=100.0),
    )


@claim(
    id="park2024.theorem-3-1-mechanism",
    source="Theorem 3.1, eq. 8",
    statement=r"$\mathbf Q^*_{k,\varepsilon}(x|P) = \max\left(\frac{1}{r_P} P(x), "
    r"\frac{1}{e^\varepsilon+k-1}\right)$ is $\varepsilon$-LDP and optimal under any $D_f$.",
    kind="tight",
    conditions="any k, ε > 0 and f",
    evidence="Private and optimal against the program over all samplers for every f tried.",
    instances=_EVERY,
    control={**_CONTROL, "divergence": "kl"},
    weight="headline",
)
def theorem_3_1_mechanism(k: int, t: Fraction, divergence: str, slip: float = 0.0) -> Outcome:
    """At the point masses, against the exact one and the program; the slip moves one entry."""
    band = simplex(k, t)
    rows = [band.answer([F(int(i == j)) for j in range(k)]) for i in range(k)]
    coded = global_sampler(np.eye(k), math.log(t))
    off = float(np.abs(coded - np.array([floats(r) for r in rows])).max())
    return both(
        equal(off, 0.0, scale=100.0), optimal(_problem(k, t, divergence), nudged(coded, slip))
    )


@display(
    "last sentence",
    r"$\sum_x \max(P(x)/r, 1/(e^\varepsilon+k-1))$ is at least 1 at $r = 1$ and at most 1 at "
    r"$r = (e^\varepsilon+k-1)/e^\varepsilon$, so that $r_P$ can be chosen between them.",
    simplices(),
    control=_CONTROL,
)
def _normaliser(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The sums at the two ends, for members of the simplex; the slip lowers the larger end."""
    low, end = 1 / (t + k - 1), (t + k - 1) / t * (1 - F(slip))
    outcomes = []
    for p in members(simplex(k, t), 6):
        outcomes.append(no_more(F(1), sum((max(x, low) for x in p), F(0))))
        outcomes.append(no_more(sum((max(x / end, low) for x in p), F(0)), F(1)))
    return both(*outcomes)


@display(
    "below the theorem",
    r"$\frac{1}{e^\varepsilon+k-1} \le \mathbf Q^*_{k,\varepsilon}(x|P) \le "
    r"\frac{e^\varepsilon}{e^\varepsilon+k-1}$, hence $\varepsilon$-LDP.",
    simplices(),
    control=_CONTROL,
)
def _sandwich(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The printed max, without the upper clip; the slip tightens the upper bound."""
    band, low = simplex(k, t), 1 / (t + k - 1)
    outcomes = []
    for p in members(band, 6):
        r = band.normaliser(p)
        answer = [max(x / r, low) for x in p]
        outcomes += [
            same(sum(answer, F(0)), F(1)),
            no_more(low, min(answer)),
            no_more(max(answer), t / (t + k - 1) * (1 - F(slip))),
        ]
    return both(*outcomes)


@display(
    "remarks about the constant r_P",
    r"Where $\sum_x g_r(x) = \sum_x g_{r'}(x) = 1$, $g_r = g_{r'}$: the mechanism does not depend "
    r"on the choice of $r_P$.",
    _POSITIVE,
    control=_CONTROL,
)
def _unique(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """Over all r at which eq. 8 or its clip sums to 1; the slip reads the clip beyond the end.

    In eq. 8 itself r_P is unique: k/(e^ε + k − 1) < 1 forces a letter above the lower bound, where
    the sum falls strictly. Only the clipped form leaves a choice, at point masses.
    """
    band, low = simplex(k, t), 1 / (t + k - 1)
    outcomes = []
    for p in members(band, 6):
        first, last = band.normalisers(p)
        finite = F(min(last, band.r2)) * (1 + F(slip))
        outcomes.append(same(band.clipped(p, first), band.clipped(p, finite)))
        r = band.normaliser(p)
        for other in (r * F(99, 100), r * F(101, 100)):
            moved = sum((max(x / other, low) for x in p), F(0))
            outcomes.append(Outcome(moved != 1, 0.0, f"sum {moved} at another r"))
    return both(*outcomes)


@display(
    "comparison with the previous work",
    r"$\mathbf Q^*_{k,\varepsilon}(x|P) = \mathrm{clip}(P(x)/r_P; \frac{1}{e^\varepsilon+k-1}, "
    r"\frac{e^\varepsilon}{e^\varepsilon+k-1})$: eq. 6 with the measure $Q_0(x) = "
    r"e^{\varepsilon/2}/(e^\varepsilon+k-1)$, which need not sum to one.",
    _POSITIVE,
    control=_CONTROL,
)
def _clip(k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The two forms of the answer at one r_P; the slip lowers the upper clip."""
    band = simplex(k, t)
    low, high = 1 / (t + k - 1), t / (t + k - 1) * (1 - F(slip))
    outcomes = []
    for p in members(band, 6):
        r = band.normaliser(p)
        outcomes.append(same([max(low, min(high, x / r)) for x in p], [max(x / r, low) for x in p]))
    return both(*outcomes)


remarks = displays(
    [_normaliser, _sandwich, _unique, _clip],
    id="park2024.theorem-3-1-remarks",
    source="Theorem 3.1, last sentence, and the remarks below it",
    conditions="any P, k and ε > 0",
    evidence="In rational arithmetic over members of the simplex; max(tp, 1) ≤ 1 + (t − 1)p for "
    "0 ≤ p ≤ 1 proves the first.",
)

CLAIMS: tuple[Claim, ...] = (theorem_3_1, theorem_3_1_mechanism, remarks)
