r"""Lemma 1: the worst input distribution of a kernel is a point mass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
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
    conditions="finite alphabet; K_min > 0, as (9) divides by it; 0·f(0) counts as 0",
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


@claim(
    id="zamanlooy2025.lemma-1-zero-diagonal",
    source="Lemma 1, eq. 9, at K_min = 0",
    statement=r"If $\mathsf K_{\min} = 0$, (9) holds as a limit: the supremum is "
    r"$f(0) + f'(\infty)$.",
    kind="equal",
    conditions="K_min = 0; D_f extended by f'(∞) where p is not absolutely continuous",
    evidence="δ_i and K_i are mutually singular for that i; nothing is larger.",
    instances=explicit(
        *(
            at(f"{label}, {f}", "degenerate", kernel=kernel, divergence=f)
            for f in ("tv", *EVERY_F, *INFINITE_AT_ZERO)
            for label, kernel in (
                ("swap", [[0.0, 1.0], [1.0, 0.0]]),
                ("zero column", [[0.0, 0.5, 0.5], [0.0, 0.7, 0.3], [0.0, 0.4, 0.6]]),
            )
        )
    ),
)
def lemma_1_zero_diagonal(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Point masses against f(0) + f'(∞); the slip gives the first diagonal entry some mass."""
    K = np.array(kernel)
    K[0, 0] += slip
    K[0, 1] -= slip
    f = read(divergence)
    at_points = f.between([1.0, *([0.0] * (len(K) - 1))], K[0])
    elsewhere = max(f.between(p, p @ K) for p in _inputs(len(K)))
    return both(equal(at_points, f.maximum), at_most(elsewhere, f.maximum))


def _inputs(n: int) -> NDArray[np.float64]:
    """Inputs that are no point masses: pairs of letters, near-vertices, and seeded random ones."""
    if n == 1:
        return np.zeros((0, 1))
    generator = np.random.default_rng(n)
    eye = np.eye(n)
    pairs = [
        w * eye[i] + (1 - w) * eye[j] for w in (0.5, 0.999) for i in range(n) for j in range(i)
    ]
    return np.vstack([pairs, generator.dirichlet(np.full(n, 0.4), 30)])


@claim(
    id="zamanlooy2025.lemma-1-tv",
    source="Lemma 1, eq. 10 (and 11)",
    statement=r"$\sup_p \mathsf{TV}(p, p\mathsf K) = \max_i [1 - \mathsf K_{ii}]$.",
    kind="equal",
    conditions="finite alphabet",
    evidence="As Lemma 1, zeros on the diagonal included.",
    instances=joined(
        lambda full: (i for i in _random_kernels(full) if i.parameters["divergence"] == "tv"),
        lambda full: (i for i in _DEGENERATE(full) if i.parameters["divergence"] == "tv"),
        explicit(at("swap", "degenerate", kernel=[[0.0, 1.0], [1.0, 0.0]], divergence="tv")),
    ),
)
def lemma_1_tv(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Half the L1 distance, without the divergence code; the slip is added to the claimed value."""
    K = np.array(kernel)
    inputs = np.vstack([np.eye(len(K)), _inputs(len(K))])
    worst = float(np.abs(inputs - inputs @ K).sum(axis=1).max() / 2)
    return equal(worst, float((1.0 - np.diag(K)).max()) + slip)


@claim(
    id="zamanlooy2025.lemma-1-convex",
    source="Appendix A.2, first sentence",
    statement=r"Since $D_f$ is jointly convex, the map $p \mapsto D_f(p \| p\mathsf K)$ is convex "
    r"on $\Delta(\mathcal X)$.",
    kind="upper",
    conditions="finite alphabet",
    evidence="No value passes the chord, between point masses, pairs of letters and random p; "
    "chords of length 0 meet it.",
    instances=joined(_random_kernels, _DEGENERATE),
)
def lemma_1_convex(kernel: Any, divergence: str, slip: float = 0.0) -> Outcome:
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


CLAIMS: tuple[Claim, ...] = (lemma_1, lemma_1_zero_diagonal, lemma_1_tv, lemma_1_convex)
