r"""Theorem 2, Proposition 1 and Corollary 2: closed forms that are optimal, for every f."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np

from formulations import PublicPrior, solve
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import both, equal, nudged, optimal
from lpcheck.claims.exact import F, odds, same, transported
from lpcheck.claims.instances import (
    at,
    degenerate_priors,
    explicit,
    grid,
    joined,
    labelled,
    random_priors,
)
from lpcheck.mechanisms import binary_kernel, public_prior_kernel, randomized_response
from lpcheck.papers.zamanlooy2025._divergences import printed_risk, risk_at
from lpcheck.papers.zamanlooy2025._exact import binary


def _against_program(
    prior: Any, kernel: Array, epsilon: float, divergence: str, slip: float
) -> Outcome:
    """The kernel and its value against the program; the slip moves the first entry."""
    f = read(divergence)
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=f)
    positive = min(problem.prior.array) > 0
    value = printed_risk(f, prior, epsilon) if positive else None
    return optimal(problem, nudged(kernel, slip), value=value)


def _attained(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    kernel = public_prior_kernel([float(x) for x in prior], epsilon)
    return _against_program(prior, kernel, epsilon, divergence, slip)


@claim(
    id="zamanlooy2025.proposition-1",
    source="Proposition 1, eq. 7",
    statement=r"For $q = (\alpha, 1 - \alpha)$, $\alpha \le 1/2$, the kernel $\frac{1}{"
    r"e^\varepsilon \alpha + 1 - \alpha} \begin{bmatrix} e^\varepsilon\alpha & 1-\alpha \\ \alpha "
    r"& (e^\varepsilon - 1)\alpha + 1 - \alpha \end{bmatrix}$ attains $\Gamma_f(q, \varepsilon)$.",
    kind="tight",
    conditions="α ≤ 1/2",
    evidence="Optimal over all private kernels that keep q, for thirteen f, α = 0 included. The "
    "proof never shows that the kernel is ε-LDP; proposition-1-condition does.",
    instances=joined(
        grid(
            divergence=("kl", "tv"),
            alpha=(F(1, 3), F(1, 2), F(1, 100), F(49, 100), F(0)),
            epsilon=(0.5, 0.0, 4.0, 20.0),
        ),
        labelled(
            explicit(at("α = 1/3, ε = 1", alpha=F(1, 3), epsilon=1.0)),
            (*EVERY_F[2:], *INFINITE_AT_ZERO),
        ),
    ),
)
def proposition_1(alpha: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Eq. 7 against the program."""
    kernel = binary_kernel(alpha, epsilon)
    return _against_program([alpha, 1 - alpha], kernel, epsilon, divergence, slip)


@claim(
    id="zamanlooy2025.proposition-1-condition",
    source="Proposition 1, its condition; eqs 41 and 42",
    statement=r"The kernel (7) is stochastic and keeps $q$ for every $\alpha$. It is "
    r"$\varepsilon$-LDP, with $\mathsf K_{11} \le \mathsf K_{22}$, if and only if "
    r"$\alpha \le 1/2$ or (privacy only) $\varepsilon = 0$.",
    kind="equal",
    conditions="0 ≤ α < 1",
    evidence="The second column has ratio ((e^ε − 1)α + 1 − α)/(1 − α), at most e^ε iff "
    "α ≤ 1/2 or ε = 0; α = 2/3, e^ε = 2 gives 3.",
    instances=grid(
        t=(F(2), F(1), F(3, 2), F(10**9)),
        alpha=(F(1, 2), F(2, 3), F(1, 3), F(0), F(1, 100), F(501, 1000), F(499, 1000)),
    ),
    slip=0.001,
    finding="probe",
    stands="Proposition 1 stands: it has the condition α ≤ 1/2.",
)
def proposition_1_condition(alpha: Fraction, t: Fraction, slip: float = 0.0) -> Outcome:
    """In exact arithmetic; the slip lowers the threshold 1/2."""
    kernel, q = binary(alpha, t), [alpha, 1 - alpha]
    sums = same([sum(row) for row in kernel] + transported(q, kernel), [F(1), F(1), *q])
    small = alpha <= F(1, 2) - F(slip)
    private, ordered = odds(kernel) <= t, kernel[0][0] <= kernel[1][1]
    right = private == (small or t == 1) and ordered == small
    detail = f"private: {private}, K_11 ≤ K_22: {ordered}, α ≤ 1/2: {small}"
    return sums if not sums.holds else Outcome(right, 0.0, detail)


