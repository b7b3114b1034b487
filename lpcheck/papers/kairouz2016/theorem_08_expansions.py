r"""Equations 46 to 50 of Section 8.4: expansions for large ε, h = e^{−ε} → 0."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.patterns import subsets
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, vanishes
from lpcheck.claims.instances import at, degenerate_pairs, explicit, joined, random_pairs
from lpcheck.papers.kairouz2016._hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    TIE,
    F,
    arrays,
    pairs_at,
    pairs_only,
    pattern_masses,
    printed_dual,
    utility,
)

TWO = {"two letters": ((F(1, 3), F(2, 3)), (F(2, 3), F(1, 3)))}
ALL = {"generic": GENERIC, "a tie": TIE, "equal ratios": EQUAL_RATIOS}
STEPS = (1e-3, 1e-4, 1e-5)
LARGE = pairs_only(
    joined(pairs_at({**TWO, **ALL}, (0.0,)), random_pairs(sizes=(2, 3, 5), epsilons=(0.0,)))
)
"""Pairs for limits as ε → ∞."""

PRINTED = pairs_only(
    joined(
        pairs_at(TWO, (0.0,), "counterexample"),
        pairs_at({"equal pair": (GENERIC[0], GENERIC[0])}, (0.0,)),
    )
)
"""A pair at which the printed expansions fail, and one at which they hold."""


@claim(
    id="kairouz2016.equation-46",
    source="Section 8.4, eqs. 44 and 46",
    statement=r"$\mu_j = \sum_i P_0(x_i) S_{ij} \log \frac{\sum_i P_0(x_i) S_{ij}}{\sum_i "
    r"P_1(x_i) S_{ij}} = (P_0(T_j)(e^\varepsilon - 1) + 1) \log \frac{P_0(T_j)(e^\varepsilon - 1)"
    r" + 1}{P_1(T_j)(e^\varepsilon - 1) + 1}$.",
    kind="equal",
    conditions="any pair, any pattern",
    evidence="Both forms agree for all patterns.",
    instances=joined(random_pairs(epsilons=(0.1, 4.0)), degenerate_pairs((0.1, 4.0))),
)
def equation_46(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The sum over the pattern's entries against the closed form; the slip moves an entry."""
    first, second = arrays(p0, p1)
    S = 1.0 + math.expm1(epsilon) * subsets(len(first))
    m0, m1 = (first * (1 + slip)) @ S, second @ S
    closed = math.exp(epsilon) * utility(*pattern_masses(p0, p1), epsilon)
    gap = float(np.abs(m0 * np.log(m0 / m1) - closed).max())
    return at_most(gap, 0.0, scale=10.0 * math.exp(epsilon))


@claim(
    id="kairouz2016.equation-48",
    source="Section 8.4, eq. 48",
    statement=r"$\log(a + e^\varepsilon b) = \varepsilon + \log b + O(e^{-\varepsilon})$ and "
    r"$\frac{1}{e^\varepsilon + k - 1} = e^{-\varepsilon} + O(e^{-2\varepsilon})$.",
    kind="asymptotic",
    conditions="b > 0",
    evidence="The measured orders in e^{−ε} are 1 and 2.",
    instances=explicit(
        *(
            at(f"a = {a:g}, b = {b:g}, k = {k}", a=a, b=b, k=k)
            for a, b, k in ((0.7, 0.3, 3), (1.0, 1e-3, 2), (0.0, 1.0, 1), (0.5, 0.5, 12))
        )
    ),
    slip=0.01,
)
def equation_48(a: float, b: float, k: int, slip: float = 0.0) -> Outcome:
    """Both remainders, without cancellation; the slip scales the leading term of the second."""

    def first(h: float) -> float:
        return math.log1p(h * a / b)

    def second(h: float) -> float:
        return -h * h * (k - 1) / (1 + h * (k - 1)) - slip * h

    return both(vanishes(first, STEPS, 1.0), vanishes(second, STEPS, 2.0))


def _remainder_49(p0: Any, p1: Any, h: float, constant: float) -> Array:
    """μ_j minus the expansion, for all T_j that are not empty."""
    a, b = (x[1:] for x in pattern_masses(p0, p1))
    # log(m0/m1) − log(a/b), without cancellation.
    shift = np.log1p(h * (1 - a) / a) - np.log1p(h * (1 - b) / b)
    return np.asarray((a / h + 1 - a) * shift - constant * (1 - a / b))


