r"""Proposition 3 and Appendix A.5: the kernel of Algorithm 1 is private and keeps q."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both
from lpcheck.claims.exact import F, Kernel, no_more, odds, same, shares, transported
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors

_TWO_PLUS = sorted_priors(positive=False)
_THREE_PLUS = sorted_priors(least=3)
_UNSORTED = explicit(
    at("q = (1/2, 1/4, 1/4)", prior=shares("2 1 1"), t=F(2)),
    at("q = (1/2, 3/10, 1/5)", prior=shares("5 3 2"), t=F(7)),
)


def _kernel(prior: Any, t: Fraction, slip: float, *, smallest: bool = True) -> Kernel:
    """The listing's; the slip moves mass along the first row."""
    kernel = algorithm_1(prior, t, smallest=smallest)
    kernel[0][0] += F(slip)
    kernel[0][1] -= F(slip)
    return kernel


def _feasible(prior: Any, kernel: Kernel, t: Fraction | float) -> Outcome:
    """Row sums, invariance and privacy (none at t = ∞), exactly."""
    sums = same([sum(row) for row in kernel], [F(1)] * len(prior))
    return both(sums, same(transported(prior, kernel), list(prior)), no_more(odds(kernel), t))


@claim(
    id="zamanlooy2025.proposition-3",
    source="Proposition 3",
    statement=r"The mechanism $\mathsf K_{q,\varepsilon}$ calculated by Algorithm 1 is "
    r"$\varepsilon$-LDP with $q\mathsf K_{q,\varepsilon} = q$.",
    kind="feasible",
    conditions="q in increasing order (as Algorithm 1 requires), n ≥ 2",
    evidence="Exact on every instance: rows sum to 1, qK = q, and no ratio exceeds e^ε. (The "
    "proof takes the privacy of the binary kernel from Proposition 1, which does not show it; "
    "proposition-1-condition does.)",
    instances=_TWO_PLUS,
)
def proposition_3(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The listing in exact arithmetic; the slip moves mass along the first row."""
    return _feasible(prior, _kernel(prior, t, slip), t)


@claim(
    id="zamanlooy2025.proposition-3-any-order",
    source="Proposition 3, without the increasing order",
    statement=r"The increasing order that Algorithm 1 requires is needed: on $q = (\frac23, "
    r"\frac13)$, and on $q = (\frac12, \frac14, \frac14)$ in either reading of $q_{\min}$, its "
    r"listing is not $\varepsilon$-LDP or not stochastic at $e^\varepsilon = 2$.",
    kind="feasible",
    conditions="q not in increasing order",
    evidence="With two letters the ratio is 3, as α ≤ 1/2 of Proposition 1 fails. With three, "
    "with q_min the first row sums to 4/5, with q_1 it is (2/3, 1/6, 1/6) over (1/3, 4/9, 2/9), a "
    "ratio of 8/3.",
    instances=explicit(
        at("q = (2/3, 1/3)", prior=shares("2 1"), t=F(2)),
        at("q = (1/2, 1/4, 1/4)", prior=shares("2 1 1"), t=F(2)),
    ),
    slip=1.0,
    finding="probe",
    stands="Proposition 3 and Theorem 2 stand: the algorithm's listing asks for sorted priors.",
)
def proposition_3_any_order(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The two readings of the listing must fail; the control sorts the prior."""
    given = sorted(prior) if slip else prior
    found = [_feasible(given, _kernel(given, t, 0.0, smallest=s), t) for s in (True, False)]
    least = min(found, key=lambda outcome: outcome.gap)
    return Outcome(not any(o.holds for o in found), -least.gap, least.detail)


@display(
    "eq. 45 and the three displays below it",
    r"(45) with $m = 1 - q_1/(e^\varepsilon q_1 + 1 - q_1)$ is row-stochastic and keeps $q$, in "
    r"any order.",
    joined(_TWO_PLUS, _UNSORTED),
)
def _equation_45(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    return _feasible(prior, _kernel(prior, t, slip, smallest=False), math.inf)


@display(
    "eq. 46 and the bounds between 47 and 49",
    r"For each column $j \ge 2$ of the block $\mathsf M$: $\frac{q_j}{q_2 + e^\varepsilon "
    r"\sum_{i\ge3} q_i} \le \mathsf M_{i(j-1)} \le \frac{e^\varepsilon q_j}{e^\varepsilon q_2 + "
    r"\sum_{i\ge3} q_i}$, and $m e^{-\varepsilon} \max_i \mathsf M_{i(j-1)} \le \mathsf K_{1j} \le "
    r"m e^\varepsilon \min_i \mathsf M_{i(j-1)}$.",
    _THREE_PLUS,
)
def _equation_46(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """All columns (the print shows j = 2); the slip shrinks the upper bound on M."""
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
    return both(*outcomes)


@display(
    "eq. 47 and the two displays below it",
    r"$\mathsf M_{i1} \le e^\varepsilon \mathsf M_{11}$ (read for $\mathsf M_{\mathsf M_{11}}$), "
    r"$\sum_i q_{i+1} \mathsf M_{i1} = q_2$, hence $\mathsf M_{i1} \ge \frac{q_2}{q_{i+1} + "
    r"\sum_{j \ge 2, j \ne i+1} e^\varepsilon q_j}$, least for $i = 1$.",
    _THREE_PLUS,
)
def _equation_47(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Every row, exactly; the slip raises the lower bounds."""
    tail = list(prior[1:])
    total = sum(tail, F(0))
    column = [row[0] for row in algorithm_1([x / total for x in tail], t)]
    weighted = sum((q * m for q, m in zip(tail, column, strict=True)), F(0))
    bounds = [tail[0] / (q + t * (total - q)) for q in tail]
    outcomes = [same(weighted, tail[0]), no_more(bounds[0], min(bounds))]
    for m, bound in zip(column, bounds, strict=True):
        outcomes += [no_more(m, t * column[0]), no_more(bound * (1 + F(slip)), m)]
    return both(*outcomes)


@display(
    "below eq. 48",
    r"(48), $\mathsf K_{12} \le m e^\varepsilon \frac{q_2}{q_2 + e^\varepsilon \sum_{i\ge3} q_i}$, "
    r"is equivalent to $0 \le e^\varepsilon q_1 (e^\varepsilon - 1) + q_2 (e^\varepsilon - 1)$.",
    joined(
        _THREE_PLUS,
        _UNSORTED,
        explicit(at("e^ε = 1/2, where both fail", prior=shares("2 3 5"), t=F(1, 2))),
    ),
)
def _equation_48(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The difference of the sides is the last expression times q_2/(d e) > 0."""
    q1, q2 = prior[0], prior[1]
    d, e = t * q1 + 1 - q1, q2 + t * (1 - q1 - q2)
    difference = (1 - q1 / d) * t * q2 / e - q2 / d
    printed = t * q1 * (t - 1) + q2 * (t - 1) + F(slip)
    return same(difference, printed * q2 / (d * e))


@display(
    "below eq. 49",
    r"(49), $m e^{-\varepsilon} \frac{e^\varepsilon q_2}{e^\varepsilon q_2 + \sum_{i\ge3} q_i} \le "
    r"\mathsf K_{12}$, is equivalent to $q_1 (e^\varepsilon - 1) \le q_2 (e^\varepsilon - 1)$.",
    joined(_THREE_PLUS, _UNSORTED),
)
def _equation_49(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The difference of the sides is (q_2 − q_1)(e^ε − 1) times a positive number."""
    q1, q2 = prior[0], prior[1]
    d, e = t * q1 + 1 - q1, t * q2 + (1 - q1 - q2)
    difference = q2 / d - (1 - q1 / d) * q2 / e
    return same(difference, ((q2 - q1) * (t - 1) + F(slip)) * q2 / (d * e))


proof = displays(
    [_equation_45, _equation_46, _equation_47, _equation_48, _equation_49],
    id="zamanlooy2025.proposition-3-proof",
    source="Appendix A.5, eqs 45 to 49",
    conditions="q increasing with n ≥ 3, but for eqs 45, 48 and 49, which are identities",
    evidence="Exact on every instance, for every row and column of the block.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (proposition_3, proposition_3_any_order, proof)
