r"""Lemma 24: the likelihood ratios of any private output lie within those of the binary one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis
from lpcheck.papers.kairouz2016._hypothesis import (
    GENERIC,
    TIE,
    F,
    arrays,
    binary_ratios,
    exact,
    favoured,
    growth,
    masks,
    mass,
    pairs_at,
    pairs_only,
    ratios_within,
    threshold,
    untied,
)

LINEAR = growth(joined(random_pairs(sizes=(2, 4), epsilons=(0.5,)), degenerate_pairs((0.5,))))
BOUNDS = (
    r"$\frac{(e^\varepsilon - 1)P_0(T^c) + 1}{(e^\varepsilon - 1)P_1(T^c) + 1} \le "
    r"\frac{M_0(y)}{M_1(y)} \le "
    r"\frac{(e^\varepsilon - 1)P_0(T) + 1}{(e^\varepsilon - 1)P_1(T) + 1}$"
)


@claim(
    id="kairouz2016.lemma-24",
    source="Lemma 24",
    statement=rf"For any pair there is $\varepsilon^* > 0$ such that {BOUNDS} for all $y$ and "
    r"all $Q$ that are $\varepsilon$-locally differentially private, $\varepsilon \le "
    r"\varepsilon^*$.",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="P_0 = (1/2, 1/4, 1/4), P_1 = (1/4, 1/4, 1/2): the pattern of {x_1} has ratio "
    "(1 + u/2)/(1 + u/4), above (1 + 3u/4)/(1 + u/2) of T = {x_1, x_2}, for every u = e^ε − 1.",
    instances=joined(
        pairs_at({"a tie": TIE}, (0.001, 0.01, 1.0), "counterexample"),
        pairs_at({"no tie": GENERIC}, (0.001, 0.01)),
    ),
    slip=None,
    quote="For any pair of distributions $P_0$ and $P_1$, there exists a positive "
    r"$\varepsilon^*$ that depends on $P_0$ and $P_1$ such that for all $y \in \mathcal{Y}$, all "
    r"$\ell \in \mathbb{N}$, and all $Q \in \mathcal{D}_{\varepsilon, \ell}$ with $\varepsilon "
    r"\leq \varepsilon^*$, we have that […]",
    finding="condition",
    weight="normal",
    holds="It holds if no letter has P_0(x) = P_1(x) > 0.",
    stands="Only the upper bound fails, and only with a tied letter; both bounds are attained by "
    "the binary mechanism at every ε.",
    below="kairouz2016.theorem-5",
)
def lemma_24(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All 2^k patterns in exact arithmetic, u = e^ε − 1 rounded to a fraction."""
    return ratios_within(p0, p1, F(math.expm1(epsilon)))


