r"""Lemma 3: an upper bound on every diagonal entry."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np

from formulations import PublicPrior
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import degenerate_priors, joined, random_priors
from lpcheck.claims.zamanlooy2025._exact import F, same, sorted_priors


@claim(
    id="zamanlooy2025.lemma-3",
    source="Lemma 3, eqs 22 to 25",
    statement=r"An $\varepsilon$-LDP $\mathsf K$ with $q\mathsf K = q$ has $\mathsf K_{ii} \le "
    r"\frac{e^\varepsilon q_i}{e^\varepsilon q_i + 1 - q_i}$, hence $\min_i \mathsf K_{ii} \le "
    r"\frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$.",
    kind="upper",
    conditions="none",
    evidence="For each i the linear program that maximises K_ii alone stays within the bound, and "
    "reaches it for the smallest q_i (not for q_i > 1/2, where the bound is loose). The AISTATS "
    "proof prints K_ii ≥ e^{−ε} K_ii where it uses K_ji ≥ e^{−ε} K_ii, as the arXiv one has it.",
    instances=joined(
        random_priors(sizes=(2, 3, 4), epsilons=(0.1, 3.0), full_repeats=4),
        lambda full: (
            i
            for i in degenerate_priors((1.0,), positive=True)(full)
            if len(i.parameters["prior"]) > 1
        ),
    ),
    slip=1e-4,
)
def lemma_3(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The largest K_ii of each letter over the kernels; the slip tightens the bound."""
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")
    program = problem.program()
    density, u, outcomes = program.variables["density"], math.exp(-epsilon), []
    for i, q in enumerate(problem.prior.array.tolist()):
        alone = cp.Problem(cp.Maximize(density[i, i]), list(program.constraints.values()))
        alone.solve(solver="HIGHS")
        values = {"density": np.asarray(density.value, dtype=float)}
        found = float(problem.recover(values)[i, i])
        least = q * (1.0 - slip)
        outcomes.append(at_most(found, least / (least + u * (1.0 - least)), slack=1e-8))
    return both(*outcomes)


@claim(
    id="zamanlooy2025.equation-24",
    source="Lemma 3, eq. 24, and eq. 12",
    statement=r"$x (q_i + e^{-\varepsilon}(1 - q_i)) = q_i$ at $x = \frac{e^\varepsilon q_i}"
    r"{e^\varepsilon q_i + 1 - q_i}$, which rises with $q_i$; and $1 - x = \frac{1 - q_i}"
    r"{e^\varepsilon q_i + 1 - q_i}$.",
    kind="equal",
    conditions="none",
    evidence="Identities, in exact arithmetic on every instance.",
    instances=sorted_priors(positive=False),
    slip=1e-6,
)
def equation_24(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Exact; the slip is added to x."""
    found: list[Fraction] = []
    claimed: list[Fraction] = []
    bounds = [t * q / (t * q + 1 - q) + F(slip) for q in prior]
    for q, x in zip(prior, bounds, strict=True):
        found += [x * (q + (1 - q) / t), 1 - x]
        claimed += [q, (1 - q) / (t * q + 1 - q)]
    rises = bounds == sorted(bounds)
    return same(found, claimed) if rises else Outcome(False, 1.0, "the bound does not rise")


CLAIMS: tuple[Claim, ...] = (lemma_3, equation_24)
