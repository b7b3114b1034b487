r"""Weights that minimise the risk over given columns: a primal-dual interior point method.

.. math:: \min_{\theta \ge 0,\ A\theta = b} \operatorname{tr} X^{-1} + \sum_i n_i/\lambda_i,
          \qquad X = \sum_T \theta_T v_T v_T^T, \quad \lambda = W\theta.

Newton's equations are eliminated down to the entries of X, λ and the multipliers of the rows of
A, so that many columns cost no more than a matrix product. What comes back is only proposed: the
problem recomputes the risk of the weights, and the bound of (X⁻¹, 1/λ, α).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array

_STEPS = 120
_CLOSED = 1e-13
_TO_BOUNDARY = 0.98
_PATIENCE = 20
_RIDGE = 1e-15
_AT_ONCE, _ROUNDS, _UNUSED = 1500, 60, 1e-9


@dataclass(frozen=True)
class Columns:
    """The columns: `block` holds v (q × N), `within` is W (s × N), `rows` is A (c × N).

    The first row of A is the mean of a column, and b = (1, 0, …, 0): the others are contrasts.
    """

    block: Array
    within: Array
    multiples: Array
    rows: Array

    def at(self, chosen: NDArray[np.intp]) -> Columns:
        """Some of the columns, by their numbers, shape (n,)."""
        return Columns(
            self.block[:, chosen], self.within[:, chosen], self.multiples, self.rows[:, chosen]
        )

    def prices(self, block: Array, within: Array) -> Array:
        """What a unit of each column takes off the risk, at X⁻¹ and 1/λ.

        Args:
            block: X⁻¹, shape (q, q).
            within: 1/λ, shape (s,).
        """
        gain = ((block @ self.block) ** 2).sum(axis=0)
        return np.asarray(gain + (self.multiples * within**2) @ self.within)


@dataclass(frozen=True)
class Optimum:
    """Weights, X⁻¹, 1/λ and the multipliers α of the rows."""

    weights: Array
    block: Array
    within: Array
    alpha: Array


def optimise(columns: Columns) -> Optimum:
    """The best weights, to rounding where the columns allow it.

    Many columns are taken in as they are needed: those that the multipliers misprice most.

    Raises:
        LinAlgError: the columns do not tell all letters apart.
    """
    number = columns.rows.shape[1]
    if number <= _AT_ONCE:
        return newton(columns)
    chosen = np.zeros(number, dtype=bool)
    chosen[np.random.default_rng(0).permutation(number)[: _AT_ONCE // 2]] = True
    for _ in range(_ROUNDS):
        found = newton(columns.at(np.nonzero(chosen)[0]))
        reduced = columns.prices(found.block, found.within) - found.alpha @ columns.rows
        reduced = reduced / columns.rows[0]
        missed = (reduced > _CLOSED * found.alpha[0]) & ~chosen
        weights = np.zeros(number)
        weights[chosen] = found.weights
        if not missed.any():
            break
        chosen = weights > _UNUSED * weights.max()
        worst = np.argsort(np.where(missed, -reduced, np.inf), kind="stable")
        chosen[worst[: min(_AT_ONCE // 4, int(missed.sum()))]] = True
    return Optimum(weights, found.block, found.within, found.alpha)


def newton(columns: Columns) -> Optimum:
    """The best weights of all of the columns at once."""
    A = columns.rows
    number = A.shape[1]
    theta = np.full(number, 1.0 / A[0].sum())
    scale = _risk(columns, theta)
    inverse, within = _inverses(columns, theta)
    price = columns.prices(inverse, within) / scale
    side = np.zeros(len(A))
    side[0] = 1.0
    alpha = 1.1 * float((price / A[0]).max()) * side
    z = alpha @ A - price
    best, best_gap = (theta, alpha), np.inf
    since = 0
    for _ in range(_STEPS):
        gap = float(theta @ z)
        missed = float(np.abs(side - A @ theta).max())
        stray = float(np.abs(price - alpha @ A + z).max() / (np.abs(alpha).sum() or 1.0))
        since += 1
        if gap + missed + stray < best_gap:
            since = 0 if gap + missed + stray < 0.5 * best_gap else since
            best, best_gap = (theta, alpha), gap + missed + stray
        if best_gap <= _CLOSED or since > _PATIENCE:
            break
        mu = gap / number
        try:
            newton = _Newton(columns, theta, z, alpha, price, scale)
        except np.linalg.LinAlgError:
            break
        step = newton.step(0.0)
        ahead = _longest(theta, step[0]), _longest(z, step[2])
        left = float((theta + ahead[0] * step[0]) @ (z + ahead[1] * step[2])) / gap
        sigma = min(max(left, 1e-4) ** 2, 0.5) if left < 1.0 else 0.5
        step = newton.step(sigma * mu)
        length = min(_TO_BOUNDARY * min(_longest(theta, step[0]), _longest(z, step[2])), 1.0)
        theta = theta + length * step[0]
        alpha = alpha + length * step[1]
        inverse, within = _inverses(columns, theta)
        price = columns.prices(inverse, within) / scale
        z = np.maximum(z + length * step[2], 1e-3 * z)
        if not (np.isfinite(theta).all() and np.isfinite(price).all()):
            break
    theta, alpha = best
    inverse, within = _inverses(columns, theta)
    return Optimum(theta, inverse, within, alpha * scale)


def mended(columns: Columns, weights: Array) -> Array:
    """Weights moved as little as their size allows, so that Aθ = b to rounding.

    Args:
        columns: N columns, over c rows.
        weights: θ ≥ 0, shape (N,).
    """
    A = columns.rows
    for _ in range(3):
        missed = -(A @ weights)
        missed[0] += 1.0
        moves, *_ = np.linalg.lstsq((A * weights) @ A.T, missed, rcond=1e-14)
        weights = weights * np.maximum(1.0 + moves @ A, 0.5)
    return weights


def _inverses(columns: Columns, theta: Array) -> tuple[Array, Array]:
    X = (columns.block * theta) @ columns.block.T
    return np.asarray(np.linalg.inv(X), dtype=float), 1.0 / (columns.within @ theta)


def _risk(columns: Columns, theta: Array) -> float:
    inverse, within = _inverses(columns, theta)
    return float(np.trace(inverse) + columns.multiples @ within)


def _longest(x: Array, step: Array) -> float:
    """How far a step may go before an entry is 0."""
    falling = step < 0
    return float((x[falling] / -step[falling]).min(initial=1.0 / _TO_BOUNDARY))


class _Newton:
    """Newton's equations at a point, eliminated down to (X, λ, α) and factored."""

    def __init__(
        self, columns: Columns, theta: Array, z: Array, alpha: Array, price: Array, scale: float
    ) -> None:
        A = columns.rows
        X = (columns.block * theta) @ columns.block.T
        sizes, basis = np.linalg.eigh(X)
        turned = basis.T @ columns.block
        i, j = np.triu_indices(len(sizes))
        entries = turned[i] * turned[j] * np.where(i == j, 1.0, np.sqrt(2.0))[:, None]
        stiff = scale * np.concatenate(
            [
                (sizes[i] * sizes[j]) ** 2 / (sizes[i] + sizes[j]),
                (columns.within @ theta) ** 3 / (2.0 * columns.multiples),
            ]
        )  # the inverse of the Hessian, which is diagonal here
        self.theta, self.z, self.D = theta, z, theta / z
        self.residual, self.missed = price - alpha @ A, -(A @ theta)
        self.missed[0] += 1.0
        self.G, self.inner = np.vstack([entries, columns.within, A]), len(stiff)
        schur = (self.G * self.D) @ self.G.T
        schur[np.arange(self.inner), np.arange(self.inner)] += stiff
        self.diagonal = np.sqrt(np.diag(schur))
        self.scaled = schur / np.outer(self.diagonal, self.diagonal)
        self.factor = np.linalg.cholesky(self.scaled + _RIDGE * np.eye(len(schur)))

    def step(self, mu: float) -> tuple[Array, Array, Array]:
        """The step (θ, α, z) to θz = μ."""
        residual = self.residual + mu / self.theta
        right = self.G @ (self.D * residual)
        right[self.inner :] -= self.missed
        right = right / self.diagonal
        found = self._back(right)
        found = (found + self._back(right - self.scaled @ found)) / self.diagonal
        step = self.D * (residual - found @ self.G)
        return step, found[self.inner :], mu / self.theta - self.z - step / self.D

    def _back(self, right: Array) -> Array:
        from scipy.linalg import cho_solve

        return np.asarray(cho_solve((self.factor, True), right))
