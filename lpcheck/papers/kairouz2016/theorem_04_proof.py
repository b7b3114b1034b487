r"""The steps of the proofs of Theorems 2 and 4 (Section 7), and the duals of the program (11)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy.optimize import linprog

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    best_mixture,
    grid,
    rounding,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._polytope import random_kernel, tight_rank

_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def _kernels(full: bool) -> Iterator[Instance]:
    for name in UTILITIES:
        yield at(f"{name}, a staircase mechanism", name=name, k=3, outputs=0, epsilon=1.0)
        for k, outputs in ((2, 4), (3, 6), (4, 3)):
            for epsilon in (0.1, 3.0):
                label = f"{name}, k = {k}, {outputs} outputs, ε = {epsilon:g}"
                yield at(label, "random", name=name, k=k, outputs=outputs, epsilon=epsilon)


def _draw(k: int, outputs: int, epsilon: float) -> tuple[Array, Array, Array, Array]:
    """Two priors and two kernels; with 0 outputs, randomized response twice."""
    generator = np.random.default_rng([25, k, outputs])
    p0, p1 = generator.dirichlet(np.ones(k), 2)
    if outputs == 0:
        Q = np.exp(-epsilon * (1 - np.eye(k)))
        return p0, p1, Q / Q.sum(axis=1)[:, None], Q / Q.sum(axis=1)[:, None]
    Q1, Q2 = (random_kernel(generator, k, outputs, epsilon) for _ in range(2))
    return p0, p1, Q1, Q2


@display(
    "eq. 25",
    r"If $\mu$ is sublinear, then $U(\lambda Q^{(1)} + (1-\lambda) Q^{(2)}) \le "
    r"\lambda U(Q^{(1)}) + (1-\lambda) U(Q^{(2)})$, and $U$ satisfies Assumption 1.",
    _kernels,
)
def equation_25(name: str, k: int, outputs: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Convexity in Q; `slip` scales the right-hand side (the control has Q1 = Q2)."""
    p0, p1, Q1, Q2 = _draw(k, outputs, epsilon)
    mu, outcomes = utility(name, p0, p1), []
    for weight in (0.5, 0.01, 0.8):
        left = total(mu, weight * Q1 + (1 - weight) * Q2)
        right = weight * total(mu, Q1) + (1 - weight) * total(mu, Q2)
        outcomes.append(at_most(left, right - slip * abs(right), scale=10.0))
    widened = np.column_stack([Q1, np.zeros(k)])
    return both(*outcomes, equal(total(mu, widened), total(mu, Q1)))


@display(
    "eq. 26",
    r"Writing each column of $S^*$ as a convex combination of patterns gives "
    r"$\tilde Q = S^{(k)}\tilde\Theta$ with $S^{(k)}\tilde\theta = \mathbf 1$ and "
    r"$U(Q^*) \le U(\tilde Q)$.",
    _kernels,
)
def equation_26(name: str, k: int, outputs: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Split every column into corners; `slip` scales U(Q̃) (the control is a staircase)."""
    p0, p1, Q, _ = _draw(k, outputs, epsilon)
    mu, u = utility(name, p0, p1), math.exp(-epsilon)
    corners = grid(k, epsilon, 2)
    weights = np.zeros(corners.shape[1])
    for column in Q.T:
        high = np.clip((column / column.max() - u) / (1.0 - u), 0.0, 1.0)[:, None]
        weights += column.max() * np.where(corners == 1.0, high, 1.0 - high).prod(axis=0)
    rows = float(np.abs(corners @ weights - 1.0).max())
    split = float(mu(corners) @ weights)
    larger = at_most(total(mu, Q), split - slip * abs(split), scale=10.0)
    return both(equal(rows, 0.0, scale=100.0), larger)


@display(
    "below eq. 26",
    r"A corner point of $\{S^{(k)}\theta = \mathbf 1, \theta \ge 0\}$ has at most $k$ "
    r"non-zero entries; its mechanism is a staircase mechanism with $\ell \le k$ outputs.",
    explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (3, 2, 4, 6) for e in (1.0, 0.1, 5.0)]
    ),
    slip=1.0,
)
def basic_solutions(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Corner points of the program for random objectives; `slip` allows one entry fewer."""
    generator, S, most = np.random.default_rng(k), grid(k, epsilon, 2), 0
    for _ in range(12):
        _, theta = best_mixture(S, generator.normal(size=2**k))
        used = theta > 1e-12
        most = max(most, int(used.sum()))
        Q = S[:, used] * theta[used]
        if Q.shape[1] > 1 and tight_rank(Q, epsilon, with_rows=True) < Q.size:
            return Outcome(False, 1.0, "the mechanism is no corner point")
    return Outcome(most <= k - slip, float(most - k), f"at most {most} non-zero entries")


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


@display(
    "below eqs. 38, 44, 54 and 72",
    r"The polytope given by $S^{(k)}\theta = \mathbf 1$ and $\theta \ge 0$ is closed and "
    r"bounded; thus there is no duality gap: $\max \mu^T\theta = \min \mathbf 1^T\alpha$ over "
    r"$S^{(k)T}\alpha \ge \mu$.",
    _programs,
)
def equation_39(name: str, k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The optima of two programs and the largest 1ᵀθ; `slip` raises the first utility by that."""
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


@display(
    "Section 9.3, first display",
    r"$S_1^{(k)} = \mathbf 1 = \frac{1}{e^\varepsilon} S_{2^k}^{(k)}$ and $\mu$ is homogeneous, so "
    r"$\theta_1 \mu_1 + \theta_{2^k} \mu_{2^k} = (\frac{1}{e^\varepsilon} \theta_1 + "
    r"\theta_{2^k}) \mu_{2^k}$, and the programs with and without the first column are equivalent.",
    _programs,
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


program = displays(
    (equation_25, equation_26, basic_solutions, equation_39, first_column),
    id="kairouz2016.theorem-4-proof",
    source="Proofs of Theorems 2 and 4 (Section 7); the program (11), its polytope and its dual",
    conditions="μ sublinear",
    evidence="Random kernels and weights; every column split into the corners of the cube; corner "
    "points for random objectives; both programs solved apart, for nine sublinear μ. As entries "
    "of S are at least 1, 1ᵀθ ≤ 1.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (program,)
