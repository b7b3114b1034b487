r"""Equation 12 and Section 3.1: f-divergences are sums of sublinear functions of the columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import Staircase
from formulations.divergences import read_divergence
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._hypothesis import arrays

DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "hockey-stick:1.5", "js")


def _mu(p0: Array, p1: Array, name: str, column: Array) -> float:
    """(P1ᵀc) f(P0ᵀc / P1ᵀc), by the printed formula and not by the library's centred terms."""
    a, b = float(p0 @ column), float(p1 @ column)
    return b * float(read_divergence(name).f(a / b))


def _columns(k: int) -> Array:
    return np.random.default_rng([12, k]).uniform(0.05, 1.0, (k, 2))


@claim(
    id="kairouz2016.equation-12",
    source="Section 3, eq. 12, and Section 3.1",
    statement=r"$D_f(M_0\|M_1) = \sum_y M_1(y) f(M_0(y)/M_1(y)) = \sum_y \mu(Q_y)$ with "
    r"$\mu(Q_y) = (P_1^T Q_y) f(P_0^T Q_y / P_1^T Q_y)$.",
    kind="equal",
    conditions="f convex, f(1) = 0; P_0, P_1 positive (Section 2.1)",
    evidence="The sum over columns agrees with the divergence of the marginals for six f.",
    instances=joined(random_pairs(epsilons=(0.1, 2.0)), degenerate_pairs((0.5,), positive=True)),
)
def equation_12(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The divergence from the formulation against the sum of μ; the slip scales one column."""
    first, second = arrays(p0, p1)
    kernel = randomized_response(len(first), epsilon)
    outcomes = []
    for name in DIVERGENCES:
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        scales = np.ones(len(first))
        scales[0] += slip
        total = sum(_mu(first, second, name, c * s) for c, s in zip(kernel.T, scales, strict=True))
        outcomes.append(equal(problem.value(kernel), total, scale=10.0))
    return both(*outcomes)


@claim(
    id="kairouz2016.section-3-1-sublinear",
    source="Section 3.1",
    statement=r"$\mu(\gamma Q_y) = \gamma \mu(Q_y)$ for $\gamma > 0$ and $\mu$ is convex, hence "
    r"sublinear: $\mu(z_1 + z_2) \le \mu(z_1) + \mu(z_2)$.",
    kind="upper",
    conditions="f convex, f(1) = 0; columns with non-negative entries, where μ is defined",
    evidence="Both hold for six f on random columns; equality for proportional columns.",
    instances=joined(random_pairs(epsilons=(1.0,)), degenerate_pairs((1.0,), positive=True)),
    slip=0.01,
)
def sublinear(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Homogeneity at several γ and the triangle inequality; the slip is added to γ."""
    first, second = arrays(p0, p1)
    one, two = _columns(len(first)).T
    outcomes = []
    for name in DIVERGENCES:
        mu = [_mu(first, second, name, c) for c in (one, two, one + two)]
        outcomes.append(at_most(mu[2], mu[0] + mu[1], scale=10.0))
        for gamma in (1e-3, 0.5, 7.0):
            scaled = _mu(first, second, name, gamma * one)
            outcomes.append(equal(scaled, (gamma + slip) * mu[0], scale=10.0))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (equation_12, sublinear)
