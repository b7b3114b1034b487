r"""Section 7: the steps of the proofs of Theorems 2 and 4 (eqs. 25, 26 and basic solutions)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    Array,
    best_mixture,
    grid,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._polytope import random_kernel, tight_rank


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


@claim(
    id="kairouz2016.equation-25",
    source="Section 7, eq. 25",
    statement=r"If $\mu$ is sublinear, then $U(\lambda Q^{(1)} + (1-\lambda) Q^{(2)}) \le "
    r"\lambda U(Q^{(1)}) + (1-\lambda) U(Q^{(2)})$, and $U$ satisfies Assumption 1.",
    kind="upper",
    evidence="Random kernels and weights; a zero column adds nothing.",
    instances=_kernels,
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


@claim(
    id="kairouz2016.equation-26",
    source="Section 7, eq. 26",
    statement=r"Writing each column of $S^*$ as a convex combination of patterns gives "
    r"$\tilde Q = S^{(k)}\tilde\Theta$ with $S^{(k)}\tilde\theta = \mathbf 1$ and "
    r"$U(Q^*) \le U(\tilde Q)$.",
    kind="upper",
    evidence="For arbitrary private kernels, with the multilinear weights of the cube's corners.",
    instances=_kernels,
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


@claim(
    id="kairouz2016.section-7-basic-solutions",
    source="Section 7, below eq. 26",
    statement=r"A corner point of $\{S^{(k)}\theta = \mathbf 1, \theta \ge 0\}$ has at most $k$ "
    r"non-zero entries; its mechanism is a staircase mechanism with $\ell \le k$ outputs.",
    kind="upper",
    evidence="Corner points for random objectives over all 2^k columns, the two constant ones "
    "included; their mechanisms are corner points of all private kernels too.",
    instances=explicit(
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


CLAIMS: tuple[Claim, ...] = (equation_25, equation_26, basic_solutions)
