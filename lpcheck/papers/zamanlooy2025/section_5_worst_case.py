r"""Section 5.2: the worst case of the relative mollifier against that of Algorithm 1's kernel."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import RelativeMollifier, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import read
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.exact import F
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import husain_worst_case_diagonal
from lpcheck.papers.zamanlooy2025._divergences import printed_risk, risk_at
from lpcheck.papers.zamanlooy2025._exact import sorted_priors


def _projected_risk(p: Any, reference: Any, epsilon: float, divergence: str) -> float:
    problem = RelativeMollifier(
        target=p, reference=reference, epsilon=epsilon, divergence=read(divergence)
    )
    return solve(problem).value


@claim(
    id="zamanlooy2025.section-5-baseline",
    source="Section 5.1, the baseline with the uniform reference",
    statement=r"$\sup_p \min_{\hat p \in \mathcal M_{\varepsilon,q_u}} D_f(p\|\hat p) = x f(1/x) + "
    r"(1 - x) f(0)$ at $x = \min\left(\frac{e^{\varepsilon/2}}{n}, 1 - \frac{n - 1}{n} "
    r"e^{-\varepsilon/2}\right)$.",
    kind="equal",
    conditions="uniform reference (derived here, not printed)",
    evidence="The projected divergence is convex in p, so that the worst p is a point mass; the "
    "program agrees there and finds less at other p.",
    instances=explicit(
        *(
            at(f"n = {n}, ε = {e:g}, {f}", n=n, epsilon=e, divergence=f)
            for f in ("tv", "kl")
            for n, e in ((4, 1.0), (4, 4.0), (2, 1.0))
        ),
        *(
            at(f"n = {n}, ε = {e:g}", "degenerate", n=n, epsilon=e, divergence="tv")
            for n, e in ((4, 2 * math.log(3)), (1, 1.0), (3, 0.0), (3, 20.0))
        ),
        at("n = 3, ε = 1, alpha:0", "degenerate", n=3, epsilon=1.0, divergence="alpha:0"),
    ),
    slip=0.001,
    finding="probe",
)
def baseline(n: int, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The program at a point mass and at three other p; the slip scales x."""
    uniform = [F(1, n)] * n
    x = husain_worst_case_diagonal(n, epsilon) * (1.0 - slip)
    worst = _projected_risk([1] + [0] * (n - 1), uniform, epsilon, divergence)
    others = np.random.default_rng(n).dirichlet(np.full(n, 0.3), 3).tolist() if n > 1 else []
    below = [at_most(_projected_risk(p, uniform, epsilon, divergence), worst) for p in others]
    return both(equal(worst, risk_at(read(divergence), x), slack=1e-9), *below)


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
        explicit(at("tie", prior=[F(1, 3), F(2, 3)], epsilon=2 * math.log(2), divergence="tv")),
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
    n = len(prior)
    points = [[int(i == j) for j in range(n)] for i in range(n)]
    theirs = max(_projected_risk(p, prior, epsilon, divergence) for p in points)
    return at_most(printed_risk(read(divergence), prior, epsilon, slip), theirs)


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
            at("q_min = 1/3, τ = 2", prior=[F(1, 3), F(2, 3)], t=F(2)),
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


CLAIMS: tuple[Claim, ...] = (baseline, worst_case, worst_case_equality)
