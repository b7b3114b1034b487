r"""Lemma 23 with Claims 2 and 3: the corner points of all private kernels with ℓ outputs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit
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


@claim(
    id="kairouz2016.claim-2",
    source="Section 7.3, Claim 2 (with eqs. 1 and 28)",
    statement=r"$Q \in D_{\varepsilon,\ell}$ iff $Q(y|x) \le Q(y|x') e^\varepsilon$ for all "
    r"$x, x' \in \mathcal X$ and $y \in \mathcal Y$.",
    kind="equal",
    evidence="The supremum in (1) over all 2^ℓ sets of outputs equals the one over single outputs, "
    "so that both sides hold at the same ε (0/0 left out).",
    instances=_kernels,
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


@claim(
    id="kairouz2016.claim-3",
    source="Section 7.3, Claim 3",
    statement=r"If $Q_j = 0$, then $k$ linearly independent inequality constraints on column $j$ "
    r"hold with equality; if $Q_j \ne 0$, then at most $k - 1$ can.",
    kind="upper",
    evidence="Rank of the tight rows for every column of every corner point, for all-zero columns "
    "and for random columns; k − 1 is reached by the patterns that are not constant.",
    instances=_shapes,
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


@claim(
    id="kairouz2016.section-7-3-example",
    source="Section 7.3, displays below Claim 2 and eq. 29",
    statement=r"For $k = \ell = 2$: $\tilde A = \begin{bmatrix} 1 & -e^\varepsilon & 0 & 0 \\ "
    r"-e^\varepsilon & 1 & 0 & 0 \\ 0 & 0 & 1 & -e^\varepsilon \\ 0 & 0 & -e^\varepsilon & 1 "
    r"\end{bmatrix}$, $B = \begin{bmatrix} 1 & 0 & 1 & 0 \\ 0 & 1 & 0 & 1 \end{bmatrix}$; "
    r"$Q \in D_{\varepsilon,\ell}$ iff $\tilde A q \le 0$, $-q \le 0$, $B q = \mathbf 1$.",
    kind="equal",
    evidence="The displayed rows accept and reject the same kernels as definition (1), and equal "
    "the rows that the corner points here are computed from.",
    instances=explicit(*[at(f"ε = {e:g}", epsilon=e) for e in (0.1, 0.0, 1.0, 5.0)]),
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


@claim(
    id="kairouz2016.lemma-23-count",
    source="Section 7.3, end of the proof of Lemma 23",
    statement=r"$\ell_{>0}(k-1) + (\ell - \ell_{>0})k + k = -\ell_{>0} + (\ell+1)k < \ell k$ if "
    r"$\ell_{>0} > k$.",
    kind="equal",
    evidence="In integers for all k, ℓ ≤ 12; for ℓ_{>0} = k the two sides are equal.",
    instances=explicit(*[at(f"k = {k}", k=k) for k in range(1, 13)]),
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


CLAIMS: tuple[Claim, ...] = (lemma_23, claim_2, claim_3, section_7_3_example, lemma_23_count)
