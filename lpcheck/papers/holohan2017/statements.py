r"""Randomized response for two letters under (ε, δ)-LDP, against all mechanisms."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import ApproximateBinary
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.compare import check

F = Fraction
_BITS = ([F(1), F(0)], [F(0), F(1)])
_COINS = ([F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)])


def response(epsilon: float, delta: Any, slip: float = 0.0) -> Array:
    """Keeps the letter with probability (e^ε + δ)/(e^ε + 1) − slip."""
    u = math.exp(-epsilon)
    keep = (1.0 + float(delta) * u) / (1.0 + u) - slip
    return np.array([[keep, 1.0 - keep], [1.0 - keep, keep]])


@claim(
    id="holohan2017.randomised-response",
    source="abstract, for strict and relaxed privacy",
    statement=r"For two letters randomized response that keeps the letter with probability "
    r"$\frac{e^\varepsilon+\delta}{e^\varepsilon+1}$ is the optimal $(\varepsilon, \delta)$ one.",
    kind="tight",
    conditions="read for D_TV(M0, M1): the paper measures an estimator's error; the text was not "
    "at hand",
    weight="headline",
    evidence="Optimal for total variation over all (ε, δ)-LDP mechanisms, with any number of "
    "outputs; δ = 0, δ = 1 and ε = 0 included.",
    instances=explicit(
        *(
            at(f"ε = {e}, δ = {d}, {name}", epsilon=e, delta=d, p0=p0, p1=p1)
            for e in (0.0, 0.1, 1.0, 5.0)
            for d in (F(0), F(1, 100), F(1, 3), F(1))
            for name, (p0, p1) in (("bits", _BITS), ("coins", _COINS))
        )
    ),
    control={"epsilon": 1.0, "delta": F(1, 100), "p0": _COINS[0], "p1": _COINS[1]},
)
def randomised_response(epsilon: float, delta: Any, p0: Any, p1: Any, slip: float = 0.0) -> Outcome:
    """Against all mechanisms; the control keeps the letter with 1e-6 less."""
    stated = ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence="tv")
    return optimal(stated, response(epsilon, delta, slip))


@claim(
    id="holohan2017.other-divergences",
    source="two letters, other divergences, by us",
    statement=r"For $\delta > 0$ two outputs are not enough for other divergences: by KL, "
    r"$\chi^2$ and squared Hellinger another mechanism is better.",
    kind="lower",
    conditions="0 < δ < 1, ε ≥ 0",
    finding="probe",
    stands="The paper is about two outputs.",
    evidence="Four outputs (with probability δ the letter is told) have more, over all P0, P1 "
    "tried; at δ = 0, the control, randomized response is optimal.",
    instances=explicit(
        *(
            at(f"ε = {e}, δ = {d}, {f}", epsilon=e, delta=d, divergence=f)
            for e in (0.1, 1.0)
            for d in (F(1, 100), F(1, 3))
            for f in ("kl", "chi2", "hellinger")
        )
    ),
    slip=1.0,
    control={"epsilon": 1.0, "delta": F(0), "divergence": "kl"},
)
def other_divergences(epsilon: float, delta: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """The two coins against all mechanisms; the control is pure LDP."""
    del slip
    p0, p1 = _COINS
    stated = ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=divergence)
    found = check(stated, response(epsilon, delta))
    holds = {"suboptimal": True, "inconclusive": None}.get(found.verdict, False)
    return Outcome(holds, float(found.gap), found.explanation)


CLAIMS: tuple[Claim, ...] = (randomised_response, other_divergences)
