r"""Lemma 3: an upper bound on every diagonal entry."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np

from formulations import PublicPrior
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.exact import F, Kernel, no_more, same, shares, transported
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors


@claim(
    id="zamanlooy2025.lemma-3",
    source="Lemma 3, eqs 22 to 25",
    statement=r"An $\varepsilon$-LDP $\mathsf K$ with $q\mathsf K = q$ has $\mathsf K_{ii} \le "
    r"\frac{e^\varepsilon q_i}{e^\varepsilon q_i + 1 - q_i}$, hence $\min_i \mathsf K_{ii} \le "
    r"\frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$.",
    kind="upper",
    conditions="none",
    evidence="For each i the linear program that maximises K_ii alone stays within the bound, and "
    "reaches it for the smallest q_i (not for q_i > 1/2, where the bound is loose).",
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


@display(
    "eqs 24 and 12",
    r"$x (q_i + e^{-\varepsilon}(1 - q_i)) = q_i$ at $x = \frac{e^\varepsilon q_i}{e^\varepsilon "
    r"q_i + 1 - q_i}$, which rises with $q_i$; and $1 - x = \frac{1 - q_i}{e^\varepsilon q_i + 1 "
    r"- q_i}$.",
    sorted_priors(positive=False),
)
def _equation_24(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Exact; the slip is added to x."""
    bounds = [t * q / (t * q + 1 - q) + F(slip) for q in prior]
    found = [[x * (q + (1 - q) / t), 1 - x] for q, x in zip(prior, bounds, strict=True)]
    rises = bounds == sorted(bounds)
    claimed = [[q, (1 - q) / (t * q + 1 - q)] for q in prior]
    return same(found, claimed) if rises else Outcome(False, 1.0, "the bound does not rise")


_SIXTHS, _COIN = shares("1 2 3"), shares("1 3")


@display(
    "the three lines above eq. 24",
    r"$q_i - q_i \mathsf K_{ii} = \sum_{j \ne i} q_j \mathsf K_{ji}$; since $\mathsf K$ is "
    r"$\varepsilon$-LDP, $\mathsf K_{ji} \ge e^{-\varepsilon} \mathsf K_{ii}$, hence $q_i - q_i "
    r"\mathsf K_{ii} \ge e^{-\varepsilon} \mathsf K_{ii} (1 - q_i)$.",
    explicit(
        at("Algorithm 1", prior=_SIXTHS, kernel=algorithm_1(_SIXTHS, F(2)), t=F(2)),
        at("binary", prior=_COIN, kernel=algorithm_1(_COIN, F(9)), t=F(9)),
        at("private swap", prior=[F(1, 2)] * 2, kernel=[shares("1 3"), shares("3 1")], t=F(3)),
        at("ε = 0", "degenerate", prior=[F(1, 2)] * 2, kernel=[shares("1 1")] * 2, t=F(1)),
        at("one letter", "degenerate", prior=[F(1)], kernel=[[F(1)]], t=F(2)),
    ),
)
def _column(prior: Any, kernel: Kernel, t: Fraction, slip: float = 0.0) -> Outcome:
    """Exact, for a kernel that keeps the prior; the slip lowers e^ε."""
    n, level = len(kernel), t * (1 - F(slip))
    outcomes = [same(transported(prior, kernel), prior)]
    for i in range(n):
        others = [j for j in range(n) if j != i]
        left = prior[i] - prior[i] * kernel[i][i]
        outcomes.append(same(left, sum((prior[j] * kernel[j][i] for j in others), F(0))))
        outcomes += [no_more(kernel[i][i] / level, kernel[j][i]) for j in others]
        outcomes.append(no_more(kernel[i][i] / level * (1 - prior[i]), left))
    return both(*outcomes)


proof = displays(
    [_column, _equation_24],
    id="zamanlooy2025.lemma-3-proof",
    source="Appendix A.1, proof of Lemma 3, and eq. 12",
    conditions="K is ε-LDP and keeps q",
    evidence="Exact, for each letter. The arXiv version has K_ji ≥ e^{−ε} K_ii; in the text at "
    "hand of the AISTATS version the left-hand side has the index ii, to be compared with the PDF.",
    quote="Additionally, since K is $\\varepsilon$-LDP, we have that $K_{[…]i} \\geq "
    "e^{-\\varepsilon} K_{ii}$.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (lemma_3, proof)
