r"""Theorem 14: randomized response maximises information at large ε; zeros in P."""

from __future__ import annotations

import math
from typing import Any

from formulations import Information
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import Display, display, displays
from lpcheck.claims.evidence import both, nudged, optimal
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import fails
from lpcheck.papers.kairouz2016.corollary_15 import bounded
from lpcheck.papers.kairouz2016.information import parts, priors, response_threshold
from lpcheck.papers.kairouz2016.theorem_12_proof import feasible as theorem_12_feasible
from lpcheck.papers.kairouz2016.theorem_13_proof import claim_4
from lpcheck.papers.kairouz2016.theorem_14_proof import feasible as theorem_14_feasible


def _at(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel, an entry off by `slip`, against the staircase program."""
    problem = Information(prior=prior, epsilon=epsilon)
    return optimal(problem, nudged(randomized_response(problem.k, epsilon), slip))


def optimal_at_large(prior: Any, slip: float = 0.0) -> Outcome:
    """The kernel, an entry off by `slip`, at large ε against the staircase program."""
    threshold = response_threshold(Information(prior=prior, epsilon=1).prior.exact)
    if not math.isfinite(threshold):
        levels = [6.0, 9.0, 12.0]
    else:
        levels = [threshold * factor for factor in (1.0, 1.5)] + [threshold + 3.0]
    found = both(*(_at(prior, epsilon, slip) for epsilon in levels))
    return Outcome(found.holds, found.gap, f"ε ≥ {levels[0]:g}: {found.detail}")


theorem_14 = claim(
    id="kairouz2016.theorem-14",
    source="Theorem 14",
    statement=r"There is a positive $\varepsilon^*$ that depends on $P$ such that for all "
    r"$\varepsilon \ge \varepsilon^*$ randomized response maximises $I(X; Y)$ over all "
    r"$\varepsilon$-locally differentially private mechanisms.",
    kind="tight",
    conditions="P positive (Section 2)",
    evidence="Optimal on every instance from the smallest ε at which the dual of Section 9.5 is "
    "feasible; that one was scanned up to ε = 30.",
    instances=priors("1 2", "1 1 1", "1 1 1 1 1 1", "4 1 2 1", "98 1 1", "1", sizes=(3, 5)),
    weight="headline",
)(optimal_at_large)


theorem_14_two_letters = claim(
    id="kairouz2016.theorem-14-two-letters",
    source="Theorem 14 and Section 4.2, for k = 2",
    statement=r"For $k = 2$ randomized response is the binary mechanism and is optimal for every "
    r"$\varepsilon$.",
    kind="tight",
    conditions="k = 2 (not printed: the two regimes meet)",
    evidence="Optimal at every ε tested, for every prior, zeros included.",
    instances=lambda full: (
        Instance(
            f"{instance.label}, ε = {epsilon:g}",
            {**instance.parameters, "epsilon": epsilon},
            instance.kind,
        )
        for epsilon in (1.0, 1e-3, 0.1, 5.0, 15.0)
        for instance in priors("1 2", "1 1", "1 0", "1 999", sizes=(2,))(full)
    ),
    finding="probe",
)(_at)


@claim(
    id="kairouz2016.theorem-14-support",
    source="Theorem 14 for priors with letters of probability zero",
    statement=r"Randomized response on the support of $P$, with the rows of the other letters "
    r"equal to one of its rows, maximises $I(X; Y)$ for all $\varepsilon$ from some "
    r"$\varepsilon^*$ on.",
    kind="tight",
    conditions="any distribution P",
    evidence="Optimal on every instance from the threshold of the prior on its support.",
    instances=priors("1 1 0", "2 1 1 0", "3 0 2 0 1", "1 0 0", sizes=(4,)),
    finding="probe",
)
def theorem_14_support(prior: Any, slip: float = 0.0) -> Outcome:
    """The lifted kernel, an entry off by `slip`, against the staircase program."""
    exact = Information(prior=prior, epsilon=1).prior.exact
    support = [x for x, p in enumerate(exact) if p]
    threshold = response_threshold([exact[x] for x in support])
    if not math.isfinite(threshold):
        return Outcome(False, math.inf, "no threshold up to ε = 30")
    rows = [support.index(x) if x in support else 0 for x in range(len(exact))]
    outcomes = []
    for epsilon in (threshold, threshold + 1.0, threshold + 3.0):
        problem = Information(prior=prior, epsilon=epsilon)
        kernel = randomized_response(len(support), epsilon)[rows]
        outcomes.append(optimal(problem, nudged(kernel, slip)))
    return both(*outcomes)


_ROWS: tuple[Display, ...] = (
    display(
        "Theorem 14",
        r"Randomized response is optimal at no $\varepsilon$: merging the third letter with the "
        r"second gives $2\mu(1/2)/(e^\varepsilon + 1)$, more than $2\mu(1/2)/(e^\varepsilon + 2)$.",
        priors("1 1 0", "2 1 1 0", sizes=()),
        control={"prior": parts("1 2")},
    )(fails(optimal_at_large)),
    display(
        "Corollary 16",
        r"$I(X; Y)$ passes $H(X) - (1 - \delta)(k - 1) \varepsilon e^{-\varepsilon}$.",
        priors("1 0", "1 1 0", sizes=(), delta=0.25),
        control={"prior": parts("1 2"), "delta": 0.25},
    )(fails(bounded)),
    display(
        "Claim 4",
        r"$\{T, T^c\}$ is not alone in $\arg\max_A P(A) P(A^c)$.",
        priors("1 0", "3 1 0", sizes=(), epsilon=1.0),
        control={"prior": parts("3 1"), "epsilon": 1.0},
    )(fails(claim_4.test)),
    display(
        "Section 9.5, below eq. 73",
        r"$\alpha^*$ is feasible at no $\varepsilon$: for $T = \{1, 3\}$ it has $\mu(\{1\}) + "
        r"\mu(\{3\}) - \mathbf 1^T\alpha^* < \mu(\{1\}) = \mu_T$.",
        priors("1 1 0", sizes=()),
        control={"prior": parts("1 2")},
    )(fails(theorem_14_feasible)),
    display(
        "Section 9.1, below eq. 55",
        r"$\alpha^*$ is feasible at no small $\varepsilon$.",
        priors("3 2 0", sizes=()),
        control={"prior": parts("1 2")},
    )(fails(theorem_12_feasible)),
)

positive = displays(
    _ROWS,
    id="kairouz2016.section-2-1-positive",
    source="Section 2.1, the standing condition that P is positive",
    kind="lower",
    conditions="a letter of probability zero, which the paper excludes",
    evidence="The condition is needed: without it Theorem 14, Corollary 16 and Claim 4 fail, and "
    "both dual vectors are infeasible. (With the size of the support for k, and randomized "
    "response on the support, they hold: theorem-14-support, corollary-16-support.)",
    finding="probe",
)

CLAIMS: tuple[Claim, ...] = (theorem_14, theorem_14_two_letters, theorem_14_support, positive)
