r"""Theorems 19 and 20: privacy of one bit and dominance are containment of error regions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both
from lpcheck.claims.instances import F, at
from lpcheck.mechanisms import quaternary
from lpcheck.papers.kairouz2016._columns import Array, matrix
from lpcheck.papers.kairouz2016._regions import (
    containment_excess,
    distance_to_hull,
    dominance_defect,
    errors,
    polygon,
    random_private,
    set_delta,
)


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
    """Both sides of the equivalence; `slip` takes the region of a smaller δ."""
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
    """Both sides of the equivalence; `slip` adds noise to the dominating mechanism's program."""
    Q1, Q2 = matrix(first), matrix(second)
    excess = containment_excess(Q2, Q1)
    defect = dominance_defect((1 - slip) * Q1 + slip * Q1.mean(axis=0), Q2)
    contained, dominated = excess <= 1e-9, defect <= 1e-8
    detail = f"region exceeds by {excess:.3g}, ‖Q2 − Q1 W‖ = {defect:.3g}"
    agree = contained == dominated
    return Outcome(agree, 0.0 if agree else max(abs(excess), defect), detail)


CLAIMS: tuple[Claim, ...] = (theorem_19, region_of_quaternary, theorem_20)
