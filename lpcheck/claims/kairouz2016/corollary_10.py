r"""Corollary 10: the converse for large ε, with the constant that randomized response really has.

.. math:: C(P_0, P_1) = k D_{kl}(P_0\|P_1)
          + \sum_x \Big( \log\frac{P_1(x)}{P_0(x)} + \frac{P_0(x)}{P_1(x)} - 1 \Big) \ge 0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from formulations import Staircase
from lpcheck.claims.claim import Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, vanishes
from lpcheck.claims.instances import at, degenerate_pairs, joined, random_pairs
from lpcheck.claims.kairouz2016._hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    F,
    arrays,
    jeffreys,
    pairs_at,
    pairs_only,
    response_threshold,
)
from lpcheck.claims.kairouz2016.theorem_07 import optimum
from lpcheck.claims.kairouz2016.theorem_08 import distinct
from lpcheck.mechanisms import randomized_response

STEPS = (1e-2, 1e-3, 1e-4)
TWO = ((F(1, 3), F(2, 3)), (F(2, 3), F(1, 3)))
SKEW = ((F(9, 10), F(1, 10)), (F(4, 5), F(1, 5)))
"""A pair with C < G: 0.274 against 0.612."""

SAME = (GENERIC[0], GENERIC[0])
C = (
    r"C(P_0, P_1) = k D_{kl}(P_0\|P_1) + \sum_x (\log \frac{P_1(x)}{P_0(x)} + "
    r"\frac{P_0(x)}{P_1(x)} - 1)"
)
PAIRS = pairs_only(
    joined(
        pairs_at({"two letters": TWO, "skew": SKEW, "equal ratios": EQUAL_RATIOS}, (0.0,)),
        random_pairs(sizes=(2, 3, 5), epsilons=(0.0,)),
        degenerate_pairs((0.0,), positive=True),
    )
)


def _kl(p: Any, q: Any) -> float:
    first, second = arrays(p, q)
    return float(np.sum(first * np.log(first / second)))


def printed_constant(p0: Any, p1: Any) -> float:
    """G(P0, P1) = Σ (1 − P0(x)) log(P1(x)/P0(x))."""
    first, second = arrays(p0, p1)
    return float(np.sum((1 - first) * np.log(second / first)))


def constant(p0: Any, p1: Any) -> float:
    """C(P0, P1)."""
    first, second = arrays(p0, p1)
    ratio = first / second
    return len(first) * _kl(p0, p1) + float(np.sum(ratio - 1 - np.log(ratio)))


def response(p0: Any, p1: Any, epsilon: float) -> float:
    """D_kl(M0‖M1) under randomized response."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    return problem.value(randomized_response(problem.k, epsilon))


def _remainder(p0: Any, p1: Any, scale: float) -> Callable[[float], float]:
    limit = _kl(p0, p1)
    return lambda h: response(p0, p1, -math.log(h)) - limit + scale * h


def _twice(p0: Any, p1: Any, epsilon: float) -> float:
    """The sum of both divergences under randomized response."""
    return response(p0, p1, epsilon) + response(p1, p0, epsilon)


