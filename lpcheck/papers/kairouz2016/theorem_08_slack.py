r"""Section 8.4, below equation 50: when the dual vector of Theorem 8 is feasible."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.patterns import subsets
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import equal, vanishes
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.papers.kairouz2016._hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    TIE,
    arrays,
    pairs_at,
    pairs_only,
    pattern_masses,
    printed_dual,
    utility,
)
from lpcheck.papers.kairouz2016.theorem_08_expansions import (
    ALL,
    LARGE,
    PRINTED,
    STEPS,
    TWO,
    dual_side,
    largest,
    letters,
)


def _slack(p0: Any, p1: Any, sign: float, slip: float = 0.0) -> Outcome:
    a, b = pattern_masses(p0, p1)
    with np.errstate(divide="ignore", invalid="ignore"):
        merged = np.where(a > 0, a * np.log(a / b), 0.0)
    claimed = sign * (merged - letters(p0, p1)) * (1 + slip)
    several = subsets(len(arrays(p0, p1)[0])).sum(axis=0) != 1

    def remainder(h: float) -> float:
        slack = dual_side(p0, p1, h) - utility(a, b, -math.log(h))
        return largest((slack - claimed)[several])

    return vanishes(remainder, STEPS, 1.0)


@claim(
    id="kairouz2016.section-8-4-slack",
    source="Section 8.4, below eq. 50",
    statement=r"For $j \notin \{j_1, \dots, j_k\}$: $S_j^T \alpha^* - \mu_j = \left( P_0(T_j) "
    r"\log \frac{P_0(T_j)}{P_1(T_j)} - \sum_{x_i \in T_j} P_0(x_i) \log \frac{P_0(x_i)}"
    r"{P_1(x_i)} \right) e^\varepsilon + O(1)$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive",
    expected="refuted",
    evidence="The sign of the bracket is wrong: for P_0 = (1/3, 2/3), P_1 = (2/3, 1/3) and "
    "T_j = X the left side is e^ε (log 2)/3 to first order, the right side its negative.",
    instances=PRINTED,
    slip=None,
    quote=r"$S_j^{(k)T} \alpha^* - \mu_j = \left(P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)} - "
    r"\sum_{x_i \in T_j} P_0(x_i) \log \frac{P_0(x_i)}{P_1(x_i)} \right) e^\varepsilon + O(1)$",
    finding="misprint",
    weight="detail",
    holds="The bracket has the other sign.",
    stands="Two slips cancel: the sign here, and the direction of the log-sum inequality that "
    "follows; the conclusion is right for pairwise distinct ratios.",
)
def slack(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """Both sides divided by e^ε, all patterns but single letters."""
    return _slack(p0, p1, 1.0)


@claim(
    id="kairouz2016.section-8-4-slack-corrected",
    source="Section 8.4, below eq. 50",
    statement=r"For $j \notin \{j_1, \dots, j_k\}$: $S_j^T \alpha^* - \mu_j = \left( "
    r"\sum_{x_i \in T_j} P_0(x_i) \log \frac{P_0(x_i)}{P_1(x_i)} - P_0(T_j) \log \frac{P_0(T_j)}"
    r"{P_1(T_j)} \right) e^\varepsilon + O(1)$.",
    kind="asymptotic",
    conditions="P_0, P_1 positive",
    evidence="The remainder, divided by e^ε, has order 1 in e^{−ε}.",
    instances=LARGE,
    slip=0.01,
    corrects="kairouz2016.section-8-4-slack",
)
def slack_corrected(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """As before with the other sign; the slip scales the leading term by 1 %."""
    return _slack(p0, p1, -1.0, slip)


def _log_sum(p0: Any, p1: Any, smallest: int) -> Array:
    """Σ_{x in T} P0 log(P0/P1) − P0(T) log(P0(T)/P1(T)) for all T with enough letters."""
    a, b = pattern_masses(p0, p1)
    sizes = subsets(len(arrays(p0, p1)[0])).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        merged = np.where(a > 0, a * np.log(a / b), 0.0)
    return np.asarray((letters(p0, p1) - merged)[(sizes >= smallest) & (sizes != 1)])


@claim(
    id="kairouz2016.section-8-4-log-sum",
    source="Section 8.4, below eq. 50",
    statement=r"For $j \notin \{j_1, \dots, j_k\}$: $P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)} > "
    r"\sum_{x_i \in T_j} P_0(x_i) \log \frac{P_0(x_i)}{P_1(x_i)}$ by the log-sum inequality.",
    kind="lower",
    conditions="P_0, P_1 positive",
    expected="refuted",
    evidence="The log-sum inequality is printed the wrong way round: for T_j = X the left side "
    "is 0 and the right side D_kl(P_0‖P_1) = (log 2)/3 at P_0 = (1/3, 2/3), P_1 = (2/3, 1/3).",
    instances=pairs_only(pairs_at({**TWO, **ALL}, (0.0,), "counterexample")),
    slip=None,
    quote=r"$P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)} > \sum_{x_i \in T_j} P_0(x_i) \log "
    r"\frac{P_0(x_i)}{P_1(x_i)}$ by the log-sum inequality",
    finding="misprint",
    weight="detail",
    holds="The inequality is the other way round (and strict for pairwise distinct ratios).",
    stands="Two slips cancel: this one, and the sign in the display above it.",
    below="kairouz2016.section-8-4-slack",
)
def log_sum(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """The largest right side minus left side."""
    excess = float(_log_sum(p0, p1, 2).max())
    return Outcome(excess < 0, excess, f"the right side is larger by {excess:.6g}")


@claim(
    id="kairouz2016.section-8-4-log-sum-corrected",
    source="Section 8.4, below eq. 50",
    statement=r"For $|T_j| \ge 2$: $P_0(T_j) \log \frac{P_0(T_j)}{P_1(T_j)} < \sum_{x_i \in T_j} "
    r"P_0(x_i) \log \frac{P_0(x_i)}{P_1(x_i)}$.",
    kind="upper",
    conditions="P_0, P_1 positive, ratios P_0(x)/P_1(x) pairwise distinct",
    evidence="Strict on every instance. With equal ratios in T_j, or T_j empty, both are equal.",
    instances=pairs_only(
        joined(
            pairs_at({**TWO, "generic": GENERIC, "a tie": TIE}, (0.0,)),
            random_pairs(sizes=(2, 3, 5), epsilons=(0.0,)),
        )
    ),
    control={"p0": list(EQUAL_RATIOS[0]), "p1": list(EQUAL_RATIOS[1])},
    corrects="kairouz2016.section-8-4-log-sum",
)
def log_sum_corrected(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """The smallest right side minus left side; the control has equal ratios."""
    room = float(_log_sum(p0, p1, 2).min()) - slip
    return Outcome(room > 1e-12, -room, f"the smallest room is {room:.6g}")


@claim(
    id="kairouz2016.section-8-4-singletons",
    source="Section 8.4, below eq. 50",
    statement=r"If $j \in \{j_1, \dots, j_k\}$ then $S_j^T \alpha^* - \mu_j = 0$ for all "
    r"$\varepsilon$.",
    kind="equal",
    conditions="any pair, ε > 0",
    evidence="Equal on every instance, zeros included.",
    instances=joined(random_pairs(epsilons=(0.1, 1.0, 20.0)), degenerate_pairs((0.01, 1.0, 20.0))),
)
def singletons(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Both sides divided by e^ε at the k single letters; the slip is added to α*."""
    h = math.exp(-epsilon)
    first, second = arrays(p0, p1)
    S = h + (1 - h) * np.eye(len(first))
    left = (printed_dual(p0, p1, epsilon) + slip) @ S
    gap = left - utility(first, second, epsilon)
    return equal(largest(gap), 0.0, scale=1.0)


CLAIMS: tuple[Claim, ...] = (
    slack,
    slack_corrected,
    log_sum,
    log_sum_corrected,
    singletons,
)
