r"""Section 8.2: the steps of the proof of Lemma 24, exactly, with u = e^ε − 1 rational."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.papers.kairouz2016.hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    TIE,
    F,
    Pair,
    exact,
    favoured,
    growth,
    masks,
    mass,
    pairs_at,
    pairs_only,
)
from lpcheck.papers.kairouz2016.theorem_05 import TWO_TIES

Mask = tuple[int, ...]


PAIRS = {"no tie": GENERIC, "equal ratios": EQUAL_RATIOS}
ZERO = F(0)
TWO = ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
SPREAD = ((F(1, 2), F(2, 5), F(1, 10)), (F(1, 5), F(3, 10), F(1, 2)))


ANY = growth(
    joined(random_pairs(sizes=(2, 4), epsilons=(0.5,)), degenerate_pairs((0.5,), positive=True))
)


def read_u(excess: float, slip: float = 0.0) -> Fraction:
    """U = e^ε − 1 as a short fraction, plus the slip."""
    return F(excess).limit_denominator(10**6) + F(slip)


def parts(pair: Pair, mask: Mask) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """P0(T), P1(T), P0(A), P1(A)."""
    T = favoured(pair)
    return mass(pair[0], T), mass(pair[1], T), mass(pair[0], mask), mass(pair[1], mask)


def eq33(pair: Pair, mask: Mask, u: Fraction) -> Fraction:
    """The left side of (33)."""
    a, b, p, q = parts(pair, mask)
    return u * ((a - b) - (p - q)) + u * u * (a * q - b * p)


def eq36(pair: Pair, mask: Mask, u: Fraction) -> Fraction:
    """The left side of (36), e^ε = 1 + u."""
    a, b, p, q = parts(pair, mask)
    return u * ((a - b) + (1 + u) * (p - q)) + u * u * (a * q - b * p)


def complement(mask: Sequence[int]) -> Mask:
    """The other letters."""
    return tuple(1 - i for i in mask)


def vanish(value: Fraction) -> Outcome:
    """Whether an exact value is 0."""
    return Outcome(value == 0, abs(float(value)), f"the left side is {value}, not 0")


LINEAR = growth(joined(random_pairs(sizes=(2, 4), epsilons=(0.5,)), degenerate_pairs((0.5,))))

UNTIED = growth(
    joined(
        pairs_at({"two good letters": SPREAD, **PAIRS}, (0.5,)),
        random_pairs(sizes=(2, 3, 5), epsilons=(0.5,)),
    )
)
BAD = (SPREAD[1], SPREAD[0])
"""Two letters outside T, so that some pattern limits ε."""

NAMED = {"two letters outside T": BAD, "a tie": TIE, "two ties": TWO_TIES}


@display(
    "Section 8.1",
    r"$P_0(T) - P_1(T) = \max_{A \subseteq \mathcal{X}} P_0(A) - P_1(A)$ for $T = \{x : "
    r"P_0(x) \ge P_1(x)\}$.",
    pairs_only(joined(random_pairs(epsilons=(0.0,)), degenerate_pairs((0.0,)))),
)
def subset(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """All subsets; the slip is added to P_0(T)."""
    pair = exact(p0, p1)
    T = favoured(pair)
    largest = max(mass(pair[0], m) - mass(pair[1], m) for m in masks(len(T)))
    gap = mass(pair[0], T) + F(slip) - mass(pair[1], T) - largest
    return Outcome(gap == 0, abs(float(gap)), f"the sides differ by {float(gap):.3g}")


def _bound(p0: Any, p1: Any, excess: float, *, lower: bool, slip: float = 0.0) -> Outcome:
    """(32) or (35) at four columns of the cube and at all patterns, where it is (33) or (36).

    Both are the cross product of the two ratios; the slip scales the last sum.
    """
    pair, u = exact(p0, p1), F(excess)
    T, gaps = favoured(pair), []
    a, b = mass(pair[0], T), mass(pair[1], T)
    columns = [[u * F((3 * i + shift) % 5, 4) for i in range(len(T))] for shift in range(4)]
    patterns = list(masks(len(T)))
    for s in (*columns, *([u * inside for inside in mask] for mask in patterns)):
        p, q = (sum((x * y for x, y in zip(each, s, strict=True)), F(0)) for each in pair)
        if lower:
            cross = (1 + p) * (1 + u * (1 - b)) - (1 + q) * (1 + u * (1 - a))
            last = (1 + u + F(slip)) * (p - q)
        else:
            cross = (1 + u * a) * (1 + q) - (1 + u * b) * (1 + p)
            last = -(1 + F(slip)) * (p - q)
        gaps.append(abs(cross - u * (a - b) - u * (a * q - b * p) - last))
        if len(gaps) > len(columns):
            shown = (eq36 if lower else eq33)(pair, patterns[len(gaps) - len(columns) - 1], u)
            gaps[-1] += abs(cross - shown)
    return Outcome(max(gaps) == 0, float(max(gaps)), f"the sides differ by {float(max(gaps)):.3g}")


_COMMON = (
    r"$(e^\varepsilon - 1)(P_0(T) - P_1(T)) + (e^\varepsilon - 1) \sum_i (S_{ij} - 1)(P_0(T) "
    r"P_1(x_i) - P_1(T) P_0(x_i))"
)
equation_32 = display(
    "eqs. 32 and 33",
    rf"The upper bound can be written as {_COMMON} - \sum_i (S_{{ij}} - 1)(P_0(x_i) - P_1(x_i)) "
    r"\ge 0$, for the pattern of $T_j$ as $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) - (P_0(T_j) - "
    r"P_1(T_j))\} + (e^\varepsilon - 1)^2 \{P_0(T) P_1(T_j) - P_1(T) P_0(T_j)\} \ge 0$.",
    LINEAR,
)(partial(_bound, lower=False))
equation_35 = display(
    "eqs. 35 and 36",
    rf"The lower bound can be written as {_COMMON} + e^\varepsilon \sum_i (S_{{ij}} - 1)(P_0(x_i) "
    r"- P_1(x_i)) \ge 0$, for the pattern of $T_j$ as $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) + "
    r"e^\varepsilon (P_0(T_j) - P_1(T_j))\} + (e^\varepsilon - 1)^2 \{P_0(T) P_1(T_j) - P_1(T) "
    r"P_0(T_j)\} \ge 0$.",
    LINEAR,
)(partial(_bound, lower=True))


@display(
    "eq. 34",
    r"For $T_j = T$: $(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) - (P_0(T_j) - "
    r"P_1(T_j))\} + (e^\varepsilon - 1)(P_0(T) P_1(T_j) - P_1(T) P_0(T_j)) = 0$.",
    ANY,
)
def equation_34(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The left side at T; the slip is added to P0(T_j)."""
    pair, u = exact(p0, p1), read_u(excess)
    a, b, p, q = parts(pair, favoured(pair))
    p += F(slip)
    return vanish(u * ((a - b) - (p - q)) + u * (a * q - b * p))


