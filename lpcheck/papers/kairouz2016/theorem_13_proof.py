r"""Sections 9.2 to 9.4: the steps of the proof of Theorem 13, with Claims 4 and 5."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.kairouz2016.information import F, balanced, masses, members, mu, priors

_EPSILONS = (1e-3, 0.1, 0.5, 1.0, 2.0, 8.0, 100.0)


def maximiser(epsilon: float) -> float:
    """z*(ε) as printed: (exp(e^ε ε/(e^ε − 1) − 1) − 1)/(e^ε − 1)."""
    rest = -math.expm1(-epsilon)
    u = math.exp(-epsilon)
    return math.exp(-epsilon) / rest * math.expm1(epsilon / rest - 1.0) if u else math.exp(-1.0)


def slope(z: float, epsilon: float) -> float:
    """e^{−ε} μ'(z, ε), mended: ε − (1 − e^{−ε})(1 + log(1 + z(e^ε − 1)))."""
    return epsilon + math.expm1(-epsilon) * (1.0 + math.log1p(z * math.expm1(epsilon)))


def slope_by_complex_step(z: float, epsilon: float) -> float:
    """μ'(z, ε), exact to rounding, from the definition of μ alone."""
    step = 1e-30
    w = complex(z, step)
    mean = w * math.expm1(epsilon) + 1.0
    return float((w * math.exp(epsilon) * epsilon - mean * np.log(mean)).imag / step)


@display(
    "below Theorem 13",
    r"$1 + e^\varepsilon \le 4$ for $\varepsilon \le 1$.",
    explicit(*(at(f"ε = {e:g}", epsilon=e) for e in (1.0, 0.5, 0.0))),
    slip=0.3,
)
def theorem_13_factor(epsilon: float, slip: float = 0.0) -> Outcome:
    """The number itself against 4 − `slip`."""
    return at_most(1.0 + math.exp(epsilon), 4.0 - slip)


