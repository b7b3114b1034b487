r"""Theorem 8: randomized response maximises KL for large ε, if no two likelihood ratios agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formulations import Staircase
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, nudged, optimal
from lpcheck.claims.instances import at, degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, fails, printed
from lpcheck.papers.kairouz2016.hypothesis import (
    EQUAL_RATIOS,
    GENERIC,
    ROUNDING,
    TIE,
    F,
    arrays,
    exact,
    pairs_at,
    printed_dual,
    response_threshold,
)
from lpcheck.papers.kairouz2016.theorem_05 import TIED

ZEROS = {
    "P1 has a zero": ((F(1, 2), F(1, 4), F(1, 4)), (F(1, 4), F(3, 4), F(0))),
    "P0 has a zero": ((F(1, 4), F(3, 4), F(0)), (F(1, 2), F(1, 4), F(1, 4))),
    "both have a zero": ((F(1, 2), F(1, 2), F(0)), (F(0), F(1, 3), F(2, 3))),
    "two letters at one ratio 0": ((F(1), F(0), F(0)), (F(1, 2), F(1, 4), F(1, 4))),
    "a letter that never occurs": ((F(1, 2), F(1, 2), F(0)), (F(1, 4), F(3, 4), F(0))),
}


def distinct(p0: Any, p1: Any) -> bool:
    """Whether all likelihood ratios P0(x)/P1(x) in [0, ∞] are defined and pairwise distinct."""
    pairs = list(zip(*exact(p0, p1), strict=True))
    proper = all(a > 0 or b > 0 for a, b in pairs)
    return proper and all(
        a * d != b * c for i, (a, b) in enumerate(pairs) for c, d in pairs[i + 1 :]
    )


def beyond(full: bool, *, positive: bool = True) -> Iterator[Instance]:
    """Pairs with distinct ratios, at the threshold of randomized response and above."""
    source = joined(
        pairs_at({"generic": GENERIC, "a tie": TIE}, (1.0,)),
        random_pairs(sizes=(2, 3, 5), epsilons=(1.0,), repeats=2),
        degenerate_pairs((1.0,)),
        pairs_at(ZEROS, (1.0,), "degenerate"),
    )
    for instance in source(full):
        p0, p1 = instance.parameters["p0"], instance.parameters["p1"]
        some_zero = not all((*exact(p0, p1)[0], *exact(p0, p1)[1]))
        if not distinct(p0, p1) or some_zero == positive:
            continue
        threshold = response_threshold(p0, p1)
        name = instance.label.partition(", ε")[0]
        for extra in (1e-6, 0.5, 5.0):
            epsilon = threshold + extra
            yield at(f"{name}, ε* + {extra:g}", instance.kind, p0=p0, p1=p1, epsilon=epsilon)


def _response(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Randomized response, one entry moved by the slip, against the staircase program."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    return optimal(problem, nudged(randomized_response(problem.k, epsilon), slip))


theorem_8 = printed(
    id="kairouz2016.theorem-8",
    source="Theorem 8",
    kind="tight",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="P_0 = (3/5, 1/5, 1/5), P_1 = (1/5, 2/5, 2/5): the last two letters have one ratio, "
    "and randomized response on the two classes is better at every ε (by a share of order "
    "e^{−ε}). The log-sum inequality is strict only if the ratios in T_j are not all equal.",
    instances=joined(
        pairs_at(
            {"equal ratios, (3, 1, 1)/5 against (1, 2, 2)/5": EQUAL_RATIOS},
            (6.0, 10.0, 15.0, 2.0),
            "counterexample",
        ),
        pairs_at({"four equal ratios, k = 6": TIED}, (10.0,), "counterexample"),
        pairs_at({"distinct ratios": GENERIC}, (6.0, 10.0)),
    ),
    quote=r"There exists a positive $\varepsilon^*$ that depends on $P_0$ and $P_1$ such that "
    r"for all $P_0$ and $P_1$, and all $\varepsilon \geq \varepsilon^*$, the randomized response "
    "mechanism maximizes the KL divergence between the induced marginals among all "
    r"$\varepsilon$-locally differentially private mechanisms.",
    finding="condition",
    weight="headline",
    holds="It holds if the likelihood ratios are pairwise distinct; in general randomized "
    "response on the classes of equal ratio is optimal.",
    stands="The theorem holds for every positive pair with pairwise distinct ratios, that is for "
    "almost every pair; what is lost otherwise is a share of order e^{−ε}.",
)(_response)

theorem_8_corrected = corrected(
    theorem_8,
    r"If the likelihood ratios $P_0(x)/P_1(x)$ are pairwise distinct, randomized "
    r"response maximises $D_{kl}(M_0\|M_1)$ for all $\varepsilon \ge \varepsilon^*(P_0, P_1)$.",
    "Optimal from the threshold at which the printed dual vector becomes feasible.",
    conditions="P_0, P_1 positive, ratios pairwise distinct (a ratio of 1 is allowed)",
    instances=beyond,
)(_response)

theorem_8_zeros = claim(
    id="kairouz2016.theorem-8-zeros",
    source="Theorem 8, for P_0 and P_1 with zeros (not claimed there)",
    statement=r"The corrected Theorem 8 does not need positive $P_0$ and $P_1$: distinct ratios "
    r"in $[0, \infty]$ (none $0/0$) suffice.",
    kind="tight",
    conditions="ratios in [0, ∞] defined and pairwise distinct, some P_ν(x) = 0",
    evidence="Optimal on every instance; one ratio 0, or one ratio ∞, does no harm.",
    instances=lambda full: beyond(full, positive=False),
    finding="probe",
)(_response)

theorem_8_two_zeros = claim(
    id="kairouz2016.theorem-8-two-zeros",
    source="Theorem 8, for P_0 and P_1 with zeros (not claimed there)",
    statement=r"Two ratios $P_0(x)/P_1(x) = 0$, or a letter that never occurs, are too many: "
    r"randomized response is optimal at no $\varepsilon$.",
    kind="lower",
    conditions="two letters with P_0(x) = 0 < P_1(x), or one with P_0(x) = P_1(x) = 0",
    evidence="A better mechanism is found at every ε: letters of one ratio are merged in it. The "
    "control has one ratio 0, which does no harm.",
    instances=pairs_at(
        {
            name: ZEROS[name]
            for name in ("two letters at one ratio 0", "a letter that never occurs")
        },
        (2.0, 6.0, 10.0),
    ),
    slip=1.0,
    control={"p0": [F(1, 4), F(3, 4), F(0)], "p1": [F(1, 2), F(1, 4), F(1, 4)], "epsilon": 10.0},
    finding="probe",
)(fails(_response))


DUAL = (
    r"$\alpha^*_i = \frac{1}{(e^\varepsilon - 1)(e^\varepsilon + k - 1)} \{(e^\varepsilon + k - 2) "
    r"\mu(S_{j_i}) - \sum_{l \ne i} \mu(S_{j_l})\}$ is feasible for the dual (45) for all "
    r"$\varepsilon \ge \varepsilon^*$"
)


@printed(
    id="kairouz2016.theorem-8-dual",
    source="Section 8.4, below eq. 45",
    statement=rf"{DUAL}.",
    kind="feasible",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="With equal ratios, as in the counterexample of Theorem 8, the constraint of the two "
    "letters together is broken at every ε.",
    instances=joined(
        pairs_at({"equal ratios": EQUAL_RATIOS}, (6.0, 10.0, 15.0, 2.0), "counterexample"),
        pairs_at({"distinct ratios": GENERIC}, (6.0, 10.0)),
    ),
    quote=r"We claim that $\alpha^*$ is a feasible dual variable for sufficiently large "
    r"$\varepsilon$.",
    finding="condition",
    weight="detail",
    holds="It is feasible if the likelihood ratios are pairwise distinct.",
    stands="Its value (47) is right, and it is feasible wherever randomized response is optimal.",
    below="kairouz2016.theorem-8",
)
def theorem_8_dual(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The printed vector against every pattern."""
    return at_most(_infeasibility(Staircase(p0=p0, p1=p1, epsilon=epsilon)), 0.0, slack=ROUNDING)


