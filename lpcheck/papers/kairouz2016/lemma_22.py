r"""Lemma 22 and Claim 1: private kernels are scaled columns of the cube [1, e^ε]^k."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.instances import F, at
from lpcheck.papers.kairouz2016._columns import Array, matrix
from lpcheck.papers.kairouz2016._polytope import corner_points, random_kernel, worst_subset_ratio

_EDGE = 1e-11


def _kernels(full: bool) -> Iterator[Instance]:
    two = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
    yield at("randomized response at its ε", kernel=two, epsilon=math.log(2))
    yield at("just not private", kernel=two, epsilon=math.log(2) - 1e-6)
    yield at("a zero column", "degenerate", kernel=[[F(1), F(0)]] * 2, epsilon=0.0)
    yield at("a zero entry", "degenerate", kernel=[[F(1), F(0)], [F(1, 2), F(1, 2)]], epsilon=20.0)
    yield at("one input", "degenerate", kernel=[[F(1, 3), F(2, 3), F(0)]], epsilon=0.0)
    generator = np.random.default_rng(22)
    for number in range(60 if full else 12):
        k, outputs = int(generator.integers(2, 6)), int(generator.integers(2, 7))
        epsilon = float(generator.choice([0.1, 1.0, 5.0]))
        private = random_kernel(generator, k, outputs, epsilon)
        yield at(f"private {number}", "random", kernel=private.tolist(), epsilon=epsilon)
        other = generator.dirichlet(np.ones(outputs), k)
        yield at(f"arbitrary {number}", "random", kernel=other.tolist(), epsilon=epsilon)
        cut = other * (generator.uniform(size=outputs) < 0.7) + 1e-300
        cut = np.where(cut < 1e-200, 0.0, cut) / cut.sum(axis=1, keepdims=True)
        yield at(f"zero columns {number}", "random", kernel=cut.tolist(), epsilon=3.0)


def _factors(kernel: Array, epsilon: float) -> tuple[Array, Array] | None:
    """S in [1, e^ε]^{k×ℓ} and θ ≥ 0 with Q = S diag(θ), or None where no θ_j serves column j.

    θ_j must lie between max_i Q_ij e^{−ε} and min_i Q_ij.
    """
    low, high = np.exp(-epsilon) * kernel.max(axis=0), kernel.min(axis=0)
    if (low > high * (1.0 + _EDGE)).any():
        return None
    theta = np.minimum(np.maximum(low, 0.0), high)
    S = np.ones_like(kernel)
    np.divide(kernel, theta, out=S, where=theta > 0)
    return S, theta


@claim(
    id="kairouz2016.lemma-22",
    source="Lemma 22",
    statement=r"A $k \times \ell$ conditional distribution $Q$ is $\varepsilon$-locally "
    r"differentially private iff $Q = S\Theta$ with $S_{ij} \in [1, e^\varepsilon]$ and "
    r"$\Theta = \mathrm{diag}(\theta_1, \dots, \theta_\ell)$, $\theta_j \ge 0$.",
    kind="equal",
    evidence="Both sides agree on private, barely private, not private and zero columns; the left "
    "side is decided by all 2^ℓ sets of outputs.",
    instances=_kernels,
)
def lemma_22(kernel: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Privacy by definition (1) against a factorisation; `slip` factorises for a smaller ε."""
    Q = matrix(kernel)
    ratio = worst_subset_ratio(Q)
    private = ratio <= math.exp(epsilon) * (1.0 + _EDGE)
    found = _factors(Q, epsilon - slip)
    error = math.nan
    if found is not None:
        S, theta = found
        in_cube = S.min() >= 1.0 - _EDGE and S.max() <= math.exp(epsilon) * (1 + _EDGE)
        error = float(np.abs(S * theta - Q).max())
        if not in_cube or error > 1e-15:
            return Outcome(False, error, "the factors are outside their ranges")
    detail = f"worst ratio {ratio:.8g}, e^ε = {math.exp(epsilon):.8g}, factorised: {bool(found)}"
    return Outcome(private == (found is not None), 0.0 if found is None else error, detail)


def _corners(full: bool) -> Iterator[Instance]:
    for k, outputs in ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3)):
        for epsilon in (0.5, 3.0):
            yield at(f"k = {k}, ℓ = {outputs}, ε = {epsilon:g}", k=k, outputs=outputs,
                     epsilon=epsilon)  # fmt: skip


@claim(
    id="kairouz2016.claim-1",
    source="Section 7.2, Claim 1",
    statement=r"Let $Q \in D_{\varepsilon,\ell}$. If $Q_{ij} = 0$ for some $i$, then $Q_{ij} = 0$ "
    r"for all $i \in \{1, \dots, k\}$.",
    kind="equal",
    conditions="ε finite (printed 'for some j', which the proof reads as 'for some i')",
    evidence="Every corner point has columns that are zero or positive; one entry moved away from "
    "a zero column makes the worst ratio infinite.",
    instances=_corners,
)
def claim_1(k: int, outputs: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """All corner points, and what a single zero does; `slip` puts mass on a zero column."""
    mixed, count = 0.0, 0
    for corner in corner_points(k, outputs, epsilon):
        Q = corner.copy()
        for column in np.flatnonzero(Q.max(axis=0) == 0.0):
            spoilt = Q.copy()
            spoilt[0, column] = 1e-9
            spoilt[0, Q[0].argmax()] -= 1e-9
            if math.isfinite(worst_subset_ratio(spoilt)):
                return Outcome(False, 1.0, "one zero beside a positive entry passed as private")
            count += 1
            Q[0, column] += slip
        lopsided = (Q.min(axis=0) == 0.0) & (Q.max(axis=0) > 0.0)
        mixed = max(mixed, float(Q[:, lopsided].max(initial=0.0)))
    return Outcome(mixed == 0.0, mixed, f"{count} zero columns, largest entry beside a 0: {mixed}")


CLAIMS: tuple[Claim, ...] = (lemma_22, claim_1)
