"""The paper's samplers, proved optimal for all ε of an interval, at instances of each statement."""

from __future__ import annotations

from formulations import LocalMinimax, MinimaxSampler
from lpcheck.ranges.printed import Printed

LINEAR = (
    "(e^ε - 1)/((1 - c1)*e^ε + c2 - 1)*p[y] + (1 - (e^ε - 1)/((1 - c1)*e^ε + c2 - 1))*reference[y]"
)
"""The linear sampler with λ* of Corollary 3.7."""

LOCAL_LINEAR = (
    "gamma/(gamma - 1)*(e^ε - 1)/(e^ε + gamma)*p[y]"
    " + (1 - gamma/(gamma - 1)*(e^ε - 1)/(e^ε + gamma))*reference[y]"
)
"""Theorem 4.1 for pure LDP: c1 = 1/γ and c2 = γ."""

CLIP = "reference[y]*(gamma + 1)*(e^ε if p[y] > reference[y] else 1)/(e^ε + gamma)"
"""Theorem 5.1 at the extreme points of a neighbourhood that sets of mass 1/(γ + 1) cover."""


def _between(divergence: str) -> MinimaxSampler:
    return MinimaxSampler(k=3, c1="1/2", c2="2", epsilon=1, divergence=divergence)


def _near(k: int, gamma: int, divergence: str) -> LocalMinimax:
    return LocalMinimax(reference=[f"1/{k}"] * k, gamma=gamma, epsilon=1, divergence=divergence)


PROVED = (
    Printed(
        "Corollary 3.7",
        "c1 = 1/2, c2 = 2, three letters, KL",
        _between("kl"),
        LINEAR,
        "1/10",
        "13/10",
    ),
    Printed(
        "Corollary 3.7",
        "c1 = 1/2, c2 = 2, three letters, total variation",
        _between("tv"),
        LINEAR,
        "1/10",
        "13/10",
    ),
    Printed("Theorem 4.1", "γ = 3, four letters, KL", _near(4, 3, "kl"), LOCAL_LINEAR, "1/10", "2"),
    Printed("Theorem 5.1", "γ = 2, three letters, KL", _near(3, 2, "kl"), CLIP, "1/10", "13/10"),
    Printed(
        "Theorem 5.1", "γ = 3, four letters, Jensen-Shannon", _near(4, 3, "js"), CLIP, "1/10", "2"
    ),
)
