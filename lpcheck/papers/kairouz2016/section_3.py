r"""Section 3: f-divergences and mutual information as utilities, and what can be simulated."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import Information, Staircase
from formulations.divergences import read_divergence
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import (
    F,
    at,
    degenerate_pairs,
    degenerate_priors,
    explicit,
    joined,
    random_pairs,
    random_priors,
)
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.papers.kairouz2016._polytope import random_kernel
from lpcheck.papers.kairouz2016._regions import dominance_defect
from lpcheck.papers.kairouz2016.hypothesis import EQUAL_RATIOS, GENERIC, arrays
from lpcheck.papers.kairouz2016.information import entropy


@claim(
    id="kairouz2016.section-3-not-a-metric",
    source="Section 3, below eq. 12",
    statement=r"In general the $f$-divergence is not necessarily a distance metric, since it need "
    r"not be symmetric or satisfy the triangular inequality.",
    kind="lower",
    conditions="none",
    evidence="At (1/3, 2/3), (1/2, 1/2), (2/3, 1/3): KL and χ² are not symmetric, and the way "
    "past the middle is shorter than the direct one, by half. Squared Hellinger is symmetric and "
    "breaks the triangle inequality too; total variation is a metric (the control).",
    instances=explicit(
        *(at(name, divergence=name, symmetric=name == "hellinger")
          for name in ("kl", "chi2", "hellinger", "js"))
    ),
    slip=1.0,
)  # fmt: skip
def not_a_metric(divergence: str, symmetric: bool, slip: float = 0.0) -> Outcome:
    """Three distributions in thirds and halves; the slip puts total variation in."""
    f = read_divergence("tv" if slip else divergence)
    first, middle, last = ([1 / 3, 2 / 3], [1 / 2, 1 / 2], [2 / 3, 1 / 3])
    lopsided = abs(f.between(first, middle) - f.between(middle, first))
    saved = f.between(first, last) - f.between(first, middle) - f.between(middle, last)
    holds = saved > 1e-6 and (symmetric or divergence == "js" or lopsided > 1e-6)
    return Outcome(holds, -saved, f"the detour saves {saved:.4g}, asymmetry {lopsided:.4g}")


_THIRDS = ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))


@claim(
    id="kairouz2016.section-3-2-simulated",
    source="Section 3.2, below Theorem 5 (“in a nutshell”), of the mechanism itself",
    statement=r"What the output of the binary mechanism can simulate is the pair $(M_0, M_1)$ "
    r"(Section 8.1); the mechanism $Q$ itself is $Q_{bin} W$, $W$ stochastic, for $|\mathcal X| = "
    r"2$ at every $\varepsilon$, and need not be for $|\mathcal X| \ge 3$ at any.",
    kind="lower",
    conditions="P_0 ≠ P_1; not claimed by the paper",
    evidence="With three letters two of them, on one side of T, have one row in Q_bin W, whatever "
    "W is, and two rows in randomized response. With two letters a linear program finds W for "
    "random mechanisms with 2 to 8 outputs (Theorem 18 at δ = 0).",
    instances=explicit(
        *(at(f"fifths, no tie, ε = {e:g}", p0=list(EQUAL_RATIOS[0]), p1=list(EQUAL_RATIOS[1]),
             epsilon=e) for e in (0.1, 0.01)),
        at("generic, ε = 0.01", p0=list(GENERIC[0]), p1=list(GENERIC[1]), epsilon=0.01),
        *(at(f"two letters, ε = {e:g}", p0=list(_THIRDS[0]), p1=list(_THIRDS[1]), epsilon=e)
          for e in (1.0, 0.01, 0.1, 5.0)),
    ),
    slip=0.01,
    control={"p0": list(_THIRDS[0]), "p1": list(_THIRDS[1]), "epsilon": 1.0},
    finding="probe",
    weight="detail",
)  # fmt: skip
def simulated(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The distance of mechanisms from all Q_bin W; the slip lowers the ε of Q_bin."""
    first, second = arrays(p0, p1)
    k, binary = len(first), binary_hypothesis(first, second, epsilon - slip)
    if k > 2:
        defect = dominance_defect(binary, randomized_response(k, epsilon)) / epsilon
        return Outcome(defect > 1e-3, -defect, f"‖Q − Q_bin W‖ is at least {defect:.3g} ε")
    generator = np.random.default_rng(32)
    kernels = [random_kernel(generator, 2, m, epsilon) for m in (2, 3, 8) for _ in range(3)]
    kernels.append(binary_hypothesis(first, second, epsilon))
    worst = max(dominance_defect(binary, Q) for Q in kernels)
    return Outcome(worst <= 1e-8, worst, f"‖Q − Q_bin W‖ ≤ {worst:.2g}")


DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "hockey-stick:1.5", "js")


def _mu(p0: Array, p1: Array, name: str, column: Array) -> float:
    """(P1ᵀc) f(P0ᵀc / P1ᵀc), by the printed formula and not by the library's centred terms."""
    a, b = float(p0 @ column), float(p1 @ column)
    return b * float(read_divergence(name).f(a / b))


def _random_columns(k: int) -> Array:
    return np.random.default_rng([12, k]).uniform(0.05, 1.0, (k, 2))


@display(
    "eq. 12 and Section 3.1",
    r"$D_f(M_0\|M_1) = \sum_y M_1(y) f(M_0(y)/M_1(y)) = \sum_y \mu(Q_y)$ with "
    r"$\mu(Q_y) = (P_1^T Q_y) f(P_0^T Q_y / P_1^T Q_y)$.",
    joined(random_pairs(epsilons=(0.1, 2.0)), degenerate_pairs((0.5,), positive=True)),
)
def equation_12(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The divergence from the formulation against the sum of μ; the slip scales one column."""
    first, second = arrays(p0, p1)
    kernel = randomized_response(len(first), epsilon)
    outcomes = []
    for name in DIVERGENCES:
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        scales = np.ones(len(first))
        scales[0] += slip
        total = sum(_mu(first, second, name, c * s) for c, s in zip(kernel.T, scales, strict=True))
        outcomes.append(equal(problem.value(kernel), total, scale=10.0))
    return both(*outcomes)


@display(
    "Section 3.1",
    r"$\mu(\gamma Q_y) = \gamma \mu(Q_y)$ for $\gamma > 0$ and $\mu$ is convex, hence "
    r"sublinear: $\mu(z_1 + z_2) \le \mu(z_1) + \mu(z_2)$.",
    joined(random_pairs(epsilons=(1.0,)), degenerate_pairs((1.0,), positive=True)),
    slip=0.01,
)
def sublinear(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Homogeneity at several γ and the triangle inequality; the slip is added to γ."""
    first, second = arrays(p0, p1)
    one, two = _random_columns(len(first)).T
    outcomes = []
    for name in DIVERGENCES:
        mu = [_mu(first, second, name, c) for c in (one, two, one + two)]
        outcomes.append(at_most(mu[2], mu[0] + mu[1], scale=10.0))
        for gamma in (1e-3, 0.5, 7.0):
            scaled = _mu(first, second, name, gamma * one)
            outcomes.append(equal(scaled, (gamma + slip) * mu[0], scale=10.0))
    return both(*outcomes)


divergences = displays(
    (equation_12, sublinear),
    id="kairouz2016.equation-12",
    corrects="kairouz2016.equation-3",
    source="Section 3, eq. 12, and Section 3.1",
    conditions="f convex, f(1) = 0; P_0, P_1 positive (Section 2.1)",
    evidence="The sum over columns agrees with the divergence of the marginals for six f; "
    "homogeneity and subadditivity hold on random columns.",
)


def _kernel(k: int, outputs: int, seed: int) -> Array:
    return np.random.default_rng([seed, k]).dirichlet(np.ones(outputs), k)


def utility(prior: Array, column: Array) -> float:
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


@display(
    "Section 4, above eq. 18",
    r"$I(X; Y) \le H(X)$ and $I(X; Y) = H(X) - H(X|Y)$.",
    _ANY,
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


@display(
    "Section 4, above eq. 18 (convexity)",
    r"$I(X; Y)$ is convex in $Q$.",
    _ANY,
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


@display(
    "Section 4.1",
    r"$I(X; Y) = \sum_y \mu(Q_y)$ with $\mu(Q_y) = \sum_x P(x) Q(y|x) \log(Q(y|x) / P^T "
    r"Q_y)$, $\mu(\gamma Q_y) = \gamma \mu(Q_y)$, and $\mu$ is convex, hence sublinear.",
    _ANY,
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


information = displays(
    (section_4_entropy, section_4_convex, section_4_1_sublinear),
    id="kairouz2016.section-4-information",
    source="Sections 4 and 4.1, on mutual information",
    evidence="All hold for random kernels and columns; randomized response at ε = 50 attains the "
    "entropy, to rounding.",
)

CLAIMS: tuple[Claim, ...] = (
    not_a_metric,
    simulated,
    divergences,
    information,
)
