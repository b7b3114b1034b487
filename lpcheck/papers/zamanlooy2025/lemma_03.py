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
from lpcheck.claims.exact import F, Kernel, no_more, same, transported
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


_KERNELS = explicit(
    at("Algorithm 1", kernel=algorithm_1([F(1, 6), F(1, 3), F(1, 2)], F(2)), t=F(2)),
    at("binary", kernel=algorithm_1([F(1, 4), F(3, 4)], F(9)), t=F(9)),
    at("private swap", kernel=[[F(1, 4), F(3, 4)], [F(3, 4), F(1, 4)]], t=F(3)),
    at("ε = 0", "degenerate", kernel=[[F(1, 2), F(1, 2)]] * 2, t=F(1)),
    at("one letter", "degenerate", kernel=[[F(1)]], t=F(2)),
)


@claim(
    id="zamanlooy2025.lemma-3-proof",
    source="Lemma 3, the line above eq. 24 (AISTATS version)",
    statement=r"Since $\mathsf K$ is $\varepsilon$-LDP, we have that $\mathsf K_{ii} \ge "
    r"e^{-\varepsilon} \mathsf K_{ii}$; using this, $q_i - q_i \mathsf K_{ii} \ge "
    r"e^{-\varepsilon} \mathsf K_{ii} \sum_{j \ne i} q_j$.",
    kind="lower",
    conditions="K only has what is used of it: K_ii ≥ e^{−ε} K_ii and qK = q",
    expected="refuted",
    evidence="The first part holds for every kernel, private or not, so that the second does not "
    "follow: the identity keeps q = (1/2, 1/2), and 0 ≥ e^{−ε}/2 is false. The arXiv version has "
    "K_ji ≥ e^{−ε} K_ii.",
    instances=explicit(
        at("identity, e^ε = 2", "counterexample", kernel=[[F(1), F(0)], [F(0), F(1)]], t=F(2)),
        at("fair coin, where it holds", kernel=[[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]], t=F(2)),
    ),
    slip=None,
)
def lemma_3_proof(kernel: Kernel, t: Fraction, slip: float = 0.0) -> Outcome:
    """The consequence for a kernel that has the premise, at the uniform q that it keeps."""
    n = len(kernel)
    q = [F(1, n)] * n
    premise = all(row[i] >= row[i] / t for i, row in enumerate(kernel))
    if not premise or transported(q, kernel) != q:
        return Outcome(None, 0.0, "the premise does not hold")
    steps = [(q[i] - q[i] * kernel[i][i], kernel[i][i] / t * (1 - q[i])) for i in range(n)]
    return next((no_more(b, a) for a, b in steps if b > a), Outcome(True, 0.0))


@claim(
    id="zamanlooy2025.arxiv-lemma-3-proof",
    source="Lemma 3 of the arXiv version, the three lines above eq. 24",
    statement=r"$q_i - q_i \mathsf K_{ii} = \sum_{j \ne i} q_j \mathsf K_{ji}$; since $\mathsf K$ "
    r"is $\varepsilon$-LDP, $\mathsf K_{ji} \ge e^{-\varepsilon} \mathsf K_{ii}$, hence $q_i - "
    r"q_i \mathsf K_{ii} \ge e^{-\varepsilon} \mathsf K_{ii} (1 - q_i)$.",
    kind="lower",
    conditions="K is ε-LDP and keeps q",
    evidence="All three, exactly, for each letter and for the q that the kernel keeps.",
    instances=_KERNELS,
    slip=0.01,
    corrects="zamanlooy2025.lemma-3-proof",
)
def arxiv_lemma_3_proof(kernel: Kernel, t: Fraction, slip: float = 0.0) -> Outcome:
    """Exact; the slip lowers e^ε by 1 %."""
    n, level = len(kernel), t * (1 - F(slip))
    q = [F(1, n)] * n if n != 3 else [F(1, 6), F(1, 3), F(1, 2)]
    if n == 2 and transported(q, kernel) != q:
        q = [F(1, 4), F(3, 4)]
    if transported(q, kernel) != q:
        return Outcome(None, 0.0, "the kernel does not keep q")
    outcomes = []
    for i in range(n):
        others = [j for j in range(n) if j != i]
        left = q[i] - q[i] * kernel[i][i]
        outcomes.append(same(left, sum((q[j] * kernel[j][i] for j in others), F(0))))
        outcomes += [no_more(kernel[i][i] / level, kernel[j][i]) for j in others]
        outcomes.append(no_more(kernel[i][i] / level * (1 - q[i]), left))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (lemma_3, lemma_3_proof, arxiv_lemma_3_proof, equation_24)