@claim(
    id="kairouz2016.corollary-10-expansion",
    source="Section 3.5, below Corollary 10",
    statement=r"Randomized response achieves $D_{kl}(M_0\|M_1) = D_{kl}(P_0\|P_1) - G(P_0, P_1) "
    r"e^{-\varepsilon} + O(e^{-2\varepsilon})$, $G = \sum_x (1 - P_0(x)) \log(P_1(x)/P_0(x))$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="For P_0 = (1/3, 2/3), P_1 = (2/3, 1/3) the coefficient is (2 log 2)/3 + 1/2, not "
    "G = (log 2)/3. G leaves out the constant of (49) and the second order of 1/(e^ε + k − 1).",
    instances=pairs_only(
        joined(
            pairs_at({"two letters": TWO}, (0.0,), "counterexample"),
            pairs_at({"equal pair": SAME}, (0.0,)),
        )
    ),
    slip=None,
)
def expansion(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """The order of the remainder in h = e^{−ε}."""
    return vanishes(_remainder(p0, p1, printed_constant(p0, p1)), STEPS, 2.0)


@claim(
    id="kairouz2016.corollary-10-expansion-corrected",
    source="Section 3.5, below Corollary 10",
    statement=rf"Randomized response achieves $D_{{kl}}(M_0\|M_1) = D_{{kl}}(P_0\|P_1) - C "
    rf"e^{{-\varepsilon}} + O(e^{{-2\varepsilon}})$ with ${C}$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive",
    evidence="The measured order of the remainder is 2.",
    instances=PAIRS,
    slip=0.01,
    corrects="kairouz2016.corollary-10-expansion",
)
def expansion_corrected(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """As before with C; the slip scales C by 1 %."""
    return vanishes(_remainder(p0, p1, (1 + slip) * constant(p0, p1)), STEPS, 2.0)


@claim(
    id="kairouz2016.corollary-10",
    source="Corollary 10, eq. 17",
    statement=r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $D_{kl}(M_0\|M_1) + D_{kl}(M_1\|M_0) \le D_{kl}(P_0\|P_1) - (1 - \delta) "
    r"G(P_0, P_1) e^{-\varepsilon}$.",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="For P_0 = (1/3, 2/3), P_1 = (2/3, 1/3) and ε → ∞ the left side tends to (2 log "
    "2)/3 under randomized response and the right side to (log 2)/3: two divergences stand "
    "against one.",
    instances=joined(
        pairs_at({"two letters": TWO}, (20.0, 10.0, 5.0), "counterexample", delta=0.1),
        pairs_at({"equal pair": SAME}, (10.0,), delta=0.1),
    ),
    slip=None,
)
def corollary_10(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """Both divergences of randomized response, which is private, against the bound."""
    bound = _kl(p0, p1) - (1 - delta) * printed_constant(p0, p1) * math.exp(-epsilon)
    return at_most(_twice(p0, p1, epsilon), bound)


@claim(
    id="kairouz2016.corollary-10-one-sided",
    source="Corollary 10, eq. 17, and Section 3, second bound on the type II error",
    statement=r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $-D_{kl}(M_0\|M_1) \ge -D_{kl}(P_0\|P_1) + (1 - \delta) G(P_0, P_1) "
    r"e^{-\varepsilon}$.",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    expected="refuted",
    evidence="For P_0 = (9/10, 1/10), P_1 = (4/5, 1/5) randomized response has the coefficient "
    "C = 0.274 of e^{−ε}, less than (1 − δ) G = 0.9 · 0.612, so it passes the bound.",
    instances=joined(
        pairs_at({"skew": SKEW}, (12.0, 8.0, 5.0), "counterexample", delta=0.1),
        pairs_at({"two letters": TWO}, (8.0,), delta=0.1),
    ),
    slip=None,
)
def one_sided(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The divergence of randomized response, which is private, against the bound."""
    bound = _kl(p0, p1) - (1 - delta) * printed_constant(p0, p1) * math.exp(-epsilon)
    return at_most(response(p0, p1, epsilon), bound)


def _large(delta: float) -> Callable[[bool], Iterator[Instance]]:
    """Pairs with distinct ratios, at ε beyond the thresholds of Theorem 8 and of δ."""

    def instances(full: bool) -> Iterator[Instance]:
        for found in PAIRS(full):
            p0, p1 = found.parameters["p0"], found.parameters["p1"]
            if not distinct(p0, p1) or _kl(p0, p1) == 0.0:
                continue
            start = max(_settled(p0, p1, delta), _settled(p1, p0, delta))
            start = max(start, response_threshold(p0, p1), response_threshold(p1, p0))
            for extra in (0.0, 2.0):
                label = f"{found.label}, ε* + {extra:g}"
                yield at(label, found.kind, p0=p0, p1=p1, epsilon=start + extra, delta=delta)

    return instances


def _settled(p0: Any, p1: Any, delta: float) -> float:
    """The ε on a grid from which the remainder is below δ C e^{−ε}."""
    remainder, scale = _remainder(p0, p1, constant(p0, p1)), constant(p0, p1)
    grid = np.arange(12.0, 0.0, -0.5)
    passed = (e for e in grid if remainder(math.exp(-e)) > delta * scale * math.exp(-e))
    return float(next(passed, 0.0)) + 0.5


@claim(
    id="kairouz2016.corollary-10-corrected",
    source="Corollary 10, eq. 17",
    statement=r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $D_{kl}(M_0\|M_1) + D_{kl}(M_1\|M_0) \le D_{kl}(P_0\|P_1) + D_{kl}"
    rf"(P_1\|P_0) - (1 - \delta)(C(P_0, P_1) + C(P_1, P_0)) e^{{-\varepsilon}}$, ${C}$.",
    kind="upper",
    conditions="P_0, P_1 positive, ratios P_0(x)/P_1(x) pairwise distinct",
    evidence="The optimum of f(x) = (x − 1) log x over all mechanisms, from the ε at which "
    "randomized response is optimal and its remainder is below δ C e^{−ε}.",
    instances=_large(0.02),
    slip=0.05,
    corrects="kairouz2016.corollary-10",
)
def corrected(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The optimum against the bound; the slip turns 1 − δ = 0.98 into 1.03."""
    both = constant(p0, p1) + constant(p1, p0)
    bound = _kl(p0, p1) + _kl(p1, p0) - (1 - delta + slip) * both * math.exp(-epsilon)
    return at_most(optimum(p0, p1, epsilon, jeffreys()), bound)


@claim(
    id="kairouz2016.corollary-10-one-sided-corrected",
    source="Corollary 10, eq. 17, and Section 3, second bound on the type II error",
    statement=r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $D_{kl}(M_0\|M_1) \le D_{kl}(P_0\|P_1) - (1 - \delta) C(P_0, P_1) "
    rf"e^{{-\varepsilon}}$, ${C}$.",
    kind="upper",
    conditions="P_0, P_1 positive, ratios P_0(x)/P_1(x) pairwise distinct",
    evidence="The optimum over all mechanisms, as for the sum. With equal ratios merging the "
    "letters lowers the coefficient, and the bound fails.",
    instances=_large(0.02),
    slip=0.05,
    corrects="kairouz2016.corollary-10-one-sided",
)
def one_sided_corrected(
    p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0
) -> Outcome:
    """The optimum against the bound; the slip turns 1 − δ = 0.98 into 1.03."""
    bound = _kl(p0, p1) - (1 - delta + slip) * constant(p0, p1) * math.exp(-epsilon)
    return at_most(optimum(p0, p1, epsilon), bound)


CLAIMS = (
    expansion,
    expansion_corrected,
    corollary_10,
    corrected,
    one_sided,
    one_sided_corrected,
)
