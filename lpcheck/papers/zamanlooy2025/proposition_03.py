r"""Proposition 3 and Appendix A.5: the kernel of Algorithm 1 is private and keeps q."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.exact import F, Kernel, no_more, odds, same, transported
from lpcheck.claims.instances import again, at, explicit, joined
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors

_TWO_PLUS = sorted_priors(positive=False)
_THREE_PLUS = sorted_priors(least=3)


@claim(
    id="zamanlooy2025.proposition-3",
    source="Proposition 3",
    statement=r"The mechanism $\mathsf K_{q,\varepsilon}$ calculated by Algorithm 1 is "
    r"$\varepsilon$-LDP with $q\mathsf K_{q,\varepsilon} = q$.",
    kind="feasible",
    conditions="q in increasing order (as Algorithm 1 requires), n ≥ 2",
    evidence="Exact on every instance: rows sum to 1, qK = q, and no ratio exceeds e^ε. (The "
    "proof takes the privacy of the binary kernel from Proposition 1, which does not show it.)",
    instances=_TWO_PLUS,
    slip=0.001,
    corrects="zamanlooy2025.proposition-3-any-order",
)
def proposition_3(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The listing in exact arithmetic; the slip moves mass along the first row."""
    kernel = algorithm_1(prior, t)
    kernel[0][0] += F(slip)
    kernel[0][1] -= F(slip)
    return _feasible(prior, kernel, t)


def _feasible(prior: Any, kernel: Kernel, t: Fraction | float) -> Outcome:
    """Row sums, invariance and privacy (none at t = ∞), exactly."""
    sums = same([sum(row) for row in kernel], [F(1)] * len(prior))
    keeps = same(transported(prior, kernel), list(prior))
    for outcome in (sums, keeps, no_more(odds(kernel), t)):
        if not outcome.holds:
            return outcome
    return keeps


