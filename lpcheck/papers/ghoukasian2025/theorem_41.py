r"""Theorem 4.1: the local minimax sampler under functional LDP, on finite alphabets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.linear_sampler import linear_weight
from lpcheck.papers.ghoukasian2025._local import (
    DECOMPOSABLE,
    local_problem,
    outside,
    private,
)
from lpcheck.papers.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    f_named,
    mix,
    printed_risk,
)
from lpcheck.papers.ghoukasian2025._trade_off import BENT, HALF_LINE, Nodes, read
from lpcheck.papers.ghoukasian2025.theorem_36 import exact_privacy, printed_weight

F = Fraction


@claim(
    id="ghoukasian2025.theorem-4-1",
    source="Theorem 4.1",
    statement=r"For every trade-off function $g$ the sampler $Q^\star_g$ of (4) with $c_1 = "
    r"1/\gamma$, $c_2 = \gamma$, $h = p_0$ satisfies $g$-FLDP on $N_\gamma(P_0)$.",
    kind="feasible",
    conditions="γ ∈ ℕ, (3), P0 decomposable; any trade-off function g",
    expected="refuted",
    evidence="Theorem 3.6's fault: g(x) = (1 − x)/2, γ = 2, three letters: λ* = 1, and (2/3, 1/6, "
    "1/6) against (1/6, 1/6, 2/3) has ratio 4 where g allows 2.",
    instances=explicit(
        at("k = 3, γ = 2, g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, k=3, gamma=F(2)),
        at("k = 4, γ = 3, a bent symmetric g", nodes=BENT, k=4, gamma=F(3)),
    ),
    slip=None,
)
def theorem_4_1(nodes: Nodes, k: int, gamma: Any) -> Outcome:
    """T of two answers against g, in rational arithmetic."""
    c1, c2 = 1 / gamma, gamma
    return exact_privacy(nodes, k, c1, c2, printed_weight(nodes, c1, c2))


_LEVELS: tuple[dict[str, Any], ...] = (PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL)


def _instances(full: bool) -> Iterator[Instance]:
    fs = ("kl", "tv", "hellinger", "hockey-stick:5/4")
    for turn, (label, reference, gamma) in enumerate(DECOMPOSABLE):
        for shift, level in enumerate(_LEVELS):
            for f in fs if full else (fs[(turn + shift) % len(fs)],):
                name = next(iter(level)) if len(level) == 1 else "(ε, δ)"
                parameters = {
                    "level": level, "reference": reference, "gamma": gamma, "divergence": f
                }  # fmt: skip
                yield Instance(f"{label}; {name}; {f}", parameters)


@claim(
    id="ghoukasian2025.theorem-4-1-symmetric",
    source="Theorem 4.1",
    statement=r"$Q^\star_{g, N_\gamma(P_0)}$ is $g$-FLDP on all of $\tilde{\mathcal{P}}$ and "
    r"locally minimax-optimal under any $f$, for symmetric $g$.",
    kind="tight",
    conditions="γ ≥ 2 natural, (3), P0 (1/(γ+1), γ+1, 1)-decomposable; g symmetric",
    evidence="Optimal over all samplers with the value (5); answers to point masses and other P "
    "outside, projected first, keep privacy. (At γ = 1, N_γ = {P0} and (4) is 0/0.)",
    instances=_instances,
    corrects="ghoukasian2025.theorem-4-1",
)
def theorem_4_1_symmetric(
    level: dict[str, Any], reference: Any, gamma: int, divergence: str, slip: float = 0.0
) -> Outcome:
    """Inside against all samplers, outside by privacy; the control has λ off by 1e-6."""
    stated = local_problem(level, reference, gamma, divergence)
    p0 = stated.reference.array
    weight = linear_weight(1.0 / gamma, gamma, read(level))
    sampler = mix(weight + slip, p0)
    value = printed_risk(1.0 / gamma, gamma, weight, f_named(divergence))
    near = outside(p0, gamma, len(p0))[1]
    rows = np.concatenate([sampler(stated.extreme_points), sampler(near)])
    return both(private(rows, level), optimal(stated, sampler, value=value))


CLAIMS: tuple[Claim, ...] = (theorem_4_1, theorem_4_1_symmetric)
