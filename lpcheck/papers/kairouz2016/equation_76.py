r"""Section 9.5, equations 76 and 77: expansions for large ε."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, vanishes
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.kairouz2016._information import (
    UNIFORM_3,
    F,
    members,
    mu,
    randomized_response_dual,
)
from lpcheck.papers.kairouz2016.theorem_14_dual import POSITIVE

_LARGE = (1 / 12.0, 1 / 24.0)
"""Values of h = 1/ε: O(ε) is order −1 in h."""


def _left(p: NDArray[np.float64], T: NDArray[np.bool_], epsilon: float) -> float:
    """S_Tᵀα*."""
    alpha = randomized_response_dual(p, epsilon)
    return math.exp(epsilon) * float(alpha[T].sum()) + float(alpha[~T].sum())


def _patterns(prior: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    p = Information(prior=prior, epsilon=1).prior.array
    return p, members(p.size)[1:]


@claim(
    id="kairouz2016.equation-76",
    source="Section 9.5, eq. 76 and the fact above it",
    statement=r"$\log(a + e^\varepsilon b) = \varepsilon + \log b + O(e^{-\varepsilon})$ and "
    r"$\mu_j = -(P(T_j) \log P(T_j)) e^\varepsilon + O(\varepsilon)$ for large $\varepsilon$.",
    kind="asymptotic",
    conditions="b > 0, that is T_j ≠ ∅",
    evidence="The remainders divided by e^{−ε} and by ε stay bounded; the control is off by 1 %.",
    instances=POSITIVE,
    slip=0.01,
)
def equation_76(prior: Any, slip: float = 0.0) -> Outcome:
    """Growth of both remainders for every pattern; the leading terms are off by `slip`."""
    p, patterns = _patterns(prior)
    outcomes = []
    for z in {min(float(p[T].sum()), 1.0) for T in patterns}:

        def error(h: float, z: float = z) -> float:
            leading = -z * math.log(z) * (1.0 + slip)
            return math.exp(1.0 / h) * (float(mu(z, 1.0 / h)) - leading)

        def log_error(u: float, z: float = z) -> float:
            return math.log1p((1.0 - z) * u / z) + slip * math.log(u)

        outcomes.append(vanishes(log_error, (1e-4, 1e-5), 1))
        if z < 1.0 - 1e-9:  # at z = 1 both sides are 0
            outcomes.append(vanishes(error, _LARGE, -1, margin=0.5))
    return both(*outcomes)


@claim(
    id="kairouz2016.equation-77",
    source="Section 9.5, eq. 77, last line",
    statement=r"$(S^{(k)T} \alpha^*)_j = -(\sum_{i \in T_j} P(x_i) \log P(x_i)) e^\varepsilon + "
    r"O(\varepsilon)$.",
    kind="asymptotic",
    conditions="P positive (Section 2)",
    evidence="The remainder divided by ε stays bounded, for every pattern; exactly, S_Tᵀα* = "
    "Σ_T μ(S_{j_i}) − (|T| − 1) 1ᵀα*. The control is off by 1 %.",
    instances=POSITIVE,
    slip=0.01,
)
def equation_77(prior: Any, slip: float = 0.0) -> Outcome:
    """Growth of the remainder for every pattern; the leading term is off by `slip`."""
    p, patterns = _patterns(prior)
    outcomes = []
    for T in patterns:
        leading = -float((p[T] * np.log(p[T])).sum()) * (1.0 + slip)

        def error(h: float, T: NDArray[np.bool_] = T, leading: float = leading) -> float:
            return _left(p, T, 1.0 / h) - math.exp(1.0 / h) * leading

        outcomes.append(vanishes(error, _LARGE, -1, margin=0.5))
    return both(*outcomes)


@claim(
    id="kairouz2016.section-9-5-slack",
    source="Section 9.5, below eq. 77",
    statement=r"For $j \ne j_1, \dots, j_k$: $(S^{(k)T} \alpha^*)_j - \mu_j = (P(T_j) \log P(T_j) "
    r"- \sum_{i \in T_j} P(x_i) \log P(x_i)) e^\varepsilon + O(\varepsilon)$.",
    kind="asymptotic",
    conditions="P positive (Section 2)",
    evidence="The remainder divided by ε stays bounded, for every pattern of two or more letters. "
    "(Here the sign is right, unlike below eq. 50.) The control is off by 1 %.",
    instances=POSITIVE,
    slip=0.01,
)
def section_9_5_slack(prior: Any, slip: float = 0.0) -> Outcome:
    """Growth of the remainder; the leading term is off by `slip`."""
    p, patterns = _patterns(prior)
    outcomes = []
    for T in patterns[patterns.sum(axis=1) >= 2]:
        z = min(float(p[T].sum()), 1.0)
        leading = (z * math.log(z) - float((p[T] * np.log(p[T])).sum())) * (1.0 + slip)

        def error(h: float, T: NDArray[np.bool_] = T, z: float = z, lead: float = leading) -> float:
            slack = _left(p, T, 1.0 / h) - math.exp(1.0 / h) * float(mu(z, 1.0 / h))
            return slack - math.exp(1.0 / h) * lead

        outcomes.append(vanishes(error, _LARGE, -1, margin=0.5))
    return both(*outcomes)


def _second_line(prior: Any, letter: int, order: float, slip: float) -> Outcome:
    """The second line of (77) without remainders, for T = {letter}, against S_Tᵀα*."""
    p, _ = _patterns(prior)
    T, k = np.arange(p.size) == letter, p.size
    logs = p * np.log(p) * (1.0 + slip)

    def error(h: float) -> float:
        t = math.exp(1.0 / h)
        S = np.where(T, t, 1.0)
        own = float((S * (t + k - 2) * logs).sum()) * t
        others = float((S * (logs.sum() - logs)).sum()) * t
        return _left(p, T, 1.0 / h) - (others - own) / ((t - 1.0) * (t + k - 1.0))

    return vanishes(error, _LARGE, order, margin=0.5)


@claim(
    id="kairouz2016.equation-77-second-line",
    source="Section 9.5, eq. 77, second line",
    statement=r"$(S^{(k)T} \alpha^*)_j = -\frac{1}{(e^\varepsilon - 1)(e^\varepsilon + k - 1)} \{ "
    r"\sum_i S_{ij} (e^\varepsilon + k - 2) (P(x_i) \log P(x_i)) e^\varepsilon + O(\varepsilon) \} "
    r"+ \dots$",
    kind="asymptotic",
    conditions="P positive (Section 2)",
    expected="refuted",
    evidence="As printed all remainders together vanish (they are O(ε e^{−ε})); for (1/2, 1/2) "
    "and T = {1} the difference grows like ε/2. Parentheses are missing: O(ε) belongs inside the "
    "factor S_ij (e^ε + k − 2), as in the line's second half.",
    instances=explicit(
        at("fair coin", "counterexample", prior=[F(1, 2), F(1, 2)], letter=0),
        at("uniform, k = 3", "degenerate", prior=UNIFORM_3, letter=0),
    ),
    slip=None,
    quote=r"$\left\{ \sum_{i \in [k]} S_{ij}^{(k)} (e^\varepsilon + k - 2) (P(x_i) \log P(x_i)) "
    r"e^\varepsilon + O(\varepsilon) \right\}$",
    finding="misprint",
    weight="detail",
    holds="O(ε) belongs inside the factor S_ij (e^ε + k − 2), as in the line's second half.",
    stands="The last line of (77), which is what is used, holds; to be compared with the PDF.",
)
def equation_77_second_line(prior: Any, letter: int, slip: float = 0.0) -> Outcome:
    """The difference must vanish as ε grows (order 1 in 1/ε asks for much less than printed)."""
    return _second_line(prior, letter, 1.0, slip)


@claim(
    id="kairouz2016.equation-77-second-line-corrected",
    source="Section 9.5, eq. 77, second line, with parentheses",
    statement=r"$(S^{(k)T} \alpha^*)_j = -\frac{1}{(e^\varepsilon - 1)(e^\varepsilon + k - 1)} "
    r"\sum_i S_{ij} (e^\varepsilon + k - 2) ( (P(x_i) \log P(x_i)) e^\varepsilon + O(\varepsilon) "
    r") + \dots$",
    kind="asymptotic",
    conditions="P positive (Section 2)",
    evidence="The difference is of order ε, as the mended line says; the control is off by 1 %.",
    instances=explicit(
        *(
            at(f"{label}, T = {{{x}}}", prior=prior, letter=x)
            for label, prior in (
                ("fair coin", [F(1, 2), F(1, 2)]),
                ("uniform, k = 3", UNIFORM_3),
                ("1/6, 1/3, 1/2", [F(1, 6), F(1, 3), F(1, 2)]),
            )
            for x in range(len(prior))
        )
    ),
    slip=0.01,
    corrects="kairouz2016.equation-77-second-line",
)
def equation_77_second_line_corrected(prior: Any, letter: int, slip: float = 0.0) -> Outcome:
    """The difference grows at most like ε; the logarithmic terms are off by `slip`."""
    return _second_line(prior, letter, -1.0, slip)


CLAIMS: tuple[Claim, ...] = (
    equation_76,
    equation_77,
    section_9_5_slack,
    equation_77_second_line,
    equation_77_second_line_corrected,
)
