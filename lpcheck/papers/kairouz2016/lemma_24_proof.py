r"""Equations 31 to 37 of Section 8.2, in exact arithmetic with u = e^ε − 1 rational."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.papers.kairouz2016._hypothesis import (
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
)

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


def _agree(
    pair: Pair, left: Callable[[Mask], Fraction], right: Callable[[Mask], Fraction]
) -> Outcome:
    """Exact equality over all patterns."""
    gap = max(abs(left(m) - right(m)) for m in masks(len(pair[0])))
    return Outcome(gap == 0, float(gap), f"the sides differ by {gap}")


def vanish(value: Fraction) -> Outcome:
    """Whether an exact value is 0."""
    return Outcome(value == 0, abs(float(value)), f"the left side is {value}, not 0")


@claim(
    id="kairouz2016.equation-31",
    source="Section 8.2, eq. 31",
    statement=r"$M_\nu^B(0) = \sum_x P_0(x) Q(0|x) = \frac{1}{e^\varepsilon + 1} "
    r"((e^\varepsilon - 1) P_\nu(T) + 1)$, and for $y = 1$ with $T^c$.",
    kind="equal",
    conditions="any pair",
    expected="refuted",
    evidence="For ν = 1 the sum runs over P_0 where P_ν is meant: with P_0 = (2/3, 1/3), "
    "P_1 = (1/3, 2/3) and e^ε = 3/2 it is 8/15, not 7/15.",
    instances=growth(
        joined(
            pairs_at({"two letters": TWO}, (0.5,), "counterexample"),
            pairs_at({"equal pair": (TWO[0], TWO[0])}, (0.5,)),
        )
    ),
    slip=None,
    quote=r"$M_\nu^B(0) = \sum_{x \in \mathcal{X}} P_0(x) Q(0|x) = \frac{1}{e^\varepsilon + 1} "
    r"((e^\varepsilon - 1) P_\nu(T) + 1)$",
    finding="misprint",
    weight="detail",
    holds="The sum is over P_ν(x) Q(0|x).",
    stands="The closed forms on the right, which are what is used, hold.",
)
def equation_31(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The printed sum for ν = 0 and 1 against the closed form."""
    pair = exact(p0, p1)
    return _marginals(pair, (pair[0], pair[0]), read_u(excess))


