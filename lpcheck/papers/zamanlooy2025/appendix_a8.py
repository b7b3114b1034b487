r"""Appendix A.8: the total variation projection on a relative mollifier, as a linear program."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Mollifier, RelativeMollifier, solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, equal, optimum_equals
from lpcheck.claims.exact import F, shares
from lpcheck.claims.instances import at
from lpcheck.mechanisms import tv_projection_value


def _pairs(full: bool) -> Iterator[Instance]:
    """Seeded random targets and references, then degenerate ones; τ = e^{ε/2}."""
    for n in (3, 2, 8):
        generator = np.random.default_rng([8, n])
        for _ in range(10 if full else 1):
            target, reference = (
                [F(int(c), int(row.sum())) for c in row]
                for row in generator.integers(1, 99, (2, n))
            )
            for tau in (F(5, 4), F(2), F(50)):
                label = f"random, n = {n}, e^(ε/2) = {tau}"
                yield at(label, "random", target=target, reference=reference, tau=tau)
    half = shares("1 1")
    for label, p, q in (
        ("point mass", shares("1 0 0"), [F(1, 3)] * 3),
        ("rare letter", shares("1 0"), shares("1 9")),
        ("disjoint", shares("1 0"), shares("0 1")),
        ("equal", half, half),
        ("one letter", [F(1)], [F(1)]),
    ):
        for tau in (F(1), F(2)) if label != "point mass" else (F(1), F(2), F(10**4)):
            yield at(f"{label}, e^(ε/2) = {tau}", "degenerate", target=p, reference=q, tau=tau)


@claim(
    id="zamanlooy2025.appendix-a8",
    source="Appendix A.8, eq. 62 and the program below it",
    statement=r"$\inf_{\hat p \in \mathcal M_{\varepsilon,q}} \mathsf{TV}(p, \hat p)$ is the value "
    r"of: minimise $\sum Z_i$ subject to $\sum \hat p_i = 1$, $\hat p_i \le q_i e^{\varepsilon/2}$,"
    r" $\hat p_i e^{\varepsilon/2} \ge q_i$, $Z_i \ge 0$, $Z_i \ge p_i - \hat p_i$, "
    r"$0 \le \hat p_i \le 1$.",
    kind="equal",
    conditions="none",
    evidence="Equal to the projection with both signs of p − p̂ in the objective, on every "
    "instance: as both sum to 1, the positive parts alone are the distance.",
    instances=_pairs,
    slip=0.001,
)
def appendix_a8(target: Any, reference: Any, tau: Fraction, slip: float = 0.0) -> Outcome:
    """The printed program against the general projection; the slip widens the latter's box."""
    epsilon = 2.0 * math.log(tau)
    printed = RelativeMollifier(
        target=target, reference=reference, epsilon=epsilon, divergence="tv"
    )
    wide = tau * (1 + F(slip))
    general = Mollifier(
        target=target,
        lower=[q / wide for q in reference],
        upper=[q * wide for q in reference],
        divergence="tv",
    )
    return optimum_equals(printed, solve(printed), solve(general).value)


@claim(
    id="zamanlooy2025.appendix-a8-closed-form",
    source="Appendix A.8, solved",
    statement=r"The value is $\max\left(\sum_i (p_i - e^{\varepsilon/2} q_i)_+, "
    r"\sum_i (e^{-\varepsilon/2} q_i - p_i)_+\right)$: no program is needed.",
    kind="equal",
    conditions="none",
    evidence="Both sums are lower bounds, and clipping p, then moving the difference within the "
    "box, attains the larger; the program agrees on every instance.",
    instances=_pairs,
    slip=1e-6,
    finding="probe",
)
def appendix_a8_closed_form(
    target: Any, reference: Any, tau: Fraction, slip: float = 0.0
) -> Outcome:
    """Exact fractions, the function and the program; the slip widens the box of the first."""
    problem = RelativeMollifier(
        target=target, reference=reference, epsilon=2.0 * math.log(tau), divergence="tv"
    )
    wide = tau * (1 + F(slip))
    pairs = list(zip(target, reference, strict=True))
    above = sum((max(p - wide * q, F(0)) for p, q in pairs), F(0))
    below = sum((max(q / wide - p, F(0)) for p, q in pairs), F(0))
    claimed = float(max(above, below))
    coded = tv_projection_value(problem.target.array, problem.lower, problem.upper)
    return both(optimum_equals(problem, solve(problem), claimed), equal(coded, claimed))


CLAIMS: tuple[Claim, ...] = (appendix_a8, appendix_a8_closed_form)
