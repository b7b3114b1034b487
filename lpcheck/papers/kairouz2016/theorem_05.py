r"""Theorem 5: the binary mechanism is universally optimal for small ε, if no letter is tied.

Every f-divergence is a mixture of E_γ(M0‖M1) and E_γ(M1‖M0), γ ≥ 1. The optimum of E_γ is convex
in γ and that of the binary mechanism is linear up to its largest ratio r, so that agreement at
γ = 1 (Theorem 6) and an optimum of 0 beyond r settle every γ between.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Staircase
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, nudged, optimal
from lpcheck.claims.instances import joined
from lpcheck.mechanisms import (
    binary_hypothesis,
    randomized_response,
    subset_mechanism,
    truncated_geometric,
)
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.hypothesis import (
    GENERIC,
    TIE,
    F,
    arrays,
    binary_ratios,
    exact,
    pairs_at,
    ratios_within,
    universal_threshold,
    untied,
)

SMOOTH = ("kl", "chi2", "hellinger")
TWO_TIES = ((F(2, 5), F(1, 5), F(1, 5), F(1, 5)), (F(1, 5), F(1, 5), F(1, 5), F(2, 5)))
TIE_AND_ZEROS = ((F(1, 2), F(1, 2), F(0)), (F(0), F(1, 2), F(1, 2)))
TIED = (
    (F(2, 7), F(1, 7), F(1, 7), F(1, 7), F(1, 7), F(1, 7)),
    (F(1, 7), F(1, 7), F(1, 7), F(1, 7), F(1, 7), F(2, 7)),
)
"""Four letters with P0(x) = P1(x), the smallest pair on six letters with P0 ≠ P1."""


def _every_f(p0: Any, p1: Any, epsilon: float, kernel: Array) -> Outcome:
    """KL, χ², Hellinger, and hockey-sticks in both directions below and beyond the ratios."""
    low, high = binary_ratios(p0, p1, epsilon)
    cases = [(p0, p1, name) for name in SMOOTH]
    for first, second, ratio in ((p0, p1, high), (p1, p0, 1 / low)):
        for part in (0.0, 0.5, 0.99, 1.01):
            cases.append((first, second, f"hockey-stick:{1 + part * (ratio - 1)!r}"))
    problems = [Staircase(p0=p, p1=q, epsilon=epsilon, divergence=f) for p, q, f in cases]
    return both(*(optimal(problem, kernel) for problem in problems))


@printed(
    id="kairouz2016.theorem-5",
    source="Theorem 5",
    kind="tight",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="P_0 = (1/2, 1/4, 1/4), P_1 = (1/4, 1/4, 1/2): KL and χ² do better at every small "
    "ε (by ε²/48 of the KL). With P_0(x) = P_1(x), T and T \\ {x} have the same P_0 − P_1, and "
    "the proof's strict inequality over all T_j ≠ T fails.",
    instances=joined(
        pairs_at(
            {"a tie, (2, 1, 1)/4 against (1, 1, 2)/4": TIE}, (0.1, 0.01, 0.001), "counterexample"
        ),
        pairs_at({"tied sevenths, k = 6": TIED}, (0.1,), "counterexample"),
        pairs_at({"no tie": GENERIC}, (0.1, 0.01, 0.001)),
    ),
    quote="For any pair of distributions $P_0$ and $P_1$, there exists a positive "
    r"$\varepsilon^*$ that depends on $P_0$ and $P_1$ such that for any $f$-divergences and any "
    r"positive $\varepsilon \leq \varepsilon^*$, the binary mechanism maximizes the "
    r"$f$-divergence between the induced marginals over all $\varepsilon$-locally differentially "
    "private mechanisms.",
    finding="condition",
    weight="headline",
    holds="It holds if no letter has P_0(x) = P_1(x) > 0, with an explicit ε*.",
    stands="The theorem holds for every pair without a tied letter, that is for almost every "
    "pair, and for all f-divergences at once; Theorem 6 and Corollaries 9 and 11 hold with ties "
    "too.",
)
def theorem_5(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """KL and χ² against the staircase program; the tie fails at every ε down to 0.001."""
    kernel = binary_hypothesis(p0, p1, epsilon)
    problems = [Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=f) for f in ("kl", "chi2")]
    return both(*(optimal(problem, kernel) for problem in problems))


@corrected(
    theorem_5,
    r"If no $x$ has $P_0(x) = P_1(x) > 0$, the binary mechanism is optimal for every "
    r"$f$-divergence and every $\varepsilon \le \varepsilon^*$, with $e^{\varepsilon^*} - 1$ the "
    r"smallest ratio at which (33) or (36) turns negative over all $2^k$ patterns.",
    "Optimal for KL, χ², Hellinger and hockey-sticks in both directions at ε* and far "
    "below. At P_0 = P_1 everything is 0 and any mechanism is optimal.",
    conditions="no x with P_0(x) = P_1(x) > 0; positivity is not needed",
    instances=untied,
)
def theorem_5_corrected(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Every f of the list; the slip moves one entry of the kernel."""
    return _every_f(p0, p1, epsilon, nudged(binary_hypothesis(p0, p1, epsilon), slip))


