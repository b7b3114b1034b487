r"""Corollary 10: the converse for large ε, as printed and with the right constant."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from formulations import Staircase
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most
from lpcheck.claims.instances import at, joined
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.corollary_10_expansion import (
    PAIRS,
    SAME,
    SKEW,
    TWO,
    C,
    constant,
    divergence,
    printed_constant,
)
from lpcheck.papers.kairouz2016.hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    jeffreys,
    pairs_at,
    response_threshold,
)
from lpcheck.papers.kairouz2016.theorem_07 import optimum_at_most
from lpcheck.papers.kairouz2016.theorem_08 import distinct
from lpcheck.papers.kairouz2016.theorem_08_merged import classes

LARGEST = 12.0
"""Beyond this ε the bounds are closer together than the tolerance."""


def response(p0: Any, p1: Any, epsilon: float) -> float:
    """D_kl(M0‖M1) under randomized response."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    return problem.value(randomized_response(problem.k, epsilon))


def _remainder(p0: Any, p1: Any, scale: float) -> Callable[[float], float]:
    limit = divergence(p0, p1)
    return lambda h: response(p0, p1, -math.log(h)) - limit + scale * h


def _twice(p0: Any, p1: Any, epsilon: float) -> float:
    """The sum of both divergences under randomized response."""
    return response(p0, p1, epsilon) + response(p1, p0, epsilon)