@claim(
    id="kairouz2016.equation-49",
    source="Section 8.4, eq. 49",
    statement=r"$\mu_j = \left(P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)}\right) e^\varepsilon + "
    r"(1 - P_0(T_j)) \log \frac{P_0(T_j)}{P_1(T_j)} + O(e^{-\varepsilon})$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive, T_j not empty",
    expected="refuted",
    evidence="The constant 1 − P_0(T_j)/P_1(T_j) is missing: for P_0 = (1/3, 2/3), "
    "P_1 = (2/3, 1/3) and T_j = {x_1} the remainder tends to 1/2, not to 0.",
    instances=PRINTED,
    slip=None,
    quote=r"$= \left(P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)}\right) e^\varepsilon + (1 - "
    r"P_0(T_j)) \log \frac{P_0(T_j)}{P_1(T_j)} + O(e^{-\varepsilon})$",
    finding="false",
    weight="detail",
    holds="The constant 1 − P_0(T_j)/P_1(T_j) is missing.",
    stands="The proof of Theorem 8 uses the leading term only, which is right; the coefficient G "
    "of Corollary 10 comes from here.",
    below="kairouz2016.corollary-10",
)
def equation_49(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """The order of the largest remainder in h = e^{−ε}."""
    return vanishes(lambda h: largest(_remainder_49(p0, p1, h, 0.0)), STEPS, 1.0)


@claim(
    id="kairouz2016.equation-49-corrected",
    source="Section 8.4, eq. 49",
    statement=r"$\mu_j = \left(P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)}\right) e^\varepsilon + "
    r"(1 - P_0(T_j)) \log \frac{P_0(T_j)}{P_1(T_j)} + 1 - \frac{P_0(T_j)}{P_1(T_j)} + "
    r"O(e^{-\varepsilon})$.",
    kind="asymptotic",
    conditions="P_0(T_j), P_1(T_j) > 0",
    evidence="The largest remainder over the patterns has order 1 in e^{−ε}.",
    instances=LARGE,
    slip=0.01,
    corrects="kairouz2016.equation-49",
)
def equation_49_corrected(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """As before with the constant, which the slip scales by 1 %; and the form of μ itself."""
    h = math.exp(-9.0)
    a, b = (x[1:] for x in pattern_masses(p0, p1))
    exact = utility(*pattern_masses(p0, p1), 9.0)[1:] / h
    printed = (a / h + 1 - a) * np.log(a / b) + (1 - a / b) + _remainder_49(p0, p1, h, 1.0)
    form = at_most(float(np.abs(exact - printed).max()), 0.0, scale=10.0 / h)
    rate = vanishes(lambda h: largest(_remainder_49(p0, p1, h, 1.0 + slip)), STEPS, 1.0)
    return both(form, rate)


def largest(values: Array) -> float:
    """The largest absolute value."""
    return float(np.abs(values).max())


def dual_side(p0: Any, p1: Any, h: float) -> Array:
    """S_jᵀα*, for all patterns, times h = e^{−ε}."""
    S = subsets(len(arrays(p0, p1)[0]))
    return np.asarray(printed_dual(p0, p1, -math.log(h)) @ (h + (1 - h) * S))


def letters(p0: Any, p1: Any) -> Array:
    """Σ_{x in T_j} P0(x) log(P0(x)/P1(x)), for all patterns."""
    first, second = arrays(p0, p1)
    return np.asarray((first * np.log(first / second)) @ subsets(len(first)))


@claim(
    id="kairouz2016.equation-50",
    source="Section 8.4, eq. 50",
    statement=r"$S_j^T \alpha^* = \left( \sum_{x_i \in T_j} P_0(x_i) \log "
    r"\frac{P_0(x_i)}{P_1(x_i)} \right) e^\varepsilon + O(1)$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive",
    evidence="The remainder, divided by e^ε, has order 1 in e^{−ε}.",
    instances=LARGE,
    slip=0.01,
)
def equation_50(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """Both sides divided by e^ε; the slip scales the leading term by 1 %."""
    claimed = (1 + slip) * letters(p0, p1)
    return vanishes(lambda h: largest(dual_side(p0, p1, h) - claimed), STEPS, 1.0)


CLAIMS: tuple[Claim, ...] = (
    equation_46,
    equation_48,
    equation_49,
    equation_49_corrected,
    equation_50,
)