theorem_2 = claim(
    id="zamanlooy2025.theorem-2",
    source="Theorem 2, eq. 14",
    statement=r"$\mathsf K_{q,\varepsilon}$, the output of Algorithm 1, is $\varepsilon$-LDP with "
    r"$q\mathsf K_{q,\varepsilon} = q$ and attains the optimal utility of Theorem 1 (shown for "
    r"total variation, zeros in $q$ included).",
    kind="tight",
    conditions="q in increasing order (here it is sorted and the kernel sorted back)",
    evidence="Optimal over all private kernels that keep q, on every instance.",
    instances=joined(
        random_priors(sizes=(3, 2, 5, 8), epsilons=(1.0, 0.01, 5.0), divergence="tv"),
        degenerate_priors(divergence="tv"),
    ),
    weight="headline",
)(_attained)


theorem_2_universal = claim(
    id="zamanlooy2025.theorem-2-universal",
    source="Theorem 2 and below",
    statement=r"The choice of $f$-divergence does not alter the optimal mechanism: the one "
    r"$\mathsf K_{q,\varepsilon}$ attains $\Gamma_f(q, \varepsilon)$ for every $f$.",
    kind="tight",
    conditions="q in increasing order (here it is sorted and the kernel sorted back)",
    evidence="Optimal against each f's own program (conic where f has one) for thirteen f, "
    "hockey-sticks and reversed ones, a user's own and f(0) = ∞ among them.",
    instances=joined(
        *(
            random_priors(sizes=(3,), epsilons=(1.0,), divergence=f)
            for f in (*EVERY_F, *INFINITE_AT_ZERO)
        ),
        random_priors(sizes=(5,), epsilons=(0.1, 4.0), divergence="kl"),
        random_priors(sizes=(4,), epsilons=(0.1, 4.0), divergence="chi2"),
        *(degenerate_priors((0.0, 1.0, 20.0), divergence=f) for f in ("hellinger", "reversed:3")),
        explicit(
            at("ties at ε = 1e-4", "degenerate", prior=[F(1, 4)] * 4, epsilon=1e-4, divergence="js")
        ),
    ),
    weight="headline",
)(_attained)


@claim(
    id="zamanlooy2025.corollary-2",
    source="Corollary 2, eq. 15",
    statement=r"For the uniform prior, $\Gamma_f(q_u, \varepsilon) = "
    r"\sup_p D_f(p\|p\mathsf K_{RR})$: $n$-ary randomized response is optimal.",
    kind="tight",
    conditions="finite alphabet",
    evidence="Optimal over all private kernels that keep q_u, for thirteen f. (That it is the "
    "output of Algorithm 1 is equation-58-corrected.)",
    instances=joined(
        labelled(
            grid(n=(3, 2, 1, 5, 8), epsilon=(1.0, 0.0, 0.01, 5.0, 20.0)),
            ("tv",),
        ),
        labelled(explicit(at("n = 3, ε = 1", n=3, epsilon=1.0)), (*EVERY_F, *INFINITE_AT_ZERO)),
    ),
)
def corollary_2(n: int, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Randomized response against the program."""
    kernel = randomized_response(n, epsilon)
    return _against_program([F(1, n)] * n, kernel, epsilon, divergence, slip)


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


CLAIMS: tuple[Claim, ...] = (
    proposition_1,
    proposition_1_condition,
    theorem_2,
    theorem_2_universal,
    corollary_2,
    corollary_2_park,
)
