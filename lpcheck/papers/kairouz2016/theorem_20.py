r"""Theorem 20 (Blackwell): with two inputs, dominance is containment of error regions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.instances import F, at
from lpcheck.papers.kairouz2016._columns import matrix
from lpcheck.papers.kairouz2016._regions import containment_excess, dominance_defect


def _pairs(full: bool) -> Iterator[Instance]:
    half = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
    identity, constant = [[F(1), F(0)], [F(0), F(1)]], [[F(1)], [F(1)]]
    yield at("itself", "degenerate", first=half, second=half)
    yield at("the identity over all", "degenerate", first=identity, second=half)
    yield at("not over the identity", "degenerate", first=half, second=identity)
    yield at("a constant over nothing", "degenerate", first=constant, second=half)
    yield at("all over a constant", "degenerate", first=half, second=constant)
    yield at("erasure against flip", first=[[F(1, 3), F(0), F(2, 3)], [F(0), F(1, 3), F(2, 3)]],
             second=half)  # fmt: skip
    generator = np.random.default_rng(20)
    for number in range(300 if full else 60):
        ell, m = int(generator.integers(2, 5)), int(generator.integers(2, 5))
        first = generator.dirichlet(np.full(ell, 0.6), 2)
        second = generator.dirichlet(np.full(m, 0.6), 2)
        share = generator.choice([0.0, 0.4, 0.7])  # of noise, so that containment is not rare
        second = (1 - share) * second + share * second.mean(axis=0)
        if number % 6 == 0:
            second = first @ generator.dirichlet(np.ones(m), ell)
        yield at(f"pair {number}", "random", first=first.tolist(), second=second.tolist())


@claim(
    id="kairouz2016.theorem-20",
    source="Theorem 20",
    statement=r"$Q^{(1)}$ dominates $Q^{(2)}$ (there is a stochastic $W$ with "
    r"$Q^{(2)} = Q^{(1)} W$) iff $R_{Q^{(2)}} \subseteq R_{Q^{(1)}}$.",
    kind="equal",
    conditions="|X| = 2, as error regions need",
    evidence="Dominance by a linear program for W, containment by the edges of the region: the two "
    "agree on every pair, of which more than a third are contained.",
    instances=_pairs,
)
def theorem_20(first: Any, second: Any, slip: float = 0.0) -> Outcome:
    """Both sides of the equivalence; `slip` adds noise to the dominating mechanism's program."""
    Q1, Q2 = matrix(first), matrix(second)
    excess = containment_excess(Q2, Q1)
    defect = dominance_defect((1 - slip) * Q1 + slip * Q1.mean(axis=0), Q2)
    contained, dominated = excess <= 1e-9, defect <= 1e-8
    detail = f"region exceeds by {excess:.3g}, ‖Q2 − Q1 W‖ = {defect:.3g}"
    agree = contained == dominated
    return Outcome(agree, 0.0 if agree else max(abs(excess), defect), detail)


CLAIMS: tuple[Claim, ...] = (theorem_20,)
