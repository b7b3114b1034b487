r"""Section 9.4: the three cases of the proof of Lemma 27, with Claims 4 and 5."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.kairouz2016._information import F, balanced, masses, mu, priors
from lpcheck.papers.kairouz2016.lemma_27 import maximiser


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


def _claim_4(prior: Any, epsilon: float, slip: float) -> Outcome:
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


_CASE_1 = joined(
    explicit(
        at("3/4 and 1/4, ε = 1", prior=[F(3, 4), F(1, 4)], epsilon=1.0),
        at("nearly a point", prior=[F(998, 1000), F(1, 1000), F(1, 1000)], epsilon=0.1),
        at("one letter", "degenerate", prior=[F(1)], epsilon=1.0),
    ),
    _with_peak(0.55, 0.99, (0.5, 1.0)),
)


@claim(
    id="kairouz2016.claim-4",
    source="Claim 4 (Section 9.4, Case 1)",
    statement=r"If $P(x^*) = \max_x P(x) \ge 1 - z^*(\varepsilon)$ and $T = \{x^*\}$, then $\{T, "
    r"T^c\} = \arg\max_A P(A) P(A^c)$ and $\max_A \mu(P(A), \varepsilon) = \max(\mu(P(T), "
    r"\varepsilon), \mu(P(T^c), \varepsilon))$.",
    kind="equal",
    conditions="P positive (Section 2); P(x*) ≥ 1 − z*(ε); ε ≤ 1",
    evidence="Both parts hold, the first by exact comparison of all subsets.",
    instances=_CASE_1,
    corrects="kairouz2016.claim-4-zero-letter",
)
def claim_4(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All subsets; the claimed maximum is off by the fraction `slip`."""
    return _claim_4(prior, epsilon, slip)


@claim(
    id="kairouz2016.claim-4-zero-letter",
    source="Claim 4 outside the standing condition that P is positive",
    statement=r"Claim 4 for any distribution: $\{T, T^c\} = \arg\max_A P(A) P(A^c)$.",
    kind="equal",
    conditions="a letter of probability zero",
    expected="refuted",
    evidence="For (1, 0) all four subsets tie, for (3/4, 1/4, 0) {1} and {1, 3} do. (The second "
    "part still holds.)",
    instances=explicit(
        at("point mass, k = 2", "counterexample", prior=[F(1), F(0)], epsilon=1.0),
        at("3/4, 1/4, 0", "counterexample", prior=[F(3, 4), F(1, 4), F(0)], epsilon=1.0),
        at("3/4 and 1/4, where it holds", prior=[F(3, 4), F(1, 4)], epsilon=1.0),
    ),
    slip=None,
)
def claim_4_zero_letter(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All subsets."""
    return _claim_4(prior, epsilon, slip)


@claim(
    id="kairouz2016.equation-69",
    source="Section 9.4, Case 2, eq. 69",
    statement=r"For $z = 1 - P(x^*) \in [z^*(\varepsilon), 1/2]$, $\{\{x^*\}, \{x^*\}^c\}$ is the "
    r"balanced pair and $\frac{\mu(z^*(\varepsilon), \varepsilon)}{\mu(1 - z, \varepsilon) + "
    r"\mu(z, \varepsilon)} \le 1$.",
    kind="upper",
    conditions="P positive; 1/2 ≤ P(x*) ≤ 1 − z*(ε); ε ≤ 1",
    evidence="The ratio stays below 0.507 for ε ≤ 1 (0.56 for every ε); it is 1/2 at ε → 0. The "
    "control asks for 0.49.",
    instances=explicit(
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
    priors(
        ("fair coin", [F(1, 2), F(1, 2)], "degenerate"),
        ("uniform, k = 4", [F(1, 4)] * 4, "degenerate"),
        ("uniform, k = 3", [F(1, 3)] * 3, "degenerate"),
        ("3/8, 3/8, 1/4", [F(3, 8), F(3, 8), F(1, 4)], "fixed"),
        ("1/2, 1/2, 0", [F(1, 2), F(1, 2), F(0)], "degenerate"),
        sizes=(),
    ),
    lambda full: (
        Instance(i.label, {"prior": i.parameters["prior"]}, i.kind)
        for i in _with_peak(0.34, 0.5, (1.0,))(full)
        if max(i.parameters["prior"]) <= 0.5
    ),
)


@claim(
    id="kairouz2016.claim-5",
    source="Claim 5 (Section 9.4, Case 3)",
    statement=r"If $P(x^*) \le 1/2$ there is $A \subset \mathcal X$ with $1/2 - P(x^*) \le P(A) "
    r"\le 1/2$.",
    kind="lower",
    conditions="P(x*) ≤ 1/2",
    evidence="The set of the proof (letters in increasing order, up to 1/2) does it, exactly. For "
    "the fair coin it is empty: the lower bound is then 0 and is met with equality.",
    instances=_CASE_3,
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


@claim(
    id="kairouz2016.equation-70",
    source="Section 9.4, eq. 70",
    statement=r"For $P(x^*) \le 1/2$ and $P(T)$ the smaller side, $P(T) \ge \max(P(x^*), P(A)) \ge "
    r"\max(P(x^*), 1/2 - P(x^*)) \ge 1/4$ and $P(T) \le 1/2$.",
    kind="lower",
    conditions="P(x*) ≤ 1/2; A as in Claim 5",
    evidence="P(T) is the largest sum of a subset that is at most 1/2, so all of it follows; it "
    "holds exactly on every instance. (1/4 is not tight: P(T) ≥ 1/3, by adding letters "
    "until 1/3 is reached.)",
    instances=_CASE_3,
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


@claim(
    id="kairouz2016.equation-71",
    source="Section 9.4, eq. 71",
    statement=r"For $\varepsilon \le 1$, $\frac{\mu(z^*(\varepsilon), \varepsilon)}{\min(\mu(1/2, "
    r"\varepsilon), \mu(1/4, \varepsilon)) + \mu(3/4, \varepsilon)} \le 1$, and the denominator is "
    r"at most $\mu(z, \varepsilon) + \mu(1 - z, \varepsilon)$ for $z \in [1/4, 1/2]$.",
    kind="upper",
    conditions="ε ≤ 1 (it holds for every ε > 0)",
    evidence="The ratio falls from 2/3 at ε → 0 to 0.654 at ε → ∞. The control asks for 0.6.",
    instances=explicit(*(at(f"ε = {e:g}", epsilon=e) for e in (1.0, 0.5, 0.1, 1e-3, 3.0, 30.0))),
    slip=0.4,
)
def equation_71(epsilon: float, slip: float = 0.0) -> Outcome:
    """Both inequalities, the second on a grid; the first bound times 1 − `slip`."""
    half, quarter, rest = (float(v) for v in mu([0.5, 0.25, 0.75], epsilon))
    total = min(half, quarter) + rest
    z = np.linspace(0.25, 0.5, 51)
    smallest = float((mu(z, epsilon) + mu(1.0 - z, epsilon)).min())
    peak = float(mu(maximiser(epsilon), epsilon))
    return both(at_most(peak, total * (1.0 - slip)), at_most(total, smallest))


CLAIMS: tuple[Claim, ...] = (
    claim_4,
    claim_4_zero_letter,
    equation_69,
    claim_5,
    equation_70,
    equation_71,
)