@claim(
    id="kairouz2016.theorem-5-threshold",
    source="Theorem 5 and Section 8.2, eqs. 33 and 36",
    statement=r"$\varepsilon^*$ is a function of $P_0$ and $P_1$ only: the largest "
    r"$\varepsilon$ at which (33) and (36) hold for all patterns. Beyond it some hockey-stick "
    r"divergence is better served.",
    kind="equal",
    conditions="no x with P_0(x) = P_1(x) > 0",
    corrects="kairouz2016.theorem-5",
    evidence="At ε* all 2^k patterns pass in exact arithmetic, at 1.01 ε* one does not, and then "
    "a hockey-stick beyond the binary ratios is positive where the binary mechanism has 0.",
    instances=lambda full: (i for i in untied(full) if i.label.endswith("= 1 ε*")),
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": 1.0},
    slip=0.01,
)
def theorem_5_threshold(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Exact fractions on both sides of the threshold; the slip raises it by 1 %."""
    u = universal_threshold(exact(p0, p1))
    if u is None:
        return both(*(ratios_within(p0, p1, F(n)) for n in (1, 100, 10**6)))
    inside = ratios_within(p0, p1, u * (1 + F(slip)))
    outside = ratios_within(p0, p1, u * F(101, 100))
    fails = Outcome(outside.holds is False, -outside.gap, "the binary ratios are not passed")
    return both(inside, fails)


@claim(
    id="kairouz2016.theorem-5-converse",
    source="Theorem 5, the condition is necessary",
    statement=r"If $P_0 \ne P_1$ and $P_0(x) = P_1(x) > 0$ for some $x$, then at every "
    r"$\varepsilon > 0$ some hockey-stick divergence is better served than by the binary "
    r"mechanism.",
    kind="lower",
    conditions="P_0 ≠ P_1, a letter with P_0(x) = P_1(x) > 0",
    evidence="T without the tied letters has a larger ratio than T, exactly, so that a "
    "hockey-stick halfway is positive there and 0 under the binary mechanism.",
    instances=joined(
        pairs_at({"a tie": TIE, "two ties": TWO_TIES}, (1.0, 1e-3, 0.1, 5.0)),
        pairs_at({"a tie and zeros": TIE_AND_ZEROS}, (0.1, 1.0), "degenerate"),
    ),
    control={"p0": list(GENERIC[0]), "p1": list(GENERIC[1]), "epsilon": 1e-3},
    finding="probe",
)
def theorem_5_converse(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The hockey-stick between both ratios; the control has no tie (less by the slip still)."""
    pair, u = exact(p0, p1), math.expm1(epsilon)
    narrow = [sum(a for a, b in zip(*pair, strict=True) if a > b)]
    narrow.append(sum(b for a, b in zip(*pair, strict=True) if a > b))
    high = binary_ratios(p0, p1, epsilon)[1]
    ratio = (1 + u * float(narrow[0])) / (1 + u * float(narrow[1])) - slip
    if ratio <= high:
        return Outcome(False, high - ratio, "no pattern passes the binary ratio")
    problem = Staircase(
        p0=p0, p1=p1, epsilon=epsilon, divergence=f"hockey-stick:{(high + ratio) / 2!r}"
    )
    found = optimal(problem, binary_hypothesis(p0, p1, epsilon))
    holds = None if found.holds is None else not found.holds
    return Outcome(holds, -found.gap, found.detail)


def _mixture(columns: Array, epsilon: float) -> Array:
    """Random patterns, completed to a kernel by their complements."""
    opposite = 1.0 + math.exp(epsilon) - columns
    kernel = np.hstack([columns, opposite])
    return np.asarray(kernel / kernel.sum(axis=1, keepdims=True))


def _simulated(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """W = M̃⁻¹M ≥ 0 for each mechanism; the last one is the binary mechanism at ε + slip."""
    first, second = arrays(p0, p1)
    k = len(first)
    pair = np.vstack([first, second])
    source = pair @ binary_hypothesis(p0, p1, epsilon)
    random = np.asarray(np.random.default_rng(k).integers(0, 2, (k, 6)), dtype=float)
    kernels = [
        randomized_response(k, epsilon),
        truncated_geometric(k, epsilon),
        subset_mechanism(k, epsilon, k // 2),
        _mixture(1.0 + math.expm1(epsilon) * random, epsilon),
        binary_hypothesis(p0, p1, epsilon + slip),
    ]
    lowest = min(float(np.linalg.solve(source, pair @ kernel).min()) for kernel in kernels)
    return at_most(-lowest, 0.0, slack=1e-9)


MARKOV = (
    r"for $\varepsilon \le \varepsilon^*$ there is a coupling such that "
    r"$\nu - Y_{bin} - Y_{dp}$ is a Markov chain, equivalently "
    r"$R(M_0, M_1) \subseteq R(\tilde M_0, \tilde M_1)$"
)

theorem_5_coupling = printed(
    id="kairouz2016.theorem-5-coupling",
    source="Section 8.1",
    statement=rf"There is $\varepsilon^* > 0$ such that {MARKOV}.",
    kind="feasible",
    conditions="P_0, P_1 positive (Section 2.1)",
    evidence="At the tie of Theorem 5 randomized response has an output with a larger ratio than "
    "the binary mechanism, so it cannot be simulated from the binary output, at any ε.",
    instances=joined(
        pairs_at({"a tie": TIE}, (0.1, 0.01, 0.001), "counterexample"),
        pairs_at({"no tie": GENERIC}, (0.1, 0.01)),
    ),
    quote=r"there exists a coupling of $Y_{\text{bin}}$ and $Y_{\text{dp}}$ such that they form "
    r"a Markov chain: $\nu - Y_{\text{bin}} - Y_{\text{dp}}$",
    finding="condition",
    weight="detail",
    holds="There is one if no letter has P_0(x) = P_1(x) > 0.",
    stands="The step from the ratios of Lemma 24 to the coupling is right.",
    below="kairouz2016.theorem-5",
)(_simulated)

theorem_5_coupling_corrected = corrected(
    theorem_5_coupling,
    rf"If no $x$ has $P_0(x) = P_1(x) > 0$, {MARKOV}.",
    "The 2 × m channel from the binary output is the solution of a 2 × 2 system; it is "
    "non-negative for randomized response, geometric, subset and random mechanisms.",
    conditions="no x with P_0(x) = P_1(x) > 0; ε ≤ ε* of the corrected Theorem 5",
    instances=untied,
    slip=0.01,
)(_simulated)

CLAIMS: tuple[Claim, ...] = (
    theorem_5, theorem_5_corrected, theorem_5_threshold, theorem_5_converse, theorem_5_coupling,
    theorem_5_coupling_corrected,
)  # fmt: skip
