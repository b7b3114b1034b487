r"""Theorem 4.1: the local minimax sampler under functional LDP, on finite alphabets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Mollifier
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import both, nudged, optimal
from lpcheck.claims.instances import at, explicit, labelled
from lpcheck.mechanisms.linear_sampler import linear_weight
from lpcheck.mechanisms.projection import project
from lpcheck.papers.ghoukasian2025.samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    NEIGHBOURHOODS,
    PURE,
    local_problem,
    mix,
    outside,
    printed_risk,
    private,
)
from lpcheck.papers.ghoukasian2025.theorem_36 import STANDS, as_printed
from lpcheck.papers.ghoukasian2025.trade_off import BENT, HALF_LINE, Nodes, read

F = Fraction


@claim(
    id="ghoukasian2025.theorem-4-1",
    source="Theorem 4.1",
    statement=r"For every trade-off function $g$ the sampler $Q^\star_g$ of (4) with $c_1 = "
    r"1/\gamma$, $c_2 = \gamma$, $h = p_0$ satisfies $g$-FLDP on $N_\gamma(P_0)$.",
    kind="feasible",
    conditions="γ ∈ ℕ, (3), P0 decomposable; any trade-off function g",
    expected="refuted",
    quote=r"Then $\mathbf{Q}^{\star}_{g,N_{\gamma}(P_{0})}\in\mathcal{Q}_{\mathbb{R}^{n},"
    r"\tilde{\mathcal{P}},g}$ and is locally minimax-optimal under any $f$-divergence",
    finding="condition",
    stands=STANDS,
    holds="For symmetric g.",
    below="ghoukasian2025.theorem-3-6",
    evidence="Theorem 3.6's fault: g(x) = (1 − x)/2, γ = 2, three letters: λ* = 1, and (2/3, 1/6, "
    "1/6) against (1/6, 1/6, 2/3) has ratio 4 where g allows 2.",
    instances=explicit(
        at("k = 3, γ = 2, g(x) = (1 − x)/2", "counterexample", nodes=HALF_LINE, k=3, gamma=F(2)),
        at("k = 4, γ = 3, a bent symmetric g", nodes=BENT, k=4, gamma=F(3)),
    ),
    slip=None,
)
def theorem_4_1(nodes: Nodes, k: int, gamma: Any) -> Outcome:
    """The class (1/γ, γ) with the uniform reference."""
    return as_printed(nodes, k, 1 / gamma, gamma)


@claim(
    id="ghoukasian2025.theorem-4-1-symmetric",
    source="Theorem 4.1",
    statement=r"$Q^\star_{g, N_\gamma(P_0)}$ is $g$-FLDP on all of $\tilde{\mathcal{P}}$ and "
    r"locally minimax-optimal under any $f$, for symmetric $g$.",
    kind="tight",
    conditions="γ ≥ 2 natural, (3), P0 (1/(γ+1), γ+1, 1)-decomposable; g symmetric",
    weight="headline",
    evidence="Optimal over all samplers with the value (5); answers to point masses and other P "
    "outside, projected first, keep privacy. (At γ = 1, N_γ = {P0} and (4) is 0/0.)",
    instances=labelled(
        explicit(
            *(
                at(f"{label}; {', '.join(level)}", level=level, reference=p0, gamma=gamma)
                for label, p0, gamma in NEIGHBOURHOODS
                for level in (PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL)
            )
        ),
        ("kl", "tv", "hellinger", "hockey-stick:5/4", "chi2"),
        rotate=True,
    ),
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


_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:5/4", "reversed:3/4", "alpha:0")


def _projected(full: bool) -> Iterator[Instance]:
    thirds = [F(1, 3)] * 3
    uneven = [F(1, 2), F(1, 4), F(1, 8), F(1, 8)]
    cases = (
        ("outside, all letters", thirds, [F(9, 10), F(1, 20), F(1, 20)], 2),
        ("a point mass", thirds, [F(1), F(0), F(0)], 2),
        ("a point mass, far", uneven, [F(0), F(0), F(0), F(1)], 3),
        ("two letters of four", uneven, [F(0), F(0), F(2, 3), F(1, 3)], F(3, 2)),
        ("inside: itself", uneven, [F(2, 5), F(1, 4), F(1, 5), F(3, 20)], 2),
        ("γ = 1", uneven, [F(1, 4)] * 4, 1),
    )
    for label, reference, p, gamma in cases:
        yield Instance(label, {"reference": reference, "p": p, "gamma": gamma})


@claim(
    id="ghoukasian2025.theorem-4-1-projection",
    source="Theorems 4.1 and 5.1, with the abstract and Section 1",
    statement=r"The optimal samplers are independent of the choice of $f$: so $\hat P$, which "
    r"minimizes $D_f(P\|P')$ over $N_\gamma(P_0)$, can be one and the same for all $f$.",
    kind="tight",
    conditions="P outside N_γ(P0), P ≪ P0 (else every P' costs infinity where f'(∞) = ∞)",
    evidence="clip(p/C; p0/γ, γ p0), or the bound on supp P where no C "
    "exists (P̂ is then not unique, as mass off supp P counts by its sum), is optimal against the "
    "projection program for seven f.",
    instances=_projected,
)
def theorem_4_1_projection(reference: Any, p: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """One P̂ against the programs of all f; the control moves 1e-6 between two letters."""
    lower, upper = [m / gamma for m in reference], [m * gamma for m in reference]
    rows = [[float(x) for x in row] for row in (p, lower, upper)]
    found = nudged(nudged(project(*rows).distribution, -slip), slip, (len(p) - 1,))
    return both(
        *(
            optimal(Mollifier(target=p, lower=lower, upper=upper, divergence=f_named(name)), found)
            for name in _FS
        )
    )


CLAIMS: tuple[Claim, ...] = (theorem_4_1, theorem_4_1_symmetric, theorem_4_1_projection)
