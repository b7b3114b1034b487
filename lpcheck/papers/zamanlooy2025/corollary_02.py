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
from lpcheck.claims.exact import F, Kernel, same
from lpcheck.claims.instances import again, at, explicit
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


_SIZES = [
    at(f"n = {n}, e^ε = {t}", n=n, t=t) for n in (3, 4, 6) for t in (F(2), F(1), F(3, 2), F(10**9))
]


def _uniform_kernel(n: int, t: Fraction) -> Kernel:
    return algorithm_1([F(1, n)] * n, t)


@claim(
    id="zamanlooy2025.equation-55",
    source="Appendix A.7, eqs 55 and 56, Figure 5, and the induction",
    statement=r"For the uniform prior Algorithm 1 gives $\mathsf K_{ii} = "
    r"\frac{e^\varepsilon}{e^\varepsilon + n - 1}$ and $\mathsf K_{ij} = "
    r"\frac{1}{e^\varepsilon + n - 1}$ for $i \ne j$.",
    kind="equal",
    conditions="n ≥ 2",
    evidence="Exact on every instance.",
    instances=explicit(*_SIZES, at("n = 2, e^ε = 2", n=2, t=F(2))),
    slip=1e-6,
)
def equation_55(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """All entries, exactly; the slip is added to n."""
    d = t + n + F(slip) - 1
    response = [[(t if i == j else F(1)) / d for j in range(n)] for i in range(n)]
    return same(_uniform_kernel(n, t), response)


@claim(
    id="zamanlooy2025.section-a7-factor",
    source="Appendix A.7, above eq. 57",
    statement=r"$m = 1 - \frac{1}{e^\varepsilon + n - 1} = "
    r"\frac{e^\varepsilon + n - 2}{e^\varepsilon + n - 2}$.",
    kind="equal",
    conditions="n ≥ 2",
    expected="refuted",
    evidence="The printed fraction is 1: at n = 2, e^ε = 2 the left-hand side is 2/3.",
    instances=explicit(at("n = 2, e^ε = 2", "counterexample", n=2, t=F(2)), *_SIZES),
    slip=None,
)
def section_a7_factor(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """Both sides, exactly."""
    return same(1 - 1 / (t + n - 1), (t + n - 2) / (t + n - 2))


@claim(
    id="zamanlooy2025.section-a7-factor-corrected",
    source="Appendix A.7, above eq. 57, corrected",
    statement=r"$m = 1 - \frac{1}{e^\varepsilon + n - 1} = "
    r"\frac{e^\varepsilon + n - 2}{e^\varepsilon + n - 1}$.",
    kind="equal",
    conditions="n ≥ 2",
    evidence="An identity.",
    instances=explicit(*_SIZES),
    slip=1e-6,
    corrects="zamanlooy2025.section-a7-factor",
)
def section_a7_factor_corrected(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """Both sides, exactly; the slip is added to the numerator."""
    return same(1 - 1 / (t + n - 1), (t + n - 2 + F(slip)) / (t + n - 1))


@claim(
    id="zamanlooy2025.equation-58",
    source="Appendix A.7, eq. 58",
    statement=r"$(\mathsf K_{q_u,\varepsilon})_{ij} = \frac{1}{e^\varepsilon + n - 1}$ for "
    r"$i \ne 1$ and $i \in [n - 1]$.",
    kind="equal",
    conditions="as printed, no condition on j",
    expected="refuted",
    evidence="It takes in i = j = 2: for n = 3, e^ε = 2 that entry is 1/2, not 1/4. The condition "
    "should be i ≠ j; at ε = 0 it does not matter.",
    instances=explicit(at("n = 3, e^ε = 2", "counterexample", n=3, t=F(2)), *_SIZES[1:]),
    slip=None,
)
def equation_58(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """The rows that the printed condition names, exactly."""
    rows = _uniform_kernel(n, t)[1 : n - 1]
    return same(rows, [[1 / (t + n - 1)] * n] * len(rows))


@claim(
    id="zamanlooy2025.equation-58-corrected",
    source="Appendix A.7, eqs 57 and 58, corrected",
    statement=r"$(\mathsf K_{q_u,\varepsilon})_{ij} = \frac{1}{e^\varepsilon + n - 1}$ for "
    r"$i \ne j$.",
    kind="equal",
    conditions="n ≥ 2",
    evidence="Exact on every instance.",
    instances=explicit(*_SIZES),
    slip=1e-6,
    corrects="zamanlooy2025.equation-58",
)
def equation_58_corrected(n: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """All entries off the diagonal, exactly; the slip is added to the claimed value."""
    kernel = _uniform_kernel(n, t)
    off = [kernel[i][j] for i in range(n) for j in range(n) if i != j]
    return same(off, [1 / (t + n - 1) + F(slip)] * len(off))


_VALUES = [
    at("n = 2, k = 3, e^ε = 2", "counterexample", n=2, k=3, t=F(2)),
    at("n = 3, k = 2, e^ε = 2", "counterexample", n=3, k=2, t=F(2)),
    at("n = k = 3, e^ε = 2", n=3, k=3, t=F(2)),
    at("n = k = 2, ε = 0", "degenerate", n=2, k=2, t=F(1)),
]


@claim(
    id="zamanlooy2025.equation-61",
    source="Appendix A.7, eq. 61",
    statement=r"$\Gamma(q_u, \varepsilon) = \frac{n - 1}{e^\varepsilon + k - 1} f(0) + "
    r"\frac{e^\varepsilon}{e^\varepsilon + n - 1} "
    r"f\left(\frac{e^\varepsilon + n - 1}{e^\varepsilon}\right)$.",
    kind="equal",
    conditions="k is not defined",
    expected="refuted",
    evidence="A k stands for n: at n = 2, k = 3, e^ε = 2 and TV the right-hand side is 7/24, the "
    "optimum 1/3. It holds for k = n only.",
    instances=explicit(*_VALUES),
    slip=None,
)
def equation_61(n: int, k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """For total variation, exactly."""
    return same(1 - _uniform_kernel(n, t)[0][0], _value_61(n, F(k), t))


@claim(
    id="zamanlooy2025.equation-61-corrected",
    source="Appendix A.7, eq. 61, with n for k",
    statement=r"$\Gamma(q_u, \varepsilon) = \frac{n - 1}{e^\varepsilon + n - 1} f(0) + "
    r"\frac{e^\varepsilon}{e^\varepsilon + n - 1} "
    r"f\left(\frac{e^\varepsilon + n - 1}{e^\varepsilon}\right)$.",
    kind="equal",
    conditions="finite alphabet",
    evidence="For total variation, exactly; corollary-2 and corollary-2-park have other f.",
    instances=again(explicit(*_VALUES)),
    slip=0.001,
    corrects="zamanlooy2025.equation-61",
)
def equation_61_corrected(n: int, k: int, t: Fraction, slip: float = 0.0) -> Outcome:
    """For total variation, exactly; the slip is added to the n that replaces k."""
    return same(1 - _uniform_kernel(n, t)[0][0], _value_61(n, F(n) + F(slip), t))


def _value_61(n: int, k: Fraction, t: Fraction) -> Fraction:
    """The right-hand side for f(x) = |x − 1|/2."""
    return (n - 1) / (t + k - 1) / 2 + t / (t + n - 1) * abs((t + n - 1) / t - 1) / 2


CLAIMS: tuple[Claim, ...] = (
    corollary_2,
    corollary_2_park,
    equation_55,
    section_a7_factor,
    section_a7_factor_corrected,
    equation_58,
    equation_58_corrected,
    equation_61,
    equation_61_corrected,
)
