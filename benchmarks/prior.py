"""The public-prior program: plain CVXPY over pairs of rows, our model, and the closed form.

`plain` states K with all n²(n − 1) privacy rows, as one would first write it, and believes the
solver; its error is that of its value. `model` and `closed form` give two-sided bounds, checked
again without a solver; their error is the relative width.

    python -m benchmarks.prior --table prior.txt --figure prior.png
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any

import cvxpy as cp
import numpy as np

from benchmarks._measure import Way, add_outputs, compare, finish
from formulations import PublicPrior, solve

SIZES = (5, 10, 20, 30, 60, 100, 200, 300, 1000, 2000)

Run = tuple[float, float]


def plain(problem: PublicPrior) -> float:
    """Total variation's program with K_xy ≤ e^ε K_x'y for every x, x' and y."""
    n, q, t = problem.n, problem.prior.array, math.exp(problem.epsilon)
    K, least = cp.Variable((n, n), nonneg=True), cp.Variable()
    constraints = [cp.sum(K, axis=1) == 1, q @ K == q, cp.diag(K) >= least]
    for x in range(n):
        others = [i for i in range(n) if i != x]
        constraints.append(K[others] <= t * np.ones((n - 1, 1)) @ K[[x]])
    cp.Problem(cp.Maximize(least), constraints).solve(solver="HIGHS")
    return 1.0 - float(least.value)


def plain_error(problem: PublicPrior, value: float) -> float:
    """How far the value is from the dual bound, relative to it."""
    bound = problem.dual_bound(problem.closed_form().duals, {})
    return abs(value - bound) / bound


def model(problem: PublicPrior) -> Run:
    """The CVXPY model in column form through the gate, nothing proposed."""
    fresh = PublicPrior(**problem.parameters)
    fresh.proposal = lambda: None  # type: ignore[method-assign]
    solution = solve(fresh)
    return solution.bounds.lower, solution.bounds.upper


def closed_form(problem: PublicPrior) -> Run:
    """The closed form, everything included."""
    fresh = PublicPrior(**problem.parameters)
    proposal = fresh.closed_form()
    if fresh.violations(proposal.mechanism, 1e-9):
        return -math.inf, math.inf
    return fresh.dual_bound(proposal.duals, {}), fresh.value(proposal.mechanism)


def instances(n: int) -> list[PublicPrior]:
    """Dirichlet(1) and power-law priors at three levels, total variation."""
    law = 1.0 / np.arange(1, n + 1)
    return [
        PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")
        for prior in (np.random.default_rng(n).dirichlet(np.ones(n)), law / law.sum())
        for epsilon in (0.1, 1, 4)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--plain", type=int, default=30, help="largest n of the plain program")
    parser.add_argument("--model", type=int, default=300, help="largest n of our model")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="largest n")
    options = parser.parse_args(arguments)
    ways: list[Way[Any, Any]] = [
        Way("plain", plain, min(options.plain, options.largest), plain_error, 10),
        Way("model", model, min(options.model, options.largest), least=60),
        Way("closed form", closed_form, options.largest, least=200),
    ]
    sizes = [n for n in SIZES if n <= options.largest]
    rows, lines = compare(ways, sizes, instances, error="gap")
    finish(rows, lines, options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
