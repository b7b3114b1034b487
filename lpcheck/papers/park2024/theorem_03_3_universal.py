r"""Theorem 3.3 on finite alphabets: without even covers no mechanism is optimal for every f."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024._instances import labelled
from lpcheck.papers.park2024._sampler import Band, F
from lpcheck.papers.park2024.theorem_03_3 import problem_of
from lpcheck.papers.park2024.theorem_03_3_finite import EVEN


@claim(
    id="park2024.theorem-3-3-finite-universal",
    source="Theorem 3.3, optimal under any D_f, with a finite alphabet",
    statement=r"For any $\mu$ on $[k]$ under (10) one mechanism is optimal under every $D_f$.",
    kind="tight",
    conditions="eq. 10 alone: any μ on a finite alphabet",
    expected="refuted",
    evidence="μ uniform on three letters, c1 = 0, c2 = 2, e^ε = 2: the optimum for KL is "
    "unique (strictly convex), answers (2/3, 1/3, 0) with (4/9, 1/3, 2/9), and costs 0.2447 in "
    "squared Hellinger, where (2/5, 2/5, 1/5) costs 0.2369.",
    instances=labelled(
        explicit(
            at("α k = 3/2", "counterexample", mu=[F(1, 3)] * 3, c1=F(0), c2=F(2), t=F(2)), *EVEN
        ),
        ("hellinger",),
    ),
    slip=None,
)
def theorem_3_3_finite_universal(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The optimum for KL against the program of another f.

    A KL risk within 1e-5 of the optimum leaves entries within about 3e-3 of it (Pinsker), and
    the other risk within less than the excess that counts as a failure.
    """
    band = Band(tuple(mu), c1, c2, t)
    best, other = solve(problem_of(band, "kl")), problem_of(band, divergence)
    if best.mechanism is None or best.bounds.width > 1e-5:
        return Outcome(None, 0.0, best.message)
    excess = other.value(best.mechanism) - solve(other).bounds.upper
    detail = f"the optimum for KL costs {excess:.3g} more than possible"
    if 1e-5 < excess < 5e-3:
        return Outcome(None, excess, detail)
    return Outcome(excess <= 1e-5, excess, detail)


CLAIMS: tuple[Claim, ...] = (theorem_3_3_finite_universal,)
