r"""Theorems 4.1 and 5.1 off the neighbourhood: the projection of P, and whether it depends on f."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from formulations import Mollifier
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, nudged, optimal
from lpcheck.mechanisms.projection import project
from lpcheck.papers.ghoukasian2025._samplers import f_named

F = Fraction
_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "low:1/2", "alpha:0")


def _instances(full: bool) -> Iterator[Instance]:
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
    instances=_instances,
    slip=1e-4,
)
def theorem_4_1_projection(reference: Any, p: Any, gamma: Any, slip: float = 0.0) -> Outcome:
    """One P̂ against the programs of all f; the control moves 1e-4 between two letters."""
    lower, upper = [m / gamma for m in reference], [m * gamma for m in reference]
    rows = [[float(x) for x in row] for row in (p, lower, upper)]
    found = nudged(nudged(project(*rows).distribution, -slip), slip, (len(p) - 1,))
    return both(
        *(
            optimal(Mollifier(target=p, lower=lower, upper=upper, divergence=f_named(name)), found)
            for name in _FS
        )
    )


CLAIMS: tuple[Claim, ...] = (theorem_4_1_projection,)
