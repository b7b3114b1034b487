r"""The abstract: for which utilities staircases are optimal, and which mechanism is where."""

from __future__ import annotations

import math
from typing import Any

from formulations import Staircase
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.papers.kairouz2016._columns import basic_mechanisms
from lpcheck.papers.kairouz2016._polytope import worst_subset_ratio

_P0 = [F(1, 2), F(1, 3), F(1, 6)]
_P1 = [F(1, 6), F(1, 4), F(7, 12)]


def _tested(p0: Any, p1: Any, epsilon: float, mechanism: str, slip: float) -> Outcome:
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="kl")
    if mechanism == "binary":
        kernel = binary_hypothesis(problem.p0.array, problem.p1.array, epsilon)
    else:
        kernel = randomized_response(problem.k, epsilon)
    return optimal(problem, nudged(kernel, slip))


@claim(
    id="kairouz2016.abstract-regimes",
    source="Abstract",
    statement=r"The binary and randomized response mechanisms are universally optimal in the low "
    r"and high privacy regimes [in this order].",
    kind="tight",
    conditions="none",
    expected="refuted",
    evidence="The order is the wrong way round: binary is optimal at small ε (high privacy), "
    "randomized response at large ε, as Sections 1.3 and 3 say.",
    instances=explicit(
        at("binary at ε = 12", "counterexample", p0=_P0, p1=_P1, epsilon=12.0, mechanism="binary"),
        at("randomized response at ε = 1/100", p0=_P0, p1=_P1, epsilon=0.01, mechanism="rr"),
    ),
    slip=None,
)
def regimes(p0: Any, p1: Any, epsilon: float, mechanism: str, slip: float = 0.0) -> Outcome:
    """The binary mechanism at large ε, randomized response at small ε."""
    return _tested(p0, p1, epsilon, mechanism, slip)


@claim(
    id="kairouz2016.abstract-regimes-corrected",
    source="Sections 1.3 and 1.5",
    statement=r"The binary mechanism is optimal in the high and the randomized response mechanism "
    r"in the low privacy regime.",
    kind="tight",
    conditions="positive P0 and P1 with different likelihood ratios; here for KL",
    evidence="Both are optimal over all mechanisms; Theorems 5 and 8 have the exact conditions.",
    instances=explicit(
        at("binary at ε = 1/100", p0=_P0, p1=_P1, epsilon=0.01, mechanism="binary"),
        at("randomized response at ε = 12", p0=_P0, p1=_P1, epsilon=12.0, mechanism="rr"),
    ),
    corrects="kairouz2016.abstract-regimes",
)
def regimes_corrected(
    p0: Any, p1: Any, epsilon: float, mechanism: str, slip: float = 0.0
) -> Outcome:
    """The binary mechanism at small ε, randomized response at large ε."""
    return _tested(p0, p1, epsilon, mechanism, slip)


@claim(
    id="kairouz2016.abstract-any-utility",
    source="Abstract",
    statement=r"For any utility function and any privacy level, solving the privacy-utility "
    r"maximisation problem is equivalent to solving a finite-dimensional linear program, the "
    r"outcome of which is the optimal staircase mechanism.",
    kind="tight",
    conditions="none on the utility (Theorem 4 asks for a sum of sublinear functions)",
    expected="refuted",
    evidence="U(Q) = −|level of Q − ε/2|, where the level is the smallest ε at which Q is private: "
    "for two letters randomized response at ε/2 has U = 0, and every staircase mechanism has "
    "level 0 or ε, hence U = −ε/2. Nor is convexity enough: at k = 5 some "
    "corner point of all mechanisms, and so the only optimum of a linear utility, is no staircase "
    "(lemma-23-not-staircase).",
    instances=explicit(
        at("k = 2, ε = 1", "counterexample", k=2, epsilon=1.0),
        at("k = 3, ε = 3", "counterexample", k=3, epsilon=3.0),
        at("one letter", "degenerate", k=1, epsilon=1.0),
    ),
    slip=None,
)
def any_utility(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The best staircase mechanism against randomized response at ε/2."""

    def utility(Q: Any) -> float:
        return -abs(math.log(worst_subset_ratio(Q)) - epsilon / 2)

    best = max(utility(Q) for Q in basic_mechanisms(k, epsilon, k))
    found = utility(randomized_response(k, epsilon / 2))
    return Outcome(best >= found - 1e-12, found - best, f"{best:.6g} against {found:.6g}")


CLAIMS: tuple[Claim, ...] = (any_utility, regimes, regimes_corrected)
