r"""Section 8.1: the hypothesis testing region of the binary mechanism, its sides and its shape."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import (
    binary_hypothesis,
    randomized_response,
    subset_mechanism,
    truncated_geometric,
)
from lpcheck.papers.kairouz2016._polytope import random_kernel
from lpcheck.papers.kairouz2016._regions import containment_excess
from lpcheck.papers.kairouz2016.hypothesis import (
    GENERIC,
    F,
    arrays,
    exact,
    favoured,
    growth,
    mass,
    pairs_at,
    threshold,
    untied,
)
from lpcheck.papers.kairouz2016.lemma_24_proof import TWO, read_u

Point: TypeAlias = tuple[Fraction, Fraction]


def _marginals(p0: Any, p1: Any, excess: float) -> list[list[Fraction]]:
    """M̃_0 and M̃_1 of the binary mechanism, u = e^ε − 1 rational."""
    pair, u = exact(p0, p1), read_u(excess)
    inside = [mass(p, favoured(pair)) for p in pair]
    return [[(1 + u * a) / (2 + u), (1 + u * (1 - a)) / (2 + u)] for a in inside]


def _region(marginals: list[list[Fraction]]) -> list[Point]:
    """(M_1(S), M_0(S^c)) for S = ∅, {0}, {1}, Y: the points whose hull the region is."""
    (a, b), (c, d) = marginals
    return [(F(0), F(1)), (c, b), (d, a), (F(1), F(0))]


def _corners(points: list[Point]) -> set[Point]:
    """The points that lie in no triangle, and on no segment, of the others."""
    distinct = set(points)
    return {p for p in distinct if not _covered(p, distinct - {p})}


def _covered(p: Point, others: set[Point]) -> bool:
    def side(a: Point, b: Point) -> Fraction:
        return (a[0] - p[0]) * (b[1] - p[1]) - (a[1] - p[1]) * (b[0] - p[0])

    for a, b in combinations(others, 2):
        between = (a[0] - p[0]) * (b[0] - p[0]) + (a[1] - p[1]) * (b[1] - p[1]) <= 0
        if side(a, b) == 0 and between:
            return True
    for a, b, c in combinations(others, 3):
        signs = [side(a, b), side(b, c), side(c, a)]
        if all(s > 0 for s in signs) or all(s < 0 for s in signs):
            return True
    return False


_ANY = growth(
    joined(
        pairs_at({"two letters": TWO, "generic": GENERIC}, (1.0,)),
        random_pairs(sizes=(2, 4), epsilons=(0.1, 5.0)),
        degenerate_pairs((0.5,)),
    )
)


@display(
    "above Figure 10",
    r"The slopes of the two sides are $-\max_S \tilde M_0(S)/\tilde M_1(S) = "
    r"-\frac{(e^\varepsilon - 1) P_0(T) + 1}{(e^\varepsilon - 1) P_1(T) + 1}$ and $-\min_S "
    r"\tilde M_0(S^c)/\tilde M_1(S^c) = -\frac{(e^\varepsilon - 1) P_0(T^c) + 1}{(e^\varepsilon - "
    r"1) P_1(T^c) + 1}$.",
    _ANY,
)
def slopes(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The slopes, three ways; the slip is added to P_0(T)."""
    pair, u = exact(p0, p1), read_u(excess)
    (a, b), (c, d) = _marginals(p0, p1, excess)
    ratios = [a / c, b / d, F(1)]
    T = [mass(p, favoured(pair)) for p in pair]
    high = (1 + u * (T[0] + F(slip))) / (1 + u * T[1])
    low = (1 + u * (1 - T[0])) / (1 + u * (1 - T[1]))
    found = [(1 - b) / c, b / (1 - c), max(ratios), min(ratios)]
    gap = max(abs(x - y) for x, y in zip(found, [high, low, high, low], strict=True))
    return Outcome(gap == 0, float(gap), f"the slopes differ by {float(gap):.3g}")


