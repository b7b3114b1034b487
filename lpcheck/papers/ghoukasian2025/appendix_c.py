"""Lemma C.1, Lemma C.3 and Theorem B.1: what the proofs rest on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from formulations.privacy import true_delta
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025._samplers import f_named, two_points

_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "low:1/2")


def _draws(seed: int, *sizes: int) -> Any:
    def instances(full: bool) -> Iterator[Instance]:
        for k in sizes:
            for n in range(20 if full else 3):
                yield Instance(f"random {n}, k = {k}", {"k": k, "seed": seed + n}, "random")

    return instances


@claim(
    id="ghoukasian2025.lemma-c-1",
    source="Lemma C.1",
    statement=r"If $\lambda_1 P + (1-\lambda_1)\mu$ is $(\varepsilon, \delta)$-LDP, so is "
    r"$\lambda_2 P + (1-\lambda_2)\mu$ for every $\lambda_2 \in [0, \lambda_1]$.",
    kind="upper",
    conditions="any μ, all distributions P",
    evidence="The exact δ of the sampler at each ε falls with λ; random μ, and μ with zeros.",
    instances=joined(_draws(1, 2, 4), explicit(at("a point mass", "degenerate", k=3, seed=-1))),
    slip=-0.05,
)
def lemma_c_1(k: int, seed: int, slip: float = 0.0) -> Outcome:
    """δ at λ2 ≤ λ1, on the point masses; the control compares λ1 with λ1 + 0.05 instead."""
    generator = np.random.default_rng(max(seed, 0))
    mu = np.eye(k)[0] if seed < 0 else generator.dirichlet(np.ones(k))
    rows = np.eye(k)
    outcomes = []
    for epsilon in (0.0, 0.3, 1.0):
        for first in (0.2, 0.6, 0.9):
            for second in (0.0, first / 3, first):
                smaller = second - slip
                deltas = [true_delta(w * rows + (1 - w) * mu, epsilon) for w in (first, smaller)]
                outcomes.append(at_most(deltas[1], deltas[0], scale=k))
    return both(*outcomes)


@claim(
    id="ghoukasian2025.lemma-c-3",
    source="Lemma C.3",
    statement=r"If $r_1 \le p/q \le r_2$ with $0 \le r_1 < 1 < r_2$ then $D_f(P\|Q) \le "
    r"\frac{1-r_1}{r_2-r_1} f(r_2) + \frac{r_2-1}{r_2-r_1} f(r_1)$.",
    kind="upper",
    conditions="q > 0",
    evidence="Holds for six f on random pairs, with the least and largest ratio for r1 and r2; "
    "with equality where the ratio takes two values.",
    instances=joined(
        explicit(at("two letters: equality", k=2, seed=-1)), _draws(30, 2, 3, 6)
    ),
    slip=0.01,
)  # fmt: skip
def lemma_c_3(k: int, seed: int, slip: float = 0.0) -> Outcome:
    """The chord at the exact extreme ratios; the control lowers the bound by 1 %."""
    generator = np.random.default_rng(max(seed, 0))
    p, q = generator.dirichlet(np.ones(k), 2)
    if seed < 0:
        p, q = np.array([0.75, 0.25]), np.array([0.5, 0.5])
    outcomes = []
    for name in _FS:
        f = f_named(name)
        bound = two_points(float((p / q).min()), float((p / q).max()), f) * (1.0 - slip)
        outcomes.append(at_most(f.between(p, q), bound, scale=k))
    return both(*outcomes)


@claim(
    id="ghoukasian2025.theorem-b-1",
    source="Theorem B.1",
    statement=r"$D_f(P_1\|P_2) \ge D_f(P_1 M\|P_2 M)$ for every Markov kernel $M$.",
    kind="upper",
    evidence="Random pairs through random kernels, merging letters, and the identity (equality).",
    instances=joined(explicit(at("the identity: equality", k=3, seed=-1)), _draws(60, 2, 4, 6)),
    slip=0.01,
)
def theorem_b_1(k: int, seed: int, slip: float = 0.0) -> Outcome:
    """Before and after; the control raises the divergence after by 1 %."""
    generator = np.random.default_rng(max(seed, 0))
    p, q = generator.dirichlet(np.ones(k), 2)
    kernels = [np.eye(k)] if seed < 0 else [generator.dirichlet(np.ones(3), k)]
    if seed >= 0:
        kernels.append(np.eye(k)[[0, *range(k - 1)]])  # the first two letters merged
    outcomes = []
    for name in _FS:
        f = f_named(name)
        for M in kernels:
            after = f.between(p @ M, q @ M) * (1.0 + slip)
            outcomes.append(at_most(after, f.between(p, q), scale=k))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (theorem_b_1, lemma_c_1, lemma_c_3)
