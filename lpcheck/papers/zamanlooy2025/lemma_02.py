r"""Lemma 2: the risk falls in the diagonal entry."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.zamanlooy2025._divergences import risk_at

_POINTS = np.unique(np.concatenate([[0.0], np.geomspace(1e-9, 1.0, 60), np.linspace(0.0, 1.0, 41)]))


def _falls(divergence: str, slip: float) -> Outcome:
    f = read(divergence)
    values = [risk_at(f, float(x)) + slip * float(x) for x in _POINTS]
    steps = [(b, a) for a, b in pairwise(values) if not math.isinf(a)]
    return both(*(at_most(b, a) for b, a in steps)) if steps else Outcome(True, 0.0, "all ∞")


@claim(
    id="zamanlooy2025.lemma-2",
    source="Lemma 2, eq. 21",
    statement=r"For convex $f: [0, \infty) \to \mathbb R$ with $f(1) = 0$ and $f(0) < \infty$, "
    r"$g(x) = f(0) + x(f(1/x) - f(0))$ is non-increasing on $0 \le x \le 1$.",
    kind="upper",
    conditions="f(0) < ∞; g(0) read as f(0) + f'(∞)",
    evidence="A secant slope of a convex f; confirmed on a grid for eleven f, whose hockey-sticks "
    "and reversed hockey-sticks generate the others. Not strictly: max(x − 2, 0) gives 0 "
    "on all of [1/2, 1], so that optimal kernels need not be unique.",
    instances=explicit(*(at(f, divergence=f) for f in ("hockey-stick:2", *EVERY_F))),
    slip=0.01,
)
def lemma_2(divergence: str, slip: float = 0.0) -> Outcome:
    """Falling on a grid; the slip adds 0.01 x."""
    return _falls(divergence, slip)


@claim(
    id="zamanlooy2025.arxiv-lemma-2",
    source="Lemma 2 of the arXiv version",
    statement=r"For convex $f: [0, \infty) \to \mathbb R$ with $f(1) = 0$ and $f(1) < \infty$, "
    r"$g(x) = f(0) + x(f(1/x) - f(0))$ is non-increasing on $0 \le x \le 1$.",
    kind="upper",
    conditions="f(1) < ∞ (a slip for f(0), empty as printed; f(0) = ∞ is read as a limit)",
    evidence="With f(0) < ∞ it is Lemma 2. With f(0) = ∞, which the printed condition lets in, "
    "(1 − x) f(0) + x f(1/x) is ∞ below 1 and 0 at 1, so that it does not rise either.",
    instances=explicit(
        *(at(f, divergence=f) for f in ("hockey-stick:2", *EVERY_F, *INFINITE_AT_ZERO))
    ),
    slip=0.01,
)
def arxiv_lemma_2(divergence: str, slip: float = 0.0) -> Outcome:
    """As Lemma 2, with two f that are infinite at 0; there ∞ up to 1 and 0 at it."""
    f = read(divergence)
    if math.isinf(f.at_zero):
        below = all(math.isinf(risk_at(f, float(x))) for x in _POINTS[:-1])
        return Outcome(below and risk_at(f, 1.0) == 0.0, 0.0, "∞ below 1, 0 at 1")
    return _falls(divergence, slip)


CLAIMS: tuple[Claim, ...] = (lemma_2, arxiv_lemma_2)
