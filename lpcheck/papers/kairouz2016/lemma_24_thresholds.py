r"""Section 8.2: the thresholds ε(j), and the equalities (34) and (37) at T and its complement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import joined, random_pairs
from lpcheck.papers.kairouz2016._hypothesis import (
    GENERIC,
    F,
    exact,
    favoured,
    growth,
    masks,
    mass,
    pairs_at,
)
from lpcheck.papers.kairouz2016.lemma_24_proof import (
    ANY,
    PAIRS,
    SPREAD,
    TWO,
    Mask,
    complement,
    eq33,
    eq36,
    parts,
    read_u,
    vanish,
)

UNTIED = growth(
    joined(
        pairs_at({"two good letters": SPREAD, **PAIRS}, (0.5,)),
        random_pairs(sizes=(2, 3, 5), epsilons=(0.5,)),
    )
)


def _limit(a: Fraction, b: Fraction, p: Fraction, q: Fraction) -> Fraction | None:
    """The printed e^{ε(j)} − 1, where P0(T)P1(T_j) < P1(T)P0(T_j)."""
    cross = b * p - a * q
    return ((a - b) - (p - q)) / cross if cross > 0 else None


@claim(
    id="kairouz2016.section-8-2-threshold",
    source="Section 8.2, below eq. 33",
    statement=r"For $T_j \ne T$, (33) holds for all $\varepsilon$ if $P_0(T) P_1(T_j) \ge P_1(T) "
    r"P_0(T_j)$, and else exactly for $\varepsilon \le \varepsilon(j) = \log\left( "
    r"\frac{(P_0(T) - P_1(T)) - (P_0(T_j) - P_1(T_j))}{P_1(T) P_0(T_j) - P_0(T) P_1(T_j)} + 1 "
    r"\right) > 0$.",
    kind="equal",
    conditions="no x with P_0(x) = P_1(x) (with a tie ε(j) = 0 for some j)",
    evidence="(33) is 0 at ε(j), negative beyond and non-negative below, in exact arithmetic.",
    instances=UNTIED,
    slip=0.01,
)
def threshold(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The sign of (33) at, below and beyond the printed ε(j); the slip scales it by 1 %."""
    pair = exact(p0, p1)
    T = favoured(pair)
    for mask in masks(len(T)):
        if mask == T:
            continue
        limit = _limit(*parts(pair, mask))
        if limit is None:
            good = all(eq33(pair, mask, F(u)) >= 0 for u in (F(1, 1000), F(1), F(10**6)))
        else:
            limit *= 1 + F(slip)
            signs = [eq33(pair, mask, limit * part) for part in (F(1, 2), F(1), F(2))]
            good = limit > 0 and signs[0] > 0 and signs[1] == 0 and signs[2] < 0
        if not good:
            return Outcome(False, 1.0, f"the sign of (33) is wrong for the pattern {mask}")
    return Outcome(True, 0.0)


