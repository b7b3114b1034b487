r"""Corollary 16: I(X; Y) ≤ H(X) − (1 − δ)(k − 1) ε e^{−ε} for large ε, and the expansion (22)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import Information
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal, vanishes
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016._information import UNIFORM_3, ZERO_LETTER, F, entropy, priors

_POSITIVE = (
    ("fair coin", [F(1, 2), F(1, 2)], "degenerate"),
    ("1/3 and 2/3", [F(1, 3), F(2, 3)], "fixed"),
    ("uniform, k = 3", UNIFORM_3, "degenerate"),
    ("1/2, 1/8, 1/4, 1/8", [F(1, 2), F(1, 8), F(1, 4), F(1, 8)], "degenerate"),
    ("9/10 and 1/10", [F(9, 10), F(1, 10)], "fixed"),
)


def _constant(p: NDArray[np.float64]) -> float:
    """The coefficient of −e^{−ε} in the expansion of I(X; Y) for a positive prior."""
    k = p.size
    return (k - 1) + float(np.log(p).sum()) + k * entropy(p)


def bounded(prior: Any, delta: float, letters: int | None = None, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum at large ε, for `letters` instead of k; `slip` lowers δ."""
    p = Information(prior=prior, epsilon=1).prior.array
    support = p[p > 0]
    # Large means e^ε min P >> 1, and the term ε e^{−ε} ahead of the next one.
    late = -_constant(support) / (delta * max(support.size - 1, 1))
    start = max(10.0, math.log(100.0 / support.min()), late)
    if start > 20.0:
        return Outcome(None, math.nan, f"ε* is about {start:.3g}, beyond what doubles resolve")
    k, outcomes = p.size if letters is None else letters, []
    for epsilon in (start, start + 2.0, start + 4.0):
        loss = (1.0 - delta + slip) * (k - 1) * epsilon * math.exp(-epsilon)
        upper = solve(Information(prior=prior, epsilon=epsilon)).bounds.upper
        outcomes.append(at_most(upper, entropy(p) - loss))
    return both(*outcomes)


@claim(
    id="kairouz2016.corollary-16",
    source="Corollary 16",
    statement=r"For any $P$ and $\delta > 0$ there is $\varepsilon^* > 0$ such that for any "
    r"$\varepsilon \ge \varepsilon^*$ every $\varepsilon$-locally differentially private mechanism "
    r"has $I(X; Y) \le H(X) - (1 - \delta)(k - 1) \varepsilon e^{-\varepsilon}$.",
    kind="upper",
    conditions="P positive (Section 2), δ > 0",
    evidence="Holds with δ = 1/4 from an ε* of 10 or more on. The remainder of (22) is "
    "larger than printed but still smaller than ε e^{−ε}. The control has δ = −1/4.",
    instances=priors(*_POSITIVE, ("one letter", [F(1)], "degenerate"), sizes=(3, 4), delta=0.25),
    slip=0.5,
)
def corollary_16(prior: Any, delta: float, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum at large ε; δ is lowered by `slip`."""
    return bounded(prior, delta, None, slip)


@claim(
    id="kairouz2016.corollary-16-support",
    source="Corollary 16 with the size of the support",
    statement=r"$I(X; Y) \le H(X) - (1 - \delta)(s - 1) \varepsilon e^{-\varepsilon}$ for large "
    r"$\varepsilon$, where $s = |\mathrm{supp}\,P|$.",
    kind="upper",
    conditions="any distribution P, δ > 0",
    evidence="Holds with δ = 1/4 from an ε* of 10 or more on, as randomized response on the "
    "support is optimal there. The control has δ = −1/4.",
    instances=priors(
        ("1/2, 1/2, 0", ZERO_LETTER, "degenerate"),
        ("1/2, 1/4, 1/4, 0", [F(1, 2), F(1, 4), F(1, 4), F(0)], "degenerate"),
        ("point mass", [F(1), F(0)], "degenerate"),
        sizes=(3,),
        delta=0.25,
    ),
    slip=0.5,
    finding="probe",
)
def corollary_16_support(prior: Any, delta: float, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum at large ε; δ is lowered by `slip`."""
    support = sum(1 for p in Information(prior=prior, epsilon=1).prior.exact if p)
    return bounded(prior, delta, support, slip)


def _loss(p: NDArray[np.float64], epsilon: float) -> float:
    """H(X) − I(X; Y) under randomized response (eq. 79), without cancellation in H."""
    u, k = math.exp(-epsilon), p.size
    # log(e^ε/(P(e^ε − 1) + 1)) = −log P − log(1 + (1 − P)u/P); H cancels term by term.
    near = np.log1p((1.0 - p) * u / p)
    lost = p * near + (1.0 - p) * u * (epsilon + np.log(p) + near)
    return float(lost.sum() + (k - 1) * u * entropy(p)) / (1.0 + (k - 1) * u)


def _second_order(prior: Any, second: bool, slip: float) -> Outcome:
    p = Information(prior=prior, epsilon=1).prior.array
    k = p.size
    constant = _constant(p) if second else 0.0

    def error(u: float) -> float:
        epsilon = -math.log(u)
        return _loss(p, epsilon) - ((k - 1) * epsilon + constant * (1.0 + slip)) * u

    problem = Information(prior=prior, epsilon=3)
    value = problem.value(randomized_response(k, 3.0))
    return both(
        equal(value, entropy(p) - _loss(p, 3.0)),
        vanishes(error, (math.exp(-14.0), math.exp(-16.0)), 2),
    )


@printed(
    id="kairouz2016.equation-22",
    source="Section 4.5, eq. 22",
    kind="asymptotic",
    conditions="P positive (Section 2)",
    evidence="For the fair coin I = log 2 − (ε + 1) e^{−ε} + O(ε e^{−2ε}): the remainder is of "
    "order e^{−ε}.",
    instances=priors(
        *((label, prior, "counterexample") for label, prior, _ in _POSITIVE),
        ("one letter, where it holds", [F(1)], "degenerate"),
        sizes=(),
    ),
    quote=r"the randomized response mechanism achieves $I(X;Y) = H(X) - (k - 1)\varepsilon "
    r"e^{-\varepsilon} + O(e^{-2\varepsilon})$",
    finding="false",
    weight="normal",
    holds="The remainder is O(e^{−ε}), with the coefficient (k − 1) + Σ log P(x) + k H(X).",
    stands="Corollary 16 survives: the term that is missing is smaller than ε e^{−ε}.",
)
def equation_22(prior: Any, slip: float = 0.0) -> Outcome:
    """The order of the remainder in e^{−ε}."""
    return _second_order(prior, False, 0.0)


@corrected(
    equation_22,
    r"$I(X; Y) = H(X) - (k - 1) \varepsilon e^{-\varepsilon} - [(k - 1) + \sum_x \log "
    r"P(x) + k H(X)] e^{-\varepsilon} + O(\varepsilon e^{-2 \varepsilon})$.",
    "Measured order 2 in e^{−ε}, up to the factor ε. The control's constant is off by 1 %.",
    conditions="P positive",
    instances=priors(*_POSITIVE, sizes=(2, 3, 5)),
    slip=0.01,
)
def equation_22_corrected(prior: Any, slip: float = 0.0) -> Outcome:
    """The order of the remainder in e^{−ε}; the constant is off by the fraction `slip`."""
    return _second_order(prior, True, slip)


CLAIMS: tuple[Claim, ...] = (corollary_16, corollary_16_support, equation_22, equation_22_corrected)