def limit_of(a: Fraction, b: Fraction, p: Fraction, q: Fraction) -> Fraction | None:
    """The printed e^{ε(j)} − 1, where P0(T)P1(T_j) < P1(T)P0(T_j)."""
    cross = b * p - a * q
    return ((a - b) - (p - q)) / cross if cross > 0 else None


@display(
    "below eq. 33",
    r"For $T_j \ne T$, (33) holds for all $\varepsilon$ if $P_0(T) P_1(T_j) \ge P_1(T) "
    r"P_0(T_j)$, and else exactly for $\varepsilon \le \varepsilon(j) = \log\left( "
    r"\frac{(P_0(T) - P_1(T)) - (P_0(T_j) - P_1(T_j))}{P_1(T) P_0(T_j) - P_0(T) P_1(T_j)} + 1 "
    r"\right) > 0$.",
    UNTIED,
    slip=0.01,
)
def threshold(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The sign of (33) at, below and beyond the printed ε(j); the slip scales it by 1 %."""
    pair = exact(p0, p1)
    T = favoured(pair)
    for mask in masks(len(T)):
        if mask == T:
            continue
        limit = limit_of(*parts(pair, mask))
        if limit is None:
            good = all(eq33(pair, mask, F(u)) >= 0 for u in (F(1, 1000), F(1), F(10**6)))
        else:
            limit *= 1 + F(slip)
            signs = [eq33(pair, mask, limit * part) for part in (F(1, 2), F(1), F(2))]
            good = limit > 0 and signs[0] > 0 and signs[1] == 0 and signs[2] < 0
        if not good:
            return Outcome(False, 1.0, f"the sign of (33) is wrong for the pattern {mask}")
    return Outcome(True, 0.0)


@display(
    "below eq. 36",
    r"(36) is $\varepsilon \{(P_0(T) - P_1(T)) - (P_1(T_j) - P_0(T_j))\} + "
    r"O(\varepsilon^2)$.",
    ANY,
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


@display(
    "below eq. 36 (lower bound)",
    r"For $T_j \ne T^c$ there is a positive $\varepsilon(j)$ such that the left-hand "
    r"side of (36) is positive for all $\varepsilon \le \varepsilon(j)$; so the lower bound of "
    r"Lemma 24 holds below some $\varepsilon_2 > 0$.",
    joined(growth(pairs_at(NAMED, (0.5,))), UNTIED),
    slip=0.02,
)
def lower_threshold(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The sign of (36) up to its change of sign, for all patterns; the slip raises ε(j) by 2 %."""
    pair, worst = exact(p0, p1), F(1)
    for mask in masks(len(pair[0])):
        if mask == complement(favoured(pair)):
            continue
        a, b, p, q = parts(pair, mask)
        slack, turn = (a - b) + (p - q), (a * q - b * p) + (p - q)
        limit = slack / -turn if turn < 0 else F(10**6)
        if limit <= 0:
            return Outcome(False, 1.0, f"no positive ε(j) for the pattern {mask}")
        for share in (F(99, 100) * (1 + F(slip)), F(1, 100)):
            u = limit * share
            worst = min(worst, eq36(pair, mask, u) / u**2)
    return Outcome(worst > 0, -float(worst), f"the smallest left side is {float(worst):.3g} u²")


steps = displays(
    (subset, equation_32, threshold, equation_34, equation_35, small_epsilon, lower_threshold),
    id="kairouz2016.lemma-24-proof",
    source="Proof of Lemma 24 (Section 8.2)",
    conditions="any pair and pattern; no x with P_0(x) = P_1(x) below eq. 33; P_0 ≠ P_1 positive "
    "for the lower bound, where ties do no harm",
    evidence="In exact arithmetic, for all 2^k patterns and for columns inside the cube. A tied "
    "letter lies in T, and added to T^c leaves P_0(x)(P_0(T) − P_1(T))u² > 0 in (36), though the "
    "strict inequality that the proof uses is an equality there: only the upper bound fails.",
    weight="detail",
)  # fmt: skip

CLAIMS: tuple[Claim, ...] = (steps,)
