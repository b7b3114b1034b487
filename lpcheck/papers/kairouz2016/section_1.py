r"""The abstract and Section 1: regimes, privacy levels, divergences and sample sizes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import logsumexp
from scipy.stats import binom

from formulations import Information, Staircase, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal, nudged, optimal, vanishes
from lpcheck.claims.instances import F, at, degenerate_pairs, explicit, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.papers.kairouz2016._columns import basic_mechanisms, matrix, total, utility
from lpcheck.papers.kairouz2016._forms import printed
from lpcheck.papers.kairouz2016._polytope import worst_subset_ratio

_P0 = [F(1, 2), F(1, 3), F(1, 6)]
_P1 = [F(1, 6), F(1, 4), F(7, 12)]


@claim(
    id="kairouz2016.abstract-regimes",
    source="Abstract; Section 1.3",
    statement=r"Two simple mechanisms, the binary mechanism and randomized response, are optimal "
    r"in the high and low privacy regimes, respectively.",
    kind="tight",
    conditions="positive P0 and P1 with different likelihood ratios; here for KL",
    evidence="Both are optimal over all mechanisms; Theorems 5 and 8 have the exact conditions. "
    "(The abstract names the two regimes in the other order, and does not say “respectively”.)",
    instances=explicit(
        at("binary at ε = 1/100", p0=_P0, p1=_P1, epsilon=0.01, mechanism="binary"),
        at("randomized response at ε = 12", p0=_P0, p1=_P1, epsilon=12.0, mechanism="rr"),
    ),
)
def regimes(p0: Any, p1: Any, epsilon: float, mechanism: str, slip: float = 0.0) -> Outcome:
    """The binary mechanism at small ε, randomized response at large ε."""
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="kl")
    if mechanism == "binary":
        kernel = binary_hypothesis(problem.p0.array, problem.p1.array, epsilon)
    else:
        kernel = randomized_response(problem.k, epsilon)
    return optimal(problem, nudged(kernel, slip))


@claim(
    id="kairouz2016.abstract-any-utility",
    source="Abstract (“for any utility function”), against Theorem 4",
    statement=r"The condition of Theorem 4 on the utility is needed: for $U(Q) = -|L(Q) - "
    r"\varepsilon/2|$, $L(Q)$ the privacy level of $Q$, no staircase mechanism is optimal.",
    kind="lower",
    conditions="a utility that is no sum of sublinear functions, which the paper does not consider",
    evidence="Randomized response at ε/2 has U = 0, and every staircase mechanism has level 0 or "
    "ε, hence U = −ε/2. The control is a sublinear utility, the range of a column.",
    instances=explicit(at("k = 2, ε = 1", k=2, epsilon=1.0), at("k = 3, ε = 3", k=3, epsilon=3.0)),
    slip=1.0,
    finding="probe",
    weight="detail",
)
def any_utility(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The best staircase mechanism against randomized response at ε/2."""
    wide = utility("range", [1 / k] * k, [1 / k] * k)

    def value(Q: Any) -> float:
        return total(wide, Q) if slip else -abs(math.log(worst_subset_ratio(Q)) - epsilon / 2)

    best = max(value(Q) for Q in basic_mechanisms(k, epsilon, k))
    found = value(randomized_response(k, epsilon / 2))
    return Outcome(found > best + 1e-12, best - found, f"{best:.6g} against {found:.6g}")


