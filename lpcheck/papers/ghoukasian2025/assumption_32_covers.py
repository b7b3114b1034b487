r"""Theorem 3.6 with the (α, t, u)-decomposability of Definition 2.5, u > 1 and α = u/t.

That is what Theorem C.4 of Park et al. asks for: t sets of measure α cover each letter u times.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.covers import evenly_covered, sets_of_mass
from lpcheck.claims.evidence import both
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    linear_is_optimal,
)

F = Fraction
_SEVENTHS = [F(2, 7), F(2, 7), F(1, 7), F(1, 7), F(1, 7)]
_FIFTHS = [F(2, 5), F(1, 5), F(1, 5), F(1, 5)]
_UNIFORM = [F(1, 5)] * 5


def rest_is_covered(mu: Sequence[Fraction], alpha: Fraction) -> bool:
    """Whether some B of measure α has a complement that sets of measure α cover evenly.

    For α > 1/2: whether some set of measure α is evenly covered by sets of measure 1 − α.
    """
    part, size = max(alpha, 1 - alpha), min(alpha, 1 - alpha)
    return any(
        evenly_covered([mu[x] / part if x in chosen else F(0) for x in range(len(mu))], size / part)
        for chosen in sets_of_mass(mu, part)
    )


@claim(
    id="ghoukasian2025.assumption-3-2-covers",
    source="Theorem 3.6 with Definition 2.5 for u > 1",
    statement=r"Theorem 3.6 holds for $(\alpha, t, u)$-decomposable $\mu$, $\alpha = "
    r"\frac{1-c_1}{c_2-c_1} = \frac ut$, as Theorem C.4 of [17] does for pure LDP.",
    kind="tight",
    conditions="g symmetric; t sets of measure α cover each letter u times",
    expected="refuted",
    evidence="μ = (2, 2, 1, 1, 1)/7, α = 3/7, c1 = 0, (0, 1/5)-LDP, TV: the linear sampler has "
    "16/35, the optimum is 31/70. The sets {1, i}, {2, j} and {3, 4, 5} cover evenly, but what is "
    "off {1, 3} has no even cover. No reference of sevenths or less on fewer letters will do.",
    instances=explicit(
        at("(0, 1/5)-LDP, TV", "counterexample", level={"epsilon": 0, "delta": F(1, 5)},
           reference=_SEVENTHS, alpha=F(3, 7), c1=F(0), divergence="tv"),
        at("α = 4/7", "counterexample", level=APPROXIMATE, reference=_SEVENTHS, alpha=F(4, 7),
           c1=F(0), divergence="tv"),
        at("pure LDP: it does hold", level={"epsilon": 0.5}, reference=_SEVENTHS, alpha=F(3, 7),
           c1=F(0), divergence="tv"),
    ),
    slip=None,
)  # fmt: skip
def assumption_3_2_covers(
    level: dict[str, Any], reference: Any, alpha: Any, c1: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The condition, and the linear sampler against all samplers."""
    c2 = c1 + (1 - c1) / alpha
    covered = Outcome(evenly_covered(reference, alpha), 0.0, "an even cover")
    return both(
        covered, linear_is_optimal(level, c1, c2, divergence, slip, reference=reference)
    )  # fmt: skip


@claim(
    id="ghoukasian2025.assumption-3-2-covers-corrected",
    source="Theorem 3.6 with Definition 2.5 for u > 1",
    statement=r"It does so if some $B$ of measure $\alpha \le \frac12$ has a complement that sets "
    r"of measure $\alpha$ cover evenly (for $\alpha > \frac12$: some set of measure $\alpha$ is "
    r"covered by sets of measure $1-\alpha$); for pure LDP without that.",
    kind="tight",
    conditions="g symmetric; any c1 < 1 < c2; (4) read as in assumption-3-2-corrected",
    evidence="Q_A(A) ≤ e^ε Q_B(A) + δ, averaged over the A that cover B^c, is (19). The cover is "
    "found, then the sampler is optimal over all samplers. 1/α disjoint sets, and uniform μ with "
    "αk ∈ ℕ, are cases of it. (For TV also only if, measured on all references of eighths.)",
    instances=explicit(
        *(
            at(f"{name}, α = {alpha}; {', '.join(level)}; {f}", level=level, reference=mu,
               alpha=alpha, c1=c1, divergence=f)
            for name, mu, alpha, c1, f in (
                ("(2, 1, 1, 1)/5", _FIFTHS, F(2, 5), F(1, 3), "tv"),
                ("(2, 1, 1, 1)/5", _FIFTHS, F(3, 5), F(0), "kl"),
                ("(2, 2, 1, 1, 1)/7", _SEVENTHS, F(2, 7), F(0), "hellinger"),
                ("(1, 1, 2, 2)/6", [F(1, 6), F(1, 6), F(1, 3), F(1, 3)], F(2, 3), F(1, 4), "tv"),
                ("five fair letters", _UNIFORM, F(2, 5), F(2, 3), "kl"),
            )
            for level in (APPROXIMATE, GAUSSIAN, FUNCTIONAL)
        ),
        at("(2, 2, 1, 1, 1)/7, α = 3/7; pure", level={"epsilon": 0.2}, reference=_SEVENTHS,
           alpha=F(3, 7), c1=F(0), divergence="kl"),
    ),
    corrects="ghoukasian2025.assumption-3-2-covers",
)  # fmt: skip
def assumption_3_2_covers_corrected(
    level: dict[str, Any], reference: Any, alpha: Any, c1: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The condition, and the linear sampler against all samplers; the control has λ + 1e-6."""
    pure = set(level) == {"epsilon"}
    found = (evenly_covered if pure else rest_is_covered)(reference, alpha)
    c2 = c1 + (1 - c1) / alpha
    return both(
        Outcome(found, 0.0, "the cover exists"),
        linear_is_optimal(level, c1, c2, divergence, slip, reference=reference),
    )


CLAIMS: tuple[Claim, ...] = (assumption_3_2_covers, assumption_3_2_covers_corrected)
