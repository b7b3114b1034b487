r"""Corollary 11: total variation contracts by tanh(ε/2), and the binary mechanism attains it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis
from lpcheck.papers.kairouz2016._hypothesis import arrays, total_variation
from lpcheck.papers.kairouz2016.theorem_07 import optimum_at_most


@claim(
    id="kairouz2016.corollary-11",
    source="Corollary 11",
    statement=r"$\|M_0 - M_1\|_{TV} \le \frac{e^\varepsilon - 1}{e^\varepsilon + 1} "
    r"\|P_0 - P_1\|_{TV}$ for every $\varepsilon$-locally differentially private $Q$, with "
    r"equality for the binary mechanism.",
    kind="upper",
    conditions="any pair, any ε",
    evidence="The optimum over all mechanisms equals the bound, and so does the binary mechanism.",
    instances=joined(
        random_pairs(sizes=(2, 3, 6), epsilons=(0.01, 1.0, 5.0)),
        degenerate_pairs((0.0, 1e-4, 1.0, 20.0)),
    ),
    slip=0.01,
)
def corollary_11(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The optimum and the binary mechanism against the bound, lowered by the slip."""
    first, second = arrays(p0, p1)
    factor = math.tanh(epsilon / 2) - slip
    bound = factor * total_variation(p0, p1)
    gap = (first - second) @ binary_hypothesis(p0, p1, epsilon)
    attained = equal(0.5 * float(np.abs(gap).sum()), bound)
    return both(optimum_at_most(p0, p1, epsilon, bound, "tv"), attained)


CLAIMS: tuple[Claim, ...] = (corollary_11,)
