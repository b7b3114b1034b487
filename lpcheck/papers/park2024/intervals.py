"""The paper's samplers, proved optimal for all ε of an interval, at instances of each theorem."""

from __future__ import annotations

from formulations import MinimaxSampler
from lpcheck.ranges.printed import Printed

POINTS = "(e^ε if p[y] == 1 else 1)/(e^ε + k - 1)"
"""Theorem 3.1 at the extreme points of all distributions, the point masses."""

CLASS = "reference[y]*(c2 - c1)*(e^ε if p[y] > reference[y] else 1)/((e^ε - 1)*(1 - c1) + c2 - c1)"
"""Theorem 3.3 at the extreme points of a class that sets of mass α cover, where r_P = 1."""


def _all(k: int, divergence: str) -> MinimaxSampler:
    return MinimaxSampler(k=k, epsilon=1, divergence=divergence)


def _between(k: int, divergence: str) -> MinimaxSampler:
    return MinimaxSampler(k=k, c1="1/2", c2="2", epsilon=1, divergence=divergence)


PROVED = (
    Printed(
        "Theorem 3.1", "all distributions, three letters, KL", _all(3, "kl"), POINTS, "1/4", "4"
    ),
    Printed(
        "Theorem 3.1", "all distributions, five letters, KL", _all(5, "kl"), POINTS, "1/4", "4"
    ),
    Printed(
        "Theorem 3.1",
        "all distributions, three letters, total variation",
        _all(3, "tv"),
        POINTS,
        "1/4",
        "4",
    ),
    Printed(
        "Theorem 3.1",
        "all distributions, four letters, Hellinger",
        _all(4, "hellinger"),
        POINTS,
        "1/4",
        "4",
    ),
    Printed(
        "Theorem 3.3",
        "c1 = 1/2, c2 = 2, three letters, KL",
        _between(3, "kl"),
        CLASS,
        "1/10",
        "13/10",
    ),
    Printed(
        "Theorem 3.3",
        "c1 = 1/2, c2 = 2, six letters, χ²",
        _between(6, "chi2"),
        CLASS,
        "1/10",
        "13/10",
    ),
)