@display(
    "Section 9.3, below eq. 67",
    r"$\alpha^*_i = \frac{1}{e^\varepsilon + k - 1}$ satisfies $\tilde S^{(k)T} \alpha^* "
    r"\ge 1$, where $\tilde S$ leaves out the first column, and $\mathbf 1^T \alpha^* = "
    r"\frac{k}{e^\varepsilon + k - 1}$.",
    explicit(
        *(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (1, 2, 3, 7) for e in (0, 1e-3, 1, 9))
    ),
)
def lemma_26_dual(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """All patterns but the constant one, with α* lowered by `slip`."""
    alpha = np.full(k, 1.0 / (math.exp(epsilon) + k - 1)) - slip
    T = members(k)[1:]
    left = np.where(T, math.exp(epsilon), 1.0) @ alpha
    single = left[T.sum(axis=1) == 1]
    return both(
        at_most(1.0, float(left.min())),
        *(equal(float(value), 1.0) for value in single),
        equal(float(alpha.sum()), k / (math.exp(epsilon) + k - 1)),
    )


@display(
    "Section 9.4, second display",
    r"$\mu'(z, \varepsilon) > 0$ for $z < z^*(\varepsilon) = \frac{1}{e^\varepsilon - 1} "
    r"( e^{e^\varepsilon \varepsilon / (e^\varepsilon - 1) - 1} - 1 )$, $< 0$ for $z > "
    r"z^*(\varepsilon)$; $\mu \ge 0$, $\mu(0) = \mu(1) = 0$; $z^*(\varepsilon) \le 1/2$.",
    explicit(*(at(f"ε = {e:g}", epsilon=e) for e in _EPSILONS[::-1])),
    slip=1e-4,
    control={"epsilon": 1.0},
)
def section_9_4_maximiser(epsilon: float, slip: float = 0.0) -> Outcome:
    """Signs on a grid and just beside z*, which is off by the fraction `slip`."""
    z = maximiser(epsilon) * (1.0 + slip)
    grid = np.linspace(0.0, 1.0, 201)
    values = mu(grid, epsilon)
    rising = all(slope(x, epsilon) > 0 for x in (*grid[grid < z], z * (1.0 - 1e-6)))
    falling = all(slope(x, epsilon) < 0 for x in (*grid[grid > z], z * (1.0 + 1e-6)))
    signs = Outcome(rising and falling, 0.0, f"the slope does not change sign at {z:.9g}")
    ends = max(abs(values[0]), abs(values[-1]))
    return both(
        signs,
        at_most(z, 0.5),
        at_most(-float(values.min()), 0.0),
        at_most(float(ends), 0.0, scale=epsilon**2),
        at_most(float(values.max()), float(mu(z, epsilon))),
    )


def _exact(prior: Any) -> tuple[Fraction, ...]:
    return Information(prior=prior, epsilon=1).prior.exact


def _with_peak(low: float, high: float, epsilons: Sequence[float]) -> Callable[[bool], Any]:
    """Positive priors with max P between two functions' values, k = 2 to 5, and an ε each."""

    def instances(full: bool) -> Iterator[Instance]:
        generator = np.random.default_rng([27, round(100 * low)])
        for k in (2, 3, 5):
            for i in range(20 if full else 2):
                for epsilon in epsilons:
                    top = float(generator.uniform(low, high))
                    rest = generator.dirichlet(np.ones(k - 1)) * (1.0 - top)
                    prior = [*rest.tolist(), top]
                    label = f"random {i}, k = {k}, max P = {top:.3f}, ε = {epsilon:g}"
                    yield Instance(label, {"prior": prior, "epsilon": epsilon}, "random")

    return instances


_CASE_1 = joined(
    explicit(
        at("3/4 and 1/4, ε = 1", prior=[F(3, 4), F(1, 4)], epsilon=1.0),
        at("nearly a point", prior=[F(998, 1000), F(1, 1000), F(1, 1000)], epsilon=0.1),
        at("one letter", "degenerate", prior=[F(1)], epsilon=1.0),
    ),
    _with_peak(0.55, 0.99, (0.5, 1.0)),
)


@display(
    "Claim 4",
    r"If $P(x^*) = \max_x P(x) \ge 1 - z^*(\varepsilon)$ and $T = \{x^*\}$, then $\{T, "
    r"T^c\} = \arg\max_A P(A) P(A^c)$ and $\max_A \mu(P(A), \varepsilon) = \max(\mu(P(T), "
    r"\varepsilon), \mu(P(T^c), \varepsilon))$.",
    _CASE_1,
)
def claim_4(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All subsets; the claimed maximum is off by the fraction `slip`."""
    exact = _exact(prior)
    top = max(range(len(exact)), key=lambda x: exact[x])
    if float(exact[top]) < 1.0 - maximiser(epsilon) - 1e-12:
        return Outcome(None, math.nan, "outside Case 1")
    mass, sides = masses(exact), {1 << top, len(masses(exact)) - 1 - (1 << top)}
    extra = set(balanced(exact)) ^ sides
    pair = Outcome(not extra, float(len(extra)), f"{len(extra)} further subsets attain the maximum")
    values = mu([float(m) for m in mass], epsilon)
    best = max(float(values[code]) for code in sides) * (1.0 + slip)
    return both(pair, equal(float(values.max()), best, scale=epsilon))


@display(
    "Case 2, eq. 69",
    r"For $z = 1 - P(x^*) \in [z^*(\varepsilon), 1/2]$, $\{\{x^*\}, \{x^*\}^c\}$ is the "
    r"balanced pair and $\frac{\mu(z^*(\varepsilon), \varepsilon)}{\mu(1 - z, \varepsilon) + "
    r"\mu(z, \varepsilon)} \le 1$.",
    explicit(
        *(
            at(f"{share:g} of the range, ε = {e:g}", share=share, epsilon=e)
            for e in (1.0, 0.5, 0.01, 10.0)
            for share in (0.0, 0.5, 1.0)
        )
    ),
    slip=0.51,
)
def equation_69(share: float, epsilon: float, slip: float = 0.0) -> Outcome:
    """A prior on 3 letters with P(x*) in the range; the bound is lowered by the fraction `slip`."""
    peak = maximiser(epsilon)
    z = F(str(round(0.5 - share * (0.5 - peak), 12)))
    extra = set(balanced([1 - z, z / 3, 2 * z / 3])) ^ {1, 6}
    total = float(mu([float(z), float(1 - z)], epsilon).sum()) * (1.0 - slip)
    return both(
        Outcome(not extra, float(len(extra)), "the balanced pair"),
        at_most(float(mu(peak, epsilon)), total),
    )


_CASE_3 = joined(
    priors("1 1", "1 1 1 1", "1 1 1", "3 3 2", "1 1 0", sizes=()),
    lambda full: (
        Instance(i.label, {"prior": i.parameters["prior"]}, i.kind)
        for i in _with_peak(0.34, 0.5, (1.0,))(full)
        if max(i.parameters["prior"]) <= 0.5
    ),
)


@display(
    "Claim 5",
    r"If $P(x^*) \le 1/2$ there is $A \subset \mathcal X$ with $1/2 - P(x^*) \le P(A) "
    r"\le 1/2$.",
    _CASE_3,
)
def claim_5(prior: Any, slip: float = 0.0) -> Outcome:
    """The set of the proof; P(x*) in the lower bound is lowered by `slip`."""
    ordered, total = sorted(_exact(prior)), F(0)
    for p in ordered:
        if total + p >= F(1, 2):
            break
        total += p
    short = F(1, 2) - ordered[-1] + F(slip) - total
    holds = total <= F(1, 2) and short <= 0
    return Outcome(holds, float(short), f"P(A) = {float(total):.6g}")


@display(
    "eq. 70",
    r"For $P(x^*) \le 1/2$ and $P(T)$ the smaller side, $P(T) \ge \max(P(x^*), P(A)) \ge "
    r"\max(P(x^*), 1/2 - P(x^*)) \ge 1/4$ and $P(T) \le 1/2$.",
    _CASE_3,
    slip=0.01,
)
def equation_70(prior: Any, slip: float = 0.0) -> Outcome:
    """Exact comparison; P(x*) in the middle is raised by `slip`."""
    exact = _exact(prior)
    mass = masses(exact)[balanced(exact)[0]]
    smaller, top = min(mass, 1 - mass), max(exact) + F(slip)
    inside = max(m for m in masses(exact) if m <= F(1, 2))
    middle = max(top, F(1, 2) - top)
    holds = F(1, 2) >= smaller >= max(top, inside) and inside >= F(1, 2) - max(exact)
    return Outcome(bool(holds and middle >= F(1, 4)), float(middle - smaller), f"P(T) = {smaller}")


@display(
    "eq. 71",
    r"For $\varepsilon \le 1$, $\frac{\mu(z^*(\varepsilon), \varepsilon)}{\min(\mu(1/2, "
    r"\varepsilon), \mu(1/4, \varepsilon)) + \mu(3/4, \varepsilon)} \le 1$, and the denominator is "
    r"at most $\mu(z, \varepsilon) + \mu(1 - z, \varepsilon)$ for $z \in [1/4, 1/2]$.",
    explicit(*(at(f"ε = {e:g}", epsilon=e) for e in (1.0, 0.5, 0.1, 1e-3, 3.0, 30.0))),
    slip=0.4,
)
def equation_71(epsilon: float, slip: float = 0.0) -> Outcome:
    """The two inequalities, the second on a grid; the first bound is times 1 − `slip`."""
    half, quarter, rest = (float(v) for v in mu([0.5, 0.25, 0.75], epsilon))
    total = min(half, quarter) + rest
    z = np.linspace(0.25, 0.5, 51)
    smallest = float((mu(z, epsilon) + mu(1.0 - z, epsilon)).min())
    peak = float(mu(maximiser(epsilon), epsilon))
    return both(at_most(peak, total * (1.0 - slip)), at_most(total, smallest))


steps = displays(
    (theorem_13_factor, lemma_26_dual, section_9_4_maximiser, claim_4, equation_69, claim_5,
     equation_70, equation_71),
    id="kairouz2016.theorem-13-proof",
    source="Proof of Theorem 13 (Sections 9.2 to 9.4)",
    conditions="P positive (Section 2), ε ≤ 1; Case 1: P(x*) ≥ 1 − z*(ε), Case 2: between 1/2 and "
    "that, Case 3: at most 1/2",
    evidence="1 + e^ε is 3.718 at ε = 1. The slope changes sign at z* to a relative 1e-6; z* falls "
    "from 1/2 at ε → 0 to 1/e. Subsets are compared exactly. The ratio of (69) stays below 0.507 "
    "for ε ≤ 1 and that of (71) falls from 2/3 to 0.654; both hold for every ε. (1/4 is not tight "
    "in (70): P(T) ≥ 1/3.)",
    weight="detail",
)  # fmt: skip

CLAIMS: tuple[Claim, ...] = (steps,)
