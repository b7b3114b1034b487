r"""Proposition 3.2: with infinitely many pairwise singular members, R = M_f."""

from __future__ import annotations

import math

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, chord, read
from lpcheck.claims.evidence import at_most, both, equal, optimum_equals, vanishes
from lpcheck.claims.exact import F
from lpcheck.claims.instances import at, explicit, labelled

# How fast M_f − R_k falls in 1/k: from v f(1/v) + (1 − v) f(0) at v = e^ε/(e^ε + k − 1).
_ORDERS = {"tv": 1.0, "hellinger": 0.5, "js": 1.0, "alpha:1/2": 0.5, "hockey-stick:2": 1.0}


@claim(
    id="park2024.proposition-3-2",
    source="Proposition 3.2",
    statement=r"If the class contains infinitely many pairwise singular distributions, "
    r"$R_f(\mathbf Q) = M_f$ for any $\varepsilon > 0$, any $\varepsilon$-LDP $\mathbf Q$ and any "
    r"$f$.",
    kind="asymptotic",
    conditions="ε > 0",
    evidence="n pairwise singular members force a risk of at least R([n]) (data processing), "
    "which is checked against the program at n = 3 and tends to M_f: M_f − R_n has order 1/n "
    "(TV, hockey-stick, and JS up to a logarithm), 1/√n (Hellinger, α = 1/2), "
    "and R_n grows as log n (KL) and as n (χ²).",
    instances=labelled(
        explicit(*(at(f"e^ε = {t}", t=t) for t in (F(11, 10), F(3), F(1000)))),
        (*_ORDERS, "kl", "chi2"),
    ),
    slip=0.01,
    control={"t": F(3), "divergence": "tv"},
)
def proposition_3_2(t: F, divergence: str, slip: float = 0.0) -> Outcome:
    """The lower bound at n singular members as n grows; the slip lowers it by 1 %."""
    f = read(divergence)

    def bound(n: float) -> float:
        return (1.0 - slip) * chord(f, F(0), (t + F(n) - 1) / t)

    problem = MinimaxSampler(k=3, epsilon=math.log(t), divergence=f)
    program = optimum_equals(problem, solve(problem), bound(3))
    if divergence == "kl":
        return both(program, equal(bound(1e12), math.log((t + F(10**12) - 1) / t), relative=1e-9))
    if divergence == "chi2":
        return both(program, equal(bound(1e12), float((F(10**12) - 1) / t), relative=1e-9))
    steps = (1e-6, 1e-8, 1e-10)
    return both(
        program, vanishes(lambda h: f.maximum - bound(round(1 / h)), steps, _ORDERS[divergence])
    )


@claim(
    id="park2024.proposition-3-2-finite",
    source="Proposition 3.2, for finitely many",
    statement=r"With finitely many pairwise singular distributions $\mathcal R < M_f$ may hold: "
    r"infinitely many are needed.",
    kind="upper",
    conditions="f(0) < ∞",
    evidence="On [k] the optimum over all samplers stays strictly below M_f.",
    instances=labelled(explicit(at("k = 2", k=2), at("k = 4", k=4)), EVERY_F[:7]),
    slip=1.0,
    control={"k": 2, "divergence": "tv"},
    finding="probe",
    stands="Proposition 3.2 stands: it asks for infinitely many.",
)
def proposition_3_2_finite(k: int, divergence: str, slip: float = 0.0) -> Outcome:
    """The optimum and M_f; the slip lowers M_f."""
    f = read(divergence)
    maximum = f.maximum - slip
    value = solve(MinimaxSampler(k=k, epsilon=1, divergence=f)).value
    return both(
        at_most(value, maximum), Outcome(value < maximum, 0.0, f"{value:.6g} below {maximum:.6g}")
    )


CLAIMS: tuple[Claim, ...] = (proposition_3_2, proposition_3_2_finite)
