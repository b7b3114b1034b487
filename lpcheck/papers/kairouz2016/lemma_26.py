r"""Lemma 26: the optimum is at most max μ · k/(e^ε + k − 1)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.papers.kairouz2016._information import F, members

_COIN = [F(1, 2), F(1, 2)]
_ANY = joined(
    explicit(at("fair coin, ε = 1", prior=_COIN, epsilon=1.0)),
    random_priors(sizes=(2, 3, 5), epsilons=(0.1, 1.0, 4.0)),
    degenerate_priors(),
)


def _bound(problem: Information, slip: float) -> float:
    # Utilities are relative to the largest entry, so both are divided by e^ε.
    u = math.exp(-float(problem.epsilon))
    return problem.natural_scale * problem.k / (1.0 + (problem.k - 1) * u) * (1.0 - slip)


@claim(
    id="kairouz2016.lemma-26",
    source="Lemma 26 (and eq. 67)",
    statement=r"For all $P$ and $\varepsilon$, $\mathrm{OPT} \le (\max_j \mu_j) \frac{k}"
    r"{e^\varepsilon + k - 1}$.",
    kind="upper",
    conditions="all distributions, all ε",
    evidence="Holds on every instance, with equality for the fair coin; the control is 1 % lower.",
    instances=_ANY,
    slip=0.01,
)
def lemma_26(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum against the bound, lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    upper = solve(problem).bounds.upper
    return at_most(upper, _bound(problem, slip), scale=problem.natural_scale)


@claim(
    id="kairouz2016.lemma-26-dual",
    source="Section 9.3, below eq. 67",
    statement=r"$\alpha^*_i = \frac{1}{e^\varepsilon + k - 1}$ satisfies $\tilde S^{(k)T} \alpha^* "
    r"\ge 1$, where $\tilde S$ leaves out the first column, and $\mathbf 1^T \alpha^* = "
    r"\frac{k}{e^\varepsilon + k - 1}$.",
    kind="feasible",
    evidence="Feasible for every k tested, with equality at single letters only (ε > 0).",
    instances=explicit(
        *(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (1, 2, 3, 7) for e in (0, 1e-3, 1, 9))
    ),
)
def lemma_26_dual(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """All patterns but the constant one, with α* lowered by `slip`."""
    alpha = np.full(k, 1.0 / (math.exp(epsilon) + k - 1)) - slip
    T = members(k)[1:]
    left = np.where(T, math.exp(epsilon), 1.0) @ alpha
    single = left[T.sum(axis=1) == 1]
    return both(
        at_most(1.0, float(left.min())),
        *(equal(float(value), 1.0) for value in single),
        equal(float(alpha.sum()), k / (math.exp(epsilon) + k - 1)),
    )


@claim(
    id="kairouz2016.section-9-2-tight",
    source="Section 9.2, first sentence",
    statement=r"The upper bound of Lemma 26 is tight for $\varepsilon \le 1$.",
    kind="tight",
    conditions="ε ≤ 1 (read: equality for every P)",
    expected="refuted",
    evidence="For (1/3, 2/3) and ε = 1 the optimum is (μ(1/3) + μ(2/3))/(e + 1), strictly below "
    "2 μ(1/3)/(e + 1).",
    instances=joined(
        explicit(at("1/3 and 2/3, ε = 1", "counterexample", prior=[F(1, 3), F(2, 3)], epsilon=1.0)),
        explicit(at("fair coin, ε = 1, where it is", prior=_COIN, epsilon=1.0)),
        random_priors(sizes=(2, 3), epsilons=(0.1, 1.0)),
    ),
    slip=None,
)
def section_9_2_tight(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The optimum against the bound."""
    problem = Information(prior=prior, epsilon=epsilon)
    return equal(solve(problem).value, _bound(problem, 0.0), scale=problem.natural_scale)


@claim(
    id="kairouz2016.section-9-2-tight-corrected",
    source="Section 9.2, first sentence, read as: attained by some P",
    statement=r"For every $\varepsilon$ the bound of Lemma 26 is attained by $P = (1/2, 1/2)$.",
    kind="tight",
    evidence="Both sides are 2 μ(1/2)/(e^ε + 1); the control is 1e-6 off.",
    instances=explicit(*(at(f"ε = {e:g}", epsilon=e) for e in (1.0, 0.5, 0.01, 0.0, 5.0, 20.0))),
    corrects="kairouz2016.section-9-2-tight",
)
def section_9_2_tight_corrected(epsilon: float, slip: float = 0.0) -> Outcome:
    """The fair coin's optimum against the bound, lowered by the fraction `slip`."""
    problem = Information(prior=_COIN, epsilon=epsilon)
    return equal(solve(problem).value, _bound(problem, slip), scale=problem.natural_scale)


CLAIMS: tuple[Claim, ...] = (
    lemma_26,
    lemma_26_dual,
    section_9_2_tight,
    section_9_2_tight_corrected,
)
