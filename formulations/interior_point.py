r"""Linear losses over private kernels with many inputs: an interior point method by outputs.

.. math:: \min_Q \langle C, Q \rangle, \qquad \sum_y Q_y = 1,\ GQ_y \le 0,\ Q \ge 0.

But for the row sums the outputs have nothing to do with each other: Newton's equations are one
n × n block an output, and one n × n system for the multipliers of the row sums. A grid of 100
places has 621 200 inequalities, and 100 blocks of 100. What comes back is strictly inside of all
of them, and so are its multipliers: nothing has to be repaired but rounding. The worst of several
priors P is a largest loss t above all of theirs, whose multipliers are a mixture of them:

.. math:: \min_{Q, t} t, \qquad \sum_{x,y} P_{px} \ell(x, y) Q_{xy} \le t \text{ for all } p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.formulation import Array

_STEPS = 150
_CLOSED, _RIDGE = 3e-11, 1e-15
_TO_BOUNDARY, _CENTRED = 0.9, 1e-3
_PATIENCE = 15


@dataclass(frozen=True)
class Found:
    """A kernel (n × m), multipliers of row sums (n,) and of GQ ≤ 0 (r × m), mixed priors (p,)."""

    kernel: Array
    alpha: Array
    weights: Array
    mixture: Array


def minimise(losses: Array, priors: Array, inequalities: Array) -> Found | None:
    """The kernel whose largest expected loss is least.

    Args:
        losses: ℓ, shape (n, m).
        priors: P, a row each, shape (p, n).
        inequalities: G, shape (r, n), the same at every output.

    Returns:
        None where constant kernels are not strictly inside.
    """
    from scipy.sparse import csr_array

    n, m = losses.shape
    scale = float(np.abs(priors.max(axis=0)[:, None] * losses).max()) or 1.0
    L, G = losses / scale, csr_array(inequalities)
    squares = _products(inequalities)
    Q = np.full((n, m), 1.0 / m)
    s = -(G @ Q)
    if not (s > 0).all():
        return None
    weights = n / len(s) / m / s
    pi = np.full(len(priors), 1.0 / len(priors))
    worst = 1.0 + float((priors @ (L * Q).sum(axis=1)).max())
    z = (pi @ priors)[:, None] * L + G.T @ weights
    alpha = np.full(n, float(z.min()) - 1.0)
    best, best_gap, since = Found(Q, alpha, weights, pi), np.inf, 0
    for _ in range(_STEPS):
        z = (pi @ priors)[:, None] * L - alpha[:, None] + G.T @ weights
        above = worst - priors @ (L * Q).sum(axis=1)
        among = _Among(L, priors, pi, above) if len(priors) > 1 else None
        gap = float((weights * s).sum() + (Q * z).sum())
        gap += float(pi @ above) if among is not None else 0.0
        total = gap + float(np.abs(1.0 - Q.sum(axis=1)).max())
        since += 1
        if total < best_gap:
            since = 0 if total < 0.7 * best_gap else since
            best, best_gap = Found(Q, alpha, weights, pi), total
        if best_gap <= _CLOSED or since > _PATIENCE or float(z.min()) <= 0:
            break
        try:
            step = _Newton(G, squares, Q, s, weights, z, among).direction(gap)
        except np.linalg.LinAlgError:
            break
        primal, dual = (min(_TO_BOUNDARY * longest, 1.0) for longest in step.longest)
        Q, s, worst = Q + primal * step.Q, s + primal * step.s, worst + primal * step.worst
        weights, alpha = weights + dual * step.weights, alpha + dual * step.alpha
        pi = pi + dual * step.pi
        if not (np.isfinite(Q).all() and np.isfinite(weights).all()):
            break
    return Found(best.kernel, best.alpha * scale, best.weights * scale, best.mixture)


@dataclass(frozen=True)
class _Among:
    """The worst of several priors: their mixture π, and how far t is above the loss of each."""

    losses: Array
    priors: Array
    pi: Array
    above: Array

    def of(self, Q: Array) -> Array:
        """The expected losses of (a change of) a kernel, shape (p,)."""
        return np.asarray(self.priors @ (self.losses * Q).sum(axis=1))

    def costs(self, pi: Array) -> Array:
        """What (a change of) the mixture does to the costs, shape (n, m)."""
        return np.asarray((pi @ self.priors)[:, None] * self.losses)


@dataclass(frozen=True)
class _Step:
    """A direction, and how far it may go in the primal and in the dual before an entry is 0."""

    Q: Array
    s: Array
    weights: Array
    z: Array
    alpha: Array
    pi: Array
    above: Array
    worst: float
    longest: tuple[float, float]


class _Newton:
    """Newton's equations at a point, a block an output, factored.

    Cholesky's factors, not inverses: near the optimum the blocks are as ill-conditioned as doubles
    allow, and only the former keep what matters. What couples the outputs are the row sums and, of
    several priors, the losses: one system for their multipliers and t.
    """

    def __init__(
        self, G: Any, squares: Any, Q: Array, s: Array, weights: Array, z: Array,
        among: _Among | None,
    ) -> None:  # fmt: skip
        n, m = Q.shape
        H = (squares @ (weights / s)).T.reshape(m, n, n)
        H[:, np.arange(n), np.arange(n)] += (z / Q).T
        size = 1.0 / np.sqrt(np.einsum("yii->yi", H))
        scaled = H * (size[:, :, None] * size[:, None, :])
        factor = np.linalg.cholesky(scaled + _RIDGE * np.eye(n))
        self.roots = np.linalg.inv(factor) * size[:, None, :]  # H⁻¹ is their square
        self.G, self.Q, self.s, self.weights, self.z = G, Q, s, weights, z
        self.among = among
        self.coupled = self._coupled(n, m)

    def _coupled(self, n: int, m: int) -> Array:
        if self.among is None:
            flat = self.roots.reshape(m * n, n)
            return np.asarray(flat.T @ flat)
        among, p = self.among, len(self.among.pi)
        lossy = -(self.roots * among.losses.T[:, None, :]) @ among.priors.T
        flat = np.concatenate([self.roots, lossy], axis=2).reshape(m * n, n + p)
        matrix = np.zeros((n + p + 1, n + p + 1))
        matrix[: n + p, : n + p] = flat.T @ flat
        at = np.arange(n, n + p)
        matrix[at, at] += among.above / among.pi
        matrix[at, -1] = matrix[-1, at] = 1.0
        return matrix

    def direction(self, gap: float) -> _Step:
        """Towards the optimum with second-order terms; from afar, towards the central path."""
        Q, s, weights, z, among = self.Q, self.s, self.weights, self.z, self.among
        pairs = s.size + Q.size + (0 if among is None else len(among.pi))
        mean = gap / pairs
        least = min(float((weights * s).min()), float((Q * z).min()))
        if among is not None:
            least = min(least, float((among.pi * among.above).min()))
        if least < _CENTRED * mean:
            return self.step(0.7 * mean)
        first = self.step(0.0)
        primal, dual = (min(longest, 1.0) for longest in first.longest)
        left = float(((weights + dual * first.weights) * (s + primal * first.s)).sum())
        left += float(((Q + primal * first.Q) * (z + dual * first.z)).sum())
        if among is not None:
            above = among.above + primal * first.above
            left += float((among.pi + dual * first.pi) @ above)
        return self.step(
            mean * max(left / gap, 0.01) ** 3,
            first.weights * first.s,
            first.Q * first.z,
            first.pi * first.above,
        )

    def step(
        self,
        target: float,
        inner: Array | float = 0.0,
        outer: Array | float = 0.0,
        mixed: Array | float = 0.0,
    ) -> _Step:
        """To products `target`, less second-order terms."""
        G, Q, s, weights, z, among = self.G, self.Q, self.s, self.weights, self.z, self.among
        inner, outer = target - weights * s - inner, target - Q * z - outer
        n, p = len(Q), 1 if among is None else len(among.pi)
        missed = 1.0 - Q.sum(axis=1)
        dQ, d_alpha, d_pi, d_worst = np.zeros(Q.shape), np.zeros(n), np.zeros(p), 0.0
        for _ in range(3):  # the second and third time for what rounding left over
            pushed = G.T @ (weights / s * (G @ dQ) + inner / s) + z / Q * dQ
            right = outer / Q + d_alpha[:, None] - pushed
            right = right if among is None else right - among.costs(d_pi)
            moved = dQ + _solved(self.roots, right)
            short = missed - moved.sum(axis=1)
            if among is None:
                more = np.linalg.solve(self.coupled, short)
                right = right + more[:, None]
            else:
                rest = target - among.pi * among.above - mixed - among.above * d_pi
                lossy = rest / among.pi - d_worst + among.of(moved)
                whole = 1.0 - among.pi.sum() - d_pi.sum()
                more = np.linalg.solve(self.coupled, np.concatenate([short, lossy, [whole]]))
                right = right + more[:n, None] - among.costs(more[n:-1])
                d_pi, d_worst = d_pi + more[n:-1], d_worst + float(more[-1])
            dQ, d_alpha = dQ + _solved(self.roots, right), d_alpha + more[:n]
        ds = -(G @ dQ)
        dw = (inner - weights * ds) / s
        dz = G.T @ dw - d_alpha[:, None]
        longest = (min(_longest(Q, dQ), _longest(s, ds)), _longest(weights, dw))
        if among is None:
            longest = (longest[0], min(longest[1], _longest(z, dz)))
            return _Step(dQ, ds, dw, dz, d_alpha, d_pi, d_pi, 0.0, longest)
        dz = dz + among.costs(d_pi)
        above = d_worst - among.of(dQ)
        longest = (
            min(longest[0], _longest(among.above, above)),
            min(longest[1], _longest(z, dz), _longest(among.pi, d_pi)),
        )
        return _Step(dQ, ds, dw, dz, d_alpha, d_pi, above, d_worst, longest)


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
