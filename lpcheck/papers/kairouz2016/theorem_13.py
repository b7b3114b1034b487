r"""Theorem 13 and Lemmas 26 and 27: the binary mechanism is within 1 + e^ε for ε ≤ 1."""

from __future__ import annotations

import math
from typing import Any

from formulations import Information
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import binary_information
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016.information import F, balance, mu, parts
from lpcheck.papers.kairouz2016.theorem_13_proof import slope, slope_by_complex_step


@claim(
    id="kairouz2016.theorem-13",
    source="Theorem 13 (and the display above it, and eq. 66)",
    statement=r"For any $\varepsilon \le 1$ and any $P$, $\mathrm{BIN} \ge \frac{1}{1 + "
    r"e^\varepsilon} \mathrm{OPT}$.",
    kind="upper",
    conditions="ε ≤ 1, any distribution P",
    evidence="Holds with room: the largest ratio OPT/BIN that was found is 1.245 (uniform, k = 3, "
    "ε = 1), where 3.72 is allowed. "
    "The factor is the limit of (66) as k grows, which the control would miss by 1e-6.",
    instances=joined(
        explicit(at("uniform, k = 3, ε = 1", prior=parts("1 1 1"), epsilon=1.0)),
        random_priors(sizes=(2, 3, 5, 7), epsilons=(1e-3, 0.3, 1.0)),
        degenerate_priors(epsilons=(0.0, 1e-4, 0.5, 1.0)),
    ),
    weight="headline",
)
def theorem_13(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """OPT against the factor times BIN, and the factor against its origin, (66) for k → ∞."""
    problem = Information(prior=prior, epsilon=epsilon)
    exact: Any = problem.prior.exact
    value = problem.value(binary_information(exact, epsilon))
    t = math.exp(epsilon)
    k = 1e15 * t
    factor = (1.0 + t) * (1.0 - slip)
    chain = k / (t + k - 1.0) * (t + 1.0)
    found = at_most(solve(problem).bounds.upper, factor * value, scale=problem.natural_scale)
    return both(found, equal(chain, factor))


theorem_13_every_epsilon = claim(
    id="kairouz2016.theorem-13-every-epsilon",
    source="Theorem 13 without its condition ε ≤ 1 (not claimed there)",
    statement=r"$\mathrm{BIN} \ge \frac{1}{1 + e^\varepsilon} \mathrm{OPT}$ for every $\varepsilon "
    r"\ge 0$ and any $P$.",
    kind="upper",
    conditions="ε > 1; not claimed by the paper",
    evidence="Holds on every instance: Lemma 26 is stated for every ε, and Lemma 27 needs no bound "
    "on ε either.",
    instances=joined(
        explicit(
            *(at(f"uniform, k = {k}, ε = 1.5", prior=[F(1, k)] * k, epsilon=1.5) for k in (3, 8))
        ),
        random_priors(sizes=(3, 6), epsilons=(1.01, 2.0, 6.0, 20.0)),
        degenerate_priors(epsilons=(1.5, 3.0, 20.0)),
    ),
    finding="probe",
)(theorem_13.test)


_COIN = [F(1, 2), F(1, 2)]
_ANY = joined(
    explicit(at("fair coin, ε = 1", prior=_COIN, epsilon=1.0)),
    random_priors(sizes=(2, 3, 5), epsilons=(0.1, 1.0, 4.0)),
    degenerate_priors(),
)


def _bound(problem: Information, slip: float) -> float:
    # Utilities are relative to the largest entry, so both are divided by e^ε.
    u = math.exp(-float(problem.epsilon))
    return problem.natural_scale * problem.k / (1.0 + (problem.k - 1) * u) * (1.0 - slip)


@claim(
    id="kairouz2016.lemma-26",
    source="Lemma 26 (and eq. 67)",
    statement=r"For all $P$ and $\varepsilon$, $\mathrm{OPT} \le (\max_j \mu_j) \frac{k}"
    r"{e^\varepsilon + k - 1}$.",
    kind="upper",
    conditions="all distributions, all ε",
    evidence="Holds on every instance, with equality for the fair coin; the control is 1 % lower.",
    instances=_ANY,
    slip=0.01,
)
def lemma_26(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """An upper bound on the optimum against the bound, lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    upper = solve(problem).bounds.upper
    return at_most(upper, _bound(problem, slip), scale=problem.natural_scale)


@claim(
    id="kairouz2016.section-9-2-tight",
    source="Section 9.2, first sentence",
    statement=r"The upper bound of Lemma 26 is tight for $\varepsilon \le 1$: it is attained by $P "
    r"= (1/2, 1/2)$ (at every $\varepsilon$).",
    kind="tight",
    conditions="attained by some P (for (1/3, 2/3) the optimum is strictly below)",
    evidence="Both sides are 2 μ(1/2)/(e^ε + 1); the control is 1e-6 off.",
    instances=explicit(*(at(f"ε = {e:g}", epsilon=e) for e in (1.0, 0.5, 0.01, 0.0, 5.0, 20.0))),
)
def section_9_2_tight(epsilon: float, slip: float = 0.0) -> Outcome:
    """The fair coin's optimum against the bound, lowered by the fraction `slip`."""
    problem = Information(prior=_COIN, epsilon=epsilon)
    return equal(solve(problem).value, _bound(problem, slip), scale=problem.natural_scale)


@claim(
    id="kairouz2016.lemma-27",
    source="Lemma 27 (and eqs. 68, 69, 71)",
    statement=r"For all $P$ and $\varepsilon \le 1$, $\frac{\max_j \mu_j}{\mu(P(T), \varepsilon) + "
    r"\mu(P(T^c), \varepsilon)} \le 1$.",
    kind="upper",
    conditions="ε ≤ 1 (it holds beyond, too); 0/0 for a point mass is read as max ≤ sum",
    evidence="Holds with room: the ratio is 1/2 for the fair coin. The control asks for 0.49.",
    instances=joined(
        explicit(at("fair coin, ε = 1", prior=[F(1, 2), F(1, 2)], epsilon=1.0)),
        random_priors(sizes=(2, 3, 5, 8), epsilons=(1e-3, 0.3, 1.0, 10.0), repeats=2),
        degenerate_priors(epsilons=(1e-4, 0.5, 1.0, 10.0)),
    ),
    slip=0.51,
)
def lemma_27(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The largest of all 2^k utilities against the sum, lowered by the fraction `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    z = balance(problem.prior.exact)
    total = float(mu([z, 1.0 - z], epsilon).sum())
    return at_most(problem.natural_scale, total * (1.0 - slip), scale=problem.natural_scale)


_POINTS = explicit(
    at("z = 0, ε = 1", "counterexample", z=0.0, epsilon=1.0),
    *(
        at(f"z = {z:g}, ε = {e:g}", "counterexample", z=z, epsilon=e)
        for z in (0.25, 0.9)
        for e in (0.1, 1.0, 5.0)
    ),
    at("z = ε = 1/4, where it holds", z=0.25, epsilon=0.25),
)


@printed(
    id="kairouz2016.section-9-4-derivative",
    source="Section 9.4, first display",
    kind="equal",
    evidence="The first term is ε e^ε. At z = 0 and ε = 1 the derivative is 1, and the "
    "display gives 1 − e.",
    instances=_POINTS,
    quote=r"$\mu'(z, \varepsilon) = e^\varepsilon z - (e^\varepsilon - 1) - (e^\varepsilon - 1) "
    r"\log(z(e^\varepsilon - 1) + 1)$",
    finding="misprint",
    weight="detail",
    holds="The first term is ε e^ε.",
    stands="The zero z*(ε) below it is that of the right derivative; to be compared with the PDF.",
)
def section_9_4_derivative(z: float, epsilon: float, slip: float = 0.0) -> Outcome:
    """A complex-step derivative of the definition against the display."""
    rest, t = math.expm1(epsilon), math.exp(epsilon)
    return equal(slope_by_complex_step(z, epsilon), t * z - rest - rest * math.log(z * rest + 1.0))


@corrected(
    section_9_4_derivative,
    r"$\mu'(z, \varepsilon) = \varepsilon e^\varepsilon - (e^\varepsilon - 1) - "
    r"(e^\varepsilon - 1) \log(z (e^\varepsilon - 1) + 1)$.",
    "Agrees with a complex-step derivative of the definition.",
)
def section_9_4_derivative_corrected(z: float, epsilon: float, slip: float = 0.0) -> Outcome:
    """The mended display, with z off by `slip`."""
    claimed = math.exp(epsilon) * slope(z + slip, epsilon)
    return equal(slope_by_complex_step(z, epsilon), claimed, scale=1e2 * math.exp(epsilon))


CLAIMS: tuple[Claim, ...] = (
    theorem_13, theorem_13_every_epsilon, lemma_26, section_9_2_tight, lemma_27,
    section_9_4_derivative, section_9_4_derivative_corrected,
)  # fmt: skip