@claim(
    id="kairouz2016.equation-31-corrected",
    source="Section 8.2, eq. 31",
    statement=r"$M_\nu^B(0) = \sum_x P_\nu(x) Q(0|x) = \frac{1}{e^\varepsilon + 1} "
    r"((e^\varepsilon - 1) P_\nu(T) + 1)$, and for $y = 1$ with $T^c$.",
    kind="equal",
    conditions="any pair",
    evidence="Exact on every instance.",
    instances=ANY,
    corrects="kairouz2016.equation-31",
)
def equation_31_corrected(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The sum with P_ν; the slip moves u in the closed form."""
    pair = exact(p0, p1)
    return _marginals(pair, pair, read_u(excess), F(slip))


def _marginals(pair: Pair, summed: Pair, u: Fraction, slip: Fraction = ZERO) -> Outcome:
    gaps = []
    T = favoured(pair)
    for p, s in zip(pair, summed, strict=True):
        for side in (T, complement(T)):
            direct = sum((x * (1 + u * i) for x, i in zip(s, side, strict=True)), F(0)) / (2 + u)
            gaps.append(abs(direct - (1 + (u + slip) * mass(p, side)) / (2 + u)))
    return vanish(max(gaps))


@claim(
    id="kairouz2016.equation-33",
    source="Section 8.2, eqs. 32 and 33",
    statement=r"The upper bound of Lemma 24 for the pattern of $T_j$ is equivalent to "
    r"$(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) - (P_0(T_j) - P_1(T_j))\} + (e^\varepsilon - 1)^2 "
    r"\{P_0(T) P_1(T_j) - P_1(T) P_0(T_j)\} \ge 0$.",
    kind="equal",
    conditions="any pair, any pattern",
    evidence="The left side is the cross-multiplied difference of the two ratios, exactly.",
    instances=ANY,
)
def equation_33(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """(33) against the cross product of the ratios, for all 2^k patterns."""
    pair, u = exact(p0, p1), read_u(excess)

    def cross(mask: Mask) -> Fraction:
        a, b, p, q = parts(pair, mask)
        return (1 + u * a) * (1 + u * q) - (1 + u * b) * (1 + u * p)

    return _agree(pair, cross, lambda m: eq33(pair, m, u + F(slip)))


@claim(
    id="kairouz2016.equation-36",
    source="Section 8.2, eqs. 35 and 36",
    statement=r"The lower bound of Lemma 24 for the pattern of $T_j$ is equivalent to "
    r"$(e^\varepsilon - 1)\{(P_0(T) - P_1(T)) + e^\varepsilon (P_0(T_j) - P_1(T_j))\} + "
    r"(e^\varepsilon - 1)^2 \{P_0(T) P_1(T_j) - P_1(T) P_0(T_j)\} \ge 0$.",
    kind="equal",
    conditions="any pair, any pattern",
    evidence="The left side is the cross-multiplied difference of the two ratios, exactly.",
    instances=ANY,
)
def equation_36(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """(36) against the cross product of the ratios, for all 2^k patterns."""
    pair, u = exact(p0, p1), read_u(excess)

    def cross(mask: Mask) -> Fraction:
        a, b, p, q = parts(pair, mask)
        return (1 + u * p) * (1 + u * (1 - b)) - (1 + u * (1 - a)) * (1 + u * q)

    return _agree(pair, cross, lambda m: eq36(pair, m, u + F(slip)))


@claim(
    id="kairouz2016.section-8-2-strict",
    source="Section 8.2, below eqs. 33 and 36",
    statement=r"$P_0(T) - P_1(T) > P_0(T_j) - P_1(T_j)$ for all $T_j \ne T$.",
    kind="lower",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="For k = 2 and P_0 = P_1 all subsets are equal; for P_0 ≠ P_1 take the tie of "
    "Theorem 5: {x_1} and T = {x_1, x_2} both have 1/4.",
    instances=growth(
        joined(
            pairs_at({"a tie": TIE}, (0.5,), "counterexample"),
            pairs_at({"no tie": GENERIC}, (0.5,)),
        )
    ),
    slip=None,
    quote=r"Using the fact that $P_0(T) - P_1(T) > P_0(T_j) - P_1(T_j)$ for all $T_j \neq T$",
    finding="condition",
    weight="detail",
    holds="It holds if no letter has P_0(x) = P_1(x).",
    stands="Without ties it is right: this is where the condition of Theorem 5 is used.",
    below="kairouz2016.theorem-5",
)
def strict(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """The smallest room over all other subsets."""
    return _room(exact(p0, p1))


@claim(
    id="kairouz2016.section-8-2-strict-corrected",
    source="Section 8.2, below eqs. 33 and 36",
    statement=r"If no $x$ has $P_0(x) = P_1(x)$: $P_0(T) - P_1(T) > P_0(T_j) - P_1(T_j)$ for all "
    r"$T_j \ne T$, and $P_0(T) - P_1(T) > P_1(T_j) - P_0(T_j)$ for all $T_j \ne T^c$.",
    kind="lower",
    conditions="no x with P_0(x) = P_1(x)",
    evidence="Moving one letter in or out costs |P_0(x) − P_1(x)|, which is positive.",
    instances=growth(
        joined(
            pairs_at({**PAIRS, "two letters": TWO}, (0.5,)),
            random_pairs(sizes=(2, 3, 5), epsilons=(0.5,)),
        )
    ),
    control={"p0": list(TIE[0]), "p1": list(TIE[1]), "excess": 0.5},
    corrects="kairouz2016.section-8-2-strict",
)
def strict_corrected(p0: Any, p1: Any, excess: float, slip: float = 0.0) -> Outcome:
    """As before; the control is the tie, less by the slip still."""
    return _room(exact(p0, p1), F(slip))


def _room(pair: Pair, slip: Fraction = ZERO) -> Outcome:
    T = favoured(pair)
    gap = mass(pair[0], T) - mass(pair[1], T) - slip
    others = [mass(pair[0], m) - mass(pair[1], m) for m in masks(len(T)) if m != T]
    opposite = [mass(pair[1], m) - mass(pair[0], m) for m in masks(len(T)) if m != complement(T)]
    room = gap - max(others + opposite)
    return Outcome(room > 0, -float(room), f"the smallest room is {room}")


CLAIMS: tuple[Claim, ...] = (
    equation_31,
    equation_31_corrected,
    equation_33,
    equation_36,
    strict,
    strict_corrected,
)
