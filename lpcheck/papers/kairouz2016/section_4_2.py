r"""Equations 14, 15, 19 and 20: the mechanisms as printed, and three ways to describe T."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import Information
from formulations.formulation import Array
from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import (
    at,
    degenerate_pairs,
    degenerate_priors,
    explicit,
    joined,
    random_pairs,
    random_priors,
)
from lpcheck.mechanisms import binary_hypothesis, binary_information, randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.information import F, balanced, masses, members, priors

EPSILONS = (0.0, 0.01, 1.0, 5.0, 30.0)


def _staircase(kernel: Array, epsilon: float) -> Outcome:
    """Log ratios within a column in {0, ε}, row sums 1, and ε-LDP at no smaller level."""
    logs = np.abs(np.log(kernel[:, None, :]) - np.log(kernel[None, :, :]))
    off = float(np.minimum(logs, np.abs(logs - epsilon)).max())
    sums = float(np.abs(kernel.sum(axis=1) - 1.0).max())
    return both(
        at_most(off, 0.0, slack=1e-12),
        at_most(sums, 0.0, slack=1e-12),
        at_most(true_epsilon(kernel), epsilon, slack=1e-12),
    )


@display(
    "eq. 14",
    r"The binary mechanism is an $\varepsilon$-locally differentially private "
    r"staircase mechanism.",
    joined(random_pairs(epsilons=(0.01, 1.0, 30.0)), degenerate_pairs()),
    slip=0.01,
)
def equation_14(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel built at ε + slip, judged at ε: more would not be private."""
    return _staircase(binary_hypothesis(p0, p1, epsilon + slip), epsilon)


