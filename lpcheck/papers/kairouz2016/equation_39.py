r"""Equations 38/39, 44/45, 54/55 and 72/73: the program (11) and its dual have one value."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy.optimize import linprog

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    Array,
    best_mixture,
    grid,
    rounding,
    utility,
)

_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def _programs(full: bool) -> Iterator[Instance]:
    for name in UTILITIES:
        for k, epsilon in ((3, 1.0), (2, 0.1), (4, 5.0), (1, 1.0), (3, 0.0)):
            kind = "degenerate" if k == 1 or epsilon == 0 else "random"
            yield at(f"{name}, k = {k}, ε = {epsilon:g}", kind, name=name, k=k, epsilon=epsilon)


def _columns(name: str, k: int, epsilon: float) -> tuple[Array, Array, float]:
    """All 2^k columns divided by e^ε, their utilities, and the scale of rounding."""
    p0, p1 = np.random.default_rng([39, k]).dirichlet(np.ones(k), 2)
    S, mu = grid(k, epsilon, 2), utility(name, p0, p1)
    return S, mu(S), rounding(mu, k, epsilon)


@claim(
    id="kairouz2016.equation-39",
    source="Sections 8.3, 8.4, 9.1 and 9.5, below eqs. 38, 44, 54 and 72",
    statement=r"The polytope given by $S^{(k)}\theta = \mathbf 1$ and $\theta \ge 0$ is closed and "
    r"bounded; thus there is no duality gap: $\max \mu^T\theta = \min \mathbf 1^T\alpha$ over "
    r"$S^{(k)T}\alpha \ge \mu$.",
    kind="equal",
    conditions="none",
    evidence="Every entry of S is at least 1, so that 1ᵀθ ≤ 1, and e^{−ε} times the last column's "
    "unit vector is a point of it. Both programs, solved apart, agree for nine sublinear μ.",
    instances=_programs,
)
def equation_39(name: str, k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Both optima and the largest 1ᵀθ; `slip` raises the first utility by that."""
    S, mu, scale = _columns(name, k, epsilon)
    raised = mu + slip * (np.arange(len(mu)) == int(np.argmax(mu)))
    primal, _ = best_mixture(S, mu)
    size = float(np.abs(mu).max()) or 1.0
    dual = linprog(
        np.ones(k),
        A_ub=-S.T,
        b_ub=-raised / size,
        bounds=(None, None),
        method="highs-ds",
        options=_TIGHT,
    )
    weight, _ = best_mixture(S, np.full(S.shape[1], math.exp(-epsilon)))
    return both(equal(size * float(dual.fun), primal, scale=scale), at_most(weight, 1.0))


@claim(
    id="kairouz2016.section-9-3-first-column",
    source="Section 9.3, first display",
    statement=r"$S_1^{(k)} = \mathbf 1 = \frac{1}{e^\varepsilon} S_{2^k}^{(k)}$ and $\mu$ is "
    r"homogeneous, so $\theta_1 \mu_1 + \theta_{2^k} \mu_{2^k} = (\frac{1}{e^\varepsilon} \theta_1 "
    r"+ \theta_{2^k}) \mu_{2^k}$, and the programs with and without the first column are "
    r"equivalent.",
    kind="equal",
    conditions="printed for mutual information; here for nine sublinear μ",
    evidence="The utilities of the two constant columns, and both optima.",
    instances=_programs,
    control={"name": "bayes", "k": 3, "epsilon": 1.0},
)
def first_column(name: str, k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Constant columns and optima; `slip` raises the utility of the first column."""
    S, mu, scale = _columns(name, k, epsilon)
    first = int(np.argmin(S.sum(axis=0)))
    last = int(np.argmax(S.sum(axis=0) - (np.arange(S.shape[1]) == first)))
    mu[first] += slip
    keep = np.arange(S.shape[1]) != first
    with_it, without = best_mixture(S, mu)[0], best_mixture(S[:, keep], mu[keep])[0]
    constant = equal(float(mu[first]), math.exp(-epsilon) * float(mu[last]), scale=scale)
    return both(constant, equal(with_it, without, scale=scale))


CLAIMS: tuple[Claim, ...] = (equation_39, first_column)
