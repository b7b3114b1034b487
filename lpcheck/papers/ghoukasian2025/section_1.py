"""Related work: whether public data reduce the minimax risk."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from formulations import MinimaxSampler, PublicPrior
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._local import local_problem

F = Fraction
_PRIORS = (
    ("uniform", [F(1, 3)] * 3),
    ("uneven", [F(1, 2), F(3, 10), F(1, 5)]),
    ("nearly a point", [F(9, 10), F(9, 100), F(1, 100)]),
    ("two letters", [F(1, 4), F(3, 4)]),
)


@claim(
    id="ghoukasian2025.section-1-zamanlooy",
    source="Section 1, related work",
    statement=r"With the public prior as a hard constraint [22], access to public data does not "
    r"necessarily reduce the minimax risk.",
    kind="lower",
    conditions="discrete, ε-LDP, qK = q",
    evidence="It never does: K without the constraint keeps at least as much. The public-prior "
    "optimum is at least the global one, equal for a uniform prior only.",
    instances=explicit(
        *(
            at(f"{label}, ε = {e}, {f}", prior=prior, epsilon=e, divergence=f)
            for label, prior in _PRIORS
            for e in (0.5, 2.0)
            for f in ("tv", "kl")
        )
    ),
    slip=0.01,
)
def section_1_zamanlooy(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Two programs; the control, a uniform prior, raises the global risk by 1 %."""
    public = solve(PublicPrior(prior=prior, epsilon=epsilon, divergence=divergence))
    free = solve(MinimaxSampler(k=len(prior), epsilon=epsilon, divergence=divergence))
    return at_most(free.bounds.lower * (1.0 + slip), public.bounds.upper, slack=1e-10)


@claim(
    id="ghoukasian2025.section-1-public-data",
    source="Section 1, related work",
    statement=r"In the local formulation access to public data does reduce the minimax risk: that "
    r"of $N_\gamma(P_0)$ is below that of all distributions.",
    kind="upper",
    conditions="KL, TV, squared Hellinger; P0 positive, k ≥ 2, γ < ∞",
    evidence="Strictly below over all samplers, P0 decomposable or not: the global sampler already "
    "does better on every P that is no point mass. (For E_γ' with γ' ≥ r2 both are 0.)",
    instances=explicit(
        at("two fair letters, γ = 99: nearly everything", reference=[F(1, 2)] * 2, gamma=99,
           epsilon=0.5, divergence="kl"),
        *(
            at(f"{label}, γ = {g}, ε = {e}, {f}", reference=prior, gamma=g, epsilon=e,
               divergence=f)
            for label, prior in _PRIORS
            for g, e, f in ((2, 0.5, "kl"), (5, 1.0, "hellinger"), (20, 0.1, "tv"))
        ),
    ),
    slip=0.2,
)  # fmt: skip
def section_1_public_data(
    reference: Any, gamma: int, epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:
    """Two programs; the control raises the local risk by 20 % where it is nearly the global."""
    near = solve(local_problem({"epsilon": epsilon}, reference, gamma, divergence))
    free = solve(MinimaxSampler(k=len(reference), epsilon=epsilon, divergence=divergence))
    if not math.isfinite(near.bounds.upper + free.bounds.lower):
        return Outcome(None, math.inf, near.message or free.message)
    gap = near.bounds.upper * (1.0 + slip) - free.bounds.lower
    return Outcome(gap < -1e-9, gap, f"local at most {near.bounds.upper:.6g}, global at least "
                   f"{free.bounds.lower:.6g}")  # fmt: skip


CLAIMS: tuple[Claim, ...] = (section_1_zamanlooy, section_1_public_data)