@claim(
    id="kairouz2016.lemma-24-corrected",
    source="Lemma 24",
    statement=rf"If no $x$ has $P_0(x) = P_1(x) > 0$, then {BOUNDS} for all $\varepsilon \le "
    r"\varepsilon^*$ of the corrected Theorem 5.",
    kind="upper",
    conditions="no x with P_0(x) = P_1(x) > 0; positivity is not needed",
    evidence="Holds for all 2^k patterns in exact arithmetic at ε* and at ε*/100; patterns are "
    "enough, as a ratio of linear functions is largest at a corner of [1, e^ε]^k.",
    instances=untied,
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": threshold(*GENERIC)},
    slip=0.01,
    corrects="kairouz2016.lemma-24",
)
def lemma_24_corrected(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """As before, just below ε (rounding of ε* must not decide); the slip raises ε by 1 %."""
    return ratios_within(p0, p1, F(math.expm1(epsilon * (1 + slip) * (1 - 1e-12))))


@claim(
    id="kairouz2016.lemma-24-attained",
    source="Lemma 24, second sentence",
    statement="The upper and lower bounds are achieved by the binary mechanism (30).",
    kind="equal",
    conditions="any pair, any ε (“for all values of ε”, Section 8.2)",
    evidence="The ratios of its marginals are the two bounds.",
    instances=joined(random_pairs(epsilons=(0.01, 1.0, 5.0)), degenerate_pairs((0.5,))),
)
def lemma_24_attained(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Marginals of the kernel against the formula; the slip is added to the kernel."""
    first, second = arrays(p0, p1)
    kernel = binary_hypothesis(p0, p1, epsilon)
    kernel[0, 0] += slip
    ratios = (first @ kernel) / (second @ kernel)
    low, high = binary_ratios(p0, p1, epsilon)
    return both(equal(float(np.max(ratios)), high), equal(float(np.min(ratios)), low))


@claim(
    id="kairouz2016.section-8-1-subset",
    source="Section 8.1",
    statement=r"$P_0(T) - P_1(T) = \max_{A \subseteq \mathcal{X}} P_0(A) - P_1(A)$ for $T = \{x : "
    r"P_0(x) \ge P_1(x)\}$.",
    kind="equal",
    conditions="any pair",
    evidence="The maximum over all 2^k subsets, in exact arithmetic.",
    instances=pairs_only(joined(random_pairs(epsilons=(0.0,)), degenerate_pairs((0.0,)))),
)
def subset(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """All subsets; the slip is added to P_0(T)."""
    pair = exact(p0, p1)
    T = favoured(pair)
    largest = max(mass(pair[0], m) - mass(pair[1], m) for m in masks(len(T)))
    gap = mass(pair[0], T) + F(slip) - mass(pair[1], T) - largest
    return Outcome(gap == 0, abs(float(gap)), f"the sides differ by {float(gap):.3g}")


def _linear(p0: Any, p1: Any, excess: float, lower: bool, slip: float) -> Outcome:
    """(32) or (35) at rational S in [1, e^ε]^k against the cross product of the ratios."""
    pair, u = exact(p0, p1), F(excess)
    T = favoured(pair)
    a, b = mass(pair[0], T), mass(pair[1], T)
    gaps = []
    for shift in range(4):
        s = [u * F((3 * i + shift) % 5, 4) for i in range(len(T))]
        dots = [sum((x * y for x, y in zip(p, s, strict=True)), F(0)) for p in pair]
        p, q = dots
        if lower:
            cross = (1 + p) * (1 + u * (1 - b)) - (1 + q) * (1 + u * (1 - a))
            printed = u * (a - b) + u * (a * q - b * p) + (1 + u + F(slip)) * (p - q)
        else:
            cross = (1 + u * a) * (1 + q) - (1 + u * b) * (1 + p)
            printed = u * (a - b) + u * (a * q - b * p) - (1 + F(slip)) * (p - q)
        gaps.append(abs(cross - printed))
    return Outcome(max(gaps) == 0, float(max(gaps)), f"the sides differ by {float(max(gaps)):.3g}")


@claim(
    id="kairouz2016.equation-32",
    source="Section 8.2, eq. 32",
    statement=r"The upper bound of Lemma 24 can be written as $(e^\varepsilon - 1)(P_0(T) - P_1(T))"
    r" + (e^\varepsilon - 1) \sum_i (S_{ij} - 1)(P_0(T) P_1(x_i) - P_1(T) P_0(x_i)) - \sum_i "
    r"(S_{ij} - 1)(P_0(x_i) - P_1(x_i)) \ge 0$.",
    kind="equal",
    conditions="any pair, any S_j in [1, e^ε]^k",
    evidence="The left side is the cross-multiplied difference of the two ratios, exactly, at "
    "columns inside the cube; it is linear in S_j.",
    instances=LINEAR,
)
def equation_32(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """Exact equality at four columns; the slip scales the last sum."""
    return _linear(p0, p1, excess, False, slip)


@claim(
    id="kairouz2016.equation-35",
    source="Section 8.2, eq. 35",
    statement=r"The lower bound of Lemma 24 can be written as $(e^\varepsilon - 1)(P_0(T) - P_1(T))"
    r" + (e^\varepsilon - 1) \sum_i (S_{ij} - 1)(P_0(T) P_1(x_i) - P_1(T) P_0(x_i)) + "
    r"e^\varepsilon \sum_i (S_{ij} - 1)(P_0(x_i) - P_1(x_i)) \ge 0$.",
    kind="equal",
    conditions="any pair, any S_j in [1, e^ε]^k",
    evidence="The left side is the cross-multiplied difference of the two ratios, exactly, at "
    "columns inside the cube; it is linear in S_j.",
    instances=LINEAR,
)
def equation_35(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """Exact equality at four columns; the slip scales the last sum."""
    return _linear(p0, p1, excess, True, slip)


CLAIMS: tuple[Claim, ...] = (
    lemma_24,
    lemma_24_corrected,
    lemma_24_attained,
    subset,
    equation_32,
    equation_35,
)
