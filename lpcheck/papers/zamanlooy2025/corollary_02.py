r"""Corollary 2 and Appendix A.7: randomized response for the uniform prior."""

from __future__ import annotations

import math
from fractions import Fraction

import cvxpy as cp
import numpy as np

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import both, equal, nudged, optimal
from lpcheck.claims.exact import F, same
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.zamanlooy2025._divergences import risk_at
from lpcheck.papers.zamanlooy2025._exact import algorithm_1


@claim(
    id="zamanlooy2025.corollary-2",
    source="Corollary 2, eq. 15",
    statement=r"For the uniform prior, $\Gamma_f(q_u, \varepsilon) = "
    r"\sup_p D_f(p\|p\mathsf K_{RR})$: $n$-ary randomized response is optimal.",
    kind="tight",
    conditions="finite alphabet",
    evidence="Optimal over all private kernels that keep q_u, for thirteen f.",
    instances=explicit(
        *(
            at(f"n = {n}, ε = {e:g}, tv", n=n, epsilon=e, divergence="tv")
            for n in (3, 2, 1, 5, 8)
            for e in (1.0, 0.0, 0.01, 5.0, 20.0)
        ),
        *(
            at(f"n = 3, ε = 1, {f}", n=3, epsilon=1.0, divergence=f)
            for f in (*EVERY_F, *INFINITE_AT_ZERO)
        ),
    ),
)
def corollary_2(n: int, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Randomized response against the program; the slip moves its first entry."""
    problem = PublicPrior(prior=[F(1, n)] * n, epsilon=epsilon, divergence=read(divergence))
    return optimal(problem, nudged(randomized_response(n, epsilon), slip))


@claim(
    id="zamanlooy2025.corollary-2-park",
    source="Section 3.2, below Corollary 2 (AISTATS version)",
    statement=r"At the uniform prior the optimum is the utility of Park et al. (2024), where no "
    r"prior is assumed: $\frac{e^\varepsilon}{e^\varepsilon + n - 1} f(\frac{e^\varepsilon + n - 1}"
    r"{e^\varepsilon}) + \frac{n - 1}{e^\varepsilon + n - 1} f(0)$.",
    kind="equal",
    conditions="finite alphabet, all of its distributions",
    evidence="The optimum with qK = q equals the linear program without it. Over all samplers, "
    "linear or not, that program loses nothing: a sampler may be defined at the point masses and "
    "extended linearly, as D_f and privacy are jointly convex.",
    instances=explicit(
        *(
            at(f"n = {n}, ε = {e:g}, {f}", n=n, epsilon=e, divergence=f)
            for f, sizes in (("tv", (2, 3, 5)), ("kl", (3,)), ("hellinger", (4,)))
            for n in sizes
            for e in (0.1, 1.0, 4.0)
        )
    ),
    slip=0.001,
)
def corollary_2_park(n: int, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Three numbers: printed, with invariance, without it; the slip scales e^{−ε}."""
    f, u = read(divergence), math.exp(-epsilon) * (1.0 + slip)
    printed = risk_at(f, 1.0 / (1.0 + (n - 1) * u), (n - 1) * u / (1.0 + (n - 1) * u))
    problem = PublicPrior(prior=[F(1, n)] * n, epsilon=epsilon, divergence=f)
    free = risk_at(f, _best_diagonal(n, epsilon))
    return both(equal(solve(problem).value, printed), equal(free, printed, slack=1e-8))


def _best_diagonal(n: int, epsilon: float) -> float:
    """The largest min_i K_ii over all ε-LDP kernels, in the pairwise form, without invariance."""
    K, low = cp.Variable((n, n), nonneg=True), cp.Variable()
    private = [math.exp(-epsilon) * K[i] <= K[j] for i in range(n) for j in range(n) if i != j]
    program = cp.Problem(cp.Maximize(low), [cp.sum(K, axis=1) == 1, cp.diag(K) >= low, *private])
    program.solve(solver="HIGHS")
    return float(np.asarray(low.value))


@claim(
    id="zamanlooy2025.equation-55",
    source="Appendix A.7, eqs 55 and 56, Figure 5, and the induction",
    statement=r"For the uniform prior Algorithm 1 gives $\mathsf K_{ii} = "
    r"\frac{e^\varepsilon}{e^\varepsilon + n - 1}$ and $\mathsf K_{ij} = "
    r"\frac{1}{e^\varepsilon + n - 1}$ for $i \ne j$.",
    kind="equal",
    conditions="n ≥ 2",
    evidence="Exact on every instance.",
    instances=explicit(
        *(
            at(f"n = {n}, e^ε = {t}", n=n, t=t)
            for n in (3, 2, 4, 6)
            for t in (F(2), F(1), F(3, 2), F(10**9))
        )
    ),
    weight="detail",
)
def equation_55(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """All entries, exactly; the slip is added to n."""
    d = t + n + F(slip) - 1
    response = [[(t if i == j else F(1)) / d for j in range(n)] for i in range(n)]
    return same(algorithm_1([F(1, n)] * n, t), response)


CLAIMS: tuple[Claim, ...] = (corollary_2, corollary_2_park, equation_55)
