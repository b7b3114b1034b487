r"""Lemma 27: max μ is at most μ(P(T)) + μ(P(T^c)); the derivative and maximum of μ(z, ε)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.papers.kairouz2016._information import F, balance, mu

_EPSILONS = (1e-3, 0.1, 0.5, 1.0, 2.0, 8.0, 100.0)


def maximiser(epsilon: float) -> float:
    """z*(ε) as printed: (exp(e^ε ε/(e^ε − 1) − 1) − 1)/(e^ε − 1)."""
    rest = -math.expm1(-epsilon)
    u = math.exp(-epsilon)
    return math.exp(-epsilon) / rest * math.expm1(epsilon / rest - 1.0) if u else math.exp(-1.0)


def slope(z: float, epsilon: float) -> float:
    """e^{−ε} μ'(z, ε), mended: ε − (1 − e^{−ε})(1 + log(1 + z(e^ε − 1)))."""
    return epsilon + math.expm1(-epsilon) * (1.0 + math.log1p(z * math.expm1(epsilon)))


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


def _complex_step(z: float, epsilon: float) -> float:
    """μ'(z, ε), exact to rounding, from the definition of μ alone."""
    step = 1e-30
    w = complex(z, step)
    mean = w * math.expm1(epsilon) + 1.0
    return float((w * math.exp(epsilon) * epsilon - mean * np.log(mean)).imag / step)


_POINTS = explicit(
    at("z = 0, ε = 1", "counterexample", z=0.0, epsilon=1.0),
    *(at(f"z = {z:g}, ε = {e:g}", z=z, epsilon=e) for z in (0.25, 0.9) for e in (0.1, 1.0, 5.0)),
)


@claim(
    id="kairouz2016.section-9-4-derivative",
    source="Section 9.4, first display",
    statement=r"$\mu'(z, \varepsilon) = e^\varepsilon z - (e^\varepsilon - 1) - (e^\varepsilon - "
    r"1) \log(z (e^\varepsilon - 1) + 1)$.",
    kind="equal",
    expected="refuted",
    evidence="A misprint: the first term is ε e^ε. At z = 0 and ε = 1 the derivative is 1, and the "
    "display gives 1 − e.",
    instances=_POINTS,
    slip=None,
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
    return equal(_complex_step(z, epsilon), t * z - rest - rest * math.log(z * rest + 1.0))


@claim(
    id="kairouz2016.section-9-4-derivative-corrected",
    source="Section 9.4, first display, mended",
    statement=r"$\mu'(z, \varepsilon) = \varepsilon e^\varepsilon - (e^\varepsilon - 1) - "
    r"(e^\varepsilon - 1) \log(z (e^\varepsilon - 1) + 1)$.",
    kind="equal",
    evidence="Agrees with a complex-step derivative of the definition.",
    instances=_POINTS,
    corrects="kairouz2016.section-9-4-derivative",
)
def section_9_4_derivative_corrected(z: float, epsilon: float, slip: float = 0.0) -> Outcome:
    """The mended display, with z off by `slip`."""
    claimed = math.exp(epsilon) * slope(z + slip, epsilon)
    return equal(_complex_step(z, epsilon), claimed, scale=1e2 * math.exp(epsilon))


@claim(
    id="kairouz2016.section-9-4-maximiser",
    source="Section 9.4, second display, and the proof of Claim 4",
    statement=r"$\mu'(z, \varepsilon) > 0$ for $z < z^*(\varepsilon) = \frac{1}{e^\varepsilon - 1} "
    r"( e^{e^\varepsilon \varepsilon / (e^\varepsilon - 1) - 1} - 1 )$, $< 0$ for $z > "
    r"z^*(\varepsilon)$; $\mu \ge 0$, $\mu(0) = \mu(1) = 0$; $z^*(\varepsilon) \le 1/2$.",
    kind="equal",
    conditions="ε > 0 (at 0 the formula is 0/0 and μ = 0)",
    evidence="The slope changes sign at z* to a relative 1e-6, and μ on a grid peaks there; z* "
    "falls from 1/2 at ε → 0 to 1/e at ε → ∞. The control moves z* by 1e-4.",
    instances=explicit(*(at(f"ε = {e:g}", epsilon=e) for e in _EPSILONS[::-1])),
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


CLAIMS: tuple[Claim, ...] = (
    lemma_27,
    section_9_4_derivative,
    section_9_4_derivative_corrected,
    section_9_4_maximiser,
)
