r"""Lemmas 22 and 23: private kernels are scaled columns of a cube; their corner points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._columns import matrix
from lpcheck.papers.kairouz2016._polytope import (
    corner_points,
    equalities,
    inequalities,
    random_corner_point,
    random_kernel,
    tight_rank,
    worst_subset_ratio,
)

_EDGE = 1e-11


def _factorised(full: bool) -> Iterator[Instance]:
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
    instances=_factorised,
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


def _shapes(full: bool) -> Iterator[Instance]:
    exhaustive = [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3)]
    for k, outputs in exhaustive:
        for epsilon in (0.1, 1.0, 4.0):
            label = f"all corner points, k = {k}, ℓ = {outputs}, ε = {epsilon:g}"
            yield at(label, k=k, outputs=outputs, epsilon=epsilon)
    for k, outputs in ((3, 5), (4, 6), (5, 8)):
        label = f"corner points of random objectives, k = {k}, ℓ = {outputs}"
        yield at(label, "random", k=k, outputs=outputs, epsilon=1.0, draws=60 if full else 12)


@claim(
    id="kairouz2016.lemma-23",
    source="Lemma 23",
    statement=r"$D_{\varepsilon,\ell}$ is a closed and bounded polytope, and a corner point $Q$ of "
    r"it has at most $k$ non-zero columns.",
    kind="upper",
    evidence="All corner points for small k and ℓ (every basis tried), and corner points of random "
    "linear objectives beyond; all entries lie in [0, 1].",
    instances=_shapes,
    slip=1.0,
)
def lemma_23(k: int, outputs: int, epsilon: float, draws: int = 0, slip: float = 0.0) -> Outcome:
    """The number of non-zero columns; `slip` lowers the bound by one column."""
    corners: Any = corner_points(k, outputs, epsilon) if not draws else []
    generator = np.random.default_rng([k, outputs])
    for _ in range(draws):
        corners.append(random_corner_point(generator, k, outputs, epsilon))
    if not corners:
        return Outcome(None, math.inf, "no corner point was found")
    used = max(int((Q.max(axis=0) > 1e-9).sum()) for Q in corners)
    bounded = all(Q.min() >= -1e-9 and Q.max() <= 1.0 + 1e-9 for Q in corners)
    detail = f"{len(corners)} corner points with at most {used} non-zero columns"
    return Outcome(bounded and used <= k - slip, float(used - k), detail)


def _corners(full: bool) -> Iterator[Instance]:
    for k, outputs in ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3)):
        for epsilon in (0.5, 3.0):
            yield at(f"k = {k}, ℓ = {outputs}, ε = {epsilon:g}", k=k, outputs=outputs,
                     epsilon=epsilon)  # fmt: skip


@display(
    "Claim 1 (for some i)",
    r"Let $Q \in D_{\varepsilon,\ell}$. If $Q_{ij} = 0$ for some $i$, then $Q_{ij} = 0$ "
    r"for all $i \in \{1, \dots, k\}$.",
    _corners,
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


def _kernels(full: bool) -> Iterator[Instance]:
    yield at("a zero column", "degenerate", kernel=[["1/3", "0", "2/3"], ["2/3", "0", "1/3"]])
    yield at("a zero entry", "degenerate", kernel=[["1", "0"], ["1/2", "1/2"]])
    yield at("one input", "degenerate", kernel=[["1/4", "3/4"]])
    generator = np.random.default_rng(2)
    for number in range(100 if full else 20):
        k, outputs = int(generator.integers(2, 6)), int(generator.integers(2, 8))
        kernel = generator.dirichlet(np.full(outputs, 0.5), k)
        if number % 2:
            kernel = random_kernel(generator, k, outputs, 1.0)
        yield at(f"kernel {number}", "random", kernel=kernel.tolist())


@display(
    "Claim 2 (with eqs. 1 and 28)",
    r"$Q \in D_{\varepsilon,\ell}$ iff $Q(y|x) \le Q(y|x') e^\varepsilon$ for all "
    r"$x, x' \in \mathcal X$ and $y \in \mathcal Y$.",
    _kernels,
    control={"kernel": [["2/3", "1/3"], ["1/3", "2/3"]]},
)
def claim_2(kernel: Any, slip: float = 0.0) -> Outcome:
    """The largest ratio over sets against the largest over outputs (`slip` moves one entry)."""
    Q = matrix([[Fraction(x) for x in row] for row in kernel])
    over_sets = worst_subset_ratio(Q)
    Q[0, 0] += slip
    seen = Q.max(axis=0) > 0
    with np.errstate(divide="ignore"):
        over_outputs = float((Q.max(axis=0)[seen] / Q.min(axis=0)[seen]).max())
    return equal(over_sets, over_outputs)


@display(
    "displays below Claim 2 and eq. 29",
    r"For $k = \ell = 2$: $\tilde A = \begin{bmatrix} 1 & -e^\varepsilon & 0 & 0 \\ "
    r"-e^\varepsilon & 1 & 0 & 0 \\ 0 & 0 & 1 & -e^\varepsilon \\ 0 & 0 & -e^\varepsilon & 1 "
    r"\end{bmatrix}$, $B = \begin{bmatrix} 1 & 0 & 1 & 0 \\ 0 & 1 & 0 & 1 \end{bmatrix}$; "
    r"$Q \in D_{\varepsilon,\ell}$ iff $\tilde A q \le 0$, $-q \le 0$, $B q = \mathbf 1$.",
    explicit(*[at(f"ε = {e:g}", epsilon=e) for e in (0.1, 0.0, 1.0, 5.0)]),
)
def section_7_3_example(epsilon: float, slip: float = 0.0) -> Outcome:
    """The displayed matrices on kernels about the threshold; `slip` moves one entry."""
    t = math.exp(epsilon)
    A = np.array([[1, -t - slip, 0, 0], [-t, 1, 0, 0], [0, 0, 1, -t], [0, 0, -t, 1]])
    B = np.array([[1, 0, 1, 0], [0, 1, 0, 1]])
    ours = inequalities(2, 2, epsilon)[:4] * t
    same = both(
        equal(float(np.abs(ours - A).max()), 0.0, scale=t),
        equal(float(np.abs(B - equalities(2, 2)).max()), 0.0),
    )
    wrong = 0
    for own in np.linspace(0.0, 1.0, 41):
        for other in np.linspace(0.013, 0.987, 41):
            Q = np.array([[own, 1.0 - own], [other, 1.0 - other]])
            q = Q.T.reshape(-1)
            shown = (A @ q <= 1e-12).all() and (q >= 0).all() and np.abs(B @ q - 1).max() < 1e-12
            wrong += bool(shown) != bool(worst_subset_ratio(Q) <= t * (1 + 1e-12))
    return both(same, Outcome(wrong == 0, float(wrong), f"{wrong} kernels judged differently"))


@display(
    "Claim 3",
    r"If $Q_j = 0$, then $k$ linearly independent inequality constraints on column $j$ "
    r"hold with equality; if $Q_j \ne 0$, then at most $k - 1$ can.",
    _shapes,
    slip=1.0,
)
def claim_3(k: int, outputs: int, epsilon: float, draws: int = 0, slip: float = 0.0) -> Outcome:
    """Ranks of tight constraints of single columns; `slip` claims one fewer."""
    generator = np.random.default_rng([3, k, outputs])
    if draws:
        kernels = [random_corner_point(generator, k, outputs, epsilon) for _ in range(3)]
    else:
        kernels = list(corner_points(k, outputs, epsilon))[:: max(1, k - 1)]
    columns = {tuple(c / c.max() if c.max() > 1e-9 else 0 * c) for Q in kernels for c in Q.T}
    columns |= {tuple(c / c.max()) for c in random_kernel(generator, k, 5, epsilon).T}
    worst = -1.0
    for entries in columns:
        rank = tight_rank(np.array(entries)[:, None], epsilon, with_rows=False)
        if max(entries) == 0.0 and rank != k:
            return Outcome(False, float(k - rank), f"a zero column has rank {rank}")
        if max(entries) > 0.0:
            worst = max(worst, rank - (k - 1.0))
    detail = f"rank exceeds k − 1 by at most {worst:g} over {len(columns)} columns"
    return Outcome(worst <= -slip, worst, detail)


@display(
    "end of the proof",
    r"$\ell_{>0}(k-1) + (\ell - \ell_{>0})k + k = -\ell_{>0} + (\ell+1)k < \ell k$ if "
    r"$\ell_{>0} > k$.",
    explicit(*[at(f"k = {k}", k=k) for k in range(1, 13)]),
    slip=1.0,
)
def lemma_23_count(k: int, slip: float = 0.0) -> Outcome:
    """The count of tight constraints; `slip` claims it for one column fewer."""
    wrong = 0
    for ell in range(k, 13):
        for used in range(ell + 1):
            count = used * (k - 1) + (ell - used) * k + k
            wrong += count != -used + (ell + 1) * k
            wrong += used > k - slip and not count < ell * k
    return Outcome(wrong == 0, float(wrong), f"{wrong} pairs (ℓ, ℓ_>0) at which it fails")


steps = displays(
    (section_7_3_example, claim_1, claim_2, claim_3, lemma_23_count),
    id="kairouz2016.lemma-23-proof",
    source="Proofs of Lemmas 22 and 23 (Sections 7.2 and 7.3)",
    evidence="The displayed rows accept and reject the same kernels as definition (1); the "
    "supremum over sets of outputs is the one over single outputs; ranks of the tight rows for "
    "every column of every corner point; the count in integers for all k, ℓ ≤ 12.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (lemma_22, lemma_23, steps)