@claim(
    id="zamanlooy2025.proposition-3-any-order",
    source="Proposition 3 and Theorem 2, for q as stated there",
    statement=r"For any finitely supported $q$, in any order, the kernel of Algorithm 1 "
    r"(with $q_{\min}$ as in the listing, or $q_1$ as in eq. 45) is private and keeps $q$.",
    kind="feasible",
    conditions="none (the listing, but neither statement, asks for increasing order)",
    expected="refuted",
    evidence="With two letters q = (2/3, 1/3), e^ε = 2 breaks Proposition 1's α ≤ 1/2, the ratio "
    "is 3. With three, q = (1/2, 1/4, 1/4), e^ε = 2: with q_min the first row sums to 4/5, with "
    "q_1 it is (2/3, 1/6, 1/6) over (1/3, 4/9, 2/9), a ratio of 8/3.",
    instances=joined(
        explicit(
            at("q = (2/3, 1/3)", "counterexample", prior=[F(2, 3), F(1, 3)], t=F(2)),
            at("q = (1/2, 1/4, 1/4)", "counterexample", prior=[F(1, 2), F(1, 4), F(1, 4)], t=F(2)),
        ),
        sorted_priors((F(3, 2),)),
    ),
    slip=None,
)
def proposition_3_any_order(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Either reading will do for the statement to hold."""
    readings = [
        _feasible(prior, algorithm_1(prior, t, smallest=smallest), t) for smallest in (True, False)
    ]
    return next((outcome for outcome in readings if outcome.holds), readings[0])


@claim(
    id="zamanlooy2025.equation-45",
    source="Appendix A.5, eq. 45 and the three displays below it",
    statement=r"The matrix (45) with $m = 1 - q_1/(e^\varepsilon q_1 + 1 - q_1)$ is row-stochastic "
    r"and keeps $q$.",
    kind="equal",
    conditions="none: any order of q",
    evidence="Exact on every instance, unsorted priors included.",
    instances=joined(
        explicit(
            at("q = (1/2, 1/4, 1/4)", prior=[F(1, 2), F(1, 4), F(1, 4)], t=F(2)),
            at("q = (3/5, 1/10, 3/10)", prior=[F(3, 5), F(1, 10), F(3, 10)], t=F(7)),
        ),
        _TWO_PLUS,
    ),
    slip=0.001,
)
def equation_45(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Sums and invariance, exactly; the slip moves mass along the first row."""
    kernel = algorithm_1(prior, t, smallest=False)
    kernel[0][0] += F(slip)
    kernel[0][1] -= F(slip)
    return _feasible(prior, kernel, math.inf)


@claim(
    id="zamanlooy2025.equation-46",
    source="Appendix A.5, eqs 46 and 47 and the bounds between 47 and 49",
    statement=r"For each column $j \ge 2$ of the block $\mathsf M$: $\frac{q_j}{q_2 + "
    r"e^\varepsilon \sum_{i\ge3} q_i} \le \mathsf M_{i(j-1)} \le \frac{e^\varepsilon q_j}"
    r"{e^\varepsilon q_2 + \sum_{i\ge3} q_i}$, and $m e^{-\varepsilon} \max_i "
    r"\mathsf M_{i(j-1)} \le \mathsf K_{1j} \le m e^\varepsilon \min_i \mathsf M_{i(j-1)}$.",
    kind="upper",
    conditions="q increasing, n ≥ 3; M_{M_11} in (47) read as M_11",
    evidence="Exact on every instance, for all columns (the print shows j = 2).",
    instances=_THREE_PLUS,
    slip=0.001,
)
def equation_46(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """All four inequalities for all columns; the slip shrinks the upper bound on M."""
    d, tail = t * prior[0] + 1 - prior[0], sum(prior[2:], F(0))
    m = 1 - prior[0] / d
    inner = algorithm_1([x / (1 - prior[0]) for x in prior[1:]], t)
    outcomes = []
    for q, column in zip(prior[1:], zip(*inner, strict=True), strict=True):
        low, high = min(column), max(column)
        outcomes += [
            no_more(q / (prior[1] + t * tail), low),
            no_more(high, t * q / (t * prior[1] + tail) * (1 - F(slip))),
            no_more(m / t * high, q / d),
            no_more(q / d, m * t * low),
        ]
    return next((o for o in outcomes if not o.holds), outcomes[0])


@claim(
    id="zamanlooy2025.equation-48",
    source="Appendix A.5, below eq. 48",
    statement=r"(48), $\mathsf K_{12} \le m e^\varepsilon \frac{q_2}{q_2 + e^\varepsilon "
    r"\sum_{i\ge3} q_i}$, is equivalent to $0 \le e^\varepsilon q_1 (e^\varepsilon - 1) + "
    r"q_2 (e^\varepsilon - 1)$.",
    kind="equal",
    conditions="q_2 > 0",
    evidence="The difference of the sides of (48) is the last expression times the positive number "
    "q_2/(d (q_2 + e^ε Σ)), an identity; for any order of q and any e^ε > 0.",
    instances=joined(
        _THREE_PLUS,
        explicit(
            at("e^ε = 1/2, where both fail", prior=[F(1, 5), F(3, 10), F(1, 2)], t=F(1, 2)),
            at("unsorted", prior=[F(1, 2), F(3, 10), F(1, 5)], t=F(2)),
        ),
    ),
    slip=0.001,
)
def equation_48(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The identity, exactly; the slip changes the printed expression."""
    q1, q2 = prior[0], prior[1]
    d, e = t * q1 + 1 - q1, q2 + t * (1 - q1 - q2)
    difference = (1 - q1 / d) * t * q2 / e - q2 / d
    printed = t * q1 * (t - 1) + q2 * (t - 1) + F(slip)
    return same(difference, printed * q2 / (d * e))


@claim(
    id="zamanlooy2025.equation-49",
    source="Appendix A.5, below eq. 49",
    statement=r"(49), $m e^{-\varepsilon} \frac{e^\varepsilon q_2}{e^\varepsilon q_2 + "
    r"\sum_{i\ge3} q_i} \le \mathsf K_{12}$, is equivalent to $q_1 (e^\varepsilon - 1) \le "
    r"q_2 (e^\varepsilon - 1)$.",
    kind="equal",
    conditions="q_2 > 0",
    evidence="The difference of the sides is (q_2 − q_1)(e^ε − 1) times a positive number, an "
    "identity; it fails for q_1 > q_2, which is where sorting is needed.",
    instances=joined(
        _THREE_PLUS, explicit(at("unsorted", prior=[F(1, 2), F(3, 10), F(1, 5)], t=F(2)))
    ),
    slip=0.001,
)
def equation_49(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The identity, exactly; the slip changes the printed expression."""
    q1, q2 = prior[0], prior[1]
    d, e = t * q1 + 1 - q1, t * q2 + (1 - q1 - q2)
    difference = q2 / d - (1 - q1 / d) * q2 / e
    return same(difference, ((q2 - q1) * (t - 1) + F(slip)) * q2 / (d * e))


_KEPT = explicit(
    at("fair coin", "counterexample", prior=[F(1, 2), F(1, 2)], t=F(2)),
    at("three letters", "counterexample", prior=[F(1, 10), F(3, 10), F(6, 10)], t=F(2)),
    at("ε = 0", "degenerate", prior=[F(1, 2), F(1, 2)], t=F(1)),
)


@claim(
    id="zamanlooy2025.section-a5-invariance",
    source="Appendix A.5, last line",
    statement=r"Hence the mechanism $\mathsf K$ in (45) is $\varepsilon$-LDP with "
    r"$q\mathsf K = \mathsf K$.",
    kind="equal",
    conditions="none",
    expected="refuted",
    evidence="qK is a vector and K a matrix. Read row by row it says that every row of K is qK, "
    "which for the fair coin and e^ε = 2 fails: (2/3, 1/3) is not (1/2, 1/2). A misprint for "
    "qK = q; it holds at ε = 0 only.",
    instances=_KEPT,
    slip=None,
)
def section_a5_invariance(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Every row against qK, exactly."""
    kernel = algorithm_1(prior, t)
    return same(kernel, [transported(prior, kernel)] * len(prior))


@claim(
    id="zamanlooy2025.section-a5-invariance-corrected",
    source="Appendix A.5, last line, corrected",
    statement=r"Hence the mechanism $\mathsf K$ in (45) is $\varepsilon$-LDP and $q\mathsf K = q$.",
    kind="equal",
    conditions="q increasing",
    evidence="Exact on every instance.",
    instances=again(_KEPT),
    slip=0.001,
    corrects="zamanlooy2025.section-a5-invariance",
)
def section_a5_invariance_corrected(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Invariance and privacy, exactly; the slip moves mass along the first row."""
    return proposition_3.test(prior, t, slip)


CLAIMS: tuple[Claim, ...] = (
    proposition_3,
    proposition_3_any_order,
    equation_45,
    equation_46,
    equation_48,
    equation_49,
    section_a5_invariance,
    section_a5_invariance_corrected,
)