@corrected(
    theorem_8_dual,
    rf"If the likelihood ratios are pairwise distinct, {DUAL}.",
    "Feasible for all 2^k patterns from ε* on, and infeasible at ε* − 1e-3 where ε* is "
    "inside the range searched; it is the only vector that is tight at single letters.",
    conditions="P_0, P_1 positive, ratios pairwise distinct, ε ≥ ε* > 0",
    instances=beyond,
)
def theorem_8_dual_corrected(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The printed vector against every pattern; the slip is taken off every entry."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    feasible = at_most(_infeasibility(problem, slip), 0.0, slack=ROUNDING)
    threshold = response_threshold(p0, p1)
    if threshold <= 0.25:
        return feasible
    before = _infeasibility(Staircase(p0=p0, p1=p1, epsilon=threshold - 1e-3))
    return both(feasible, Outcome(before > ROUNDING, 0.0, f"{before:.3g} below the threshold"))


def _infeasibility(problem: Staircase, slip: float = 0.0) -> float:
    """The printed α* in the formulation's terms: its f is centred, which shifts α by P0 − P1."""
    first, second = arrays(problem.p0.exact, problem.p1.exact)
    alpha = printed_dual(problem.p0.exact, problem.p1.exact, float(problem.epsilon))
    return problem.dual_infeasibility(alpha - (first - second) - slip)


CLAIMS: tuple[Claim, ...] = (
    theorem_8, theorem_8_corrected, theorem_8_zeros, theorem_8_two_zeros, theorem_8_dual,
    theorem_8_dual_corrected,
)  # fmt: skip
