r"""The abstract: which of the two simple mechanisms is optimal where."""

from __future__ import annotations

from typing import Any

from formulations import Staircase
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import binary_hypothesis, randomized_response

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


CLAIMS: tuple[Claim, ...] = (regimes, regimes_corrected)
