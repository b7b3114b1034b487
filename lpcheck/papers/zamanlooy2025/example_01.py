r"""Example 1: websites A and B, 1 % against 99 %, ε = 2."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, optimum_equals
from lpcheck.claims.exact import F, shares
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import public_prior_kernel

_FAIR = shares("1 1")
_PUBLIC = shares("1 99")
_USER = shares("1 19")
_FIRST = at("fair coin, printed 0.1", prior=_FAIR, epsilon=2.0, printed=0.1, digits=1)


def _rounds_to(value: float, printed: float, digits: int) -> Outcome:
    """The value agrees with a printed decimal to half a unit of its last digit."""
    gap = abs(value - printed)
    detail = f"computed {value:.6f}, printed {printed:g}"
    return Outcome(gap <= 0.5 * 10.0**-digits, gap, detail, gap / value)


def _risk(prior: Any, epsilon: float) -> float:
    return solve(PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")).value


def _printed(prior: Any, epsilon: float, printed: float, digits: int, slip: float = 0.0) -> Outcome:
    """The program's optimum, to the printed digits; the slip is added to the printed number."""
    return _rounds_to(_risk(prior, epsilon), printed + slip, digits)


uniform = claim(
    id="zamanlooy2025.example-1-uniform",
    source="Example 1, first item",
    statement=r"$\Gamma_{\mathsf{TV}}(q_u, 2) = 0.1$.",
    kind="equal",
    conditions="two letters",
    evidence="1/(e² + 1) = 0.1192, which is 0.1 to the one decimal printed (0.12 to two).",
    instances=explicit(_FIRST),
    slip=0.1,
)(_printed)

public = claim(
    id="zamanlooy2025.example-1-prior",
    source="Example 1, second item (both versions)",
    statement=r"$\Gamma_{\mathsf{TV}}(q, 2) = 0.03$ for $q = (0.01, 0.99)$.",
    kind="equal",
    conditions="two letters; the first item of the example beside it",
    expected="refuted",
    evidence="Corollary 1 itself gives 0.99/(0.01 e² + 0.99) = 0.9305: the worst case is eight "
    "times that of the uniform prior. The number seems to be TV(p, pK) at the user's own "
    "p = (0.05, 0.95), which is 0.0376.",
    instances=explicit(
        at(
            "q = (1/100, 99/100)",
            "counterexample",
            prior=_PUBLIC,
            epsilon=2.0,
            printed=0.03,
            digits=2,
        ),
        _FIRST,
    ),
    slip=None,
    quote="Incorporating the above public prior q in (4), the optimal mechanism (as detailed in "
    "Proposition 1) for ε = 2 yields Γ_TV(q, 2) = 0.03.",
    finding="false",
    holds="Γ_TV(q, 2) = 0.9305; what falls from 0.107 to 0.038 with the public prior is the "
    "distance TV(p, pK) of the user of the example.",
    stands="Theorem 1 and Corollary 1 stand, and so does the example's conclusion for its user; "
    "the worst case Γ is least at the uniform prior.",
)(_printed)


@claim(
    id="zamanlooy2025.example-1-prior-corrected",
    source="Example 1, second item, corrected",
    statement=r"$\Gamma_{\mathsf{TV}}(q, 2) = 0.99/(0.01 e^2 + 0.99) \approx 0.9305$.",
    kind="equal",
    conditions="two letters",
    evidence="The program's optimum.",
    instances=explicit(at("q = (1/100, 99/100)", prior=_PUBLIC, epsilon=2.0)),
    slip=1e-4,
    corrects="zamanlooy2025.example-1-prior",
)
def corrected(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The program's optimum against the closed form and against four decimals."""
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")
    solution = solve(problem)
    claimed = 0.99 / (0.01 * float(np.exp(2.0)) + 0.99) + slip
    return both(
        optimum_equals(problem, solution, claimed), _rounds_to(solution.value, 0.9305 + slip, 4)
    )


@claim(
    id="zamanlooy2025.example-1-conclusion",
    source="Example 1, last sentence",
    statement=r"In this scenario the public prior reduces uncertainty: for the user's "
    r"$p = (0.05, 0.95)$, $\mathsf{TV}(p, p\mathsf K)$ is 0.107 with $q_u$ and 0.038 with $q$.",
    kind="equal",
    conditions="p = (0.05, 0.95), q = (0.01, 0.99), ε = 2",
    evidence="Both from the optimal kernels; cut to the printed digits they are 0.1 and 0.03. "
    "(For the worst case over p it would be the other way round: example-1-conclusion-corrected.)",
    instances=explicit(at("p = (1/20, 19/20)", p=_USER, prior=_PUBLIC, epsilon=2.0)),
    slip=0.01,
    quote="using public prior information enables the company to significantly reduce uncertainty "
    "in its targeting strategy",
)
def conclusion(p: Any, prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The two distances to three decimals; the slip moves p."""
    target = np.array([float(p[0]) + slip, float(p[1]) - slip])
    found = []
    for q in (_FAIR, prior):
        kernel = public_prior_kernel([float(x) for x in q], epsilon)
        found.append(float(np.abs(target - target @ kernel).sum() / 2))
    return both(_rounds_to(found[0], 0.107, 3), _rounds_to(found[1], 0.038, 3))


@claim(
    id="zamanlooy2025.example-1-conclusion-corrected",
    source="Example 1, for the worst case",
    statement=r"Among the priors on $n$ letters the uniform one has the least "
    r"$\Gamma_{\mathsf{TV}}(q, \varepsilon)$.",
    kind="lower",
    conditions="none",
    evidence="The optimum depends on q_min only and falls in it, and q_min ≤ 1/n; the program's "
    "optima agree.",
    instances=joined(
        explicit(at("uniform", prior=[F(1, 3)] * 3, epsilon=1.0)),
        explicit(at("q = (1/3, 2/3)", prior=shares("1 2"), epsilon=2.0)),
        random_priors(sizes=(2, 3, 4), epsilons=(0.1, 2.0)),
        degenerate_priors((0.0, 2.0)),
    ),
    slip=1e-6,
    corrects="zamanlooy2025.example-1-prior",
)
def least(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The two optima from the program; the slip raises the uniform one's by that share."""
    best = _risk([F(1, len(prior))] * len(prior), epsilon)
    return at_most(best * (1.0 + slip), _risk(prior, epsilon))


CLAIMS: tuple[Claim, ...] = (uniform, public, corrected, conclusion, least)
