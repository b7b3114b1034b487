r"""Lemma 24: the likelihood ratios of any private output lie within those of the binary one."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.hypothesis import (
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
    ratios_within,
    threshold,
    untied,
)
from lpcheck.papers.kairouz2016.lemma_24_proof import (
    ANY,
    PAIRS,
    TWO,
    UNTIED,
    complement,
    eq33,
    limit_of,
    parts,
    read_u,
    vanish,
)

BOUNDS = (
    r"$\frac{(e^\varepsilon - 1)P_0(T^c) + 1}{(e^\varepsilon - 1)P_1(T^c) + 1} \le "
    r"\frac{M_0(y)}{M_1(y)} \le "
    r"\frac{(e^\varepsilon - 1)P_0(T) + 1}{(e^\varepsilon - 1)P_1(T) + 1}$"
)


def _within(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All 2^k patterns, exactly, just below ε (rounding must not decide), raised by the slip."""
    return ratios_within(p0, p1, F(math.expm1(epsilon * (1 + slip) * (1 - 1e-12))))


lemma_24 = printed(
    id="kairouz2016.lemma-24",
    source="Lemma 24",
    statement=rf"For any pair there is $\varepsilon^* > 0$ such that {BOUNDS} for all $y$ and "
    r"all $Q$ that are $\varepsilon$-locally differentially private, $\varepsilon \le "
    r"\varepsilon^*$.",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="P_0 = (1/2, 1/4, 1/4), P_1 = (1/4, 1/4, 1/2): the pattern of {x_1} has ratio "
    "(1 + u/2)/(1 + u/4), above (1 + 3u/4)/(1 + u/2) of T = {x_1, x_2}, for every u = e^ε − 1.",
    instances=joined(
        pairs_at({"a tie": TIE}, (0.001, 0.01, 1.0), "counterexample"),
        pairs_at({"no tie": GENERIC}, (0.001, 0.01)),
    ),
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
)(_within)

lemma_24_corrected = corrected(
    lemma_24,
    rf"If no $x$ has $P_0(x) = P_1(x) > 0$, then {BOUNDS} for all $\varepsilon \le "
    r"\varepsilon^*$ of the corrected Theorem 5.",
    "Holds for all 2^k patterns in exact arithmetic at ε* and at ε*/100; patterns are "
    "enough, as a ratio of linear functions is largest at a corner of [1, e^ε]^k.",
    conditions="no x with P_0(x) = P_1(x) > 0; positivity is not needed",
    instances=untied,
    slip=0.01,
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": threshold(*GENERIC)},
)(_within)


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


def _marginals(p0: Any, p1: Any, excess: float, *, printed_sum: bool, slip: float = 0.0) -> Outcome:
    """The sum over P_0, or over P_ν, against the closed form, in which the slip moves u."""
    pair, u, gaps = exact(p0, p1), read_u(excess), []
    summed = (pair[0], pair[0]) if printed_sum else pair
    T = favoured(pair)
    for p, s in zip(pair, summed, strict=True):
        for side in (T, complement(T)):
            direct = sum((x * (1 + u * i) for x, i in zip(s, side, strict=True)), F(0)) / (2 + u)
            gaps.append(abs(direct - (1 + (u + F(slip)) * mass(p, side)) / (2 + u)))
    return vanish(max(gaps))


equation_31 = printed(
    id="kairouz2016.equation-31",
    source="Section 8.2, eq. 31",
    kind="equal",
    conditions="any pair",
    evidence="For ν = 1 the sum runs over P_0 where P_ν is meant: with P_0 = (2/3, 1/3), "
    "P_1 = (1/3, 2/3) and e^ε = 3/2 it is 8/15, not 7/15.",
    instances=growth(
        joined(
            pairs_at({"two letters": TWO}, (0.5,), "counterexample"),
            pairs_at({"equal pair": (TWO[0], TWO[0])}, (0.5,)),
        )
    ),
    quote=r"$M_\nu^B(0) = \sum_{x \in \mathcal{X}} P_0(x) Q(0|x) = \frac{1}{e^\varepsilon + 1} "
    r"((e^\varepsilon - 1) P_\nu(T) + 1)$",
    finding="misprint",
    weight="detail",
    holds="The sum is over P_ν(x) Q(0|x).",
    stands="The closed forms on the right, which are what is used, hold.",
)(partial(_marginals, printed_sum=True))

