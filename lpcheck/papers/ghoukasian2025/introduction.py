"""Abstract and related work: what the local risk depends on, and what public data do to it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from formulations import MinimaxSampler, PublicPrior
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, optimum_equals
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.linear_sampler import linear_weight
from lpcheck.papers.ghoukasian2025.samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    NEIGHBOURHOODS,
    PURE,
    local_problem,
    printed_risk,
)
from lpcheck.papers.ghoukasian2025.trade_off import read

F = Fraction


@claim(
    id="ghoukasian2025.abstract-depends",
    source="Abstract",
    statement=r"The exact value of the minimax risk in a neighborhood around $P_0$ depends on both "
    r"$P_0$ and the privacy level.",
    kind="feasible",
    conditions="as Theorems 4.1 and 5.1: γ ∈ ℕ, P0 (1/(γ+1), γ+1, 1)-decomposable (any density is)",
    expected="refuted",
    quote=r"we examine the minimax risk in a neighborhood around a fixed distribution $P_{0}$, and "
    r"characterize its exact value, which depends on both $P_{0}$ and the privacy level",
    finding="imprecise",
    stands="The theorems stand: the value that they print has no P0 in it. The neighbourhood and "
    "the sampler depend on P0.",
    holds="For every density the risk depends on γ, g and f alone; on P0 through its atoms only.",
    evidence="γ = 2, ε = 1/4, KL: for (1/3, 1/3, 1/3) and (1/3, 1/3, 1/6, 1/6) the optima over all "
    "samplers agree. The closed forms hold γ, g and f, but not P0.",
    instances=explicit(
        at("three letters and four", "counterexample", first=[F(1, 3)] * 3,
           second=[F(1, 3), F(1, 3), F(1, 6), F(1, 6)], gamma=2),
        at("P0 that does not split: it depends", first=[F(1, 3)] * 3, second=[F(1, 2), F(1, 2)],
           gamma=2),
    ),
    slip=None,
)  # fmt: skip
def abstract_depends(first: Any, second: Any, gamma: int) -> Outcome:
    """Bounds on both optima: apart, or both within 1e-6 of one number."""
    found = [solve(local_problem(PURE, p0, gamma, "kl")).bounds for p0 in (first, second)]
    apart = max(found[0].lower - found[1].upper, found[1].lower - found[0].upper)
    together = max(b.upper for b in found) - min(b.lower for b in found)
    holds = True if apart > 1e-6 else False if together < 1e-6 else None
    return Outcome(holds, together, f"optima {found[0].upper:.9g} and {found[1].upper:.9g}")


_LEVELS: tuple[dict[str, Any], ...] = (PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL)


def _instances(full: bool) -> Iterator[Instance]:
    fs = ("kl", "tv", "hellinger")
    for turn, (label, reference, gamma) in enumerate(NEIGHBOURHOODS):
        for shift, level in enumerate(_LEVELS):
            if level is GAUSSIAN and turn and not full:
                continue
            f = fs[(turn + shift) % 3] if full or level in (PURE, APPROXIMATE) else "tv"
            parameters = {"level": level, "reference": reference, "gamma": gamma, "divergence": f}
            yield Instance(f"{label}; {', '.join(level)}; {f}", parameters)


@claim(
    id="ghoukasian2025.abstract-depends-corrected",
    source="Abstract",
    statement=r"For decomposable $P_0$ it depends on $\gamma$, $g$ and $f$ alone; it depends on "
    r"$P_0$ through its atoms only, and is then at most that value.",
    kind="upper",
    conditions="γ ∈ ℕ, (3), g symmetric",
    evidence="The optima over all samplers are one number a γ, g and f, whatever the P0 that "
    "splits; P0 with a third of its first letter moved to the last has no larger one.",
    instances=_instances,
    corrects="ghoukasian2025.abstract-depends",
)
def abstract_depends_corrected(
    level: dict[str, Any], reference: Any, gamma: int, divergence: str, slip: float = 0.0
) -> Outcome:
    """Against (5), which has no P0; the control raises it by 1e-6 of itself."""
    weight = linear_weight(1.0 / gamma, gamma, read(level))
    value = printed_risk(1.0 / gamma, gamma, weight, f_named(divergence)) * (1.0 + slip)
    stated = local_problem(level, reference, gamma, divergence)
    moved = [reference[0] * F(2, 3), *reference[1:-1], reference[-1] + reference[0] / 3]
    other = solve(local_problem(level, moved, gamma, divergence)).bounds
    smaller = Outcome(other.lower <= value * (1 + 1e-9), other.lower - value, "with other atoms")
    return both(optimum_equals(stated, solve(stated), value), smaller)


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
)
def section_1_zamanlooy(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Two programs; the control, a uniform prior, raises the global risk by 1e-6 of it."""
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


CLAIMS: tuple[Claim, ...] = (
    abstract_depends,
    abstract_depends_corrected,
    section_1_zamanlooy,
    section_1_public_data,
)
