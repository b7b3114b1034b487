r"""Example 1: websites A and B, 1 % against 99 %, ε = 2."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, optimum_equals
from lpcheck.claims.exact import F
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import public_prior_kernel

_FAIR = [F(1, 2), F(1, 2)]
_PUBLIC = [F(1, 100), F(99, 100)]
_USER = [F(5, 100), F(95, 100)]


def _rounds_to(value: float, printed: float, digits: int) -> Outcome:
    """The value agrees with a printed decimal to half a unit of its last digit."""
    gap = abs(value - printed)
    return Outcome(gap <= 0.5 * 10.0**-digits, gap, f"computed {value:.6f}, printed {printed:g}")


@claim(
    id="zamanlooy2025.example-1-uniform",
    source="Example 1, first item",
    statement=r"$\Gamma_{\mathsf{TV}}(q_u, 2) = 0.1$.",
    kind="equal",
    conditions="two letters",
    evidence="1/(e² + 1) = 0.1192, which is 0.1 to the one decimal printed (0.12 to two).",
    instances=explicit(at("fair coin", prior=_FAIR, epsilon=2.0)),
    slip=0.1,
)
def example_1_uniform(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The program's optimum, to the printed digit; the slip is one unit of that digit."""
    solution = solve(PublicPrior(prior=prior, epsilon=epsilon, divergence="tv"))
    return _rounds_to(solution.value, 0.1 + slip, 1)


@claim(
    id="zamanlooy2025.example-1-prior",
    source="Example 1, second item",
    statement=r"$\Gamma_{\mathsf{TV}}(q, 2) = 0.03$ for $q = (0.01, 0.99)$.",
    kind="equal",
    conditions="two letters",
    expected="refuted",
    evidence="Corollary 1 itself gives 0.99/(0.01 e² + 0.99) = 0.9305. The figure seems to be "
    "TV(p, pK) at the user's own p = (0.05, 0.95), which is 0.0376.",
    instances=explicit(at("q = (1/100, 99/100)", "counterexample", prior=_PUBLIC, epsilon=2.0)),
    slip=None,
)
def example_1_prior(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The program's optimum, to the printed digits."""
    solution = solve(PublicPrior(prior=prior, epsilon=epsilon, divergence="tv"))
    return _rounds_to(solution.value, 0.03 + slip, 2)


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
def example_1_prior_corrected(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
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
    statement=r"Using the public prior significantly reduces uncertainty: "
    r"$\Gamma_{\mathsf{TV}}(q, \varepsilon) < \Gamma_{\mathsf{TV}}(q_u, \varepsilon)$.",
    kind="upper",
    conditions="as in the example",
    expected="refuted",
    evidence="0.9305 against 0.1192: the worst case is eight times worse with the prior, since "
    "it grows as q_min falls.",
    instances=explicit(
        at("q = (1/100, 99/100)", "counterexample", prior=_PUBLIC, epsilon=2.0),
        at("q = (1/3, 2/3)", "counterexample", prior=[F(1, 3), F(2, 3)], epsilon=2.0),
    ),
    slip=None,
)
def example_1_conclusion(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Both optima from the program."""
    with_prior, without = _risk(prior, epsilon), _risk([F(1, len(prior))] * len(prior), epsilon)
    detail = f"{with_prior:.6f} with the prior, {without:.6f} with the uniform one"
    return Outcome(with_prior < without, with_prior - without, detail)


@claim(
    id="zamanlooy2025.example-1-conclusion-corrected",
    source="Example 1, last sentence, corrected for the worst case",
    statement=r"Among the priors on $n$ letters the uniform one has the least "
    r"$\Gamma_{\mathsf{TV}}(q, \varepsilon)$.",
    kind="lower",
    conditions="none",
    evidence="The optimum depends on q_min only and falls in it, and q_min ≤ 1/n; the program's "
    "optima agree.",
    instances=joined(
        explicit(at("uniform", prior=[F(1, 3)] * 3, epsilon=1.0)),
        random_priors(sizes=(2, 3, 4), epsilons=(0.1, 2.0)),
        degenerate_priors((0.0, 2.0)),
    ),
    slip=0.01,
    corrects="zamanlooy2025.example-1-conclusion",
)
def example_1_conclusion_corrected(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Both optima from the program; the slip raises the uniform one's by 1 %."""
    uniform = _risk([F(1, len(prior))] * len(prior), epsilon)
    return at_most(uniform * (1.0 + slip), _risk(prior, epsilon))


@claim(
    id="zamanlooy2025.example-1-user",
    source="Example 1, read for the user's own distribution",
    statement=r"For $p = (0.05, 0.95)$ the distance $\mathsf{TV}(p, p\mathsf K)$ is 0.107 with "
    r"$q_u$ and 0.038 with $q$: for this user the public prior does help.",
    kind="equal",
    conditions="p = (0.05, 0.95), q = (0.01, 0.99), ε = 2",
    evidence="Both from the optimal kernels; cut to the printed digits they are 0.1 and 0.03.",
    instances=explicit(at("p = (1/20, 19/20)", p=_USER, prior=_PUBLIC, epsilon=2.0)),
    slip=0.01,
    corrects="zamanlooy2025.example-1-conclusion",
)
def example_1_user(p: Any, prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Both distances to three decimals; the slip moves p."""
    target = np.array([float(p[0]) + slip, float(p[1]) - slip])
    found = []
    for q in (_FAIR, prior):
        kernel = public_prior_kernel([float(x) for x in q], epsilon)
        found.append(float(np.abs(target - target @ kernel).sum() / 2))
    return both(_rounds_to(found[0], 0.107, 3), _rounds_to(found[1], 0.038, 3))


def _risk(prior: Any, epsilon: float) -> float:
    return solve(PublicPrior(prior=prior, epsilon=epsilon, divergence="tv")).value


CLAIMS: tuple[Claim, ...] = (
    example_1_uniform,
    example_1_prior,
    example_1_prior_corrected,
    example_1_conclusion,
    example_1_conclusion_corrected,
    example_1_user,
)
