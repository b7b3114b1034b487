r"""Theorem 1 and Corollary 1: the optimal utility, for every f."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import both, equal, optimum_equals
from lpcheck.claims.exact import shares
from lpcheck.claims.instances import at, degenerate_priors, explicit, grid, joined, random_priors
from lpcheck.papers.zamanlooy2025._divergences import printed_risk


def _positive(instances: Callable[[bool], Iterable[Instance]]) -> Callable[[bool], list[Instance]]:
    return lambda full: [i for i in instances(full) if min(i.parameters["prior"]) > 0]


_SOME_F = joined(
    *(random_priors(sizes=(3, 4), epsilons=(0.1, 2.0), divergence=f) for f in ("kl", "tv")),
    *(random_priors(sizes=(3,), epsilons=(1.0,), divergence=f) for f in EVERY_F[2:]),
    *(random_priors(sizes=(3,), epsilons=(1.0,), divergence=f) for f in INFINITE_AT_ZERO),
)
_PRIORS = joined(
    _SOME_F,
    degenerate_priors((0.0, 1e-4, 1.0, 20.0), positive=True, divergence="tv"),
    *(degenerate_priors((0.0, 1.0), positive=True, divergence=f) for f in ("hellinger", "chi2")),
)


@claim(
    id="zamanlooy2025.theorem-1",
    source="Theorem 1, eq. 5",
    statement=r"$\Gamma_f(q, \varepsilon) = \frac{1 - q_{\min}}{e^\varepsilon q_{\min} + 1 - "
    r"q_{\min}} f(0) + \frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}} "
    r"f\left(\frac{e^\varepsilon q_{\min} + 1 - q_{\min}}{e^\varepsilon q_{\min}}\right)$.",
    kind="equal",
    conditions="q finitely supported; q_min > 0, as (5) divides by it",
    evidence="The optimum over all private kernels that keep q, for thirteen f; with f(0) = ∞ "
    "both sides are ∞ (0 for one letter, where 0·f(0) counts as 0).",
    instances=_positive(_PRIORS),
    slip=1e-4,
    weight="headline",
)
def theorem_1(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The printed value against the program; the slip changes q_min by 0.01 %."""
    f = read(divergence)
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=f)
    return optimum_equals(problem, solve(problem), printed_risk(f, prior, epsilon, slip))


@claim(
    id="zamanlooy2025.theorem-1-zero",
    source="Theorem 1, eq. 5, at q_min = 0",
    statement=r"If $q_{\min} = 0$, (5) holds as a limit: $\Gamma_f(q, \varepsilon) = f(0) + "
    r"f'(\infty)$, the largest value of $D_f$.",
    kind="equal",
    conditions="q_min = 0; D_f extended by f'(∞) where p is not absolutely continuous",
    evidence="A letter that the prior never has keeps a zero column; Algorithm 1's kernel with any "
    "first row has this risk, and none has less.",
    instances=explicit(
        *(
            at(f"{q}, {f}", "degenerate", prior=q, epsilon=e, divergence=f)
            for q in (shares("0 1 1"), shares("1 0"))
            for e in (0.0, 1.0, 20.0)
            for f in ("tv", "hellinger", "js", "reversed:1/2", "kl", "alpha:0")
        )
    ),
    slip=1e-4,
    finding="probe",
    weight="detail",
)
def theorem_1_zero(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """(5) at a falling q_min, and D_f(δ_i‖qK) for the letter i; the slip scales the value."""
    f = read(divergence)
    claimed = (f.at_zero + f.slope_at_infinity) * (1.0 + slip)
    solution = solve(PublicPrior(prior=prior, epsilon=epsilon, divergence=f))
    letter = [1.0 if x == 0 else 0.0 for x in prior]
    outcomes = [
        equal(solution.value, claimed),
        equal(f.between(letter, [float(x) for x in prior]), claimed),
    ]
    if math.isfinite(claimed):
        limit = printed_risk(f, [1e-13 * math.exp(-epsilon)], epsilon)
        outcomes.append(equal(limit, claimed, slack=1e-6))
    return both(*outcomes)


@claim(
    id="zamanlooy2025.theorem-1-dependence",
    source="Section 3.1, below Theorem 1",
    statement=r"$\Gamma_f(q, \varepsilon)$ depends on the public prior only through $q_{\min}$.",
    kind="equal",
    conditions="none",
    evidence="Priors with one q_min, of different lengths and shapes, have one optimum.",
    instances=grid(divergence=("tv", "hellinger", "chi2"), epsilon=(0.5, 3.0)),
    slip=1e-6,
)
def theorem_1_dependence(epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Four priors with q_min = 1/10; the slip moves mass to the smallest entry of the last."""
    priors = [[0.1, 0.9], [0.1, 0.2, 0.7], [0.1, 0.1, 0.4, 0.4], [0.1 + slip, 0.3 - slip, 0.3, 0.3]]
    found = [
        solve(PublicPrior(prior=q, epsilon=epsilon, divergence=divergence)).value for q in priors
    ]
    return both(*(equal(value, found[0]) for value in found[1:]))


@claim(
    id="zamanlooy2025.corollary-1",
    source="Corollary 1, eq. 6",
    statement=r"$\Gamma_{\mathsf{TV}}(q, \varepsilon) = "
    r"\frac{1 - q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$.",
    kind="equal",
    conditions="q finitely supported",
    evidence="The program's optimum, zeros in the prior included (where the value is 1).",
    instances=joined(
        random_priors(sizes=(2, 3, 5, 8), epsilons=(0.01, 1.0, 5.0)), degenerate_priors()
    ),
    slip=1e-4,
)
def corollary_1(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The printed value against the program; the slip changes q_min by 0.01 %."""
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")
    least, u = min(float(x) for x in prior) * (1.0 - slip), math.exp(-epsilon)
    claimed = u * (1.0 - least) / (least + u * (1.0 - least))
    return optimum_equals(problem, solve(problem), claimed)


CLAIMS: tuple[Claim, ...] = (theorem_1, theorem_1_zero, theorem_1_dependence, corollary_1)
