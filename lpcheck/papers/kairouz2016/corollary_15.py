r"""Corollary 15: I(X; Y) ≤ (1 + δ) P(T) P(T^c) ε²/2 for small ε, and the expansions around it."""

from __future__ import annotations

import math
from typing import Any

from formulations import Information
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.papers.kairouz2016._information import (
    TWO_TIED,
    UNIFORM_3,
    ZERO_LETTER,
    F,
    balance,
    for_small,
    mu,
    priors,
    vanishes_at_zero,
)

_NAMED = (
    ("1/3 and 2/3", [F(1, 3), F(2, 3)], "fixed"),
    ("uniform, k = 3", UNIFORM_3, "degenerate"),
    ("uniform, k = 5", [F(1, 5)] * 5, "degenerate"),
    ("2/5, 2/5, 1/5", TWO_TIED, "degenerate"),
    ("1/2, 1/2, 0", ZERO_LETTER, "degenerate"),
    ("98/100 and twice 1/100", [F(98, 100), F(1, 100), F(1, 100)], "degenerate"),
)
_ANY = priors(*_NAMED, ("point mass", [F(1), F(0)], "degenerate"), delta=0.01)


@claim(
    id="kairouz2016.corollary-15",
    source="Corollary 15, eq. 21",
    statement=r"For any $P$ and $\delta > 0$ there is $\varepsilon^* > 0$ such that for any "
    r"$\varepsilon \le \varepsilon^*$ every $\varepsilon$-locally differentially private mechanism "
    r"has $I(X; Y) \le (1 + \delta) \frac12 P(T) P(T^c) \varepsilon^2$.",
    kind="upper",
    conditions="any distribution P, δ > 0",
    evidence="Holds with δ = 1 % on every instance, also where ties make Theorem 12, from which it "
    "is derived, false: the optimum is max μ_j/m_j at most. The control is 2 % lower.",
    instances=_ANY,
    slip=0.02,
)
def corollary_15(prior: Any, delta: float, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum against the bound, lowered by the fraction `slip`."""

    def at(epsilon: float) -> Outcome:
        problem = Information(prior=prior, epsilon=epsilon)
        z = balance(problem.prior.exact)
        bound = (1.0 + delta) * (1.0 - slip) * 0.5 * z * (1.0 - z) * epsilon**2
        return at_most(solve(problem).bounds.upper, bound, scale=problem.natural_scale)

    return for_small(at)


@claim(
    id="kairouz2016.corollary-15-expansion",
    source="Section 4.5, below eq. 21",
    statement=r"The binary mechanism achieves $I(X; Y) = \frac12 P(T) P(T^c) \varepsilon^2 + "
    r"O(\varepsilon^3)$.",
    kind="asymptotic",
    evidence="Measured order 4, one better than printed; the control's coefficient is off by 1 %.",
    instances=priors(*_NAMED),
    slip=0.01,
)
def corollary_15_expansion(prior: Any, slip: float = 0.0) -> Outcome:
    """The remainder of the closed form (64) at falling ε."""
    z = balance(Information(prior=prior, epsilon=1).prior.exact)

    def error(e: float) -> float:
        value = float(mu([z, 1.0 - z], e).sum()) / (1.0 + math.exp(-e))
        return value - 0.5 * z * (1.0 - z) * e * e * (1.0 + slip)

    return vanishes_at_zero(error, 3)


@claim(
    id="kairouz2016.section-1-4-bound",
    source="Section 1.4",
    statement=r"Under $\varepsilon$-local differential privacy $I(X; Y) \le 0.5 \varepsilon^2 "
    r"\max_A P(A) P(A^c) + O(\varepsilon^3)$ for small $\varepsilon$, achieved by an explicit "
    r"mechanism.",
    kind="asymptotic",
    evidence="The optimum's remainder is at most of order 3 on every instance; with ties it is: "
    "2ε³/81 for the uniform prior on 3 letters. The control's coefficient is 1 % smaller.",
    instances=priors(*_NAMED),
    slip=0.01,
)
def section_1_4_bound(prior: Any, slip: float = 0.0) -> Outcome:
    """The excess of the optimum over the bound, divided by ε³, stays below 0.2 at falling ε."""
    outcomes = []
    for epsilon in (0.1, 0.01, 0.001):
        problem = Information(prior=prior, epsilon=epsilon)
        z, solution = balance(problem.prior.exact), solve(problem)
        leading = 0.5 * epsilon**2 * z * (1.0 - z) * (1.0 - slip)
        excess = (solution.bounds.upper - leading) / epsilon**3
        short = (leading - solution.bounds.lower) / epsilon**3
        outcomes += [at_most(excess, 0.2), at_most(short, 0.2)]
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (corollary_15, corollary_15_expansion, section_1_4_bound)
