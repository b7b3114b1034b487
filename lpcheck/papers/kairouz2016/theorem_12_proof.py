r"""Section 9.1: the dual vector behind Theorem 12, its value (57), and expansions for small ε."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from formulations import Information
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import binary_information, most_balanced_subset
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.information import (
    F,
    balance,
    dual_slack,
    for_small,
    members,
    mu,
    parts,
    priors,
    vanishes_at_zero,
)

_ANY = joined(
    explicit(at("1/3 and 2/3", prior=[F(1, 3), F(2, 3)], epsilon=1.0)),
    random_priors(sizes=(2, 3, 5), epsilons=(0.1, 1.0, 5.0)),
    degenerate_priors(epsilons=(0.1, 1.0, 20.0)),
)
_TIES = priors("1 1 2", "1 2", "1 1 1", "2 2 1")


def _sides(prior: Sequence[Fraction]) -> tuple[Any, float]:
    exact: Any = prior
    T = most_balanced_subset(exact)
    return T, float(sum((p for p, inside in zip(prior, T, strict=True) if inside), F(0)))


def printed_dual(prior: Sequence[Fraction], epsilon: float) -> Array:
    """α* as printed: constant on T and on its complement."""
    T, z = _sides(prior)
    first, second = (float(value) for value in mu([z, 1.0 - z], epsilon))
    u = math.exp(-epsilon)
    scale = 1.0 / ((1.0 + u) * -math.expm1(-epsilon))
    inside = scale * (first - u * second) / T.sum()
    outside = scale * (second - u * first) / max((~T).sum(), 1)
    return np.asarray(np.where(T, inside, outside))


def feasible(prior: Any, slip: float = 0.0) -> Outcome:
    """Every pattern at ε from 1 down to 1e-4, α* lowered by the fraction `slip`."""

    def at_level(epsilon: float) -> Outcome:
        problem = Information(prior=prior, epsilon=epsilon)
        alpha = printed_dual(problem.prior.exact, epsilon) * (1.0 - slip)
        slack = dual_slack(problem, alpha)
        return Outcome(slack >= 0.0, -slack, f"smallest slack {slack:.3g} of the largest utility")

    return for_small(at_level)


theorem_12_dual = printed(
    id="kairouz2016.theorem-12-dual",
    source="Section 9.1, below eq. 55",
    statement=r"There is $\varepsilon^* > 0$ such that $\alpha^*_i = \frac{1}{(e^\varepsilon + 1)"
    r"(e^\varepsilon - 1)} \frac{e^\varepsilon \mu(S_{j_1}) - \mu(S_{j_2})}{|T|}$ on $T$, and with "
    r"$j_1, j_2$ exchanged and $|T^c|$ on $T^c$, is feasible for (55) for $\varepsilon \le "
    r"\varepsilon^*$.",
    kind="feasible",
    conditions="any distribution P (Section 2: positive)",
    evidence="With a tie, T' = {2} has α(T') = α(T^c)/2 and S_T'ᵀα* falls short of μ at every ε, "
    "on the uniform prior on 3 letters; on (2/5, 2/5, 1/5) even though the binary mechanism is "
    "optimal there.",
    instances=priors("1 1 1 1", fails=("1 1 1", "2 2 1")),
    quote=r"We claim that $\alpha^*$ is a feasible dual variable for sufficiently small "
    r"$\varepsilon$.",
    finding="condition",
    weight="detail",
    holds="It is feasible if the most balanced pair is unique.",
    stands="Its value (57) is right, and so are the expansions around it.",
    below="kairouz2016.theorem-12",
)(feasible)

theorem_12_dual_corrected = corrected(
    theorem_12_dual,
    r"If $\{T, T^c\}$ is the only pair that attains (20), $\alpha^*$ is feasible for "
    r"(55) for all $\varepsilon$ up to some $\varepsilon^* > 0$.",
    "Feasible for all 2^k patterns below an ε* found by halving; the control is 1e-6 smaller.",
    conditions="the pair is unique (so at most a point mass has a letter of probability zero)",
    instances=priors("1 1 2", "1 2", "998 1 1", "1", sizes=(2, 3, 4, 5)),
)(feasible)


def _value(prior: Any, epsilon: float, second: int, slip: float = 0.0) -> Outcome:
    """With the pattern of T and that of T again or of T^c; the right side is off by `slip`."""
    exact = Information(prior=prior, epsilon=epsilon).prior.exact
    _, z = _sides(exact)
    utilities = mu([z, 1.0 - z], epsilon)
    claimed = float(utilities[0] + utilities[second]) / (1.0 + math.exp(-epsilon)) * (1.0 + slip)
    found = float(printed_dual(exact, epsilon).sum())
    return equal(found, claimed, scale=float(utilities.max()) * 1e2 / epsilon)


equation_57 = printed(
    id="kairouz2016.equation-57",
    source="Section 9.1, eq. 57, third line",
    statement=r"$\mathbf 1^T \alpha^* = \frac{1}{e^\varepsilon + 1} \left( \mu(S_{j_1}) + "
    r"\mu(S_{j_1}) \right)$.",
    kind="equal",
    evidence="The second term is μ(S_j2). On (1/3, 2/3) at ε = 1 the two differ.",
    instances=explicit(
        at("1/3 and 2/3", "counterexample", prior=[F(1, 3), F(2, 3)], epsilon=1.0),
        at("uniform, k = 3", "counterexample", prior=parts("1 1 1"), epsilon=1.0),
        at("fair coin, where it holds", prior=[F(1, 2), F(1, 2)], epsilon=1.0),
    ),
    quote=r"$= \frac{1}{(e^\varepsilon + 1)} \left( \mu(S_{j_1}^{(k)}) + \mu(S_{j_1}^{(k)}) "
    r"\right)$",
    finding="misprint",
    weight="detail",
    holds="The second term is μ(S_{j_2}).",
    stands="The line below it has both terms right.",
)(partial(_value, second=0))

equation_57_corrected = corrected(
    equation_57,
    r"$\mathbf 1^T \alpha^* = \frac{1}{e^\varepsilon + 1} \left( \mu(S_{j_1}) + "
    r"\mu(S_{j_2}) \right)$.",
    "An identity at every prior and ε.",
    instances=_ANY,
)(partial(_value, second=1))


@display(
    "above eq. 63",
    r"$(S^{(k)T} \alpha^*)_j = \mu_j$ for $j \in \{j_1, j_2\}$ and all $\varepsilon$.",
    _ANY,
)
def section_9_1_equality(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The patterns of T and Tᶜ, relative to their largest entry; T's utility is off by `slip`."""
    exact = Information(prior=prior, epsilon=epsilon).prior.exact
    T, z = _sides(exact)
    alpha, u = printed_dual(exact, epsilon), math.exp(-epsilon)
    utilities = mu([z, 1.0 - z], epsilon)
    scale = float(utilities.max()) * 1e2 / epsilon  # α is a difference divided by e^ε − 1
    inside, outside = float(alpha[T].sum()), float(alpha[~T].sum())
    return both(
        equal(inside + u * outside, float(utilities[0]) * (1.0 + slip), scale=scale),
        equal(outside + u * inside, float(utilities[1]), scale=scale),
    )


