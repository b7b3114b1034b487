r"""Appendix A.5, around equation 47: the bound on each entry of the block's first column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.exact import F, no_more, same
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors


@claim(
    id="zamanlooy2025.equation-47",
    source="Appendix A.5, eq. 47 and the two displays below it",
    statement=r"$\mathsf M_{i1} \le e^\varepsilon \mathsf M_{11}$, $\sum_{i=1}^{n-1} q_{i+1} "
    r"\mathsf M_{i1} = q_2$, and putting these together $\mathsf M_{i1} \ge \frac{q_2}{q_{i+1} + "
    r"\sum_{j \ge 2, j \ne i+1} e^\varepsilon q_j}$, least for $i = 1$ since $q$ is sorted.",
    kind="upper",
    conditions="q increasing, n ≥ 3; M_{M_11} in (47) read as M_11 (the second step needs "
    "M_l1 ≤ e^ε M_i1 for every i, which privacy gives too)",
    evidence="Exact for every row of the block. The bounds of all rows are the smallest for i = 1.",
    instances=sorted_priors(least=3),
    slip=0.001,
)
def equation_47(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Every row, exactly; the slip raises the lower bounds."""
    tail = list(prior[1:])
    column = [row[0] for row in algorithm_1([x / sum(tail, F(0)) for x in tail], t)]
    weighted = sum((q * m for q, m in zip(tail, column, strict=True)), F(0))
    bounds = [tail[0] / (q + t * (sum(tail, F(0)) - q)) for q in tail]
    outcomes = [same(weighted, tail[0]), no_more(bounds[0], min(bounds))]
    for m, bound in zip(column, bounds, strict=True):
        outcomes += [no_more(m, t * column[0]), no_more(bound * (1 + F(slip)), m)]
    return next((o for o in outcomes if not o.holds), outcomes[0])


CLAIMS: tuple[Claim, ...] = (equation_47,)
