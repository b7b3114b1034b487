r"""Section 4.2: the binary mechanism (19), its set T (20), and three ways to describe T (62)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016._information import (
    TWO_TIED,
    UNIFORM_3,
    ZERO_LETTER,
    F,
    balanced,
    masses,
    members,
    priors,
)


def _kernel(T: NDArray[np.bool_], epsilon: float) -> NDArray[np.float64]:
    flip = randomized_response(2, epsilon)
    return np.asarray(np.where(T[:, None], flip[0], flip[1]))


_PRIORS = priors(
    ("fair coin", [F(1, 2), F(1, 2)], "degenerate"),
    ("uniform, k = 3", UNIFORM_3, "degenerate"),
    ("uniform, k = 4", [F(1, 4)] * 4, "degenerate"),
    ("2/5, 2/5, 1/5", TWO_TIED, "degenerate"),
    ("1/2, 1/2, 0", ZERO_LETTER, "degenerate"),
    ("point mass, k = 2", [F(1), F(0)], "degenerate"),
    ("one letter", [F(1)], "degenerate"),
    ("1/2, 1/8, 1/4, 1/8", [F(1, 2), F(1, 8), F(1, 4), F(1, 8)], "degenerate"),
    sizes=(2, 3, 6),
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
    instances=explicit(
        at("fair coin", "counterexample", prior=[F(1, 2), F(1, 2)]),
        at("1/3 and 2/3", "counterexample", prior=[F(1, 3), F(2, 3)]),
        at("uniform, k = 3", "counterexample", prior=UNIFORM_3),
        at("point mass, k = 2, where it holds", "degenerate", prior=[F(1), F(0)]),
        at("one letter, where it holds", "degenerate", prior=[F(1)]),
    ),
    quote=r"$T \in \arg \max_{A \subseteq \mathcal{X}} |P(A) - 1/2| = \arg \max_{A \subseteq "
    r"\mathcal{X}} (-P(A) \log P(A) - P(A^c) \log P(A^c))$",
    finding="misprint",
    weight="detail",
    holds="The first is arg min, as in eqs. 20 and 62.",
    stands="Eqs. 20 and 62 have it right, and nothing else uses the display.",
)
def section_4_2_argmax(prior: Any, slip: float = 0.0) -> Outcome:
    """Both sets of maximisers, by enumeration."""
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


CLAIMS: tuple[Claim, ...] = (section_4_2_argmax, equation_62, section_4_2_equivalent)
