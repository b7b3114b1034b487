r"""Subset selection as a frequency oracle, against all ε-LDP kernels."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from formulations import Estimation
from formulations.estimation import subset_risk, subset_size
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal, optimal
from lpcheck.claims.instances import at, explicit, grid, joined
from lpcheck.compare import check
from lpcheck.mechanisms.subset_selection import subset_mechanism

F = Fraction


def zipf(k: int) -> list[Fraction]:
    """Probabilities in proportion to 1, 1/2, …, 1/k."""
    shares = [F(1, x) for x in range(1, k + 1)]
    return [s / sum(shares) for s in shares]


@claim(
    id="ye2018.subset-selection",
    source="its schemes, measured over all kernels",
    statement=r"At the uniform prior subset selection with the best subset size has the least risk "
    r"$\operatorname{tr} J^{-1} - \|P\|^2$ of all $\varepsilon$-LDP kernels.",
    kind="tight",
    conditions="the minimax case; exact optimality was shown by others later, and none of the "
    "texts was at hand",
    weight="headline",
    evidence="The convex program over all patterns, by its interior point method, which knows "
    "nothing of the closed form: its dual bound meets the risk of subset selection at 1e-9.",
    instances=joined(
        grid(k=(2, 3, 5, 8, 12), epsilon=(0.1, 1.0, 2.0, 4.0)), grid(k=(4,), epsilon=(1e-4, 20.0))
    ),
    control={"k": 5, "epsilon": 1.0},
)
def subset_selection(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against the dual bound; the control answers at random with probability 1e-6."""
    stated, size = Estimation(k=k, epsilon=epsilon), subset_size(k, epsilon)
    kernel = subset_mechanism(k, epsilon, size)
    mixed = (1.0 - slip) * kernel + slip / kernel.shape[1]
    bound = stated.dual_bound(stated.proposal().duals, {})
    slack = 1e-12 * max(1.0, k / epsilon) * bound
    found = both(
        optimal(stated, mixed),
        equal(float(subset_risk(k, epsilon, size)), bound, slack=slack),
        equal(stated.value(mixed), bound, slack=slack),
    )
    # The least risk goes up to 10⁸ here: a gap says something as a share of it only.
    return replace(found, gap=found.gap / bound)


@claim(
    id="ye2018.other-priors",
    source="at other priors, by us",
    statement=r"At a prior that is not uniform no subset size need be optimal: at Zipf's over five "
    r"letters and $\varepsilon = 1$ another kernel has 0.80 % less risk.",
    kind="lower",
    conditions="Zipf's prior, k = 5 and 6, ε = 0.5 and 1",
    finding="probe",
    stands="The paper is about the worst case, which is the uniform prior.",
    evidence="The program over all patterns has less than each subset size; at the uniform prior, "
    "the control, it has not, nor at Zipf's over three letters.",
    instances=explicit(
        *(at(f"Zipf, k = {k}, ε = {e}", prior=zipf(k), epsilon=e) for k in (5, 6)
          for e in (1.0, 0.5))
    ),
    slip=1.0,
    control={"prior": [F(1, 5)] * 5, "epsilon": 1.0},
)  # fmt: skip
def other_priors(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The best subset size against all kernels."""
    del slip
    stated, k = Estimation(prior=prior, epsilon=epsilon), len(prior)
    kernels = [subset_mechanism(k, epsilon, size) for size in range(1, k)]
    found = check(stated, min(kernels, key=stated.value))
    holds = {"suboptimal": True, "inconclusive": None}.get(found.verdict, False)
    return Outcome(holds, float(found.gap), found.explanation, found.gap / found.solution.value)


CLAIMS: tuple[Claim, ...] = (subset_selection, other_priors)
