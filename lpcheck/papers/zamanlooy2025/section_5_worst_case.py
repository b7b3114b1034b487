r"""Section 5.2: the worst case of the relative mollifier against that of Algorithm 1's kernel."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import RelativeMollifier, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import read
from lpcheck.claims.evidence import at_most
from lpcheck.claims.exact import F, shares
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.papers.zamanlooy2025._divergences import printed_risk
from lpcheck.papers.zamanlooy2025._exact import sorted_priors


@claim(
    id="zamanlooy2025.section-5-worst-case",
    source="Section 5.2, third paragraph (both versions)",
    statement=r"In the worst case over $p$ the optimal $\mathsf K_{q,\varepsilon}$ is no worse "
    r"than the relative mollifier around the same $q$: $\Gamma_f(q, \varepsilon) \le "
    r"\sup_p \min_{\hat p \in \mathcal M_{\varepsilon,q}} D_f(p\|\hat p)$.",
    kind="upper",
    conditions="none: every prior, ε and f",
    evidence="The program of the baseline at every point mass, against eq. 5, which it meets with "
    "equality only as section-5-worst-case-equality says.",
    instances=joined(
        explicit(at("tie", prior=shares("1 2"), epsilon=2 * math.log(2), divergence="tv")),
        random_priors(sizes=(2, 3), epsilons=(0.1, 4.0), divergence="tv", full_repeats=4),
        *(
            random_priors(sizes=(3,), epsilons=(2.0,), divergence=f)
            for f in ("kl", "chi2", "hockey-stick:2", "alpha:0")
        ),
        degenerate_priors((1.0,), divergence="tv"),
    ),
    slip=0.001,
    corrects="zamanlooy2025.section-5-summary",
)
def worst_case(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The baseline's largest risk over point masses; the slip scales q_min in eq. 5."""
    f = read(divergence)
    problems = [
        RelativeMollifier(target=point, reference=prior, epsilon=epsilon, divergence=f)
        for point in np.eye(len(prior), dtype=int).tolist()
    ]
    theirs = max(solve(problem).value for problem in problems)
    return at_most(printed_risk(f, prior, epsilon, slip), theirs)


@claim(
    id="zamanlooy2025.section-5-worst-case-equality",
    source="Section 5.2, third paragraph, sharpened",
    statement=r"With $\tau = e^{\varepsilon/2}$, $\min(\tau q_{\min}, 1 - (1 - q_{\min})/\tau) \le "
    r"\frac{\tau^2 q_{\min}}{\tau^2 q_{\min} + 1 - q_{\min}}$, with equality if and only if "
    r"$\varepsilon = 0$, $q_{\min} \in \{0, 1\}$ or $q_{\min} = 1/(1 + \tau)$.",
    kind="upper",
    conditions="none",
    evidence="The left-hand side is what the relative mollifier leaves on its worst point; exact "
    "on every instance. For uniform q the tie is at e^{ε/2} = n − 1.",
    instances=joined(
        explicit(
            at("q_min = 1/3, τ = 2", prior=shares("1 2"), t=F(2)),
            at("n = 4, τ = 3", prior=[F(1, 4)] * 4, t=F(3)),
            at("one letter", "degenerate", prior=[F(1)], t=F(3)),
        ),
        sorted_priors(positive=False),
    ),
    slip=1e-6,
    finding="probe",
    weight="detail",
)
def worst_case_equality(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Exact, with t in the role of τ; the slip scales the right-hand side."""
    q = min(prior)
    left = min(t * q, 1 - (1 - q) / t)
    right = t**2 * q / (t**2 * q + 1 - q) * (1 - F(slip))
    tie = t == 1 or q in (0, 1) or q * (1 + t) == 1
    detail = f"{left} against {right}, tie expected: {tie}"
    return Outcome(left <= right and (left == right) == tie, float(left - right), detail)


CLAIMS: tuple[Claim, ...] = (worst_case, worst_case_equality)
