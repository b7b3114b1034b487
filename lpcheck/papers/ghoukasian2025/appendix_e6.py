r"""Appendix E.6, Figure 10: local against global sampler, 1-D Laplace mixtures, GLDP."""

from __future__ import annotations

from collections.abc import Mapping

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.papers.ghoukasian2025._clients import compared, draws


@claim(
    id="ghoukasian2025.figure-10",
    source="Appendix E.6, Figure 10",
    statement=r"Under $\nu$-GLDP the local sampler's $\max_j D_f(P_j\|\mathbf Q(P_j))$ over 100 "
    r"random clients is below the global one's, for all three $f$ and all $\nu$.",
    kind="upper",
    conditions="(1/3, 3) and (1/9, 9), K = 10, k0 = 2, b = 1, linear samplers with g = G_ν; ν ∈ "
    "{0.1, 0.5, 1, 2}; seeds 1 to 4",
    evidence="Below at every point and client by client: both are mixtures with P0, the local one "
    "with the larger weight. The default run takes the 5 of 100 farthest from P0, where the maxima "
    "are.",
    instances=draws("nu", 5),
    slip=0.3,
)
def figure_10(kept: int, seed: int, level: Mapping[str, float], slip: float = 0.0) -> Outcome:
    """Linear against linear; the control gives the global sampler 0.3 more of ν."""
    return compared(kept, seed, level, linear=(True, True), slip=slip)


CLAIMS: tuple[Claim, ...] = (figure_10,)
