r"""Proposition 2: the lower bound."""

from __future__ import annotations

from typing import Any

import cvxpy as cp
import numpy as np

from formulations import PublicPrior
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, read
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import joined, random_priors
from lpcheck.mechanisms import public_prior_kernel
from lpcheck.papers.zamanlooy2025._divergences import printed_risk


@claim(
    id="zamanlooy2025.proposition-2",
    source="Proposition 2, eq. 16 (and 17, 18)",
    statement=r"$\Gamma_f(q, \varepsilon) \ge \frac{1 - q_{\min}}{e^\varepsilon q_{\min} + 1 - "
    r"q_{\min}} f(0) + \frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}} "
    r"f(\frac{e^\varepsilon q_{\min} + 1 - q_{\min}}{e^\varepsilon q_{\min}})$.",
    kind="lower",
    conditions="q finitely supported; q_min > 0",
    evidence="No private kernel that keeps q goes below it: the vertices that random linear "
    "objectives pick, mixtures of them, and Algorithm 1's kernel, which attains it.",
    instances=joined(
        random_priors(sizes=(2, 3, 4), epsilons=(0.1, 3.0), divergence="kl"),
        *(
            random_priors(sizes=(3,), epsilons=(1.0,), full_repeats=3, divergence=f)
            for f in EVERY_F[1:]
        ),
    ),
    slip=1e-4,
)
def proposition_2(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The bound against the risk of many feasible kernels; the slip changes q_min by 0.01 %."""
    f = read(divergence)
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=f)
    kernels = _feasible(problem, count=4)
    bound = printed_risk(f, prior, epsilon, slip)
    return both(*(at_most(bound, problem.value(K), slack=1e-12) for K in kernels))


def _feasible(problem: PublicPrior, count: int) -> list[Any]:
    """Feasible kernels: Algorithm 1's, vertices, and mixtures of the two."""
    best = public_prior_kernel(problem.prior.array, float(problem.epsilon))
    program = problem.second_program()
    density = program.variables["density"]
    weights = cp.Parameter(density.shape)
    goal = cp.Maximize(cp.sum(cp.multiply(weights, density)))
    vertex = cp.Problem(goal, list(program.constraints.values()))
    generator = np.random.default_rng(problem.n)
    kernels = [best]
    for _ in range(count):
        weights.value = generator.normal(size=density.shape) + 2 * np.eye(problem.n)
        vertex.solve(solver="HIGHS")
        found = problem.recover({"density": np.asarray(density.value, dtype=float)})
        if not problem.violations(found, 1e-9):
            kernels += [found, 0.01 * found + 0.99 * best]
    return kernels


CLAIMS: tuple[Claim, ...] = (proposition_2,)
