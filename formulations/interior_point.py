r"""Linear losses over private kernels with many inputs: an interior point method by outputs.

.. math:: \min_Q \langle C, Q \rangle, \qquad \sum_y Q_y = 1,\ GQ_y \le 0,\ Q \ge 0.

But for the row sums the outputs have nothing to do with each other: Newton's equations are one
n × n block an output, and one n × n system for the multipliers of the row sums. A grid of 100
places has 621 200 inequalities, and 100 blocks of 100. What comes back is strictly inside of all
of them, and so are its multipliers: nothing has to be repaired but rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from formulations.formulation import Array

_STEPS = 150
_CLOSED, _RIDGE = 3e-11, 1e-15
_TO_BOUNDARY, _CENTRED = 0.9, 1e-3
_PATIENCE = 15


@dataclass(frozen=True)
class Found:
    """A kernel (n × m), the multipliers of its row sums (n,) and of GQ ≤ 0 (r × m)."""

    kernel: Array
    alpha: Array
    weights: Array


def minimise(costs: Array, inequalities: Array) -> Found | None:
    """The best kernel.

    Args:
        costs: C, shape (n, m).
        inequalities: G, shape (r, n), the same at every output.

    Returns:
        None where constant kernels are not strictly inside.
    """
    from scipy.sparse import csr_array

    n, m = costs.shape
    scale = float(np.abs(costs).max()) or 1.0
    C, G = costs / scale, csr_array(inequalities)
    squares = _products(inequalities)
    Q = np.full((n, m), 1.0 / m)
    s = -(G @ Q)
    if not (s > 0).all():
        return None
    weights = n / len(s) / m / s
    alpha = np.full(n, float((C + G.T @ weights).min()) - 1.0)
    best, best_gap, since = Found(Q, alpha, weights), np.inf, 0
    for _ in range(_STEPS):
        z = C - alpha[:, None] + G.T @ weights
        gap = float((weights * s).sum() + (Q * z).sum())
        total = gap + float(np.abs(1.0 - Q.sum(axis=1)).max())
        since += 1
        if total < best_gap:
            since = 0 if total < 0.7 * best_gap else since
            best, best_gap = Found(Q, alpha, weights), total
        if best_gap <= _CLOSED or since > _PATIENCE or float(z.min()) <= 0:
            break
        try:
            dQ, ds, dw, dz, d_alpha = _Newton(G, squares, Q, s, weights, z).direction(gap)
        except np.linalg.LinAlgError:
            break
        primal = min(_TO_BOUNDARY * min(_longest(Q, dQ), _longest(s, ds)), 1.0)
        dual = min(_TO_BOUNDARY * min(_longest(weights, dw), _longest(z, dz)), 1.0)
        Q, s = Q + primal * dQ, s + primal * ds
        weights, alpha = weights + dual * dw, alpha + dual * d_alpha
        if not (np.isfinite(Q).all() and np.isfinite(weights).all()):
            break
    return Found(best.kernel, best.alpha * scale, best.weights * scale)


_Step: TypeAlias = tuple[Array, Array, Array, Array, Array]


class _Newton:
    """Newton's equations at a point, a block an output, factored.

    Cholesky's factors, not inverses: near the optimum the blocks are as ill-conditioned as doubles
    allow, and only the former keep what matters.
    """

    def __init__(self, G: Any, squares: Any, Q: Array, s: Array, weights: Array, z: Array) -> None:
        n, m = Q.shape
        H = (squares @ (weights / s)).T.reshape(m, n, n)
        H[:, np.arange(n), np.arange(n)] += (z / Q).T
        size = 1.0 / np.sqrt(np.einsum("yii->yi", H))
        scaled = H * (size[:, :, None] * size[:, None, :])
        factor = np.linalg.cholesky(scaled + _RIDGE * np.eye(n))
        self.roots = np.linalg.inv(factor) * size[:, None, :]  # H⁻¹ is their square
        flat = self.roots.reshape(m * n, n)
        self.coupled = flat.T @ flat
        self.G, self.Q, self.s, self.weights, self.z = G, Q, s, weights, z

    def direction(self, gap: float) -> _Step:
        """Towards the optimum with second-order terms; from afar, towards the central path."""
        Q, s, weights, z = self.Q, self.s, self.weights, self.z
        mean = gap / (s.size + Q.size)
        if min(float((weights * s).min()), float((Q * z).min())) < _CENTRED * mean:
            return self.step(0.7 * mean)
        dQ, ds, dw, dz, _ = self.step(0.0)
        primal = min(_longest(Q, dQ), _longest(s, ds), 1.0)
        dual = min(_longest(weights, dw), _longest(z, dz), 1.0)
        left = float(((weights + dual * dw) * (s + primal * ds)).sum())
        left += float(((Q + primal * dQ) * (z + dual * dz)).sum())
        return self.step(mean * max(left / gap, 0.01) ** 3, dw * ds, dQ * dz)

    def step(self, target: float, inner: Array | float = 0.0, outer: Array | float = 0.0) -> _Step:
        """To products `target`, less second-order terms: of Q, s, the weights, z and α."""
        G, Q, s, weights, z = self.G, self.Q, self.s, self.weights, self.z
        inner, outer = target - weights * s - inner, target - Q * z - outer
        missed = 1.0 - Q.sum(axis=1)
        dQ, d_alpha = np.zeros(Q.shape), np.zeros(len(Q))
        for _ in range(3):  # the second and third time for what rounding left over
            pushed = G.T @ (weights / s * (G @ dQ) + inner / s) + z / Q * dQ
            right = outer / Q + d_alpha[:, None] - pushed
            short = missed - (dQ + _solved(self.roots, right)).sum(axis=1)
            more = np.linalg.solve(self.coupled, short)
            dQ = dQ + _solved(self.roots, right + more[:, None])
            d_alpha = d_alpha + more
        ds = -(G @ dQ)
        dw = (inner - weights * ds) / s
        return dQ, ds, dw, G.T @ dw - d_alpha[:, None], d_alpha


def _solved(roots: Array, right: Array) -> Array:
    """Each block's solution: right sides as columns, shape (n, m)."""
    half = roots @ right.T[:, :, None]
    return np.asarray((np.swapaxes(roots, 1, 2) @ half)[:, :, 0].T)


def _products(inequalities: Array) -> Any:
    """The map from a weight an inequality to the entries of Gᵀ diag(w) G, sparse (n², r)."""
    from scipy.sparse import coo_array

    r, n = inequalities.shape
    rows, places, entries = [], [], []
    for i, g in enumerate(inequalities):
        at = np.nonzero(g)[0]
        first, second = (a.ravel() for a in np.meshgrid(at, at, indexing="ij"))
        rows.append(first * n + second)
        places.append(np.full(first.size, i))
        entries.append(g[first] * g[second])
    data = np.concatenate(entries), (np.concatenate(rows), np.concatenate(places))
    return coo_array(data, shape=(n * n, r)).tocsr()


def _longest(x: Array, step: Array) -> float:
    """How far a step may go before an entry is 0."""
    with np.errstate(divide="ignore"):
        return float(np.where(step < 0, -x / np.where(step < 0, step, -1.0), np.inf).min())
