r"""Theorem 6: the binary mechanism maximises total variation at every ε."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Staircase
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal, nudged, optimal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis


@claim(
    id="kairouz2016.theorem-6",
    source="Theorem 6",
    statement=r"For all $P_0, P_1$ and $\varepsilon \ge 0$ the binary mechanism (14) maximises "
    r"$\|M_0 - M_1\|_{TV}$ over all $\varepsilon$-locally differentially private mechanisms.",
    kind="tight",
    conditions="any pair of distributions, any ε ≥ 0",
    evidence="Optimal on every instance, zeros and ties included; the printed dual is feasible.",
    instances=joined(random_pairs(sizes=(2, 3, 5), epsilons=(0.01, 1.0, 5.0)), degenerate_pairs()),
)
def theorem_6(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The binary mechanism against the staircase program."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv")
    kernel = binary_hypothesis(problem.p0.array, problem.p1.array, epsilon)
    return optimal(problem, nudged(kernel, slip))


@claim(
    id="kairouz2016.theorem-6-dual",
    source="Section 8.3, below eq. 39",
    statement=r"$\alpha^*_i = \frac12 \frac{e^\varepsilon - 1}{e^\varepsilon + 1} "
    r"|P_0(x_i) - P_1(x_i)|$ is feasible for the dual (39), with value "
    r"$\frac{e^\varepsilon - 1}{e^\varepsilon + 1} \|P_0 - P_1\|_{TV}$.",
    kind="feasible",
    conditions="any pair of distributions, any ε ≥ 0",
    evidence="Feasible on every instance for all 2^k patterns, with the value of Theorem 6.",
    instances=joined(random_pairs(sizes=(2, 3, 6), epsilons=(0.01, 1.0, 5.0)), degenerate_pairs()),
)
def theorem_6_dual(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The printed dual vector against every pattern."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv")
    gap = np.abs(problem.p0.array - problem.p1.array)
    alpha = 0.5 * math.tanh(epsilon / 2) * gap - slip
    claimed = math.tanh(epsilon / 2) * gap.sum() / 2
    feasible = at_most(problem.dual_shortfall(alpha), 0.0, scale=problem.natural_scale)
    return both(feasible, equal(float(alpha.sum()), claimed))


CLAIMS: tuple[Claim, ...] = (theorem_6, theorem_6_dual)
