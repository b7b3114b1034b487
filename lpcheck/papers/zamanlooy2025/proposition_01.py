r"""Proposition 1: the optimal kernel for two letters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from formulations import PublicPrior
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.exact import F, odds, same, transported
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import binary_kernel
from lpcheck.papers.zamanlooy2025._exact import binary

_ALPHAS = [F(1, 3), F(1, 2), F(1, 100), F(49, 100), F(0)]


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
    instances=explicit(
        *(
            at(f"α = {a}, ε = {e:g}, {f}", alpha=a, epsilon=e, divergence=f)
            for f in ("kl", "tv")
            for a in _ALPHAS
            for e in (0.5, 0.0, 4.0, 20.0)
        ),
        *(
            at(f"α = 1/3, ε = 1, {f}", alpha=F(1, 3), epsilon=1.0, divergence=f)
            for f in (*EVERY_F[2:], *INFINITE_AT_ZERO)
        ),
    ),
)
def proposition_1(alpha: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The kernel against the program; the slip moves its first entry."""
    problem = PublicPrior(prior=[alpha, 1 - alpha], epsilon=epsilon, divergence=read(divergence))
    return optimal(problem, nudged(binary_kernel(alpha, epsilon), slip))


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
    instances=explicit(
        *(
            at(f"α = {a}, e^ε = {t}", alpha=a, t=t)
            for t in (F(2), F(1), F(3, 2), F(10**9))
            for a in (F(1, 2), F(2, 3), F(1, 3), F(0), F(1, 100), F(501, 1000), F(499, 1000))
        )
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


CLAIMS: tuple[Claim, ...] = (proposition_1, proposition_1_condition)
