r"""Section 5: what the quaternary mechanism is, and why Theorem 2 stops at δ = 0."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from formulations import ApproximateBinary, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import quaternary, randomized_response
from lpcheck.papers.kairouz2016._columns import total, utility
from lpcheck.papers.kairouz2016._regions import set_delta

_LEVELS = [(1.0, 0.1), (0.0, 0.0), (0.0, 0.5), (0.1, 1e-6), (5.0, 0.5), (20.0, 1e-6), (1.0, 1.0)]


@display(
    "below eq. 24",
    r"The quaternary mechanism passes $X$ unchanged with probability $\delta$ and "
    r"applies the binary mechanism with probability $1 - \delta$.",
    explicit(*[at(f"ε = {e:g}, δ = {d:g}", epsilon=e, delta=d) for e, d in _LEVELS]),
)
def section_5_description(epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """Identity and randomized response side by side; `slip` moves δ in the mixture."""
    high = 1.0 / (1.0 + math.exp(-epsilon))
    low = math.exp(-epsilon) * high
    rest = 1.0 - delta
    printed = np.array([[delta, 0, rest * low, rest * high], [0, delta, rest * high, rest * low]])
    share = delta + slip
    told = np.hstack([share * np.eye(2), (1 - share) * randomized_response(2, epsilon)[:, ::-1]])
    return both(
        equal(float(np.abs(printed - told).max()), 0.0),
        equal(float(np.abs(printed - quaternary(epsilon, delta)).max()), 0.0),
    )


@display(
    "eqs. 23 and 24",
    r"The quaternary mechanism is $(\varepsilon,\delta)$-locally differentially private.",
    explicit(*[at(f"ε = {e:g}, δ = {d:g}", epsilon=e, delta=d) for e, d in _LEVELS]),
)
def section_5_private(epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The δ that it really has; `slip` makes the mechanism for a larger δ."""
    had = set_delta(quaternary(epsilon, min(delta + slip, 1.0)), epsilon)
    return equal(had, delta, scale=math.exp(epsilon))


@display(
    "below item 3",
    r"Under $(\varepsilon,\delta)$-local differential privacy the constraints no longer "
    r"decompose into separate constraints on each output $y$.",
    explicit(
        *[at(f"{m} outputs a row, ε = {e:g}", m=m, epsilon=e) for m in (2, 5) for e in (0.0, 3.0)]
    ),
    slip=1.0,
)
def section_5_no_decomposition(m: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Disjoint rows with entries 1/m at δ = 1/m; `slip` = 1 takes δ = 1."""
    Q = np.kron(np.eye(2), np.full(m, 1.0 / m))
    delta = 1.0 / m + slip * (1.0 - 1.0 / m)
    alone = max(set_delta(Q[:, [y]], epsilon) for y in range(2 * m))
    together = set_delta(Q, epsilon)
    detail = f"δ = {delta:.3g}: one output needs {alone:.3g}, a set of them {together:.3g}"
    return Outcome(alone <= delta < together - 1e-9, delta - together, detail)


mechanism = displays(
    (section_5_description, section_5_private, section_5_no_decomposition),
    id="kairouz2016.section-5-quaternary",
    source="Section 5, on the quaternary mechanism (24) and definition (23)",
    conditions="outputs 2 and 3 in the opposite order; δ > 0 for the last (for δ = 0 the "
    "constraints do decompose: Claim 2)",
    evidence="Display (24) entry by entry; δ is reached over all 16 sets of outputs. Two disjoint "
    "rows of m entries 1/m: every output alone keeps ε = 0, δ = 1/m, and a set of them needs 1.",
    weight="detail",
)


@claim(
    id="kairouz2016.section-5-four-outputs",
    source="Section 5, against Theorem 2(a)",
    statement=r"Theorem 2(a) does not extend to $\delta > 0$: with $|\mathcal X| = 2$ no mechanism "
    r"with three outputs is optimal, while the quaternary mechanism has four.",
    kind="lower",
    conditions="0 < δ < 1, ε > 0, f strictly convex, distinct positive priors (the paper only says "
    "that its techniques do not generalise)",
    evidence="A convex utility of Q_QT W is largest at a deterministic W; none of the 81 maps of "
    "four outputs to three comes within 10⁻⁶ of the optimum. At δ = 0 two outputs suffice.",
    instances=explicit(
        *[
            at(f"{name}, ε = {e:g}, δ = {d:g}", name=name, epsilon=e, delta=d)
            for name in ("kl", "hellinger", "chi2", "js")
            for e, d in ((1.0, 0.1), (0.5, 0.5), (2.0, 0.01))
        ]
    ),
    slip=1.0,
    finding="probe",
)
def section_5_four_outputs(name: str, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The best three-output mechanism against the optimum; `slip` allows a fourth output."""
    p0, p1 = [F(1, 3), F(2, 3)], [F(3, 4), F(1, 4)]
    best = solve(ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=name))
    mu, outputs = utility(name, p0, p1), 3 + int(slip)
    merged = (np.eye(outputs)[list(to)] for to in product(range(outputs), repeat=4))
    reached = max(total(mu, quaternary(epsilon, delta) @ W) for W in merged)
    loss = best.value - reached
    detail = f"the best with {outputs} outputs loses {loss:.3g} of {best.value:.6g}"
    return Outcome(loss > 1e-6 * best.value, -loss, detail)


CLAIMS: tuple[Claim, ...] = (mechanism, section_5_four_outputs)
