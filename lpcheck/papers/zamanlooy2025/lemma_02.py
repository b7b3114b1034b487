r"""Lemma 2: the risk falls in the diagonal entry."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import grid
from lpcheck.papers.zamanlooy2025._divergences import risk_at

_POINTS = np.unique(np.concatenate([[0.0], np.geomspace(1e-9, 1.0, 60), np.linspace(0.0, 1.0, 41)]))


@claim(
    id="zamanlooy2025.lemma-2",
    source="Lemma 2, eq. 21",
    statement=r"For convex $f: [0, \infty) \to \mathbb R$ with $f(1) = 0$ and $f(0) < \infty$, "
    r"$g(x) = f(0) + x(f(1/x) - f(0))$ is non-increasing on $0 \le x \le 1$.",
    kind="upper",
    conditions="g(0) read as f(0) + f'(∞); the arXiv version has f(1) < ∞ for f(0) < ∞, and the "
    "limit of f(0) = ∞, which that lets in, is tested too",
    evidence="A secant slope of a convex f; confirmed on a grid for eleven f, whose hockey-sticks "
    "and reversed hockey-sticks generate the others. Not strictly: max(x − 2, 0) gives 0 "
    "on all of [1/2, 1], so that optimal kernels need not be unique. With f(0) = ∞ it is ∞ below "
    "1 and 0 at 1.",
    instances=grid(divergence=("hockey-stick:2", *EVERY_F, *INFINITE_AT_ZERO)),
)
def lemma_2(divergence: str, slip: float = 0.0) -> Outcome:
    """Falling on a grid; the slip adds that much times x."""
    f = read(divergence)
    values = [risk_at(f, float(x)) + slip * float(x) for x in _POINTS]
    if math.isinf(f.at_zero):
        below = all(map(math.isinf, values[:-1]))
        return Outcome(below and values[-1] == 0.0, 0.0, "∞ below 1, 0 at 1")
    return both(*(at_most(b, a) for a, b in pairwise(values) if not math.isinf(a)))


CLAIMS: tuple[Claim, ...] = (lemma_2,)