@display(
    "eq. 64 (also Section 4.5, and BIN in Section 9.2)",
    r"The binary mechanism has $I(X; Y) = \frac{1}{e^\varepsilon + 1} \{ P(T) "
    r"e^\varepsilon\log\frac{e^\varepsilon}{P(T^c) + e^\varepsilon P(T)} + P(T^c) "
    r"\log\frac{1}{P(T^c) + e^\varepsilon P(T)} + P(T^c) e^\varepsilon "
    r"\log\frac{e^\varepsilon}{P(T) + e^\varepsilon P(T^c)} + P(T) \log\frac{1}{P(T) + "
    r"e^\varepsilon P(T^c)} \} = \frac{\mu(P(T), \varepsilon) + \mu(P(T^c), "
    r"\varepsilon)}{e^\varepsilon + 1}$.",
    _ANY,
)
def equation_64(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel's mutual information against both displays, each off by `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    exact: Any = problem.prior.exact
    found = problem.value(binary_information(exact, epsilon))
    z, t = balance(exact), math.exp(epsilon)
    printed = 0.0
    for inside in (z, 1.0 - z):
        mean = (1.0 - inside) + t * inside
        printed += (inside * t * (epsilon - math.log(mean)) - (1.0 - inside) * math.log(mean)) / (
            t + 1.0
        )
    short = float(mu([z, 1.0 - z], epsilon).sum()) / (1.0 + math.exp(-epsilon))
    # The printed sums cancel from order ε down to ε².
    return both(
        equal(found, printed * (1.0 + slip), scale=10.0 * (1.0 + epsilon)),
        equal(found, short * (1.0 + slip), scale=problem.natural_scale),
    )


@display(
    "eq. 58, first and third line",
    r"$e^\varepsilon = 1 + \varepsilon + \frac12 \varepsilon^2 + O(\varepsilon^3)$ and "
    r"$\frac{1}{1 + e^\varepsilon} = \frac12 - \frac14 \varepsilon + O(\varepsilon^2)$.",
    explicit(at("ε → 0")),
    slip=0.01,
)
def equation_58(slip: float = 0.0) -> Outcome:
    """Remainders at falling ε; the linear coefficients are off by the fraction `slip`."""
    return both(
        vanishes_at_zero(lambda e: math.expm1(e) - e * (1 + slip) - e * e / 2, 3),
        vanishes_at_zero(lambda e: -math.tanh(e / 2) / 2 + e / 4 * (1 + slip), 2),
    )


@display(
    "eq. 58, second line",
    r"For $a + b = 1$, as where it is used, $\log(a + e^\varepsilon b) = b \varepsilon + "
    r"\frac{b (1 - b)}{2} \varepsilon^2 + O(\varepsilon^3)$.",
    explicit(*(at(f"b = {b:g}", a=1 - b, b=b) for b in (0.25, 0.5, 0.875, 0.0, 1.0))),
    slip=0.01,
)
def equation_58_log(a: float, b: float, slip: float = 0.0) -> Outcome:
    """The remainder at falling ε; the quadratic coefficient is off by the fraction `slip`."""

    def error(e: float) -> float:
        value = math.log(a + b) + math.log1p(b * math.expm1(e) / (a + b))
        return value - b * e - b * (1 - b) / 2 * e * e * (1 + slip)

    return vanishes_at_zero(error, 3)


@display(
    "eqs. 59 and 61",
    r"$\mu_j = \frac12 P(T_j) P(T_j^c) \varepsilon^2 + O(\varepsilon^3)$.",
    explicit(*(at(f"z = {z:g}", z=z) for z in (0.25, 0.5, 0.75, 0.001, 0.999, 0, 1))),
    slip=0.01,
)
def equation_59(z: float, slip: float = 0.0) -> Outcome:
    """The remainder at falling ε; the coefficient is off by the fraction `slip`."""
    return vanishes_at_zero(
        lambda e: math.exp(e) * float(mu(z, e)) - z * (1 - z) / 2 * e * e * (1 + slip), 3
    )


def _dual_remainder(prior: Any, *, slack: bool, slip: float = 0.0) -> Outcome:
    """Of (Sᵀα*)_j, or of that less μ_j, the largest over all patterns; the slip scales the rest."""
    exact = Information(prior=prior, epsilon=1).prior.exact
    z, T = balance(exact), members(len(exact)).astype(float)
    inside = T @ np.array([float(p) for p in exact])
    leading = (z * (1 - z) - slack * inside * (1 - inside)) / 2 * (1 + slip)

    def error(e: float) -> float:
        alpha = printed_dual(exact, e)
        left = alpha.sum() + math.expm1(e) * (T @ alpha) - slack * math.exp(e) * mu(inside, e)
        return float(np.abs(left - leading * e * e).max())

    return vanishes_at_zero(error, 3)


equation_60 = display(
    "eq. 60",
    r"$(S^{(k)T} \alpha^*)_j = \frac12 P(T) P(T^c) \varepsilon^2 + O(\varepsilon^3)$ for all $j$.",
    _TIES,
    slip=0.01,
)(partial(_dual_remainder, slack=False))
section_9_1_slack = display(
    "below eq. 62",
    r"$(S^T \alpha^*)_j - \mu_j = \frac12 (P(T) P(T^c) - P(T_j) P(T_j^c)) \varepsilon^2 "
    r"+ O(\varepsilon^3)$.",
    _TIES,
    slip=0.01,
)(partial(_dual_remainder, slack=True))

steps = displays(
    (section_9_1_equality, equation_64, equation_58, equation_58_log, equation_59, equation_60,
     section_9_1_slack),
    id="kairouz2016.theorem-12-proof",
    source="Proof of Theorem 12 (Section 9.1)",
    evidence="Identities hold for tied and zero letters too; the measured orders in ε are those "
    "printed, or better, for the worst of all 2^k patterns. (With ties the coefficient below eq. "
    "62 is 0 and the sign is open: theorem-12-dual.)",
    weight="detail",
)  # fmt: skip

CLAIMS: tuple[Claim, ...] = (
    theorem_12_dual, theorem_12_dual_corrected, equation_57, equation_57_corrected, steps,
)  # fmt: skip
