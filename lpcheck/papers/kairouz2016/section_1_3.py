r"""Sections 1.3 and 1.4: which corner points staircase mechanisms are, and older staircases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import truncated_geometric
from lpcheck.papers.kairouz2016._columns import basic_mechanisms, matrix
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016._polytope import corner_points as all_corner_points
from lpcheck.papers.kairouz2016._polytope import tight_rank, worst_subset_ratio

_MIXED = [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 2), F(1, 6), F(1, 3)]]


@printed(
    id="kairouz2016.section-1-3-corner-points",
    source="Section 1.3",
    statement=r"Staircase mechanisms are a finite subset of the corner points of the space of "
    r"differentially private mechanisms.",
    kind="equal",
    conditions="a staircase mechanism is any Q with (9)",
    evidence="At k = 2, e^ε = 2 the columns (1, 1)/2, (2, 1)/6, (1, 2)/6 satisfy (9), and the "
    "mechanism is the middle of a constant one and randomized response: no corner point. The "
    "weight 1/2 is arbitrary, so there are infinitely many.",
    instances=explicit(
        at("half constant, half RR", "counterexample", kernel=_MIXED, epsilon=math.log(2)),
        at("randomized response", kernel=[[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]],
           epsilon=math.log(2)),
    ),
    quote="a *finite* family of *extremal* mechanisms (a finite subset of the corner points of "
    "the space of differentially private mechanisms), which we call *staircase* mechanisms",
    finding="imprecise",
    weight="detail",
    holds="Staircase mechanisms with linearly independent patterns are corner points, finitely "
    "many up to order and splitting, and contain an optimal one.",
    stands="Theorem 2 stands: what it says of staircase mechanisms is that one of them is optimal.",
)  # fmt: skip
def corner_points(kernel: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """A staircase mechanism and the rank of its tight constraints."""
    Q = matrix(kernel)
    if not math.isclose(worst_subset_ratio(Q), math.exp(epsilon), rel_tol=1e-12):
        return Outcome(None, math.inf, "not private at its ε")
    rank = tight_rank(Q, epsilon, with_rows=True)
    detail = f"{rank} independent tight constraints, a corner point has {Q.size}"
    return Outcome(rank == Q.size, float(Q.size - rank), detail)


@corrected(
    corner_points,
    r"The staircase mechanisms whose patterns are linearly independent are finitely many "
    r"up to equivalence, are corner points of $D_{\varepsilon,\ell}$, and contain an optimal one.",
    "Every one of them for k = 2, 3, 4 has kℓ independent tight constraints; that they "
    "contain an optimal one is Theorem 2.",
    conditions="ε > 0; all-zero outputs left out",
    instances=explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 3) for e in (1.0, 0.1, 5.0)],
        at("k = 4, ε = 1", k=4, epsilon=1.0),
    ),
)
def corner_points_corrected(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Ranks of the tight constraints; `slip` mixes in a constant output."""
    defects = []
    for Q in basic_mechanisms(k, epsilon, k):
        R = np.column_stack([(1 - slip) * Q, np.full(k, slip)]) if slip else Q
        defects.append(R.size - tight_rank(R, epsilon, with_rows=True))
    return Outcome(max(defects) == 0, float(max(defects)), f"{len(defects)} mechanisms")


_FIVE = [[2, 2, 1, 2], [2, 1, 2, 2], [1, 2, 2, 2], [1, 1, 1, 4], [2, 1, 1, 3]]


@claim(
    id="kairouz2016.lemma-23-not-staircase",
    source="Lemma 23, against Theorem 2(b)",
    statement=r"Not every corner point of $D_{\varepsilon,\ell}$ is a staircase mechanism (so "
    r"Theorem 2(b), unlike 2(a), rests on more than convexity).",
    kind="lower",
    conditions="not printed: the paper calls staircase mechanisms a subset of the corner points",
    evidence="k = 5, e^ε = 2, columns (2,2,1,1,2)/7, (2,1,2,1,1)/7, (1,2,2,1,1)/7, (2,2,2,4,3)/7: "
    "20 independent tight constraints, and 3/2 among the ratios. For k ≤ 3 none exists; for k = 4 "
    "all supports were tried, at e^ε = 1.1, 2 and 7, and there is none.",
    instances=explicit(at("k = 5, e^ε = 2", kernel=[[F(x, 7) for x in row] for row in _FIVE])),
    finding="probe",
)
def not_staircase(kernel: Any, slip: float = 0.0) -> Outcome:
    """Rank and ratios of that corner point; none for k = 2, 3. `slip` moves it inwards."""
    Q = matrix(kernel)
    Q = (1.0 - slip) * Q + slip * Q.mean(axis=0)
    rank, ratios = tight_rank(Q, math.log(2), with_rows=True), Q.max(axis=0) / Q
    off = float(np.minimum(abs(ratios - 1.0), abs(ratios - 2.0)).max())
    private = worst_subset_ratio(Q) <= 2.0 * (1 + 1e-12)
    small = 0.0
    for k, outputs in ((2, 3), (3, 3)):
        for corner in all_corner_points(k, outputs, math.log(2)):
            used = corner[:, corner.max(axis=0) > 0]
            steps = used.max(axis=0) / used
            small = max(small, float(np.minimum(abs(steps - 1.0), abs(steps - 2.0)).max()))
    holds = private and rank == Q.size and off > 0.1 and small < 1e-8
    return Outcome(holds, Q.size - rank, f"rank {rank} of {Q.size}, a ratio off by {off:.3g}")


@claim(
    id="kairouz2016.section-1-4-ratios",
    source="Section 1.4; Section 2.1, below the definition of S_ε",
    statement=r"For the geometric mechanism and the staircase mechanisms of Geng and Viswanath, "
    r"for any $y$ and neighbouring $x, x'$ the ratio of $Q(y|x)$ to $Q(y|x')$ is one of "
    r"$e^\varepsilon, e^{-\varepsilon}, 1$.",
    kind="equal",
    conditions="integer queries; x and x' differ by at most the sensitivity Δ; ε per neighbour",
    evidence="Levels of the noise are compared exactly for all steps r ≤ Δ (geometric: Δ = 1); the "
    "geometric mechanism clamped to k letters keeps it.",
    instances=explicit(
        *[
            at(f"Δ = {d}, r = {r}", sensitivity=d, step=r)
            for d in (3, 1, 7)
            for r in range(1, d + 1)
        ]
    ),
    slip=1.0,
)  # fmt: skip
def neighbouring_ratios(sensitivity: int, step: int, slip: float = 0.0) -> Outcome:
    """Exponents of the ratios; `slip` lets neighbours differ by Δ + 1."""

    def level(noise: int) -> int:
        """How many factors e^{−ε} the probability of this noise has."""
        return abs(noise) // sensitivity + (abs(noise) % sensitivity >= step)

    reach = range(1, sensitivity + int(slip) + 1)
    exponents = {level(i) - level(i + d) for i in range(-40, 40) for d in reach}
    clamped = np.diff(np.log(truncated_geometric(6, 5.0)), axis=0)  # ε = 1 a neighbour
    off = float(np.abs(np.abs(clamped) - 1.0).max())
    holds = exponents <= {-1, 0, 1} and off <= 1e-12
    return Outcome(holds, off, f"exponents {sorted(exponents)}, clamped off by {off:.2g}")


CLAIMS: tuple[Claim, ...] = (
    corner_points, corner_points_corrected, not_staircase, neighbouring_ratios,
)  # fmt: skip
