"""The paper's kernels, proved optimal for all ε of an interval, at instances of each statement."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations import PublicPrior
from lpcheck.ranges.printed import Printed

BINARY = (
    "(e^ε*prior[0] if x == 0 else prior[0])/(e^ε*prior[0] + 1 - prior[0]);"
    "(1 - prior[0] if x == 0 else (e^ε - 1)*prior[0] + 1 - prior[0])"
    "/(e^ε*prior[0] + 1 - prior[0])"
)
"""Proposition 1."""


def algorithm_1(prior: Any, epsilon: Any) -> list[list[Any]]:
    """Algorithm 1 for an increasing prior, in any arithmetic."""
    return _kernel(list(prior), np.exp(epsilon))


def _kernel(q: list[Any], t: Any) -> list[list[Any]]:
    if len(q) == 1:
        return [[1.0]]
    least, rest = q[0], sum(q[1:])
    d = t * least + rest
    below = _kernel([x / rest for x in q[1:]], t)
    first = [t * least / d, *(x / d for x in q[1:])]
    return [first, *([least / d, *((1 - least / d) * x for x in row)] for row in below)]


def _prior(prior: list[str], divergence: str) -> PublicPrior:
    return PublicPrior(prior=prior, epsilon=1, divergence=divergence)


_TWO, _THREE, _FOUR = ["1/5", "4/5"], ["1/8", "3/8", "1/2"], ["1/10", "1/5", "3/10", "2/5"]

PROVED = (
    Printed("Proposition 1", "prior (1/5, 4/5), KL", _prior(_TWO, "kl"), BINARY, "1/10", "8"),
    Printed(
        "Proposition 1",
        "prior (1/5, 4/5), total variation",
        _prior(_TWO, "tv"),
        BINARY,
        "1/10",
        "8",
    ),
    Printed(
        "Theorem 2", "Algorithm 1, three letters, KL", _prior(_THREE, "kl"), algorithm_1, "1/4", "4"
    ),
    Printed(
        "Theorem 2",
        "Algorithm 1, three letters, total variation",
        _prior(_THREE, "tv"),
        algorithm_1,
        "1/4",
        "4",
    ),
    Printed(
        "Theorem 2",
        "Algorithm 1, three letters, χ²",
        _prior(_THREE, "chi2"),
        algorithm_1,
        "1/4",
        "4",
    ),
    Printed(
        "Theorem 2",
        "Algorithm 1, four letters, Hellinger",
        _prior(_FOUR, "hellinger"),
        algorithm_1,
        "1/4",
        "4",
    ),
)