equation_31_corrected = corrected(
    equation_31,
    r"$M_\nu^B(0) = \sum_x P_\nu(x) Q(0|x) = \frac{1}{e^\varepsilon + 1} "
    r"((e^\varepsilon - 1) P_\nu(T) + 1)$, and for $y = 1$ with $T^c$.",
    "Exact on every instance.",
    conditions="any pair",
    instances=ANY,
)(partial(_marginals, printed_sum=False))


def _room(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The smallest room over all other subsets, less the slip."""
    pair = exact(p0, p1)
    T = favoured(pair)
    gap = mass(pair[0], T) - mass(pair[1], T) - F(slip)
    others = [mass(pair[0], m) - mass(pair[1], m) for m in masks(len(T)) if m != T]
    opposite = [mass(pair[1], m) - mass(pair[0], m) for m in masks(len(T)) if m != complement(T)]
    room = gap - max(others + opposite)
    return Outcome(room > 0, -float(room), f"the smallest room is {room}")


strict = printed(
    id="kairouz2016.section-8-2-strict",
    source="Section 8.2, below eqs. 33 and 36",
    kind="lower",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="For k = 2 and P_0 = P_1 all subsets are equal; for P_0 ≠ P_1 take the tie of "
    "Theorem 5: {x_1} and T = {x_1, x_2} both have 1/4.",
    instances=growth(
        joined(
            pairs_at({"a tie": TIE}, (0.5,), "counterexample"),
            pairs_at({"no tie": GENERIC}, (0.5,)),
        )
    ),
    quote=r"Using the fact that $P_0(T) - P_1(T) > P_0(T_j) - P_1(T_j)$ for all $T_j \neq T$",
    finding="condition",
    weight="detail",
    holds="It holds if no letter has P_0(x) = P_1(x).",
    stands="Without ties it is right: this is where the condition of Theorem 5 is used.",
    below="kairouz2016.theorem-5",
)(_room)

strict_corrected = corrected(
    strict,
    r"If no $x$ has $P_0(x) = P_1(x)$: $P_0(T) - P_1(T) > P_0(T_j) - P_1(T_j)$ for all "
    r"$T_j \ne T$, and $P_0(T) - P_1(T) > P_1(T_j) - P_0(T_j)$ for all $T_j \ne T^c$.",
    "Moving one letter in or out costs |P_0(x) − P_1(x)|, which is positive.",
    conditions="no x with P_0(x) = P_1(x)",
    instances=growth(
        joined(
            pairs_at({**PAIRS, "two letters": TWO}, (0.5,)),
            random_pairs(sizes=(2, 3, 5), epsilons=(0.5,)),
        )
    ),
    control={"p0": list(TIE[0]), "p1": list(TIE[1]), "excess": 0.5},
)(_room)


@printed(
    id="kairouz2016.section-8-2-minimum",
    source="Section 8.2, below eqs. 34 and 37",
    kind="lower",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="The minimum runs over T_j = T too, so ε_1 = 0 for every pair. ε(j) = ∞ is meant "
    "there (0 is the right value for the maximum in Section 8.4).",
    instances=growth(pairs_at({"two letters": TWO, "no tie": GENERIC}, (0.5,), "counterexample")),
    quote=r"In this case, set $\varepsilon(j) = 0$ and $\varepsilon_1 = \min_{j \in [2^k]} "
    r"\varepsilon(j)$.",
    finding="misprint",
    weight="detail",
    holds="ε(j) = ∞ is meant at T_j = T.",
    stands="The threshold ε_1 that is meant is positive where no letter is tied.",
)
def minimum(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The minimum as defined."""
    lowest = _smallest(p0, p1, at_T=F(0))
    return Outcome(lowest is None or lowest > 0, 0.0, f"e^ε_1 − 1 is {lowest}")


@corrected(
    minimum,
    r"With $\varepsilon(j) = \infty$ for $T_j = T$, $\varepsilon_1 = \min_j "
    r"\varepsilon(j) > 0$, and (33) holds for all patterns and all $\varepsilon \le "
    r"\varepsilon_1$.",
    "Positive, and every pattern passes at ε_1, in exact arithmetic.",
    conditions="no x with P_0(x) = P_1(x)",
    instances=UNTIED,
    slip=0.01,
)
def minimum_corrected(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """All patterns at ε_1, raised by the slip."""
    pair, lowest = exact(p0, p1), _smallest(p0, p1, at_T=None)
    u = F(10**6) if lowest is None else lowest * (1 + F(slip))
    worst = min(eq33(pair, mask, u) for mask in masks(len(pair[0])))
    return Outcome(u > 0 and worst >= 0, -float(worst), f"the smallest left side is {worst}")


def _smallest(p0: Any, p1: Any, at_T: Fraction | None) -> Fraction | None:
    pair = exact(p0, p1)
    T = favoured(pair)
    limits = [at_T if m == T else limit_of(*parts(pair, m)) for m in masks(len(T))]
    return min((x for x in limits if x is not None), default=None)


def _at_complement(p0: Any, p1: Any, excess: float, power: int, slip: float = 0.0) -> Outcome:
    """The left side of (37) with a power of u = e^ε − 1; the slip is added to P0(T_j)."""
    pair, u = exact(p0, p1), read_u(excess)
    a, b, p, q = parts(pair, complement(favoured(pair)))
    p += F(slip)
    return vanish(u * ((a - b) + (1 + u) * (p - q)) + u**power * (a * q - b * p))


equation_37 = printed(
    id="kairouz2016.equation-37",
    source="Section 8.2, eq. 37",
    statement=r"For $T_j = T^c$: $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) + e^\varepsilon "
    r"(P_0(T_j) - P_1(T_j))\} + (e^\varepsilon - 1)(P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$ for "
    r"all $\varepsilon$.",
    kind="equal",
    conditions="any pair",
    evidence="With u = e^ε − 1 and d = P_0(T) − P_1(T) the left side is d u(1 − u): 1/12 for "
    "P_0 = (2/3, 1/3), P_1 = (1/3, 2/3), u = 1/2. The last factor misses a square.",
    instances=growth(
        joined(
            pairs_at({"two letters": TWO}, (0.5,), "counterexample"),
            pairs_at({"two letters, u = 1": TWO}, (1.0,)),
        )
    ),
    quote=r"$(e^\varepsilon - 1) \{(P_0(T) - P_1(T)) + e^\varepsilon (P_0(T_j) - P_1(T_j))\} + "
    r"(e^\varepsilon - 1) (P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$",
    finding="misprint",
    weight="detail",
    holds="The last brace has the factor (e^ε − 1)², as in (36).",
    stands="The lower bound of Lemma 24 at T^c holds with equality, as the display is to show.",
)(partial(_at_complement, power=1))

equation_37_corrected = corrected(
    equation_37,
    r"As (37) with $(e^\varepsilon - 1)^2$ before the last brace.",
    "Exactly 0 on every instance.",
    conditions="any pair",
    instances=ANY,
)(partial(_at_complement, power=2))

CLAIMS: tuple[Claim, ...] = (
    lemma_24, lemma_24_corrected, lemma_24_attained, equation_31, equation_31_corrected, strict,
    strict_corrected, minimum, minimum_corrected, equation_37, equation_37_corrected,
)  # fmt: skip