@claim(
    id="kairouz2016.section-8-2-minimum",
    source="Section 8.2, below eqs. 34 and 37",
    statement=r"For $T_j = T$ set $\varepsilon(j) = 0$ and $\varepsilon_1 = \min_{j \in [2^k]} "
    r"\varepsilon(j)$; then $\varepsilon^* = \min(\varepsilon_1, \varepsilon_2)$ is positive.",
    kind="lower",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="The minimum runs over T_j = T too, so ε_1 = 0 for every pair. ε(j) = ∞ is meant "
    "there (0 is the right value for the maximum in Section 8.4).",
    instances=growth(pairs_at({"two letters": TWO, "no tie": GENERIC}, (0.5,), "counterexample")),
    slip=None,
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


@claim(
    id="kairouz2016.section-8-2-minimum-corrected",
    source="Section 8.2, below eqs. 34 and 37",
    statement=r"With $\varepsilon(j) = \infty$ for $T_j = T$, $\varepsilon_1 = \min_j "
    r"\varepsilon(j) > 0$, and (33) holds for all patterns and all $\varepsilon \le "
    r"\varepsilon_1$.",
    kind="lower",
    conditions="no x with P_0(x) = P_1(x)",
    evidence="Positive, and every pattern passes at ε_1, in exact arithmetic.",
    instances=UNTIED,
    slip=0.01,
    corrects="kairouz2016.section-8-2-minimum",
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
    limits = [at_T if m == T else _limit(*parts(pair, m)) for m in masks(len(T))]
    return min((x for x in limits if x is not None), default=None)


@claim(
    id="kairouz2016.equation-34",
    source="Section 8.2, eq. 34",
    statement=r"For $T_j = T$: $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) - (P_0(T_j) - "
    r"P_1(T_j))\} + (e^\varepsilon - 1)(P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$.",
    kind="equal",
    conditions="any pair",
    evidence="Both braces vanish; the square that (33) has does not matter here.",
    instances=ANY,
)
def equation_34(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The left side at T; the slip is added to P0(T_j)."""
    pair, u = exact(p0, p1), read_u(excess)
    a, b, p, q = parts(pair, favoured(pair))
    p += F(slip)
    return vanish(u * ((a - b) - (p - q)) + u * (a * q - b * p))


def _eq37(p0: Any, p1: Any, excess: float, power: int, slip: float = 0.0) -> Fraction:
    pair, u = exact(p0, p1), read_u(excess)
    a, b, p, q = parts(pair, complement(favoured(pair)))
    p += F(slip)
    return u * ((a - b) + (1 + u) * (p - q)) + u**power * (a * q - b * p)


@claim(
    id="kairouz2016.equation-37",
    source="Section 8.2, eq. 37",
    statement=r"For $T_j = T^c$: $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) + e^\varepsilon "
    r"(P_0(T_j) - P_1(T_j))\} + (e^\varepsilon - 1)(P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$ for "
    r"all $\varepsilon$.",
    kind="equal",
    conditions="any pair",
    expected="refuted",
    evidence="With u = e^ε − 1 and d = P_0(T) − P_1(T) the left side is d u(1 − u): 1/12 for "
    "P_0 = (2/3, 1/3), P_1 = (1/3, 2/3), u = 1/2. The last factor misses a square.",
    instances=growth(
        joined(
            pairs_at({"two letters": TWO}, (0.5,), "counterexample"),
            pairs_at({"two letters, u = 1": TWO}, (1.0,)),
        )
    ),
    slip=None,
    quote=r"$(e^\varepsilon - 1) \{(P_0(T) - P_1(T)) + e^\varepsilon (P_0(T_j) - P_1(T_j))\} + "
    r"(e^\varepsilon - 1) (P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$",
    finding="misprint",
    weight="detail",
    holds="The last brace has the factor (e^ε − 1)², as in (36).",
    stands="The lower bound of Lemma 24 at T^c holds with equality, as the display is to show.",
)
def equation_37(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The printed left side; at u = e^ε − 1."""
    return vanish(_eq37(p0, p1, excess, 1))


@claim(
    id="kairouz2016.equation-37-corrected",
    source="Section 8.2, eq. 37",
    statement=r"As (37) with $(e^\varepsilon - 1)^2$ before the last brace.",
    kind="equal",
    conditions="any pair",
    evidence="Exactly 0 on every instance.",
    instances=ANY,
    corrects="kairouz2016.equation-37",
)
def equation_37_corrected(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The left side with the square; the slip is added to P0(T_j)."""
    return vanish(_eq37(p0, p1, excess, 2, slip))


@claim(
    id="kairouz2016.section-8-2-small-epsilon",
    source="Section 8.2, below eq. 36",
    statement=r"(36) is $\varepsilon \{(P_0(T) - P_1(T)) - (P_1(T_j) - P_0(T_j))\} + "
    r"O(\varepsilon^2)$.",
    kind="asymptotic",
    conditions="any pair, any pattern",
    evidence="Divided by u², the remainder after u{...} is the same at every u, in exact "
    "arithmetic: it is exactly quadratic in u = e^ε − 1 = ε + O(ε²).",
    instances=ANY,
)
def small_epsilon(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The remainder at u and at u/100 for all patterns; the slip is added to the first term."""
    pair = exact(p0, p1)

    def scaled(mask: Mask, u: Fraction) -> Fraction:
        first = mass(pair[0], favoured(pair)) - mass(pair[1], favoured(pair))
        first += mass(pair[0], mask) - mass(pair[1], mask) + F(slip)
        return (eq36(pair, mask, u) - u * first) / (u * u)

    u = read_u(excess)
    return vanish(max(abs(scaled(m, u) - scaled(m, u / 100)) for m in masks(len(pair[0]))))


CLAIMS: tuple[Claim, ...] = (
    threshold,
    minimum,
    minimum_corrected,
    equation_34,
    equation_37,
    equation_37_corrected,
    small_epsilon,
)
