r"""Bounds on both sides of the public-prior problem, without a model.

With the density X = K/q, row sums 1 and qK = q, weights w ≥ 0 (Σw = 1), prices r and every b

.. math:: \min_i K_{ii} \le \sum_i w_i K_{ii} = \sum_j b_j + \sum_i r_i
          + \sum_{ij} q_i (\beta_{ij} - b_j) X_{ij}, \qquad
          \beta_{ij} = [i = j] w_i - r_i q_j / q_i.

With u = e^{−ε}, a column of X lies between u h and h for some h, so that its share of the last
sum is at most h Σ_i q_i max(z_i, u z_i) with z_i = β_ij − b_j. The b_j used are the roots of that.
For w on the rarest letter and r = 0 it gives

.. math:: \min_i K_{ii} \le \frac{q_{\min}}{q_{\min} + u (1 - q_{\min})},

which the kernel that keeps a letter with some probability, and else draws afresh from q, attains.
"""

from __future__ import annotations

import math

import numpy as np

from formulations.formulation import Array


def diagonal_bound(weights: Array, prices: Array, q: Array, u: float) -> float:
    """An upper bound on min_i K_ii, whatever the weights (≥ 0, sum 1) and the prices are.

    Args:
        weights: w, shape (n,).
        prices: r, shape (n,).
        q: the prior, shape (n,).
        u: e^{−ε}.
    """
    bound = float(_roots(weights, prices, q, u).sum() + prices.sum())
    # Rounding could put the bound on the wrong side of a tiny K_ii.
    return bound + 4e-16 * (len(q) + float(np.abs(prices).sum()))


def rarest_letter_bound(q: Array, u: float) -> tuple[float, float]:
    """The bound of w on the rarest letter and r = 0, and one minus it, both to full precision.

    Args:
        q: the prior, shape (n,).
        u: e^{−ε}.
    """
    rare = float(q.min())
    spread = rare + u * (1.0 - rare)
    return rare / spread, u * (1.0 - rare) / spread


def keep_or_redraw(q: Array, epsilon: float) -> Array:
    r"""The kernel λ I + (1 − λ) 1qᵀ, with the largest λ that is private; q > 0.

    The ratio :math:`1 + \lambda / ((1 - \lambda) q_i)` is largest for the rarest letter, where
    :math:`1 - \lambda = u / (u + (1 - u) q_{\min})` makes it e^ε. It keeps q for every λ.

    Args:
        q: the prior, shape (n,).
        epsilon: privacy level in nats.
    """
    rare = float(q.min())
    lift = 100 if rare < 1e-290 else 0  # binary digits, so that 1 / spread does not overflow
    u, rare = math.exp(lift * math.log(2.0) - epsilon), rare * 2.0**lift
    spread = rare + u * (1.0 - rare / 2.0**lift)
    kernel = np.tile((u / spread) * q, (len(q), 1))  # u / spread first: u q may underflow
    np.fill_diagonal(kernel, (u * q - math.expm1(-epsilon) * rare) / spread)
    return kernel


def _roots(weights: Array, prices: Array, q: Array, u: float) -> Array:
    """For each column j the b_j at which Σ_i q_i max(z_i, u z_i) = 0, z_i = β_ij − b_j."""
    beta = np.diag(weights) - np.outer(prices / q, q)
    order = np.argsort(-beta, axis=0)
    mass = q[order]
    moment = np.cumsum(mass * np.take_along_axis(beta, order, axis=0), axis=0)
    above = np.cumsum(mass, axis=0)
    # The sum is the largest of n linear functions of b, one for each set of leading z_i.
    moments = (1.0 - u) * moment + u * moment[-1]
    return np.asarray((moments / ((1.0 - u) * above + u * above[-1])).max(axis=0))
