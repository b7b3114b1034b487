r"""Section 9.5: the dual vector behind Theorem 14, its value (75), and where it is feasible."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._information import (
    UNIFORM_3,
    ZERO_LETTER,
    F,
    dual_slack,
    members,
    mu,
    priors,
    randomized_response_dual,
    response_threshold,
)

POSITIVE = priors(
    ("1/3 and 2/3", [F(1, 3), F(2, 3)], "fixed"),
    ("uniform, k = 3", UNIFORM_3, "degenerate"),
    ("98/100 and twice 1/100", [F(98, 100), F(1, 100), F(1, 100)], "degenerate"),
    sizes=(3, 5),
)


def _feasible(prior: Any, slip: float) -> Outcome:
    exact = Information(prior=prior, epsilon=1).prior.exact
    start = response_threshold(exact)
    worst = math.inf
    # Without a threshold the failure is shown where it is largest against rounding.
    levels = np.linspace(start, 30.0, 60) if start < 15.0 else np.arange(4.0, 13.0)
    for epsilon in levels.tolist():
        problem = Information(prior=exact, epsilon=epsilon)
        alpha = randomized_response_dual(problem.prior.array, epsilon) * (1.0 - slip)
        worst = min(worst, dual_slack(problem, alpha))
    return Outcome(worst >= 0.0, -worst, f"ε* = {start:g}, smallest slack {worst:.3g}")


@claim(
    id="kairouz2016.theorem-14-dual",
    source="Section 9.5, below eq. 73",
    statement=r"$\alpha^*_i = \frac{(e^\varepsilon + k - 2) \mu(S_{j_i}) - \sum_{l \ne i} "
    r"\mu(S_{j_l})}{(e^\varepsilon - 1)(e^\varepsilon + k - 1)}$ is feasible for (73) for all "
    r"$\varepsilon$ from some $\varepsilon^*$ on.",
    kind="feasible",
    conditions="P positive (Section 2)",
    evidence="Feasible for all 2^k patterns on a grid of ε from ε* to 30; the control is 1e-6 "
    "smaller.",
    instances=POSITIVE,
    corrects="kairouz2016.theorem-14-dual-zero-letter",
)
def theorem_14_dual(prior: Any, slip: float = 0.0) -> Outcome:
    """Every pattern on a grid of ε, with α* lowered by the fraction `slip`."""
    return _feasible(prior, slip)


@claim(
    id="kairouz2016.theorem-14-dual-zero-letter",
    source="Section 9.5, outside the standing condition that P is positive",
    statement=r"$\alpha^*$ is feasible for (73) for all large $\varepsilon$, for any distribution.",
    kind="feasible",
    conditions="a letter of probability zero",
    expected="refuted",
    evidence="For (1/2, 1/2, 0) and T = {1, 3}: S_Tᵀα* = μ({1}) + μ({3}) − 1ᵀα* < μ({1}) = μ_T.",
    instances=priors(
        ("1/2, 1/2, 0", ZERO_LETTER, "counterexample"),
        ("1/3 and 2/3, where it holds", [F(1, 3), F(2, 3)], "fixed"),
        sizes=(),
    ),
    slip=None,
)
def theorem_14_dual_zero_letter(prior: Any, slip: float = 0.0) -> Outcome:
    """Every pattern at ε from 4 to 12."""
    return _feasible(prior, slip)


@claim(
    id="kairouz2016.equation-75",
    source="Section 9.5, eqs. 75 and 79, and above eq. 78",
    statement=r"$\mathbf 1^T \alpha^* = \frac{1}{e^\varepsilon + k - 1} \sum_i \{ P(x_i) "
    r"e^\varepsilon \log\frac{e^\varepsilon}{P(x_i)(e^\varepsilon - 1) + 1} + (1 - P(x_i)) "
    r"\log\frac{1}{P(x_i)(e^\varepsilon - 1) + 1} \}$ is $I(X; Y)$ under randomized response, and "
    r"$(S^{(k)T} \alpha^*)_j = \mu_j$ for $j \in \{j_1, \dots, j_k\}$, for all $\varepsilon$.",
    kind="equal",
    evidence="Identities at every prior and every ε > 0, zeros included.",
    instances=joined(
        random_priors(sizes=(2, 3, 5), epsilons=(0.1, 1.0, 5.0)),
        degenerate_priors(epsilons=(0.1, 1.0, 20.0)),
    ),
)
def equation_75(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel's value, the display, 1ᵀα* and the k equalities; α* is raised by `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    p, k, t = problem.prior.array, problem.k, math.exp(epsilon)
    alpha = randomized_response_dual(p, epsilon) * (1.0 + slip)
    mean = p * math.expm1(epsilon) + 1.0
    terms = p * t * (epsilon - np.log(mean)) - (1.0 - p) * np.log(mean)
    value = problem.value(randomized_response(k, epsilon))
    scale = 1e2 * problem.natural_scale / epsilon
    left = alpha * (1.0 - math.exp(-epsilon)) + math.exp(-epsilon) * alpha.sum()
    equalities = [
        equal(float(a), float(b), scale=scale) for a, b in zip(left, mu(p, epsilon), strict=True)
    ]
    return both(
        equal(value, float(alpha.sum()), scale=scale),
        equal(value, float(terms.sum()) / (t + k - 1), scale=10.0 * (1.0 + epsilon)),
        *equalities,
    )


def _strict(prior: Any, fewest: int, factor: float) -> Outcome:
    p = Information(prior=prior, epsilon=1).prior.array
    logs = p * np.log(p)
    gap, label = math.inf, "no such pattern"
    for T in members(p.size):
        if T.sum() == 1 or T.sum() < fewest:
            continue
        inside = float(p[T].sum())
        left = inside * math.log(inside) if inside else 0.0
        excess = left - factor * float(logs[T].sum())
        if excess < gap:
            gap, label = excess, f"T = {np.flatnonzero(T).tolist()}: difference {excess:.6g}"
    return Outcome(gap > 1e-12, -gap, label)


@claim(
    id="kairouz2016.section-9-5-strict",
    source="Section 9.5, below eq. 77",
    statement=r"For $j \ne j_1, \dots, j_k$, $P(T_j) \log P(T_j) > \sum_{i \in T_j} P(x_i) \log "
    r"P(x_i)$.",
    kind="lower",
    conditions="P positive (Section 2); 0 log 0 = 0",
    expected="refuted",
    evidence="Both sides are 0 for T_j = ∅, at any prior. (That pattern needs 1ᵀα* ≥ 0 only, so "
    "the proof survives.)",
    instances=explicit(
        at("one letter, T = ∅", "counterexample", prior=[F(1)]),
        at("1/3 and 2/3, T = ∅", "counterexample", prior=[F(1, 3), F(2, 3)]),
    ),
    slip=None,
)
def section_9_5_strict(prior: Any, slip: float = 0.0) -> Outcome:
    """All subsets but the single letters."""
    return _strict(prior, 0, 1.0)


@claim(
    id="kairouz2016.section-9-5-strict-corrected",
    source="Section 9.5, below eq. 77, without the empty set",
    statement=r"If $P$ is positive and $|T_j| \ge 2$, $P(T_j) \log P(T_j) > \sum_{i \in T_j} "
    r"P(x_i) \log P(x_i)$.",
    kind="lower",
    conditions="P positive, |T_j| ≥ 2",
    evidence="Strict on every instance. The control takes a tenth of the right side.",
    instances=POSITIVE,
    slip=0.9,
    control={"prior": UNIFORM_3},
    corrects="kairouz2016.section-9-5-strict",
)
def section_9_5_strict_corrected(prior: Any, slip: float = 0.0) -> Outcome:
    """All subsets of two or more letters; the right side times 1 − `slip`."""
    return _strict(prior, 2, 1.0 - slip)


CLAIMS: tuple[Claim, ...] = (
    theorem_14_dual,
    theorem_14_dual_zero_letter,
    equation_75,
    section_9_5_strict,
    section_9_5_strict_corrected,
)