@printed(
    id="kairouz2016.corollary-10",
    source="Corollary 10, eq. 17",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="For P_0 = (1/3, 2/3), P_1 = (2/3, 1/3) and ε → ∞ the left side tends to (2 log "
    "2)/3 under randomized response and the right side to (log 2)/3: two divergences stand "
    "against one.",
    instances=joined(
        pairs_at(
            {"two letters, (1, 2)/3 against (2, 1)/3": TWO},
            (20.0, 10.0, 5.0),
            "counterexample",
            delta=0.1,
        ),
        pairs_at({"equal pair": SAME}, (10.0,), delta=0.1),
    ),
    quote=r"for any pair of distributions $P_0$ and $P_1$ and any positive $\delta > 0$, there "
    r"exists a positive $\varepsilon^*$ that depends on $P_0$ and $P_1$ and $\delta$ such that for "
    r"any $\varepsilon \geq \varepsilon^*$ the induced marginals $M_0$ and $M_1$ satisfy the bound "
    r"$D_{\text{kl}}(M_0||M_1) + D_{\text{kl}}(M_1||M_0) \leq "
    r"D_{\text{kl}}(P_0||P_1) - (1 - \delta)G(P_0, P_1)e^{-\varepsilon}$",
    finding="false",
    weight="headline",
    holds="With D_kl(P_0‖P_1) + D_kl(P_1‖P_0) on the right, and C(P_0, P_1) + C(P_1, P_0) for G, "
    "it holds for pairwise distinct ratios; C(P_0, P_1) = k D_kl(P_0‖P_1) + Σ (log(P_1/P_0) + "
    "P_0/P_1 − 1).",
    stands="What fails is the right side of the bound, not Theorem 8, from which it is derived. "
    "Read with D_kl(M_0‖M_1) alone on the left, as the line below it suggests, it fails only where "
    "G exceeds the true coefficient of e^{−ε}, as for (4/5, 1/5) and (3/5, 2/5). "
    "The second bound on the type II error in Section 3 rests on it, in this reading.",
)
def corollary_10(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The divergences of randomized response, which is private, against the bound."""
    bound = divergence(p0, p1) - (1 - delta) * printed_constant(p0, p1) * math.exp(-epsilon)
    return at_most(_twice(p0, p1, epsilon), bound)


@printed(
    id="kairouz2016.corollary-10-one-sided",
    source="Corollary 10, eq. 17, and Section 3, second bound on the type II error",
    kind="upper",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="For P_0 = (4/5, 1/5), P_1 = (3/5, 2/5) randomized response has the coefficient "
    "C = 0.422 of e^{−ε}, less than (1 − δ) G = 0.9 · 0.497, so it passes the bound.",
    instances=joined(
        pairs_at({"skew": SKEW}, (12.0, 8.0, 5.0), "counterexample", delta=0.1),
        pairs_at({"two letters": TWO}, (8.0,), delta=0.1),
    ),
    quote=r"$\lim_{n \rightarrow \infty} \frac{1}{n} \log \beta^{\alpha^*} \geq "
    r"-D_{\text{kl}}(P_0 \| P_1) + (1 - \delta)G(P_0, P_1)e^{-\varepsilon}$",
    finding="false",
    weight="normal",
    holds="With C(P_0, P_1) for G it holds, for pairwise distinct ratios.",
    stands="A bound of this form holds; only the coefficient is another.",
    below="kairouz2016.corollary-10",
)
def one_sided(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The divergence of randomized response, which is private, against the bound."""
    bound = divergence(p0, p1) - (1 - delta) * printed_constant(p0, p1) * math.exp(-epsilon)
    return at_most(response(p0, p1, epsilon), bound)


def _large(delta: float) -> Callable[[bool], Iterator[Instance]]:
    """Pairs with distinct ratios, at ε beyond the thresholds of Theorem 8 and of δ."""

    def instances(full: bool) -> Iterator[Instance]:
        for found in PAIRS(full):
            p0, p1 = found.parameters["p0"], found.parameters["p1"]
            if not distinct(p0, p1) or divergence(p0, p1) == 0.0:
                continue
            start = max(_settled(p0, p1, delta), _settled(p1, p0, delta))
            start = max(start, response_threshold(p0, p1), response_threshold(p1, p0))
            if start > LARGEST:
                continue
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


@corrected(
    corollary_10,
    r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $D_{kl}(M_0\|M_1) + D_{kl}(M_1\|M_0) \le D_{kl}(P_0\|P_1) + D_{kl}"
    rf"(P_1\|P_0) - (1 - \delta)(C(P_0, P_1) + C(P_1, P_0)) e^{{-\varepsilon}}$, ${C}$.",
    "The optimum of f(x) = (x − 1) log x over all mechanisms, from the ε at which "
    "randomized response is optimal and its remainder is below δ C e^{−ε}.",
    conditions="P_0, P_1 positive, ratios P_0(x)/P_1(x) pairwise distinct",
    instances=_large(0.02),
    slip=0.05,
)
def corollary_10_corrected(
    p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0
) -> Outcome:
    """The optimum against the bound; the slip turns 1 − δ = 0.98 into 1.03."""
    both = constant(p0, p1) + constant(p1, p0)
    bound = divergence(p0, p1) + divergence(p1, p0) - (1 - delta + slip) * both * math.exp(-epsilon)
    return optimum_at_most(p0, p1, epsilon, bound, jeffreys())


@corrected(
    one_sided,
    r"For any $\delta > 0$ there is $\varepsilon^*$ such that for $\varepsilon \ge "
    r"\varepsilon^*$: $D_{kl}(M_0\|M_1) \le D_{kl}(P_0\|P_1) - (1 - \delta) C(P_0, P_1) "
    rf"e^{{-\varepsilon}}$, ${C}$.",
    "The optimum over all mechanisms, as for the sum. With equal ratios merging the "
    "letters lowers the coefficient, and the bound fails.",
    conditions="P_0, P_1 positive, ratios P_0(x)/P_1(x) pairwise distinct",
    instances=_large(0.02),
    slip=0.05,
)
def one_sided_corrected(
    p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0
) -> Outcome:
    """The optimum against the bound; the slip turns 1 − δ = 0.98 into 1.03."""
    bound = divergence(p0, p1) - (1 - delta + slip) * constant(p0, p1) * math.exp(-epsilon)
    return optimum_at_most(p0, p1, epsilon, bound)


@claim(
    id="kairouz2016.corollary-10-equal-ratios",
    source="Corollary 10, the condition of its corrected form",
    statement=r"Pairwise distinct ratios are needed in the corrected Corollary 10: with equal ones "
    r"randomized response on the classes of equal ratio passes both bounds, at every large "
    r"$\varepsilon$.",
    kind="lower",
    conditions="two letters with one ratio P_0(x)/P_1(x)",
    evidence="On (3, 1, 1)/5 and (1, 2, 2)/5 the coefficient of e^{−ε} falls from C = 2.43 to the "
    "1.86 of the merged pair, (3, 2)/5 and (1, 4)/5. The control has distinct ratios.",
    instances=pairs_at({"equal ratios": EQUAL_RATIOS}, (8.0, 5.0, 12.0), delta=0.02),
    slip=1.0,
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": 8.0, "delta": 0.02},
    finding="probe",
)
def equal_ratios(p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """A mechanism on the classes, which is private, against both bounds."""
    letters, room, sums = classes(p0, p1), math.inf, [0.0, 0.0]
    kernel = randomized_response(max(letters) + 1, epsilon)[letters]
    for first, second in ((p0, p1), (p1, p0)):
        reached = Staircase(p0=first, p1=second, epsilon=epsilon).value(kernel)
        coefficient = (1 - delta) * constant(first, second)
        bound = divergence(first, second) - coefficient * math.exp(-epsilon)
        sums = [sums[0] + reached, sums[1] + bound]
        room = min(room, reached - bound)
    room = min(room, sums[0] - sums[1])
    return Outcome(room > 1e-9, -room, f"the bounds are passed by {room:.4g}")


CLAIMS: tuple[Claim, ...] = (
    corollary_10, corollary_10_corrected, one_sided, one_sided_corrected, equal_ratios,
)  # fmt: skip
