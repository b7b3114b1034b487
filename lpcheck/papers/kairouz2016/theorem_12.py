r"""Theorem 12: the binary mechanism maximises mutual information at small ε, unless ties spoil it.

Write z = min(P(T), P(T^c)) for a balanced T. To third order in ε a column with set A and
probability w adds :math:`w \frac12 P(A)P(A^c) \varepsilon^2 (1 + \frac23 (1 - 2P(A))
\varepsilon)`: of tied sets the smaller side is better. A mechanism that uses the smaller sides
alone exists to first order exactly when the all-one vector lies in their span, as for the three
single letters of a uniform prior. Otherwise a dual vector α with α(A) the same on all smaller
sides exists, and its slack elsewhere is of order ε².
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.mechanisms import binary_information
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.information import F, balanced, for_small, masses, members, priors


def _optimal_at_small(prior: Any, slip: float = 0.0) -> Outcome:
    """The binary mechanism, an entry off by `slip`, at ε from 1 down to 1e-4."""

    def at(epsilon: float) -> Outcome:
        problem = Information(prior=prior, epsilon=epsilon)
        exact: Any = problem.prior.exact
        return optimal(problem, nudged(binary_information(exact, epsilon), slip))

    return for_small(at)


def survives(prior: Sequence[Fraction]) -> bool:
    """Whether z = 1/2, or z = 0, or the all-one vector is outside the span of the smaller sides."""
    mass, tied = masses(prior), balanced(prior)
    z = min(mass[code] for code in tied)
    if z in (0, F(1, 2)):
        return True
    sides = members(len(prior))[[code for code in tied if mass[code] == z]].astype(float)
    with_one = np.vstack([sides, np.ones(len(prior))])
    return bool(np.linalg.matrix_rank(with_one) > np.linalg.matrix_rank(sides))


theorem_12 = printed(
    id="kairouz2016.theorem-12",
    source="Theorem 12",
    kind="tight",
    conditions="any distribution P (Section 2: positive)",
    evidence="Uniform on three letters, where three pairs (T, T^c) tie: randomized response is "
    "better by the factor 1 + 2ε/9 + O(ε²) at every small ε. The proof uses 'the uniqueness of "
    "the maximizer assumption stated in the theorem', and none is stated.",
    instances=priors("1 1 1 1", "1 2", fails=("1 1 1", "2 1 1 1", "1 1 1 1 1")),
    quote=r"For any distribution $P$, there exists a positive $\varepsilon^*$ that depends on "
    r"$P$ such that for any positive $\varepsilon \leq \varepsilon^*$, the binary mechanism "
    "maximizes the mutual information between the input and the output of a privatization "
    r"mechanism over all $\varepsilon$-locally differentially private mechanisms.",
    finding="condition",
    weight="headline",
    holds="It holds if {T, T^c} is the only most balanced pair; with ties exactly when z = "
    "min(P(T), P(T^c)) is 1/2 or 0, or the all-one vector is no combination of the indicators of "
    "the sets with P(A) = z.",
    stands="The theorem holds for almost every P, where the most balanced pair is unique: the "
    "proof itself speaks of “the uniqueness of the maximizer assumption stated in the theorem”. "
    "With ties the share that is lost is of order ε only, and Corollary 15 holds for every P.",
)(_optimal_at_small)

theorem_12_unique = corrected(
    theorem_12,
    r"If $\{T, T^c\}$ is the only pair that attains $\min_A |P(A) - 1/2|$, up to letters "
    r"of probability zero, there is $\varepsilon^* > 0$ such that for any positive $\varepsilon "
    r"\le \varepsilon^*$ the binary mechanism maximises $I(X; Y)$.",
    "Optimal on every instance below an ε* found by halving. Letters of probability zero "
    "do no harm: their dual entries can be 0.",
    conditions="one balanced pair; letters of probability zero may be on either side",
    instances=priors("1 2", "1 1 2", "3 2 0", "1 1 0", "998 1 1", "1", sizes=(2, 3, 4, 5)),
    id="kairouz2016.theorem-12-unique",
    source="Theorem 12 with the uniqueness that Section 9.1 uses",
)(_optimal_at_small)


def _partitions(total: int, largest: int, parts: int) -> Iterator[list[int]]:
    if total == 0:
        yield []
    elif parts:
        for first in range(min(total, largest), 0, -1):
            for rest in _partitions(total - first, first, parts - 1):
                yield [first, *rest]


def _rational_priors(full: bool) -> Iterator[Instance]:
    yield from priors("2 2 1 0", "2 2 1", "1 1 1 0", "1 1 1 1", "1 1 1", sizes=())(full)
    for total in (5, 6, 7, 8, 9, 10, 11) if full else (7,):
        for parts in _partitions(total, total, 5):
            label = f"{' + '.join(map(str, parts))} over {total}"
            yield Instance(label, {"prior": [F(p, total) for p in parts]}, "fixed")


@corrected(
    theorem_12,
    r"With $z = \max_A \min(P(A), P(A^c))$, there is $\varepsilon^* > 0$ below which the "
    r"binary mechanism maximises $I(X; Y)$ if and only if $z = 1/2$, or $z = 0$, or $\mathbf 1 "
    r"\notin \mathrm{span}\{\mathbf 1_A : P(A) = z\}$.",
    "The criterion predicts the verdict of the staircase program for every prior with a "
    "small common denominator.",
    conditions="none: ties and letters of probability zero included",
    instances=_rational_priors,
    id="kairouz2016.theorem-12-corrected",
    source="Theorem 12, corrected: which ties do harm",
)
def theorem_12_corrected(prior: Any, slip: float = 0.0) -> Outcome:
    """The criterion against the verdict of the program, the mechanism off by `slip`."""
    predicted, found = survives(prior), _optimal_at_small(prior, slip)
    if found.holds is None:
        return found
    words = "optimal" if predicted else "suboptimal"
    return Outcome(found.holds == predicted, 0.0, f"predicted {words}; {found.detail}")


CLAIMS: tuple[Claim, ...] = (theorem_12, theorem_12_unique, theorem_12_corrected)
