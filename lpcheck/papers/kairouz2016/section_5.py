r"""Section 5: the quaternary mechanism, error regions, and why Theorem 2 stops at δ = 0."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from formulations import ApproximateBinary, solve
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import quaternary, randomized_response
from lpcheck.papers.kairouz2016._columns import matrix, total, utility
from lpcheck.papers.kairouz2016._regions import (
    containment_excess,
    distance_to_hull,
    dominance_defect,
    errors,
    polygon,
    random_private,
    set_delta,
)

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


def _limits(epsilon: float, delta: float) -> Array:
    """R_{ε,δ} in the unit square, rows (a1, a2, b) for a·(P_MD, P_FA) ≤ b, scaled by e^{−ε}."""
    u = math.exp(-epsilon)
    lower = [[-1.0, -u, -u * (1 - delta)], [-u, -1.0, -u * (1 - delta)]]
    return np.array([*lower, [-1, 0, 0], [0, -1, 0], [1, 0, 1], [0, 1, 1]])


def _mechanisms(full: bool) -> Iterator[Instance]:
    exact = quaternary(1.0, 0.1).tolist()
    yield at("quaternary at its levels", kernel=exact, epsilon=1.0, delta=0.1)
    yield at("quaternary, δ too small", kernel=exact, epsilon=1.0, delta=0.1 - 1e-6)
    yield at("quaternary, ε too small", kernel=exact, epsilon=1.0 - 1e-6, delta=0.1)
    for delta in (0.0, 1.0):
        yield at(f"identity, δ = {delta:g}", "degenerate", kernel=[[F(1), F(0)], [F(0), F(1)]],
                 epsilon=0.0, delta=delta)  # fmt: skip
    yield at("constant", "degenerate", kernel=[[F(1)], [F(1)]], epsilon=0.0, delta=0.0)
    generator = np.random.default_rng(19)
    for number in range(200 if full else 40):
        epsilon, delta = (float(generator.choice(v)) for v in ([0.0, 0.5, 2.0], [0.0, 0.05, 0.4]))
        m = int(generator.integers(2, 7))
        kernel = generator.dirichlet(np.ones(m), 2)
        if number % 2:
            kernel = random_private(generator, m, epsilon, delta)
        yield at(f"mechanism {number}", "random", kernel=kernel.tolist(), epsilon=epsilon,
                 delta=delta)  # fmt: skip


@claim(
    id="kairouz2016.theorem-19",
    source="Theorem 19",
    statement=r"$Q$ is $(\varepsilon,\delta)$-locally differentially private (23) iff $R_Q "
    r"\subseteq R_{\varepsilon,\delta} = \{P_{FA} + e^\varepsilon P_{MD} \ge 1 - \delta,\ "
    r"e^\varepsilon P_{FA} + P_{MD} \ge 1 - \delta\}$.",
    kind="equal",
    conditions="|X| = 2",
    evidence="Definition (23) over all sets of outputs and the errors of all decision rules agree "
    "on private, barely private and arbitrary mechanisms.",
    instances=_mechanisms,
)
def theorem_19(kernel: Any, epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """The sides of the equivalence agree; `slip` takes the region of a smaller δ."""
    Q = matrix(kernel)
    excess = set_delta(Q, epsilon) - delta
    rows = _limits(epsilon, delta - slip)
    outside = float((errors(Q) @ rows[:, :2].T - rows[:, 2]).max() * math.exp(epsilon))
    private, contained = excess <= 1e-10, outside <= 1e-10
    detail = f"δ exceeded by {excess:.3g}, the region left by {outside:.3g}"
    agree = private == contained
    return Outcome(agree, 0.0 if agree else max(abs(excess), outside), detail)


def _levels(full: bool) -> Iterator[Instance]:
    first = "a segment, ε = 0, δ = 0"
    yield at(first, "degenerate", epsilon=0.0, delta=0.0)
    for epsilon in (0.0, math.log(2), 0.1, 3.0):
        for delta in (0.0, 0.1, 0.5, 1.0):
            yield at(f"ε = {epsilon:g}, δ = {delta:g}", epsilon=epsilon, delta=delta)


@claim(
    id="kairouz2016.theorem-19-quaternary",
    source="Section 5, below Theorem 19 (Figure 9b)",
    statement=r"$R_{Q_{QT}} = R_{\varepsilon,\delta}$ where $P_{FA} + P_{MD} \le 1$, the part that "
    r"matters; the whole of $R_{Q_{QT}}$ is $R_{\varepsilon,\delta} \cap ((1,1) - "
    r"R_{\varepsilon,\delta})$.",
    kind="equal",
    conditions="R_Q is the hull over all decision rules; the two printed conditions alone keep the "
    "corner (1, 1), a test that is always wrong, which the figure leaves out",
    evidence="Opposite tests mirror R_Q in (1/2, 1/2). Corner points of either set lie in the "
    "other, at every level tried. The proof of Theorem 18 needs the lower boundary only.",
    instances=_levels,
    control={"epsilon": 1.0, "delta": 0.1},
    weight="detail",
)
def region_of_quaternary(epsilon: float, delta: float, slip: float = 0.0) -> Outcome:
    """With the mirrored conditions; `slip` enlarges δ in the region."""
    lower = _limits(epsilon, delta + slip)
    mirrored = np.column_stack([-lower[:2, :2], lower[:2, 2] - lower[:2, :2].sum(axis=1)])
    return _compare(epsilon, delta, np.vstack([lower, mirrored]))


def _compare(epsilon: float, delta: float, region: Array) -> Outcome:
    points, corners = errors(quaternary(epsilon, delta)), polygon(region)
    left = float((points @ region[:, :2].T - region[:, 2]).max())
    missing = max(distance_to_hull(corner, points) for corner in corners)
    return both(
        Outcome(left <= 1e-9, left, f"R_Q leaves the region by {left:.3g}"),
        Outcome(missing <= 1e-9, missing, f"a corner of the region is {missing:.3g} from R_Q"),
    )


def _pairs(full: bool) -> Iterator[Instance]:
    half = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
    identity, constant = [[F(1), F(0)], [F(0), F(1)]], [[F(1)], [F(1)]]
    yield at("itself", "degenerate", first=half, second=half)
    yield at("the identity over all", "degenerate", first=identity, second=half)
    yield at("not over the identity", "degenerate", first=half, second=identity)
    yield at("a constant over nothing", "degenerate", first=constant, second=half)
    yield at("all over a constant", "degenerate", first=half, second=constant)
    yield at("erasure against flip", first=[[F(1, 3), F(0), F(2, 3)], [F(0), F(1, 3), F(2, 3)]],
             second=half)  # fmt: skip
    generator = np.random.default_rng(20)
    for number in range(300 if full else 60):
        ell, m = int(generator.integers(2, 5)), int(generator.integers(2, 5))
        first = generator.dirichlet(np.full(ell, 0.6), 2)
        second = generator.dirichlet(np.full(m, 0.6), 2)
        share = generator.choice([0.0, 0.4, 0.7])  # of noise, so that containment is not rare
        second = (1 - share) * second + share * second.mean(axis=0)
        if number % 6 == 0:
            second = first @ generator.dirichlet(np.ones(m), ell)
        yield at(f"pair {number}", "random", first=first.tolist(), second=second.tolist())


@claim(
    id="kairouz2016.theorem-20",
    source="Theorem 20",
    statement=r"$Q^{(1)}$ dominates $Q^{(2)}$ (there is a stochastic $W$ with "
    r"$Q^{(2)} = Q^{(1)} W$) iff $R_{Q^{(2)}} \subseteq R_{Q^{(1)}}$.",
    kind="equal",
    conditions="|X| = 2, as error regions need",
    evidence="Dominance by a linear program for W, containment by the edges of the region: the two "
    "agree on every pair, of which more than a third are contained.",
    instances=_pairs,
)
def theorem_20(first: Any, second: Any, slip: float = 0.0) -> Outcome:
    """The sides of the equivalence agree; `slip` adds noise to the dominating mechanism."""
    Q1, Q2 = matrix(first), matrix(second)
    excess = containment_excess(Q2, Q1)
    defect = dominance_defect((1 - slip) * Q1 + slip * Q1.mean(axis=0), Q2)
    contained, dominated = excess <= 1e-9, defect <= 1e-8
    detail = f"region exceeds by {excess:.3g}, ‖Q2 − Q1 W‖ = {defect:.3g}"
    agree = contained == dominated
    return Outcome(agree, 0.0 if agree else max(abs(excess), defect), detail)


CLAIMS: tuple[Claim, ...] = (
    mechanism,
    section_5_four_outputs,
    theorem_19,
    region_of_quaternary,
    theorem_20,
)
