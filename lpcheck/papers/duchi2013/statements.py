r"""The symmetrised KL divergence of two privatised inputs, against all ε-LDP kernels."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from formulations import Staircase, divergence
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, optimum_equals, vanishes
from lpcheck.claims.instances import degenerate_pairs, grid, joined, random_pairs

F = Fraction

SYMMETRISED = divergence(
    lambda x: (x - 1.0) * math.log(x),
    name="KL in both orders",
    at_zero=math.inf,
    slope_at_infinity=math.inf,
    derivative=lambda x: math.log(x) + 1.0 - 1.0 / x,
)
"""D_f(M0‖M1) = D_kl(M0‖M1) + D_kl(M1‖M0)."""


def bound(epsilon: float, distance: float) -> float:
    """min{4, e^2ε} (e^ε − 1)² TV²."""
    return min(4.0, math.exp(2.0 * epsilon)) * (math.expm1(epsilon) * distance) ** 2


@claim(
    id="duchi2013.kl-bound",
    source="its bound on pairwise divergences",
    statement=r"For every $\varepsilon$-LDP kernel $D_{kl}(M_0\|M_1) + D_{kl}(M_1\|M_0) \le "
    r"\min\{4, e^{2\varepsilon}\}(e^\varepsilon-1)^2 D_{TV}(P_0, P_1)^2$.",
    kind="upper",
    conditions="any P0, P1; the text was not at hand",
    weight="headline",
    evidence="The largest left side over all kernels is a staircase program, whose upper bound is "
    "compared: random and degenerate pairs, zeros included. How sharp it is: kl-bound-sharp.",
    instances=joined(
        random_pairs(sizes=(2, 3, 5), epsilons=(0.01, 0.3, 1.0, 3.0)),
        degenerate_pairs((0.0, 1e-4, 1.0, 10.0)),
    ),
    slip=1e-3,
    control={"p0": [F(1), F(0)], "p1": [F(0), F(1)], "epsilon": 1e-4},
)
def kl_bound(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against the program; the control, at point masses and ε = 1e-4, lowers the bound by 1e-3."""
    best = solve(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=SYMMETRISED)).bounds.upper
    distance = sum(abs(float(a) - float(b)) for a, b in zip(p0, p1, strict=True)) / 2.0
    return at_most(best, bound(epsilon, distance) * (1.0 - slip))


@claim(
    id="duchi2013.kl-bound-sharp",
    source="its bound on pairwise divergences, measured by us",
    statement=r"For disjoint supports the largest left side is $2\varepsilon\tanh\frac\varepsilon2"
    r"$: the bound exceeds it by a factor $1 + O(\varepsilon)$.",
    kind="asymptotic",
    conditions="P0, P1 point masses; ε → 0",
    finding="probe",
    evidence="Randomized response has that value and is optimal over all kernels. So the bound is "
    "sharp as ε → 0 and at no ε > 0: it is 1.35 times the optimum at ε = 0.1, 13 times at ε = 1 "
    "and 54 times at ε = 2. (At ε = 1 and other pairs we found up to 0.092 of the bound.)",
    instances=grid(epsilon=(0.01, 0.1, 1.0, 2.0)),
)
def kl_bound_sharp(epsilon: float, slip: float = 0.0) -> Outcome:
    """The optimum, and the order of the excess; the control moves the closed form by 1e-6."""
    stated = Staircase(p0=[1, 0], p1=[0, 1], epsilon=epsilon, divergence=SYMMETRISED)

    def largest(e: float) -> float:
        return 2.0 * e * math.tanh(e / 2.0) * (1.0 + slip)

    return both(
        optimum_equals(stated, solve(stated), largest(epsilon)),
        vanishes(lambda h: bound(h, 1.0) / largest(h) - 1.0, (0.04, 0.02, 0.01, 0.005), 1.0),
    )


CLAIMS: tuple[Claim, ...] = (kl_bound, kl_bound_sharp)
