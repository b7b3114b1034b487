r"""Section 9.1, equations 58 to 61: expansions for small ε."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.kairouz2016._information import (
    TWO_TIED,
    UNIFORM_3,
    F,
    balance,
    members,
    mu,
    priors,
    vanishes_at_zero,
)
from lpcheck.papers.kairouz2016.theorem_12_dual import printed_dual


@claim(
    id="kairouz2016.equation-58",
    source="Section 9.1, eq. 58, first and third line",
    statement=r"$e^\varepsilon = 1 + \varepsilon + \frac12 \varepsilon^2 + O(\varepsilon^3)$ and "
    r"$\frac{1}{1 + e^\varepsilon} = \frac12 - \frac14 \varepsilon + O(\varepsilon^2)$.",
    kind="asymptotic",
    evidence="Measured orders 3 and 3: the second remainder is even smaller than printed.",
    instances=explicit(at("ε → 0")),
    slip=0.01,
)
def equation_58(slip: float = 0.0) -> Outcome:
    """Remainders at falling ε; the linear coefficients are off by the fraction `slip`."""
    return both(
        vanishes_at_zero(lambda e: math.expm1(e) - e * (1 + slip) - e * e / 2, 3),
        vanishes_at_zero(lambda e: -math.tanh(e / 2) / 2 + e / 4 * (1 + slip), 2),
    )


def _log(a: float, b: float, slip: float) -> Outcome:
    def error(e: float) -> float:
        value = math.log(a + b) + math.log1p(b * math.expm1(e) / (a + b))
        return value - b * e - b * (1 - b) / 2 * e * e * (1 + slip)

    return vanishes_at_zero(error, 3)


@claim(
    id="kairouz2016.equation-58-log",
    source="Section 9.1, eq. 58, second line",
    statement=r"$\log(a + e^\varepsilon b) = b \varepsilon + \frac{b (1 - b)}{2} \varepsilon^2 + "
    r"O(\varepsilon^3)$.",
    kind="asymptotic",
    conditions="none stated for a and b",
    expected="refuted",
    evidence="For a = b = 1 the left side tends to log 2. It is used with a + b = 1 only.",
    instances=explicit(
        at("a = b = 1", "counterexample", a=1.0, b=1.0),
        at("a = 2/3, b = 1/3, where it holds", a=2 / 3, b=1 / 3),
    ),
    slip=None,
)
def equation_58_log(a: float, b: float, slip: float = 0.0) -> Outcome:
    """The remainder at falling ε."""
    return _log(a, b, slip)


@claim(
    id="kairouz2016.equation-58-log-corrected",
    source="Section 9.1, eq. 58, second line, with a + b = 1",
    statement=r"If $a + b = 1$, $\log(a + e^\varepsilon b) = b \varepsilon + \frac{b (1 - b)}{2} "
    r"\varepsilon^2 + O(\varepsilon^3)$.",
    kind="asymptotic",
    conditions="a + b = 1, as where it is used",
    evidence="Measured order 3; at b = 1/2 it is 4.",
    instances=explicit(*(at(f"b = {b:g}", a=1 - b, b=b) for b in (0.25, 0.5, 0.875, 0.0, 1.0))),
    slip=0.01,
    corrects="kairouz2016.equation-58-log",
)
def equation_58_log_corrected(a: float, b: float, slip: float = 0.0) -> Outcome:
    """The remainder at falling ε; the quadratic coefficient is off by the fraction `slip`."""
    return _log(a, b, slip)


@claim(
    id="kairouz2016.equation-59",
    source="Section 9.1, eqs. 59 and 61",
    statement=r"$\mu_j = \frac12 P(T_j) P(T_j^c) \varepsilon^2 + O(\varepsilon^3)$.",
    kind="asymptotic",
    evidence="Measured order 3 at every z = P(T_j); the next term is z(1 − z)(2 − z) ε³/6.",
    instances=explicit(*(at(f"z = {z:g}", z=z) for z in (0.25, 0.5, 0.75, 0.001, 0.999, 0, 1))),
    slip=0.01,
)
def equation_59(z: float, slip: float = 0.0) -> Outcome:
    """The remainder at falling ε; the coefficient is off by the fraction `slip`."""
    return vanishes_at_zero(
        lambda e: math.exp(e) * float(mu(z, e)) - z * (1 - z) / 2 * e * e * (1 + slip), 3
    )


@claim(
    id="kairouz2016.equation-60",
    source="Section 9.1, eq. 60",
    statement=r"$(S^{(k)T} \alpha^*)_j = \frac12 P(T) P(T^c) \varepsilon^2 + O(\varepsilon^3)$ for "
    r"all $j$.",
    kind="asymptotic",
    evidence="Measured order 3 for the worst of all 2^k patterns, with ties too. (α*(T) and "
    "α*(T^c) differ at order ε²; the difference cancels in the sum.)",
    instances=priors(
        ("1/4, 1/4, 1/2", [F(1, 4), F(1, 4), F(1, 2)], "fixed"),
        ("1/3 and 2/3", [F(1, 3), F(2, 3)], "fixed"),
        ("uniform, k = 3", UNIFORM_3, "degenerate"),
        ("2/5, 2/5, 1/5", TWO_TIED, "degenerate"),
    ),
    slip=0.01,
)
def equation_60(prior: Any, slip: float = 0.0) -> Outcome:
    """The largest remainder over all patterns; the coefficient is off by the fraction `slip`."""
    exact = Information(prior=prior, epsilon=1).prior.exact
    z, T = balance(exact), members(len(exact)).astype(float)

    def error(e: float) -> float:
        alpha = printed_dual(exact, e)
        left = alpha.sum() + math.expm1(e) * (T @ alpha)
        return float(np.abs(left - z * (1 - z) / 2 * e * e * (1 + slip)).max())

    return vanishes_at_zero(error, 3)


@claim(
    id="kairouz2016.section-9-1-slack",
    source="Section 9.1, below eq. 62",
    statement=r"$(S^T \alpha^*)_j - \mu_j = \frac12 (P(T) P(T^c) - P(T_j) P(T_j^c)) \varepsilon^2 "
    r"+ O(\varepsilon^3)$.",
    kind="asymptotic",
    evidence="Measured order 3 for the worst of all 2^k patterns, with ties too (where the "
    "coefficient is 0 and the sign is open: theorem-12-dual).",
    instances=priors(
        ("1/4, 1/4, 1/2", [F(1, 4), F(1, 4), F(1, 2)], "fixed"),
        ("1/3 and 2/3", [F(1, 3), F(2, 3)], "fixed"),
        ("uniform, k = 3", UNIFORM_3, "degenerate"),
        ("2/5, 2/5, 1/5", TWO_TIED, "degenerate"),
    ),
    slip=0.01,
)
def section_9_1_slack(prior: Any, slip: float = 0.0) -> Outcome:
    """The largest remainder over all patterns; the coefficient is off by the fraction `slip`."""
    exact = Information(prior=prior, epsilon=1).prior.exact
    z, T = balance(exact), members(len(exact)).astype(float)
    inside = T @ np.array([float(p) for p in exact])

    def error(e: float) -> float:
        alpha = printed_dual(exact, e)
        left = alpha.sum() + math.expm1(e) * (T @ alpha) - math.exp(e) * mu(inside, e)
        claimed = (z * (1 - z) - inside * (1 - inside)) / 2 * e * e * (1 + slip)
        return float(np.abs(left - claimed).max())

    return vanishes_at_zero(error, 3)


CLAIMS: tuple[Claim, ...] = (
    section_9_1_slack,
    equation_58,
    equation_58_log,
    equation_58_log_corrected,
    equation_59,
    equation_60,
)