@display(
    "eq. 14, the level",
    r"The privacy level of the binary mechanism is $\varepsilon$, no less.",
    random_pairs(epsilons=(0.02, 1.0, 30.0)),
    slip=0.01,
)
def equation_14_level(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The measured level against ε − slip."""
    kernel = binary_hypothesis(p0, p1, epsilon)
    return equal(true_epsilon(kernel), epsilon - slip, slack=1e-12)


@display(
    "eq. 15",
    r"Randomized response is an $\varepsilon$-locally differentially private staircase "
    r"mechanism with $\mathcal{Y} = \mathcal{X}$.",
    explicit(*(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 1, 3, 10) for e in EPSILONS)),
    slip=0.01,
    control={"k": 3, "epsilon": 1.0},
)
def equation_15(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel at ε + slip against the printed entries at ε."""
    kernel = randomized_response(k, epsilon + slip)
    t = math.exp(epsilon)
    printed = (np.ones((k, k)) + (t - 1) * np.eye(k)) / (k - 1 + t)
    entries = at_most(float(np.abs(kernel - printed).max()), 0.0, slack=1e-14)
    return both(_staircase(kernel, epsilon), entries)


@display(
    "eqs. 19 and 63",
    r"The binary mechanism (19) is a staircase mechanism with two outputs, "
    r"$\varepsilon$-locally differentially private (and for no smaller $\varepsilon$).",
    joined(
        random_priors(sizes=(2, 3, 6), epsilons=(0.01, 1.0, 20.0)),
        lambda full: (
            i for i in degenerate_priors(positive=True)(full) if len(i.parameters["prior"]) > 1
        ),
    ),
    slip=0.01,
)
def equation_19(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """No violation at ε, and the true level is ε − `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    exact: Any = problem.prior.exact
    kernel = binary_information(exact, epsilon)
    violations = problem.violations(kernel, 1e-12)
    if violations:
        return Outcome(False, violations[0].amount, violations[0].explanation)
    return equal(true_epsilon(kernel), epsilon - slip, scale=max(epsilon, 1.0))


staircases = displays(
    (equation_14, equation_14_level, equation_15, equation_19),
    id="kairouz2016.equation-14",
    source="Sections 3.2, 3.3 and 4.2, eqs. 14, 15 and 19",
    kind="feasible",
    conditions="the level of (14) is ε unless P_0 = P_1, that of (19) for positive P and k ≥ 2",
    evidence="Ratios of entries are exactly 1 or e^ε, rows sum to 1, and the measured levels are "
    "ε; the entries of (15) agree with those of the kernel.",
)


def _kernel(T: NDArray[np.bool_], epsilon: float) -> Array:
    flip = randomized_response(2, epsilon)
    return np.asarray(np.where(T[:, None], flip[0], flip[1]))


_PRIORS = priors(
    "1 1", "1 1 1", "1 1 1 1", "2 2 1", "1 1 0", "1 0", "1", "4 1 2 1", sizes=(2, 3, 6)
)


def _extreme(values: Sequence[float], largest: bool) -> set[int]:
    best = max(values) if largest else min(values)
    return {i for i, v in enumerate(values) if abs(v - best) <= 1e-13}


def _binary_entropy(mass: Fraction) -> float:
    z = float(mass)
    return -sum(w * math.log(w) for w in (z, 1.0 - z) if w > 0)


@printed(
    id="kairouz2016.section-4-2-argmax",
    source="Section 4.2, above Theorem 12",
    kind="equal",
    evidence="On (1/2, 1/2) the sets furthest from 1/2 are ∅ and {1, 2}, "
    "which have entropy 0, where T = {1} has log 2.",
    instances=priors("1 0", "1", fails=("1 1", "1 2", "1 1 1"), sizes=()),
    quote=r"$T \in \arg \max_{A \subseteq \mathcal{X}} |P(A) - 1/2| = \arg \max_{A \subseteq "
    r"\mathcal{X}} (-P(A) \log P(A) - P(A^c) \log P(A^c))$",
    finding="misprint",
    weight="detail",
    holds="The first is arg min, as in eqs. 20 and 62.",
    stands="Eqs. 20 and 62 have it right, and nothing else uses the display.",
)
def section_4_2_argmax(prior: Any, slip: float = 0.0) -> Outcome:
    """The two sets of maximisers, by enumeration."""
    mass = masses(Information(prior=prior, epsilon=1).prior.exact)
    furthest = _extreme([abs(float(m) - 0.5) for m in mass], True)
    informative = _extreme([_binary_entropy(m) for m in mass], True)
    missing = furthest ^ informative
    return Outcome(not missing, float(len(missing)), f"{len(missing)} subsets are in one of them")


@corrected(
    section_4_2_argmax,
    r"$T \in \arg\min_A |P(A) - \frac12| \Leftrightarrow T \in \arg\max_A (-P(A) \log P(A) - "
    r"P(A^c) \log P(A^c)) \Leftrightarrow T \in \arg\max_A P(A) P(A^c)$.",
    "The three sets of subsets agree on every instance, the first and last compared exactly. In "
    "the control the product at the whole alphabet gains 1.",
    id="kairouz2016.equation-62",
    source="Section 9.1, eq. 62 (and Section 4.2 with arg min)",
    instances=_PRIORS,
    slip=1.0,
    control={"prior": [F(1, 3), F(2, 3)]},
)
def equation_62(prior: Any, slip: float = 0.0) -> Outcome:
    """Three searches over all subsets; `slip` is added to the product at the whole alphabet."""
    mass = masses(Information(prior=prior, epsilon=1).prior.exact)
    nearest = set(balanced(Information(prior=prior, epsilon=1).prior.exact))
    product = [m * (1 - m) for m in mass]
    product[-1] += F(slip)
    largest = {i for i, v in enumerate(product) if v == max(product)}
    informative = _extreme([_binary_entropy(m) for m in mass], True)
    wrong = (nearest ^ largest) | (nearest ^ informative)
    return Outcome(not wrong, float(len(wrong)), f"{len(nearest)} subsets attain the minimum")


@claim(
    id="kairouz2016.section-4-2-equivalent",
    source="Section 4.2, below eq. 20",
    statement=r"$T^c$ minimises (20) whenever $T$ does; any minimising pair $(T, T^c)$ can be "
    r"chosen, and all valid binary mechanisms have the same utility.",
    kind="equal",
    evidence="The utility depends on P only through {P(T), P(T^c)}, which all tied pairs share. "
    "(Whether it is then optimal is another question: see Theorem 12.)",
    instances=_PRIORS,
)
def section_4_2_equivalent(prior: Any, slip: float = 0.0) -> Outcome:
    """The mutual information of every valid choice; one kernel has its ε off by `slip`."""
    exact = Information(prior=prior, epsilon=1).prior.exact
    tied, T = balanced(exact), members(len(exact))
    outcomes = [Outcome(all(len(T) - 1 - code in tied for code in tied), 0.0, "complements")]
    for epsilon in (0.01, 1.0, 5.0):
        problem = Information(prior=prior, epsilon=epsilon)
        first = problem.value(_kernel(T[tied[0]], epsilon + slip))
        values = [problem.value(_kernel(T[code], epsilon)) for code in tied]
        scale = problem.natural_scale
        outcomes += [equal(value, first, scale=scale) for value in values]
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (
    staircases,
    section_4_2_argmax,
    equation_62,
    section_4_2_equivalent,
)