@display(
    "at ε = 0",
    "The output must be independent of the data.",
    joined(
        random_pairs(sizes=(2, 4), epsilons=(0.0,), divergence="hellinger"),
        random_pairs(sizes=(3,), epsilons=(0.0,), divergence="tv"),
        degenerate_pairs((0.0,), divergence="kl"),
    ),
    slip=0.01,
)
def epsilon_0(p0: Any, p1: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The largest divergence and information at ε = 0; `slip` raises ε."""
    pair = Staircase(p0=p0, p1=p1, epsilon=epsilon + slip, divergence=divergence)
    single = Information(prior=p0, epsilon=epsilon + slip)
    return both(*(equal(solve(problem).value, 0.0) for problem in (pair, single)))


@display(
    "as ε → ∞",
    r"It can be made equal to the data: $Q \to I$ and $D_f(M_0\|M_1) \to D_f(P_0\|P_1)$ at the "
    r"rate $e^{-\varepsilon}$.",
    explicit(*[at(f"k = {k}", k=k) for k in (3, 2, 6, 20)]),
    slip=1.0,
)
def epsilon_infinite(k: int, slip: float = 0.0) -> Outcome:
    """Distance to the identity as e^{−ε} falls; `slip` claims one order more."""
    p0, p1 = np.arange(1.0, k + 1), np.arange(k, 0.0, -1)
    mu = utility("tv", p0 / p0.sum(), p1 / p1.sum())

    def distance(u: float) -> float:
        return float(np.abs(randomized_response(k, -math.log(u)) - np.eye(k)).max())

    def loss(u: float) -> float:
        return total(mu, np.eye(k)) - total(mu, randomized_response(k, -math.log(u)))

    steps = (1e-3, 1e-4, 1e-5)
    return both(vanishes(distance, steps, 1.0 + slip), vanishes(loss, steps, 1.0 + slip))


extremes = displays(
    (epsilon_0, epsilon_infinite),
    id="kairouz2016.section-1-1-extremes",
    source="Section 1.1, on the extremes of ε",
    evidence="Every optimum is 0 at ε = 0; randomized response tends to the identity.",
    weight="detail",
)


_SPLIT = [[F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]]


@printed(
    id="kairouz2016.equation-3",
    source="Section 1.2, eq. 3",
    kind="equal",
    conditions="M_v is a distribution on Y (eq. 2), an output alphabet possibly larger than X",
    evidence="With two inputs and three outputs the sum over two letters misses an output and half "
    "of the total variation.",
    instances=explicit(
        at("two inputs, three outputs", "counterexample", kernel=_SPLIT, p0=[F(2, 3), F(1, 3)],
           p1=[F(1, 3), F(2, 3)]),
        at("as many outputs as inputs", kernel=[[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]],
           p0=[F(3, 4), F(1, 4)], p1=[F(1, 4), F(3, 4)]),
    ),
    quote=r"$D_f(M_0||M_1) = \sum_{x \in \mathcal{X}} f\left(\frac{M_0(x)}{M_1(x)}\right) M_1(x)$",
    finding="misprint",
    weight="detail",
    holds="The sum runs over the outputs y, as in eq. 12.",
    stands="Nothing rests on it: eq. 12 gives the definition again, with the sum over y.",
)  # fmt: skip
def equation_3(kernel: Any, p0: list[F], p1: list[F], slip: float = 0.0) -> Outcome:
    """Total variation as the largest difference over sets, against the sum over x."""
    m0, m1 = (np.array([float(x) for x in p]) @ matrix(kernel) for p in (p0, p1))
    sets = ((np.arange(2 ** len(m0))[:, None] >> np.arange(len(m0))) & 1).astype(float)
    shown = sum(abs(a / b - 1.0) / 2 * b for a, b in list(zip(m0, m1, strict=True))[: len(p0)])
    return equal(float((sets @ (m0 - m1)).max()), float(shown))


@claim(
    id="kairouz2016.section-1-2-chernoff-stein",
    source="Section 1.2 (Chernoff-Stein's lemma)",
    statement=r"For a bounded type I error probability the best type II error probability scales "
    r"as $e^{-n D_{kl}(M_0\|M_1)}$.",
    kind="asymptotic",
    conditions="H0: the outputs are drawn from M_0",
    evidence="Exact binomial tests behind the binary mechanism: −(1/n) log β approaches "
    "D(M0‖M1) at the rate n^{−1/2}.",
    instances=explicit(
        *[at(f"ε = {e:g}, type I error {a:g}", epsilon=e, level=a) for e, a in
          ((1.0, 0.1), (0.3, 0.1), (4.0, 0.05))]
    ),
    slip=0.01,
)  # fmt: skip
def chernoff_stein(epsilon: float, level: float, slip: float = 0.0) -> Outcome:
    """Error exponents at growing n; `slip` scales the divergence."""
    p0, p1 = np.array([0.75, 0.25]), np.array([0.25, 0.75])
    Q = binary_hypothesis(p0, p1, epsilon)
    exponent = (1.0 + slip) * total(utility("kl", p0, p1), Q)
    (a, _), (b, _) = p0 @ Q, p1 @ Q

    def error(step: float) -> float:
        n = round(1.0 / step)
        accept_from = int(binom.ppf(level, n, a))
        # The tail falls geometrically: what lies beyond some thousand terms is nothing.
        tail = binom.logpmf(np.arange(accept_from, min(n, accept_from + 5000) + 1), n, b)
        return -float(logsumexp(tail)) / n - exponent

    return vanishes(error, (1e-4, 1e-5, 1e-6), 0.5, margin=0.1)


@claim(
    id="kairouz2016.section-1-3-sample-size",
    source="Section 1.3",
    statement=r"The effective sample size reduces from $n$ to $\varepsilon^2 n$ under local "
    r"differential privacy in hypothesis testing.",
    kind="asymptotic",
    conditions="as ε → 0: the largest D_kl(M0‖M1) is ε²‖P0 − P1‖²_TV / 2 to first order",
    evidence="The optimum over ε² approaches half the squared total variation.",
    instances=explicit(
        at("k = 2", p0=[F(3, 4), F(1, 4)], p1=[F(1, 4), F(3, 4)]),
        at("k = 3", p0=[F(1, 2), F(1, 3), F(1, 6)], p1=[F(1, 6), F(1, 3), F(1, 2)]),
        at("k = 4", p0=[F(1, 10), F(2, 10), F(3, 10), F(4, 10)], p1=[F(1, 4)] * 4),
    ),
    slip=0.01,
    weight="headline",
)
def sample_size(p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """The optimum over ε² at falling ε; `slip` scales the limit."""
    tv = sum(abs(a - b) for a, b in zip(p0, p1, strict=True)) / 2
    limit = (1.0 + slip) * float(tv**2) / 2

    def error(epsilon: float) -> float:
        return solve(Staircase(p0=p0, p1=p1, epsilon=epsilon)).value / epsilon**2 - limit

    return vanishes(error, (0.1, 0.03, 0.01), 1.0)


CLAIMS: tuple[Claim, ...] = (
    regimes, any_utility, extremes, equation_3, chernoff_stein, sample_size,
)  # fmt: skip
