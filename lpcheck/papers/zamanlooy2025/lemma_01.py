r"""Lemma 1: the worst input distribution of a kernel is a point mass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.zamanlooy2025._divergences import risk_at

_ALL = (*EVERY_F, *INFINITE_AT_ZERO)


def _random_kernels(full: bool) -> Iterator[Instance]:
    """Any stochastic kernels: neither private nor invariant, with a positive diagonal."""
    for n in (2, 3, 5):
        generator = np.random.default_rng([2025, n])
        for repeat in range(10 if full else 1):
            kernel = generator.dirichlet(np.ones(n), n).tolist()
            for f in _ALL:
                yield at(f"random {repeat}, n = {n}, {f}", "random", kernel=kernel, divergence=f)


_DEGENERATE = explicit(
    *(
        at(f"{label}, {f}", "degenerate", kernel=kernel, divergence=f)
        for f in _ALL
        for label, kernel in (
            ("one letter", [[1.0]]),
            ("identity", [[1.0, 0.0], [0.0, 1.0]]),
            ("ties", [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]]),
            ("nearly absorbing", [[1e-6, 1 - 1e-6], [0.0, 1.0]]),
            ("swap", [[0.0, 1.0], [1.0, 0.0]]),
            ("zero column", [[0.0, 0.5, 0.5], [0.0, 0.7, 0.3], [0.0, 0.4, 0.6]]),
        )
    )
)


@claim(
    id="zamanlooy2025.lemma-1",
    source="Lemma 1, eq. 9 (and 26 to 29)",
    statement=r"$\sup_p D_f(p\|p\mathsf K) = \max_i D_f(\delta_i\|\delta_i\mathsf K) = f(0)(1 - "
    r"\mathsf K_{\min}) + \mathsf K_{\min} f(1/\mathsf K_{\min})$, "
    r"$\mathsf K_{\min} = \min_i \mathsf K_{ii}$.",
    kind="equal",
    conditions="finite alphabet; 0·f(0) counts as 0; at K_min = 0, where (9) divides by it, the "
    "limit f(0) + f'(∞)",
    evidence="No p of a random and structured set exceeds the point masses, whose largest risk is "
    "the printed one, for thirteen f (∞ where f(0) is).",
    instances=joined(_random_kernels, _DEGENERATE),
)
def lemma_1(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Point masses against the formula and against other p; the slip changes K_min."""
    K = np.array(kernel)
    f = read(divergence)
    at_points = max(f.between(row, output) for row, output in zip(np.eye(len(K)), K, strict=True))
    elsewhere = max((f.between(p, p @ K) for p in _inputs(len(K))), default=0.0)
    least = int(np.argmin(np.diag(K)))
    off = float(np.delete(K[least], least).sum())
    claimed = risk_at(f, float(K[least, least]) * (1.0 - slip), off + slip * K[least, least])
    return both(equal(at_points, claimed), at_most(elsewhere, at_points))


def _inputs(n: int) -> Array:
    """Inputs that are no point masses: pairs of letters, near-vertices, and seeded random ones."""
    if n == 1:
        return np.zeros((0, 1))
    generator = np.random.default_rng(n)
    eye = np.eye(n)
    pairs = [
        w * eye[i] + (1 - w) * eye[j] for w in (0.5, 0.999) for i in range(n) for j in range(i)
    ]
    return np.vstack([pairs, generator.dirichlet(np.full(n, 0.4), 30)])


_TV = joined(
    lambda full: (i for i in _random_kernels(full) if i.parameters["divergence"] == "tv"),
    lambda full: (i for i in _DEGENERATE(full) if i.parameters["divergence"] == "tv"),
)


@display(
    "eqs 10 and 11", r"$\sup_p \mathsf{TV}(p, p\mathsf K) = \max_i [1 - \mathsf K_{ii}]$.", _TV
)
def _tv(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Half the L1 distance, without the divergence code; the slip is added to the claimed value."""
    K = np.array(kernel)
    inputs = np.vstack([np.eye(len(K)), _inputs(len(K))])
    worst = float(np.abs(inputs - inputs @ K).sum(axis=1).max() / 2)
    return equal(worst, float((1.0 - np.diag(K)).max()) + slip)


@display(
    "Appendix A.2, first sentence",
    r"The map $p \mapsto D_f(p \| p\mathsf K)$ is convex on $\Delta(\mathcal X)$.",
    joined(_random_kernels, _DEGENERATE),
)
def _convex(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Chords between inputs, relative to 1 or the largest value; the slip lowers them."""
    K, f = np.array(kernel), read(divergence)
    inputs = np.vstack([np.eye(len(K)), _inputs(len(K))[-8:]])
    values = [f.between(p, p @ K) for p in inputs]
    size, outcomes = max([1.0, *(v for v in values if v < np.inf)]), []
    for i, (p, at_p) in enumerate(zip(inputs, values, strict=True)):
        for q, at_q in zip(inputs[: i + 1], values, strict=False):
            for weight in (0.1, 0.5):
                middle = (1 - weight) * p + weight * q
                chord = (1 - weight) * at_p + weight * at_q
                found = f.between(middle, middle @ K)
                outcomes.append(at_most(found / size, chord / size * (1.0 - slip)))
    return both(*outcomes)


proof = displays(
    [_tv, _convex],
    id="zamanlooy2025.lemma-1-proof",
    source="Lemma 1, eq. 10, and its proof",
    conditions="finite alphabet",
    evidence="Total variation without the divergence code, zeros on the diagonal included; no "
    "value passes the chord, between point masses, pairs of letters and random p.",
    kind="upper",
)

CLAIMS: tuple[Claim, ...] = (lemma_1, proof)
