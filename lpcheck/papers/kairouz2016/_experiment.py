"""The experiment of Section 3.4: random pairs and the three mechanisms on them.

The paper does not say how its 100 instances are drawn; here P0 and P1 are uniform on the simplex.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from formulations import Staircase
from formulations.formulation import Array
from formulations.gate import solve
from lpcheck.claims.claim import Instance
from lpcheck.claims.instances import at
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.papers.kairouz2016._hypothesis import pattern_masses

SEED = 2016
DRAWS = 100


def draw(k: int, seed: int = SEED, count: int = DRAWS) -> Array:
    """Pairs (P0, P1) that are uniform on the simplex, shape (count, 2, k)."""
    generator = np.random.default_rng([seed, k])
    return np.stack([generator.dirichlet(np.ones(k), 2) for _ in range(count)])


def drawn(
    k: int, few: int, *, seeds: Sequence[int] = (SEED,), many: int = DRAWS, **fixed: Any
) -> Callable[[bool], Iterator[Instance]]:
    """The first pairs of each seed: `few` by default, `many` in the full run."""

    def instances(full: bool) -> Iterator[Instance]:
        for seed in seeds:
            for i in range(many if full else few):
                yield chosen(k, seed, i, **fixed)

    return instances


def chosen(k: int, seed: int, index: int, **fixed: Any) -> Instance:
    """One pair of the experiment."""
    p0, p1 = draw(k, seed, index + 1)[index].tolist()
    return at(f"draw {index} of seed {seed}, k = {k}", "random", p0=p0, p1=p1, **fixed)


def divergence(pair: Array, kernel: Array) -> float:
    """D_kl(M0‖M1), for ε that is not tiny."""
    first, second = pair @ kernel
    return float(np.sum(first * np.log(first / second)))


def both_values(p0: Any, p1: Any, epsilon: float) -> tuple[float, float]:
    """D_kl(M0‖M1) under the binary mechanism and under randomized response."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    binary = problem.value(binary_hypothesis(p0, p1, epsilon))
    return binary, problem.value(randomized_response(problem.k, epsilon))


def shares(p0: Any, p1: Any, epsilon: float) -> tuple[float, float] | None:
    """Both values over the optimum; None where the optimum is not known."""
    found = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon))
    if found.status != "optimal":
        return None
    binary, response = both_values(p0, p1, epsilon)
    return binary / found.bounds.upper, response / found.bounds.upper


def crossing(p0: Any, p1: Any) -> float:
    """The ε at which randomized response overtakes the binary mechanism.

    One share of the optimum falls with ε and the other rises, so that the better of the two is
    worst there.
    """
    low, high = 0.05, 30.0
    for _ in range(40):
        middle = (low + high) / 2
        binary, response = both_values(p0, p1, middle)
        low, high = (middle, high) if binary > response else (low, middle)
    return high


def small_epsilon(p0: Any, p1: Any) -> float:
    """The threshold of the corrected Theorem 5 in doubles, 1e-3 of it taken off; at most 5."""
    p, q = pattern_masses(p0, p1)
    widest = int(np.argmax(p - q))
    a, b = p[widest], q[widest]
    cross, gap = a * q - b * p, p - q
    limit = math.inf
    for slack, turn in ((a - b - gap, cross), (a - b + gap, cross + gap)):
        binding = turn < -1e-12
        if binding.any():
            limit = min(limit, float((slack[binding] / -turn[binding]).min()))
    return min(5.0, 0.999 * math.log1p(limit))