@display(
    "around Figure 10",
    r"For any other mechanism, $\varepsilon \le \varepsilon^*$ and any $S$, $-M_0(S)/"
    r"M_1(S) \ge -\frac{(e^\varepsilon - 1) P_0(T) + 1}{(e^\varepsilon - 1) P_1(T) + 1}$ and "
    r"$-M_0(S^c)/M_1(S^c) \le -\frac{(e^\varepsilon - 1) P_0(T^c) + 1}{(e^\varepsilon - 1) "
    r"P_1(T^c) + 1}$, which implies $R(M_0, M_1) \subseteq R(\tilde M_0, \tilde M_1)$.",
    untied,
    slip=0.1,
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": threshold(*GENERIC)},
)
def regions(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Ratios and regions of several mechanisms; the slip raises the level of the others."""
    first, second = arrays(p0, p1)
    pair, k, level = np.vstack([first, second]), len(first), epsilon + slip
    binary = pair @ binary_hypothesis(first, second, epsilon)
    high, low = (binary[0] / binary[1]).max(), (binary[0] / binary[1]).min()
    others = [
        randomized_response(k, level),
        truncated_geometric(k, level),
        subset_mechanism(k, level, max(k // 2, 1)),
        *(random_kernel(np.random.default_rng([81, k]), k, m, level) for m in (3, 6)),
        binary_hypothesis(first, second, level),
    ]
    worst = -1.0
    for kernel in others:
        marginals = pair @ kernel
        m = kernel.shape[1]
        sets = ((np.arange(1, 2**m)[:, None] >> np.arange(m)) & 1).astype(float)
        ratios = (sets @ marginals[0]) / (sets @ marginals[1])
        outside = containment_excess(marginals, binary)
        worst = max(worst, float(ratios.max() / high - 1), float(1 - ratios.min() / low), outside)
    return Outcome(worst <= 1e-9, worst, f"a ratio or a region passes by {worst:.3g}")


sides = displays(
    (slopes, regions),
    id="kairouz2016.section-8-1-regions",
    source="Section 8.1, around Figure 10",
    conditions="any pair for the slopes; no x with P_0(x) = P_1(x) > 0 and ε ≤ ε* of the corrected "
    "Theorem 5 for the other mechanisms (with a tie it fails: theorem-5-coupling)",
    evidence="The sides of the hull, the extreme ratios over sets and the formulas agree, exactly; "
    "ratios over all sets, and the regions of several mechanisms, compared along the edges.",
)


@claim(
    id="kairouz2016.section-8-1-triangle",
    source="Section 8.1, above Figure 10",
    statement=r"For the binary mechanism $R(\tilde M_0, \tilde M_1)$ ends up being a very simple "
    r"triangular region: its part with $P_{MD} + P_{FA} \le 1$ is the triangle $(0, 1)$, "
    r"$(\tilde M_1(0), \tilde M_0(1))$, $(1, 0)$ (and the hull over all $S \subseteq \mathcal Y$ "
    r"the parallelogram with $(\tilde M_1(1), \tilde M_0(0))$ as its fourth corner).",
    kind="equal",
    conditions="P_0 ≠ P_1, ε > 0 (else it is a segment); read as Figure 10 draws it",
    evidence="Four corners whose opposite ones have the middle (1/2, 1/2), and one of them below "
    "the diagonal, exactly.",
    instances=lambda full: (
        i
        for i in _ANY(full)
        if exact(i.parameters["p0"], i.parameters["p1"])[0]
        != exact(i.parameters["p0"], i.parameters["p1"])[1]
    ),
    weight="detail",
)
def triangle(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """Corners and their middles, exactly; the slip is added to M̃_0(0)."""
    marginals = _marginals(p0, p1, excess)
    marginals[0][0] += F(slip)
    left, below, above, right = _region(marginals)
    corners = _corners([left, below, above, right])
    off = abs(below[0] + above[0] - 1) + abs(below[1] + above[1] - 1)
    holds = len(corners) == 4 and off == 0 and sum(below) < 1
    return Outcome(holds, float(off), f"{len(corners)} corners, the middle is off by {float(off)}")


CLAIMS: tuple[Claim, ...] = (sides, triangle)
