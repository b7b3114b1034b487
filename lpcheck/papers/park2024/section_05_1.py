r"""Section 5.1: the baseline of Husain et al. on [k], and its best reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import RelativeMollifier
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, optimum_equals
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import husain_worst_case_diagonal
from lpcheck.papers.park2024._instances import EVERY_F, labelled, read

FIGURE_3 = ("kl", "tv", "hellinger")
LEVELS = (0.1, 0.5, 1.0, 2.0, 5.0)


def risk(k: int, divergence: str, diagonal: float) -> float:
    """D_f of a point mass against its answer, of which `diagonal` stays there."""
    return 0.0 if k == 1 else read(divergence).between([1.0, 0.0], [diagonal, 1.0 - diagonal])


def baseline(k: int, epsilon: float, divergence: str) -> float:
    """The worst case of the projection on the mollifier of the uniform distribution."""
    return risk(k, divergence, husain_worst_case_diagonal(k, epsilon))


def grid(*sizes: int, **fixed: Any) -> Any:
    """Sizes, each at the five levels of Figure 3."""
    return explicit(
        *(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e, **fixed) for k in sizes for e in LEVELS)
    )


def _project(point: Any, reference: Any, epsilon: float, divergence: str) -> RelativeMollifier:
    return RelativeMollifier(
        target=point, reference=reference, epsilon=epsilon, divergence=read(divergence)
    )


@claim(
    id="park2024.section-5-1-baseline",
    source="Section 5.1, Appendix F.1",
    statement=r"With uniform $Q_0$ the worst case of the baseline is $x f(1/x) + (1-x) f(0)$, "
    r"$x = \min(e^{\varepsilon/2}/k, 1 - (k-1)e^{-\varepsilon/2}/k)$, attained at a point mass.",
    kind="equal",
    conditions="any k, ε and f",
    evidence="The projection program at a point mass gives this value; random P are not worse.",
    instances=labelled(grid(2, 3, 10), FIGURE_3, rotate=True),
    slip=0.01,
)
def section_5_1_baseline(k: int, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Point mass and a random P against the formula; the slip changes ε by that fraction."""
    claimed = baseline(k, epsilon * (1 + slip), divergence)
    uniform = np.full(k, 1.0 / k)
    worst = _project(np.eye(k)[0], uniform, epsilon, divergence)
    p = np.random.default_rng([k, int(10 * epsilon)]).dirichlet(np.full(k, 0.3))
    other = solve(_project(p / p.sum(), uniform, epsilon, divergence))
    return both(
        optimum_equals(worst, solve(worst), claimed), at_most(other.bounds.lower, claimed, scale=10)
    )


def _references(full: bool) -> Any:
    generator = np.random.default_rng(51)
    for k in (2, 3, 4):
        for index in range(20 if full else 3):
            q = generator.dirichlet(np.ones(k))
            for epsilon in (0.5, 2.0):
                label = f"Q0 {index}, k = {k}, ε = {epsilon:g}"
                yield Instance(label, {"reference": q.tolist(), "epsilon": epsilon}, "random")
    for fixed in ([0.5, 0.5, 0.0], [1.0, 0.0], [0.34, 0.33, 0.33]):
        yield Instance(f"Q0 = {fixed}", {"reference": fixed, "epsilon": 1.0}, "degenerate")


@claim(
    id="park2024.section-5-1-uniform",
    source="Section 5.1",
    statement=r"As expected by symmetry, for any $f$ uniform $Q_0$ minimises $R_f$ of the baseline "
    r"among all choices of $Q_0$.",
    kind="lower",
    conditions="any f",
    evidence="The projected divergence is jointly convex in (P, Q0), so that averaging over "
    "exchanges of letters never raises the worst case; confirmed by the program at random, nearly "
    "uniform and degenerate Q0.",
    instances=labelled(_references, EVERY_F[:8], rotate=True),
    slip=0.1,
    control={"reference": [0.34, 0.33, 0.33], "epsilon": 1.0, "divergence": "kl"},
)
def section_5_1_uniform(
    reference: list[float], epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:
    """The rarest letter's point mass bounds the worst case; the slip lowers ε for uniform Q0."""
    k = len(reference)
    point = np.eye(k)[int(np.argmin(reference))]
    found = solve(_project(point, reference, epsilon, divergence)).bounds.upper
    best = baseline(k, epsilon * (1 - slip), divergence)
    return at_most(best, found, scale=10.0)


CLAIMS: tuple[Claim, ...] = (section_5_1_baseline, section_5_1_uniform)
