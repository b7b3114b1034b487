r"""Sections 4 and 4.1: mutual information is bounded, convex, and a sum of a sublinear μ."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._information import F, entropy


def _kernel(k: int, outputs: int, seed: int) -> NDArray[np.float64]:
    return np.random.default_rng([seed, k]).dirichlet(np.ones(outputs), k)


def utility(prior: NDArray[np.float64], column: NDArray[np.float64]) -> float:
    r"""μ(c) = Σ P(x) c_x log(c_x / Pᵀc), summed as printed."""
    inside = (prior > 0) & (column > 0)
    mean = float(prior @ column)
    terms = prior[inside] * column[inside] * np.log(column[inside] / mean)
    return float(terms.sum())


_ANY = joined(
    explicit(at("1/3 and 2/3", prior=[F(1, 3), F(2, 3)], epsilon=0)),
    random_priors(sizes=(2, 3, 5), epsilons=(0,), repeats=3),
    degenerate_priors(epsilons=(0,)),
)


@claim(
    id="kairouz2016.section-4-entropy",
    source="Section 4, above eq. 18",
    statement=r"$I(X; Y) \le H(X)$ and $I(X; Y) = H(X) - H(X|Y)$.",
    kind="upper",
    evidence="Both hold for random kernels; randomized response at ε = 50 has equality in "
    "the first, to rounding.",
    instances=_ANY,
)
def section_4_entropy(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """A random kernel and nearly the identity; H(X) lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    p = problem.prior.array
    bound, outcomes = entropy(p) * (1.0 - slip), []
    for kernel in (_kernel(p.size, 4, 41), randomized_response(p.size, 50.0)):
        value, joint = problem.value(kernel), p[:, None] * kernel
        seen = joint.sum(axis=0)
        used = seen > 0
        given = float(
            sum(s * entropy(j / s) for s, j in zip(seen[used], joint.T[used], strict=True))
        )
        outcomes += [at_most(value, bound), equal(value, bound - given, scale=10.0)]
    return both(*outcomes)


@claim(
    id="kairouz2016.section-4-convex",
    source="Section 4, above eq. 18",
    statement=r"$I(X; Y)$ is convex in $Q$.",
    kind="upper",
    evidence="The chord bounds the value at random kernels; it meets it where both are one kernel.",
    instances=_ANY,
)
def section_4_convex(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Chords between random kernels, and a chord of length 0; lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    first, second = (_kernel(len(problem.prior), 3, seed) for seed in (42, 43))
    outcomes = []
    for weight in (0.1, 0.5, 0.9):
        for other in (second, first):
            chord = weight * problem.value(first) + (1.0 - weight) * problem.value(other)
            value = problem.value(weight * first + (1.0 - weight) * other)
            outcomes.append(at_most(value, chord * (1.0 - slip)))
    return both(*outcomes)


@claim(
    id="kairouz2016.section-4-1-sublinear",
    source="Section 4.1",
    statement=r"$I(X; Y) = \sum_y \mu(Q_y)$ with $\mu(Q_y) = \sum_x P(x) Q(y|x) \log(Q(y|x) / P^T "
    r"Q_y)$, $\mu(\gamma Q_y) = \gamma \mu(Q_y)$, and $\mu$ is convex, hence sublinear.",
    kind="equal",
    evidence="The sum, homogeneity and subadditivity hold for random columns; proportional columns "
    "have equality in the last.",
    instances=_ANY,
)
def section_4_1_sublinear(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Random columns; the right sides are lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    p, kernel = problem.prior.array, _kernel(len(problem.prior), 4, 44)
    each, keep = [utility(p, column) for column in kernel.T], 1.0 - slip
    a, b = kernel[:, 0], kernel[:, 1]
    return both(
        equal(problem.value(kernel), sum(each) * keep, scale=10.0),
        equal(utility(p, 3.7 * a), 3.7 * each[0] * keep, scale=10.0),
        at_most(utility(p, a + b), (each[0] + each[1]) * keep),
        at_most(utility(p, a + 2.0 * a), 3.0 * each[0] * keep),
        at_most(utility(p, 0.3 * a + 0.7 * b), (0.3 * each[0] + 0.7 * each[1]) * keep),
    )


CLAIMS: tuple[Claim, ...] = (section_4_entropy, section_4_convex, section_4_1_sublinear)
